"""How data are read: any two labels, names of columns and classes, frames; and one sentence for what does not fit."""

import numpy as np
import pandas as pd
import pytest

from mlcore import datasets
from mlcore.figures import kinds
from mlcore.figures.kinds import DataError

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
        (kinds.POINTS, (X, X, X), "was given 3 things"),
        (kinds.CLASSES, (X,), "give the labels too"),
        (kinds.CLASSES, (X, [1, 1, 1]), "one class only"),
        (kinds.CLASSES, (X, [1, 2, 3]), "3 classes"),
        (kinds.CLASSES, (X, [1, 2]), "give one y for each row"),
        (kinds.LINE, (X, [1, 2, 3]), "one input, and X has 2 columns"),
        (kinds.LINE, ([1, 2], ["a", "b"]), "no numbers"),
        (kinds.NUMBERS, (X,), "a row of numbers"),
        (kinds.IMAGES, (np.zeros((4, 7)),), "7 values: 64 are 8 by 8"),
        (kinds.FLIPS, ([[1, 2], [0.5, 1]],), "how many heads and how many tails"),
        (kinds.FORMULA, (X,), "takes no data"),
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
