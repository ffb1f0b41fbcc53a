"""The index of terms: each is explained where the index says, and notebook A0 has the index as it should be."""

import pytest

from mlcore.course import LECTURES
from tools import terms


@pytest.mark.parametrize("term, lecture, place", terms.rows(), ids=lambda part: str(getattr(part, "name", part)))
def test_a_term_stands_in_bold_or_italics_in_its_lecture(term, lecture, place):
    assert place is not None, f"{lecture.name} does not explain “{term}”"


def test_every_lecture_has_terms_and_no_term_has_two_lectures():
    every = [term.strip() for several in terms.TERMS.values() for term in several.split(", ")]
    assert set(terms.TERMS) == {lecture.number for lecture in LECTURES}
    assert sorted(every) == sorted(set(every))


def test_a_term_that_nobody_explains_is_seen():
    assert terms.place_of("phlogiston", LECTURES[0]) is None


def test_the_index_of_the_notation_is_in_step():
    page = terms.PAGE.read_text(encoding="utf-8")
    assert terms.BEGIN in page
    assert terms.with_index(page) == page, "run: python -m tools.terms --write"
