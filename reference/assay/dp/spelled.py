"""The text of inputs and outputs in full, also where Python refuses to spell an integer of many digits."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction

from ..exact import integer_digits
from .outputs import brief

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
