"""How conclusions are judged: by their share of the draws, and draws that are stored are still what they were."""

import json

import numpy as np
import pytest

from tests.conclusions import AGAIN, may_be_said_plainly, may_be_said_with_its_share, table_of


def test_from_which_share_on_a_sentence_may_be_said():
    assert may_be_said_plainly([True] * 95 + [False] * 5)
    assert not may_be_said_plainly([True] * 94 + [False] * 6)
    assert may_be_said_with_its_share([True] * 83 + [False] * 17, 83)
    assert not may_be_said_with_its_share([True] * 83 + [False] * 17, 80)
    assert not may_be_said_with_its_share([True] * 55 + [False] * 45, 55)


def of_seeds(seeds):
    return np.array([np.random.default_rng(seed).normal(size=2) for seed in seeds])


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("DRAWS", "write")
    table_of(of_seeds, range(30), tmp_path / "draws" / "it.json")
    monkeypatch.delenv("DRAWS")
    return tmp_path / "draws" / "it.json"


def test_a_stored_table_is_what_the_draws_give(path):
    assert np.allclose(table_of(of_seeds, range(30), path), of_seeds(range(30)))


def test_ten_draws_are_repeated_and_all_when_asked_for(path, monkeypatch):
    asked = []
    table_of(lambda seeds: asked.append(len(seeds)) or of_seeds(seeds), range(30), path)
    monkeypatch.setenv("DRAWS", "all")
    table_of(lambda seeds: asked.append(len(seeds)) or of_seeds(seeds), range(30), path)
    assert asked == [10, 30]


def test_with_settings_that_are_stored_the_search_is_repeated_ten_times_and_the_rest_all(path, monkeypatch):
    asked = []

    def searched(seeds):
        asked.append(("search", len(seeds)))
        return of_seeds(seeds)

    def again(seeds, rows, off=0.0):
        asked.append(("again", len(seeds)))
        return rows + off

    table_of(searched, range(30), path, as_chosen=again)
    monkeypatch.setenv("DRAWS", "all")
    table_of(searched, range(30), path, as_chosen=again)
    assert asked == [("search", 10), ("search", 10), ("again", 30)]
    with pytest.raises(AssertionError, match="the draws give something else now"):
        table_of(searched, range(30), path, as_chosen=lambda seeds, rows: again(seeds, rows, 0.01))


def test_of_many_draws_a_thousand_are_fitted_again_others_each_time_and_a_changed_one_is_named(tmp_path, monkeypatch):
    many, path, asked = range(2 * AGAIN), tmp_path / "it.json", []

    def again(seeds, rows, off=0.0):
        asked.append(list(seeds))
        assert np.array_equal(rows, of_seeds(seeds))
        return rows + off * (np.array(seeds) == seeds[7])[:, None]

    monkeypatch.setenv("DRAWS", "write")
    table_of(of_seeds, many, path)
    path.write_text(
        json.dumps({"seeds": list(many), "rows": of_seeds(many).tolist()}), encoding="utf-8"
    )  # with all digits
    monkeypatch.setenv("DRAWS", "all")
    for _ in range(2):
        table_of(of_seeds, many, path, as_chosen=again)
    assert [len(set(seeds)) for seeds in asked] == [AGAIN, AGAIN]
    assert asked[0] != asked[1]
    with pytest.raises(AssertionError) as told:
        table_of(of_seeds, many, path, as_chosen=lambda seeds, rows: again(seeds, rows, 0.01))
    assert str(told.value).startswith(f"it.json: the draws give something else now: [{asked[-1][7]}]")


def test_counts_are_stored_as_whole_numbers(tmp_path, monkeypatch):
    monkeypatch.setenv("DRAWS", "write")
    rows = table_of(lambda seeds: np.array([[seed, 2 * seed] for seed in seeds]), range(3), tmp_path / "it.json")
    assert (tmp_path / "it.json").read_text(encoding="utf-8") == '{"seeds":[0,1,2],"rows":[[0,0],[1,2],[2,4]]}\n'
    assert rows.dtype == float


def test_draws_that_have_changed_are_found(path):
    with pytest.raises(AssertionError, match="the draws give something else now"):
        table_of(lambda seeds: of_seeds(seeds) + 0.01, range(30), path)
    with pytest.raises(AssertionError, match="other seeds: run this test once with DRAWS=write"):
        table_of(of_seeds, range(31), path)
