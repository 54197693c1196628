"""What a value holds, by its type: the parts to follow, and the nodes that can change."""

from __future__ import annotations

import array
import collections
import datetime
import decimal
import functools
import gc
import inspect
import itertools
import operator
import random
import re
import struct
import sys
import types
import typing
import uuid
import zoneinfo
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from . import library_settings, nodes
from .ends import fields
from .kinds import ATOMS, CACHED
from .library_settings import generator_state
from .names.modules import HARMLESS
from .names.rules import top
from .nodes import MISSING, Content, Node
from .origins import STANDARD, USER, is_open, origin_of_class


@dataclass(frozen=True)
class Found:
    """What a value holds: parts to follow, nodes that can change, functions behind a cache."""

    parts: Content = ()
    nodes: tuple[Node, ...] = ()
    cached: Content = ()


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
        node = nodes.attributes(value, label)
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
    return Found(
        tuple(parts), (nodes.by_value(label, lambda: (value.level, value.disabled, value.propagate)),)
    )


def _elements(take: Callable[[Any], Content]) -> Callable[[Any, str], Found]:
    """A container that can change."""
    return lambda value, label: Found(take(value), (nodes.content(label, lambda: take(value)),))


def _fixed(take: Callable[[Any], Content]) -> Callable[[Any, str], Found]:
    """A value that holds others and cannot change."""
    return lambda value, label: Found(take(value))


def _valued(take: Callable[[Any], Content]) -> Callable[[Any, str], Found]:
    """A value that is compared as a whole."""
    return lambda value, label: Found((), (nodes.by_value(label, lambda: take(value)),))


def _dict_items(value: Any) -> Content:
    return (*dict.keys(value), *dict.values(value))


def _is_mutable_generator(value: random.Random) -> Content:
    return () if isinstance(value, random.SystemRandom) else value.getstate()


def _wrapper(value: Any, label: str) -> Found:
    """A function behind `lru_cache`: its attributes, and what it remembers, which `caches` looks after."""
    return Found(
        (*remembered(value), *vars(value).values()),
        (nodes.named(label, lambda: vars(value)),),
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


def _variable(value: ContextVar[Any], label: str) -> Found:
    """A context variable."""
    name = f"the context variable {value.name}"
    return Found((_value_now(value),), (nodes.content(name, lambda: (_value_now(value),)),))


def _value_now(variable: ContextVar[Any]) -> Any:
    """The value of a context variable, which may be its default."""
    try:
        return variable.get()
    except LookupError:
        return MISSING


def _exception(value: BaseException, label: str) -> Found:
    """An exception: its arguments, its attributes and its cause; where it was raised may not be read."""
    own = nodes.attributes(value, label)
    node = nodes.content(label, lambda: (value.args, value.__cause__, *fields(value).items()))
    held = (*value.args, value.__cause__, *fields(value).values(), *(own.read()[1::2] if own else ()))
    return Found(held, (node, *([own] if own else [])))


def _numpy(value: Any, label: str) -> Found | None:
    """A value of numpy."""
    kind = type(value)
    if kind.__module__.startswith("numpy.random"):
        return Found((), (nodes.by_value("a random generator of numpy", lambda: (generator_state(value),)),))
    if kind.__name__ == "ufunc" or not hasattr(value, "tobytes"):
        named = getattr(value, "names", None)  # of a record, which can be renamed
        if named is not None:
            return Found((), (nodes.by_value(label, lambda: (repr(value),)),))
        return Found() if not hasattr(value, "__dict__") and not hasattr(value, "__next__") else None
    if not value.ndim and value.dtype.hasobject:
        return None
    if not value.ndim and not hasattr(value, "__setitem__"):
        return Found()
    if value.dtype.hasobject:
        return Found(
            tuple(value.ravel().tolist()), (nodes.content(label, lambda: tuple(value.ravel().tolist())),)
        )
    return Found((), (nodes.by_value(label, lambda: _of_array(value)),))


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
    types.SimpleNamespace: lambda v, label: Found(
        tuple(vars(v).values()), (nodes.named(label, lambda: vars(v)),)
    ),
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
    decimal.Context: lambda v, label: Found(
        (), (library_settings.decimal_context(), nodes.by_value(label, lambda: (repr(v),)))
    ),
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
