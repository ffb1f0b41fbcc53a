"""All packages of the course as wheels, for another system and another Python than those that run here."""

import pathlib
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = pathlib.Path(__file__).parent.parent
NEWEST_FIX = 99  # a package may ask for a Python with its errors mended, as 3.11.5: higher than any there will be
SYSTEMS = {  # what markers of requirements say of it, and the tags of its wheels
    "windows": ({"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows"}, ("win_amd64",)),
    "macos": (  # with Apple's chips, from macOS 15 on: for others some packages have no wheels
        {"sys_platform": "darwin", "os_name": "posix", "platform_system": "Darwin"}, ("macosx_15_0_arm64",),
    ),
    "linux": (
        {"sys_platform": "linux", "os_name": "posix", "platform_system": "Linux"},
        tuple(f"manylinux{tag}_x86_64" for tag in ("_2_28", "_2_27", "_2_17", "_2_12", "_2_5", "2014", "2010", "1")),
    ),
}  # fmt: skip


def download(folder: pathlib.Path, system: str, pythons: Sequence[str]) -> None:
    """Put the wheels of all packages that the course stands on into the folder, in the versions that are pinned.

    system: one of SYSTEMS. pythons: versions such as "3.12". Raises ValueError for another system, and where a package
    has no wheel for it.
    """
    if system not in SYSTEMS:
        raise ValueError(f"There are no packages for {system}: take {', '.join(SYSTEMS)}.")
    _, tags = SYSTEMS[system]
    for python in pythons:
        command = [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--only-binary", ":all:", "--dest", str(folder), "--constraint", str(ROOT / "constraints.txt"),
            "--python-version", f"{python}.{NEWEST_FIX}", "--implementation", "cp",
            *(f"--platform={tag}" for tag in tags), *needed(system, python),
        ]  # fmt: skip
        if subprocess.run(command, check=False).returncode:
            raise ValueError(f"Not every package could be had for {system} and Python {python} (see above).")


def needed(system: str, python: str) -> list[str]:
    """The names of all packages that the course needs on this system with this Python.

    What a package needs is read from those that are installed here. Those of another system, such as pywinpty, are not
    installed here; they are taken to need nothing further. Raises ValueError if others are not installed here either.
    """
    markers, _ = SYSTEMS[system]
    place = markers | {"python_version": python, "python_full_version": f"{python}.{NEWEST_FIX}", "extra": ""}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, set[str]] = {}
    waiting = [Requirement(line) for line in project["dependencies"]]
    while waiting:
        one = waiting.pop()
        name = str(canonicalize_name(one.name))
        extras = {"", *one.extras} - found.get(name, set())
        if extras:
            found.setdefault(name, set()).update(extras)
            waiting += list(_requirements(one, place, extras))
    return sorted(found)


def _requirements(one: Requirement, place: dict[str, str], extras: set[str]) -> Iterator[Requirement]:
    """What a package needs, with these of its extras. Raises ValueError if it should be installed here, and is not."""
    try:
        lines = requires(one.name) or []
    except PackageNotFoundError:
        if one.marker is None or one.marker.evaluate():
            raise ValueError(f"{one.name} is not installed here: run python start.py --packages first.") from None
        return
    for requirement in map(Requirement, lines):
        if requirement.marker is None or any(requirement.marker.evaluate(place | {"extra": e}) for e in extras):
            yield requirement
