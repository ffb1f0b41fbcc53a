"""What of a notebook has to be run for its answers: the calls of `check`, and the statements that these stand on."""

import ast
import contextlib
import json
import pathlib
import symtable
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

from mlcore.check.exercise import SOLUTIONS
from mlcore.check.marker.given import given_for, is_as_given

_BUILTIN_STUB = "..."
_NOTEBOOKS = (".ipynb", ".txt", ".json", "")  # endings of files that may hold one: browsers add to the name
_ARCHIVES = (".zip", ".7z", ".rar", ".gz", ".tar")
_MAKES_VALUES = (
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.With,
    ast.For,
)  # such a name may have been imported before
_RUN_AS_THEY_ARE = ("%%time", "%%timeit", "%%capture", "%%prun")  # what stands below them is the cell


class Unreadable(Exception):
    """A file that holds no notebook in Python: the words say why."""


@dataclass(frozen=True)
class Answer:
    """What a notebook hands in for one exercise.

    source: the statements that its answer needs, in their order. expression: the answer, as `check` was given it.
    error: why it cannot even be tried, a cell that is no Python. uses: what of mlcore its own lines name.
    is_checked: False for a function that is defined, while the line with `check` is missing or has dots in its place.
    """

    id: str
    source: str = ""
    expression: str = _BUILTIN_STUB
    error: str = ""
    uses: tuple[str, ...] = ()
    is_checked: bool = True


@dataclass
class _Statement:
    """A statement at the top of a cell: what it binds or changes, and what it reads.

    writes: the global names that it changes when one of the functions in it is called.
    """

    node: ast.stmt
    binds: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)


def answers_of(path: pathlib.Path, asked: Iterable[str] = ()) -> dict[str, Answer]:
    """The answers of a notebook by exercise; of several attempts the last that is more than a stub.

    asked: exercises whose function is looked for even where the notebook has no line with `check` for it.
    Raises Unreadable.
    """
    statements: list[_Statement] = []
    found: dict[str, Answer] = {}
    trees, broken = _parsed(path)
    statements += _lost_imports(trees, asked)
    for tree in trees:
        for node in tree.body:
            for id, given in calls_of_check(node):
                answer = _answer(id, given, statements)
                if id not in found or not _is_stub(answer):
                    found[id] = answer
            if not list(calls_of_check(node)) or not isinstance(node, ast.Expr):
                statements.append(_statement(node, statements))
    for source, why in broken:
        for id in _ids_in(source):
            if id not in found or _is_stub(found[id]):
                found[id] = Answer(id, error=why)
    return _with_defined(found, asked, statements)


def _parsed(path: pathlib.Path) -> tuple[list[ast.Module], list[tuple[str, str]]]:
    """The cells, and those that are no Python, each with what is wrong with it."""
    trees, broken = [], []
    for source in _code(path):
        try:
            trees.append(ast.parse(source))
        except (SyntaxError, ValueError) as error:
            broken.append((source, f"{type(error).__name__}: {getattr(error, 'msg', error)}"))
    return trees, broken


def _lost_imports(trees: list[ast.Module], asked: Iterable[str]) -> list[_Statement]:
    """What the lecture imports from NumPy and mlcore, where the notebook has lost it: as if it stood at its top."""
    nodes = [node for tree in trees for node in tree.body]
    brought = {name for node in nodes if not isinstance(node, _MAKES_VALUES) for name in _assigned(node)}
    ids = [*(id for node in nodes for id, _ in calls_of_check(node)), *asked]
    lost = {name: line for id in ids for name, line in given_for(id).imports if name not in brought}
    return [_statement(ast.parse(line).body[0], []) for line in lost.values()]


def _with_defined(found: dict[str, Answer], asked: Iterable[str], statements: list[_Statement]) -> dict[str, Answer]:
    """The answers, with functions that are defined and more than what the notebook gives, but that no `check` names."""
    functions = {s.node.name: s.node for s in statements if isinstance(s.node, ast.FunctionDef)}
    for id in asked:
        function = functions.get(given_for(id).name)
        is_open = id not in found or (found[id].expression == _BUILTIN_STUB and not found[id].error)
        if function is not None and is_open and not is_as_given(function, id):
            answer = _answer(id, ast.Name(function.name, ast.Load()), statements)
            if not _is_stub(answer):
                found[id] = replace(answer, is_checked=False)
    return found


def code_cells(path: pathlib.Path) -> list[str]:
    """The sources of the code cells of the notebook in this file. Raises Unreadable if it is none in Python."""
    notebook = _notebook(path)
    with _what_is_broken(path):
        cells = [_source(cell) for cell in _cells(notebook) if cell["cell_type"] == "code"]
        language = notebook.get("metadata", {}).get("kernelspec", {}).get("language", "python")
    if language != "python":
        raise Unreadable(f"it is a notebook in {language}, and the exercises are in Python")
    return cells


def course_of(path: pathlib.Path) -> str | None:
    """The version of the course that the notebook was handed out with: "" if it does not say, None if it was not."""
    notebook = _notebook(path)
    with _what_is_broken(path):
        origin = notebook.get("metadata", {}).get("mlcore")
        return None if origin is None else str(origin.get("course", ""))


def _notebook(path: pathlib.Path) -> Any:
    """What a file holds, read as the JSON that it is: nbformat, which checks every output too, takes a second to load.

    Given bytes, json finds out the encoding itself, with a byte-order mark or without. Raises Unreadable.
    """
    if path.is_dir():
        raise Unreadable("the folder is empty")
    if not path.is_file():
        raise Unreadable("there is no file of this name")
    if path.suffix.lower() in _ARCHIVES:
        raise Unreadable("it is an archive: unpack it, and mark what is in it")
    if path.suffix.lower() not in _NOTEBOOKS:
        raise Unreadable(f"it is no notebook: its name ends in {path.suffix}")
    with _what_is_broken(path):
        return json.loads(path.read_bytes())


@contextlib.contextmanager
def _what_is_broken(path: pathlib.Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        if not path.stat().st_size:
            raise Unreadable("the file is empty") from None
        where = f"line {error.lineno}"
        raise Unreadable(
            f"it is no notebook, or a damaged one, as after an upload that broke off (JSON, {where}): ask for it again"
        ) from None
    except Exception as error:  # whatever a broken file leads to
        empty = not path.stat().st_size
        raise Unreadable("the file is empty" if empty else f"it is no notebook: {first_line(error)}") from None


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
        first, _, rest = source.lstrip().partition("\n")
        try:
            yield plain.transform_cell(rest if first.split(" ")[0] in _RUN_AS_THEY_ARE else source)
        except SyntaxError:
            yield source


def calls_of_check(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
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
        if statement.binds & (names - imported if told else names) or "*" in statement.binds:
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


def _statement(node: ast.stmt, before: list[_Statement]) -> _Statement:
    """A statement, told what the functions change that it may call."""
    made = _Statement(node, _binds(node), _reads(node), _writes(node))
    called = set().union(*(s.writes for s in before if s.writes and s.binds & made.reads))
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        made.writes |= called  # not before it is called itself
    else:
        made.binds |= called
    return made


def _binds(node: ast.stmt) -> set[str]:
    """The names that a statement binds or changes: assignments, imports, definitions, loops, match, except, in it too.

    "*" of an import that brings every name of a module.
    """
    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
        return {"*"}
    binds = _assigned(node)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        binds.add(_root(node.value))
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        parts = (part for part in ast.walk(node) if isinstance(part, (ast.Attribute, ast.Subscript)))
        binds |= {_root(part) for part in parts if not isinstance(part.ctx, ast.Load)}
    return binds - {""}


def _assigned(node: ast.stmt) -> set[str]:
    return {s.get_name() for s in _table(node).get_symbols() if s.is_assigned() or s.is_imported()}


def _writes(node: ast.stmt) -> set[str]:
    """The names that functions in a statement declare as `global` and assign."""
    declared = set()
    for table in _tables_inside(_table(node)):
        declared |= {s.get_name() for s in table.get_symbols() if s.is_declared_global() and s.is_assigned()}
    return declared


def _root(node: ast.expr) -> str:
    """The name at the root of xs, xs[0].y or xs.append(1): what such a statement may change; "" of f(1)."""
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Attribute):
        return ""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def _reads(node: ast.AST) -> set[str]:
    """The global names that a statement or an expression reads, in the functions inside it too.

    A name that a function declares as global counts as read: `n_calls += 1` does, and says so nowhere else.
    """
    top = _table(node)
    read = {s.get_name() for s in top.get_symbols() if s.is_referenced()}
    for table in _tables_inside(top):
        read |= {s.get_name() for s in table.get_symbols() if s.is_declared_global()}
        read |= {s.get_name() for s in table.get_symbols() if s.is_global() and s.is_referenced()}
    return read


def _table(node: ast.AST) -> symtable.SymbolTable:
    return symtable.symtable(ast.unparse(node), "cell", "exec")


def _tables_inside(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """Those of its functions, classes and comprehensions, however deep."""
    for inner in table.get_children():
        yield inner
        yield from _tables_inside(inner)


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
        for node in ast.parse(source).body:
            statements.append(_statement(node, statements))
    registering = {s.node.name for s in statements if isinstance(s.node, ast.FunctionDef) and _registers(s.node)}
    return ast.unparse(ast.Module(body=_needed(registering, statements), type_ignores=[]))


def _registers(node: ast.FunctionDef) -> bool:
    return any(isinstance(d, ast.Call) and _called(d) == "exercise" for d in node.decorator_list)
