"""Rows of a table as small images, and tables of signed numbers."""

import numpy as np

from mlcore.plots.images import image_grid, signed_map
from mlcore.show import Image, Lines, Text


def test_each_image_has_its_caption_below_and_some_have_a_frame():
    images = np.arange(7 * 9.0).reshape(7, 9)
    panel = image_grid(images, [f"no. {k}" for k in range(7)], framed=[2, 6])
    pictures = [mark for mark in panel.marks if isinstance(mark, Image)]
    captions = [mark for mark in panel.marks if isinstance(mark, Text)]
    frames = [mark for mark in panel.marks if isinstance(mark, Lines)]
    assert [text.words[0] for text in captions] == [f"no. {k}" for k in range(7)]
    for picture, text in zip(pictures, captions, strict=True):
        x0, y0, x1, _ = picture.extent
        assert x0 < text.xy[0, 0] < x1
        assert text.xy[0, 1] < y0
    for frame, k in zip(frames, (2, 6), strict=True):
        x0, y0, x1, y1 = pictures[k].extent
        low, high = frame.paths[0].min(axis=0), frame.paths[0].max(axis=0)
        assert (low < [x0, y0]).all()
        assert (high > [x1, y1]).all()


def test_the_images_share_their_greys():
    panel = image_grid(np.array([[0.0, 0, 0, 1], [0, 0, 0, 4]]), ["faint", "strong"])
    greys = [mark.rgba[1, 1, 0] for mark in panel.marks if isinstance(mark, Image)]
    assert greys == [191, 0]


def test_zero_is_white_and_the_signs_have_colours_of_their_own():
    pixels = signed_map([[0.0, 2.0, -2.0, 1.0]], (0, 0, 4, 1)).rgba[0]
    assert pixels[0].tolist() == [255] * 4
    assert len({tuple(p) for p in pixels.tolist()}) == 4
    assert (pixels[3, :3] >= pixels[1, :3]).all()  # half of the largest is paler


def test_a_table_of_zeros_is_white():
    assert (signed_map(np.zeros((2, 2)), (0, 0, 1, 1)).rgba == 255).all()
