"""What a class holds: methods, attributes, bases, its metaclass."""

from __future__ import annotations

from abc import ABCMeta
from enum import Flag
from operator import attrgetter, methodcaller
from types import FunctionType, MethodWrapperType, WrapperDescriptorType
from typing import TYPE_CHECKING, Any

from .. import kinds, nodes
from ..origins import STANDARD, TRUSTED, USER, is_open, origin_of_class
from .refusals import judge

if TYPE_CHECKING:
    from .walk import Walk

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
