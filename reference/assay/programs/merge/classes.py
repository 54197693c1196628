"""Which classes are plain: their objects are their attributes, and Python runs no code of theirs unasked."""

from __future__ import annotations

import abc
import enum
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import fields, is_dataclass, make_dataclass
from types import FunctionType
from typing import Any, Generic, cast

from ...outputs.identity import holds_more
from ...outputs.keys import hides_dictionary

CONTAINERS = frozenset({list, dict, set, bytearray, deque, Counter, defaultdict, OrderedDict})
"""Built-in types whose objects can be changed, and are followed."""

DESCRIPTIVE = frozenset([
    "__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__annotations__", "__init__",
    "__dataclass_fields__", "__dataclass_params__", "__match_args__", "__slots__", "__firstlineno__",
    "__static_attributes__", "__abstractmethods__", "_abc_impl", "__call__", "__enter__", "__exit__",
    "__post_init__", "__orig_bases__", "__parameters__",
])  # fmt: skip
"""Special names in a class that change nothing about how Python treats its objects."""

GENERATED = ("__eq__", "__repr__", "__hash__", "__lt__", "__le__", "__gt__", "__ge__", "__replace__")


def is_enum(kind: type) -> bool:
    """Whether a class is an enumeration without special methods of its own."""
    if type(kind) is not enum.EnumMeta or not issubclass(kind, enum.Enum):
        return False
    own = [base for base in kind.__mro__ if isinstance(base, enum.EnumMeta) and base.__module__ != "enum"]
    return not any(
        (name.startswith("__") or name == "_missing_")
        and isinstance(part := getattr(vars(base)[name], "__func__", vars(base)[name]), FunctionType)
        and part.__globals__ is not vars(enum)
        for base in own
        for name in vars(base)
    )


def is_named_tuple(kind: type) -> bool:
    """Whether a class is a named tuple as the library makes it."""
    return (
        type(kind) is type
        and kind.__bases__ == (tuple,)
        and isinstance(getattr(kind, "_fields", None), tuple)
        and vars(kind).get("__slots__") == ()
        and not any(
            name in vars(kind)
            for name in ("__eq__", "__hash__", "__len__", "__iter__", "__getitem__", "__str__")
        )
    )


def is_plain_exception(kind: type) -> bool:
    """Whether a class is an exception of Python's own, or derived from one without any code."""
    if type(kind) is not type or not issubclass(kind, Exception):
        return False
    own = [base for base in kind.__mro__ if base.__module__ != "builtins"]
    return all(name in DESCRIPTIVE and name != "__init__" for base in own for name in vars(base))


def is_plain_class(kind: type) -> bool:
    """Whether a class of the program's own has plain objects: attributes and methods, no hooks."""
    if kind is object or type(kind) not in _METACLASSES or holds_more(kind):
        return False
    if hides_dictionary(kind):
        return False
    return all(base in _EMPTY_BASES or _is_plain_base(base) for base in kind.__mro__)


_METACLASSES = (type, abc.ABCMeta)
_EMPTY_BASES = (object, abc.ABC, Generic)
"""Bases that give an object nothing of its own."""


def is_frozen_class(kind: type) -> bool:
    """Whether a plain class is a frozen dataclass that is compared by its fields."""
    params = vars(kind).get("__dataclass_params__")
    return params is not None and params.frozen and params.eq and is_plain_class(kind)


def _is_plain_base(base: type) -> bool:
    if type(base) not in _METACLASSES or holds_more(base) or "__slots__" in vars(base):
        return False
    return all(
        not (name.startswith("__") and name.endswith("__"))
        or name in DESCRIPTIVE
        or _is_generated(base, name, part)
        for name, part in vars(base).items()
    )


def _is_generated(base: type, name: str, part: object) -> bool:
    """Whether a special method is the one that `dataclass` writes for these fields."""
    if name == "__hash__" and part is None:
        return True
    if name not in (*GENERATED, "__init__", "__setattr__", "__delattr__") or not is_dataclass(base):
        return False
    twin = vars(_twin(base)).get(name)
    return _same(part, twin)


def has_generated_init(kind: type) -> bool:
    """Whether the objects of a dataclass are made by the `__init__` that `dataclass` writes alone."""
    return _sets_its_fields(kind) and not hasattr(kind, "__post_init__")


def has_checked_init(kind: type) -> bool:
    """Whether they are made by it, and then seen to by a `__post_init__` of the program's own."""
    if not _sets_its_fields(kind) or not isinstance(getattr(kind, "__post_init__", None), FunctionType):
        return False
    every = cast("Any", kind).__dataclass_fields__
    return len(every) == len(fields(cast("Any", kind)))  # no InitVar, which it would be given


def unchecked(kind: type, args: list[Any], named: dict[str, Any]) -> Any:
    """An object of a dataclass with its fields set, and its `__post_init__` not called yet."""
    quiet = type(kind.__name__, (kind,), {"__post_init__": lambda self: None})
    made: Any = object.__new__(kind)
    vars(made).update(vars(quiet(*args, **named)))
    return made


def _sets_its_fields(kind: type) -> bool:
    init = vars(kind).get("__init__")
    if not is_dataclass(kind) or not isinstance(init, FunctionType):
        return False
    factories = {f.default_factory for f in fields(kind) if callable(f.default_factory)}
    return init.__code__.co_filename == "<string>" and factories <= {list, dict, set}


def shows_its_fields(kind: type) -> bool:
    """Whether the text of an object of the class is that of its fields."""
    return (
        is_dataclass(kind)
        and "__repr__" in vars(kind)
        and _is_generated(kind, "__repr__", vars(kind)["__repr__"])
    )


def _twin(base: type) -> type:
    """A dataclass of the same name, fields and parameters, made anew."""
    params = cast("Any", base).__dataclass_params__
    names = {f.name: f for f in fields(cast("Any", base))}
    return make_dataclass(
        base.__name__,
        [(name, object) for name in names],
        eq=params.eq,
        order=params.order,
        frozen=params.frozen,
        unsafe_hash=params.unsafe_hash,
        repr=params.repr,
    )


def _same(part: object, twin: object) -> bool:
    """Whether two functions have the same code, that of a wrapped one included."""
    if not isinstance(part, FunctionType) or not isinstance(twin, FunctionType):
        return False
    if hasattr(twin, "__wrapped__") and not _same(getattr(part, "__wrapped__", None), twin.__wrapped__):
        return False
    a, b = part.__code__, twin.__code__
    names = ("co_code", "co_names", "co_consts", "co_varnames")
    return all(getattr(a, name) == getattr(b, name) for name in names)
