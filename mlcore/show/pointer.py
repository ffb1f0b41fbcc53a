"""Points that a reader drags, adds and removes: their state on its way to the browser and back."""

from dataclasses import dataclass

import numpy as np

from mlcore.show.style import BLACK, CLASS_COLORS, CLASS_MARKERS

_HELP_MOVE = "Drag a point. By keys: Tab to a point, arrows move it"
_HELP_EDIT = "; double-click adds one or removes it{shift}. By keys: Tab to a point, arrows, Insert, Delete."


@dataclass(frozen=True, eq=False)
class Pointer:
    """The points X (n, 2) that can be moved in a panel, and their labels y (n,) in {-1, +1}, or None.

    compute is called with X under `name`, and with y if there are labels. editable: points can be added and removed
    too. names: what to call the classes -1 and +1, or the points.
    """

    X: np.ndarray
    y: np.ndarray | None = None
    panel: int = 0
    editable: bool = True
    names: tuple[str, ...] = ("class −1", "class +1")
    name: str = "X"

    def pack(self, X, y=None) -> dict:
        """The synced state: plain numbers."""
        labels = [0] * len(X) if y is None else [int(label) for label in y]
        return {"xy": np.asarray(X, float).reshape(-1, 2).tolist(), "labels": labels}

    def unpack(self, points: dict) -> dict[str, np.ndarray]:
        """compute's arguments for this state."""
        X = np.array(points["xy"], float).reshape(-1, 2)
        return {self.name: X} if self.y is None else {self.name: X, "y": np.array(points["labels"], float)}

    def taken(self, values: dict) -> dict[str, np.ndarray]:
        """compute's arguments for points and labels that a program gives. ValueError if they are none."""
        X, y = np.asarray(values[self.name], float), values.get("y")
        if X.ndim != 2 or X.shape[1] != 2 or not np.isfinite(X).all():
            raise ValueError(f"{self.name} has to be finite points in the plane, shape (n, 2): its shape is {X.shape}.")
        if y is not None and len(y) != len(X):
            raise ValueError(f"{self.name} has {len(X)} points and y {len(y)} labels: give both, one label a point.")
        return self.unpack(self.pack(X, y))

    @property
    def spec(self) -> dict:
        """What pointer.js needs to know."""
        labels = [0] if self.y is None else [-1, 1]
        looks = {str(c): {"color": CLASS_COLORS.get(c, BLACK), "marker": CLASS_MARKERS.get(c, "o")} for c in labels}
        shift = f" (with Shift: of {self.names[0]})" if self.y is not None else ""
        help = "Drag a point" + _HELP_EDIT.format(shift=shift) if self.editable else _HELP_MOVE + "."
        names = dict(zip(map(str, labels), self.names, strict=False))
        return {"panel": self.panel, "editable": self.editable, "labels": labels, "looks": looks, "names": names,
                "help": help}  # fmt: skip
