"""The draws of lecture 19: what a setting is, what is flipped, and that the stored ones travel with the package."""

import tomllib

import numpy as np
import pytest

from mlcore.lectures.which_one.draws import (
    DEAR,
    EVERY,
    LEAST_LEFT,
    LIVE_SPLITS,
    SETTINGS,
    SIZES,
    SPLITS,
    STORED,
    STORED_SPOTS,
    errors_as_chosen,
    examples,
    judged_on,
    shares,
    sizes_of,
    stored,
    tuned_errors,
)
from mlcore.lectures.which_one.methods import CANDIDATES, METHODS
from mlcore.lectures.which_one.tables import KNOWN, NAMES, TABLES, split
from tests.course.test_style import ROOT


def test_a_size_is_offered_where_enough_rows_are_left():
    assert sizes_of(KNOWN) == SIZES
    for name, table in TABLES.items():
        rows = len(table().y)
        assert all(rows - n >= LEAST_LEFT for n in sizes_of(name))
        assert all(rows - n < LEAST_LEFT for n in set(SIZES) - set(sizes_of(name)))
    assert len(SETTINGS) == 3 * sum(len(sizes_of(name)) for name in NAMES) == 48


def test_labels_are_flipped_where_is_learnt_and_never_where_is_judged():
    for k in (0, 2):
        X, y, new, there = examples(k * SPLITS + 3)
        setting = SETTINGS[k]
        clean = split(setting.table, setting.n, 3)
        assert np.array_equal(X, clean[0])
        assert np.array_equal(new, clean[2])
        assert (y != clean[1]).sum() == round(setting.flips * setting.n)
        assert np.array_equal(there, clean[3])


def test_what_is_stored_has_an_error_and_a_choice_for_each_method_and_split():
    errors, choices = stored()
    assert errors.shape == choices.shape == (len(SETTINGS), SPLITS, len(METHODS))
    assert ((errors >= 0) & (errors <= 1)).all()
    assert set(np.unique(choices)) == set(range(CANDIDATES))


def test_of_a_setting_as_many_new_points_are_judged_on_as_its_draws_have():
    for k, setting in enumerate(SETTINGS):
        assert judged_on(setting) == len(examples(k * SPLITS)[3])


def test_errors_are_counted_in_the_rows_and_shares_in_what_is_made_of_them():
    rows = np.zeros((len(SETTINGS) * SPLITS, 2 * len(METHODS)))
    rows[SPLITS - 1] = [*range(len(METHODS)), *[3] * len(METHODS)]  # the last split of the first setting
    errors, choices = shares(rows)
    assert (SETTINGS[0].table, SETTINGS[0].n) == ("breast cancer", 25)  # 569 rows, so 544 are judged on
    assert np.array_equal(errors[0, -1] * 544, np.arange(len(METHODS)))
    assert (choices[0, -1] == 3).all()
    assert errors.sum() == errors[0, -1].sum()
    assert tuned_errors([0]).dtype.kind == "i"


def test_a_draw_fitted_again_as_it_was_chosen_has_the_same_errors_and_sees_a_wrong_one():
    draws = [0, 1]
    rows = tuned_errors(draws)
    assert np.array_equal(errors_as_chosen(draws, rows), rows)
    wrong = rows.copy()
    wrong[:, 0] += 1
    assert not np.array_equal(errors_as_chosen(draws, wrong), wrong)
    dear = list(METHODS).index(DEAR[0])
    wrong = rows.copy()
    wrong[:, dear] += 1
    again = errors_as_chosen(draws, wrong)[:, dear] == wrong[:, dear]
    assert again.tolist() == [draw % EVERY != 0 for draw in draws]


def test_the_pages_say_how_many_splits_are_stored_and_for_how_many_a_reader_waits():
    lecture, capstone = (
        (ROOT / "notebooks" / "text" / f"{name}.md").read_text(encoding="utf-8")
        for name in ("19_which_one", "A1_capstone")
    )
    assert f"{SPLITS} **splits** in all" in lecture
    assert f"lecture 19 has {SPLITS} splits" in capstone
    assert "what stands in the data cell: four splits" in lecture
    assert LIVE_SPLITS == 4


@pytest.mark.parametrize("path", [STORED, STORED_SPOTS], ids=lambda path: path.stem)
def test_the_stored_draws_are_packed_into_the_wheel(path):
    told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = told["tool"]["setuptools"]["package-data"]["mlcore.lectures"]
    rooms = STORED.parent.parent
    assert path in {found for pattern in patterns for found in rooms.glob(pattern)}
