"""A class on a real hub: python -m tests.bench.hub 30 starts JupyterHub behind its real proxy, and thirty students.

Each has a server, a kernel with the first figure of lecture 11, and moves C twice a second, in the messages that a
browser sends, through the proxy. Half-way the hub is ended and started again under them. Printed: the time from a move
to the new marks, before and after; memory and processor time of a student; and what was lost, which should be nothing.

The course is installed as deploy/Dockerfile does it, the proxy by npm, and the hub is deploy/jupyterhub_config.py.
Other than there, students need no password and are no accounts of the machine: all servers run as whoever runs this.
"""

import asyncio
import contextlib
import json
import os
import pathlib
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import psutil
from jupyter_client.session import Session
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.bench.classroom import OPEN, PRICES
from tests.deployed import DEPLOY, build, environment

STUDENTS, MOVES, PACE = 30, 40, 0.5  # moves of each, a move each half second
PORTS = (18000, 18001, 18081)  # of the proxy, of its other side, and of the hub
PATIENCE = 300  # seconds until a server or a kernel is up, with all others beside it
PROTOCOL = "v1.kernel.websocket.jupyter.org"
PROXY = "configurable-http-proxy"
BESIDE = """
exec(compile(open({config!r}).read(), {config!r}, "exec"))
c.JupyterHub.authenticator_class = "dummy"
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = {homes!r} + "/{{username}}"
c.JupyterHub.services += [{{"name": "bench", "api_token": {token!r}}}]
c.JupyterHub.load_roles += [
    {{"name": "bench", "services": ["bench"], "scopes": ["admin:users", "admin:servers", "access:servers"]}}
]
"""


@dataclass
class Hub:
    """A hub and its proxy, in a folder of their own."""

    folder: pathlib.Path
    course: pathlib.Path
    token: str = field(default_factory=lambda: secrets.token_hex(16))
    secret: str = field(default_factory=lambda: secrets.token_hex(16))
    processes: dict[str, subprocess.Popen] = field(default_factory=dict)

    def __post_init__(self) -> None:
        homes = self.folder / "homes"
        homes.mkdir()
        words = BESIDE.format(config=str(DEPLOY / "jupyterhub_config.py"), homes=str(homes), token=self.token)
        (self.folder / "config.py").write_text(words, encoding="utf-8")
        subprocess.run(["npm", "install", "--silent", "--prefix", str(self.folder), PROXY], check=True)
        python = str(self.course / ".venv/bin/python")
        pip = [python, "-m", "pip", "install", "--quiet", "--constraint", str(self.course / "constraints.txt")]
        subprocess.run([*pip, "jupyterhub-idle-culler"], check=True)

    def start_proxy(self) -> None:
        """The real one, as jupyterhub_config.py says."""
        port, other, hub = map(str, PORTS)
        program = str(self.folder / "node_modules/.bin" / PROXY)
        command = [program, "--ip", "127.0.0.1", "--port", port, "--api-port", other]
        command += ["--default-target", f"http://127.0.0.1:{hub}"]
        self._start("proxy", command)

    def start(self) -> None:
        """Start the hub, and wait until it answers."""
        python = str(self.course / ".venv/bin/python")
        self._start("hub", [python, "-m", "jupyterhub", "--config", str(self.folder / "config.py")])
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                self.ask("GET", "/hub/api/")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.2)
        raise RuntimeError(f"the hub did not start: {(self.folder / 'hub.log').read_text(encoding='utf-8')[-2000:]}")

    def stop(self) -> None:
        """End the hub as an update would; proxy and servers stay."""
        self.processes["hub"].terminate()
        self.processes["hub"].wait()

    def close(self) -> None:
        """End everything that was started here: all of it has this folder in its command, the students' servers too."""
        for process in psutil.process_iter(["cmdline"]):
            if any(str(self.folder) in part for part in process.info["cmdline"] or ()):
                with contextlib.suppress(psutil.NoSuchProcess):
                    process.kill()

    def _start(self, name: str, command: list[str]) -> None:
        env = environment(self.folder) | {
            "CONFIGPROXY_AUTH_TOKEN": self.secret, "COURSE": str(self.course), "HUB_STATE": str(self.folder),
            "HUB_PORTS": ",".join(map(str, PORTS)),
        }  # fmt: skip
        with (self.folder / f"{name}.log").open("a", encoding="utf-8") as log:
            self.processes[name] = subprocess.Popen(command, cwd=self.folder, env=env, stdout=log, stderr=log)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What the hub, or a student's server, answers through the proxy."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"token {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{PORTS[0]}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            text = reply.read()
        return json.loads(text) if text else None


class Student:
    """A student's server with a kernel, and a connection to it as a browser has one."""

    def __init__(self, hub: Hub, name: str):
        self.hub, self.name = hub, name
        self.session = Session()
        self.times: list[float] = []

    def arrive(self) -> None:
        """Begin the server, wait for it, and begin a kernel."""
        self.hub.ask("POST", f"/hub/api/users/{self.name}")
        self.hub.ask("POST", f"/hub/api/users/{self.name}/server")
        until = time.monotonic() + PATIENCE
        while not self.hub.ask("GET", f"/hub/api/users/{self.name}")["servers"].get("", {}).get("ready"):
            if time.monotonic() > until:
                raise RuntimeError(f"the server of {self.name} did not start")
            time.sleep(0.5)
        self.kernel = self.hub.ask("POST", f"/user/{self.name}/api/kernels", {"name": "python3"})["id"]

    async def open(self) -> None:
        """Connect, draw the figure, and find its slider."""
        url = f"ws://127.0.0.1:{PORTS[0]}/user/{self.name}/api/kernels/{self.kernel}/channels?session_id={self.session.session}"
        headers = {"Authorization": f"token {self.hub.token}"}
        request = HTTPRequest(url, headers=headers, connect_timeout=PATIENCE, request_timeout=PATIENCE)
        self.socket: WebSocketClientConnection = await websocket_connect(request, subprotocols=[PROTOCOL])
        self.slider = (await self.run(OPEN, 'live.controls["C"].comm.comm_id')).strip("'")
        self.process = psutil.Process(int(await self.run("", "__import__('os').getpid()")))

    async def run(self, code: str, wanted: str) -> str:
        """Run code in the kernel, and return what an expression then is."""
        sent = await self._send("shell", "execute_request", {
            "code": code, "silent": False, "store_history": False, "allow_stdin": False,
            "user_expressions": {"it": wanted},
        })  # fmt: skip
        while True:
            message = await self._next()
            if message["parent_header"].get("msg_id") == sent and message["header"]["msg_type"] == "execute_reply":
                return message["content"]["user_expressions"]["it"]["data"]["text/plain"]

    async def work(self, moves: int, late: float) -> None:
        """Move the slider so often, and note the milliseconds until the new marks are there."""
        start = time.perf_counter() + late
        for k in range(moves):
            await asyncio.sleep(max(0.0, start + k * PACE - time.perf_counter()))
            sent = time.perf_counter()
            state = {"value": PRICES[k % len(PRICES)]}
            await self._send("shell", "comm_msg", {
                "comm_id": self.slider, "data": {"method": "update", "state": state, "buffer_paths": []},
            })  # fmt: skip
            while "frame" not in (await self._next())["content"].get("data", {}).get("state", {}):
                pass
            self.times.append(1000 * (time.perf_counter() - sent))

    async def _send(self, channel: str, kind: str, content: dict) -> str:
        message = self.session.msg(kind, content)
        parts = [self.session.pack(message[part]) for part in ("header", "parent_header", "metadata", "content")]
        await self.socket.write_message(serialize_msg_to_ws_v1(parts, channel), binary=True)
        return message["header"]["msg_id"]

    async def _next(self) -> dict:
        raw = await asyncio.wait_for(self.socket.read_message(), PATIENCE)
        if raw is None:
            raise RuntimeError(f"the connection of {self.name} was closed")
        _, (header, parent, _, content, *_) = deserialize_msg_from_ws_v1(raw)
        unpack = self.session.unpack
        return {"header": unpack(header), "parent_header": unpack(parent), "content": unpack(content)}

    def megabytes(self) -> tuple[float, float]:
        """Memory of the kernel, and of the server above it."""
        server = self.process.parent()
        return self.process.memory_info().rss / 1e6, server.memory_info().rss / 1e6 if server else 0.0


async def lesson(hub: Hub, students: list[Student], moves: int) -> int:
    """All move, the hub is restarted half-way, all move on. Returns how many of them lost something."""
    for k, student in enumerate(students):
        await student.open()
        await student.run(f"kept = {k}", "kept")
        hub.ask(
            "PUT", f"/user/{student.name}/api/contents/note.txt", {"type": "file", "format": "text", "content": str(k)}
        )
    late = [PACE * k / len(students) for k in range(len(students))]
    before = processor_seconds(hub, students)
    await asyncio.gather(*(student.work(moves, wait) for student, wait in zip(students, late, strict=True)))
    report("before the restart of the hub", students)
    used = processor_seconds(hub, students) - before
    print(f"processor time of a move, in kernel, server and proxy: {1000 * used / (moves * len(students)):.0f} ms")
    for student in students:
        student.times.clear()
    at_work = asyncio.gather(*(student.work(moves, wait) for student, wait in zip(students, late, strict=True)))
    await asyncio.sleep(moves * PACE / 4)
    await asyncio.to_thread(hub.stop)
    await asyncio.to_thread(hub.start)
    await at_work
    report("while the hub was ended and started again", students)
    lost = 0
    for k, student in enumerate(students):
        kept = await student.run("", "kept")
        note = hub.ask("GET", f"/user/{student.name}/api/contents/note.txt")["content"]
        known = hub.ask("GET", f"/hub/api/users/{student.name}")["servers"].get("", {}).get("ready")
        lost += not (kept == note == str(k) and known)
    return lost


def processor_seconds(hub: Hub, students: list[Student]) -> float:
    """What the kernels, the servers above them and the proxy have used so far."""
    processes = [one for student in students for one in (student.process, student.process.parent()) if one]
    times = [one.cpu_times() for one in [*processes, psutil.Process(hub.processes["proxy"].pid)]]
    return sum(time.user + time.system for time in times)


def report(when: str, students: list[Student]) -> None:
    """Print the times of all moves."""
    times = [t for student in students for t in student.times]
    print(
        f"{len(students)} students {when}: {len(times)} moves, median {statistics.median(times):.0f} ms, "
        f"95 % under {statistics.quantiles(times, n=20)[-1]:.0f} ms, the slowest {max(times):.0f} ms",
        flush=True,
    )


def main(count: int = STUDENTS, moves: int = MOVES) -> None:
    """Measure, and print a few lines."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        folder = pathlib.Path(made)
        hub = Hub(folder, build(folder))
        students = [Student(hub, f"student{k}") for k in range(count)]
        try:
            hub.start_proxy()
            hub.start()
            begun = time.perf_counter()
            for student in students:
                student.arrive()
            print(f"{count} servers and kernels, one after the other: {time.perf_counter() - begun:.0f} s", flush=True)
            lost = asyncio.run(lesson(hub, students, moves))
            kernels, servers = zip(*(student.megabytes() for student in students), strict=True)
            small = [psutil.Process(process.pid).memory_info().rss / 1e6 for process in hub.processes.values()]
            print(
                f"on {os.cpu_count()} cores; a student's kernel {statistics.mean(kernels):.0f} MB and server "
                f"{statistics.mean(servers):.0f} MB, the hub and its proxy {sum(small):.0f} MB; "
                f"students who lost something: {lost}"
            )
        finally:
            hub.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
