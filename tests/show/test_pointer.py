"""Points under the hand, as the kernel sees them: the synced state, and what the figure makes of it."""

import numpy as np
import pytest

from mlcore.show import Panel, Pointer, Slider, scatter_classes
from mlcore.show.pointer import ellipse_handles, ellipses
from mlcore.svm import solve_primal
from tests.views import live_of

X = np.array([[0.0, 0.0], [0.0, 1.0], [2.0, 0.0], [2.0, 1.0]])
Y = np.array([-1.0, -1.0, 1.0, 1.0])


def figure(**options):
    def compute(X, y, scale=1):
        return X, y, scale * solve_primal(X, y).w

    return live_of(
        compute,
        lambda r: [Panel(scatter_classes(r[0], r[1]), (-1, 4), (-1, 2))],
        lambda r: f"w = ({r[2][0]:z.2f}, {r[2][1]:z.2f}), {len(r[0])} points",
        pointers=[Pointer(X, Y)],
        **options,
    )


def hand(live, xy, labels):
    """What the browser does when a point was moved, added or removed."""
    live.canvas.points = [{"xy": [list(map(float, p)) for p in xy], "labels": list(labels)}]


@pytest.fixture
def live():
    return figure()


def test_compute_gets_the_points(live):
    assert live.description == "w = (1.00, 0.00), 4 points"
    assert np.array_equal(live.values["X"], X)
    assert np.array_equal(live.values["y"], Y)


def test_a_dragged_point_moves_the_picture(live):
    hand(live, [*X[:2], [1.0, 0.0], [1.0, 1.0]], [-1, -1, 1, 1])
    assert live.error is None
    assert live.description == "w = (2.00, 0.00), 4 points"


def test_a_bystander_does_not(live):
    hand(live, [*X, [3.0, 0.5]], [-1, -1, 1, 1, 1])
    assert live.description == "w = (1.00, 0.00), 5 points"


def test_an_inseparable_picture_stays_and_says_so(live):
    before = live.image
    hand(live, [*X[:3], [-0.5, 0.5]], [-1, -1, 1, 1])
    assert "not separable" in live.error
    assert live.canvas.error == live.error
    assert live.image == before
    hand(live, X, [-1, -1, 1, 1])
    assert live.error is None


@pytest.mark.parametrize("points", [(X[:2], [-1, -1]), ([], [])])
def test_an_empty_class_is_said_in_words(live, points):
    hand(live, *points)
    assert live.error
    assert "Error" not in live.error


def test_two_points_in_one_place(live):
    hand(live, [*X, X[0]], [-1, -1, 1, 1, -1])
    assert live.error is None
    hand(live, [*X, X[0]], [-1, -1, 1, 1, 1])
    assert "not separable" in live.error


def test_update_moves_points_and_controls_together():
    live = figure(controls={"scale": Slider("scale", 1, 1, 5, 1)})
    live.update(X=X * [0.5, 1], scale=3)
    assert live.description == "w = (6.00, 0.00), 4 points"
    assert live.canvas.points[0]["xy"][2] == [1.0, 0.0]
    live.reset()
    assert live.description == "w = (1.00, 0.00), 4 points"


def test_update_raises_as_it_does_for_controls(live):
    with pytest.raises(ValueError, match="not separable"):
        live.update(y=np.array([-1.0, 1.0, 1.0, -1.0]))
    with pytest.raises(ValueError, match="No control"):
        live.update(Z=X)


def test_unlabelled_points_give_x_alone():
    live = live_of(
        lambda X: X.mean(axis=0),
        lambda m: [Panel([], (0, 1), (0, 1))],
        lambda m: f"mean ({m[0]:.1f}, {m[1]:.1f})",
        pointers=[Pointer(X, names=("a centre",), editable=False)],
    )
    live.canvas.points = [{"xy": [[0.0, 2.0]], "labels": [0]}]
    assert live.description == "mean (0.0, 2.0)"
    assert live.canvas.pointers[0]["names"] == {"0": "a centre"}
    assert "double-click" not in live.canvas.pointers[0]["help"]


def test_the_help_line_tells_of_added_points_if_any_group_takes_them():
    handle, points = Pointer(X[:1], editable=False, name="handle"), Pointer(X)
    live = live_of(
        lambda handle, X: X.mean(axis=0),
        lambda m: [Panel([], (0, 1), (0, 1))],
        lambda m: f"mean {m.tolist()}",
        pointers=[handle, points],
    )
    first, second = live.canvas.pointers
    assert first["help"] == second["help"] == points.spec["help"] != handle.spec["help"]
    assert not first["editable"]


def test_a_pointer_names_its_parameter():
    live = live_of(
        lambda centers, shift=0: centers[:, 0] + shift,
        lambda x: [Panel([], (0, 1), (0, 1))],
        lambda x: f"{x.tolist()}",
        pointers=[Pointer(X[1:3], name="centers", names=("centre",))],
        controls={"shift": Slider("shift", 0, 0, 3, 1)},
    )
    assert live.description == "[0.0, 2.0]"
    assert live.at(centers=[[7, 0]], shift=1).result.tolist() == [8]
    live.update(centers=[[5, 0], [6, 0]])
    assert live.description == "[5.0, 6.0]"
    assert live.says(shift=2) == "[2.0, 4.0]"  # from the start
    with pytest.raises(ValueError, match="this figure has"):
        live.at(X=X)
    for bad in ([1, 2], [[1, 2, 3]], [[np.nan, 0]]):
        with pytest.raises(ValueError, match="centers has to be finite points"):
            live.at(centers=bad)


def test_at_wants_a_label_for_each_point(live):
    assert live.at(X=X[1:3], y=Y[1:3]).result[2].tolist() == pytest.approx([0.8, -0.4])
    with pytest.raises(ValueError, match="3 points and y 4 labels: give both"):
        live.at(X=X[:3])


def test_compute_cannot_change_where_the_figure_starts():
    def compute(X):
        X += 1
        return X.sum()

    live = live_of(compute, lambda s: [Panel([], (0, 1), (0, 1))], str, pointers=[Pointer(X)])
    assert live.at().result == live.at().result == X.sum() + 8


def told_by(*groups, **options):
    """A figure that says what compute was given."""
    return live_of(
        lambda **given: given,
        lambda given: [[Panel([], (0, 10), (0, 10)), Panel([], (1, 100), (0, 1), logx=True)]],
        lambda given: ", ".join(f"{name} {np.round(v, 2).tolist()}" for name, v in given.items()),
        pointers=groups,
        **options,
    )


def test_any_number_of_classes():
    group = Pointer(X, np.array([2, 0, 1, 1]), names=("a", "b", "c"))
    live = told_by(group)
    assert live.state.result["y"].tolist() == [2, 0, 1, 1]
    assert live.state.result["y"].dtype.kind == "i"
    spec = live.canvas.pointers[0]
    assert (spec["labels"], spec["names"]) == ([0, 1, 2], {"0": "a", "1": "b", "2": "c"})
    assert len({(look["color"], look["marker"]) for look in spec["looks"].values()}) == 3
    hand(live, [*X, [5, 5]], [2, 0, 1, 1, 0])
    assert live.state.result["y"].tolist() == [2, 0, 1, 1, 0]
    with pytest.raises(ValueError, match="other labels than"):
        live.at(y=[0, 0, 0, 7])


def test_classes_and_looks_are_given_where_the_points_do_not_show_them():
    spec = Pointer(X[:1], [1], classes=range(3), looks={2: {"color": "#123456"}}).spec
    assert spec["labels"] == [0, 1, 2]
    assert spec["looks"]["2"] == {"color": "#123456", "marker": "^"}
    assert spec["names"]["2"] == "class 2"
    assert Pointer(X, Y).spec["names"] == {"-1": "class −1", "1": "class +1"}


def test_several_groups_in_several_panels():
    live = told_by(Pointer(X, Y), Pointer([[3, 0.5]], name="centers", panel=1), Pointer(X, Y, name="Z", labels="t"))
    assert list(live.state.result) == ["X", "y", "centers", "Z", "t"]
    assert [spec["panel"] for spec in live.canvas.pointers] == [0, 1, 0]
    live.update(centers=[[7, 0.1]], t=-Y)
    assert live.state.result["centers"].tolist() == [[7, 0.1]]
    assert live.state.result["t"].tolist() == (-Y).tolist()
    assert live.state.result["y"].tolist() == Y.tolist()
    assert live.at(centers=[[8, 0]]).result["centers"].tolist() == [[8, 0]]
    live.reset()
    assert live.state.result["centers"].tolist() == [[3, 0.5]]
    with pytest.raises(ValueError, match="a name of its own"):
        told_by(Pointer(X), Pointer(X))
    with pytest.raises(ValueError, match="a name of its own"):
        told_by(Pointer(X), controls={"X": Slider("X", 0, 0, 1, 1)})


def test_a_control_may_be_called_y_beside_points_without_labels():
    live = told_by(Pointer(X), controls={"y": Slider("y", 3, 0, 9, 1)})
    live.update(y=4)
    assert live.state.result["y"] == 4
    assert live.state.result["X"].tolist() == X.tolist()


def test_points_given_by_a_program_keep_to_their_line():
    line = [[0, 0], [4, 0], [4, 4]]
    live = told_by(Pointer([[1, 0]], along=line))
    places = {(2, 1): [2, 0], (9, 3): [4, 3], (-1, -1): [0, 0], (3.9, 2): [4, 2]}
    assert live.at(X=list(places)).result["X"].tolist() == list(places.values())
    assert live.canvas.pointers[0]["along"] == line
    assert told_by(Pointer(X, along="y")).canvas.pointers[0]["along"] == "y"


def test_an_ellipse_turns_into_handles_and_back():
    means = np.array([[1.0, 2.0], [-3.0, 0.5]])
    covariances = np.array([[[2.0, 0.6], [0.6, 1.0]], [[0.5, 0.0], [0.0, 3.0]]])
    handles = ellipse_handles(means, covariances, radius=2)
    assert handles.shape == (6, 2)
    np.testing.assert_allclose(handles[3:], [[-3, 0.5], [-3, 0.5 + 2 * 3**0.5], [-3 + 2 * 0.5**0.5, 0.5]], atol=1e-12)
    for back, meant in zip(ellipses(handles, radius=2), (means, covariances), strict=True):
        np.testing.assert_allclose(back, meant, atol=1e-12)
    live = told_by(Pointer(handles, kind="ellipse", name="handles"))
    spec = live.canvas.pointers[0]
    assert (spec["kind"], spec["editable"]) == ("ellipse", False)
    assert [spec["names"][str(label)] for label in live.canvas.points[0]["labels"][:3]] == [
        "centre",
        *["end of an axis"] * 2,
    ]
    with pytest.raises(ValueError, match="three handles"):
        live.at(handles=handles[:4])


@pytest.mark.parametrize(
    "options, sentence",
    [
        (dict(kind="circle"), "take 'points' or 'ellipse'"),
        (dict(along="z"), "take 'x', 'y' or a polyline"),
        (dict(along=[[0, 0]]), "along has to be finite points"),
        (dict(names=("a", "b")), "one for each"),
    ],
)
def test_a_pointer_that_makes_no_sense(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        Pointer(X, **options)
