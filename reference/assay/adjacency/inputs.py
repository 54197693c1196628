"""What a domain may be: its inputs listed once each, with no two that are equal and can be told apart."""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Iterator
from decimal import Decimal
from itertools import chain
from typing import TypeVar

from ..budgets.sizes import bounded_list
from ..errors import InvalidType, InvalidValue
from ..outputs.alphabet import check_hashable, lookalike, same_output
from ..outputs.text import with_type

T = TypeVar("T")


COMPARED_BY_TYPE = frozenset({bool, int, str, bytes, type(None)})
"""Types whose values are the same where they are equal; many records of them are compared quickly."""


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


def same_input(a: object, b: object) -> bool:
    """Whether equal inputs, or records, have the same types all the way down; other objects are believed."""
    if a is b:
        return True
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same_input, a, b))
    if isinstance(a, frozenset) and isinstance(b, frozenset):
        counterpart = {y: y for y in b}
        return all(x in counterpart and same_input(x, counterpart[x]) for x in a)
    return repr(a) == repr(b) if isinstance(a, (float, complex, Decimal)) else True


def check_distinct(values: Iterable[object], name: str) -> None:
    """Refuse values that are equal but can be told apart, such as 1 and True (InvalidType)."""
    seen: dict[object, object] = {}
    for value in values:
        check_hashable(value, name)
        first = seen.setdefault(value, value)
        if not same_input(value, first):
            raise lookalike(value, first, name)


def check_records(datasets: Iterable[Iterable[object]]) -> None:
    """Refuse records that are equal but can be told apart: 1 and True are one record to `==` and to a set."""
    seen: set[tuple[type, object]] = set()
    other: list[object] = []
    for dataset in datasets:
        records = tuple(dataset)
        types = tuple(map(type, records))
        if COMPARED_BY_TYPE.issuperset(types):
            seen.update(zip(types, records, strict=True))
        else:
            other.extend(records)
    check_distinct(chain((record for _, record in seen), other), "record")


def check_domain(domain: Iterable[T]) -> tuple[T, ...]:
    """The inputs of the domain, in order.

    Raises:
        InvalidType: not an iterable, or an unhashable input.
        InvalidValue: no inputs; an input twice, also when spelt differently (1 and True); NaN.
    """
    if not isinstance(domain, Iterable):
        raise InvalidType(f"domain is {with_type(domain)}; give an iterable of inputs, such as [0, 1]")
    seen: dict[T, T] = {}
    for x in bounded_list(domain, "inputs", "the domain", "give a smaller domain"):
        check_input(x)
        if x in seen:
            other = "" if same_output(x, seen[x]) else f" (once as {with_type(seen[x])}, which equals it)"
            raise InvalidValue(f"the domain lists {with_type(x)} twice{other}; list each input once")
        seen[x] = x
    if not seen:
        raise InvalidValue("the domain is empty; give at least two inputs")
    return tuple(seen)
