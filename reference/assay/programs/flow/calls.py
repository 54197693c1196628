"""What calls of functions and methods that are not the user's return, and what they show."""

from __future__ import annotations

import array
import builtins
import collections
import copy
import dataclasses
import datetime
import decimal
import functools
import itertools
import operator
import random
import re
import reprlib
import sys
import types
from fractions import Fraction
from types import GeneratorType, ModuleType
from typing import TYPE_CHECKING, Any

from ...dp import Dist
from ...exact import Number
from ..names import ATTRIBUTES, home_of, top
from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class
from .values import (
    ADDRESS,
    CONTAINER,
    FIRST_TARGET,
    HOLDER,
    ITERATOR,
    LOOSE,
    MADE,
    NULL,
    NUMBER,
    OBJECT,
    OWN,
    PLAIN,
    SET,
    TEXT,
    VIEW,
    Value,
    address_of,
    together,
    value_of,
)

if TYPE_CHECKING:
    from .analysis import Flow

_ORDERLESS = (len, bool, any, all, sum, isinstance, issubclass, callable, type, set, frozenset, copy.copy)
_ORDERLESS_IDS = frozenset(map(id, (*_ORDERLESS, copy.deepcopy)))
"""Functions that give the same for every order of a set."""

_READING = frozenset(map(id, (list, tuple, iter, enumerate, reversed, zip)))
"""Functions that run through what they are given, and not through its elements."""

_RANKING = frozenset(map(id, (sorted, min, max)))
"""The same, unless they are given a key, by which elements may be equal."""

_NUMBERS = frozenset(
    map(id, (len, bool, int, float, complex, hash, ord, isinstance, issubclass, callable, hasattr, any, all,
             Fraction, decimal.Decimal, Number))
)  # fmt: skip
"""Functions that return a number."""

_ARITHMETIC = frozenset(map(id, (sum, abs, round, divmod, pow)))
"""Functions that return a number for numbers."""

_TEXTS = frozenset(map(id, (str, repr, ascii, format, bytes, reprlib.repr, collections.UserString)))
_ITERATING = frozenset(
    map(id, (list, tuple, sorted, min, max, iter, next, map, filter, zip, enumerate, reversed, set, frozenset,
             itertools.chain, itertools.islice, itertools.accumulate, itertools.product, itertools.takewhile,
             itertools.combinations, itertools.permutations, itertools.starmap, functools.reduce, sum))
)  # fmt: skip
"""Functions that hold or return what is inside their arguments, and not the arguments themselves."""

_APPLYING = frozenset(
    map(id, (map, filter, sorted, min, max, functools.reduce, itertools.accumulate, itertools.takewhile,
             itertools.starmap))
)  # fmt: skip
"""Functions that call what they are given with the elements of their other arguments, and its own results."""

_REFLECTIVE = frozenset(
    map(id, (getattr, setattr, delattr, hasattr, operator.attrgetter, operator.methodcaller))
)
_CLOSED = frozenset(
    [
        "builtins",
        "operator",
        "itertools",
        "functools",
        "bisect",
        "heapq",
        "statistics",
        "collections",
        "copy",
        "random",
        "numpy",
    ]
)
"""Modules whose functions return numbers, and what they are given."""

_TEXTUAL = frozenset(
    ["chr", "bin", "hex", "oct", "input", "randbytes", "token_bytes", "token_hex", "token_urlsafe", "urandom"]
)
"""Functions that return texts or bytes."""

_DRAWS = frozenset(name for name in dir(random.Random) if not name.startswith("_")) - _TEXTUAL
"""Methods of random generators, which return numbers or what they are given."""

_OF_ARRAYS = frozenset(
    [
        "all",
        "any",
        "argmax",
        "argmin",
        "argpartition",
        "argsort",
        "astype",
        "byteswap",
        "choose",
        "clip",
        "compress",
        "conj",
        "conjugate",
        "cumprod",
        "cumsum",
        "diagonal",
        "dot",
        "fill",
        "flatten",
        "item",
        "max",
        "mean",
        "min",
        "nonzero",
        "partition",
        "prod",
        "put",
        "ravel",
        "repeat",
        "reshape",
        "round",
        "searchsorted",
        "sort",
        "squeeze",
        "std",
        "sum",
        "swapaxes",
        "take",
        "trace",
        "transpose",
        "var",
        "view",
        "tolist",
    ]
)
"""Methods of arrays, which return numbers and what is in the array."""

_CHANGING = frozenset({"_heapq", "heapq", "_bisect", "bisect", "_operator", "operator"})
"""Modules whose functions put their arguments into another one."""

_ADDS = frozenset(
    [
        "append",
        "appendleft",
        "add",
        "insert",
        "extend",
        "extendleft",
        "update",
        "setdefault",
        "__setitem__",
        "__ior__",
        "__iadd__",
        "symmetric_difference_update",
        "subtract",
        "move_to_end",
        "push",
        "insort",
    ]
)
_OF_SETS = frozenset(
    [
        "add",
        "discard",
        "remove",
        "clear",
        "copy",
        "update",
        "union",
        "intersection",
        "difference",
        "symmetric_difference",
        "issubset",
        "issuperset",
        "isdisjoint",
        "intersection_update",
        "difference_update",
        "symmetric_difference_update",
        "__contains__",
        "__len__",
        "__or__",
        "__and__",
        "__sub__",
        "__xor__",
        "__eq__",
        "__le__",
        "__lt__",
        "__ge__",
        "__gt__",
        "__ne__",
    ]
)
"""Methods of sets that show no order; any other does."""

_TAKES_SETS = _OF_SETS | frozenset(
    ["append", "appendleft", "insert", "count", "index", "get", "setdefault", "put", "__setattr__"]
)
"""Methods that do not iterate over an argument."""

_MAKES_SETS = frozenset(
    ["union", "intersection", "difference", "symmetric_difference", "__or__", "__and__", "__sub__", "__xor__"]
)
_SUBSTITUTING = frozenset({"substitute", "safe_substitute"})
_FORMATTING = frozenset({"format", "format_map", "__format__", "__str__", "__repr__", "__mod__"})

_TYPES: tuple[type, ...] = (
    *(int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, memoryview),
    *(collections.deque, collections.OrderedDict, collections.Counter, collections.defaultdict),
    *(collections.ChainMap, array.array, Fraction, decimal.Decimal, BaseException, re.Pattern, re.Match),
    *(datetime.datetime, datetime.timedelta, Dist, Number, functools.partial, GeneratorType),
)
_OF_TUPLES = frozenset({"_asdict", "_make", "_replace"})
METHODS = (
    _DRAWS
    | _OF_ARRAYS
    | _OF_TUPLES
    | frozenset(name for kind in _TYPES for name in dir(kind) if callable(getattr(kind, name, None)))
)
"""Names of methods of the usual types; other attributes are data."""


_OF_TEXTS = frozenset(
    name for kind in (str, bytes, datetime.datetime, datetime.time, GeneratorType) for name in dir(kind)
)
_BUILT_IN = CONTAINER | ITERATOR | SET | LOOSE | VIEW | NUMBER | MADE


def may_be_method(owner: Value, name: str) -> bool:
    """Whether an attribute may be a method of a usual type, and not what an object of the user's holds."""
    return name in METHODS and (not owner.top & OBJECT or bool(owner.top & _BUILT_IN) or name in _OF_TEXTS)


def is_beginning_of_no_special_name(text: str) -> bool:
    """Whether no name that is refused begins so."""
    return bool(text) and not any(
        name.startswith(text) or text.startswith(name) for name in ATTRIBUTES | {"__"}
    )


def called(
    flow: Flow,
    callee: Value,
    args: list[Value],
    names: tuple[str, ...] | None,
    line: int,
    owner: Value | None,
) -> Value:
    """What a call returns; names: of the last arguments, None if places are not known; owner: of a method."""
    known = callee.known
    if callee.method is not None:
        held = callee.inner
        return _method(flow, owner or Value(held, held), callee.method, args, names, line)
    if owner is not None:
        args = [owner, *args]
    while isinstance(known, functools.partial):
        args = [*map(flow.describe, known.args), *args, *map(flow.describe, known.keywords.values())]
        names = () if names == () and not known.keywords else None
        known = known.func
    code = None if hasattr(known, "registry") else flow.code_of(known)
    if code is not None:
        bound = getattr(known, "__self__", MISSING)
        if bound is not MISSING:
            args = [flow.describe(bound), *args]
        return flow.enter(code, args, names)
    made_by = getattr(known, "__self__", None)
    if isinstance(known, types.BuiltinFunctionType) and known.__name__ == "__new__" and made_by is not object:
        known, args = made_by, args[1:]  # tuple.__new__(cls, parts) is tuple(parts)
    _show_memory(flow, known, args, _ANY_NAMES if names is None else names, line)
    if isinstance(known, type) and origin_of_class(known) in (USER, INSTALLED):
        return flow.construct(known, args, names)
    if known is not MISSING and origin_of_class(type(known)) in (USER, INSTALLED):
        return _method(flow, callee, "__call__", args, names, line)
    if known is MISSING:
        return _unknown(flow, callee, args, names, line)
    if isinstance(known, _DESCRIPTORS) and args:
        return _method(flow, args[0], known.__name__, args[1:], names, line)
    if isinstance(known, operator.attrgetter) and args:
        return _got(flow, known, args[0], line)
    if isinstance(known, operator.methodcaller) and args:
        called_with: Any = known.__reduce__()[1]
        return _method(flow, args[0], called_with[0], list(map(flow.describe, called_with[1:])), (), line)
    for other in _registered(known):
        flow.escape(other, together(args))
    made = flow.unknown_call(args) if hasattr(known, "registry") else NULL
    found = _function(flow, known, args, _ANY_NAMES if names is None else names, line)
    return Value(found.top | made.top, found.inner | made.inner)


def _got(flow: Flow, known: operator.attrgetter[Any], owner: Value, line: int) -> Value:
    """What an `attrgetter` reads."""
    found = Value(0)
    for dotted in known.__reduce__()[1]:
        part = owner
        for name in dotted.split("."):
            part = flow.attribute(part, name, line)
        found = Value(found.top | part.top | HOLDER, found.inner | part.deep)
    return found


_DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType)
_ANY_NAMES = ("key", "file", "where")
"""What names may be among keywords that are not known."""


def _registered(known: Any) -> list[Any]:
    """The functions among which `singledispatch` chooses."""
    found = getattr(known, "registry", None)
    return list(found.values()) if isinstance(found, types.MappingProxyType) else []


def _unknown(flow: Flow, callee: Value, args: list[Value], names: tuple[str, ...] | None, line: int) -> Value:
    """A call of what is not known by name."""
    own = callee.top if callee.top & ~(OWN | -FIRST_TARGET) == 0 else callee.deep
    returned = flow.enter_any(own, args, names, line)
    if own is callee.top and own:
        return returned
    deep = together(args) | callee.inner
    flow.reveals(deep if callee.inner or callee.top & TEXT else 0, line)
    made = flow.unknown_call(args)
    if callee.inner & (SET | LOOSE):
        deep |= flow.set_of([flow.inside(a) for a in args]).deep
    deep &= ~ADDRESS
    return Value(PLAIN | made.top | returned.top | deep, PLAIN | made.inner | returned.inner | deep)


def _function(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], line: int) -> Value:
    """A call of a function or a class that is not the user's."""
    if known is filter and args and args[0].known is None:
        args = args[1:]
    held, returned = _given(flow, known, args)
    _show(flow, known, args, names, _all_in(flow, args), line)
    inner = held | returned
    if home_of(known).startswith("_pytest."):
        return Value(TEXT | MADE)
    if id(known) in _REFLECTIVE:
        return _reflected(flow, known, args, line)
    if id(known) in _NUMBERS or _is_of_math(known):
        return Value(NUMBER | (TEXT if _may_be_nan(known, args) else 0))
    if known is set or known is frozenset:
        return flow.set_of([flow.inside(a) for a in args])
    if (known is copy.copy or known is copy.deepcopy) and args:
        return Value(args[0].top, flow.held(args[0]))
    if known is dataclasses.replace and args:
        flow.put_fields(names or None, args[1:])
        return Value(args[0].top, args[0].inner | together(args[1:]))
    if known is type:
        return Value(TEXT, args[0].top & (SET | LOOSE) if len(args) == 1 else 0)
    if id(known) in _TEXTS:
        return Value(TEXT | MADE)
    if id(known) in _ARITHMETIC and not inner & ~(NUMBER | HOLDER):
        return Value(NUMBER)
    kept = 0
    for a in args:
        kept |= flow.held(a) | (TEXT | MADE if a.top & TEXT else 0)
    if known is min or known is max:
        return _best(flow, args, names, kept)
    return _returned(known, args, kept, kept | returned if id(known) in _ITERATING else inner)


def _best(flow: Flow, args: list[Value], names: tuple[str, ...], kept: int) -> Value:
    """What min and max return: one of the arguments, or an element of the only one, or the default."""
    count = len(args) - len(names)
    if names == _ANY_NAMES or count < 1:
        every = kept | together(args)
        return Value(every, every)
    named = dict(zip(names, args[count:], strict=True))
    found = [flow.inside(args[0])] if count == 1 else args[:count]
    if count == 1 and args[0].top & TEXT:
        found = [*found, Value(TEXT | MADE)]
    if "default" in named:
        found = [*found, named["default"]]
    made = flow.operators((args[0],)) if count == 1 else NULL
    top = 0
    for each in found:
        top |= each.top
    return Value(top | made.top, together(found) | made.inner)


def _returned(known: Any, args: list[Value], kept: int, inner: int) -> Value:
    """What a function returns of which only the arguments are known."""
    name = getattr(known, "__name__", "")
    if known is slice:
        return Value(NUMBER | VIEW, inner)
    if getattr(known, "__module__", "") == "assay.programs.program":
        return Value(NUMBER) if name in ("flip", "uniform") else Value(kept, kept)
    if isinstance(known, type):
        if issubclass(known, int | float | complex):
            return Value(NUMBER)
        face = address_of(known)
        text = TEXT if not face and known.__hash__ is object.__hash__ else 0
        text |= TEXT if issubclass(known, datetime.date) else 0
        if known is functools.partial or known is memoryview:
            return Value(ITERATOR | ADDRESS, inner)
        return Value((ITERATOR if face else CONTAINER) | face | text, inner)
    if known is iter or known is builtins.aiter:
        return Value(ITERATOR | ADDRESS, inner)
    if known is sorted:
        return Value(CONTAINER, inner)
    if known is vars or known is locals or known is dir:
        return Value(HOLDER, inner | TEXT)
    if known is next:
        return Value(inner, inner)
    if name == "default_rng":
        return Value(HOLDER | ADDRESS)
    if name in _TEXTUAL:
        return Value(TEXT | MADE)
    if top(home_of(known)) in _CLOSED or (home_of(known) == "secrets"):
        return Value(inner | NUMBER | HOLDER, inner | NUMBER)
    return Value(PLAIN | MADE | inner, PLAIN | MADE | inner)


def _all_in(flow: Flow, args: list[Value]) -> int:
    """All kinds in some arguments."""
    found = 0
    for a in args:
        found |= a.top | flow.held(a)
    return found


_QUIET = _ITERATING | _ORDERLESS_IDS | _NUMBERS | _TEXTS
"""Functions that call no function that is inside an argument."""


def _given(flow: Flow, known: Any, args: list[Value]) -> tuple[int, int]:
    """All kinds that a function of a library is given, and those that functions of the user's give it."""
    held = returned = 0
    plain = [a for a in args if flow.code_of(a.known) is None and not isinstance(a.known, type)]
    for a in plain:
        passing = a.top & HOLDER and not a.top & TEXT  # an iterator is read, an object is kept
        held |= flow.held(a) | (a.top & ~ADDRESS if passing else a.top)
    now = id(known) in _APPLYING
    for a in args:
        if flow.code_of(a.known) is not None:
            returned |= flow.applied(a.known, held) if now else flow.escape(a.known, held).deep
        elif isinstance(a.known, type):
            returned |= _of_class(flow, a.known, held)
        else:
            returned |= flow.escape_any(a.top if id(known) in _QUIET else a.deep, held, now=now)
        returned |= _by_function(flow, a, held)
    return held, returned


def _of_class(flow: Flow, cls: type, held: int) -> int:
    """What the objects are that a class makes of values of these kinds where it is handed on."""
    if origin_of_class(cls) in (USER, INSTALLED):
        return flow.construct(cls, [Value(held, held)], None).deep
    if issubclass(cls, int | float | complex):
        return NUMBER
    text = TEXT | MADE if issubclass(cls, str | bytes) else 0
    return text or held | CONTAINER | address_of(cls)


def _by_function(flow: Flow, a: Value, held: int) -> int:
    """What a class of sets, or a method, makes of values of these kinds where it is handed on."""
    name = a.method or (a.known.__name__ if isinstance(a.known, _DESCRIPTORS) else "")
    given = [Value(held, held)]
    if name in _ADDS:
        flow.put(*given)
        flow.set_changed(given)
    is_class = a.top & TEXT and not a.top & HOLDER and a.inner & SET
    return flow.set_of(given).deep if is_class or name in _MAKES_SETS else 0


def _show(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], held: int, line: int) -> None:
    """Note what a call shows of the order of sets, of addresses, of memory."""
    if home_of(known).partition(".")[0] in ("assay", "_pytest"):
        return  # a distribution has no order, and the message of an assertion is only written
    if id(known) in _TEXTS or any(id(a.known) in _TEXTS or a.method in _FORMATTING for a in args):
        flow.text_of(Value(held, held), line)
    elif isinstance(known, type) and issubclass(known, BaseException):
        flow.raised(held)
    elif known is print:
        if "file" in names and not _is_console(args[names.index("file") - len(names)]):
            flow.text_of(Value(held, held), line)
    elif id(known) in _RANKING:
        flow.reveals(held if "key" in names or len(args) > 1 else 0, line)
        if any(flow.loose(flow.held(a)) or flow.ranks_by_parts(flow.held(a)) for a in args):
            loose = any(flow.loose(flow.held(a)) for a in args)  # ordered by inclusion, which leaves ties
            flow.reveals(held | (LOOSE if loose else 0), line)
    elif id(known) in _READING:
        for a in args:
            flow.reveals(a.top if a.top == CONTAINER else a.top | flow.held(a), line)
    elif id(known) not in _ORDERLESS_IDS or (known is sum and (len(args) > 1 or held & OBJECT)):
        flow.reveals(held, line)
    if getattr(known, "__module__", None) in _CHANGING and len(args) > 1:
        flow.put(*args)


def _is_console(file: Value) -> bool:
    """Whether what is printed leaves the program."""
    return any(file.known is each for each in (sys.stdout, sys.stderr))


def _show_memory(flow: Flow, known: Any, args: list[Value], names: tuple[str, ...], line: int) -> None:
    """Note arrays of numpy that are not filled."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is None:
        return
    given = () if known is isinstance or known is issubclass else args
    for each in (known, *(a.known for a in given)):
        if isinstance(each, type) and issubclass(each, numpy.ndarray) and each is not numpy.matrix:
            flow.refuse(f"numpy.{each.__name__}(...)", "memory as it was left, write zeros", line)
    ufuncs = [each for each in (known, *(a.known for a in args)) if isinstance(each, numpy.ufunc)]
    if ufuncs and "where" in names and "out" not in names:
        flow.refuse("where= without out=", "memory as it was left where it is false, give out=", line)


def _changes_sets(args: list[Value]) -> bool:
    """Whether a method that is named puts its arguments into something."""
    return any(isinstance(a.known, str) and a.known in _ADDS for a in args)


def _reflected(flow: Flow, known: Any, args: list[Value], line: int) -> Value:
    """getattr and its like."""
    names = args if isinstance(known, type) else args[1:2]
    if any(name.deep & MADE for name in names):
        flow.names_attribute(line)
    if known is operator.methodcaller and _changes_sets(args):
        flow.set_changed(args[1:])
    for name in args[1:2]:
        if known is setattr:
            flow.put_attributes(name.known, args[2:])
        if known is getattr and isinstance(name.known, str):
            found = flow.attribute(args[0], name.known, line)
            default = together(args[2:])
            return Value(
                found.top | default,
                found.inner | default,
                found.known if not args[2:] else MISSING,
                found.method,
            )
    if known is hasattr:
        return Value(NUMBER)
    every = flow.any_attribute() | together([flow.inside(a) for a in args])
    return Value(every | PLAIN | ADDRESS, every | PLAIN)


def _may_be_nan(known: Any, args: list[Value]) -> bool:
    """Whether a text, or a NaN, may be read as a NaN, which hashes by its address."""
    if known is not float and known is not complex and known is not decimal.Decimal:
        return False
    return any(a.top & TEXT and not str(a.known)[-1:].isdigit() for a in args)


def _is_of_math(known: Any) -> bool:
    return getattr(known, "__module__", None) in ("math", "cmath") and not isinstance(known, ModuleType)


def _method(
    flow: Flow, owner: Value, name: str, args: list[Value], names: tuple[str, ...] | None, line: int
) -> Value:
    """A call of a method, of the user's classes or of the usual types."""
    found = Value(0)
    users = flow.methods(name)
    for code in users:
        made = flow.enter(code, [owner, *args], names)
        found = Value(found.top | made.top, found.inner | made.inner)
    containers = CONTAINER | SET | LOOSE | VIEW | MADE
    is_users = owner.top & OBJECT and not owner.top & containers
    if users and (name not in METHODS or is_users or not owner.deep):
        return found
    usual = _usual_method(flow, owner, name, args, names, line)
    return Value(found.top | usual.top, found.inner | usual.inner)


def _usual_method(
    flow: Flow, owner: Value, name: str, args: list[Value], names: tuple[str, ...] | None, line: int
) -> Value:
    """A call of a method of the usual types."""
    if name in _OF_TUPLES:
        given = args if name == "_replace" else [flow.inside(a) for a in args]
        flow.put_fields(names or None, given)
        return Value(owner.top | HOLDER, flow.held(owner) | together(given))
    held, returned = _given(flow, None, args)
    own = flow.held(owner)
    every = own | _all_in(flow, args)
    if name not in _OF_SETS and name != "__setattr__":
        flow.reveals(owner.top, line)
    for a in args:
        flow.reveals(a.top if name not in _TAKES_SETS else 0, line)
    if "update" in name and not owner.top & (SET | LOOSE):
        flow.reveals(together(args), line)
    if any(_is_function_of_a_library(a) for a in args):
        flow.reveals(every, line)
    if name in _SUBSTITUTING:
        flow.text_of(Value(every, every), line)
    if name in _FORMATTING and (owner.top & TEXT or name.startswith("__")):
        _formatted(flow, owner, every, line)
    if name == "__setattr__" and args:
        flow.put_attributes(args[0].known, args[1:])
    if name in _ADDS:
        flow.put(*args)
        if owner.top & (SET | LOOSE) or name in ("add", "update"):
            flow.set_changed([*args, *map(flow.inside, args)] if name != "add" else args)
    if name in _ELEMENT and owner.top & CONTAINER and not owner.top & ~_CONTAINERS:
        return _element(flow, owner, name, args)
    return _result(flow, owner, name, own, held | returned)


_ELEMENT = frozenset({"get", "pop", "popleft", "setdefault"})
_CONTAINERS = CONTAINER | VIEW | NUMBER


def _element(flow: Flow, owner: Value, name: str, args: list[Value]) -> Value:
    """What a method of a container returns that gives an element, or a default."""
    defaults = args[1:] if args else []
    own = flow.held(owner)
    top = own | (value_of(None).top if name == "get" and not defaults else 0)
    for each in defaults:
        top |= each.top
    return Value(top, own | together(defaults))


def _is_function_of_a_library(value: Value) -> bool:
    return callable(value.known) and not isinstance(value.known, ModuleType) and value.known is not MISSING


def _formatted(flow: Flow, owner: Value, held: int, line: int) -> None:
    """A text is made by a method."""
    flow.text_of(Value(held | owner.top, held), line)
    if owner.deep & MADE and owner.top & TEXT:
        flow.refuse("a format that is made while the program runs", "which may name attributes", line)


_TO_TEXT = frozenset(
    ["to_bytes", "hex", "tobytes", "__repr__", "__str__", "__format__", "isoformat", "ctime", "strftime"]
)
_VIEWS = frozenset({"keys", "items"})


def _result(flow: Flow, owner: Value, name: str, own: int, given: int) -> Value:
    """What a method of the usual types returns."""
    if name in _VIEWS:
        return Value(VIEW | CONTAINER, own)
    if name == "values" and owner.top & CONTAINER and not owner.top & ~_CONTAINERS:
        return Value(CONTAINER, own)
    if name in ("copy", "__copy__"):
        return Value(owner.top & ~ADDRESS, own)
    if name in _MAKES_SETS and owner.top & (SET | LOOSE):
        return (
            flow.set_of([Value(own | given, own | given)]) if owner.top & SET else Value(LOOSE, own | given)
        )
    if name in ("count", "index"):
        return Value(NUMBER)
    if name in _DRAWS or name in _OF_ARRAYS:
        return Value(own | given | NUMBER | HOLDER, own | given | NUMBER)
    if owner.top == NUMBER:
        return Value(TEXT | MADE) if name in _TO_TEXT else Value(NUMBER | HOLDER, NUMBER)
    inner = own | given
    top = inner
    if owner.top & TEXT or name in _TO_TEXT:
        top |= PLAIN | MADE
        inner |= TEXT | MADE | NUMBER
    return Value(top | NUMBER | HOLDER, inner)
