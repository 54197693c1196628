"""The text of inputs and outputs: in full, also of long integers, or on one line for a message."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from fractions import Fraction
from itertools import islice
from typing import cast

from ..exact import integer_digits

_MANY_DIGITS = 1000
"""Bits from which on an integer is shown by its size: Python refuses to spell very long ones."""

_SHOWN = 80
"""Characters of a value in a message."""

_BRACKETS: dict[type, tuple[str, str]] = {
    tuple: ("(", ")"),
    list: ("[", "]"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}


class SpelledFields:
    """A dataclass (with repr=False) whose text names its fields, each of them in full."""

    __slots__ = ()

    def __repr__(self) -> str:
        own = (each for each in fields(self) if each.repr)  # type: ignore[arg-type]  # subclasses are dataclasses
        text = ", ".join(f"{each.name}={spelled(getattr(self, each.name))}" for each in own)
        return f"{type(self).__qualname__}({text})"


def spelled(value: object) -> str:
    """`repr(value)`; where a long integer in it has none, the parts of built-in containers one by one."""
    try:
        return repr(value)
    except ValueError:
        return _parts(value)


def _parts(value: object) -> str:
    """The text of a value that holds an integer of more digits than Python spells."""
    kind = type(value)
    if isinstance(value, int) and kind is int:
        return integer_digits(value)
    if isinstance(value, Fraction) and kind is Fraction:
        return f"Fraction({integer_digits(value.numerator)}, {integer_digits(value.denominator)})"
    if isinstance(value, tuple | list | set | frozenset) and kind in _BRACKETS:
        opening, closing = _BRACKETS[kind]
        comma = "," if kind is tuple and len(value) == 1 else ""
        return f"{opening}{', '.join(map(spelled, value))}{comma}{closing}"
    if isinstance(value, dict) and kind is dict:
        return "{" + ", ".join(f"{spelled(k)}: {spelled(v)}" for k, v in value.items()) + "}"
    return brief(value)


def brief(value: object) -> str:
    """`value` on one line, shortened when long, for error messages."""
    text = " ".join(_text(value, 3).split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def with_type(value: object) -> str:
    """`value (its type)` on one line, shortened when long, for error messages."""
    return f"{brief(value)} ({type(value).__name__})"


def _text(value: object, depth: int) -> str:
    """The text of a value; of one that stands for what a reader does not know, never its own `repr`."""
    kind = type(value)
    known = getattr(kind, "__assay_text__", None)
    if isinstance(known, str):
        return known
    if kind is int and cast("int", value).bit_length() > _MANY_DIGITS:
        return f"<an integer of {cast('int', value).bit_length()} bits>"
    if kind in _BRACKETS and depth:
        opening, closing = _BRACKETS[kind]
        first = islice(cast("Iterable[object]", value), _SHOWN)
        parts = [_text(part, depth - 1) for part in first]
        single = "," if kind is tuple and len(parts) == 1 else ""
        return f"{opening}{', '.join(parts)}{single}{closing}" if parts else repr(value)
    if kind is dict and depth:
        pairs = islice(cast("dict[object, object]", value).items(), _SHOWN)
        return "{" + ", ".join(f"{_text(k, depth - 1)}: {_text(v, depth - 1)}" for k, v in pairs) + "}"
    try:
        return repr(value)
    except Exception as error:  # a message must not fail because a repr does
        return f"<{kind.__name__} whose repr raised {type(error).__name__}>"
