"""Checked cells: silent when all holds, one line for a reader's own data, an exception for the tests."""

import linecache

import numpy as np
import pytest
from IPython.core.interactiveshell import InteractiveShell

from mlcore.check import claims


@pytest.fixture
def reading(monkeypatch):
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    monkeypatch.setattr(claims, "failed", {})
    monkeypatch.setattr(claims, "looked_at", {})


def cell(source, **names):
    """Run the source as a notebook does: compiled under a name that linecache knows."""
    cell_in({"claims": claims, "np": np, **names}, source)


def cell_in(space: dict, source: str) -> None:
    file = f"<cell {abs(hash(source))}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), space)


def test_silent_when_all_holds(reading, capsys):
    cell("with claims():\n    assert 1 + 1 == 2")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "body, says",
    [
        ("assert 1 + 1 == 3", "This does not hold here: assert 1 + 1 == 3"),
        ("assert 1 + 1 == 3, 'the sum of both'", "This does not hold here: the sum of both"),
        (
            "assert (\n        1 == 1\n        and 2 == 3\n    )",
            "This does not hold here: assert ( 1 == 1 and 2 == 3 )",
        ),
        ("def far(x):\n        assert x > 5\n    far(3)", "This does not hold here: assert x > 5"),
        (
            "np.linalg.inv(np.zeros((2, 2)))",
            "This cannot be checked here: np.linalg.inv(np.zeros((2, 2))) (LinAlgError: Singular matrix)",
        ),
        ("gone['K']", "This cannot be checked here: gone['K'] (NameError: name 'gone' is not defined)"),
    ],
)
def test_one_line_in_place_of_an_exception(reading, capsys, body, says):
    cell(f"with claims():\n    {body}\nafter = 1")
    assert capsys.readouterr().out == f"{says} (the text was written for the lecture's own data and code.)\n"


def test_what_is_proved_is_not_said_to_be_the_readers_data(reading, capsys):
    cell('with claims("on any data: no cost rises"):\n    assert 0.3 < 0.1 + 0.2 < 0.3')
    assert "no cost rises (this is proved, so no data can refute it" in capsys.readouterr().out
    cell('with claims("on any data: the forces cancel"):\n    gone')  # a figure that refused the data has none
    said = capsys.readouterr().out
    assert said.startswith("This cannot be checked here: on any data")
    assert "the lecture's own data and code" in said


def test_the_sentence_is_printed_whole_and_a_cell_counts_until_it_holds(reading, capsys):
    street, tree = (
        'with claims("the street narrows, at every C"):\n    assert width < 1',
        'with claims("it splits"):\n    gone',
    )
    cell(street, width=2)
    cell(tree)
    cell(street, width=3)
    cell(street, width=0)
    cell(tree)
    end = "the text was written for the lecture's own data and code.)"
    assert capsys.readouterr().out.splitlines() == [
        f"This does not hold here: the street narrows, at every C ({end}",
        f"This cannot be checked here: it splits (2 so far; {end}",
        f"This does not hold here: the street narrows, at every C (2 so far; {end}",
        f"This cannot be checked here: it splits ({end}",
    ]


class Shell:
    """What of IPython's shell is asked for: the message that asked for the cell that runs."""

    def __init__(self, cell: str):
        self.cell = cell

    def get_parent(self) -> dict:
        return {"metadata": {"cellId": self.cell}}


def test_an_edited_cell_counts_once(reading, monkeypatch, capsys):
    monkeypatch.setitem(claims.__enter__.__globals__, "get_ipython", lambda: Shell("7"))
    cell("with claims():\n    assert 1 == 2")
    cell("with claims():\n    assert 1 == 3")
    assert "so far" not in capsys.readouterr().out
    assert list(claims.failed) == ["7"]


class Street:
    """A figure."""


class Tree:
    """Another."""


def test_a_cell_that_is_run_again_looks_at_the_figure_of_its_own_section(reading, capsys):
    names = {"claims": claims}

    def run(source, **more):
        names.update(more)
        cell_in(names, source)

    first, later = Street(), Tree()
    check = "with claims():\n    seen.append(live)\n    assert True"
    run(check, live=first, seen=(seen := []))
    run(check, live=later)
    assert seen == [first, first]
    assert names["live"] is later  # the reader's own name is as it was
    again = Street()
    run(check, live=again)  # the figure's cell was run again, and then this one
    run(check, live=later)
    assert seen == [first, first, again, again]


def test_a_long_claim_is_cut_to_one_line(reading, capsys):
    with claims():
        raise ValueError("many words\n" * 100)
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert len(out) < 240
    assert "… (the text" in out


def test_the_tests_make_it_raise(monkeypatch, capsys):
    monkeypatch.setenv("MLCORE_CLAIMS", "raise")
    with pytest.raises(AssertionError, match="never"), claims():
        raise AssertionError("never widens")
    assert capsys.readouterr().out == ""


def test_stop_is_stop(reading):
    with pytest.raises(KeyboardInterrupt), claims():
        raise KeyboardInterrupt


class Refused:
    """What stands in place of a figure of data that do not fit: whatever it is asked, it raises its sentence."""

    def __getattr__(self, name):
        raise ValueError("Give the labels, too.")


def test_a_cell_below_a_refused_figure_says_so_in_a_line(reading, capsys):
    for _ in range(2):
        cell("with claims('it narrows'):\n    live.at(C=1.0)", live=Refused())
    assert capsys.readouterr().out.count("This cannot be checked here: it narrows") == 2


def test_two_claims_of_a_cell_are_one_cell_that_does_not_hold(reading, capsys):
    both = "with claims('it narrows'):\n    assert 0\nwith claims('it is still'):\n    assert {}"
    cell(both.format(1))
    assert len(claims.failed) == 1
    cell(both.format(0))
    assert capsys.readouterr().out.count("This does not hold here") == 3
    assert len(claims.failed) == 2  # another cell


def test_a_notebook_does_not_forget_the_first_of_two_claims_of_a_cell(reading, monkeypatch, capsys):
    shell = InteractiveShell()
    monkeypatch.setattr(shell, "get_parent", Shell("7").get_parent, raising=False)
    monkeypatch.setitem(claims.__enter__.__globals__, "get_ipython", lambda: shell)
    shell.push({"claims": claims, "width": 2})
    both = "with claims('it narrows'):\n    assert width < 1\nwith claims('it is still'):\n    assert True"
    shell.run_cell(both, store_history=True)
    assert len(claims.failed) == 1
    shell.run_cell("width = 0", store_history=True)
    shell.run_cell(both, store_history=True)
    assert not claims.failed
    assert capsys.readouterr().out.count("This does not hold here") == 1
