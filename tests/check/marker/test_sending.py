"""Every problem of every exercise reaches the process that answers, functions as arguments too."""

import pytest

from mlcore.check import exercises
from mlcore.check.marker.process import Child, Limits

ASKED = {id: task for id, task in exercises().items() if task.problems is not None}


@pytest.fixture(scope="module")
def child():
    child = Child(Limits())
    child.ask("define", "def answer(*given): return len(given)", "answer", seconds=20)
    yield child
    child.close()


@pytest.mark.parametrize("task", ASKED.values(), ids=ASKED)
def test_its_problems_reach_the_child(child, task):
    for arguments in task.cases():
        reply = child.ask("call", arguments, 5.0, seconds=10)
        assert reply["value"] == {"kind": "int", "of": str(len(arguments))}, reply
        assert reply["changed"] == []


def test_what_cannot_travel_is_said(child):
    with pytest.raises(ValueError, match="at the top of a module"):
        child.ask("call", (lambda: 0,), 5.0, seconds=5)
    assert child.ask("call", (1,), 5.0, seconds=5)["value"]["of"] == "1"  # and the next one does
