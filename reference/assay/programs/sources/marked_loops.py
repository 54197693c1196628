"""The heads of loops on the tape, which call MARK(number, variables), and the variables needed there.

What is not needed at the head of a loop cannot influence what the function does from there on.
"""

from __future__ import annotations

import ast

from ..liveness import Liveness, Names, hidden, names_of

REFLECTION = frozenset({"locals", "vars", "dir", "eval", "exec", "globals", "__import__", "inspect"})
"""Functions that see variables, or make code, without naming them."""

MARK = "__assay_head__"


def reflects(function: ast.FunctionDef) -> bool:
    """Whether a function may look at its own variables by other ways than their names."""
    return bool(names_of(function) & REFLECTION)


def live_at_heads(function: ast.FunctionDef) -> dict[int, Names]:
    """The names that are needed at every marked loop head."""
    nested = [n for n in ast.walk(function) if isinstance(n, ast.FunctionDef | ast.Lambda | ast.ClassDef)]
    always = frozenset[str]().union(*(names_of(n) for n in nested if n is not function))
    analysis = Liveness(always)
    analysis.function(function)
    own = names_of(function) | {a.arg for a in ast.walk(function) if isinstance(a, ast.arg)}
    found: dict[int, Names] = {}
    iterators: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Name):
            iterators[hidden(node)] = node.iter.id
        elif isinstance(node, ast.Expr) and (mark := mark_of(node.value)) is not None:
            found[mark] = analysis.after[id(node)].names | always
        elif isinstance(node, ast.While) and (mark := mark_of(node.test)) is not None:
            found[mark] = analysis.head[id(node)].names | always
    return {
        mark: (names | {iterators[name] for name in names & iterators.keys()}) & own
        for mark, names in found.items()
    }


def mark_of(node: ast.AST) -> int | None:
    """The number of a loop head: of a call `MARK(number, ...)`, also at the front of an `and`."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        node = node.values[0]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MARK:
        number = node.args[0]
        if isinstance(number, ast.Constant) and isinstance(number.value, int):
            return number.value
    return None
