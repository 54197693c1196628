"""Reading the parameters of a theorem: each check names the condition that failed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..arguments import integer, listed
from ..budgets.sizes import check_size
from ..dp import Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, integer_text, number
from ..outputs.text import with_type

T = TypeVar("T")


def finite_epsilon(value: EpsilonLike, name: str = "epsilon") -> Log:
    """A finite epsilon >= 0."""
    x = eps(value, name)
    if x.is_infinite:
        raise InvalidValue(f"{name} = {x} is infinite, and this bound needs a finite {name}")
    return x


MOST_TERMS = 1 << 16
"""Sums and powers with more terms than these, of exact numbers that grow with them, are not begun."""


def bounded_count(value: int, name: str, least: int, most: int = MOST_TERMS) -> int:
    """An int from `least` to `most`; BudgetExceeded above: so many exact terms are not worked out."""
    n = integer(value, name, least)
    check_size(n, "exact terms", f"{name} = {integer_text(n)}", f"use a smaller {name}", most)
    return n


MOST_BITS = 1 << 27
"""Exact results with more bits than these in all are not worked out (16 MiB)."""


def check_bits(bits: int, because: str, name: str) -> None:
    """BudgetExceeded for an exact result of too many bits, before it is begun."""
    check_size(bits, "bits of exact numbers", because, f"use a smaller {name}", MOST_BITS)


def order(value: ExactLike) -> Number:
    """The order alpha > 1 of a Renyi divergence, a rational number."""
    alpha = number(value, "alpha")
    if not alpha.is_rational:
        raise InvalidValue(f"alpha = {alpha} is irrational; give a rational order alpha > 1")
    if alpha <= 1:
        raise InvalidValue(f"alpha = {alpha} is not above 1; give a rational order alpha > 1")
    return alpha


def as_integer(value: Number) -> int | None:
    """The value as an int, or None where it is not a whole number."""
    fraction = value.as_fraction()
    return fraction.numerator if fraction.denominator == 1 else None


def check_mechanism(value: object, name: str = "mechanism") -> None:
    """Refuse anything that is not a `Mechanism`."""
    if not isinstance(value, Mechanism):
        raise InvalidType(
            f"{name} is {with_type(value)}, not a Mechanism; give Mechanism(source, domain, adjacency)"
        )


def listed_pairs(values: Iterable[tuple[ExactLike, T]], name: str, example: str) -> list[tuple[ExactLike, T]]:
    """The pairs (weight, value) of an iterable."""
    pairs = listed(values, name, example)
    for pair in map(_as_object, pairs):
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise InvalidType(f"{name} holds {with_type(pair)}; give pairs such as {example}")
    return pairs


def _as_object(value: object) -> object:
    """The value without its declared type, which the caller may have disregarded."""
    return value
