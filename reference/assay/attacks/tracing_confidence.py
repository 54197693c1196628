"""Confidence bounds that hold exactly at their stated level, for what a simulation counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..errors import InvalidType, InvalidValue, UndecidedError
from ..exact import Certified, ExactLike, Number
from ..exact._flint import arb
from ..exact._flint import rational as flint_rational
from ..exact.real import brief
from .fingerprinting import at_least_one, open_share, whole_number

STEPS = 20
"""Bisection steps of a bound, which is rounded outwards."""


@dataclass(frozen=True)
class Interval:
    """A simulated frequency hits/trials, with bounds on the probability at the stated confidence."""

    hits: int
    trials: int
    low: Fraction
    high: Fraction

    def __str__(self) -> str:
        return f"{self.hits}/{self.trials} [{float(self.low):.4f}, {float(self.high):.4f}]"


def clopper_pearson(hits: int, trials: int, confidence: ExactLike = "99/100") -> Interval:
    """The Clopper-Pearson interval: P(low <= p <= high) >= confidence, whatever p is.

    low is the p at which P(Bin(trials, p) >= hits) = (1 - confidence)/2, high that at which
    P(Bin(trials, p) <= hits) is.
    Raises InvalidValue unless 0 <= hits <= trials, trials >= 1 and 0 < confidence < 1, InvalidType for hits
    or trials that are no ints.
    """
    whole_number(hits, "hits")
    total, level = at_least_one(trials, "trials"), open_share(confidence, "confidence").as_fraction()
    if not 0 <= hits <= total:
        raise InvalidValue(f"hits = {brief(hits)} is outside 0..{total}")
    miss = (1 - level) / 2
    low = Fraction(0) if hits == 0 else _below(hits, total - hits + 1, miss)
    high = Fraction(1) if hits == total else 1 - _below(total - hits, hits + 1, miss)
    return Interval(hits, total, low, high)


def _below(a: int, b: int, miss: Fraction) -> Fraction:
    """The largest multiple p of 2^-STEPS with I_p(a, b) <= miss, certified."""
    low, high = 0, 2**STEPS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (
            (middle, high) if _at_most(_beta(Fraction(middle, 2**STEPS), a, b), miss) else (low, middle)
        )
    return Fraction(low, 2**STEPS)


def _at_most(chance: Certified, miss: Fraction) -> bool:
    """Whether it is shown that chance <= miss; where the two may be equal it is not, and a bound is wider."""
    try:
        return chance <= miss
    except UndecidedError:
        return False


def _beta(p: Fraction, a: int, b: int) -> Certified:
    """The regularised incomplete beta function I_p(a, b) = P(Bin(a + b - 1, p) >= a)."""
    return Certified(lambda _: arb(flint_rational(p)).beta_lower(a, b, 1), f"I_{p}({a}, {b})")


def quantile_bounds(
    values: Sequence[float], share: ExactLike, confidence: ExactLike = "99/100"
) -> tuple[float, float]:
    """Order statistics that enclose the quantile of the law of the values, at the stated confidence.

    The number of values below the quantile is binomial, so no assumption on the law is needed; an end is
    infinite where there are too few values for one.
    values: ints, floats or Fractions; infinite ones have their place in the order.
    Raises InvalidValue unless 0 < share < 1 and there is at least one value, and for NaN, which has no place;
    InvalidType for what is no number.
    """
    for i, value in enumerate(values):
        _check_ordered(value, f"values[{i}]")
    count, at = at_least_one(len(values), "number of values"), open_share(share, "share").as_fraction()
    miss = (1 - open_share(confidence, "confidence").as_fraction()) / 2
    ordered = sorted(values)
    low = _largest(count, lambda k: _at_most(_beta(1 - at, count - k + 1, k), miss))
    high = _largest(count, lambda k: _at_most(_beta(at, count - k + 1, k), miss))
    return (
        ordered[low - 1] if low else float("-inf"),
        ordered[count - high] if high else float("inf"),
    )


def joint(confidence: ExactLike, intervals: int) -> Number:
    """1 - (1 - confidence)/k: the level of each of k intervals that all hold together at this confidence."""
    return 1 - (1 - open_share(confidence, "confidence")) / at_least_one(intervals, "intervals")


def _check_ordered(value: object, name: str) -> None:
    """Refuse what is not in the order of the real numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise InvalidType(f"{name} = {value!r} is a {type(value).__name__}; give a real number")
    if value != value:
        raise InvalidValue(
            f"{name} is NaN, which is neither above nor below any quantile; leave it out, and say so"
        )


def _largest(count: int, holds: Callable[[int], bool]) -> int:
    """The largest k in 1..count that has a property which smaller k have too; 0 where none has it."""
    low, high = 0, count + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
