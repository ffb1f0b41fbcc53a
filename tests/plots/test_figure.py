"""The frame of a figure: samples that say so, and sentences instead of tracebacks."""

import inspect
from types import SimpleNamespace

import numpy as np
import pytest

from mlcore import datasets
from mlcore.lectures import constraints, kmeans
from mlcore.plots import figure as frame
from mlcore.plots.figure import FIGURES, figure
from mlcore.plots.kinds import POINTS, TABLES, DataError
from mlcore.show import Panel, Points, View


@pytest.fixture
def counted():
    """A figure that counts its points, taken off the list again."""

    @figure(POINTS, lambda: POINTS.read(np.zeros((3, 2))), most=10)
    class count(View):
        """How many points there are."""

        limit: int = 100

        def prepare(self):
            if len(self.data.X) > self.limit:
                raise ValueError("Too many.")

        def compute(self):
            pass

        def draw(self):
            return [Panel([Points(self.data.X)], (0, 1), (0, 1))]

        def describe(self):
            return f"{len(self.data.X)} points."

    yield count
    del FIGURES["plots.count"]


def test_without_data_it_draws_its_own(counted):
    assert counted().description == "3 points."


def test_many_points_are_sampled_and_the_figure_says_so(counted):
    live = counted(np.arange(80.0).reshape(40, 2))
    assert live.description == "10 points. A sample of 10 of the 40 points."
    assert len(np.unique(live.state.data.X, axis=0)) == 10
    assert np.array_equal(live.state.data.X, counted(np.arange(80.0).reshape(40, 2)).state.data.X)


def test_what_an_algorithm_refuses_becomes_one_sentence(counted):
    with pytest.raises(DataError, match=r"^Too many\.$"):
        counted(limit=2)


def test_tables_by_name_are_sampled_one_by_one():
    @figure(TABLES, most=10)
    class sizes(View):
        """How many points each table has."""

        def compute(self):
            pass

        def draw(self):
            return [Panel([], (0, 1), (0, 1))]

        def describe(self):
            return f"{[len(table.X) for table in self.data.values()]}"

    try:
        live = sizes({"few": np.zeros((4, 2)), "many": np.zeros((40, 2))})
        assert live.description == "[4, 10] many: A sample of 10 of the 40 points."
    finally:
        del FIGURES["plots.sizes"]


def test_it_says_how_it_is_called(counted):
    assert str(inspect.signature(counted)) == "(X=None, /, *, limit=100, **starts)"
    assert counted.__doc__ == "How many points there are."
    with pytest.raises(TypeError, match="count has no setting limt: it has limit"):
        counted(limt=3)


@pytest.fixture
def notebook(monkeypatch):
    monkeypatch.delenv("MLCORE_CLAIMS", raising=False)
    shell = SimpleNamespace(user_ns={})
    monkeypatch.setattr(frame, "get_ipython", lambda: shell)
    return shell


def test_in_a_notebook_the_sentence_stands_in_place_of_the_figure(notebook):
    refused = kmeans.run([[1.0, 2.0, 3.0]])
    assert repr(refused) == f"⚠ {refused.error}"
    assert "choose two of them" in refused.error
    with pytest.raises(DataError, match="choose two of them"):
        refused.at(step=1)
    assert not hasattr(refused, "_repr_html_")


def test_the_tests_and_scripts_stop(notebook, monkeypatch):
    monkeypatch.setenv("MLCORE_CLAIMS", "raise")
    with pytest.raises(DataError):
        kmeans.run([[1.0, 2.0, 3.0]])
    monkeypatch.delenv("MLCORE_CLAIMS")
    monkeypatch.setattr(frame, "get_ipython", lambda: None)
    with pytest.raises(DataError):
        kmeans.run([[1.0, 2.0, 3.0]])


NOT_YOURS = " These are the lecture's own data, not yours."


def test_who_has_put_data_of_their_own_into_the_notebook_reads_which_figures_are_drawn_of_others(notebook, counted):
    assert counted().description == "3 points."  # nobody has data of their own
    notebook.user_ns["mine"] = mine = datasets.own(np.arange(8.0).reshape(4, 2))
    assert counted(mine).description == counted(mine.standardised()).description == "4 points."
    assert counted(mine.X).description == "4 points."  # arrays may be theirs
    assert counted().description == "3 points." + NOT_YOURS
    assert counted(datasets.rings()).description == "10 points. A sample of 10 of the 40 points." + NOT_YOURS
    assert constraints.tangency().description.endswith(" This figure does not use your data.")


def test_tables_by_name_are_theirs_if_one_is(notebook):
    mine = notebook.user_ns["mine"] = datasets.own(np.random.default_rng(0).normal(size=(30, 2)))
    assert NOT_YOURS in kmeans.elbow().description
    assert NOT_YOURS not in kmeans.elbow({"mine": mine, "ours": datasets.clouds()}).description
