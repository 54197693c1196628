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
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import sqrt

from ..arguments import listed, probability
from ..composition.answer import Answer
from ..errors import BudgetExceeded, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, ln
from ..exact._flint import arb, bounds, rational
from ..exact.bracket import Bracket, log2_of
from ..exact.real import brief
from ..exact.rounding import Direction, round_fraction
from .rounds import Rounds, wanted_width

DEEP = Fraction(1, 10**12)
"""Deltas below this share of what is asked for are not told apart."""
MOST_LOOKS = 60
LOOKS_APART = 12
"""Where the ends of H stay apart, so do those of what follows: so many values of H do."""
ROUGH = Fraction(1, 8)
PERFECT = Fraction(1), Fraction(-1)
"""H >= 1 - y."""
NEVER = Bracket(Fraction(0), Fraction(0))


def deltas(
    rounds: Rounds, epsilons: Iterable[EpsilonLike], width: ExactLike = "1/1000"
) -> list[Answer[Number]]:
    """delta at each epsilon, as `Rounds.delta`."""
    return [rounds.delta(each, width) for each in listed(epsilons, "epsilons", "such as ['1/2', 1]")]


def epsilons(rounds: Rounds, allowed: Iterable[ExactLike], width: ExactLike = "1/1000") -> list[Answer[Log]]:
    """The smallest epsilon at each delta, as `Rounds.epsilon`."""
    return [rounds.epsilon(each, width) for each in listed(allowed, "deltas", "such as ['1e-6', '1e-5']")]


def false_negative_rate(rounds: Rounds, rate: ExactLike, width: ExactLike = "1/1000") -> Bracket:
    """The least false-negative rate of a test between neighbours with a false-positive rate of at most
    `rate`.

    The smallest over the directions.  The bracket is as wide as `width` times it, or 10^-12 where that is
    more. Raises InvalidValue unless 0 <= rate <= 1, BudgetExceeded as `Rounds.delta` and after 60 values of
    H.
    """
    return tradeoff(rounds, [rate], width)[0]


def tradeoff(rounds: Rounds, rates: Iterable[ExactLike], width: ExactLike = "1/1000") -> list[Bracket]:
    """The false-negative rate at each false-positive rate, from one set of values of H."""
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
    return Bracket(guess.lower - max(c, 1 - c), _most(guess) - max(c, 1 - c))


def bayes_risk(rounds: Rounds, prior: ExactLike = "1/2", width: ExactLike = "1/1000") -> Bracket:
    """The probability that the best guess is wrong: c (1 - H((1 - c)/c))."""
    guess = best_guess(rounds, prior, width)
    return Bracket(1 - _most(guess), 1 - guess.lower)


def _most(found: Bracket) -> Fraction:
    """The upper end of a probability."""
    return Fraction(1) if found.upper is None else found.upper


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


@dataclass
class HockeyStick:
    """H of rounds in one direction, at the y that were looked at."""

    rounds: Rounds
    known: dict[Fraction, Bracket] = field(default_factory=dict)
    widths: dict[Fraction, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """The same rounds with P and Q exchanged."""
        side = self.rounds.by_direction[self.rounds.directions[0]]
        budget = self.rounds.budget
        self.back: Rounds = Rounds(
            [(pair.reversed(), count) for pair, count in side.given] or [],
            budget.max_points,
            budget.max_bytes,
            budget.engine,
        )
        self.infinite: Bracket = side.infinite
        self.stays_apart: bool = side.stays_apart
        self.known = {Fraction(0): Bracket.exactly(Fraction(1))}

    def at(self, y: Fraction, width: Fraction) -> Bracket:
        """H(y), to a relative width of H (of H' for y < 1)."""
        if y == 0:
            return Bracket.exactly(Fraction(1))
        if y >= 1:
            found = self.rounds.delta(ln(y), width)
            return Bracket(found.lower, Fraction(1) if found.upper is None else min(found.upper, Fraction(1)))
        found = self.back.delta(ln(1 / y), width)
        upper = Fraction(1) if found.upper is None else min(found.upper, Fraction(1))
        return Bracket(1 - y + y * found.lower, 1 - y + y * upper)

    def false_negatives(self, rate: Fraction, wanted: Fraction) -> Bracket:
        """f(rate), by values of H where the upper bound of f is largest; f(0) = 1 - P(L = infinity)."""
        if rate in (0, 1) or self.infinite.lower == 1:
            least, most = 1 - _most(self.infinite), 1 - self.infinite.lower
            return Bracket(least, most) if rate == 0 else NEVER
        far = self._far(1 / rate)
        for y in (Fraction(1), _short(1 / rate)):
            if y not in self.known:
                self._look(y, wanted, far)
        found = self.so_far(rate)
        for _ in range(LOOKS_APART if self.stays_apart else MOST_LOOKS):
            if found.width is not None and found.width <= max(found.lower * wanted, DEEP):
                return found
            self._look(self._above(rate)[1], wanted, far)
            found = self.so_far(rate)
        if self.stays_apart:
            return found
        raise BudgetExceeded(
            f"{MOST_LOOKS} values do not give a relative width of {wanted}; the best bracket is {found}",
            {"bracket": found},
        )

    def so_far(self, rate: Fraction) -> Bracket:
        """What the values of H that are known say about f(rate)."""
        return Bracket(self._below(rate), self._above(rate)[0])

    def _far(self, most: Fraction) -> tuple[Fraction, Bracket] | None:
        """A y from which on H is its mass at infinity, but for a little; None where `most` is not so far."""
        lost = self.infinite.upper
        if lost is None or lost + DEEP >= 1:
            return None
        upper = self.rounds.epsilon(lost + DEEP, ROUGH).upper
        if upper is None or upper > float(log2_of(most)):
            return None
        ends = bounds(arb(rational(upper)).exp())
        return None if ends is None else (ends[1], Bracket(self.infinite.lower, lost + DEEP))

    def _look(self, y: Fraction, wanted: Fraction, far: tuple[Fraction, Bracket] | None) -> None:
        """H at one more y, or more narrowly at one that is known."""
        y = y if y in self.known else _short(y)
        if far is not None and y >= far[0]:
            self.known[y] = far[1]
            return
        width = self.widths[y] = self.widths.get(y, 4 * wanted) / 16
        found = self.at(y, width)
        self.known[y] = found.intersection(self.known[y]) if y in self.known else found

    def _below(self, rate: Fraction) -> Fraction:
        """f is at least its value at every y."""
        return max(Fraction(0), *(1 - _most(h) - y * rate for y, h in self.known.items()))

    def _above(self, rate: Fraction) -> tuple[Fraction, Fraction]:
        """An upper bound of f, and where to look for a smaller one."""
        places = sorted(self.known)
        best = 1 - self.infinite.lower - places[-1] * rate, 2 * places[-1]
        for i in range(len(places) - 1):
            best = max(best, self._piece(places, i, rate))
        return max(Fraction(0), best[0]), best[1]

    def _piece(self, places: Sequence[Fraction], i: int, rate: Fraction) -> tuple[Fraction, Fraction]:
        """The largest 1 - H - y rate between two neighbours, with the y to look at next.

        H is at least the largest of four lines there; less that, 1 - y rate is largest where two of them meet
        or at an end.
        """
        start, end = places[i], places[i + 1]
        lines = (self._line(places, i, -1), self._line(places, i + 1, 1), PERFECT, (Fraction(0), Fraction(0)))

        def value(y: Fraction) -> Fraction:
            return 1 - max(at_zero + slope * y for at_zero, slope in lines) - y * rate

        meeting = (y for a, b in combinations(lines, 2) if (y := _crossing(a, b)) is not None)
        top = max([start, end, *(y for y in meeting if start < y < end)], key=value)
        is_near = start < top < end <= 4 * max(start, Fraction(1, 64))
        is_rough = top in (start, end) and top and self.known[top].width
        return value(top), top if is_near or is_rough else _geometric(start, end)

    def _line(self, places: Sequence[Fraction], i: int, step: int) -> tuple[Fraction, Fraction]:
        """A line below H, by its value at 0 and its slope: through a place and its farther neighbour."""
        y, h = places[i], self.known[places[i]]
        slope = Fraction(-1 if step < 0 else 0)
        if 0 <= i + step < len(places):
            other = places[i + step]
            slope = (h.lower - _most(self.known[other])) / (y - other)
        return h.lower - slope * y, slope


def _crossing(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> Fraction | None:
    """Where two lines meet; None for parallel ones."""
    return None if a[1] == b[1] else (b[0] - a[0]) / (a[1] - b[1])


def _geometric(start: Fraction, end: Fraction) -> Fraction:
    """Between two numbers, on the scale of their logarithms."""
    low = max(start, end / 2**20)
    return _short(Fraction(sqrt(float(low) * float(end))))


def _short(y: Fraction) -> Fraction:
    """A rational of few digits near a positive number."""
    return Fraction(round_fraction(y, 6, Direction.NEAREST))
