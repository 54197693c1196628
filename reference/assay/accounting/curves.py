"""Curves of composed rounds, as certified enclosures: trade-off, membership advantage, Bayes risk, Renyi.

With y = e^epsilon let H(y) = sup over events of P - y Q in one direction.  H is convex and non-increasing,
H(0) = 1, and for y < 1 it follows from the pair (Q, P):  H(y) = 1 - y + y H'(1/y).  Then

    f(a) = sup over y >= 0 of 1 - H(y) - y a         the least false-negative rate at a false-positive rate a,
    1 - c + c H((1 - c)/c)                           the probability of the best guess at the prior c of P.

From below, f is at least its value at any y, with an upper end of H.  From above, a convex H lies, between
two of the y that were looked at, above the lines through those beyond them, taken from the lower end at the
near and the upper end at the far one.  Every y is rational, so that all of this is exact. Source: Dong,
Roth and Su 2022, section 2; Alvim et al., The Science of Quantitative Information Flow, 2020, chapter 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ..arguments import listed, probability
from ..composition.answer import Answer
from ..errors import BudgetExceeded, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number
from ..exact.bracket import Bracket
from ..exact.real import brief
from .enclosed_divergence import HockeyStick, most_of
from .question import wanted_width
from .rounds import Rounds


def deltas(
    rounds: Rounds, epsilons: Iterable[EpsilonLike], width: ExactLike = "1/1000"
) -> list[Answer[Number]]:
    """delta at each epsilon, as `Rounds.delta`."""
    return [rounds.delta(each, width) for each in listed(epsilons, "epsilons", "such as ['1/2', 1]")]


def epsilons(rounds: Rounds, allowed: Iterable[ExactLike], width: ExactLike = "1/1000") -> list[Answer[Log]]:
    """The smallest epsilon at each delta, as `Rounds.epsilon`."""
    return [rounds.epsilon(each, width) for each in listed(allowed, "deltas", "such as ['1e-6', '1e-5']")]


def tradeoff(rounds: Rounds, rates: Iterable[ExactLike], width: ExactLike = "1/1000") -> list[Bracket]:
    """The least false-negative rate of a test between neighbours at each false-positive rate.

    The smallest over the directions, from one set of values of H.  A bracket is as wide as `width` times it,
    or 10^-12 where that is more.  Raises InvalidValue unless 0 <= rate <= 1, BudgetExceeded as `Rounds.delta`
    and after 60 values of H.
    """
    asked = [_rational(rate, "rate") for rate in listed(rates, "rates", "such as ['1/100', '1/2']")]
    wanted, sides = wanted_width(width), sides_of(rounds)
    return [least_of_all(sides, rate, wanted) for rate in asked]


def sides_of(rounds: Rounds) -> list[HockeyStick]:
    """H of each direction, which keeps its values from one rate to the next."""
    return [HockeyStick(rounds.only(name)) for name in _different(rounds)]


def least_of_all(sides: Sequence[HockeyStick], rate: Fraction, wanted: Fraction) -> Bracket:
    """The smallest f(rate) over the directions.  Raises BudgetExceeded with what all of them know."""
    found: list[Bracket] = []
    stopped: BudgetExceeded | None = None
    for side in sides:
        try:
            found.append(side.false_negatives(rate, wanted))
        except BudgetExceeded as error:
            found.append(side.so_far(rate))
            stopped = error
    least = min(each.lower for each in found)
    bracket = Bracket(least, min(each.upper for each in found if each.upper is not None))
    if stopped is not None:
        raise BudgetExceeded(str(stopped), {**stopped.known, "bracket": bracket})
    return bracket


def best_guess(rounds: Rounds, prior: ExactLike = "1/2", width: ExactLike = "1/1000") -> Bracket:
    """The probability that the best guess of the input is right, for the prior of the first one (with the
    record).

    Raises InvalidValue unless 0 <= prior <= 1.
    """
    c, wanted = _rational(prior, "prior"), wanted_width(width)
    if c in (0, 1):
        return Bracket.exactly(Fraction(1))
    found = HockeyStick(rounds.only(rounds.directions[0])).at((1 - c) / c, wanted)
    upper = 1 if found.upper is None else min(Fraction(1), found.upper)
    return Bracket(max(c, 1 - c, 1 - c + c * found.lower), max(c, 1 - c, 1 - c + c * upper))


def membership_advantage(rounds: Rounds, prior: ExactLike = "1/2", width: ExactLike = "1/1000") -> Bracket:
    """What the output adds to the best guess: its probability less max(c, 1 - c); delta(0)/2 at c = 1/2."""
    guess, c = best_guess(rounds, prior, width), _rational(prior, "prior")
    return Bracket(guess.lower - max(c, 1 - c), most_of(guess) - max(c, 1 - c))


def bayes_risk(rounds: Rounds, prior: ExactLike = "1/2", width: ExactLike = "1/1000") -> Bracket:
    """The probability that the best guess is wrong: c (1 - H((1 - c)/c))."""
    guess = best_guess(rounds, prior, width)
    return Bracket(1 - most_of(guess), 1 - guess.lower)


def _different(rounds: Rounds) -> list[str]:
    """The directions whose pairs differ."""
    found: dict[int, str] = {}
    for name in rounds.directions:
        found.setdefault(id(rounds.by_direction[name]), name)
    return list(found.values())


def _rational(value: ExactLike, name: str) -> Fraction:
    exact = probability(value, name)
    if not exact.is_rational:
        raise InvalidValue(f"{name} = {brief(exact)} is irrational; give a rational such as '1/100'")
    return exact.as_fraction()
