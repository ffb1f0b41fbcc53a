"""Processor time: it is about the same on a busy machine as on a quiet one."""

import os


def spent() -> float:
    """Processor seconds of this process so far, and of the processes that it started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
