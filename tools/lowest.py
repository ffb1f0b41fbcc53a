"""The lowest versions that pyproject.toml allows, as constraints: are its bounds true?

python tools/lowest.py > constraints.txt, then make test, in a copy that may be thrown away (the weekly job does it).
"""

import pathlib
import tomllib

PYPROJECT = pathlib.Path(__file__).parent.parent / "pyproject.toml"


def lowest() -> list[str]:
    """A line "name==version" for each dependency, those of the tests too. Raises ValueError if one has no bound."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    loose = [line for line in wanted if line.count(">=") != 1]
    if loose:
        raise ValueError(f"Give a lower bound (name>=version) to {', '.join(loose)}.")
    return [line.replace(">=", "==") for line in wanted]


if __name__ == "__main__":
    print("\n".join(lowest()))
