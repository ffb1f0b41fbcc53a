"""The process in which a student's code runs, as the marker sees it."""

import contextlib
import json
import os
import pickle
import queue
import secrets
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from typing import Any

_MOST = 100_000_000  # characters of a reply


@dataclass(frozen=True)
class Limits:
    """What an answer may take: seconds for its cells and for each call, and megabytes."""

    seconds: float = 10.0
    megabytes: int = 4000


class Lost(Exception):
    """The process did not answer: it ran too long, or is gone."""

    def __init__(self, timed_out: bool):
        super().__init__("it ran too long" if timed_out else "its process is gone")
        self.timed_out = timed_out


class Child:
    """The process in which a student's code runs, in an empty folder; begun again when it was lost."""

    def __init__(self, limits: Limits):
        self.limits = limits
        self._process: Any = None
        self._folder = tempfile.TemporaryDirectory(prefix="marking-", ignore_cleanup_errors=True)

    def ask(self, *request: Any, seconds: float) -> dict:
        """Its reply. Raises Lost, or ValueError if the request cannot travel."""
        process = self._process or self._begin()
        number = secrets.token_hex(8)  # not one that can be guessed
        until = time.monotonic() + seconds
        sent = _sent(number, *request)
        try:
            process.stdin.write(sent)
            process.stdin.flush()
            while (reply := _read(self._replies.get(timeout=max(0, until - time.monotonic())))) is not None:
                if reply.get("number") == number:  # what a student's own code writes there is none
                    return reply
        except (queue.Empty, OSError) as error:
            self.end()
            raise Lost(isinstance(error, queue.Empty)) from None
        self.end()
        raise Lost(False)

    def _begin(self) -> Any:
        here = {k: v for k, v in os.environ.items() if k in ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "PYTHONPATH")}
        threads = {name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")}
        home = self._folder.name
        self._process = subprocess.Popen(
            [sys.executable, "-m", "mlcore.check.marker.child"], cwd=home, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            env=here | threads | {"HOME": home, "USERPROFILE": home, "TMPDIR": home, "MPLCONFIGDIR": home,
                                  "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        self._replies: queue.Queue = queue.Queue()
        threading.Thread(target=_listen, args=(self._process.stdout, self._replies), daemon=True).start()
        pickle.dump((self.limits.megabytes, 3600), self._process.stdin)
        return self._process

    def end(self) -> None:
        """Stop the process, and what it started."""
        if self._process is None:
            return
        with contextlib.suppress(OSError):
            os.killpg(self._process.pid, 9) if hasattr(os, "killpg") else self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                pipe.close()
        self._process = None

    def close(self) -> None:
        """End it and remove its folder."""
        self.end()
        self._folder.cleanup()


def _sent(*request: Any) -> bytes:
    try:
        return pickle.dumps(request)
    except (AttributeError, TypeError, pickle.PicklingError) as error:
        raise ValueError(
            f"A problem of this exercise cannot be sent to the process that answers: {error}. Give numbers, arrays and "
            "strings as arguments; a function has to be defined at the top of a module."
        ) from None


def _listen(pipe: Any, replies: queue.Queue) -> None:
    with contextlib.suppress(ValueError, OSError):
        while line := pipe.readline(_MOST):
            replies.put(line)
    replies.put(b"")


def _read(line: bytes) -> dict | None:
    """A reply; an empty one for a line that is none; None at the end."""
    if not line:
        return None
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return reply if isinstance(reply, dict) else {}
