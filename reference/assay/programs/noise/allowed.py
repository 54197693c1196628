"""What a symbolic program may name: functions that follow a noisy value, or ask it what it refuses; what its
instructions may do: read an attribute, compare by `is`, define a method.

A noisy value stands for a number that is not known.  A function that looks at the object instead, such as
`type`, `id` or `json.dumps`, would tell the program what it is not told in truth, so nothing may be named
that is not on these lists.  Of each function here one of these is true of every noisy value that it is given,
alone or in a container: it calls the methods of `values` (max, sum, sorted, str, hash, math.floor), it does
not look at it (list, zip, itertools.chain), or it raises TypeError (int.bit_length), see `swallowed`.
"""

from __future__ import annotations

import abc
import bisect
import builtins
import collections
import copy
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import heapq
import itertools
import math
import operator
import types
import typing
from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

from ...dp.dist import Dist
from ...exact import EPS, eps, exp, ln, number
from ..asks import draw, flip, uniform
from ..bytecode import GLOBAL, READ, Step
from .language import exponential, gaussian, geometric, laplace, one_sided_geometric
from .outside import OutsideClass


def words(text: str) -> frozenset[str]:
    """The names in a text."""
    return frozenset(text.split())


_NAMES = words(
    "abs all any bin bool bytearray bytes callable chr classmethod complex dict divmod enumerate filter "
    "float format frozenset hash hex int isinstance issubclass iter len list map max min next oct ord pow "
    "print property range repr reversed round set slice sorted staticmethod str sum super tuple zip "
    "__build_class__ __debug__ __name__ NotImplemented Ellipsis"
)

BUILTINS: dict[str, Any] = {
    name: value
    for name, value in vars(builtins).items()
    if name in _NAMES or (isinstance(value, type) and issubclass(value, BaseException))
}
"""The builtins that may be named, as Python defines them."""


def _members(module: ModuleType, names: str = "", *, without: str = "") -> Iterable[Any]:
    """Members of a module: those named, or all public ones."""
    chosen = names.split() or [n for n in dir(module) if not n.startswith("_")]
    return [getattr(module, n) for n in chosen if n not in without.split() and hasattr(module, n)]


_MEMBERS: list[Any] = [
    *_members(math),
    *_members(itertools),
    *_members(operator, without="is_ is_not attrgetter methodcaller length_hint is_none is_not_none call"),
    *_members(heapq, "heappush heappop heapify heapreplace heappushpop nlargest nsmallest merge"),
    *_members(bisect, "bisect bisect_left bisect_right insort insort_left insort_right"),
    *_members(functools, "reduce partial cmp_to_key wraps lru_cache cache cached_property"),
    *_members(collections, "deque Counter defaultdict OrderedDict ChainMap"),
    *_members(copy, "copy deepcopy"),
    *_members(dataclasses, "dataclass field replace"),
    *_members(fractions, "Fraction"),
    *_members(decimal, "Decimal"),
    *_members(enum, "Enum IntEnum Flag IntFlag StrEnum auto unique"),
    *_members(abc, "ABC abstractmethod"),
    *_members(
        typing, "cast NamedTuple Generic Protocol Any TypeVar NewType Optional Union Callable Iterable Final"
    ),
    *_members(types, "SimpleNamespace MappingProxyType"),
    *_members(datetime, "date time timedelta"),
    *(flip, draw, uniform, Dist, EPS, eps, exp, ln, number),
    *(geometric, one_sided_geometric, laplace, exponential, gaussian),
]

FUNCTIONS = {id(each): each for each in _MEMBERS if not isinstance(each, type)}
"""Functions that may be named, of any module, by their identity."""

CLASSES = frozenset(
    [
        *(each for each in _MEMBERS if isinstance(each, type)),
        *(each for each in BUILTINS.values() if isinstance(each, type)),
        enum.ReprEnum,
        object,  # as a base; the text of an `object()` holds an address
    ]
)
"""Classes that may be named, called, and inherited from."""

WHOLE_MODULES = frozenset({math, itertools})
"""Modules that may be handed around: all that they hold is on the lists."""

DUNDERS = words(
    "__init__ __post_init__ __name__ __qualname__ __doc__ __init_subclass__ __wrapped__ __getitem__"
)
"""Attributes with two underscores that a program may name."""

INTERNALS = words(
    "gi_frame gi_code gi_yieldfrom cr_frame cr_code cr_await ag_frame ag_code f_locals f_globals f_builtins "
    "f_back f_code f_trace tb_frame tb_next co_consts mro"
)
"""Attributes that lead from an object to what Python keeps about it."""

HIDDEN_METHODS = words(
    "__del__ __getattribute__ __instancecheck__ __subclasscheck__ __subclasshook__ __class__ "
    "__length_hint__ __reduce__ __reduce_ex__ __prepare__ __class_getitem__ __mro_entries__ __set_name__"
)
"""Methods that Python calls where no code asks for it; a class of the program's may not define them."""


class Place(NamedTuple):
    """Under which name something was met, and where."""

    name: str
    file: str = ""
    line: int | None = None

    def refuse(self, what: str) -> OutsideClass:
        """The error."""
        where = f"{self.file}, line {self.line}" if self.file else ""
        return OutsideClass(f"{self.name} {what}", where, self.line)


def check_attribute(name: str, place: Place) -> None:
    """Refuse attributes that lead behind an object."""
    if (name.startswith("__") and name.endswith("__") and name not in DUNDERS) or name in INTERNALS:
        raise place.refuse(
            "is an attribute that may tell a noisy value from a number; compare the value instead"
        )


def check_getattr(after: tuple[Step, ...], place: Place) -> None:
    """getattr(NAME.path, "name", ...), with a name that is written out, is the attribute itself."""
    pushed: list[Step] = []
    for step in after:
        if step.name in READ and pushed:
            if len(pushed) > 1:
                break
        elif step.name.startswith("LOAD_"):
            pushed.append(step)
        elif step.name != "PRECALL":
            if step.name == "CALL" and step.argument == len(pushed) > 1 and pushed[0].name != "LOAD_CONST":
                name = pushed[1]
                if name.name == "LOAD_CONST" and type(name.argument) is str:
                    check_attribute(name.argument, place)
                    return
            break
    raise place.refuse(
        "is followed only where the object is a variable and the name is written out, as in "
        'getattr(config, "scale", 1); write the attribute, or a dictionary'
    )


def check_method(name: str, place: Place) -> None:
    """Refuse methods that Python calls where no code asks for it."""
    if name in HIDDEN_METHODS:
        raise place.refuse("is a method that Python calls where no code asks for it; leave it out")


def check_identity(steps: tuple[Step, ...], n: int, table: dict[str, Any], place: Place) -> None:
    """`is` is allowed beside None, True, False, ..., classes and members of enumerations: no numbers."""
    before = steps[n - 1]
    if before.name in GLOBAL and isinstance(table.get(before.argument, BUILTINS.get(before.argument)), type):
        return
    if before.name == "LOAD_CONST" and type(before.argument) in (types.NoneType, bool, types.EllipsisType):
        return
    if before.name == "LOAD_ATTR" and n > 1 and steps[n - 2].name == "LOAD_GLOBAL":
        owner = table.get(steps[n - 2].argument)
        if isinstance(owner, enum.EnumMeta) and isinstance(getattr(owner, before.argument, None), enum.Enum):
            return
    raise place._replace(name="is").refuse(
        "compares two objects by their identity, which a number does not have; write =="
    )
