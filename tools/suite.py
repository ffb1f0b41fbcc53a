"""The tests, in two tiers: python -m tools.suite [test | all | rest] [ARGUMENTS OF PYTEST]

`test` asks what a change can break, in minutes; `all` asks everything; `rest` what `all` has beyond `test`. The last
line says what it took: on a busy machine processor seconds can be compared, the clock cannot.

BROWSER=skip leaves out what needs a browser; FIREFOX=needed fails what is skipped where there is no Firefox; WORKERS
(2) is how many processes work side by side; COSTS (10) is how many of the most expensive tests are listed.
"""

import os
import pathlib
import subprocess
import sys
import time

from tools import browser

ROOT = pathlib.Path(__file__).parent.parent
TIERS = {"test": ["-m", "not all"], "all": [], "rest": ["-m", "all"]}


def main(words: list[str]) -> int:
    """0 if all tests that were asked passed."""
    tier, *more = words or ["test"]
    if tier not in TIERS:
        sys.exit(f"{tier} is no tier: take one of {', '.join(TIERS)}.")
    started, skip = time.monotonic(), os.environ.get("BROWSER") == "skip"
    if not skip and (missing := browser.main()):
        sys.exit(missing)
    without_firefox = tier != "test" and not skip and not (browser.find_firefox() or browser.by_apt_get("firefox-esr"))
    settings = {**os.environ, "MLCORE_CLAIMS": "raise"}
    settings.pop("PYTHONDONTWRITEBYTECODE", None)  # else each kernel compiles the course anew
    paths = [word for word in more if not word.startswith("-")]
    asks_the_book = not paths or any(path.startswith("tests/book") for path in paths)
    if tier != "test" and asks_the_book and not skip:
        settings["BOOK"] = "sparse"
        if subprocess.run([sys.executable, "-m", "tools.book", "--sparse"], cwd=ROOT, env=settings).returncode:
            return 1
    code = subprocess.run([*command(tier), *more], cwd=ROOT, env=settings).returncode
    took, spent = time.monotonic() - started, os.times()
    print(f"{tier}: {took / 60:.1f} minutes, {spent.children_user + spent.children_system:.0f} processor seconds")
    if skip:
        print("SKIPPED: the tests in a real browser (BROWSER=skip)")
    if without_firefox:
        print(f"SKIPPED: the tests in Firefox. {browser.NO_FIREFOX}")
    return code


def command(tier: str) -> list[str]:
    """How pytest is called. Lectures stay together: tests/schedule.py shares out the work, also if only notebooks are
    asked, which do not read tests/conftest.py."""
    workers = os.environ.get("WORKERS", "2")
    return [
        sys.executable, "-m", "pytest", "--nbval", "--nbval-cell-timeout", "120", "-n", workers,
        "-p", "tests.schedule", "--no-loadscope-reorder", *TIERS[tier],
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
