"""A browser for the tests: the one that is there, or else Playwright's own, or else Debian's.

python tools/browser.py prints where it is. It brings one if there is none; only where that fails it says what to do.
"""

import os
import pathlib
import shutil
import subprocess
import sys

COMMANDS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
    "microsoft-edge", "microsoft-edge-stable", "msedge",
)  # fmt: skip
MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
WINDOWS_HOMES = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
DOWNLOAD = [sys.executable, "-m", "playwright", "install", "chromium"]
OWN = [
    sys.executable, "-c",
    "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)",
]  # fmt: skip
WHAT_TO_DO = """\
No browser for the tests: there is no Chromium, Chrome or Edge here, and neither Playwright nor apt-get could bring one.
Install one of them (on Debian: apt-get install chromium), or leave the browser out: make test BROWSER=skip.
"""


def candidates() -> list[str]:
    """Where a browser would be on this system, the likeliest first."""
    places = [path for path in map(shutil.which, COMMANDS) if path]
    if sys.platform == "darwin":
        homes = (pathlib.Path("/Applications"), pathlib.Path.home() / "Applications")
        places += [str(home / f"{name}.app/Contents/MacOS/{name}") for home in homes for name in MAC]
    if sys.platform == "win32":
        homes = [os.environ[home] for home in WINDOWS_HOMES if home in os.environ]
        places += [str(pathlib.Path(home, name)) for name in WINDOWS for home in homes]
    return places


def find() -> str | None:
    """The browser that is there, None if there is none."""
    return next(filter(works, candidates()), None) or playwrights_own()


def works(path: str) -> bool:
    """Whether it is there and starts: Ubuntu's chromium-browser may be a script that only asks for a snap."""
    if not os.path.isfile(path):
        return False
    if sys.platform == "win32":  # there, --version opens a window
        return True
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def playwrights_own() -> str | None:
    """The browser that Playwright has downloaded, None if it has not. (A process of its own: Playwright runs once.)"""
    path = subprocess.run(OWN, capture_output=True, encoding="utf-8").stdout.strip()
    return path if path and works(path) else None


def bring() -> str | None:
    """Install a browser, by Playwright or as root by apt-get. None if neither can."""
    print("No browser here: Playwright downloads one.", file=sys.stderr)
    if _run(DOWNLOAD) and (path := find()):
        return path
    if shutil.which("apt-get") and getattr(os, "geteuid", lambda: 1)() == 0:
        print("That failed: apt-get installs one.", file=sys.stderr)
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        if _run(["apt-get", "update", "-qq"], **quiet) and _run(
            ["apt-get", "install", "-y", "-qq", "chromium"], **quiet
        ):
            return find()
    return None


def _run(command: list[str], **environment: str) -> bool:
    """Run it, its words to stderr: stdout is for the path alone."""
    return subprocess.run(command, stdout=sys.stderr, env={**os.environ, **environment}).returncode == 0


def main() -> str | None:
    """None when a browser is there, or what to do."""
    path = find() or bring()
    if path is None:
        return WHAT_TO_DO
    print(path)
    return None


if __name__ == "__main__":
    sys.exit(main())
