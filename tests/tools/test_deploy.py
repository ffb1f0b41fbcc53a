"""deploy/: the lines of the Dockerfile run in an empty folder, and its three files say the same."""

import json
import pathlib
import re
import subprocess

import pytest
import yaml

from mlcore import __version__
from tests.deployed import COURSE, DEPLOY, HOME, build, environment, instructions

LECTURE = "11_soft_margin.ipynb"
CONFIG = (DEPLOY / "jupyterhub_config.py").read_text(encoding="utf-8")
VALUES = yaml.safe_load((DEPLOY / "values.yaml").read_text(encoding="utf-8"))["singleuser"]


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> pathlib.Path:
    return build(tmp_path_factory.mktemp("image"))


@pytest.mark.all
def test_the_image_starts_a_student_s_server_with_the_course_in_it(course):
    """The command of the image, with --version in the place of a hub that would answer."""
    (command,) = (json.loads(line) for line in instructions("CMD"))
    home = course.parent / "home"
    script = [part.replace(COURSE, str(course)) for part in command]
    env = environment(course.parent) | {"HOME": str(home)}
    said = subprocess.run([*script, "--version"], env=env, capture_output=True, encoding="utf-8", check=True).stdout
    assert re.search(r"^\d+\.\d+", said)
    mine = home / "my_notebooks" / LECTURE
    assert json.loads(mine.read_text(encoding="utf-8"))["metadata"]["mlcore"]["course"] == __version__
    mine.write_text(mine.read_text(encoding="utf-8").replace("quadratic_part", "my_own"), encoding="utf-8")
    subprocess.run([*script, "--version"], env=env, capture_output=True, check=True)  # the next day
    assert "my_own" in mine.read_text(encoding="utf-8")


@pytest.mark.all
def test_the_image_holds_no_solution(course):
    assert list((course / ".venv").rglob("mlcore/lectures/*/exercises.json"))
    assert not list((course / ".venv").rglob("mlcore/lectures/*/exercises.py"))


def test_dockerfile_chart_and_config_agree():
    (command,) = (json.loads(line) for line in instructions("CMD"))
    assert VALUES["cmd"] == command == ["sh", f"{COURSE}/lab/singleuser.sh"]
    assert 'c.Spawner.cmd = ["sh", f"{COURSE}/lab/singleuser.sh"]' in CONFIG
    assert f'os.environ.get("COURSE", "{COURSE}")' in CONFIG
    assert f'c.Spawner.default_url = "{VALUES["defaultUrl"]}"' in CONFIG
    assert VALUES["storage"]["homeMountPath"] == HOME
    assert VALUES["image"]["tag"] == __version__
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert set(re.findall(r"\d+\.\d+\.\d+", text)) == {__version__}
