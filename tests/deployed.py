"""What deploy/Dockerfile makes, made without a container: each of its RUN lines, in a folder of its own."""

import os
import pathlib
import re
import subprocess
import sys
import zipfile

from tools.handout import NAME, make

ROOT = pathlib.Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COURSE, HOME = "/opt/course", "/home/jovyan"  # in the image


def instructions(kind: str) -> list[str]:
    """The instructions of this kind, such as RUN, in their order."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    return re.findall(rf"^{kind} (.*)$", text, re.M)


def build(folder: pathlib.Path) -> pathlib.Path:
    """Unpack a hand-out there and run the RUN lines in it; the folder of the course. The paths of the image lie below.

    python is the one that runs here.
    """
    with zipfile.ZipFile(make(folder / "zip")) as file:
        file.extractall(folder)
    course = folder / "course"
    (folder / NAME).rename(course)
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(sys.executable)
    for line in instructions("RUN"):
        here = line.replace(COURSE, str(course)).replace(HOME, str(folder / "home"))
        subprocess.run(here, shell=True, cwd=course, check=True, env=environment(folder))
    return course


def environment(folder: pathlib.Path) -> dict[str, str]:
    """That of a shell which knows nothing of the environment that runs here."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "MLCORE_CLAIMS")}
    return kept | {"PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}", "HOME": str(folder)}
