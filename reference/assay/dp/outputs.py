"""What may be an outcome, and when two outcomes are one and the same.

Python's `==` is coarser than what an observer of an output sees: `True == 1 == 1.0` and `0.0 == -0.0`.
Were such outputs merged, the merged one could hide a privacy leak, so they are told apart here and refused
where they meet. Source: this is post-processing read backwards (Dwork & Roth 2014, Proposition 2.1): merging
outputs only ever lowers a privacy loss.
"""

from __future__ import annotations

import dataclasses
import datetime
import operator
from collections.abc import Awaitable, Iterable, Iterator
from decimal import Decimal
from typing import Generic, TypeVar

from assay.errors import InvalidType, InvalidValue
from assay.exact import Number

T = TypeVar("T")

_PLAIN = frozenset({bool, int, str, bytes, type(None)})
"""Types whose equal values cannot be told apart."""

_SHOWN_IN_FULL = frozenset({float, complex, Decimal, range, datetime.datetime, datetime.time})
"""Types whose equal values may still differ, and whose `repr` shows every difference."""


def brief(value: object) -> str:
    """`value` on one line, shortened when long, for error messages."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else text[:77] + "..."


def shown(value: object) -> str:
    """`value (its type)` on one line, shortened when long, for error messages."""
    return f"{brief(value)} ({type(value).__name__})"


def same_outcome(a: object, b: object) -> bool:
    """Whether the equal values `a == b` are also indistinguishable: same types throughout, same zeros.

    Of a class that is not a dataclass its own equality is believed.
    """
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if type(a) in _PLAIN:
        return True
    if type(a) in _SHOWN_IN_FULL:
        return repr(a) == repr(b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same_outcome(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        counterpart = {y: y for y in b}
        return all(x in counterpart and same_outcome(x, counterpart[x]) for x in a)
    if dataclasses.is_dataclass(a):
        names = [field.name for field in dataclasses.fields(a)]
        values = [(getattr(a, name), getattr(b, name)) for name in names]
        return all(x == y and same_outcome(x, y) for x, y in values)
    return True


def check_outcome(outcome: object, name: str = "outcome") -> None:
    """Refuse what cannot name an output.

    Raises:
        InvalidType: unhashable, or a generator, iterator or coroutine (which no two runs could share).
        InvalidValue: NaN, alone or inside a tuple or frozenset; it is not even equal to itself.
    """
    if type(outcome) in _PLAIN or isinstance(outcome, Number):
        return
    check_hashable(outcome, name)
    if isinstance(outcome, (Iterator, Awaitable)):
        raise InvalidType(f"{name} {shown(outcome)} is consumed by reading it; return a tuple of its values")
    if isinstance(outcome, (tuple, frozenset)):
        for element in outcome:
            check_outcome(element, name)
    elif operator.ne(outcome, outcome):
        raise InvalidValue(
            f"{name} {shown(outcome)} is not equal to itself; use a label such as 'nan' or None"
        )


_HASHABLE_TWIN: dict[type, str] = {
    list: "tuple",
    set: "frozenset",
    dict: "tuple of its items",
    bytearray: "bytes",
}


def check_hashable(outcome: object, name: str = "outcome") -> None:
    """Refuse an outcome that cannot be a dictionary key, and say what to use instead."""
    try:
        hash(outcome)
    except TypeError as error:
        kind: type = type(outcome)
        twin = _HASHABLE_TWIN.get(kind, "tuple or a frozenset")
        raise InvalidType(
            f"{name} {shown(outcome)} is not hashable; use a {twin}, also for what is inside it"
        ) from error


def refuse_lookalike(outcome: object, known: object, name: str = "outcome") -> None:
    """Refuse `outcome` unless it is the same as `known`, which it equals."""
    if not same_outcome(outcome, known):
        raise InvalidType(
            f"{name} {shown(outcome)} equals {shown(known)} but can be told apart from it; "
            "use one type and one spelling for each output"
        )


class Tally(Generic[T]):
    """Adds up probability outcome by outcome: `mass[o]` is the sum of all that was added for o."""

    def __init__(self, name: str = "outcome") -> None:
        self.mass: dict[T, Number] = {}
        self._first_seen: dict[T, T] = {}
        self._name = name

    def add(self, outcome: T, mass: Number) -> None:
        """Add `mass` to `outcome`; raises as `check_outcome`, and for a lookalike of an earlier outcome."""
        if type(outcome) not in _PLAIN:
            check_hashable(outcome, self._name)
        if outcome in self.mass:
            refuse_lookalike(outcome, self._first_seen[outcome], self._name)
            self.mass[outcome] += mass
        else:
            check_outcome(outcome, self._name)
            self._first_seen[outcome] = outcome
            self.mass[outcome] = mass


def distinct(values: Iterable[T], name: str = "outcome") -> dict[T, T]:
    """The distinct values, first seen first, each mapped to itself; raises as `Tally.add`."""
    first_seen: dict[T, T] = {}
    for value in values:
        check_hashable(value, name)
        if value in first_seen:
            refuse_lookalike(value, first_seen[value], name)
        else:
            check_outcome(value, name)
            first_seen[value] = value
    return first_seen
