"""Truths that several adapters share: brackets as numbers, and enclosures of expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...accounting import Accountant, Bracket
from ...errors import InvalidValue
from ...exact import INFINITY, Certified, Log, Number, certified, number
from ...exact._flint import arb, rational
from ...testing.claims.values import Real
from ..survey.definitions import Truthful, composed
from ..survey.noise import Noise

ROUGH = "1/1000"
"""The relative width of the numbers of compositions that have no closed form."""

BITS = 64


def bracketed(bracket: Bracket) -> Real:
    """The number that a bracket contains, which is not narrowed any further."""
    if bracket.is_infinite:
        return INFINITY
    if bracket.width == 0:
        return number(bracket.lower)
    low = rational(bracket.lower)
    high = None if bracket.upper is None else rational(bracket.upper)
    end = arb("inf") if high is None else arb(high)
    return Certified(lambda _: arb(low).union(end), "the accountant's bracket", BITS)


def rough_epsilon(rounds: Sequence[Noise], delta: Any) -> Real:
    """epsilon of a composition at a delta in (0, 1), to the width ROUGH.  Raises InvalidValue for another."""
    if not 0 < delta < 1:
        raise InvalidValue(f"delta = {delta} is not in (0, 1)")
    accountant = Accountant(rounds[0].adjacency, ROUGH)
    for noise in rounds:
        accountant.compose(noise.round(), noise.count)
    return bracketed(accountant.epsilon(delta))


def rough_composition(rounds: Callable[..., Sequence[Noise]]) -> Truthful:
    """`rough_epsilon` at a delta of rounds that are made of the other parameters, with the rounds as data."""
    known = composed("epsilon", rounds)
    return {**known, "truth": lambda delta, **point: rough_epsilon(rounds(**point), delta)}


def between(low: Real, high: Real) -> Certified:
    """A number that lies between two others, of which no more is known."""
    ends = enclosed(low), enclosed(high)
    return Certified(
        lambda bits: ends[0].enclosure(bits).union(ends[1].enclosure(bits)), "between two numbers", BITS
    )


def enclosed(value: Real | int) -> Certified:
    """A finite number as a certified one.  Raises InvalidValue for an infinite one."""
    if isinstance(value, Log | Number) and value.infinite:
        raise InvalidValue(f"{value} is infinite")
    return certified(value)


def ball(rule: Callable[..., arb], text: str, *parameters: Any) -> Certified:
    """rule(enclosures of the rational parameters), evaluated in ball arithmetic at any precision."""
    exact = [rational(number(value).as_fraction()) for value in parameters]
    return Certified(lambda _: rule(*(arb(value) for value in exact)), text)
