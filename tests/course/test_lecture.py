"""What is asked of the figures as a lecture draws them: one run of its cells in this process, shared by these tests."""

import base64
import os

import pytest
from IPython.utils.capture import capture_output

from mlcore.show import Live
from mlcore.show.render import STORED_RATIO
from tests.browser.canvases import Canvases
from tests.browser.jupyter import browser, open_context
from tests.course.run import NAMES, SCRATCH, run
from tests.fixtures.pictures import SAME, decode, difference
from tests.moves import check, picture, values_of
from tools.form import cells_of
from tools.notebooks import read_text

pytestmark = [pytest.mark.all, pytest.mark.parametrize("lecture", NAMES, indirect=True)]


@pytest.fixture
def lecture(request):
    """The run of this lecture, its figures at their start."""
    found = run(request.param)
    for live in found.lives.values():
        live.reset()
    return found


@pytest.fixture(scope="module")
def canvases():
    if os.environ.get("BROWSER") == "skip":
        pytest.skip("BROWSER=skip")
    with browser() as chrome:
        yield Canvases(open_context(chrome, STORED_RATIO).new_page())


def test_the_stored_notebook_is_its_text(lecture):
    told = f"{lecture.name} was not executed after its text changed: run make notebooks"
    assert len(lecture.stored) == len(read_text(lecture.name).cells), told


def test_every_figure_cell_shows_one(lecture):
    assert len(lecture.lives) == sum(cell.kind == "figure" for cell in cells_of(lecture.name))
    for live in lecture.lives.values():
        check(live)


def test_the_canvas_shows_the_stored_picture(lecture, canvases):
    for number, live in lecture.lives.items():
        stored = next(o.data for o in lecture.stored[number].outputs if "image/png" in o.get("data", {}))
        seen = decode(canvases.paint(live.rows, live.size))
        assert stored["text/plain"] == live.description
        assert seen.std() > 0.02, f"blank: {live.description}"
        assert difference(seen, decode(base64.b64decode(stored["image/png"]))) < SAME, live.description
    assert canvases.wrong == []


def swept(live: Live) -> list[tuple]:
    """The pictures and words of a figure with every control at both ends."""
    seen = [(picture(live), live.description)]
    for name, control in live.controls.items():
        values = values_of(control)
        for value in (values[0], values[-1]):
            control.value = value
            seen.append((picture(live), live.description, live.error))
        live.reset()
        assert name in live.values
    return seen


def test_a_scratch_cell_changes_no_figure_above_it(lecture, monkeypatch):
    monkeypatch.setenv("MLCORE_CLAIMS", "say")
    names = {name: lecture.shell.user_ns[name] for name in SCRATCH.split(" = ")[:-1] if name in lecture.shell.user_ns}
    before = [swept(live) for live in lecture.lives.values()]
    with capture_output():
        lecture.shell.run_cell(SCRATCH)
    assert [swept(live) for live in lecture.lives.values()] == before
    lecture.shell.user_ns.update(names)
