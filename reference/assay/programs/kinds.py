"""What values hold, by their types: the parts to follow, and how to read what can change.

A *node* is one thing that can change: the global variables of a module, a list, the attributes of an object.
Reading it gives the objects that it holds now, to be compared one by one by identity, or a value that stands
for all of it (an array's bytes).
"""

from __future__ import annotations

import abc
import array
import collections
import datetime
import decimal
import enum
import fractions
import functools
import gc
import inspect
import itertools
import logging
import operator
import pickle
import random
import re
import struct
import sys
import types
import typing
import uuid
import zoneinfo
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import CellType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any, TypeAlias

from ..dp import Dist
from ..exact import Log, Number
from .exceptions import fields
from .names import HARMLESS, PARTS, WHAT, Refused, is_answered, top
from .origins import INSTALLED, STANDARD, USER, is_open, origin_of_class

FEW = 64
"""Elements of a tuple in a closure of the package that are looked at for functions."""

ATOMS = frozenset(
    {
        type(None),
        bool,
        int,
        float,
        complex,
        str,
        bytes,
        range,
        slice,
        type(Ellipsis),
        type(NotImplemented),
        object,
    }
    | {Number, Log, Dist, fractions.Fraction, decimal.Decimal}
)
"""Types of values that cannot change and hold nothing that can."""

DATES = (datetime.date,)
SOURCES = (random.Random,)
PARTIAL = functools.partial

CODE = (FunctionType, staticmethod, classmethod, property, functools.cached_property, functools.partialmethod)
"""Attributes of a class that are code: they run where their name is read."""

CACHED = type(functools.lru_cache(lambda: None))

SEEN_WHOLE = (functools.partial, types.SimpleNamespace, BaseException, CACHED, logging.Logger)
"""Types whose readers see the attributes, too."""

CONTAINERS = (list, dict, set, collections.deque, tuple, frozenset, bytearray)
"""Types of values that are followed wherever they are held."""


class _Missing:
    """Stands for a variable that is not set."""

    def __repr__(self) -> str:
        return "nothing"


MISSING = _Missing()

Content: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class Node:
    """One thing that can change.

    read: what it holds. by_value: whether that is compared by `==`, and not element by element by identity.
    told: the name of what differs, given two contents. restrict: of variables and attributes, which only
    change where their name is set, the node for those of these names.
    """

    read: Callable[[], Content]
    told: Callable[[Content, Content], str]
    by_value: bool = False
    restrict: Callable[[frozenset[str]], Node | None] | None = None


@dataclass(frozen=True)
class Found:
    """What a value holds: parts to follow, nodes that can change, functions behind a cache."""

    parts: Content = ()
    nodes: tuple[Node, ...] = ()
    cached: Content = ()


# Nodes


def content(label: str, read: Callable[[], Content]) -> Node:
    """The elements of a container."""
    return Node(read, lambda before, after: label)


def by_value(label: str, read: Callable[[], Content]) -> Node:
    """Something that is compared as a whole."""
    return Node(read, lambda before, after: label, by_value=True)


def bindings(table: dict[str, Any], names: tuple[str, ...]) -> Node:
    """Global variables of a module."""
    module = table.get("__name__", "?")
    return _some(lambda name: f"the global variable {name} of {module}", lambda: table, names)


def _some(
    label: Callable[[str], str], source: Callable[[], Mapping[str, Any]], names: tuple[str, ...]
) -> Node:
    """Variables or attributes of these names."""

    def read() -> Content:
        get = source().get
        return tuple([get(name, MISSING) for name in names])

    def told(before: Content, after: Content) -> str:
        return label(next((n for n, a, b in zip(names, before, after, strict=True) if a is not b), "?"))

    def restrict(wanted: frozenset[str]) -> Node | None:
        kept = tuple(name for name in names if name in wanted)
        return _some(label, source, kept) if kept else None

    return Node(read, told, restrict=restrict)


def _named(
    label: str,
    source: Callable[[], Mapping[str, Any]],
    name_of: Callable[[str], str] = "the attribute {}".format,
) -> Node:
    """All attributes, in their order."""

    def told(before: Content, after: Content) -> str:
        old, new = (dict(zip(c[::2], c[1::2], strict=True)) for c in (before, after))
        names = [name for name in {**old, **new} if old.get(name, MISSING) is not new.get(name, MISSING)]
        return f"{name_of(names[0])} of {label}" if names else f"the order of the attributes of {label}"

    def restrict(wanted: frozenset[str]) -> Node | None:
        names = tuple(sorted(wanted))
        return _some(lambda name: f"{name_of(name)} of {label}", source, names) if names else None

    return Node(lambda: tuple([part for item in source().items() for part in item]), told, restrict=restrict)


def attributes(value: Any, label: str) -> Node | None:
    """The attributes, slots and class of an object, apart from cached properties that are not computed yet,
    which `caches` looks after.
    """
    cls = type(value)
    descriptors = {
        name: d
        for base in cls.__mro__
        for name, d in vars(base).items()
        if isinstance(d, MemberDescriptorType)
    }
    table = _dictionary(value)
    own = origin_of_class(cls) in (USER, INSTALLED)
    if table is None and not descriptors and not own:
        return None
    kept = unset_properties(value)

    def read() -> Mapping[str, Any]:
        if not kept and not descriptors and not own:
            return table or {}
        found = {name: v for name, v in (table or {}).items() if name not in kept}
        if own:
            found["__class__"] = type(value)
        for name, descriptor in descriptors.items():
            try:
                found[name] = descriptor.__get__(value)
            except AttributeError:
                continue
        return found

    return _named(label if label.startswith("the ") else f"the {cls.__name__} object", read)


def unset_properties(value: Any) -> frozenset[str]:
    """The cached properties of an object that are not computed yet."""
    own = type(value)
    names = [n for base in own.__mro__ for n, d in vars(base).items() if type(d) is functools.cached_property]
    return frozenset(names) - dictionary(value).keys() if names else frozenset()


def dictionary(value: Any) -> dict[str, Any]:
    """The attributes that are set on an object; empty for one that has no dictionary of them."""
    found = _dictionary(value)
    return {} if found is None else found


def _dictionary(value: Any) -> dict[str, Any] | None:
    """The dictionary of an object's attributes, whatever its class says of it."""
    for base in type(value).__mro__:
        found = vars(base).get("__dict__")
        if isinstance(found, GetSetDescriptorType):
            table = found.__get__(value)
            return table if isinstance(table, dict) else None
    table = getattr(value, "__dict__", None)
    return table if isinstance(table, dict) else None


OF_THE_CLASS = frozenset(
    [
        "__dict__",
        "__weakref__",
        "__doc__",
        "__annotations__",
        "__annotations_cache__",
        "__annotate_func__",
        "__abstractmethods__",
        "_abc_impl",
        "__slotnames__",
        "__static_attributes__",
        "__firstlineno__",
        "__module__",
        "__qualname__",
        "__parameters__",
        "__orig_bases__",
        "__type_params__",
    ]
)


def class_attributes(cls: type) -> Node:
    """The attributes of a class."""

    def read() -> dict[str, Any]:
        found = {n: v for n, v in vars(cls).items() if n not in OF_THE_CLASS}
        found.update({name: _TYPE[name].__get__(cls) for name in ("__name__", "__qualname__", "__bases__")})
        found.update({name: vars(cls).get(name, MISSING) for name in ("__doc__", "__module__")})
        annotations = vars(cls).get("__annotations__")
        if isinstance(annotations, dict):
            found.update({f"annotation {name}": kind for name, kind in annotations.items()})
        return found

    return _named(f"the class {cls.__name__}", read)


COMBINATIONS = "_value2member_map_"
"""Where a `Flag` keeps the combinations of its members that were asked for, each made of its value."""


def combinations(cls: type[enum.Flag]) -> Node:
    """The members of a `Flag`, without the combinations that hold nothing but their value."""
    own = {"_name_", "_value_", "__objclass__", "_sort_order_", "_inverted_"}

    def read() -> Content:
        named = vars(cls)["_member_map_"]
        return tuple(
            member
            for n, member in vars(cls)[COMBINATIONS].items()
            if type(n) is not int
            or type(member) is not cls
            or member._value_ != n
            or member._name_ in named
            or not vars(member).keys() <= own
        )

    return Node(read, lambda before, after: f"the members of the class {cls.__name__}")


def registered(cls: type) -> Node:
    """The classes that are registered with an abstract class; it changes where `register` is named."""
    dump = abc._get_dump  # type: ignore[attr-defined]  # what `ABCMeta` itself reads
    return Node(
        lambda: (frozenset(dump(cls)[0]),),
        lambda before, after: f"what is registered with the class {cls.__name__}",
        by_value=True,
        restrict=lambda names: None,
    )


def set_on(holder: Any) -> Node:
    """The attributes of a class, a module or an object that is not the user's."""
    table = vars(holder) if isinstance(holder, type) else _dictionary(holder) or {}
    name = str(getattr(holder, "__name__", type(holder).__name__))
    return _named(name, lambda: {name: value for name, value in table.items() if not name.startswith("_")})


OF_A_FUNCTION = ("__doc__", "__name__", "__qualname__", "__module__", "__annotations__")
"""What a function says of itself, which can be set."""

_TYPE = vars(type)


def function(value: FunctionType) -> Node:
    """What a function keeps: its code, its defaults, what it closes over, its attributes."""

    def read() -> dict[str, Any]:
        found: dict[str, Any] = {"__code__": value.__code__, "__defaults__": value.__defaults__}
        found.update({name: getattr(value, name) for name in OF_A_FUNCTION})
        found.update({f"annotation {name}": kind for name, kind in value.__annotations__.items()})
        found.update(value.__kwdefaults__ or {})
        found.update(cells_by_name(value))
        found.update(vars(value))
        return found

    free = frozenset(value.__code__.co_freevars)
    return _named(
        f"the function {value.__name__}",
        read,
        lambda name: f"the {'closed-over variable' if name in free else 'attribute'} {name}",
    )


def cells_by_name(value: FunctionType) -> dict[str, Any]:
    """The closed-over variables that are set."""
    return {
        name: cell.cell_contents
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
        if _is_set(cell) and not (name == "dispatch_cache" and value.__globals__ is vars(functools))
    }


def _is_set(cell: CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # it raises where the variable is not set
    except ValueError:
        return False
    return True


def closed_over(value: FunctionType) -> Content:
    """What a function closes over and has as defaults."""
    return (
        *cells_by_name(value).values(),
        *(value.__defaults__ or ()),
        *(value.__kwdefaults__ or {}).values(),
    )


def held_by(value: FunctionType) -> Content:
    """Everything that a function keeps, apart from its code."""
    skipped = {"__signature__"} | ({"_clear_cache"} if value.__globals__ is vars(functools) else set())
    return (*closed_over(value), *(part for name, part in vars(value).items() if name not in skipped))


def decimal_context() -> Node:
    """The context of decimal arithmetic, apart from its flags."""

    def read() -> Content:
        c = decimal.getcontext()
        return c.prec, c.rounding, c.Emin, c.Emax, c.capitals, c.clamp, tuple(c.traps.values())

    return by_value("the context of decimal", read)


def numpy_settings() -> Node:
    """How numpy treats errors and prints, and the state of its global generator."""
    import numpy

    return by_value(
        "a setting of numpy", lambda: (tuple(numpy.geterr().items()), str(numpy.get_printoptions()))
    )


def numpy_generator() -> Node:
    """The state of the global generator of numpy."""
    import numpy

    hidden = numpy.random.mtrand._rand
    return by_value("a random generator of numpy", lambda: (generator_state(hidden),))


def generator_state(generator: Any) -> bytes:
    """The state of a generator of numpy; empty for what has none."""
    holder = getattr(generator, "bit_generator", None) or getattr(generator, "_bit_generator", generator)
    state = getattr(holder, "state", None)
    return b"" if state is None else pickle.dumps(state)


def loggers() -> Node:
    """The settings and attributes of every logger, apart from those that have none."""
    logging: Any = sys.modules["logging"]
    usual = frozenset(vars(logging.Logger("usual")))

    def of_one(logger: Any) -> Content:
        own = sorted((name, id(value)) for name, value in vars(logger).items() if name not in usual)
        return (
            logger.level,
            logger.disabled,
            logger.propagate,
            len(logger.handlers),
            len(logger.filters),
            *own,
        )

    def read() -> Content:
        known = [log for log in logging.root.manager.loggerDict.values() if isinstance(log, logging.Logger)]
        found = [(log.name, of_one(log)) for log in (logging.root, *known)]
        return tuple(sorted(item for item in found if item[1] != (0, False, True, 0, 0)))

    return by_value("a logger", read)


# Values by type


def read(value: Any, label: str) -> Found | None:
    """What a value holds, by the first of its classes that is known; None where none is."""
    for base in type(value).__mro__:
        reader = READERS.get(base)
        if reader is not None:
            return reader(value, label)
    home = top(type(value).__module__)
    if home == "numpy":
        return _numpy(value, label)
    if home == "logging" and isinstance(value, sys.modules["logging"].Logger):
        return _logger(value, label)
    if home in HARMLESS and is_open(type(value)) and origin_of_class(type(value)) == STANDARD:
        node = attributes(value, label)
        if node is not None:
            return Found(node.read(), (node,))
    return None


def _logger(value: Any, label: str) -> Found:
    """A logger: whether it writes, and the handlers and filters of the user's."""
    parts: list[Any] = []
    logger: Any = value
    while logger is not None:
        parts += [h for h in (*logger.handlers, *logger.filters) if origin_of_class(type(h)) == USER]
        logger = logger.parent
    return Found(tuple(parts), (by_value(label, lambda: (value.level, value.disabled, value.propagate)),))


def _elements(take: Callable[[Any], Content]) -> Callable[[Any, str], Found]:
    """A container that can change."""
    return lambda value, label: Found(take(value), (content(label, lambda: take(value)),))


def _fixed(take: Callable[[Any], Content]) -> Callable[[Any, str], Found]:
    """A value that holds others and cannot change."""
    return lambda value, label: Found(take(value))


def _valued(take: Callable[[Any], Content]) -> Callable[[Any, str], Found]:
    """A value that is compared as a whole."""
    return lambda value, label: Found((), (by_value(label, lambda: take(value)),))


def _dict_items(value: Any) -> Content:
    return (*dict.keys(value), *dict.values(value))


def _is_mutable_generator(value: random.Random) -> Content:
    return () if isinstance(value, random.SystemRandom) else value.getstate()


def _wrapper(value: Any, label: str) -> Found:
    """A function behind `lru_cache`: its attributes, and what it remembers, which `caches` looks after."""
    return Found(
        (*remembered(value), *vars(value).values()),
        (_named(label, lambda: vars(value)),),
        (value.__wrapped__,),
    )


def remembered(cache: Any) -> list[Any]:
    """What a function behind `lru_cache` holds: itself, the arguments and the results that it remembers."""
    return [
        r
        for part in gc.get_referents(cache)
        if part is not vars(cache)
        for r in (part.values() if type(part) is dict else [part])
        if type(r).__name__ != "_lru_list_elem" and type(r) is not type
    ]


def is_value(value: Any) -> bool:
    """Whether a value cannot change."""
    if isinstance(value, tuple | frozenset):
        return all(map(is_value, value))
    return type(value) in ATOMS or isinstance(value, type)


def _variable(value: ContextVar[Any], label: str) -> Found:
    """A context variable."""
    name = f"the context variable {value.name}"
    return Found((_value_now(value),), (content(name, lambda: (_value_now(value),)),))


def _value_now(variable: ContextVar[Any]) -> Any:
    """The value of a context variable, which may be its default."""
    try:
        return variable.get()
    except LookupError:
        return MISSING


def _exception(value: BaseException, label: str) -> Found:
    """An exception: its arguments, its attributes and its cause; where it was raised may not be read."""
    own = attributes(value, label)
    node = content(label, lambda: (value.args, value.__cause__, *fields(value).items()))
    held = (*value.args, value.__cause__, *fields(value).values(), *(own.read()[1::2] if own else ()))
    return Found(held, (node, *([own] if own else [])))


def _numpy(value: Any, label: str) -> Found | None:
    """A value of numpy."""
    kind = type(value)
    if kind.__module__.startswith("numpy.random"):
        return Found((), (by_value("a random generator of numpy", lambda: (generator_state(value),)),))
    if kind.__name__ == "ufunc" or not hasattr(value, "tobytes"):
        named = getattr(value, "names", None)  # of a record, which can be renamed
        if named is not None:
            return Found((), (by_value(label, lambda: (repr(value),)),))
        return Found() if not hasattr(value, "__dict__") and not hasattr(value, "__next__") else None
    if not value.ndim and value.dtype.hasobject:
        return None
    if not value.ndim and not hasattr(value, "__setitem__"):
        return Found()
    if value.dtype.hasobject:
        return Found(tuple(value.ravel().tolist()), (content(label, lambda: tuple(value.ravel().tolist())),))
    return Found((), (by_value(label, lambda: _of_array(value)),))


def _of_array(value: Any) -> Content:
    """Everything that can be seen of an array."""
    return repr(value.dtype), value.shape, value.strides, value.flags.writeable, value.tobytes()


def _parameters(value: inspect.Signature) -> Content:
    """What a signature says, as numpy keeps it with its functions: names, kinds, defaults, annotations."""
    told = [(p.name, int(p.kind), p.default, p.annotation) for p in value.parameters.values()]
    flat = [part for row in told for part in row] + [value.return_annotation]
    return tuple([part for part in flat if part is not inspect.Signature.empty])


def _reduced(value: Any) -> Content:
    """An iterator over a sequence: the sequence, and the position."""
    return tuple(value.__reduce__()[1:])


READERS: dict[type, Callable[[Any, str], Found]] = {
    list: _elements(lambda v: tuple(list.__iter__(v))),
    set: _elements(lambda v: tuple(set.__iter__(v))),
    collections.deque: _elements(lambda v: tuple(collections.deque.__iter__(v))),
    dict: _elements(_dict_items),
    collections.defaultdict: _elements(lambda v: (v.default_factory, *_dict_items(v))),
    collections.OrderedDict: _elements(
        lambda v: (*collections.OrderedDict.keys(v), *collections.OrderedDict.values(v))
    ),
    tuple: _fixed(lambda v: tuple(tuple.__iter__(v))),
    frozenset: _fixed(lambda v: tuple(frozenset.__iter__(v))),
    bytearray: _valued(lambda v: (bytes(v),)),
    array.array: _valued(lambda v: (v.typecode, v.tobytes())),
    types.MappingProxyType: _elements(lambda v: tuple([part for item in v.items() for part in item])),
    types.SimpleNamespace: lambda v, label: Found(tuple(vars(v).values()), (_named(label, lambda: vars(v)),)),
    functools.partial: lambda v, label: Found((v.func, *v.args, v.keywords, vars(v))),
    functools.partialmethod: _fixed(lambda v: (v.func, *v.args, v.keywords)),
    functools.cached_property: lambda v, label: Found((v.func,), (), (v.func,)),
    functools.singledispatchmethod: _fixed(lambda v: (v.func, v.dispatcher)),
    staticmethod: _fixed(lambda v: (v.__func__,)),
    classmethod: _fixed(lambda v: (v.__func__,)),
    property: _fixed(lambda v: (v.fget, v.fset, v.fdel)),
    CACHED: _wrapper,
    ContextVar: _variable,
    random.Random: _valued(_is_mutable_generator),
    decimal.Context: lambda v, label: Found((), (decimal_context(), by_value(label, lambda: (repr(v),)))),
    operator.attrgetter: _fixed(lambda v: tuple(v.__reduce__()[1])),
    operator.methodcaller: _fixed(lambda v: tuple(v.__reduce__()[1])),
    struct.Struct: _valued(lambda v: (v.format, v.size)),
    inspect.Signature: _elements(_parameters),
    itertools.count: _valued(lambda v: (repr(v),)),
    BaseException: lambda v, label: _exception(v, label),
    **{
        type(made): _elements(_reduced)
        for made in (
            iter([]),
            iter(()),
            iter(""),
            iter(b""),
            iter(range(1)),
            iter(range(1 << 70)),
            reversed([]),
        )
    },
    **{
        kind: _fixed(lambda v: ())
        for kind in (
            *(ATOMS - {object}),
            *(datetime.date, datetime.time, datetime.timedelta, datetime.timezone, zoneinfo.ZoneInfo),
            *(re.Pattern, re.Match, uuid.UUID, types.GenericAlias, types.UnionType),
            *(operator.itemgetter, typing.TypeVar, typing.NewType),
            *(types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType),
            *(types.GetSetDescriptorType, types.MemberDescriptorType, types.CodeType),
            type(vars(collections.namedtuple("Pair", "a b"))["a"]),
        )
    },
}
"""How to read the values of known types, and of their subclasses."""


def static_attribute(cls: type, name: str) -> Any:
    """An attribute of a class, a static or a class method as the function under it."""
    for base in cls.__mro__:
        if name in vars(base):
            found = vars(base)[name]
            if isinstance(found, types.ClassMethodDescriptorType):
                return getattr(cls, name)
            return found.__func__ if isinstance(found, staticmethod | classmethod) else found
    return MISSING


def is_unequal_to_itself(value: Any) -> bool:
    """Whether a number is a NaN, which hashes by its address."""
    return isinstance(value, float | complex | decimal.Decimal) and value != value


def is_packages(value: Any) -> bool:
    """Whether a value is an object of the package that may hold functions of the user's."""
    return type(value).__module__.startswith("assay.") and type(value) not in ATOMS


def refused_module(module: ModuleType, answered: frozenset[str]) -> Refused | None:
    """Whether a module may not even be handed around."""
    home = top(module.__name__)
    if (
        home in HARMLESS
        or home in PARTS
        or is_answered(home, answered)
        or home not in sys.stdlib_module_names
    ):
        return None
    return module.__name__, WHAT.get(home, "what may differ from run to run")
