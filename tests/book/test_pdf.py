"""A lecture on paper."""

import pytest

from tests.book.reader import PAGE, book
from tools.book import pdf
from tools.book.front import TESTS, on_paper
from tools.browser import WHAT_TO_DO


@pytest.mark.parametrize("stem", ["soft_margin", "11_soft_margin"])
def test_a_lecture_is_named_by_its_stem(stem):
    assert pdf.name_of(stem) == "11_soft_margin"


def test_what_is_no_lecture_is_refused_with_those_there_are(capsys):
    assert pdf.main(["forests"]) == 1
    assert "There is no lecture 'forests': take one of start_here, decisions" in capsys.readouterr().err


@pytest.mark.parametrize("half", TESTS)
def test_the_students_paper_has_the_tasks_and_no_solution(half):
    tasks, whole = map(on_paper, pdf.names_of(half))
    assert tasks.startswith("# A test of the ")
    assert tasks.count("(6 points).**") == 8
    for word in ("Solutions", "For the teacher", "→", "make "):
        assert word not in tasks
        assert word in whole


def test_without_a_browser_it_says_what_to_do(monkeypatch, capsys):
    monkeypatch.setattr(pdf, "find", lambda: None)
    assert pdf.main(["soft_margin"]) == 1
    assert capsys.readouterr().err.strip() == WHAT_TO_DO.strip()


@pytest.mark.chromium
def test_the_pages_are_numbered_and_have_their_figures(context, monkeypatch, tmp_path):
    monkeypatch.setattr(pdf, "PDF", tmp_path)
    page = context.new_page()
    written = pdf.printed(page, book(PAGE) / f"{PAGE}.html", PAGE)
    content = written.read_bytes()
    assert content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") > 10
    assert content.count(b"/Subtype /Image") >= page.locator(".mlcore-figure").count()
    page.close()
