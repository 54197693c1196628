"""What expressions may be made of, and the functions that may be called in them without being looked into."""

from __future__ import annotations

import ast
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from ...dp import Dist
from ...dp.weights import positive_integer
from ...exact import eps, exp, ln, number, root, sqrt
from .. import Program
from ..program import draw, flip, uniform
from .outside import OutsideSubset, outside
from .text import Text
from .values import key_of

DRAWS: dict[Callable[..., Any], Callable[..., Dist[Any]]] = {
    flip: Dist.bernoulli,
    uniform: lambda n: Dist.uniform(range(positive_integer(n, "n"))),
    draw: lambda dist: _checked(dist),
}
"""The law of each request for randomness, given its argument."""

BUILTINS = (
    *(abs, all, any, bool, bytes, complex, divmod, float, frozenset, int, len, list, max, min, pow, range),
    *(repr, round, sorted, str, sum, tuple, Fraction, Decimal, Dist, number, eps, exp, ln, root, sqrt),
    *(Dist.uniform, Dist.bernoulli, Dist.point, Dist.from_weights, Dist.product),
)
PURE = frozenset(id(function) for function in BUILTINS)
"""Functions whose answer depends on their plain arguments alone, by identity: some are not hashable."""

GATHER: frozenset[Callable[..., Any]] = frozenset({sum, tuple, any, all})
"""Functions that may be given a generator expression, and are followed step by step."""

READERS: frozenset[Callable[..., Any]] = frozenset({sum, tuple, any, all, max, min, frozenset, len})
"""Functions that find in a tuple what they find in a list, or a generator, of the same elements."""

ASSAY = import_module(__name__.partition(".")[0])
"""The package itself, whose names are loaded when they are first asked for."""

NODES = (
    *(ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple),
    *(ast.Subscript, ast.Slice, ast.Call, ast.keyword, ast.Attribute, ast.Dict, ast.List, ast.Load),
    *(ast.JoinedStr, ast.FormattedValue, ast.ListComp),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.GeneratorExp, ast.comprehension, ast.Store),
)


def check_expression(node: ast.expr) -> None:
    """Refuse what an expression may not contain."""
    for part in ast.walk(node):
        if not isinstance(part, NODES):
            raise outside(node, f"the expression contains a {type(part).__name__}")
        if isinstance(part, ast.Compare):
            _check_identity(part)


def _check_identity(node: ast.Compare) -> None:
    """`is` may compare with None, True and False only: whether equal values are one object is an accident."""
    for op, right in zip(node.ops, node.comparators, strict=True):
        fixed = isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
        if isinstance(op, ast.Is | ast.IsNot) and not fixed:
            raise outside(node, "'is' compares objects by identity")


def callee(text: Text, node: ast.Call) -> Any:
    """The object that a call calls, which must be named outside the function."""
    found = named(text, node.func)
    if found is None:
        raise outside(node, "it calls something that is not a name from outside the function")
    return found


def named(text: Text, node: ast.expr) -> Any:
    """The object that a name, or an attribute of a module or of Dist, stands for; None where that is open."""
    if isinstance(node, ast.Name):
        if node.id in text.locals:
            return None
        try:
            return text.value(node.id)
        except LookupError:
            return None
    if isinstance(node, ast.Attribute):
        owner = named(text, node.value)
        if owner is Dist or owner is ASSAY:
            return getattr(owner, node.attr, None)
        if type(owner) is ModuleType:
            return vars(owner).get(node.attr)  # a module's __getattr__ may run code
    return None


def is_pure(function: object) -> bool:
    """Whether the function is on the list."""
    return id(function) in PURE


def is_program(function: object) -> bool:
    """Whether the function has a text that may be followed."""
    return isinstance(function, Program) or type(function) is FunctionType


def check_attributes(text: Text, node: ast.AST) -> None:
    """An attribute may name a pure function or a plain value of a module, nothing else: others may run
    code.
    """
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute):
            found = named(text, part)
            if found is None:
                raise outside(part, f"the attribute .{part.attr} may run code")
            if not (is_pure(found) or isinstance(found, ModuleType)):
                key_of(found)


def outer_values(text: Text, node: ast.AST) -> dict[str, Any]:
    """The values of all names in an expression that are not the function's own: plain, pure, or modules."""
    check_attributes(text, node)
    bases = {id(part.value) for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    found: dict[str, Any] = {"__builtins__": {}}
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id not in text.locals:
            try:
                value = text.value(part.id)
            except LookupError:
                continue
            if not (is_pure(value) or (isinstance(value, ModuleType) and id(part) in bases)):
                key_of(value)
            found[part.id] = value
    return found


def _checked(dist: Dist[Any]) -> Dist[Any]:
    """A Dist; anything else is refused by the enumeration."""
    if not isinstance(dist, Dist):
        raise OutsideSubset("draw was given something that is not a Dist")
    return dist
