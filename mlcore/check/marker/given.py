"""What the marker knows of the course's notebooks: the names of the answers, the code that is given, the imports.

A wheel has no notebooks, so all this is stored in given.json, which `python -m tools.given` writes.
"""

import ast
import json
import pathlib
from dataclasses import dataclass
from functools import cache

STORED = pathlib.Path(__file__).with_name("given.json")


@dataclass(frozen=True)
class Given:
    """What the notebook of a lecture gives to those who solve one of its exercises.

    name: the function that the notebook asks for; "" where the answer is a value. code: that function as it is given,
    to be completed or mended. imports: for each name that the lecture's cells take from NumPy or mlcore, its import.
    """

    name: str = ""
    code: str = ""
    imports: tuple[tuple[str, str], ...] = ()


@cache
def given() -> dict[str, Given]:
    """By exercise; a teacher's own exercises are not in it."""
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    return {
        id: Given(task["name"], task["code"], tuple(lecture["imports"].items()))
        for lecture in stored.values()
        for id, task in lecture["exercises"].items()
    }


def given_for(id: str) -> Given:
    """Of this exercise; of a teacher's own one the imports that every lecture has."""
    return given().get(id, Given(imports=(("np", "import numpy as np"),)))


def is_as_given(function: ast.stmt, id: str) -> bool:
    """Whether this is the function that the notebook gives, unchanged but for comments and layout."""
    code = given_for(id).code
    return bool(code) and ast.dump(function) == ast.dump(ast.parse(code).body[0])
