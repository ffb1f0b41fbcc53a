"""Rows of a table shown as what they are: small grey images, with a caption each."""

from collections.abc import Sequence
from typing import Any

from mlcore import show
from mlcore.show import Mark, Panel


def image_grid(images, captions: Sequence[str], *, columns: int = 5, title: str = "", width: float = 1.35) -> Panel:
    """Square images (m, side^2), white at 0 and black at the brightest, five a row, with their captions below."""
    side, brightest = round(images.shape[1] ** 0.5), max(images.max(), 1e-300)
    wide, tall, rows = side * 1.25, side * 1.6, -(-len(images) // columns)
    grid: list[Mark] = []
    for j, (image, caption) in enumerate(zip(images, captions, strict=True)):
        x, y = wide * (j % columns), tall * (rows - 1 - j // columns)
        grid.append(show.heat_map(image.reshape(side, side), (x, y, x + side, y + side), high=brightest))
        grid.append(show.words(x + side / 2, y - 0.22 * side, caption, size=9.5, align="center"))
    frame: dict[str, Any] = dict(xlim=(-0.1 * side, columns * wide), ylim=(-0.5 * side, rows * tall), equal=True)
    return Panel(grid, **frame, xticks=((), ()), yticks=((), ()), title=title, width=width)
