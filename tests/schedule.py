"""Who runs what: the pieces of work that are shared out between processes."""

import re

BOOK = [  # they open the book's pages
    f"tests/book/test_{part}.py" for part in ("answers", "formulas", "links", "pages", "pdf", "same")
]
EXECUTED = [  # they execute a lecture in their own process
    f"tests/course/test_{part}.py" for part in ("lecture", "scratch", "other_data")
]
OPENED = "tests/browser/test_lectures.py"  # it opens a lecture in JupyterLab
LECTURE = re.compile(r"[\[/-](\d\d_[a-z_]+|A0_notation)\b")
IN_FIREFOX = re.compile(r"(?<=[\[-])firefox(?=[\]-])")  # among the values of a test's parameters


def piece_of_work(nodeid: str) -> str:
    """What one worker does whole: all tests of a lecture, so that what it draws is computed once, or else a file; in
    Firefox what another worker may do in Chromium."""
    if IN_FIREFOX.search(nodeid):
        return f"{piece_of_work(IN_FIREFOX.sub('', nodeid))} in Firefox"
    path, named = nodeid.split("::")[0], LECTURE.search(nodeid)
    if path in BOOK:
        return f"book {named[1] if named else '11_soft_margin'}"  # the one page of `make test` is built by one worker
    if path in EXECUTED:
        return f"lecture {named[1] if named else ''}"
    if path == OPENED:
        return f"{path} {named[1] if named else ''}"
    return path


def pytest_xdist_make_scheduler(config, log):
    """Shares out the pieces of work, in the order of collection.

    `--dist loadgroup` would do it with marks, but pytest 9 drops the names that xdist 3.8 writes into the node ids.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByPieces(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return piece_of_work(nodeid)

    return ByPieces(config, log)
