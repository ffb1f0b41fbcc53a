import numpy as np
import pytest

from mlcore.base import labels


@pytest.mark.parametrize("y", [["no", "yes", "no"], [3, 7, 3], [False, True, False], [-0.5, 0.25, -0.5]])
def test_any_two_labels_become_01_and_pm1_with_the_larger_one_positive(y):
    classes, y01 = labels.encode_labels(y)
    assert list(classes) == sorted(set(y))
    assert np.array_equal(classes[y01], y)
    assert labels.to_01(y).tolist() == [0, 1, 0]
    assert labels.to_pm1(y).tolist() == [-1.0, 1.0, -1.0]


@pytest.mark.parametrize(
    "y, words",
    [
        ([], "There are no labels"),
        ([4, 4], "All labels are 4: one class only"),
        ([1, 2, 3], r"Only binary classification is supported\. .* 3"),
    ],
)
@pytest.mark.parametrize("convert", [labels.encode_labels, labels.to_01, labels.to_pm1])
def test_one_class_and_three_are_refused(convert, y, words):
    with pytest.raises(ValueError, match=words):
        convert(y)


def test_ones_come_first_and_the_input_stays():
    X = np.arange(6.0).reshape(3, 2)
    design = labels.add_ones(X)
    assert design.tolist() == [[1, 0, 1], [1, 2, 3], [1, 4, 5]]
    design[:] = 9
    assert X.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert labels.add_ones([[2], [3]]).tolist() == [[1, 2], [1, 3]]


def test_too_few_rows_of_a_class_are_counted():
    labels.check_rows_of_each_class(["a", "b", "a", "b"], 2, "both halves")
    with pytest.raises(ValueError, match="One class has 1 row: both halves take 2 of each class at least"):
        labels.check_rows_of_each_class(["a", "b", "a"], 2, "both halves")
