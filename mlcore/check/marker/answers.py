"""What of a notebook has to be run for its answers: the calls of `check`, and the statements that these stand on."""

import ast
import json
import pathlib
import symtable
from collections.abc import Iterator
from dataclasses import dataclass, field

from IPython.core.inputtransformer2 import TransformerManager

from mlcore.check.exercise import SOLUTIONS

_BUILTIN_STUB = "..."


class Unreadable(Exception):
    """A file that holds no notebook in Python: the words say why."""


@dataclass(frozen=True)
class Answer:
    """What a notebook hands in for one exercise.

    source: the statements that its answer needs, in their order. expression: the answer, as `check` was given it.
    error: why it cannot even be tried, a cell that is no Python. uses: what of mlcore its own lines name.
    """

    id: str
    source: str = ""
    expression: str = _BUILTIN_STUB
    error: str = ""
    uses: tuple[str, ...] = ()


@dataclass
class _Statement:
    """A statement at the top of a cell: what it binds or changes, and what it reads."""

    node: ast.stmt
    binds: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)


def answers_of(path: pathlib.Path) -> dict[str, Answer]:
    """The answers of a notebook by exercise; of several attempts the last that is more than a stub.

    Raises Unreadable.
    """
    statements: list[_Statement] = []
    found: dict[str, Answer] = {}
    broken: list[tuple[str, str]] = []
    for source in _code(path):
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError) as error:
            broken.append((source, f"{type(error).__name__}: {getattr(error, 'msg', error)}"))
            continue
        for node in tree.body:
            for id, given in _checks(node):
                answer = _answer(id, given, statements)
                if id not in found or not _is_stub(answer):
                    found[id] = answer
            if not list(_checks(node)) or not isinstance(node, ast.Expr):
                statements.append(_Statement(node, *_names(node)))
    for source, why in broken:
        for id in _ids_in(source):
            if id not in found or _is_stub(found[id]):
                found[id] = Answer(id, error=why)
    return found


def code_cells(path: pathlib.Path) -> list[str]:
    """The sources of the code cells of the notebook in this file. Raises Unreadable if it is none in Python.

    It is read as the JSON that it is: nbformat, which checks every output too, takes a second to be imported.
    """
    if not path.is_file():
        raise Unreadable("there is no file of this name")
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        cells = [_source(cell) for cell in _cells(notebook) if cell["cell_type"] == "code"]
        language = notebook.get("metadata", {}).get("kernelspec", {}).get("language", "python")
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error.strerror}") from None
    except Exception as error:  # whatever a broken file leads to
        empty = not path.stat().st_size
        raise Unreadable("the file is empty" if empty else f"it is no notebook: {first_line(error)}") from None
    if language != "python":
        raise Unreadable(f"it is a notebook in {language}, and the exercises are in Python")
    return cells


def _cells(notebook: dict) -> list[dict]:
    """Of a notebook's format 4; those of format 3 lie in worksheets."""
    if "cells" not in notebook and "worksheets" not in notebook:
        raise ValueError("it has no cells")
    return notebook.get("cells") or [cell for sheet in notebook.get("worksheets", []) for cell in sheet["cells"]]


def _source(cell: dict) -> str:
    """A cell's text, which may be stored as one string or as a list of lines, and was called input before format 4."""
    text = cell["source"] if "source" in cell else cell["input"]
    return "".join([text] if isinstance(text, str) else text)


def first_line(thing: object) -> str:
    """The first line of what somebody says, at most 100 characters."""
    lines = str(thing).strip().splitlines() or [type(thing).__name__]
    return lines[0][:100]


def _code(path: pathlib.Path) -> Iterator[str]:
    """The code cells as Python: %magics and !commands become calls, which nothing needs."""
    plain = TransformerManager()
    for source in code_cells(path):
        try:
            yield plain.transform_cell(source)
        except SyntaxError:
            yield source


def _checks(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The calls check("id", answer) in a statement."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and _called(call) == "check" and len(call.args) == 2:
            id = call.args[0]
            if isinstance(id, ast.Constant) and isinstance(id.value, str):
                yield id.value, call.args[1]


def _called(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _ids_in(source: str) -> list[str]:
    """The exercises that a cell names which cannot be parsed."""
    parts = source.split("check(")[1:]
    return [part.split(part[0])[1] for part in parts if part[:1] in "\"'" and part.count(part[0]) > 1]


def _answer(id: str, given: ast.expr, before: list[_Statement]) -> Answer:
    """The answer with what it stands on: backwards, each statement that binds a name which is needed."""
    chosen = _needed(_reads(given), before)
    module = ast.Module(body=chosen, type_ignores=[])
    return Answer(id, ast.unparse(module), ast.unparse(given), uses=_uses(chosen))


def _needed(names: set[str], before: list[_Statement]) -> list[ast.stmt]:
    """Backwards, each statement that binds one of these names, or one that such a statement reads."""
    imported = {name for s in before if isinstance(s.node, (ast.Import, ast.ImportFrom)) for name in s.binds}
    chosen: list[ast.stmt] = []
    for statement in reversed(before):
        told = isinstance(statement.node, ast.Expr)  # np.sort(x) tells something of a module, and changes nothing
        if statement.binds & (names - imported if told else names):
            chosen.append(statement.node)
            names = names | statement.reads
    return chosen[::-1]


def _is_stub(answer: Answer) -> bool:
    """Nothing but dots, or a name that was bound to dots."""
    try:
        last = ast.parse(answer.source).body[-1:]
    except SyntaxError:
        return False
    if answer.expression == _BUILTIN_STUB:
        return True
    return bool(last) and any(_is_dots(part) for part in _bodies(last[0]))


def _bodies(node: ast.stmt) -> list[ast.AST]:
    if isinstance(node, ast.Assign):
        return [node.value]
    if isinstance(node, ast.FunctionDef) and len(node.body) == 1 and isinstance(node.body[0], ast.Expr):
        return [node.body[0].value]
    return []


def _is_dots(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _names(node: ast.stmt) -> tuple[set[str], set[str]]:
    """What a statement binds or changes, and what it reads."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}, _reads(node)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(alias.asname or alias.name).partition(".")[0] for alias in node.names}, set()
    binds = {_root(node.value)} if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else set()
    for part in ast.walk(node):
        if isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load):
            binds.add(_root(part))
    return binds - {""}, _reads(node)


def _root(node: ast.expr) -> str:
    """The name at the root of xs, xs[0].y or xs.append(1): what such a statement may change; "" of f(1)."""
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Attribute):
        return ""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _reads(node: ast.AST) -> set[str]:
    """The global names that a statement or an expression reads, in the functions inside it too."""
    tables = [symtable.symtable(ast.unparse(node), "cell", "exec")]
    read = set()
    while tables:
        table = tables.pop()
        top = table.get_type() == "module"
        read |= {s.get_name() for s in table.get_symbols() if s.is_referenced() and (top or s.is_global())}
        tables += table.get_children()
    return read


def _uses(chosen: list[ast.stmt]) -> tuple[str, ...]:
    """What of the package an answer's own lines name: mlcore.svm.SVC, or check's `solution`."""
    brought: dict[str, str] = {}
    for node in (part for statement in chosen for part in ast.walk(statement)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "mlcore":
            brought |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            brought |= {(a.asname or a.name): a.name for a in node.names if a.name.partition(".")[0] == "mlcore"}
    named = set()
    for node in chosen:
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in brought:
                named.add(f"{brought[part.value.id]}.{part.attr}")
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in brought:
                named.add(brought[part.id])
    named |= {name for name in brought.values() if SOLUTIONS.match(name)}
    return tuple(sorted(name for name in named if not any(other.startswith(f"{name}.") for other in named)))


def source_of(path: pathlib.Path) -> str:
    """The exercises that a notebook itself registers with @exercise, and what these need: a teacher's own."""
    statements: list[_Statement] = []
    for source in _code(path):
        statements += [_Statement(node, *_names(node)) for node in ast.parse(source).body]
    registering = {s.node.name for s in statements if isinstance(s.node, ast.FunctionDef) and _registers(s.node)}
    return ast.unparse(ast.Module(body=_needed(registering, statements), type_ignores=[]))


def _registers(node: ast.FunctionDef) -> bool:
    return any(isinstance(d, ast.Call) and _called(d) == "exercise" for d in node.decorator_list)
