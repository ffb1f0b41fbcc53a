"""Answers that are alike: the same functions, whatever their names, comments and layout."""

import ast
import builtins
import difflib
import io
import keyword
import tokenize
from collections import defaultdict
from collections.abc import Mapping

from mlcore.check.marker.given import given_for

LEAST = 40  # tokens: what is shorter, two people write alike by themselves
AS_GIVEN = 0.8  # from this share of common tokens on, an answer is the given function, mended


def alike(sources: Mapping[str, str], id: str) -> dict[str, list[str]]:
    """Who else has the same functions, for each of those whose answers are alike.

    sources: the statements of each one's answer to the exercise of this id. Not alike are functions of up to LEAST
    tokens, and those that the notebook gives, even mended: there everybody begins with the same lines.
    """
    given = _tokens(given_for(id).code)
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for who, source in sources.items():
        tokens = _tokens(source)
        if len(tokens) > LEAST and _common(tokens, given) < AS_GIVEN:
            groups[_renamed(tokens)].append(who)
    return {who: [other for other in group if other != who] for group in groups.values() if len(group) > 1
            for who in group}  # fmt: skip


def _common(tokens: list[str], given: list[str]) -> float:
    """The share of tokens that both have, in the same order."""
    return difflib.SequenceMatcher(None, tokens, given, autojunk=False).ratio() if given else 0.0


def _tokens(source: str) -> list[str]:
    """The tokens of the functions in a source, without comments and docstrings."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    for part in (part for function in functions for part in ast.walk(function)):
        if isinstance(part, ast.FunctionDef) and ast.get_docstring(part) is not None:
            part.body = part.body[1:] or [ast.Pass()]
    text = ast.unparse(ast.Module(body=list(functions), type_ignores=[]))
    return [token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.string.strip()]


def _renamed(tokens: list[str]) -> tuple[str, ...]:
    """The tokens with each name by the order in which it enters, so that other names make no difference."""
    order: dict[str, str] = {}
    return tuple(
        order.setdefault(token, f"name {len(order)}") if token.isidentifier() and not _is_language(token) else token
        for token in tokens
    )


def _is_language(name: str) -> bool:
    return keyword.iskeyword(name) or hasattr(builtins, name)
