"""What library functions do with what they are given: tables of functions by their identity."""

from __future__ import annotations

import collections
import copy
import decimal
import functools
import itertools
import operator
import reprlib
from collections.abc import Iterable
from fractions import Fraction

from ...exact import Number


def _ids(functions: Iterable[object]) -> frozenset[int]:
    """The identities of some functions, of which some cannot be hashed."""
    return frozenset(map(id, functions))


ORDERLESS = _ids((
    len, bool, any, all, sum, isinstance, issubclass, callable, type, set, frozenset,
    copy.copy, copy.deepcopy,
))  # fmt: skip
"""Functions that give the same for every order of a set."""

READING = _ids((list, tuple, iter, enumerate, reversed, zip))
"""Functions that run through what they are given, and not through its elements."""

RANKING = _ids((sorted, min, max))
"""The same, unless they are given a key, by which elements may be equal."""

NUMBERS = _ids((
    len, bool, int, float, complex, hash, ord, isinstance, issubclass, callable, hasattr, any, all,
    Fraction, decimal.Decimal, Number,
))  # fmt: skip
"""Functions that return a number."""

ARITHMETIC = _ids((sum, abs, round, divmod, pow))
"""Functions that return a number for numbers."""

TEXTS = _ids((str, repr, ascii, format, bytes, reprlib.repr, collections.UserString))
"""Functions that make a text of what they are given."""

APPLYING = _ids((
    map, filter, sorted, min, max, functools.reduce,
    itertools.accumulate, itertools.takewhile, itertools.starmap,
))  # fmt: skip
"""Functions that call what they are given with the elements of their other arguments, and its own results."""

ITERATING = APPLYING | _ids((
    list, tuple, iter, next, zip, enumerate, reversed, set, frozenset, sum,
    itertools.chain, itertools.islice, itertools.product, itertools.combinations, itertools.permutations,
))  # fmt: skip
"""Functions that hold or return what is inside their arguments, and not the arguments themselves."""

REFLECTIVE = _ids((getattr, setattr, delattr, hasattr, operator.attrgetter, operator.methodcaller))
"""Functions that read or set an attribute whose name they are given."""

QUIET = ITERATING | ORDERLESS | NUMBERS | TEXTS
"""Functions that call no function that is inside an argument."""

CLOSED = frozenset([
    "builtins", "operator", "itertools", "functools", "bisect", "heapq", "statistics", "collections",
    "copy", "random", "numpy",
])  # fmt: skip
"""Modules whose functions return numbers, and what they are given."""

CHANGING = frozenset({"_heapq", "heapq", "_bisect", "bisect", "_operator", "operator"})
"""Modules whose functions put their arguments into another one."""
