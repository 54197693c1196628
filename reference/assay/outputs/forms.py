"""The hashable form under which a distribution lists an output, and what may be an input.

Outputs of one form and two keys are look-alikes, which an `Alphabet` refuses where they meet.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterator
from typing import Any

from ..errors import InvalidType, InvalidValue
from .identity import ATOMS, is_frozen_dataclass, is_named_tuple
from .keys import with_attributes
from .text import with_type

_HASHABLE_TWIN: dict[type, str] = {
    list: "tuple",
    set: "frozenset",
    dict: "tuple of its items",
    bytearray: "bytes",
}


def listed(value: Any, name: str = "output") -> Any:
    """The hashable form of an output: lists as tuples, sets as frozensets, dictionaries as tuples of items.

    A bytearray is listed as bytes, an array of numpy as nested tuples, a scalar of numpy as Python's, a
    frozen dataclass as a copy.  Raises InvalidType for what has no hashable form.
    """
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is tuple or kind is list:
        parts = tuple([listed(part, name) for part in value])
        same = kind is tuple and all(a is b for a, b in zip(parts, value, strict=True))
        return value if same else parts
    if kind is set or kind is frozenset:
        return value if kind is frozenset else frozenset(value)
    if kind is dict:
        return tuple([(listed(k, name), listed(v, name)) for k, v in value.items()])
    if kind is bytearray:
        return bytes(value)
    if kind.__module__ == "numpy":
        return listed(value.tolist(), name)
    if is_named_tuple(kind):
        return tuple.__new__(kind, [listed(part, name) for part in tuple.__iter__(value)])
    if is_frozen_dataclass(kind):
        value = with_attributes(value, lambda held: listed(held, name))  # nobody holds it who might change it
    check_hashable(value, name)
    return value


def check_hashable(outcome: object, name: str = "outcome") -> None:
    """Refuse an outcome that cannot be a dictionary key, and say what to use instead."""
    try:
        hash(outcome)
    except TypeError as error:
        kind: type = type(outcome)
        twin = _HASHABLE_TWIN.get(kind, "tuple or a frozenset")
        raise InvalidType(
            f"{name} {with_type(outcome)} is not hashable; use a {twin}, also for what is inside it"
        ) from error


def check_input(x: object) -> None:
    """Refuse what cannot be an input: what is not hashable, an iterator, NaN.  Other objects are believed."""
    check_hashable(x, "input")
    if isinstance(x, (Iterator, Awaitable)):
        raise InvalidType(f"input {with_type(x)} is consumed by reading it; give a tuple of its values")
    if isinstance(x, (tuple, frozenset)):
        for part in x:
            check_input(part)
    elif x != x:
        raise InvalidValue(f"input {with_type(x)} is not equal to itself; use a label such as 'nan' or None")
