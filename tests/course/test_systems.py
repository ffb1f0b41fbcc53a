"""What Windows and macOS ask of the files and the code: names, line ends, and what only some systems have."""

import ast
import pathlib
import re
import subprocess
from collections import Counter

import pytest

from tests.course.test_style import ROOT

CODE = [
    ROOT / "start.py",
    *(path for part in ("mlcore", "tools", "lab") for path in sorted((ROOT / part).rglob("*.py"))),
]
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
FORBIDDEN = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')
MOST = 120  # characters of a path: a clone in a deep folder still keeps below the 259 of Windows

POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
POSIX_CALLS = {
    "os": {"chown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getuid", "killpg",
           "mkfifo", "nice", "openpty", "sched_getaffinity", "setpgid", "setsid", "setuid", "sysconf", "uname"},
    "signal": {"SIGKILL", "SIGALRM", "SIGUSR1", "SIGHUP", "alarm", "pause", "setitimer"},
    "select": {"poll", "epoll", "kqueue"},
    "time": {"tzset"},
}  # fmt: skip


def tracked() -> list[str]:
    """The files of the course, as git names them."""
    said = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return said.stdout.split("\0")[:-1]


def cannot_be_named(path: str) -> bool:
    """Whether Windows refuses a part of this path, or all of it in a folder that is not short itself."""
    parts = path.split("/")
    return len(path) > MOST or any(RESERVED.fullmatch(part) or FORBIDDEN.search(part) for part in parts)


def test_windows_takes_every_name():
    assert all(map(cannot_be_named, ["a/aux.py", "b:c", "what?.md", "ends.", "x" * (MOST + 1), "nul"]))
    assert not any(map(cannot_be_named, ["mlcore/auxiliary.py", "a b.md", "console.py"]))
    assert [path for path in tracked() if cannot_be_named(path)] == []


def test_no_two_files_differ_by_case_alone():
    parts = {"/".join(path.split("/")[: k + 1]) for path in tracked() for k in range(path.count("/") + 1)}
    assert [name for name, number in Counter(map(str.casefold, parts)).items() if number > 1] == []


def test_each_text_has_the_same_line_ends_on_every_system():
    said = subprocess.run(["git", "ls-files", "--eol"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    found = [line.split(None, 3) for line in said.stdout.splitlines()]
    assert [line for line in found if line[0] not in ("i/lf", "i/-text", "i/none")] == []
    assert {line[2] for line in found if line[0] == "i/lf"} == {"attr/text=auto"}
    assert ".gitattributes" in tracked()


def only_some_have(tree: ast.AST) -> list[int]:
    """The lines that use what Windows lacks, and do not ask first: by try, hasattr or getattr, or by the name of it."""
    asked = [node for node in ast.walk(tree) if isinstance(node, (ast.Try, ast.IfExp, ast.If, ast.BoolOp))]
    safe = {
        id(inner) for node in asked if isinstance(node, ast.Try) or re.search("hasattr|sys.platform", ast.unparse(node))
        for inner in ast.walk(node)
    }  # fmt: skip
    found = []
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        called = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        lacking = called and node.attr in POSIX_CALLS.get(node.value.id, ())
        if (POSIX_MODULES.intersection(names) or lacking) and id(node) not in safe:
            found.append(node.lineno)
    return found


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("import resource", [1]),
        ("import os\nos.fork()", [2]),
        ("import os\nos.killpg(1, 9) if hasattr(os, 'killpg') else None", []),
        ("try:\n    import resource\nexcept ImportError:\n    pass", []),
        ("import signal\nif wanted:\n    signal.alarm(3)", [3]),
        ("from pwd import getpwnam", [1]),
    ],
)
def test_what_only_some_systems_have_is_seen(code, lines):
    assert only_some_have(ast.parse(code)) == lines


def test_no_code_stands_on_what_windows_lacks():
    found = {path.name: only_some_have(ast.parse(path.read_text(encoding="utf-8"))) for path in CODE}
    assert {name: lines for name, lines in found.items() if lines} == {}


SHOWN = [path for folder in ("mlcore/show", "tools/book") for path in sorted((ROOT / folder).glob("*.[jc]s*"))]
# What came to the last of the three browsers after 2022, and is likely to be used here one day.
YOUNG = (
    "DecompressionStream", "OffscreenCanvas", "(?<!", "(?<=", "requestFullscreen", "color-mix", "overflow: clip",
    "(resolution: ", "::details-content", "currentCSSZoom", "style.zoom", "@container", "@layer", "@scope",
    "@starting-style", "text-wrap", "light-dark(", "popover", "field-sizing", "startViewTransition", "toSorted(",
    "toReversed(", "toSpliced(", "Object.groupBy", "Map.groupBy", "withResolvers", "Array.fromAsync", "Set.union",
    "roundRect(", "anchor-name", "scheduler.", "interpolate-size", "checkVisibility", "URL.canParse", "Promise.try",
    "sibling-index", "subgrid",
)  # fmt: skip


def listed() -> set[str]:
    """What the table of docs/browsers.md names."""
    text = (ROOT / "docs/browsers.md").read_text(encoding="utf-8")
    return set(re.findall(r"^\| `(.+?)`", text, re.MULTILINE))


def test_what_a_browser_may_lack_is_in_the_table_and_the_table_is_true():
    code = "\n".join(path.read_text(encoding="utf-8") for path in SHOWN)
    assert len(SHOWN) > 6
    assert [word for word in YOUNG if word in code and word not in listed()] == []
    assert len(listed()) > 8
    assert [word for word in listed() if word not in code] == []


def test_the_start_of_windows_is_plain_and_leads_somewhere():
    """A console reads it in its own code page, and a label that is missing ends it without a word."""
    text = (ROOT / "lab/start.bat").read_text(encoding="ascii")
    assert set(re.findall(r"goto (\w+)", text)) == set(re.findall(r"^:(\w+)", text, re.MULTILINE)) == {"end"}
    assert text.count("(\n") == len(re.findall(r"^\s*\)$", text, re.MULTILINE))
    echoed = re.findall(r"^\s*echo (.*)$", text, re.MULTILINE)
    assert len(echoed) == 3
    assert not any(re.search(r"[()%<>|&^]", line) for line in echoed)  # each would mean something else there
    assert pathlib.PurePath("start.py").name in text
