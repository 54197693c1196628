"""A list that is made to be read once, in the statement after, is put where it is read.

    bits = [flip("1/2") for _ in range(40)]
    return sum(bits)                         # becomes  return sum([flip("1/2") for _ in range(40)])

The elements can then be taken one by one, and the list, of which there are 2^40, is never made.  The name
must occur nowhere else in the function, and nothing may come between: apart from the calls that are given
the list, the statement that reads it holds constants, and names that the function never sets.
"""

from __future__ import annotations

import ast
from collections import Counter
from copy import deepcopy
from itertools import pairwise
from typing import TypeVar

Function = TypeVar("Function", bound=ast.AST)

BLOCKS = ("body", "orelse", "finalbody")
BUILDERS = frozenset({"list", "tuple"})
STILL = (ast.Name, ast.Constant, ast.operator, ast.unaryop, ast.cmpop, ast.expr_context)
"""What may stand beside the calls: it can be evaluated before or after the list."""


def inlined(function: Function) -> Function:
    """A function with such lists in the place where they are read; itself, if there are none."""
    if not any(_made_by(node) for node in ast.walk(function)):
        return function
    made = deepcopy(function)
    names = [node for node in ast.walk(made) if isinstance(node, ast.Name)]
    once = {name for name, n in Counter(node.id for node in names).items() if n == 2}
    fixed = {node.id for node in names} - {n.id for n in names if not isinstance(n.ctx, ast.Load)}
    for node in list(ast.walk(made)):
        for field in BLOCKS:
            block = getattr(node, field, None)
            if isinstance(block, list):
                _in_block(block, once, fixed)
    return made


def _in_block(block: list[ast.AST], once: set[str], fixed: set[str]) -> None:
    for at in range(len(block) - 2, -1, -1):
        name = _made_by(block[at])
        if name is not None and name in once and _moved(name, block[at], block[at + 1], fixed):
            del block[at]


def _made_by(statement: ast.AST) -> str | None:
    """The name that a statement gives to a list of elements made one by one."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    return target.id if isinstance(target, ast.Name) and is_elements(statement.value) else None


def is_elements(node: ast.expr) -> bool:
    """Whether an expression is a list comprehension, or `list` or `tuple` of a comprehension or generator."""
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        built = isinstance(node.func, ast.Name) and node.func.id in BUILDERS
        return built and isinstance(node.args[0], ast.GeneratorExp | ast.ListComp)
    return isinstance(node, ast.ListComp)


def _moved(name: str, made: ast.AST, reader: ast.AST, fixed: set[str]) -> bool:
    """Put the elements in the place of the name, if the next statement only calls something with them."""
    if not isinstance(made, ast.Assign) or not isinstance(reader, ast.Return | ast.Assign | ast.Expr):
        return False
    value = reader.value
    calls = [] if value is None else _calls_around(value, name, fixed)
    if not calls:
        return False
    innermost = calls[-1]
    innermost.args = [made.value]
    return True


def _calls_around(node: ast.expr, name: str, fixed: set[str]) -> list[ast.Call]:
    """The calls from the outermost to that of the name alone; none where anything else happens."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    if not names <= fixed | {name}:
        return []
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    plain = (ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, *STILL)
    if not calls or not all(isinstance(part, plain) for part in ast.walk(node)):
        return []
    for outer, inner in pairwise(calls):
        if not any(part is inner for part in ast.walk(outer)):
            return []
    last = calls[-1]
    only = last.args[0] if len(last.args) == 1 and not last.keywords else None
    named = isinstance(only, ast.Name) and only.id == name
    return calls if named and all(isinstance(call.func, ast.Name) for call in calls) else []
