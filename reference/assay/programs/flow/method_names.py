"""What methods of the usual types do: tables of their names."""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import functools
import random
import re
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
