"""The numbers that sparse vector variants release with a TRUE, as functions of the noisy threshold t.

Each function lists the values that may be released, with the probability of "TRUE, and this value" given t.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..arguments import integer
from ..errors import InvalidValue
from ..exact import Number, number
from ._arguments import interval
from .geometric_sums import Piecewise
from .integer_noise import IntegerNoise, Support
from .transcripts import at_least, exactly


class Released(NamedTuple):
    """A released value and the factors of its probability given t."""

    value: int
    factors: tuple[Piecewise, ...]


def noisy_values(nu: IntegerNoise, q: int, release: range | None) -> Iterator[Released]:
    """v -> P(clamp(q + nu) = v and q + nu >= t)."""
    for v, first, after in _cells(nu, q, release):
        yield Released(v, (_between(nu, q, first, after, v),))


def fresh_values(nu: IntegerNoise, fresh: IntegerNoise, q: int, release: range | None) -> Iterator[Released]:
    """v -> P(q + nu >= t) P(clamp(q + nu') = v), where nu' is fresh noise."""
    for v, first, after in _cells(fresh, q, release):
        p = _tail(fresh, q, first, number(1)) - _tail(fresh, q, after, number(0))
        yield Released(v, (at_least(nu, q), _constant(p)))


def _constant(p: Number) -> Piecewise:
    """t -> p."""
    return Piecewise(lambda _: p, number(0), 0, 0)


def gaps(nu: IntegerNoise, q: int, least: int, largest: int, *, open_end: bool) -> Iterator[Released]:
    """g -> P(q + nu - t = g) for g = least, ..., largest; with an open end the last stands for all above."""
    for g in range(least, largest + 1):
        distribution = at_least if open_end and g == largest else exactly
        yield Released(g, (distribution(nu, q - g),))


def release_range(release: tuple[int, int] | None, support: Support | None) -> range | None:
    """The range into which released values are clamped; None to release them as they are."""
    if release is None:
        _needs_support("release", "a pair such as (-1, 1)", support)
        return None
    return interval(release, "release")


def largest_gap(release: int | None, support: Support | None) -> int | None:
    """The gap that stands for all larger ones; None to release every gap as it is."""
    if release is None:
        _needs_support("release", "the largest gap to tell apart, such as 2", support)
        return None
    return integer(release, "release", 0)


def _needs_support(name: str, example: str, support: Support | None) -> None:
    if support is None:
        raise InvalidValue(
            f"{name} = None: noise on all integers has no largest value; give {example}, or a finite support"
        )


def _cells(nu: IntegerNoise, q: int, release: range | None) -> Iterator[tuple[int, int | None, int | None]]:
    """(v, first, after): v is released if first <= q + nu < after, where None is no bound."""
    for v in range(q + nu.low, q + nu.high + 1) if release is None else release:
        lowest, highest = release is not None and v == release[0], release is not None and v == release[-1]
        yield v, None if lowest else v, None if highest else v + 1


def _between(nu: IntegerNoise, q: int, first: int | None, after: int | None, v: int) -> Piecewise:
    """t -> P(max(t, first) <= q + nu < after)."""

    def value(t: int) -> Number:
        upper = number(0) if after is None else nu.tail(max(t, after) - q)
        return nu.tail((t if first is None else max(t, first)) - q) - upper

    return Piecewise(value, nu.ratio, min(q + nu.low, v), max(q + nu.high, v + 1))


def _tail(nu: IntegerNoise, q: int, k: int | None, otherwise: Number) -> Number:
    return otherwise if k is None else nu.tail(k - q)
