"""A static figure: what a notebook stores of a live one, too."""

from mlcore.show import style
from mlcore.show.marks import Panels
from mlcore.show.render import STORED_RATIO, to_png

SIZE = (8.8, 4.4)  # inches, 96 CSS pixels each: the width of a notebook in a 1280 pixel window


class Picture:
    """A static figure from the same marks, in one row of panels or in several.

    A notebook shows it as a PNG and its description.
    """

    def __init__(self, panels: Panels, description: str, size: tuple[float, float] = SIZE):
        self.panels = panels
        self.description = description
        self.size = size

    @property
    def image(self) -> bytes:
        """The picture as a PNG, with its description below."""
        return to_png(self.panels, self.size, self.description)

    def __repr__(self) -> str:
        return self.description

    def _repr_mimebundle_(self, **kwargs) -> tuple[dict, dict]:
        """What a notebook shows and stores: on a projector so much larger, and as sharp."""
        factor = style.enlarged()
        image = to_png(self.panels, self.size, self.description, STORED_RATIO * factor)
        width = round(style.css_size(self.size)[0] * factor)
        return {"text/plain": repr(self), "image/png": image}, {"image/png": {"width": width}}
