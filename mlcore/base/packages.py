"""Whether this Python has the packages of the course: a command that is started with another one says so at once.

`python -m mlcore.check` in a new terminal, in which nobody has activated the course's environment, would end in
the traceback of an import. So mlcore.check imports this module first; where packages are there it does nothing.
"""

import importlib.util
import sys

NEEDED = ("IPython", "matplotlib", "nbformat", "numpy", "scipy", "sklearn")
WHAT_TO_DO = (
    "This Python, {}, has not the packages of the course ({} is missing). Activate the course's environment first, in "
    "the course's folder: source .venv/bin/activate, on Windows .venv\\Scripts\\activate. If there is no folder .venv, "
    "run python start.py --packages, which makes it."
)


def missing() -> list[str]:
    """The packages that this Python has not."""
    return [name for name in NEEDED if importlib.util.find_spec(name) is None]


def what_to_do(name: str) -> str:
    """The sentence for a package that is missing."""
    return WHAT_TO_DO.format(sys.executable, name)


# While Python looks for the module of `python -m …`, this is its only argument. A notebook gets its own ImportError.
if sys.argv[:1] == ["-m"] and (names := missing()):
    sys.exit(what_to_do(names[0]))
