"""`make test` finds or brings its browser: each branch, with a PATH and a Playwright of its own."""

import os
import pathlib
import sys

import pytest

from tools import browser

posix = pytest.mark.skipif(sys.platform == "win32", reason="the fakes are shell scripts")
pytestmark = posix


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A Linux without a browser, a user who is not root, and a Playwright that cannot download: the PATH's folder."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    monkeypatch.setattr(browser, "OWN", script(tmp_path / "own", f"echo {tmp_path}/own-browser"))
    monkeypatch.setattr(browser, "DOWNLOAD", script(tmp_path / "download", "exit 1"))
    return folder


def script(path: pathlib.Path, text: str) -> list[str]:
    """A command that does this."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return [str(path)]


def makes(path: pathlib.Path) -> str:
    """Shell lines that put a browser there; they need no command from the PATH but these two."""
    return f"printf '#!/bin/sh\\nexit 0\\n' > '{path}'; /bin/chmod +x '{path}'"


@pytest.mark.parametrize("name", browser.COMMANDS)
def test_a_browser_on_the_path_is_found(bare, name):
    script(bare / name, "echo Browser 1.0")
    assert browser.find() == str(bare / name)


def test_a_script_that_only_asks_for_a_snap_is_none(bare):
    script(bare / "chromium-browser", "echo Command requires the snap; exit 1")
    assert browser.find() is None
    script(bare / "msedge", "echo Edge")
    assert browser.find() == str(bare / "msedge")


@pytest.mark.parametrize("name", browser.MAC)
def test_the_names_of_macos(bare, tmp_path, monkeypatch, name):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(pathlib.Path, "home", lambda: tmp_path)
    path = tmp_path / "Applications" / f"{name}.app" / "Contents" / "MacOS" / name
    script(path, "echo Browser")
    assert browser.find() == str(path)


@pytest.mark.parametrize("home", browser.WINDOWS_HOMES)
@pytest.mark.parametrize("name", browser.WINDOWS)
def test_the_names_of_windows(bare, tmp_path, monkeypatch, home, name):
    for other in browser.WINDOWS_HOMES:
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(home, str(tmp_path))
    script(tmp_path / name, "echo Browser")
    monkeypatch.setattr(browser, "works", os.path.isfile)
    monkeypatch.setattr(browser.shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "platform", "win32")
    assert browser.find() == str(tmp_path / name)


def test_firefox_is_found_and_is_not_taken_for_chromium(bare, tmp_path, monkeypatch):
    assert browser.find_firefox() is None
    script(bare / "firefox", "echo Mozilla Firefox 150.0")
    assert browser.find_firefox() == str(bare / "firefox")
    script(bare / "firefox-esr", "echo Mozilla Firefox 153.8.0")
    assert browser.find_firefox() == str(bare / "firefox-esr")
    script(bare / "firefox-esr", "echo Command requires the snap; exit 1")
    assert browser.find_firefox() == str(bare / "firefox")
    assert browser.find() is None
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(pathlib.Path, "home", lambda: tmp_path)
    (bare / "firefox").unlink()
    script(tmp_path / "Applications" / "Firefox.app" / "Contents" / "MacOS" / "Firefox", "echo Firefox")
    assert browser.find_firefox() == str(tmp_path / "Applications" / "Firefox.app" / "Contents" / "MacOS" / "Firefox")


def test_playwright_s_own_is_found(bare, tmp_path, capsys):
    script(tmp_path / "own-browser", "echo Chromium")
    assert browser.main() is None
    assert capsys.readouterr().out == f"{tmp_path}/own-browser\n"


def test_else_playwright_downloads_one(bare, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(
        browser, "DOWNLOAD", script(tmp_path / "download", f"echo busy; {makes(tmp_path / 'own-browser')}")
    )
    assert browser.main() is None
    assert capfd.readouterr().out == f"{tmp_path}/own-browser\n"


def test_else_root_asks_apt_get(bare, tmp_path, monkeypatch, capfd):
    log = tmp_path / "log"
    script(
        bare / "apt-get",
        f"echo \"$DEBIAN_FRONTEND $*\" >> '{log}'; [ $1 = update ] || {{ {makes(bare / 'chromium')}; }}",
    )
    assert browser.main() == browser.WHAT_TO_DO  # not root
    assert not log.exists()
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    assert browser.main() is None
    assert capfd.readouterr().out == f"{bare}/chromium\n"
    assert log.read_text(encoding="utf-8") == "noninteractive update -qq\nnoninteractive install -y -qq chromium\n"


def test_if_all_three_fail_it_stops_and_says_what_to_do(bare, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    script(bare / "apt-get", "exit 100")
    words = browser.main()
    assert "apt-get install chromium" in words
    assert "make test BROWSER=skip" in words


def test_the_real_commands_are_what_they_should_be():
    assert browser.DOWNLOAD[1:] == ["-m", "playwright", "install", "chromium"]
    path = browser.subprocess.run(browser.OWN, capture_output=True, encoding="utf-8").stdout.strip()
    assert "chrom" in path.lower()
