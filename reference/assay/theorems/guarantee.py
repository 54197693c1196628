"""What a bound promises: the statement "(epsilon, delta)-differentially private", and what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

from ..arguments import integer, listed, probability
from ..dp import Mechanism
from ..errors import InvalidType, InvalidValue, UndecidedError
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, ln, number
from ..exact._flint import bounds
from ..outputs.text import with_type
from ._check import check_mechanism
from ._real import is_negative
from .scope import SYMMETRIC, Scope, check_symmetric
from .statement import About, Statement, about, common_scope, following


@dataclass(frozen=True, init=False, repr=False)
class Guarantee(Statement):
    """The statement P[M(x) in S] <= e^epsilon P[M(x') in S] + delta, for all events S and adjacent x, x'.

    epsilon is an exact logarithm in [0, infinity], delta an exact number in [0, 1].  At epsilon = infinity it
    says P[M(x) in S] <= delta for every S that M(x') never hits: (infinity, 0) still says something.
    A delta that is a function of the symbol epsilon may exceed 1 for some epsilon; it may not be negative.
    adjacency, domain, unit: which x and x' are adjacent, see `Scope`; without an adjacency the guarantee is a
    pair of numbers.  adaptive, interactive: see `Statement`.
    Raises InvalidValue outside these ranges, FloatRefused for floats.
    """

    epsilon: Log
    delta: Number

    def __init__(self, epsilon: EpsilonLike, delta: ExactLike = 0, **about: Unpack[About]) -> None:
        leak = number(delta, "delta")
        object.__setattr__(self, "epsilon", eps(epsilon))
        object.__setattr__(self, "delta", _symbolic(leak) if leak.is_symbolic else probability(leak, "delta"))
        self._read_about(**about)

    @staticmethod
    def of(mechanism: Mechanism[Any, Any], delta: ExactLike = 0, *, unit: str | None = None) -> Guarantee:
        """(epsilon(delta), delta) of a mechanism, by its distributions, for its adjacency on its domain."""
        check_mechanism(mechanism)
        return about(Guarantee(mechanism.epsilon(delta), delta), Scope.of(mechanism, unit))

    @property
    def notion(self) -> str:
        """The word: pure or approximate."""
        return "approximate" if self.delta else "pure"

    def __str__(self) -> str:
        return f"({self.epsilon}, {self.delta})-DP{self.about}"


@dataclass(frozen=True, init=False, repr=False)
class CertifiedGuarantee(Statement):
    """A guarantee whose epsilon leaves the exact numbers: it is known by enclosures that can be refined.

    `rounded_up(digits)` is an exact statement that follows from it, with a slightly larger epsilon.
    """

    epsilon: Certified
    delta: Number

    def __init__(self, epsilon: Certified, delta: ExactLike = 0, **about: Unpack[About]) -> None:
        object.__setattr__(self, "epsilon", certified(epsilon))
        object.__setattr__(self, "delta", probability(delta, "delta"))
        self._read_about(**about)
        if is_negative(self.epsilon):
            raise InvalidValue(
                f"epsilon = {self.epsilon.upper(6)} at most is negative; an epsilon is at least 0"
            )

    @property
    def notion(self) -> str:
        """The word: pure or approximate."""
        return "approximate" if self.delta else "pure"

    def rounded_up(self, digits: int = 15) -> Guarantee:
        """An exact guarantee with epsilon = ln(t), where t is a decimal of so many digits above e^epsilon.

        It is t that is rounded, since divergences are computed with e^epsilon: a decimal epsilon would put
        it in a field of its own.
        """
        size = integer(digits, "digits", 1)
        ends = bounds(self.epsilon.exp().enclosure(64 + 4 * size))
        if ends is None:
            raise UndecidedError(f"exp({self.epsilon!r}) has no finite enclosure")
        return following(Guarantee(ln(Fraction(number(ends[1]).upper(size))), self.delta), self)

    def __str__(self) -> str:
        return f"(<= {self.epsilon.upper(6)}, {self.delta})-DP{self.about}"


def _symbolic(delta: Number) -> Number:
    """A function of the symbol epsilon that is negative nowhere."""
    try:
        negative = delta < 0
    except UndecidedError as undecided:
        raise InvalidValue(
            f"delta = {delta} is not known to be at least 0 for every epsilon: {undecided.reason}"
        ) from None
    if negative:
        raise InvalidValue(f"delta = {delta} is negative; give a delta that is at least 0 for every epsilon")
    return delta


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
            raise InvalidType(f"guarantees holds {with_type(entry)}; give a pair (epsilon, delta)")
        guarantees.append(entry if isinstance(entry, Guarantee) else Guarantee(*entry))
    if not guarantees:
        raise InvalidValue("no guarantee was given; give at least one (epsilon, delta)")
    return guarantees


def symmetric_of(guarantees: list[Guarantee], symmetric: bool | None, theorem: str) -> bool:
    """Whether guarantees hold in both directions: as they say, or as `symmetric` says of bare numbers.

    Raises InvalidValue where neither says, where the two disagree, and as `common_scope`.
    """
    scope = common_scope(guarantees)
    if scope is None:
        return check_symmetric(symmetric, theorem)
    if symmetric is not None and check_symmetric(symmetric, theorem) and not scope.symmetric:
        raise InvalidValue(f"the hypothesis {SYMMETRIC!r} fails: the guarantees are about {scope}")
    return scope.symmetric if symmetric is None else symmetric


def concluded(epsilon: Log, delta: Number, hypotheses: list[Guarantee]) -> Guarantee:
    """A conclusion about what all the hypotheses are about, adaptive if they are, interactive if one is.

    The sums of (epsilon, delta) are those of interactive mechanisms that run side by side too: Vadhan and
    Wang 2021, Lyu 2022, Vadhan and Zhang 2023.
    """
    adaptive, asked = all(g.adaptive for g in hypotheses), any(g.interactive for g in hypotheses)
    made = Guarantee(epsilon, delta, adaptive=adaptive, interactive=asked)
    return about(made, common_scope(hypotheses))
