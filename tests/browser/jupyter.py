"""A JupyterLab server on copies of notebooks, and a real browser that opens them: Chromium, or Firefox."""

import base64
import contextlib
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import NoReturn

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect, sync_playwright

from tools.browser import NO_FIREFOX, WHAT_TO_DO, find, find_firefox

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
ROOT = pathlib.Path(__file__).parent.parent.parent
NOTEBOOKS = ROOT / "notebooks"
SEES_TESTS = {"PYTHONPATH": str(ROOT)}  # for notebooks that import tests.views
RAN = """() => {
    const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
    const failed = document.querySelector('[data-mime-type="application/vnd.jupyter.error"]');
    return failed || prompts.length && prompts.every((p) => !p.textContent || /\\[\\d+\\]/.test(p.textContent));
}"""
SCROLLBARS = {"chromium": 0, "firefox": 20}  # CSS pixels, at least: Chromium has none where it has no window
SHARP = "(canvas) => Math.abs(canvas.dataset.ratio / devicePixelRatio - 1) < 0.01"

expect.set_options(timeout=20_000)  # milliseconds; other work on the machine is no failure


def write_notebook(path: pathlib.Path, *cells: str) -> None:
    """A notebook of these code cells."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(new_notebook(cells=[new_code_cell(c) for c in cells], metadata={"kernelspec": kernel}), path)


def chromium() -> str:
    """Where Chromium, Chrome or Edge is. Raises FileNotFoundError with what to do."""
    path = find()
    if path is None:
        raise FileNotFoundError(WHAT_TO_DO)
    return path


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def server(folder: pathlib.Path, app: str = "jupyterlab") -> Iterator[str]:
    """A JupyterLab (or "notebook", Notebook 7) on this folder, with the course's own settings; yields its address."""
    port = free_port()
    command = [
        sys.executable, "-m", app, "--no-browser", f"--port={port}", "--ServerApp.port_retries=0",
        "--IdentityProvider.token=", "--ServerApp.allow_root=True", str(folder),
    ]  # fmt: skip
    if app == "jupyterlab":
        command.insert(-1, "--LabApp.expose_app_in_browser=True")  # for `Lab`
    with tempfile.TemporaryDirectory() as home:
        places = {name: f"{home}/{name}" for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
        log = pathlib.Path(home, "log")
        with log.open("wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, **places, **SEES_TESTS})
            try:
                _wait_until_up(f"http://127.0.0.1:{port}", process, log)
                yield f"http://127.0.0.1:{port}"
            finally:
                process.terminate()
                process.wait(20)


def _wait_until_up(url: str, process, log: pathlib.Path) -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise RuntimeError(f"JupyterLab did not start:\n{_end(log)}")
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(f"{url}/api", timeout=2)
            return
        time.sleep(0.1)
    raise TimeoutError(f"JupyterLab was not up after 30 s:\n{_end(log)}")


def _end(log: pathlib.Path) -> str:
    return log.read_text(encoding="utf-8", errors="replace")[-2000:]


_playwright: list = []  # Playwright, once a browser was asked for
_running: dict[str, Browser] = {}  # and the browsers that it has started
_left_out: dict[str, str] = {}  # why one could not be started: it is not tried for every test


@contextlib.contextmanager
def browser(name: str = "chromium") -> Iterator[Browser]:
    """A browser, "chromium" or "firefox", with a new empty profile for each context.

    A process starts one of each, and keeps it until its tests end. Where there is no Firefox, the test is skipped.
    """
    if not _playwright:
        _playwright.append(sync_playwright().start())
    if name not in _running:
        _start(name)
    chosen = _running[name]
    before = set(chosen.contexts)
    try:
        yield chosen
    finally:
        for context in set(chosen.contexts) - before:
            context.close()


def _start(name: str) -> None:
    """Start it. Where Firefox cannot be had the test is left out."""
    if name == "chromium":
        _running[name] = _playwright[0].chromium.launch(executable_path=chromium(), args=FLAGS, headless=True)
        return
    if name not in _left_out:
        try:
            _running[name] = _start_firefox()
            return
        except (FileNotFoundError, Error) as error:
            _left_out[name] = str(error)
    leave_out(_left_out[name])


def leave_out(reason: str) -> NoReturn:
    """Skip the test for want of a Firefox, or fail it where FIREFOX=needed says that there is one."""
    if os.environ.get("FIREFOX") == "needed":
        pytest.fail(reason)
    pytest.skip(reason)


def _start_firefox() -> Browser:
    """The Firefox that is installed, as its makers built it; Playwright speaks WebDriver BiDi with it.

    Raises FileNotFoundError if there is none, and Playwright's Error if the two do not understand each other: what can
    be said in BiDi still grows from version to version.
    """
    path = find_firefox()
    if path is None:
        raise FileNotFoundError(NO_FIREFOX)
    firefox = _playwright[0].firefox.launch(executable_path=path, channel="moz-firefox", headless=True)
    try:
        firefox.new_context().close()
    except Error:
        firefox.close()
        raise
    return firefox


def close_browsers() -> None:
    """End the browsers of this process."""
    for chosen in _running.values():
        chosen.close()
    for playwright in _playwright:
        playwright.stop()
    _running.clear()
    _playwright.clear()


def complains(message: ConsoleMessage) -> bool:
    """Whether the console tells of something wrong. That JupyterLab waited long for a cell is the machine's affair."""
    slow = re.fullmatch(r"Item with index \d+ did not appear within \d+ ms", message.text)
    return message.type in ("error", "warning") and not slow


class Notebook:
    """One notebook open in JupyterLab: `page`, and what its console said in `console`. at: its place in another app."""

    def __init__(self, page: Page, url: str, name: str, at: str = ""):
        self.page, self.url, self.name, self.console = page, url, name, []
        self._listen()
        page.goto(f"{url}/{at or f'lab/workspaces/w{time.monotonic_ns()}/tree'}/{name}?reset")
        self._wait_until_open()

    def _listen(self) -> None:
        self.page.on("console", lambda m: self.console.append(m.text) if complains(m) else None)
        self.page.on("pageerror", lambda e: self.console.append(str(e)))

    def _wait_until_open(self) -> None:
        self.page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)

    def command(self, name: str) -> None:
        """Run one of JupyterLab's commands through its menu search."""
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Control+Shift+C")
        self.page.locator(".lm-CommandPalette-input").fill(name)
        self.page.locator(".lm-CommandPalette-item").first.click()

    def run_all(self, timeout: float = 90) -> None:
        """Run all cells, and wait until every one has run. Raises if a cell raised."""
        self.page.locator(".jp-Toolbar-kernelName", has_text="Python 3").wait_for()
        self.wait_for_idle()
        self.page.get_by_text("Run", exact=True).first.click()
        self.page.get_by_text("Run All Cells", exact=True).click()
        self.wait_until_run(timeout)

    def run_cell(self, number: int) -> None:
        """Run one cell again, as a student does, and wait until the kernel rests."""
        cell = self.page.locator(".jp-CodeCell").nth(number)
        before = cell.locator(".jp-InputPrompt").text_content()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")
        expect(cell.locator(".jp-InputPrompt")).to_have_text(re.compile(r"\[\d+\]"))
        expect(cell.locator(".jp-InputPrompt")).not_to_have_text(before)
        self.wait_for_idle()

    def wait_until_run(self, timeout: float) -> None:
        """Wait until the kernel has worked through all cells."""
        self.page.wait_for_function(RAN, timeout=timeout * 1000)
        complaints = self.page.locator('[data-mime-type="application/vnd.jupyter.error"], [data-mime-type$=stderr]')
        if complaints.count():
            raise AssertionError(f"{self.name}: {complaints.first.text_content()[-1000:]}")
        self.wait_for_idle()

    def wait_for_idle(self) -> None:
        """Wait until the kernel rests."""
        self.page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(timeout=60_000)

    @property
    def lives(self) -> Locator:
        """The live figures."""
        return self.page.locator(".mlcore-live")


class LabNotebook(Notebook):
    """A notebook opened in a page of JupyterLab that stays open: only one is open there at a time."""

    def __init__(self, page: Page, url: str, name: str):
        self.page, self.url, self.name, self.console = page, url, name, []
        self._listen()
        page.evaluate("async (path) => { await jupyterapp.commands.execute('docmanager:open', { path }); }", name)
        self._wait_until_open()

    def save(self) -> dict:
        """Save, and return the notebook as it then lies on the disk.

        By the document itself and not by Ctrl+S: the key returns before the file is written, and no sign on the page
        says when it is, if nothing had changed. A notebook that is closed meanwhile answers with a dialog.
        """
        self.page.evaluate("async () => { await jupyterapp.shell.currentWidget.context.save(); }")
        with urllib.request.urlopen(f"{self.url}/api/contents/{self.name}") as answer:
            return json.load(answer)["content"]

    def close(self) -> None:
        """Save it, so that nothing is asked, and close it; its kernel ends."""
        self.save()
        self.page.evaluate("async () => { await jupyterapp.commands.execute('application:close'); }")
        self.page.locator(".jp-Notebook").wait_for(state="detached")
        self.end_kernel()

    def end_kernel(self) -> None:
        """End the kernel, as closing the laptop would."""
        self.page.evaluate("async () => { await jupyterapp.serviceManager.sessions.shutdownAll(); }")


def open_lab(context: BrowserContext, url: str) -> Page:
    """A page of JupyterLab without any notebook. It saves nothing by itself: a test may close a notebook any time."""
    page = context.new_page()
    clear_lab(page, url)
    page.evaluate("async () => { await jupyterapp.commands.execute('docmanager:toggle-autosave'); }")
    return page


def clear_lab(page: Page, url: str) -> None:
    """Load JupyterLab anew, without any notebook or dialog: what one test left behind must not stop the next."""
    page.goto(f"{url}/lab/workspaces/w{time.monotonic_ns()}?reset")
    page.wait_for_function("() => globalThis.jupyterapp?.restored.then(() => true)", timeout=60_000)


def open_context(chosen: Browser, ratio: float, **options) -> BrowserContext:
    """A new window of a browser with `ratio` device pixels per CSS pixel, and as much room for a page in each."""
    width = 1280 + SCROLLBARS[chosen.browser_type.name]
    return chosen.new_context(viewport={"width": width, "height": 900}, device_scale_factor=ratio, **options)


def wait_for_another_picture(canvas: Locator, before: bytes) -> None:
    """Wait until the canvas no longer shows `before`: that the kernel rests may also mean that it has not begun."""
    ends = time.monotonic() + 20
    while pixels(canvas) == before:
        assert time.monotonic() < ends, "the picture is still the same"
        canvas.page.wait_for_timeout(50)


def pixels(canvas: Locator) -> bytes:
    """The canvas's present picture, a PNG, once its axes are as sharp as the screen."""
    canvas.scroll_into_view_if_needed()
    canvas.page.wait_for_function(SHARP, arg=canvas.element_handle(), timeout=20_000)
    return base64.b64decode(canvas.evaluate("c => c.toDataURL()").split(",")[1])
