"""Confidence bounds that hold exactly at their stated level, for what a simulation counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import integer, open_probability, positive_integer
from ..errors import InvalidType, InvalidValue, UndecidedError
from ..exact import Certified, ExactLike, Log, Number, ln, number
from ..exact._flint import arb
from ..exact._flint import rational as flint_rational
from ..exact.real import brief

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
    integer(hits, "hits")
    total, level = (
        positive_integer(trials, "trials"),
        open_probability(confidence, "confidence").as_fraction(),
    )
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
    return Certified(
        lambda _: arb(flint_rational(p)).beta_lower(a, b, 1), f"I_{brief(p)}({brief(a)}, {brief(b)})"
    )


def quantile_bounds(
    values: Sequence[float], share: ExactLike, confidence: ExactLike = "99/100"
) -> tuple[float, float]:
    """Order statistics that enclose the quantile of the distribution of the values, at the stated confidence.

    The number of values below the quantile is binomial, so no assumption on the distribution is needed; an
    end is infinite where there are too few values for one. values: ints, floats or Fractions; infinite ones
    have their place in the order.
    Raises InvalidValue unless 0 < share < 1 and there is at least one value, and for NaN, which has no place;
    InvalidType for what is no number.
    """
    for i, value in enumerate(values):
        _check_ordered(value, f"values[{i}]")
    count, at = (
        positive_integer(len(values), "number of values"),
        open_probability(share, "share").as_fraction(),
    )
    miss = (1 - open_probability(confidence, "confidence").as_fraction()) / 2
    ordered = sorted(values)
    low = _largest(count, lambda k: _at_most(_beta(1 - at, count - k + 1, k), miss))
    high = _largest(count, lambda k: _at_most(_beta(at, count - k + 1, k), miss))
    return (
        ordered[low - 1] if low else float("-inf"),
        ordered[count - high] if high else float("inf"),
    )


FOUR = "(hits with, runs with, hits without, runs without)"


@dataclass(frozen=True)
class EpsilonBound:
    """At the stated confidence the mechanism is no (epsilon, delta)-DP one with a smaller epsilon.

    ratio: e^epsilon, rounded down; 1 where nothing is shown.  event: which of the counted events shows it,
    and in which direction.  intervals: of the probabilities, two for each event, which hold all at once.
    """

    ratio: Fraction
    delta: Number
    confidence: Number
    event: str | None
    intervals: tuple[Interval, ...]

    @property
    def epsilon(self) -> Log:
        """ln(ratio)."""
        return ln(self.ratio)

    def __str__(self) -> str:
        what = "nothing is shown" if self.event is None else f"epsilon >= {self.epsilon.lower(6)}"
        return f"{what} at delta = {self.delta}, joint confidence {self.confidence}"


def epsilon_from_counts(
    counts: Mapping[str, tuple[int, int, int, int]],
    delta: ExactLike = 0,
    confidence: ExactLike = "99/100",
) -> EpsilonBound:
    """A lower bound on epsilon from games that were played: independent runs with a record, and without it.

    counts: {event: (hits with, runs with, hits without, runs without)}; events fixed before the runs were
    looked at.  With p and q the probabilities of an event, (epsilon, delta)-DP under a relation that has both
    orders says p <= e^epsilon q + delta, the same for 1 - p and 1 - q, and both with p and q exchanged:

        e^epsilon >= (low - delta)/high

    for the four, with ends of intervals that hold all at once (Clopper-Pearson, each at
    1 - (1 - confidence)/(2 events)).
    Raises InvalidValue for no event or counts that are none, delta outside [0, 1), confidence outside (0, 1).
    """
    given: object = counts
    if not isinstance(given, Mapping) or not given:
        raise InvalidValue(f"counts = {given!r}; give {{event: {FOUR}}}")
    leak, level = number(delta, "delta"), open_probability(confidence, "confidence")
    if leak.is_symbolic or not 0 <= leak < 1 or leak.rational_value() is None:
        raise InvalidValue(f"delta = {leak} is not a rational in [0, 1)")
    each, intervals = joint(level, 2 * len(counts)), list[Interval]()
    best: tuple[Fraction, str | None] = Fraction(1), None
    for event, four in counts.items():
        entry: object = four
        if not isinstance(entry, tuple) or len(entry) != 4:
            raise InvalidValue(f"counts of {event!r} are {entry!r}; give {FOUR}")
        p, q = clopper_pearson(four[0], four[1], each), clopper_pearson(four[2], four[3], each)
        intervals += [p, q]
        found = max(_ratios(p, q, leak.as_fraction(), str(event)), key=lambda pair: pair[0])
        best = max(best, found, key=lambda pair: pair[0])
    return EpsilonBound(best[0], leak, level, best[1], tuple(intervals))


def _ratios(p: Interval, q: Interval, delta: Fraction, event: str) -> list[tuple[Fraction, str | None]]:
    """(low - delta)/high of an event and its complement, in both orders; 1 where it is no more."""
    cases = [
        (p.low, q.high, f"{event}, with against without"),
        (q.low, p.high, f"{event}, without against with"),
        (1 - p.high, 1 - q.low, f"not {event}, with against without"),
        (1 - q.high, 1 - p.low, f"not {event}, without against with"),
    ]
    return [
        ((low - delta) / high, name) if high and low - delta > high else (Fraction(1), None)
        for low, high, name in cases
    ]


def joint(confidence: ExactLike, intervals: int) -> Number:
    """1 - (1 - confidence)/k: the level of each of k intervals that all hold together at this confidence."""
    return 1 - (1 - open_probability(confidence, "confidence")) / positive_integer(intervals, "intervals")


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
