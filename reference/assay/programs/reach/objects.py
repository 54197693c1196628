"""What an object or a class holds: the parts to follow, by its type, its methods and its bases."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterable
from enum import Flag
from operator import attrgetter, methodcaller
from types import FunctionType, MethodWrapperType, WrapperDescriptorType
from typing import TYPE_CHECKING, Any

from .. import contents, kinds, nodes
from ..origins import INSTALLED, STANDARD, TRUSTED, USER, is_open, origin_of_class
from .refusals import judge

if TYPE_CHECKING:
    from .walk import Walk

OWN = "what the function is bound to"
"""The label of the start of the walk."""

_WATCHING = frozenset({"assay.programs.state", contents.Found.__module__})
"""What remembers the state is not a part of it, as is this package."""


def follow_object(walk: Walk, value: Any, label: str) -> None:
    """Go on from an instance."""
    kind: type = type(value)
    judge(walk, value, label)
    if _is_source(kind, walk.answered):
        walk.met.draws = True
        walk.met.sources.append((value, label))
        return
    if isinstance(value, dict | list):
        walk.met.containers.append(value)
    if kind.__module__.partition(".")[0] in ("numpy", "scipy"):
        walk.met.numpy = True
    if issubclass(kind, kinds.DATES):
        walk.handed.add(kind)
    if origin_of_class(kind) == TRUSTED and kind.__module__.startswith("assay"):
        _of_the_package(walk, value, label)
        return
    found = contents.read(value, label)
    if found is None:
        _of_unknown_kind(walk, value, label)
    else:
        _of_known_kind(walk, value, found, label)


def _is_source(kind: type, answered: frozenset[str]) -> bool:
    """Whether objects of this class are sources that the reader answers."""
    numpys = kind.__module__.startswith("numpy.random") and kind.__name__ != "SeedSequence"
    return "numpy.random" in answered if numpys else "random" in answered and issubclass(kind, kinds.SOURCES)


def _of_unknown_kind(walk: Walk, value: Any, label: str) -> None:
    """An object of a class of the user's or of a library, or one that cannot be seen into."""
    kind, origin = type(value), origin_of_class(type(value))
    if origin in (USER, INSTALLED):
        _instance(walk, value, label)
    elif origin == TRUSTED and not hasattr(kind, "__next__"):
        if not walk.loads:  # a library's own settings are not what the module computed
            _attributes(walk, value, label)
    else:
        name = f"{label} ({kind.__module__}.{kind.__qualname__})"
        walk.refusals.add(name, "which cannot be seen into")


def _of_known_kind(walk: Walk, value: Any, found: contents.Found, label: str) -> None:
    """An object of a type that `kinds` reads, or of a subclass."""
    kind = type(value)
    walk.changing.add(value, *found.nodes)
    for part in found.parts:
        walk.add(part, label)
    if isinstance(value, attrgetter | methodcaller):
        _names_in(walk, found.parts, label)
    for wrapped in found.cached:
        walk.follow_cached(wrapped, label)
    if isinstance(value, kinds.CACHED):
        walk.met.caches.append(value)
    if kind is not kinds.PARTIAL and origin_of_class(kind) in (USER, INSTALLED):
        _instance(walk, value, label)
    elif not issubclass(kind, kinds.SEEN_WHOLE):
        _set_on_object(walk, value, label)


def _names_in(walk: Walk, parts: Iterable[Any], label: str) -> None:
    """The attributes that an object of `operator` reads."""
    for text in parts:
        for name in text.split(".") if isinstance(text, str) else ():
            walk.attributes.is_read(name, f"in {label}")


def _set_on_object(walk: Walk, value: Any, label: str) -> None:
    """Attributes that are set on an object of a class of a library."""
    for part in _attribute_values(walk, value, label):
        if isinstance(part, kinds.CONTAINERS) or origin_of_class(type(part)) != STANDARD:
            walk.add(part, label)


def _instance(walk: Walk, value: Any, label: str) -> None:
    """An object of a class of the user's: its class and its attributes."""
    kind = type(value)
    walk.met.instances.append(value)
    walk.add(kind, label)
    _attributes(walk, value, f"the {kind.__name__} object" if label == OWN else label)


def _attributes(walk: Walk, value: Any, label: str) -> None:
    """The attributes and slots of an object."""
    if nodes.unset_properties(value):
        walk.met.holders.append(value)
    for part in _attribute_values(walk, value, label):
        walk.add(part, label)


def _attribute_values(walk: Walk, value: Any, label: str) -> tuple[Any, ...]:
    """What the attributes and slots of an object hold, which can change."""
    node = nodes.attributes(value, label)
    if node is None:
        return ()
    walk.changing.add(value, node)
    return node.read()[1::2]


def _of_the_package(walk: Walk, value: Any, label: str) -> None:
    """The user's functions that an object of the package holds."""
    kind = type(value)
    called = kind.__name__ == "Program" and not walk.of_distribution
    if kind.__module__ in _WATCHING or kind.__module__.startswith(f"{__package__}."):
        return
    walk.changing.foreign.append(value)
    if hasattr(kind, "distribution") and not called:
        return  # it sees to its own functions
    held = nodes.attributes(value, label)
    for part in () if held is None else held.read():
        follow_trusted(walk, part, label)


def follow_trusted(walk: Walk, part: Any, label: str) -> None:
    """What code or an object of a trusted library holds: the user's functions in it are followed."""
    if isinstance(part, tuple | list) and len(part) <= kinds.FEW:
        for element in part:
            follow_trusted(walk, element, label)
    elif callable(part) or kinds.is_packages(part):
        walk.add(part, label)


HASHED = "the attribute __hash__ of a class"
"""The label of what sets and dictionaries call; what they are told differs between processes."""


def follow_class(walk: Walk, cls: type) -> None:
    """Go on from a class."""
    if origin_of_class(cls) in (STANDARD, TRUSTED):
        _not_of_the_users(walk, cls)
        return
    walk.met.classes.append(cls)
    walk.attributes.of_classes.update(vars(cls))
    walk.changing.add(cls, nodes.class_attributes(cls))
    if isinstance(cls, ABCMeta):
        walk.changing.add(cls, nodes.registered(cls))
    for base in (*cls.__mro__[1:], type(cls)):
        walk.add(base, f"a base of the class {cls.__name__}")
    if "__del__" in vars(cls):
        what = "which runs whenever the interpreter sees fit"
        walk.refusals.add(f"the finalizer {cls.__name__}.__del__", what)
    library = any(origin_of_class(base) != USER and base is not object for base in cls.__mro__)
    for name, value in [item for item in vars(cls).items() if item[0] not in nodes.OF_THE_CLASS]:
        if name == nodes.COMBINATIONS and issubclass(cls, Flag):
            _combinations(walk, cls, value)
        else:
            _attribute(walk, cls, name, value, lazily=not library and not name.startswith("__"))


def _not_of_the_users(walk: Walk, cls: type) -> None:
    """A class of the standard library, or of a library that is called as it is."""
    judge(walk, cls, "")
    if cls in (attrgetter, methodcaller):
        walk.attributes.are_read_unnamed(f"{cls.__name__}(...)")
    if issubclass(cls, kinds.DATES):
        walk.handed.add(cls)
    if is_open(cls):
        walk.changing.foreign.append(cls)


def _combinations(walk: Walk, cls: type[Flag], members: dict[Any, Any]) -> None:
    """The combinations of the members of a `Flag`, which it makes when they are asked for."""
    walk.changing.add(cls, nodes.combinations(cls))
    for member in list(members.values()):
        walk.add(member, _label(cls, nodes.COMBINATIONS))


def _attribute(walk: Walk, cls: type, name: str, value: Any, *, lazily: bool) -> None:
    """An attribute of a class; lazily: code is followed where its name is read."""
    label = _label(cls, name)
    if label == HASHED and is_hash(value):
        walk.pairs.hashes = cls.__name__
    if isinstance(value, FunctionType) and not name.startswith("__"):
        walk.place(cls, name, value)
    if isinstance(value, kinds.CODE) and lazily:
        walk.handed.add_method(name, value, label)
    else:
        walk.add(value, label)


def _label(cls: type, name: str) -> str:
    return HASHED if name == "__hash__" else f"the attribute {name} of the class {cls.__name__}"


def is_hash(value: Any) -> bool:
    """Whether a value is a function for the number by which sets and dictionaries find an object."""
    if isinstance(value, FunctionType):
        return value.__code__.co_name == "__hash__" and "hash" in value.__code__.co_names
    return isinstance(value, WrapperDescriptorType | MethodWrapperType) and value.__name__ == "__hash__"
