"""Open the course: python start.py

Sets up Python's packages in the folder .venv (the first time, and after an update), copies notebooks that you do not
have yet to my_notebooks/, and opens JupyterLab there. Your copies are never overwritten: where the course has changed a
lecture since you began it, a line at the top of your copy says so.
"""

# Nothing but what Python brings, and nothing that an old one would stumble over before it can say that it is too old.
import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV, MINE = HERE / ".venv", HERE / "my_notebooks"
OLDEST, NEWEST = (3, 11), (3, 13)  # of the Pythons that the course is tested with
WINDOWS = os.name == "nt"
LONGEST = 160  # characters of the longest path below .venv on Windows, one of JupyterLab's; it takes 259 in all
WHEELS = HERE / "wheels"  # all packages, in a copy for rooms without a network
CHANGED = (
    "**The course has changed this lecture since you began it.** Your copy stays as it is. To have the new one beside "
    "it: rename this file (in the list on the left, right-click ▸ *Rename*), and start the course again."
)


def main(words=None):
    """Set up, copy, open."""
    if sys.version_info[:2] < OLDEST:
        sys.exit(
            f"This is Python {said(sys.version_info)}, and the course needs {said(OLDEST)} or newer: take it from "
            "python.org, and start again."
        )
    for stream in (sys.stdout, sys.stderr):  # a letter that a console's code page lacks is no reason to stop
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    parser = argparse.ArgumentParser("python start.py", description=__doc__)
    parser.add_argument("--no-browser", action="store_true", help="set up and copy, but open nothing")
    parser.add_argument("--packages", action="store_true", help="set up Python's packages, and nothing else")
    parser.add_argument("--copy-to", metavar="FOLDER", help="copy notebooks there, and nothing else: for a server")
    asked = parser.parse_args(words)
    if asked.copy_to:
        say(copy_notebooks(originals(), Path(asked.copy_to)))
        return 0
    if not is_ready():
        set_up()
    if asked.packages:
        return 0
    try:
        say(copy_notebooks(originals(), MINE))
    except OSError as error:
        sys.exit(
            f"A notebook cannot be written: {error}. Is it open in another program, or is the folder {MINE} read-only? "
            "Change that, and start again."
        )
    if asked.no_browser:
        return 0
    try:
        return subprocess.call([python(), "-m", "jupyterlab", str(MINE / "00_start_here.ipynb")], cwd=str(HERE))
    except KeyboardInterrupt:  # the way in which JupyterLab is ended
        return 0


def say(lines):
    """Print them, each as it comes."""
    for line in lines:
        print(line)


def said(version):
    """A version of Python, as 3.11."""
    return f"{version[0]}.{version[1]}"


def originals():
    """The folder of the course's own notebooks."""
    return next(HERE / name for name in ("originals", "notebooks") if (HERE / name).is_dir())


def course_version():
    """The version of the course: a wheel has it in its name, a checkout in the package."""
    package = wheel()
    if package is not None:
        return package.name.split("-")[1]
    text = (HERE / "mlcore" / "__init__.py").read_text(encoding="utf-8")
    return text.split('__version__ = "')[1].split('"')[0]


def wheel():
    """The course's package, where it comes as one file; None in a checkout, which is installed as it lies there."""
    return next(iter(sorted(HERE.glob("*.whl"))), None)


def fingerprint():
    """Of all that is installed, and of where: a folder that was moved is set up anew."""
    found = hashlib.sha256(str(VENV).encode("utf-8"))
    for path in [wheel() or HERE / "pyproject.toml", HERE / "constraints.txt", *sorted((HERE / "lab").glob("*.*"))]:
        found.update(path.read_bytes())
    return found.hexdigest()


def python():
    """The Python in .venv."""
    return str(VENV / ("Scripts/python.exe" if WINDOWS else "bin/python"))


def is_ready():
    """Whether .venv holds just this, and the Python that it was made with is still there."""
    stamp = VENV / "lab"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint() and runs()


def runs():
    """Whether the Python in .venv starts: it stands on another one, which may have been removed."""
    try:
        return subprocess.call([python(), "-c", ""], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def is_of_another_python():
    """Whether there is a .venv that another version of Python made: its packages are for that one."""
    made = VENV / "pyvenv.cfg"
    lines = made.read_text(encoding="utf-8").splitlines() if made.is_file() else []
    found = [line.split("=")[1].strip() for line in lines if line.split("=")[0].strip() == "version"]
    return any(version.split(".")[:2] != said(sys.version_info).split(".") for version in found)


def set_up():
    """Make .venv and install the packages, at the versions that constraints.txt pins."""
    print(f"Setting up the course in {VENV}: some minutes, this once.")
    if sys.version_info[:2] > NEWEST:
        print(f"The course is tested with Python up to {said(NEWEST)}: if a package fails, take that one.")
    refuse_a_place_where_it_cannot_be()
    if WHEELS.is_dir():
        say_if_no_wheel_fits()
    try:
        subprocess.check_call([sys.executable, "-m", "venv", *["--clear"] * is_of_another_python(), str(VENV)])
        pip = [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pip += ["--constraint", str(HERE / "constraints.txt")]
        if WHEELS.is_dir():
            pip += ["--no-index", "--find-links", str(WHEELS)]
        package = wheel()
        if package is None:
            subprocess.check_call([*pip, "--editable", str(HERE)])
        else:
            subprocess.check_call([*pip, str(package)])
            subprocess.check_call([*pip, "--force-reinstall", "--no-deps", str(package)])  # same number, other contents
    except subprocess.CalledProcessError as error:
        sys.exit(
            f"The set-up stopped (see above). {cause()} On Debian and Ubuntu venv is a package of its own: "
            f"sudo apt install python3-venv. Then start again. ({error})"
        )
    settings = VENV / "share" / "jupyter" / "lab" / "settings"
    for folder in (VENV / "etc" / "jupyter", settings):
        folder.mkdir(parents=True, exist_ok=True)
    for path in (HERE / "lab").glob("jupyter_*_config.py"):
        shutil.copyfile(str(path), str(VENV / "etc" / "jupyter" / path.name))
    shutil.copyfile(str(HERE / "lab" / "overrides.json"), str(settings / "overrides.json"))
    (VENV / "lab").write_text(fingerprint(), encoding="utf-8")


def refuse_a_place_where_it_cannot_be():
    """End with a sentence where the packages cannot be installed, and warn where they had better not be."""
    if sys.maxsize < 2**32:
        sys.exit("This is a Python of 32 bits, for which the packages are not made: take the one of 64 bits.")
    room = 259 - LONGEST - len("/.venv/")
    if WINDOWS and len(str(HERE)) > room and not long_paths_are_allowed():
        sys.exit(
            f"The path of this folder has {len(str(HERE))} characters, and Windows leaves it {room}: move the folder "
            "to a place with a shorter path, for example to C:\\course, and start again."
        )
    try:
        VENV.mkdir(exist_ok=True)
        (VENV / "lab").write_text("", encoding="utf-8")  # a set-up that is broken off is not taken for a finished one
    except OSError as error:
        sys.exit(
            f"Nothing can be written into the folder {HERE} ({error}): move it to a place of your own, for example to "
            "your home folder, and start again."
        )
    if "OneDrive" in str(HERE):
        print("This folder lies in OneDrive, which will upload the 0.8 GB of the packages: better move it elsewhere.")


def long_paths_are_allowed():
    """Whether this Windows takes paths of more than 259 characters."""
    try:
        import winreg

        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SYSTEM\CurrentControlSet\Control\FileSystem") as key:
            return winreg.QueryValueEx(key, "LongPathsEnabled")[0] == 1
    except (ImportError, OSError):
        return False


def say_if_no_wheel_fits():
    """End with a sentence where the packages in wheels are not for this Python or this system."""
    mine = "cp{}{}".format(*sys.version_info[:2])
    here = {"win32": "win", "darwin": "macosx"}.get(sys.platform, "linux")
    built = [path.name[:-4].split("-") for path in WHEELS.glob("numpy-*.whl")]  # numpy is built for each of them
    pythons = sorted({said((tag[2], tag[3:])) for _, _, tag, _, _ in built}, key=lambda v: int(v.split(".")[1]))
    if not any(here in system for _, _, _, _, system in built):
        sys.exit("The packages in the folder wheels are for another operating system: ask for the zip for yours.")
    if not any(tag == mine for _, _, tag, _, _ in built):
        sys.exit(f"This is Python {said(sys.version_info)}, and the packages in the folder wheels are for "
                 f"{' and '.join(pythons)}: install one of these, or ask for the zip for yours.")  # fmt: skip


def cause():
    """What usually stops a set-up."""
    if WHEELS.is_dir():
        return "Is the zip unpacked completely? All packages have to be in the folder wheels."
    return "Is there a connection to the internet?"


def copy_notebooks(source, mine):
    """Copy what is missing in `mine`; mark the copies whose original has changed since. Yields a line on each.

    Each copy knows its original, and the version of the course that this was last the newest in.
    """
    mine.mkdir(parents=True, exist_ok=True)
    now = {path.name: version(path) for path in sorted(source.glob("*.ipynb"))}
    for name in now:
        if not (mine / name).exists():
            notebook = read(source / name)
            notebook["metadata"]["mlcore"] = {"from": name, "version": now[name], "course": course_version()}
            write(mine / name, notebook)
    copies = [(path, read(path)) for path in sorted(mine.glob("*.ipynb"))]
    made = [(path, notebook, notebook["metadata"]["mlcore"]) for path, notebook in copies if is_ours(notebook, now)]
    fresh = {origin["from"] for _, _, origin in made if origin["version"] == now[origin["from"]]}
    for path, notebook, origin in made:
        is_old = origin["from"] not in fresh
        course = course_version() if origin["version"] == now[origin["from"]] else origin.get("course", "")
        if is_old != is_marked(notebook) or course != origin.get("course", ""):
            mark(notebook, is_old)
            origin["course"] = course
            write(path, notebook)
        if is_old:
            yield f"The course has changed {path.name} since you began it: a line at the top of your copy says more."


def is_ours(notebook, now):
    """Whether this is a copy of one of the originals, under whatever name; not so what cannot be read."""
    origin = notebook.get("metadata", {}).get("mlcore", {}) if isinstance(notebook, dict) else {}
    return origin.get("from") in now and "version" in origin


def is_marked(notebook):
    """Whether it has the line at its top."""
    return any(cell.get("id") == "changed" for cell in notebook["cells"])


def mark(notebook, is_old):
    """Set the line, or take it away."""
    notebook["cells"] = [cell for cell in notebook["cells"] if cell.get("id") != "changed"]
    if is_old:
        cell = {"cell_type": "markdown", "id": "changed", "metadata": {}, "source": CHANGED}
        notebook["cells"].insert(0, cell)


def version(path):
    """Of the sources of a notebook: its outputs do not count."""
    sources = ["".join(cell["source"]) for cell in read(path)["cells"]]
    return hashlib.sha256("\0".join(sources).encode("utf-8")).hexdigest()[:12]


def read(path):
    """A notebook, or None for a file that is none: a student's own file is left alone."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None


def write(path, notebook):
    """At one stroke: a machine that is switched off leaves the old file or the new one."""
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(str(beside), str(path))


if __name__ == "__main__":
    sys.exit(main())
