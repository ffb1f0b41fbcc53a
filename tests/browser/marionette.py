"""Firefox with fingers: Playwright has none for it. Marionette is Firefox's own protocol, JSON over a socket."""

import json
import pathlib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.browser.jupyter import free_port

PREFERENCES = """user_pref("marionette.port", {port});
user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
"""


class Marionette:
    """A Firefox that does what it is told; `say` is one command and its answer."""

    def __init__(self, port: int):
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._replies = self._socket.makefile("rb")
        self._number = 0
        self._read()  # it greets

    def _read(self) -> list:
        length = b""
        while (sign := self._replies.read(1)) != b":":
            length += sign
        return json.loads(self._replies.read(int(length)))

    def say(self, command: str, **parameters):
        """What Firefox answers. Raises RuntimeError with what it has against the command."""
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", parameters]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, answer = self._read()
        if error:
            raise RuntimeError(error["message"])
        return answer

    def evaluate(self, script: str):
        """The value of a script with `return`; of a promise, what it comes to."""
        return self.say("ExecuteScript", script=script, args=[])["value"]

    def touch(self, *places: tuple[float, float]) -> None:
        """One finger: down at the first place, over the others, and up at the last."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 20} for x, y in places]
        down, up = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self.say("PerformActions", actions=[finger | {"actions": [moves[0], down, *moves[1:], up]}])

    def close(self) -> None:
        """Leave it: it is ended by who has started it."""
        self._replies.close()
        self._socket.close()


@contextmanager
def marionette(path: str) -> Iterator[Marionette]:
    """The Firefox at this path, with an empty profile."""
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        pathlib.Path(profile, "user.js").write_text(PREFERENCES.format(port=port), encoding="utf-8")
        process = subprocess.Popen(
            [path, "--headless", "--marionette", "--no-remote", "--profile", profile],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            firefox = _connected(port)
            firefox.say("NewSession", capabilities={})
            yield firefox
            firefox.close()
        finally:
            process.terminate()
            process.wait(20)


def _connected(port: int) -> Marionette:
    for _ in range(300):
        try:
            return Marionette(port)
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise TimeoutError("Firefox was not up after 30 s.")
