"""Style and types of all code, asked beside the other tests."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMANDS = {
    "rules": ["ruff", "check", "--quiet", "."],
    "format": ["ruff", "format", "--quiet", "--check", "."],
    "types": ["basedpyright"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_it_is_clean(name):
    tool, *words = COMMANDS[name]
    path = pathlib.Path(sys.executable).parent / tool
    said = subprocess.run([path, *words], cwd=ROOT, capture_output=True, encoding="utf-8")
    assert said.returncode == 0, said.stdout[-3000:] + said.stderr[-1000:]
