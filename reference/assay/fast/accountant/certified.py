"""delta(epsilon) and epsilon(delta) of a composition of any rounds, as brackets that contain the truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from ...errors import BudgetExceeded, InvalidType, InvalidValue
from ...exact import EpsilonLike, ExactLike, eps, number
from ...exact._flint import arb, bounds, precision
from .bracket import Bracket
from .pairs import Gaussian, LossPair
from .resolution import first_resolution
from .total import Total, totals

MAX_ROUNDS = 16
"""How often the grid is refined before the budget counts as spent."""


class CertifiedComposition:
    """Rounds given by their loss pairs (dominating pairs), each with a count; answers are brackets.

    rounds: (pair, count) with count >= 0.  Gaussian rounds are merged first, exactly: their mu^2 add up.
    max_points: the longest grid of a law; beyond it BudgetExceeded is raised, with the best bracket in
    `.known`.
    """

    def __init__(self, rounds: Iterable[tuple[LossPair, int]], max_points: int = 2_000_000) -> None:
        self.rounds = _merged(rounds)
        self.max_points = max_points

    def delta(self, epsilon: EpsilonLike, width: ExactLike = "1/1000") -> Bracket:
        """A bracket of delta(epsilon) of relative width at most `width`.

        Raises InvalidValue for a negative epsilon or a width that is not positive, BudgetExceeded as stated.
        """
        bound = eps(epsilon)
        if bound.is_infinite or not self.rounds:
            return self._infinite()
        return self._refined(lambda side: side.delta(bound), _width(width))

    def epsilon(self, delta: ExactLike, width: ExactLike = "1/1000") -> Bracket:
        """A bracket of the smallest epsilon >= 0 with delta(epsilon) <= delta, of that relative width.

        Raises InvalidValue unless 0 < delta <= 1 (at delta = 0 the answer is the largest loss).
        """
        allowed = number(delta, "delta")
        if not allowed.is_rational or allowed <= 0 or allowed > 1:
            raise InvalidValue(
                f"delta = {allowed} is not a rational in (0, 1]; give an exact number such as '1e-6'"
            )
        if not self.rounds:
            return Bracket(Fraction(0), Fraction(0))
        if (never := self._infinite().lower) > allowed.as_fraction():
            return Bracket(never, None)
        return self._refined(lambda side: side.epsilon(allowed.as_fraction()), _width(width))

    def _infinite(self) -> Bracket:
        """P(total loss = infinity) = 1 - prod (1 - P_i(L_i = infinity))^(k_i)."""
        with precision(256):
            finite = arb(1)
            for pair, count in self.rounds:
                finite *= (1 - pair.infinite()) ** count
            ends = bounds(1 - finite)
        if ends is None:
            raise ArithmeticError("the mass at infinity has no finite enclosure")
        return Bracket(max(Fraction(0), ends[0]), min(Fraction(1), ends[1]))

    def _refined(self, ask: Callable[[Total], Bracket], wanted: Fraction) -> Bracket:
        """The answers of the two sides, on finer grids until they are close."""
        resolution, best = first_resolution(self.rounds), Bracket(Fraction(0), None)
        for _ in range(MAX_ROUNDS):
            below, above = totals(self.rounds, resolution)
            best = _intersection(best, Bracket(ask(below).lower, ask(above).upper))
            found = best.relative_width
            if found is not None and found <= wanted:
                return best
            resolution = resolution.refined(best, wanted)
            if resolution.points > self.max_points:
                break
        raise BudgetExceeded(
            f"a relative width of {wanted} needs a grid of {resolution.points} points, more than "
            f"max_points = {self.max_points}; the best bracket so far is {best}; ask for a larger width or "
            "raise max_points",
            {"bracket": best},
        )


def _merged(rounds: Iterable[tuple[LossPair, int]]) -> tuple[tuple[LossPair, int], ...]:
    """The rounds with positive counts, equal pairs together and all Gaussian ones as one."""
    counts: dict[LossPair, int] = {}
    mu_squared = Fraction(0)
    for pair, count in rounds:
        if not isinstance(pair, LossPair):
            raise InvalidType(f"{pair!r} is a {type(pair).__name__}; give a loss pair such as Gaussian.of(1)")
        _check_count(count, pair.name)
        if isinstance(pair, Gaussian):
            mu_squared += pair.mu_squared * count
        elif count:
            counts[pair] = counts.get(pair, 0) + count
    merged: list[tuple[LossPair, int]] = list(counts.items())
    return tuple([*merged, (Gaussian(mu_squared), 1)] if mu_squared else merged)


def _check_count(count: object, name: str) -> None:
    if isinstance(count, bool) or not isinstance(count, int) or count < 0:
        raise InvalidValue(f"count = {count!r} of {name} is not an int >= 0; give the number of repetitions")


def _width(width: ExactLike) -> Fraction:
    wanted = number(width, "width").as_fraction()
    if wanted <= 0:
        raise InvalidValue(f"width = {wanted} is not positive; give a relative width such as '1/1000'")
    return wanted


def _intersection(a: Bracket, b: Bracket) -> Bracket:
    """Both brackets contain the truth, so their intersection does."""
    uppers = [end for end in (a.upper, b.upper) if end is not None]
    return Bracket(max(a.lower, b.lower), min(uppers) if uppers else None)
