"""Browsers for the tests: Chromium, which is there, or else is Playwright's own, or else Debian's; and Firefox.

python tools/browser.py prints where Chromium is. It brings one if there is none; only where that fails it says what to
do. Some tests of `make test-all` ask Firefox, too: they are left out where none is installed, and root cannot bring it.
"""

import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Sequence

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
FIREFOX_COMMANDS = ("firefox-esr", "firefox")
FIREFOX_MAC = ("Firefox",)  # the file in it is called "firefox": the file systems of macOS take both
FIREFOX_WINDOWS = ("Mozilla Firefox/firefox.exe",)
WINDOWS_HOMES = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
DOWNLOAD = [sys.executable, "-m", "playwright", "install", "chromium"]
OWN = [
    sys.executable, "-X", "utf8", "-c",
    "from playwright.sync_api import sync_playwright as s\nwith s() as p: print(p.chromium.executable_path)",
]  # fmt: skip
WHAT_TO_DO = """\
No browser for the tests: there is no Chromium, Chrome or Edge here, and neither Playwright nor apt-get could bring one.
Install one of them (on Debian: apt-get install chromium), or leave the browser out: make test BROWSER=skip.
"""
NO_FIREFOX = "There is no Firefox here: install one (on Debian: apt-get install firefox-esr)."


def candidates(commands: Sequence[str], mac: Sequence[str], windows: Sequence[str]) -> list[str]:
    """Where a browser of these names would be on this system, the likeliest first."""
    places = [path for path in map(shutil.which, commands) if path]
    if sys.platform == "darwin":
        homes = (pathlib.Path("/Applications"), pathlib.Path.home() / "Applications")
        places += [str(home / f"{name}.app/Contents/MacOS/{name}") for home in homes for name in mac]
    if sys.platform == "win32":
        homes = [os.environ[home] for home in WINDOWS_HOMES if home in os.environ]
        places += [str(pathlib.Path(home, name)) for name in windows for home in homes]
    return places


def find() -> str | None:
    """The browser that is there, None if there is none."""
    return next(filter(works, candidates(COMMANDS, MAC, WINDOWS)), None) or playwrights_own()


def find_firefox() -> str | None:
    """The Firefox that is there, None if there is none. (Playwright's own is another build than readers have.)"""
    return next(filter(works, candidates(FIREFOX_COMMANDS, FIREFOX_MAC, FIREFOX_WINDOWS)), None)


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
    return find() if by_apt_get("chromium") else None


def by_apt_get(package: str) -> bool:
    """Install a package as root on Debian or Ubuntu; False where this cannot be."""
    if not shutil.which("apt-get") or getattr(os, "geteuid", lambda: 1)() != 0:
        return False
    print(f"apt-get installs {package}.", file=sys.stderr)
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    return _run(["apt-get", "update", "-qq"], **quiet) and _run(["apt-get", "install", "-y", "-qq", package], **quiet)


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
