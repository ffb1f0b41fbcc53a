"""The package's own code, printed in the notebook: prose and code cannot drift apart."""

import ast
import inspect
import re
import textwrap

_FOR_TOOLS = re.compile(r"  # (fmt: skip|noqa\b|type: ignore).*$", re.M)  # what a reader need not see


class Source:
    """Source text that a notebook shows as a Markdown code block."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return f"```python\n{self.text}\n```"


def show_source(*objects, docstrings: bool = False) -> Source:
    """The source of functions or classes, without their docstrings (they stay readable with `help`).

    Comments for formatters and type checkers are left out, too.
    """
    return Source(_FOR_TOOLS.sub("", "\n\n\n".join(_source(thing, docstrings) for thing in objects)))


def _source(thing, docstrings: bool) -> str:
    text = textwrap.dedent(inspect.getsource(thing)).rstrip()
    if docstrings:
        return text
    lines = text.split("\n")
    drop = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(node) and len(node.body) > 1:
            first = node.body[0]
            drop |= set(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in drop)
