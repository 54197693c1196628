"""What library functions and methods of the usual types do: functions by identity, methods by name."""

from __future__ import annotations

import array
import collections
import copy
import datetime
import decimal
import functools
import itertools
import operator
import random
import re
import reprlib
from collections.abc import Iterable
from fractions import Fraction
from types import GeneratorType

from ...dp import Dist
from ...exact import Number
from .values import CONTAINER, ITERATOR, LOOSE, MADE, NUMBER, OBJECT, SET, VIEW, Value

TEXTUAL = frozenset(
    ["chr", "bin", "hex", "oct", "input", "randbytes", "token_bytes", "token_hex", "token_urlsafe", "urandom"]
)
"""Functions and methods that return texts or bytes."""

DRAWS = frozenset([name for name in dir(random.Random) if not name.startswith("_")]) - TEXTUAL
"""Methods of random generators, which return numbers or what they are given."""

OF_ARRAYS = frozenset([
    "all", "any", "argmax", "argmin", "argpartition", "argsort", "astype", "byteswap", "choose", "clip",
    "compress", "conj", "conjugate", "cumprod", "cumsum", "diagonal", "dot", "fill", "flatten", "item",
    "max", "mean", "min", "nonzero", "partition", "prod", "put", "ravel", "repeat", "reshape", "round",
    "searchsorted", "sort", "squeeze", "std", "sum", "swapaxes", "take", "tolist", "trace", "transpose",
    "var", "view",
])  # fmt: skip
"""Methods of arrays, which return numbers and what is in the array."""

OF_TUPLES = frozenset({"_asdict", "_make", "_replace"})
"""Methods of named tuples, which are given or return fields."""

ADDS = frozenset([
    "__iadd__", "__ior__", "__setitem__", "add", "append", "appendleft", "extend", "extendleft",
    "insert", "insort", "move_to_end", "push", "setdefault", "subtract", "symmetric_difference_update",
    "update",
])  # fmt: skip
"""Methods that put their arguments into the object."""

MAKES_SETS = frozenset(
    ["__and__", "__or__", "__sub__", "__xor__", "difference", "intersection", "symmetric_difference", "union"]
)
"""Methods of sets that return a set."""

OF_SETS = MAKES_SETS | frozenset([
    "__contains__", "__eq__", "__ge__", "__gt__", "__le__", "__len__", "__lt__", "__ne__", "add",
    "clear", "copy", "difference_update", "discard", "intersection_update", "isdisjoint", "issubset",
    "issuperset", "remove", "symmetric_difference_update", "update",
])  # fmt: skip
"""Methods of sets that show no order; any other does."""

TAKES_SETS = OF_SETS | frozenset(
    ["__setattr__", "append", "appendleft", "count", "get", "index", "insert", "put", "setdefault"]
)
"""Methods that do not iterate over an argument."""

GIVES_ELEMENT = frozenset({"get", "pop", "popleft", "setdefault"})
"""Methods of containers that return an element, or a default."""

VIEWS = frozenset({"keys", "items"})
"""Methods of dictionaries whose result is like a set."""

FORMATTING = frozenset({"format", "format_map", "__format__", "__str__", "__repr__", "__mod__"})
"""Methods that make a text of their arguments."""

SUBSTITUTING = frozenset({"substitute", "safe_substitute"})
"""The same, of `string.Template`."""

TO_TEXT = frozenset(
    ["__format__", "__repr__", "__str__", "ctime", "hex", "isoformat", "strftime", "to_bytes", "tobytes"]
)
"""Methods that make a text of the object."""

_TYPES: tuple[type, ...] = (
    *(int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, memoryview),
    *(collections.deque, collections.OrderedDict, collections.Counter, collections.defaultdict),
    *(collections.ChainMap, array.array, Fraction, decimal.Decimal, BaseException, re.Pattern, re.Match),
    *(datetime.datetime, datetime.timedelta, Dist, Number, functools.partial, GeneratorType),
)
METHODS = (
    DRAWS
    | OF_ARRAYS
    | OF_TUPLES
    | frozenset([name for kind in _TYPES for name in dir(kind) if callable(getattr(kind, name, None))])
)
"""Names of methods of the usual types; other attributes are data."""

_OF_TEXTS = frozenset().union(*map(dir, (str, bytes, datetime.datetime, datetime.time, GeneratorType)))
_BUILT_IN = CONTAINER | ITERATOR | SET | LOOSE | VIEW | NUMBER | MADE


def may_be_method(owner: Value, name: str) -> bool:
    """Whether an attribute may be a method of a usual type, and not what an object of the user's holds."""
    return name in METHODS and (not owner.top & OBJECT or bool(owner.top & _BUILT_IN) or name in _OF_TEXTS)


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
