"""Rows of a table shown as what they are: small grey images, with a caption each."""

from collections.abc import Sequence

import numpy as np

from mlcore import show
from mlcore.show import Image, Panel


def image_grid(
    images: np.ndarray,
    captions: Sequence[str],
    *,
    columns: int = 5,
    title: str = "",
    width: float = 1.35,
    framed: Sequence[int] = (),
) -> Panel:
    """Square images (m, side^2), white at 0 and black at the brightest, five a row, with their captions below.

    framed: the indices of those that get a green frame.
    """
    side = round(images.shape[1] ** 0.5)
    brightest = max(images.max(), 1e-300)
    wide = side * 1.25
    tall = side * 1.6
    rows = -(-len(images) // columns)
    marks = []
    for j, (image, caption) in enumerate(zip(images, captions, strict=True)):
        x = wide * (j % columns)
        y = tall * (rows - 1 - j // columns)
        marks += [show.heat_map(image.reshape(side, side), (x, y, x + side, y + side), high=brightest)]
        if j in framed:
            low = np.array([x, y]) - 0.06 * side
            high = np.array([x, y]) + 1.06 * side
            box = np.array([low, [high[0], low[1]], high, [low[0], high[1]], low])
            marks += [show.Lines([box], color=show.GREEN, width=2.0)]
        marks += [show.words(x + side / 2, y - 0.22 * side, caption, size=9.5, align="center")]
    return Panel(
        marks,
        (-0.1 * side, columns * wide),
        (-0.5 * side, rows * tall),
        equal=True,
        xticks=((), ()),
        yticks=((), ()),
        title=title,
        width=width,
    )


def signed_map(values, extent: tuple[float, float, float, float], most: float | None = None) -> Image:
    """A table of signed numbers (rows, columns), first row on top: white at 0, orange at +most, blue at -most."""
    values = np.asarray(values, float)
    share = np.clip(values / (most or np.abs(values).max() or 1.0), -1, 1)[..., None]
    ends = [np.array([int(c[k : k + 2], 16) for k in (1, 3, 5)]) for c in (show.NEGATIVE, show.POSITIVE)]
    colors = 255 + np.abs(share) * (np.where(share < 0, *ends) - 255)
    return Image(np.dstack([colors, np.full(values.shape, 255)]).round().astype(np.uint8), extent)
