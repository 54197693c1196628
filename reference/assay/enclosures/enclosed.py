"""Certified values: from a formula in ball arithmetic to a `Certified` number, and the largest of several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import TypeAlias, TypeVar

from ..errors import UndecidedError
from ..exact import INFINITY, Certified, Log, Number, certified, precision
from ..exact._flint import arb

K = TypeVar("K")

Divergence: TypeAlias = Log | Number | Certified
"""A divergence in nats: an exact logarithm or number where there is one, else a certified enclosure."""

GUARD_BITS = 32

TIE_BITS = 256
"""Certified values that agree to so many bits are treated as equal when a maximiser is named."""


def enclosed(formula: Callable[[int], arb], description: str) -> Certified:
    """The real number whose enclosures are formula(bits), computed with a few guard bits.

    Raises UndecidedError at once if the formula involves the symbol epsilon and so has no single value.
    """

    @lru_cache(maxsize=8)
    def ball(bits: int) -> arb:
        with precision(bits + GUARD_BITS):
            return formula(bits + GUARD_BITS)

    ball(64)
    return Certified(ball, description)


def largest(values: Mapping[K, Divergence]) -> tuple[Divergence, K]:
    """The largest of the values and a key that attains it (up to a tie of TIE_BITS bits if it is certified).

    It is exact if all values are logarithms, or all are numbers, or one of them is infinite, or if an exact
    one is certified to exceed all others.
    """
    keys = list(values)
    for key in keys:
        if isinstance(value := values[key], Log) and value == INFINITY:
            return INFINITY, key
    logs = {key: value for key, value in values.items() if isinstance(value, Log)}
    if len(logs) == len(keys):
        best = max(keys, key=lambda key: logs[key])
        return logs[best], best
    numbers = {key: value for key, value in values.items() if isinstance(value, Number)}
    if len(numbers) == len(keys):
        best = max(keys, key=lambda key: numbers[key])
        return numbers[best], best
    found, best = _largest_certified({key: certified(value) for key, value in values.items()})
    kind = type(values[best])
    alike = numbers if kind is Number else logs if kind is Log else {}
    if not alike:
        return found, best
    top, best = largest(alike)
    exact = all(key in alike or _exceeds(certified(top), certified(values[key])) for key in keys)
    return (top, best) if exact else (found, best)


def _largest_certified(values: Mapping[K, Certified]) -> tuple[Certified, K]:
    """max(values), enclosed by the maximum of the enclosures: no order of the values is needed for it."""
    if len(values) == 1:
        ((key, value),) = values.items()
        return value, key
    best, *others = values
    for key in others:
        if _exceeds(values[key], values[best]):
            best = key

    def ball(bits: int) -> arb:
        return reduce(lambda x, y: x.max(y), (value.enclosure(bits) for value in values.values()))

    return Certified(ball, f"max of {len(values)} values of {values[best].description}"), best


def _exceeds(a: Certified, b: Certified) -> bool:
    """Whether a > b, where a tie to TIE_BITS bits counts as no."""
    gap = a - b
    try:
        return Certified(gap.enclosure, gap.description, TIE_BITS) > 0
    except UndecidedError:
        return False
