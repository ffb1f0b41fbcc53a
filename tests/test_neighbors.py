import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier as TheirClassifier
from sklearn.neighbors import KNeighborsRegressor as TheirRegressor

from mlcore.datasets import diabetes, digits, esl_mixture, iris
from mlcore.neighbors import (
    BLOCK,
    KNeighborsClassifier,
    KNeighborsRegressor,
    limit_error,
    nearest_neighbors,
    sorted_neighbors,
    votes,
    winner,
)

LINE = np.array([[0.0], [1.0], [3.0], [7.0]])
NAMES = np.array(["a", "b", "b", "a"])


def test_four_points_by_hand():
    # from 1.8 the points are 1.8, 0.8, 1.2 and 5.2 away
    assert nearest_neighbors(LINE, np.array([[1.8]]), 3).tolist() == [[1, 2, 0]]
    assert KNeighborsClassifier(3).fit(LINE, NAMES).predict([[1.8], [6.0]]).tolist() == ["b", "b"]
    assert KNeighborsClassifier(3).fit(LINE, NAMES).predict_proba([[1.8]]) == pytest.approx(np.array([[1 / 3, 2 / 3]]))
    assert KNeighborsRegressor(3).fit(LINE, [3.0, 6, 9, 100]).predict([[1.8]]) == pytest.approx(6)


def test_one_neighbour_gives_every_example_its_own_answer():
    data = esl_mixture().sample(200)
    assert np.array_equal(KNeighborsClassifier().fit(data.X, data.y).predict(data.X), data.y)


@pytest.mark.parametrize("K", [1, 3, 5, 15, 51])
def test_two_classes_and_an_odd_K_as_scikit_learn(K):
    data, other = esl_mixture().sample(200), esl_mixture().sample(300, seed=3)
    ours, theirs = (model(K).fit(data.X, data.y) for model in (KNeighborsClassifier, TheirClassifier))
    assert np.array_equal(ours.predict(other.X), theirs.predict(other.X))
    assert ours.predict_proba(other.X) == pytest.approx(theirs.predict_proba(other.X))


@pytest.mark.parametrize("K", [1, 4, 7])
def test_many_classes_as_scikit_learn_where_no_votes_tie(K):
    for data in (iris(), digits()):
        X, y, Z = data.X[::2], data.y[::2], data.X[1::2]
        ours, theirs = KNeighborsClassifier(K).fit(X, y), TheirClassifier(K).fit(X, y)
        most = np.sort(theirs.predict_proba(Z), axis=1)
        # pixels and lengths in mm are whole numbers: where the K-th and the next are equally far, any K will do
        D = np.sort(((Z[:, None] - X) ** 2).sum(axis=2).round(9), axis=1)
        clear = (most[:, -1] > most[:, -2]) & (D[:, K - 1] < D[:, K])
        assert clear.mean() > 0.75
        assert np.array_equal(ours.predict(Z)[clear], theirs.predict(Z)[clear])


@pytest.mark.parametrize("K", [1, 2, 10, 221])
def test_the_average_as_scikit_learn(K):
    data = diabetes().standardised()
    X, y, Z = data.X[::2], data.y[::2], data.X[1::2]
    ours, theirs = KNeighborsRegressor(K).fit(X, y), TheirRegressor(K).fit(X, y)
    assert ours.predict(Z) == pytest.approx(theirs.predict(Z), rel=1e-12)


def test_all_neighbours_make_one_answer_everywhere():
    data = diabetes()
    assert KNeighborsRegressor(442).fit(data.X, data.y).predict(data.X) == pytest.approx(data.y.mean())


def test_of_equally_far_neighbours_the_earlier_row_comes_first():
    corners = np.array([[1.0, 1], [-1, 1], [1, -1], [-1, -1], [0, 0.5]])
    for K in range(1, 6):
        assert nearest_neighbors(corners, np.zeros((1, 2)), K)[0].tolist() == [4, 0, 1, 2, 3][:K]
    grid = np.array([(i, j) for i in range(9) for j in range(9)], float)
    D = ((grid[:, None] - grid) ** 2).sum(axis=2)
    for K in (1, 2, 4, 6, 20, 81):
        assert np.array_equal(nearest_neighbors(grid, grid, K), D.argsort(axis=1, kind="stable")[:, :K])


def test_equal_rows_are_taken_in_their_order():
    X = np.random.default_rng(0).normal(size=(30, 3))
    found = nearest_neighbors(np.vstack([X, X]), X, 3)
    assert np.array_equal(found[:, :2], np.column_stack([np.arange(30), np.arange(30) + 30]))


def test_a_tie_goes_to_the_nearest_of_the_classes_that_tie():
    assert winner(np.array([[0, 1], [1, 0], [2, 1]]), 3).tolist() == [0, 1, 2]
    assert winner(np.array([[2, 1, 1, 0, 0]]), 3).tolist() == [1]  # 2 is nearest, but does not tie
    assert votes(np.array([[2, 1, 1, 0, 0]]), 3).tolist() == [[2, 2, 1]]
    assert KNeighborsClassifier(4).fit(LINE, NAMES).predict([[0.9], [0.2], [6.9]]).tolist() == ["b", "a", "a"]


@pytest.mark.parametrize("K", [2, 3, 4, 6])
def test_the_largest_share_is_that_of_the_class_that_is_predicted(K):
    data, other = iris().columns("sepal length (cm)", "sepal width (cm)"), np.random.default_rng(0)
    asked = other.uniform([4, 2], [8, 4.5], (300, 2))
    model = KNeighborsClassifier(K).fit(data.X, data.y)
    shares = model.predict_proba(asked)
    top = np.sort(shares.round(9), axis=1)
    assert (top[:, -1] == top[:, -2]).sum() > 10 or K == 3  # votes do tie
    assert np.array_equal(model.classes_[shares.argmax(axis=1)], model.predict(asked))
    assert shares.sum(axis=1) == pytest.approx(np.ones(300), abs=1e-15)


def test_two_neighbours_of_two_classes_say_what_one_says():
    data, other = esl_mixture().sample(100), esl_mixture().sample(400, seed=5)
    one, two = (KNeighborsClassifier(K).fit(data.X, data.y).predict(other.X) for K in (1, 2))
    assert np.array_equal(one, two)


def test_blocks_change_nothing():
    rng = np.random.default_rng(1)
    X, Z = rng.normal(size=(500, 2)), rng.normal(size=(900, 2))
    assert len(X) * len(Z) > 3 * BLOCK
    assert np.array_equal(nearest_neighbors(X, Z, 5)[-7:], nearest_neighbors(X, Z[-7:], 5))


def test_shifts_and_units_that_all_features_share_change_nothing():
    data = iris()
    near = nearest_neighbors(data.X, data.X, 5)
    assert np.array_equal(near, nearest_neighbors(data.X * 1024, data.X * 1024, 5))
    far = data.X + 2.0**20
    model = KNeighborsClassifier().fit(far, data.y)
    assert np.array_equal(model.predict(far), KNeighborsClassifier().fit(data.X, data.y).predict(data.X))


@pytest.mark.parametrize("model", [KNeighborsClassifier, KNeighborsRegressor])
@pytest.mark.parametrize(
    ("K", "words"),
    [
        (5, "n_neighbors is 5: take a whole number from 1 to 4, as there are 4 samples"),
        (0, "n_neighbors is 0: take a whole number from 1 to 4"),
        (-1, "n_neighbors is -1"),
        (1.5, "n_neighbors is 1.5"),
        (True, "n_neighbors is True"),
        ("3", "n_neighbors is '3'"),
    ],
)
def test_a_K_that_does_not_fit_gets_a_sentence(model, K, words):
    with pytest.raises(ValueError, match=words):
        model(K).fit(LINE, [0, 1, 1, 0])


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.DataConversionWarning")
def test_y_as_a_column_is_y():
    column = NAMES[:, None]
    assert KNeighborsClassifier(3).fit(LINE, column).predict(LINE).tolist() == ["b"] * 3 + ["b"]
    assert KNeighborsRegressor(1).fit(LINE, [[1.0], [2], [3], [4]]).predict(LINE).tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("K", [1, 2, 5, 40])
@pytest.mark.parametrize("kind", ["far from 0", "grid", "doubles", "digits", "huge", "tiny", "equal"])
def test_the_fast_way_finds_what_sorting_finds(kind, K):
    rng = np.random.default_rng(2)
    X = {
        "far from 0": 1e6 + rng.normal(size=(120, 3)),
        "grid": np.array([(i, j) for i in range(11) for j in range(11)], float) * 0.1,
        "doubles": np.repeat(rng.normal(size=(50, 4)), 3, axis=0),
        "digits": digits().X[:300],
        "huge": rng.normal(size=(100, 2)) * 1e140,
        "tiny": rng.normal(size=(100, 2)) * 1e-160,
        "equal": np.full((60, 2), 0.3),
    }[kind]
    Z = np.vstack([X[::3], X[::7] + rng.normal(size=X[::7].shape) * X.std()])
    assert np.array_equal(nearest_neighbors(X, Z, K), sorted_neighbors(X, Z, K))


def test_far_from_0_the_fast_way_is_still_taken(monkeypatch):
    X = 1e6 + np.random.default_rng(2).normal(size=(120, 3))
    monkeypatch.setattr("mlcore.neighbors.sorted_neighbors", None)  # it would fail where it has to sort
    assert nearest_neighbors(X, X, 5).shape == (120, 5)


def test_rows_do_not_depend_on_their_company():
    rng = np.random.default_rng(4)
    X = np.vstack([rng.normal(size=(200, 40))] * 2)
    near = nearest_neighbors(X, X, 3)
    for i in (0, 57, 199, 321):
        assert np.array_equal(nearest_neighbors(X, X[[i]], 3)[0], near[i])


def test_the_limit_of_K_neighbours_by_hand_and_by_drawing():
    assert limit_error(0.2, [1, 3, 51]) == pytest.approx([0.32, 0.2624, 0.2], abs=5e-5)
    assert limit_error(np.array([0.0, 0.5, 1.0]), 7) == pytest.approx([0, 0.5, 0])
    rng = np.random.default_rng(0)
    for p, K in ((0.3, 5), (0.8, 3)):
        says = (rng.uniform(size=(200_000, K)) < p).sum(axis=1) > K / 2
        assert (says != (rng.uniform(size=200_000) < p)).mean() == pytest.approx(limit_error(p, K), abs=0.005)
    assert (np.diff(limit_error(0.35, np.arange(1, 60, 2))) < 0).all()
    with pytest.raises(ValueError, match="must be a chance"):
        limit_error(1.2, 3)
    for K in (2, 0, -3, 1.5, [1, 4], "3"):
        with pytest.raises(ValueError, match="take odd whole numbers"):
            limit_error(0.2, K)
