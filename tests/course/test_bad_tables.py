"""Tables that people do have, and that are hard: each figure draws them, or says in plain words what to change."""

import re

import numpy as np
import pytest

from mlcore.datasets import Dataset
from mlcore.lectures import all_figures
from mlcore.plots import kinds
from mlcore.plots.kinds import DataError

pytestmark = pytest.mark.all
RNG = np.random.default_rng(26)
SCORES = np.round(RNG.normal([7, 6], 0.6, (40, 2)), 1)
TABLES = {
    "three rows": (SCORES[:3], [1, -1, 1]),
    "a constant column": (SCORES * [1, 0] + [0, 5], np.where(RNG.uniform(size=40) < 0.4, 1, -1)),
    "each row three times": (np.repeat(SCORES, 3, axis=0), np.repeat(np.where(SCORES[:, 0] > 7, 1, -1), 3)),
}
COLUMNS = {kinds.LINE: 1, kinds.CLASSES_ON_A_LINE: 1}
KINDS = (kinds.LINE, kinds.CLASSES_ON_A_LINE, kinds.POINTS, kinds.CLASSES, kinds.GROUPS, kinds.TABLE, kinds.CLASS_TABLE)
OF_A_LIBRARY = r"n_samples|n_splits|train_size|least populated|NaN|reduction|array|argument"


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("figure", [f for f in all_figures().values() if f.kind in KINDS], ids=lambda f: f.name)
def test_a_hard_table_is_drawn_or_refused_in_words(figure, table):
    X, y = TABLES[table]
    X, y = X[:, -COLUMNS.get(figure.kind, 2) :], np.asarray(y, float)
    names = ("aroma", "acidity")[-X.shape[1] :]
    data = Dataset(
        X, X[:, 0] if figure.kind is kinds.LINE else y, names, () if figure.kind is kinds.LINE else ("a", "b")
    )
    try:
        live = figure(data)
        said, error = live.description, live.error
    except DataError as refusal:
        said, error = str(refusal), None
    assert error is None
    assert not re.search(rf"{OF_A_LIBRARY}|\b(nan|inf)\b", said), said
