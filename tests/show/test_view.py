"""A figure in one class: its settings, its states, and what it refuses."""

import numpy as np
import pytest

from mlcore.show import Choice, Panel, Pointer, Points, Slider, View


class scaled(View):
    """Points times a factor."""

    most: int = 5
    shift: float = 0.0
    table: np.ndarray
    factor: int
    X: np.ndarray
    total: float

    def prepare(self):
        self.table = np.arange(3.0)
        self.controls = {"factor": Slider("times", 1, 0, self.most), "sign": Choice("sign", {"plus": 1, "minus": -1})}
        self.pointers = [Pointer(self.data)]

    def compute(self, factor: int, sign: int, X):
        if factor == 4:
            raise ValueError("Not four times.")
        self.factor = factor
        self.X = sign * factor * X + self.shift
        self.total = float(self.X.sum())

    def draw(self):
        return [Panel([Points(self.X)], (0, 9), (0, 9))]

    def describe(self):
        return f"Times {self.factor}: {self.total:g}."


START = np.array([[1.0, 2.0]])


def test_a_state_is_a_copy_and_the_view_stays():
    view = scaled(START)
    state, other = view.at(factor=3), view.at(factor=2, sign=-1)
    assert (state.describe(), other.describe()) == ("Times 3: 9.", "Times 2: -6.")
    assert isinstance(state, scaled)
    assert state.table is view.table
    assert not hasattr(view, "factor")


def test_settings_are_given_by_name_and_so_are_the_starts():
    view = scaled(START, most=9, factor=7, shift=1.0)
    assert view.at().describe() == "Times 7: 23."
    assert view.controls["factor"].high == 9
    assert scaled.settings() == {"most": 5, "shift": 0.0}
    assert scaled(START).controls["factor"].start == 1  # another view's start has changed nothing here


def test_unknown_settings_are_refused():
    with pytest.raises(TypeError, match="scaled has no setting fctor: it has most, shift, factor, sign"):
        scaled(START, fctor=2)
    with pytest.raises(ValueError, match="factor = 8 is not on this control: take a whole number from 0 to 5"):
        scaled(START, factor=8)


def test_at_refuses_what_its_control_could_not_take():
    view = scaled(START)
    for wrong in ({"factor": 2.5}, {"sign": 0}, {"X": [[1, 2, 3]]}, {"speed": 1}):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))}.*"):
            view.at(**wrong)


def test_arrays_are_read_only_and_their_owner_s_are_not():
    mine = START.copy()
    view = scaled(mine)
    with pytest.raises(ValueError, match="read-only"):
        view.table[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        view.at().X[0] = 1
    mine[0] = 9
    assert mine[0, 0] == 9


def test_the_caption_ends_with_the_remark():
    view = scaled(START)
    view.remark = "A sample of 600 of the 5000 points."
    assert view.at().caption == view.at().picture.description == "Times 1: 3. A sample of 600 of the 5000 points."


@pytest.mark.parametrize("name", ["at", "caption", "start_values", "data"])
def test_the_names_that_every_view_has_are_refused(name):
    with pytest.raises(TypeError, match=f"every View has {name}"):
        type("broken", (View,), {name: 1})
    with pytest.raises(TypeError, match=f"every View has {name}"):
        type("broken", (View,), {"__annotations__": {name: int}})
    broken = type("broken", (View,), {"controls": {name: Slider("", 0, 0, 1)}})
    with pytest.raises(ValueError, match=f"Every View has {name}"):
        broken()


def test_a_control_called_size_is_refused_though_a_view_says_its_size():
    broken = type("broken", (View,), {"size": (4.0, 4.0), "controls": {"size": Slider("", 0, 0, 1)}})
    with pytest.raises(ValueError, match="Every View has size"):
        broken()


def test_two_parameters_of_one_name_are_refused():
    broken = type("broken", (View,), {"controls": {"X": Slider("", 0, 0, 1)}, "pointers": [Pointer(START)]})
    with pytest.raises(ValueError, match="a name of its own"):
        broken()


def test_a_view_that_inherits_has_the_settings_of_both():
    class more(scaled):
        fewest: int = 2

    assert more.settings() == {"most": 5, "shift": 0.0, "fewest": 2}
    assert more(START, fewest=1).fewest == 1
    assert scaled.settings() == {"most": 5, "shift": 0.0}
