"""The functions that may be called without being looked into, the requests for randomness, the methods."""

from __future__ import annotations

import bisect
import functools
import heapq
import itertools
import math
import operator
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from types import BuiltinFunctionType
from typing import Any

from ...arguments import positive_integer
from ...dp import Dist
from ...exact import eps, exp, ln, number, root, sqrt
from ..asks import draw, flip, uniform
from .outside import OutsideSubset

DRAWS: dict[Callable[..., Any], Callable[..., Dist[Any]]] = {
    flip: Dist.bernoulli,
    uniform: lambda n: Dist.uniform(range(positive_integer(n, "n"))),
    draw: lambda dist: _checked(dist),
}
"""The distribution of each request for randomness, given its argument."""

MATHEMATICS = [f for name, f in vars(math).items() if type(f) is BuiltinFunctionType and name[0] != "_"]
OPERATORS = [
    getattr(operator, name)
    for name in [
        "add",
        "sub",
        "mul",
        "floordiv",
        "truediv",
        "pow",
        "neg",
        "pos",
        "invert",
        "and_",
        "or_",
        "xor",
        "lshift",
        "rshift",
        "not_",
        "truth",
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "contains",
        "getitem",
        "countOf",
        "indexOf",
    ]
]
EAGER = (
    *(itertools.product, itertools.combinations, itertools.permutations),
    itertools.combinations_with_replacement,
)
"""Iterators that read all they are given when they are made."""

ITERATORS = {
    id(f): f
    for f in (
        *(enumerate, zip, map, filter, reversed, itertools.chain, itertools.accumulate, itertools.islice),
        *EAGER,
    )
}
"""What gives an iterator, which can be read only once."""

CALLING = frozenset(id(f) for f in (map, filter, functools.reduce, itertools.accumulate))
"""Functions of Python that call what they are given; others call a `key`."""

CONSUMING = {
    id(f): f
    for f in (
        *(sum, tuple, any, all, max, min, frozenset, set, list, dict, sorted, bytes),
        *(Counter, deque, OrderedDict),
    )
}
"""Functions that read an iterator to its end, or until they know, before they return."""

TEXTS = {id(f): f for f in (str, repr, ascii, format, bytes)}
"""Functions that show a value as text."""

BUILTINS = (
    *(abs, bin, bool, bytearray, chr, complex, divmod, float, hex, int, isinstance, len, oct, ord, pow),
    *(range, round, slice, type, Fraction, Decimal, Dist, number, eps, exp, ln, root, sqrt, defaultdict),
    *(Dist.uniform, Dist.bernoulli, Dist.point, Dist.from_weights, Dist.product),
    *(bisect.bisect_left, bisect.bisect_right, functools.reduce),
)

PURE = {**ITERATORS, **CONSUMING, **TEXTS, **{id(f): f for f in (*BUILTINS, *MATHEMATICS, *OPERATORS)}}
"""Functions whose answer depends on their arguments alone, and which change nothing: by identity."""

PRINT, NEXT, ITER, MAP = print, next, iter, map
"""Builtin functions as they were when Assay was loaded."""

CHANGING = frozenset(
    map(id, (heapq.heappush, heapq.heappop, heapq.heapify, heapq.heappushpop, heapq.heapreplace,
             bisect.insort_left, bisect.insort_right))
)  # fmt: skip
"""Functions that change the list that they are given first, and nothing else."""

ORDER_FREE = frozenset({id(f) for f in (len, any, all, set, bool, isinstance)})
"""Functions that cannot see in which order a set is iterated."""

ASSAY = import_module(__name__.partition(".")[0])
"""The package itself, whose names are loaded when they are first asked for."""


def is_pure(function: object) -> bool:
    """Whether the function is on the list."""
    return id(function) in PURE


def is_draw(function: object) -> bool:
    """Whether the function is a request for randomness."""
    return function is flip or function is draw or function is uniform


def _checked(dist: Dist[Any]) -> Dist[Any]:
    """A Dist; anything else is refused by the enumeration."""
    if not isinstance(dist, Dist):
        raise OutsideSubset("draw was given something that is not a Dist")
    return dist
