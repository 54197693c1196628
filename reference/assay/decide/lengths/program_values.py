"""What a program over a stream computes with, beside sums with noise: plain values, lists, places."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...exact import Log, Number
from .counts import Budget
from .expressions import Affine


class NotRead(Exception):
    """Something is computed that is not read; who knows the line raises OutsideClass with this reason."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The place of an answer in the stream: of this one (now), or of the one that a variable was set at."""

    name: str

    @property
    def now(self) -> bool:
        """Whether it is the place of this answer."""
        return not self.name


class Items(tuple[Any, ...]):
    """A list of the program; it is replaced, never changed."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Opaque:
    """A stream inside a stream; it can only be gone over."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A list that is only appended to and returned, by its variable; `kind` is what is returned."""

    name: str
    kind: str = "list"


PLAIN_TYPES = (bool, int, str, Fraction, float)
"""The plain values that are written; classes of the user's below these compute and print as they like."""


def is_plain(value: Any) -> bool:
    """Whether a value is one that a location can hold: no class of the user's, and no NaN, which is told
    from another by which one it is.
    """
    if type(value) in (tuple, Items):
        return all(map(is_plain, value))
    kinds = (*PLAIN_TYPES, Number, Log, range, Opaque)
    return value is None or (type(value) in kinds and not (type(value) is float and math.isnan(value)))


def holds_symbols(value: Any) -> bool:
    """Whether a value stands for what is not known here, or holds one that does."""
    if isinstance(value, tuple):
        return any(map(holds_symbols, value))
    return isinstance(value, (Affine, Budget, Mark, Opaque, Channel))


def holds_eps(value: Any) -> bool:
    """Whether a value depends on EPS."""
    if isinstance(value, tuple):
        return any(map(holds_eps, value))
    return isinstance(value, (Log, Number)) and value.is_symbolic


def holds_lists(value: Any) -> bool:
    """Whether a value is a list, or a tuple with one in it."""
    return isinstance(value, Items) or (isinstance(value, tuple) and any(map(holds_lists, value)))


def held(value: Any) -> Any:
    """A value of Python's, with lists as `Items`."""
    if isinstance(value, list):
        return Items(map(held, value))
    return tuple(map(held, value)) if type(value) is tuple else value


def as_python(value: Any) -> Any:
    """A value with lists as Python has them, which are never equal to tuples, nor added to them."""
    if isinstance(value, Items):
        return list(map(as_python, value))
    return tuple(map(as_python, value)) if isinstance(value, tuple) else value


def is_fresh(node: ast.expr, value: Any) -> bool:
    """Whether the lists in a value were made by the expression itself."""
    if not holds_lists(value):
        return True
    match node:
        case ast.List(elts=elts) | ast.Tuple(elts=elts):
            return all(map(is_fresh, elts, value))
        case ast.ListComp(elt=elt):
            return all(is_fresh(elt, each) for each in value)
        case ast.Call() | ast.BinOp():
            return isinstance(value, Items) and not any(map(holds_lists, value))
    return False
