"""How data are read: any two labels, names of columns and classes, frames; and one sentence for what does not fit."""

import numpy as np
import pandas as pd
import pytest

from mlcore import datasets
from mlcore.plots import kinds
from mlcore.plots.kinds import DataError

X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])


def test_a_dataset_an_array_a_list_and_a_frame_are_the_same_points():
    frame = pd.DataFrame(X, columns=["height", "width"])
    for given in ((X,), (X.tolist(),), (frame,), (datasets.Dataset(X, np.zeros(3), ("a", "b"), ()),)):
        assert np.array_equal(kinds.POINTS.read(*given).X, X)
    assert kinds.POINTS.read(frame).feature_names == ("height", "width")
    assert kinds.POINTS.read(X).feature_names == ("$x_{1}$", "$x_{2}$")


@pytest.mark.parametrize(
    "labels", [[0, 1, 0], ["ham", "spam", "ham"], [False, True, False], [3.5, 7, 3.5], [[0], [1], [0]]]
)
def test_any_two_labels_become_signs(labels):
    data = kinds.CLASSES.read(X, labels)
    assert data.y.tolist() == [-1.0, 1.0, -1.0]
    assert len(data.target_names) == 2


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (pd.Series(["ham", "spam", "ham"], dtype="category", index=[7, 3, 5]), ("ham", "spam")),
        (pd.Series([1, 2, 1], index=["a", "b", "c"], name="sort"), ("sort = 1", "sort = 2")),
        (pd.Series([False, True, False], dtype="boolean"), ("y = False", "y = True")),
        (pd.DataFrame({"sort": ["ham", "spam", "ham"]}), ("ham", "spam")),
    ],
)
def test_labels_of_pandas_are_taken_row_by_row_whatever_their_index(labels, names):
    data = kinds.CLASSES.read(pd.DataFrame(X, index=[2, 1, 0]), labels)
    assert (data.y.tolist(), data.target_names) == ([-1.0, 1.0, -1.0], names)
    assert data.feature_names == ("0", "1")


def test_a_target_and_a_row_of_numbers_keep_their_names():
    frame = pd.DataFrame({"height": [1, 2, 3], "weight": [40, 50, 60]})
    for given in ((frame.height, frame.weight), (frame[["height"]], frame.weight), (frame, "weight")):
        data = kinds.LINE.read(*given)
        assert (data.feature_names, data.target_names) == (("height",), ("weight",))
        assert data.y.tolist() == [40, 50, 60]
    assert kinds.LINE.read([1, 2], [3, 4]).target_names == ()
    for numbers in (frame.height, frame[["height"]]):
        assert kinds.NUMBERS.read(numbers).feature_names == ("height",)
    assert kinds.NUMBERS.read([1, 2]).feature_names == ("x",)


def test_own_data_come_as_a_lecture_takes_them():
    frame = pd.DataFrame(X, columns=["height", "width"])
    two = datasets.own(frame.assign(kind=["cat", "dog", "cat"]), "kind")
    assert (two.y.tolist(), two.target_names, two.feature_names) == ([-1, 1, -1], ("cat", "dog"), ("height", "width"))
    three = datasets.own(frame, ["owl", "dog", "cat"])
    assert (three.y.tolist(), three.target_names) == ([2, 1, 0], ("cat", "dog", "owl"))
    assert datasets.own(X, [3, 1, 2]).y.tolist() == [3, 1, 2]
    assert datasets.own(frame.height, frame.width).target_names == ("width",)
    assert datasets.own([1, 2, 3]).X.tolist() == [[1], [2], [3]]
    assert np.array_equal(datasets.own(X).X, X)
    assert datasets.own(X, columns=["height", "width"]).feature_names == ("height", "width")
    with pytest.raises(DataError, match="X has 2 columns, and there are 1 names"):
        datasets.own(X, columns=["height"])


def test_classes_keep_their_names():
    assert kinds.CLASSES.read(X, ["ham", "spam", "ham"]).target_names == ("ham", "spam")
    assert kinds.CLASSES.read(X, [-1, 1, -1]).target_names == ("y = −1", "y = 1")
    assert kinds.CLASSES.read(datasets.iris_pair()).target_names == ("setosa", "versicolor")


def test_a_frame_and_the_name_of_its_column_of_labels():
    frame = pd.DataFrame(X, columns=["height", "width"]).assign(kind=["cat", "dog", "cat"])
    data = kinds.CLASSES.read(frame, "kind")
    assert (data.feature_names, data.target_names) == (("height", "width"), ("cat", "dog"))
    assert data.y.tolist() == [-1.0, 1.0, -1.0]
    with pytest.raises(DataError, match="no column 'sort'; it has height, width, kind"):
        kinds.CLASSES.read(frame, "sort")


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        (kinds.POINTS, (np.zeros((5, 3)),), r"3 columns: choose two of them, for example X\[:, \[0, 1\]\]"),
        (kinds.POINTS, (X, X, X), "here 3 things were given"),
        (kinds.CLASSES, (X,), "give the labels too"),
        (kinds.CLASSES, (X, [1, 1, 1]), "one class only"),
        (kinds.CLASSES, (X, [1, 2, 3]), "there are 3: 1, 2, 3"),
        (kinds.CLASSES, (X, [1, 2]), "give one y for each row"),
        (kinds.CLASSES, (X, ["a", None, "b"]), "y has gaps"),
        (kinds.CLASSES, (X, np.array(["a", 1, "a"], object)), "of several sorts"),
        (kinds.CLASSES, (X, pd.Series(["a", None, "b"])), "y has gaps"),
        (kinds.CLASSES, (X, [1.0, np.nan, 2.0]), "y has gaps"),
        (kinds.CLASSES, (X, pd.Series([True, None, False], dtype="boolean")), "y has gaps"),
        (kinds.LINE, ([[1], [2, 3]], [1, 2]), "rows of different lengths"),
        (kinds.POINTS, (pd.DataFrame({"a": pd.array([1, None]), "b": [1, 2]}),), "Column 'a' has a gap in row 1"),
        (kinds.LINE, (X, [1, 2, 3]), "one input, and X has 2 columns"),
        (kinds.LINE, ([1, 2], ["a", "b"]), "no numbers"),
        (kinds.NUMBERS, (X,), "a row of numbers"),
        (kinds.IMAGES, (np.zeros((4, 7)),), "7 values: 64 are 8 by 8"),
        (kinds.FLIPS, ([[1, 2], [0.5, 1]],), "how many heads and how many tails"),
        (kinds.FORMULA, (X,), "takes no data"),
        (kinds.LINE, (datasets.iris().columns("petal width (cm)"),), r"the targets are classes \(setosa, versicolor"),
        (kinds.POINTS, (datasets.iris(),), r"columns=\['sepal length \(cm\)', 'sepal width \(cm\)'\]"),
        (kinds.LINE, (datasets.diabetes(),), r"choose one, for example datasets.own\(…, columns=\['age'\]\)"),
        (kinds.POINTS, ("coffee.csv",), r"the name of a file: datasets.own\('coffee.csv'\) reads it"),
        (
            kinds.GROUPS,
            (np.zeros((30, 2)), np.arange(30)),
            "30 different labels in 30 rows: are these numbers to predict",
        ),
        (kinds.GROUPS, (datasets.own(X),), "Here are no labels"),
        (kinds.POINTS, (pd.DataFrame({"shop": ["a", "b"], "b": [1, 2]}),), r"'shop' holds text \('a' in row 0\)"),
    ],
)
def test_what_does_not_fit_is_told_in_words(kind, given, words):
    with pytest.raises(DataError, match=words):
        kind.read(*given)


def test_a_line_takes_a_column_or_a_row():
    for x in ([1.0, 2, 3], np.array([[1.0], [2], [3]])):
        data = kinds.LINE.read(x, [1, 2, 3])
        assert data.X.tolist() == [[1.0], [2.0], [3.0]]


def test_a_frame_need_not_be_pandas():
    class Frame:
        columns = ("height", "width")
        shape = (3, 2)

        def __array__(self, dtype=None, copy=None):
            return X.astype(dtype or float)

    data = kinds.POINTS.read(Frame())
    assert np.array_equal(data.X, X)
    assert data.feature_names == ("height", "width")
