"""Finite mechanisms with a parameter p in (0, 1), such as a bias: a claim decided for all p.

The parameter is written  PARAMETER = exp(-EPS),  which takes every value in (0, 1) as EPS ranges over the
positive reals. A mechanism whose probabilities are rational functions of p is then one with rational
functions of e^EPS, and a claim with a constant epsilon, such as ln(3), is decided for all p at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..dp import Mechanism, Undecided
from ..errors import InvalidValue, UndecidedError
from ..exact import EPS, Certified, EpsilonLike, ExactLike, Number, exp, number
from .decision import FailsFor, decide
from .probabilities.values import Y
from .signs.epsilon_sets import EpsilonSet, Interval, restricted, simplest_between, union
from .signs.sign_table import Root, sign_table

PARAMETER: Number = exp(-EPS)
"""A number in (0, 1) that stands for the parameter."""


@dataclass(frozen=True)
class ParameterSet:
    """The parameters low < p < high for which a claim fails: open intervals with algebraic ends."""

    failing: EpsilonSet
    low: Fraction
    high: Fraction

    @property
    def is_empty(self) -> bool:
        """Whether the claim holds for every p in the interval."""
        return self.failing.is_empty

    def __contains__(self, p: Fraction) -> bool:
        """Whether the claim fails at a rational p."""
        return any(
            (i.high is None or _compare(i.high, p) < 0) and (i.low is None or _compare(i.low, p) > 0)
            for i in self.failing.intervals
        )

    def sample(self) -> Fraction:
        """A simple rational p for which the claim fails; InvalidValue if there is none."""
        if self.is_empty:
            raise InvalidValue("the claim fails for no p in the interval")
        interval = self.failing.intervals[0]
        while True:
            low = Fraction(0) if interval.high is None else interval.high.isolating[1]
            high = Fraction(1) if interval.low is None else interval.low.isolating[0]
            if low < high:
                return simplest_between(low, high)
            for root in (interval.low, interval.high):
                if root is not None:
                    root.refine()

    def ends(self) -> list[tuple[Fraction | Certified, Fraction | Certified]]:
        """The intervals as pairs of exact ends: rationals, or algebraic numbers as `Certified`."""
        found = [(_end(i.high, Fraction(0)), _end(i.low, Fraction(1))) for i in self.failing.intervals]
        return list(reversed(found))

    def __str__(self) -> str:
        if self.is_empty:
            return f"no p with {self.low} < p < {self.high}"
        return " or ".join(f"{_text(low)} < p < {_text(high)}" for low, high in self.ends())


def failing_parameters(
    mechanism: Mechanism[Any, Any],
    epsilon: EpsilonLike,
    delta: ExactLike = 0,
    *,
    low: ExactLike = 0,
    high: ExactLike = 1,
) -> ParameterSet:
    """For which p in (low, high) a mechanism built with PARAMETER is not (epsilon, delta)-private, exactly.

    epsilon: the logarithm of a rational, such as ln(3).  delta: a rational or a rational function of
    PARAMETER.

    Raises InvalidValue for an interval outside [0, 1], UndecidedError where a budget is spent.
    """
    a, b = (number(end, name).as_fraction() for end, name in ((low, "low"), (high, "high")))
    if not 0 <= a < b <= 1:
        raise InvalidValue(
            f"low = {a}, high = {b} is not an interval in [0, 1]; the parameter is a number in (0, 1)"
        )
    verdict = decide(mechanism, epsilon, delta)
    if isinstance(verdict, Undecided):
        raise UndecidedError(verdict.reason)
    if not isinstance(verdict, FailsFor):
        return ParameterSet(EpsilonSet((), 1), a, b)
    if verdict.failing.k != 1:
        raise InvalidValue("the mechanism holds roots of PARAMETER; use rational functions of it")
    outer = Interval(_root(b), _root(a))
    return ParameterSet(EpsilonSet(tuple(union(restricted(verdict.failing.intervals, outer))), 1), a, b)


def _root(p: Fraction) -> Root | None:
    """The epsilon with e^(-epsilon) = p, as a root; None for 0 and 1."""
    return None if p in (0, 1) else sign_table(p.denominator * Y - p.numerator).roots[0]


def _compare(root: Root, p: Fraction) -> int:
    """The sign of e^(-epsilon) - p at the root."""
    other = _root(p)
    if other is None:
        return 1 if p == 0 else -1
    return -root.compare(other)


def _end(root: Root | None, infinite: Fraction) -> Fraction | Certified:
    if root is None:
        return infinite
    if root.isolating[0] == root.isolating[1]:
        return root.isolating[0]
    return Certified(lambda bits: (-root.enclosure(bits)).exp(), f"the root y of {root.poly} = 0")


def _text(end: Fraction | Certified) -> str:
    return str(end) if isinstance(end, Fraction) else f"~{end.decimal(6)}"
