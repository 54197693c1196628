"""Which expressions Python may evaluate by itself: without draws, without effects, calling what is pure."""

from __future__ import annotations

import ast
import itertools
from functools import lru_cache
from types import FunctionType
from typing import Any

from .. import Program
from .allowed import CALLING, CONSUMING, ITERATORS, is_draw, is_pure
from .codes import Code
from .outside_names import OutsideNames
from .python_calls import READING
from .text import parts_of

PLAIN = (
    *(
        ast.Constant,
        ast.Name,
        ast.BinOp,
        ast.UnaryOp,
        ast.BoolOp,
        ast.Compare,
        ast.IfExp,
        ast.Tuple,
        ast.List,
    ),
    *(ast.Set, ast.Dict, ast.Subscript, ast.Slice, ast.Call, ast.keyword, ast.Attribute, ast.JoinedStr),
    *(ast.FormattedValue, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension),
    *(
        ast.Lambda,
        ast.arguments,
        ast.arg,
        ast.Starred,
        ast.expr_context,
        ast.operator,
        ast.unaryop,
        ast.boolop,
    ),
    ast.cmpop,
)


class Plain:
    """Which expressions are plain, and which iterators are read where they are made; found once each."""

    def __init__(self, names: OutsideNames) -> None:
        self.names = names
        self._kept: list[ast.AST] = []
        self._consumed: dict[int, tuple[Code, set[int]]] = {}

    def is_plain(self, code: Code, node: ast.expr) -> bool:
        """Whether Python may evaluate the expression by itself; found once."""
        known = code.plain.get(id(node))
        if known is None:
            known = code.plain[id(node)] = self._examine(code, node)
            self._kept.append(node)  # so that no other node gets its id
        return known

    def _examine(self, code: Code, node: ast.expr) -> bool:
        inner = _bound_within(node)
        if any(self.names.is_outside(code, name) for name in inner):
            return False
        parts = parts_of(node)
        calls = [part for part in parts if isinstance(part, ast.Call)]
        direct = {id(arg) for part in calls for arg in part.args}
        keys = {id(k.value) for part in calls for k in part.keywords if k.arg == "key"}
        keys |= {
            id(a) for part in calls if id(self.names.static(code, part.func)) in CALLING for a in part.args
        }
        return all(self._may_stand(code, part, inner, direct, keys) for part in parts)

    def _is_called_purely(self, code: Code, node: ast.expr) -> bool:
        """Whether what Python is to call has no effects: a lambda, whose body is looked at, or known."""
        fixed = isinstance(node, ast.Lambda) or (isinstance(node, ast.Constant) and node.value is None)
        return fixed or is_pure(self.names.static(code, node))

    def _may_stand(
        self, code: Code, part: ast.AST, inner: frozenset[str], direct: set[int], keys: set[int]
    ) -> bool:
        """Whether one part of an expression leaves it plain."""
        match part:
            case ast.Call(func=ast.Name(id=name)) if name in inner:
                return False
            case ast.Call():
                function = self.names.static(code, part.func)
                lazy = any(isinstance(a, ast.GeneratorExp) for a in part.args)
                kept = id(function) in ITERATORS and not self.is_consumed(code, part)
                if not is_pure(function) or kept or (lazy and id(function) not in CONSUMING):
                    return False
                return all(self._is_called_purely(code, each) for each in _called(part, function))
            case ast.Attribute():
                found = self.names.static(code, part)
                return found is not None and (is_pure(found) or not isinstance(found, FunctionType | Program))
            case ast.Name(id=name):
                if name in inner or code.is_local(name):
                    return True
                found = self.names.static(code, part)
                return is_pure(found) or not (isinstance(found, FunctionType | Program) or is_draw(found))
            case ast.GeneratorExp():
                return id(part) in direct
            case ast.Lambda():
                return id(part) in keys  # it is called at once, and not kept
            case ast.Compare():
                return not any(isinstance(op, ast.Is | ast.IsNot) for op in part.ops) or _is_fixed(part)
        return isinstance(part, PLAIN)

    def is_consumed(self, code: Code, call: ast.AST) -> bool:
        """Whether what a call returns is read to its end at once, and nobody else can read it."""
        if id(code) not in self._consumed:
            self._consumed[id(code)] = code, self._places(code)
        return id(call) in self._consumed[id(code)][1]

    def _places(self, code: Code) -> set[int]:
        """The expressions whose values are run through where they stand."""
        found: set[int] = set()
        for part in parts_of(code.node):
            match part:
                case ast.For(iter=run) | ast.comprehension(iter=run) | ast.Starred(value=run):
                    found.add(id(run))
                case ast.Assign(targets=[ast.Tuple() | ast.List()], value=run):
                    found.add(id(run))
                case ast.Call(func=ast.Attribute(attr=name), args=args) if name in READING:
                    found.update(map(id, args))
                case ast.Call(func=func, args=args):
                    function = id(self.names.static(code, func))
                    if function in CONSUMING or (function in ITERATORS and id(part) in found):
                        found.update(map(id, args))
        return found


def _called(node: ast.Call, function: Any) -> list[ast.expr]:
    """The arguments of a call that the called function will call."""
    found = [k.value for k in node.keywords if k.arg in ("key", "func", None)]
    if id(function) in CALLING:
        found += node.args[1:2] if function is itertools.accumulate else node.args[:1]
    return found


@lru_cache(maxsize=16_384)
def _bound_within(node: ast.expr) -> frozenset[str]:
    """The names that any comprehension or lambda within an expression binds for itself."""
    return frozenset([name for part in parts_of(node) for name in _bound_inside(part)])


def _bound_inside(part: ast.AST) -> list[str]:
    """The names that a comprehension or lambda inside an expression binds for itself."""
    if isinstance(part, ast.comprehension):
        return [n.id for n in ast.walk(part.target) if isinstance(n, ast.Name)]
    return (
        [a.arg for a in ast.walk(part.args) if isinstance(a, ast.arg)] if isinstance(part, ast.Lambda) else []
    )


def _is_fixed(node: ast.Compare) -> bool:
    """Whether `is` compares with None, True or False only."""
    return all(
        isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
        for op, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(op, ast.Is | ast.IsNot)
    )
