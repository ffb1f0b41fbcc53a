"""A command that is started with another Python than the course's says what to do."""

import os
import pathlib
import subprocess
import sys

import pytest

from mlcore.base import packages

ROOT = pathlib.Path(__file__).parent.parent.parent


@pytest.mark.parametrize("command", ["mlcore.check", "tools.handout"])
def test_a_command_without_the_packages_says_what_to_do(command):
    bare = [sys.executable, "-S", "-m", command, "handed_in"]  # -S: without what is installed
    done = subprocess.run(bare, cwd=ROOT, env={**os.environ, "PYTHONPATH": ""}, capture_output=True, encoding="utf-8")
    assert done.returncode == 1
    assert "source .venv/bin/activate" in done.stderr
    assert "Traceback" not in done.stderr


def test_here_nothing_is_missing():
    assert packages.missing() == []
