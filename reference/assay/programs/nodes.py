"""What can change, one thing at a time, and how to read it.

A *node* is one thing that can change: the global variables of a module, a list, the attributes of an object.
Reading it gives the objects that it holds now, to be compared one by one by identity, or a value that stands
for all of it (an array's bytes).
"""

from __future__ import annotations

import abc
import enum
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CellType, FunctionType, ModuleType
from typing import Any, TypeAlias

from ..outputs import keys
from ..outputs.keys import dictionary, slots
from .origins import INSTALLED, USER, origin_of_class


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


def named(
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
    own = origin_of_class(cls) in (USER, INSTALLED)
    if dictionary(value) is None and not own and not slots(cls):
        return None
    kept = unset_properties(value)

    def read() -> Mapping[str, Any]:
        found: dict[str, Any] = {"__class__": type(value)} if own else {}
        for name, held in keys.attributes(value):
            if name not in kept:
                found[name if name not in found else f"{name} of a base"] = held
        return found

    return named(label if label.startswith("the ") else f"the {cls.__name__} object", read)


def unset_properties(value: Any) -> frozenset[str]:
    """The cached properties of an object that are not computed yet."""
    own = type(value)
    names = [n for base in own.__mro__ for n, d in vars(base).items() if type(d) is functools.cached_property]
    return frozenset(names) - (dictionary(value) or {}).keys() if names else frozenset()


OF_THE_CLASS = frozenset([
    "__dict__", "__weakref__", "__doc__", "__annotations__", "__annotations_cache__",
    "__annotate_func__", "__abstractmethods__", "_abc_impl", "__slotnames__", "__static_attributes__",
    "__firstlineno__", "__module__", "__qualname__", "__parameters__", "__orig_bases__",
    "__type_params__",
])  # fmt: skip


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

    return named(f"the class {cls.__name__}", read)


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
    table = vars(holder) if isinstance(holder, type) else dictionary(holder) or {}
    name = str(getattr(holder, "__name__", type(holder).__name__))
    return named(name, lambda: {name: value for name, value in table.items() if not name.startswith("_")})


def builtins_of(table: dict[str, Any]) -> dict[str, Any]:
    """The names that are looked up behind the global variables of a module."""
    builtins = table.get("__builtins__")
    return vars(builtins) if isinstance(builtins, ModuleType) else builtins or {}


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
    return named(
        f"the function {value.__name__}",
        read,
        lambda name: f"the {'closed-over variable' if name in free else 'attribute'} {name}",
    )


def cells_by_name(value: FunctionType) -> dict[str, Any]:
    """The closed-over variables that are set."""
    return {
        name: cell.cell_contents
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True)
        if is_set(cell) and not (name == "dispatch_cache" and value.__globals__ is vars(functools))
    }


def is_set(cell: CellType) -> bool:
    """Whether a closed-over variable has a value."""
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
