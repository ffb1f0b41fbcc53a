"""What a class costs a server: N kernels with lecture 11 open in each, and every student moves a slider.

python -m tests.bench.classroom 30 starts 30 kernels, opens the first figure of lecture 11 in each, and moves C in
all of them twice a second through the messages that a browser would send. Printed: the time from a move to the new
marks, and the memory of a kernel. The browsers, and the server between, are not here.
"""

import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import psutil
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager

KERNELS, MOVES, PACE = 8, 20, 0.5  # a move each half second
OPEN = """
from mlcore.lectures import soft_margin
live = soft_margin.street()
live
"""
WANTED = {"slider": 'live.controls["C"].comm.comm_id', "process": "__import__('os').getpid()"}
PRICES = [10 ** (k / 10) for k in range(-10, 11)]  # positions of the slider, from C = 0.1 to C = 10
PATIENCE = 120  # seconds until a kernel is up, with all others beside it


class Student:
    """A kernel with the figure in it, and the slider's channel. Raises RuntimeError if the figure cannot be opened."""

    def __init__(self) -> None:
        self.manager = KernelManager(kernel_name="python3")
        self.manager.start_kernel(stderr=subprocess.DEVNULL)
        self.client: BlockingKernelClient = self.manager.client()
        self.client.start_channels()
        self.times: list[float] = []

    def open(self) -> None:
        """Make the figure, and find its slider and the kernel's process."""
        self.client.wait_for_ready(timeout=PATIENCE)
        reply = self.client.execute_interactive(
            OPEN, user_expressions=WANTED, timeout=PATIENCE, output_hook=lambda message: None
        )
        if reply["content"]["status"] != "ok":
            raise RuntimeError(f"the figure did not open: {reply['content']}")
        found = {name: told["data"]["text/plain"] for name, told in reply["content"]["user_expressions"].items()}
        self.slider, self.process = found["slider"].strip("'"), psutil.Process(int(found["process"]))

    def work(self, moves: int, late: float) -> None:
        """Move the slider so often, and note the milliseconds until the new marks are there. late: of the first."""
        start = time.perf_counter() + late
        for k in range(moves):
            time.sleep(max(0.0, start + k * PACE - time.perf_counter()))
            self.times.append(1000 * self._move(PRICES[k % len(PRICES)]))

    def _move(self, price: float) -> float:
        """Seconds from the message of the slider to that of the canvas."""
        content = {
            "comm_id": self.slider, "data": {"method": "update", "state": {"value": price}, "buffer_paths": []},
        }  # fmt: skip
        sent = time.perf_counter()
        self.client.shell_channel.send(self.client.session.msg("comm_msg", content))
        while time.perf_counter() < sent + PATIENCE:
            message = self.client.get_iopub_msg(timeout=PATIENCE)
            if "frame" in message["content"].get("data", {}).get("state", {}):
                return time.perf_counter() - sent
        raise RuntimeError("a move was not answered")

    def megabytes(self) -> float:
        """Memory of the kernel's process that is its own or shared (resident set)."""
        return self.process.memory_info().rss / 1e6

    def close(self) -> None:
        """End the kernel."""
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def measure(kernels: int, moves: int = MOVES) -> tuple[list[float], list[float]]:
    """Milliseconds of all moves, and megabytes of all kernels."""
    students = [Student() for _ in range(kernels)]
    try:
        for student in students:
            student.open()
        late = [PACE * k / kernels for k in range(kernels)]  # not all in the same moment
        with ThreadPoolExecutor(kernels) as pool:
            list(pool.map(Student.work, students, [moves] * kernels, late))
        return [t for student in students for t in student.times], [student.megabytes() for student in students]
    finally:
        for student in students:
            student.close()


def main(kernels: int = KERNELS) -> None:
    """Measure, and print a line."""
    times, memory = measure(kernels)
    most = statistics.quantiles(times, n=20)[-1]
    print(
        f"{kernels} kernels on {os.cpu_count()} cores, {1 / PACE:.0f} moves a second each, {len(times)} moves: "
        f"median {statistics.median(times):.0f} ms, 95 % under {most:.0f} ms, "
        f"{statistics.mean(memory):.0f} MB a kernel"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
