"""Checked cells: silent when all holds, one line for a reader's own data, an exception for the tests."""

import numpy as np
import pytest

from mlcore.check import claims

SAYS = "The text speaks of the lecture's own data (1 so far); with yours this "


@pytest.fixture
def reading(monkeypatch):
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    monkeypatch.setattr(claims, "of_ours", set())


def cell(source, **names):
    """Run the source as a notebook does: compiled under a name that linecache knows."""
    import linecache

    file = f"<cell {abs(hash(source))}>"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), {"claims": claims, "np": np, **names})


def test_silent_when_all_holds(reading, capsys):
    cell("with claims():\n    assert 1 + 1 == 2")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "body, says",
    [
        ("assert 1 + 1 == 3", "does not hold: assert 1 + 1 == 3"),
        ("assert 1 + 1 == 3, 'the sum of both'", "does not hold: the sum of both"),
        ("assert (\n        1 == 1\n        and 2 == 3\n    )", "does not hold: assert ( 1 == 1 and 2 == 3 )"),
        ("def far(x):\n        assert x > 5\n    far(3)", "does not hold: assert x > 5"),
        (
            "np.linalg.inv(np.zeros((2, 2)))",
            "cannot be checked: np.linalg.inv(np.zeros((2, 2))) (LinAlgError: Singular matrix)",
        ),
        ("gone['K']", "cannot be checked: gone['K'] (NameError: name 'gone' is not defined)"),
    ],
)
def test_one_line_in_place_of_an_exception(reading, capsys, body, says):
    cell(f"with claims():\n    {body}\nafter = 1")
    assert capsys.readouterr().out == f"{SAYS}{says}\n"


def test_a_checked_cell_is_called_by_its_words_and_counted_until_it_holds(reading, capsys):
    street, tree = "# checked: the street narrows\n", "# checked: the first question\n"
    cell(f"{street}with claims():\n    assert width < 1", width=2)
    cell(f"{tree}with claims():\n    gone")
    cell(f"{street}with claims():\n    assert width < 1", width=3)
    cell(f"{street}with claims():\n    assert width < 1", width=0)
    cell(f"{tree}with claims():\n    gone")
    ours = "The text speaks of the lecture's own data"
    assert capsys.readouterr().out.splitlines() == [
        f"{ours} (1 so far); with yours this does not hold: the street narrows",
        f"{ours} (2 so far); with yours this cannot be checked: the first question",
        f"{ours} (2 so far); with yours this does not hold: the street narrows",
        f"{ours} (1 so far); with yours this cannot be checked: the first question",
    ]


def test_a_long_claim_is_cut_to_one_line(reading, capsys):
    with claims():
        raise ValueError("many words\n" * 100)
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert len(out) < 220
    assert out.endswith("…\n")


def test_the_tests_make_it_raise(monkeypatch, capsys):
    monkeypatch.setenv("MLCORE_CLAIMS", "raise")
    with pytest.raises(AssertionError, match="never"), claims():
        raise AssertionError("never widens")
    assert capsys.readouterr().out == ""


def test_stop_is_stop(reading):
    with pytest.raises(KeyboardInterrupt), claims():
        raise KeyboardInterrupt
