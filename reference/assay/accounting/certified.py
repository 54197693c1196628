"""delta(epsilon) and epsilon(delta) of a composition of any rounds, as brackets that contain the truth."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from math import ceil

from ..arguments import positive_integer
from ..errors import AssayError, BudgetExceeded, InvalidType, InvalidValue
from ..exact import INFINITY, EpsilonLike, ExactLike, Log, eps, log_value, number
from ..exact._flint import arb, bounds, precision
from ..exact.order import ball_sign
from ..exact.real import brief
from .arguments import check_count
from .bracket import LEAST_BITS, Bracket, log2_of
from .engines import ENGINES, Answer, Question, solve
from .pairs import NOTHING, Gaussian, LossPair, check_pair
from .total_loss import probability

DEFAULT_BYTES = 4 * 10**9
DEFAULT_POINTS = 4_000_000
FAR_OUT = 1000
"""An epsilon from which on one large loss may decide."""
NEARLY_ZERO = 1e-6
ROUGH = Fraction(1, 64)
"""The relative width of delta(0), where it is compared with a delta."""


WIDEST = Fraction(1, 8)
"""The widest bracket that is aimed at: on coarser grids much of a law is one cell, which takes longer."""


class CertifiedComposition:
    """Rounds given by their loss pairs (dominating pairs), each with a count; answers are brackets.

    rounds: (pair, count) with count >= 0.  Gaussian rounds are merged first, exactly: their mu^2 add up.
    max_points, max_bytes: the longest grid of a law; beyond it BudgetExceeded is raised before anything is
    allocated, with the best bracket in `.known`.
    engine: "auto" takes the cheapest that applies (a closed form, inversion, a floating-point transform,
    integer convolution) and goes on to the next where one is too wide; any other of `ENGINES` is used alone.
    """

    def __init__(
        self,
        rounds: Iterable[tuple[LossPair, int]],
        max_points: int = DEFAULT_POINTS,
        max_bytes: int = DEFAULT_BYTES,
        engine: str = "auto",
    ) -> None:
        check_engine(engine)
        self.rounds = _merged(rounds)
        self.max_points, self.max_bytes = (
            positive_integer(max_points, "max_points"),
            positive_integer(max_bytes, "max_bytes"),
        )
        self.engine = engine

    def delta(self, epsilon: EpsilonLike, width: ExactLike = "1/1000") -> Bracket:
        """A bracket of delta(epsilon) of relative width at most `width`.

        A delta below 2^-65536 is given as [0, 2^-65536].  Raises InvalidValue for a negative epsilon or a
        width that is not positive, BudgetExceeded as stated.
        """
        return self.delta_answer(epsilon, width).bracket

    def delta_answer(self, epsilon: EpsilonLike, width: ExactLike = "1/1000") -> Answer:
        """The same, with the engine that gave it and what is to be said about it."""
        bound, wanted = eps(epsilon), wanted_width(width)
        if not self.rounds or self._at_least_all(bound):
            return Answer(self.infinite, "no loss is larger")
        if self.infinite.lower == 1:
            return Answer(self.infinite, "everything is revealed")
        question = self._question(wanted, epsilon=bound)
        beyond = self.beyond(bound)
        if beyond is not None and question.answered_by(beyond):
            return Answer(beyond, "union bound")
        return solve(question)

    def epsilon(self, delta: ExactLike, width: ExactLike = "1/1000") -> Bracket:
        """A bracket of the smallest epsilon >= 0 with delta(epsilon) <= delta, of that relative width.

        At delta = 0 it is the largest total loss, and infinite where there is none.  Raises InvalidValue
        unless 0 <= delta <= 1, BudgetExceeded as stated.
        """
        return self.epsilon_answer(delta, width).bracket

    def epsilon_answer(self, delta: ExactLike, width: ExactLike = "1/1000") -> Answer:
        """The same, with the engine that gave it and what is to be said about it."""
        allowed, wanted = number(delta, "delta"), wanted_width(width)
        if not allowed.is_rational or allowed < 0 or allowed > 1:
            raise InvalidValue(
                f"delta = {brief(allowed)} is not a rational in [0, 1]; give an exact number such as '1e-6'"
            )
        value = allowed.as_fraction()
        if not self.rounds or value == 1:
            return Answer(Bracket.exactly(Fraction(0)), "no loss")
        if self.infinite.lower > value:
            return Answer(Bracket.infinity(), "infinite losses alone have more mass than delta")
        if value == self.infinite.lower == self.infinite.upper:
            return Answer(self._largest_bracket(), "the largest loss")
        question = self._question(wanted, delta=value)
        if self._is_zero_enough(question):
            return Answer(Bracket.exactly(Fraction(0)), "delta at 0")
        found = solve(question)
        return Answer(found.bracket.intersection(question.nothing_known()), found.engine, found.note)

    def beyond(self, epsilon: Log) -> Bracket | None:
        """A quick bracket of a delta far out, None nearer: a sum above epsilon has a loss above epsilon/k."""
        if not self.rounds or self._at_least_all(epsilon):
            return self.infinite
        if float(epsilon.enclosure(64).mid()) < FAR_OUT:
            return None
        with precision(256):
            point, above = epsilon.enclosure(256) / sum(k for _, k in self.rounds), arb(0)
            for pair, count in self.rounds:
                reaching = (a.p for a in pair.atoms() if ball_sign(a.loss - point) != -1)
                above += count * (pair.tail(point).p + sum(reaching, arb(0)))
            more = probability(above).upper
        if more is None or self.infinite.upper is None:
            return None
        return Bracket(self.infinite.lower, min(Fraction(1), self.infinite.upper + more))

    def _is_zero_enough(self, question: Question) -> bool:
        """Whether delta(0) <= delta for certain, where the picture of the losses suggests that."""
        if sum(k for _, k in self.rounds) == 1 or question.look.saddle.epsilon > NEARLY_ZERO:
            return False
        try:
            upper = solve(self._question(ROUGH, epsilon=log_value(0))).bracket.upper
        except BudgetExceeded as stopped:
            known = stopped.known.get("bracket")
            upper = known.upper if isinstance(known, Bracket) else None
        return upper is not None and question.delta is not None and upper <= question.delta

    def _top(self, delta: Fraction) -> Fraction | None:
        """No epsilon exceeds the largest finite loss, where the mass at infinity is at most delta."""
        lost = self.infinite.upper
        if self.largest is None or self.largest.is_infinite or lost is None or lost > delta:
            return None
        return self._largest_bracket().upper

    def _question(
        self, wanted: Fraction, epsilon: Log | None = None, delta: Fraction | None = None
    ) -> Question:
        return Question(
            self.rounds,
            wanted,
            epsilon,
            delta,
            self.engine,
            self.max_points,
            self.max_bytes,
            self.infinite,
            None if delta is None else self._top(delta),
        )

    @cached_property
    def infinite(self) -> Bracket:
        """P(total loss = infinity) = 1 - prod (1 - P_i(L_i = infinity))^(k_i)."""
        found = self._infinite(256)
        if not 0 < (found.upper or 0) < Fraction(1, 2**64):
            return found
        # a small mass is what cancellation leaves: as many bits more as it takes
        largest = max(ends[1] for ends in self._infinite_masses(256))
        return self._infinite(256 + min(LEAST_BITS, ceil(-log2_of(largest)))) if largest > 0 else found

    def _infinite_masses(self, bits: int) -> list[tuple[Fraction, Fraction]]:
        with precision(bits):
            found = [bounds(pair.infinite()) for pair, _ in self.rounds]
        return [ends for ends in found if ends is not None]

    def _infinite(self, bits: int) -> Bracket:
        with precision(bits):
            finite = arb(1)
            for pair, count in self.rounds:
                finite *= (1 - pair.infinite()) ** count
            ends = bounds(1 - finite)
        if ends is None:
            raise ArithmeticError("the mass at infinity has no finite enclosure")
        return Bracket(max(Fraction(0), ends[0]), min(Fraction(1), max(Fraction(0), ends[1])))

    @cached_property
    def largest(self) -> Log | None:
        """The largest finite total loss (perhaps only approached), exactly; None where it is not known."""
        total = log_value(0)
        for pair, count in self.rounds:
            ends = pair.extremes()
            if ends is None or ends[1] == INFINITY:
                return None if ends is None else INFINITY
            try:
                total = total + ends[1] * count
            except AssayError:
                return None
        return total

    def is_at_most(self, epsilon: Fraction) -> bool:
        """Whether no loss at all, infinite ones included, is larger than epsilon, for certain."""
        return self.infinite.upper == 0 and self._at_least_all(log_value(epsilon))

    def _at_least_all(self, epsilon: Log) -> bool:
        """Whether no finite total loss is larger than epsilon."""
        if epsilon.is_infinite:
            return True
        return self.largest is not None and self.largest <= epsilon

    def _largest_bracket(self) -> Bracket:
        if self.largest is None or self.largest == INFINITY:
            return Bracket.infinity() if self.largest is not None else Bracket(Fraction(0), None)
        if self.largest <= 0:
            return Bracket.exactly(Fraction(0))
        exact = self.largest.exact_rational()
        ends = bounds(arb(exact) if exact is not None else self.largest.enclosure(256))
        return Bracket(Fraction(0), None) if ends is None else Bracket(*ends)


def _merged(rounds: Iterable[tuple[LossPair, int]]) -> tuple[tuple[LossPair, int], ...]:
    """The rounds with positive counts, equal pairs together and all Gaussian ones as one."""
    counts: dict[LossPair, int] = {}
    mu_squared = Fraction(0)
    for pair, count in _listed(rounds):
        if isinstance(pair, Gaussian):
            mu_squared += pair.mu_squared * count
        elif count and pair != NOTHING:
            counts[pair] = counts.get(pair, 0) + count
    merged: list[tuple[LossPair, int]] = list(counts.items())
    return tuple([*merged, (Gaussian(mu_squared), 1)] if mu_squared else merged)


def _listed(rounds: object) -> Iterable[tuple[LossPair, int]]:
    """Every round with its count.  Raises InvalidType, and InvalidValue for a count, where one is none."""
    if isinstance(rounds, str) or not isinstance(rounds, Iterable):
        raise InvalidType(
            f"rounds = {brief(repr(rounds))} is a {type(rounds).__name__}; give a list of (pair, count), "
            "such as [(Gaussian.of(1), 10)]"
        )
    for i, each in enumerate(rounds):
        if not isinstance(each, tuple | list) or len(each) != 2:
            raise InvalidType(
                f"rounds[{i}] = {brief(repr(each))} is a {type(each).__name__}; give (pair, count), such as "
                "(Gaussian.of(1), 10)"
            )
        check_pair(each[0], f"rounds[{i}][0]")
        check_count(each[1], each[0].name)
        yield each[0], each[1]


def check_engine(engine: object) -> None:
    """Refuse what is not the name of an engine."""
    if engine not in ENGINES:
        raise InvalidValue(f"engine = {brief(repr(engine))} is not known; choose one of {', '.join(ENGINES)}")


def wanted_width(width: ExactLike) -> Fraction:
    """The relative width to work for: what is wider costs more, not less."""
    wanted = number(width, "width")
    if not wanted.is_rational or wanted <= 0:
        raise InvalidValue(
            f"width = {brief(wanted)} is not a positive rational; give a relative width such as '1/1000'"
        )
    return min(wanted.as_fraction(), WIDEST)
