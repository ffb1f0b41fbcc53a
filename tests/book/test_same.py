"""The book shows what the live figures show: the words, the labels of the controls, and the pixels."""

import numpy as np
import pytest
from playwright.sync_api import expect

from tests.book.reader import PAGES, other_pixels, picture, put
from tests.browser.canvases import Canvases
from tests.fixtures.pictures import decode
from tools.book.grid import positions_of
from tools.book.pages import views_of
from tools.book.record import RATIO

SAME = 0.004  # the share of pixels that may differ: edges of what was quantised
SAYS = "h => h.options ? h.options[h.selectedIndex].text : h.getAttribute('aria-valuetext')"


@pytest.mark.parametrize("lecture", PAGES, indirect=True, scope="module")
def test_the_pictures_are_those_of_the_views_of(lecture):
    reader, name = lecture
    rng = np.random.default_rng(0)
    by_the_kernel = Canvases(reader.page.context.new_page(), RATIO)
    for number, view in views_of(name).items():
        figure = reader.play(f"figure-{number}")
        axes = positions_of(view, int(figure.get_attribute("data-cap")))
        for places in ([a.start for a in axes], [int(rng.integers(len(a.values))) for a in axes]):
            values = {}
            for k, (axis, place) in enumerate(zip(axes, places, strict=True)):
                values |= axis.values[place]
                handle = figure.locator("input, select").nth(k)
                put(handle, place)
                assert handle.evaluate(SAYS) == axis.labels[place]
            try:
                shown = view.at(**values).picture
            except ValueError as error:
                expect(figure.get_by_role("status")).to_have_text(str(error))
                continue
            expect(figure.get_by_role("status")).to_have_text(shown.description)
            assert other_pixels(picture(figure), decode(by_the_kernel.paint(shown.panels, shown.size))) < SAME, (
                number,
                places,
            )
    by_the_kernel.page.close()
    assert by_the_kernel.wrong == []
