"""What a bound promises: the statement "(epsilon, delta)-differentially private"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..dp.outputs import shown
from ..errors import InvalidType, InvalidValue, UndecidedError
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, eps, ln, number
from ..exact._flint import bounds
from ._check import count, listed, probability


@dataclass(frozen=True, init=False)
class Guarantee:
    """The statement P[M(x) in S] <= e^epsilon P[M(x') in S] + delta, for all events S and adjacent x, x'.

    epsilon is an exact logarithm in [0, infinity], delta an exact number in [0, 1].  At epsilon = infinity it
    says P[M(x) in S] <= delta for every S that M(x') never hits: (infinity, 0) still says something.
    A delta that is a function of the symbol epsilon is not checked: it may exceed 1 for some epsilon only.
    Raises InvalidValue outside these ranges, FloatRefused for floats.
    """

    epsilon: Log
    delta: Number

    def __init__(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> None:
        object.__setattr__(self, "epsilon", eps(epsilon))
        leak = number(delta, "delta")
        object.__setattr__(self, "delta", leak if leak.is_symbolic else probability(leak, "delta"))

    def __str__(self) -> str:
        return f"({self.epsilon}, {self.delta})-DP"


@dataclass(frozen=True)
class CertifiedGuarantee:
    """A guarantee whose epsilon leaves the exact numbers: it is known by enclosures that can be refined.

    `rounded_up(digits)` is an exact statement that follows from it, with a slightly larger epsilon.
    """

    epsilon: Certified
    delta: Number

    def rounded_up(self, digits: int = 15) -> Guarantee:
        """An exact guarantee with epsilon = ln(t), where t is a decimal of so many digits above e^epsilon.

        It is t that is rounded, since divergences are computed with e^epsilon: a decimal epsilon would put
        it in a field of its own.
        """
        size = count(digits, "digits", 1)
        ends = bounds(self.epsilon.exp().enclosure(64 + 4 * size))
        if ends is None:
            raise UndecidedError(f"exp({self.epsilon!r}) has no finite enclosure")
        return Guarantee(ln(Fraction(number(ends[1]).upper(size))), self.delta)

    def __str__(self) -> str:
        return f"(<= {self.epsilon.upper(6)}, {self.delta})-DP"


def capped(delta: Number) -> Number:
    """min(delta, 1): every mechanism is (epsilon, 1)-DP, so a bound above 1 says no more than 1 does.

    A function of the symbol epsilon that is above 1 for some epsilon only is returned as it is.
    """
    try:
        return min(delta, number(1))
    except UndecidedError:
        return delta


def read_guarantees(given: Iterable[Guarantee | tuple[EpsilonLike, ExactLike]]) -> list[Guarantee]:
    """A non-empty list of guarantees, each given as a `Guarantee` or as a pair (epsilon, delta)."""
    guarantees = []
    for entry in listed(given, "guarantees", "[(1, 0), ('1/2', '1/100')]"):
        pair: object = entry
        if not isinstance(pair, Guarantee) and not (isinstance(pair, tuple) and len(pair) == 2):
            raise InvalidType(f"guarantees holds {shown(entry)}; give a pair (epsilon, delta)")
        guarantees.append(entry if isinstance(entry, Guarantee) else Guarantee(*entry))
    if not guarantees:
        raise InvalidValue("no guarantee was given; give at least one (epsilon, delta)")
    return guarantees
