"""The engine: delta(epsilon) and epsilon(delta) by inversion, to any precision, or None where it declines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, exp, inf, log, log2, pi, sqrt
from typing import Any

from ...composition.answer import Answer
from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact import Log
from ...exact._flint import arb, bounds, precision, rational
from ...exact.bracket import LEAST, LEAST_BITS, LEAST_PROBABILITY, Bracket, log2_of, probability
from ...exact.order import ball_sign
from ..planning.inversion_line import Exponent, Line, best_abscissa
from ..planning.loss_sketch import short
from ..planning.saddle_point import Saddle
from ..question import Question, mass_at_infinity
from .integral import Kept, Search, keep
from .plan import SECONDS_A_NODE, Plan, nodes_on, plan_for, seconds_a_node
from .transform import Transform
from .transform_of_pair import transform_of

GUARD_BITS = 24
EXTRA_BITS = (8, 64, 512)
"""How much more precise than asked for lines are, one after the other."""
OF_NOISE, MOST_SHARE = 3, 0.25
"""Noise on the loss may add so small a part of what is asked for, at first; and of delta, at most."""


@dataclass(frozen=True)
class Start:
    """The abscissa, the epsilon, the bits of delta that are asked for, and the relative width of delta."""

    c: Fraction
    epsilon: float
    bits: int
    share: float


@dataclass(frozen=True)
class Inversion:
    """The transforms of all rounds with their counts, and the mass at infinity."""

    transforms: tuple[tuple[Transform, int], ...]
    rounds: tuple[tuple[DominatingPair, int], ...]
    kept: list[Kept] = field(default_factory=list, compare=False)
    """Tables that gave an answer."""

    @staticmethod
    def of(rounds: Sequence[tuple[DominatingPair, int]], kept: list[Kept] | None = None) -> Inversion | None:
        """The engine for these rounds; None where one of them has no transform."""
        found = [(transform_of(pair), count) for pair, count in rounds]
        known = tuple((t, k) for t, k in found if t is not None)
        return (
            Inversion(known, tuple(rounds), [] if kept is None else kept)
            if len(known) == len(found) and known
            else None
        )

    def cost(self, question: Question, near: Saddle) -> float | None:
        """The seconds of the first line; None where there is none."""
        start = self._start(question.epsilon, question.delta, question.wanted, near)
        plan = None if start is None else self._plan(start, 0)
        return None if plan is None else plan.cost(self.transforms)

    def answer(self, question: Question, near: Saddle) -> Bracket | None:
        """A bracket of the wanted width; None where this engine declines."""
        if question.epsilon is not None:
            return self.delta(question.epsilon, question.wanted, near)
        return self.epsilon(question.allowed, question.wanted, near)

    def _start(
        self, epsilon: Log | None, delta: Fraction | None, width: Fraction, near: Saddle | None
    ) -> Start | None:
        """Where to integrate; None where this engine does not apply."""
        exponent, bits = Exponent(self.transforms), ceil(-log2(width))
        try:
            if epsilon is not None:
                at = float(epsilon.enclosure(128).mid())
                c = best_abscissa(exponent, at) if near is None or near.log_delta > -3 else short(near.c)
                return Start(c, at, bits, float(width))
            rest = Fraction(0) if delta is None else delta - self._infinite()
            if delta is None or rest <= 0:
                return None
            c, at = _saddle(exponent, log2_of(rest) * log(2), near)
        except (BudgetExceeded, OverflowError):
            return None
        if not at > 0:  # not a number where the transform is not known
            return None
        steps = at * float(c)
        return Start(
            c, at, bits + max(0, ceil(-log2(min(1.0, steps)))), min(MOST_SHARE, float(width) * steps)
        )

    def _infinite(self) -> Fraction:
        """An upper bound of the mass at infinity."""
        with precision(128):
            infinite = bounds(mass_at_infinity(self.rounds))
        return infinite[1] if infinite else Fraction(0)

    def _plan(self, start: Start, attempt: int) -> Plan | None:
        share = start.share / OF_NOISE / 64**attempt
        return plan_for(self.transforms, start.c, start.epsilon, start.bits + EXTRA_BITS[attempt], share)

    def delta(self, epsilon: Log, width: Fraction, near: Saddle | None = None) -> Bracket | None:
        """A bracket of delta(epsilon) of that relative width; None where a line would need too many nodes."""
        start = self._start(epsilon, None, width, near)
        if start is None:
            return None
        try:
            if start.c > 0 and Exponent(self.transforms).psi(start.c, start.epsilon) < -LEAST_BITS:
                found = self._negligible(start.c, epsilon)
                if found is not None:
                    return found
            for attempt in range(len(EXTRA_BITS)):
                plan = self._plan(start, attempt)
                if plan is None:
                    return None
                working = self._working_bits(plan.line, start.bits + EXTRA_BITS[attempt])
                with precision(working):
                    table = plan.table(self.transforms)
                    found = probability(
                        table.tail(epsilon.enclosure(working)) + mass_at_infinity(self.rounds)
                    )
                if found.relative_width is not None and found.relative_width <= width:
                    keep(self.kept, table, working, Fraction(start.epsilon))
                    return found
        except (BudgetExceeded, OverflowError):
            return None
        return None

    def _negligible(self, c: Fraction, epsilon: Log) -> Bracket | None:
        """[0, 2^-65536] where Markov's inequality, delta <= P(L = inf) + M(c) e^(-c epsilon), proves that."""
        with precision(256):
            moment = (-arb(rational(c)) * epsilon.enclosure(256)).exp()
            for transform, count in self.transforms:
                moment *= transform.at(c) ** count
            small = ball_sign(LEAST - mass_at_infinity(self.rounds) - moment) == 1
        return Bracket(Fraction(0), LEAST_PROBABILITY) if small else None

    def _working_bits(self, line: Line, bits: int) -> int:
        """Precision for the answer, for powers, and for sums over nodes."""
        rounds = sum(count for _, count in self.transforms)
        return bits + line.lost_bits + rounds.bit_length() + line.count.bit_length() + GUARD_BITS

    def epsilon(self, delta: Fraction, width: Fraction, near: Saddle | None = None) -> Bracket | None:
        """A bracket of epsilon(delta) > 0 of that relative width; None where this engine does not apply."""
        start = self._start(None, delta, width, near)
        if start is None:
            return None
        try:
            for attempt in range(len(EXTRA_BITS)):
                plan = self._plan(start, attempt)
                if plan is None:
                    return None
                working = self._working_bits(plan.line, start.bits + EXTRA_BITS[attempt])
                with precision(working):
                    table = plan.table(self.transforms)
                    search = Search(table, mass_at_infinity(self.rounds), delta, width)
                    x = search.root(Fraction(start.epsilon))
                    found = None if x is None else search.around(x)
                if found is not None:
                    keep(self.kept, table, working, found.lower)
                    return found
        except (BudgetExceeded, OverflowError):
            return None
        return None


def _saddle(exponent: Exponent, log_delta: float, near: Saddle | None) -> tuple[Fraction, float]:
    """(c, epsilon) with ln delta(epsilon) near the wanted value, by the saddle point at c > 0.

    epsilon(c) = K'(c) - 1/c - 1/(1 + c) makes c stationary for Psi, and delta is near
    e^Psi/sqrt(2 pi Psi'').
    """

    def at(u: float) -> tuple[Fraction, float, float]:
        c = short(exp(u))
        epsilon = exponent.slope(c) - 1 / float(c) - 1 / float(1 + c)
        value = exponent.psi(c, epsilon) - log(sqrt(2 * pi * exponent.curvature(c)))
        return c, epsilon, -inf if value != value else value

    low, high = (-12.0, 12.0) if near is None else (log(near.c), log(near.c))
    for _ in range(12 if near is None else 0):
        middle = (low + high) / 2
        low, high = (low, middle) if at(middle)[2] < log_delta else (middle, high)
    c, epsilon, value = at((low + high) / 2)
    # delta falls by about c per unit of epsilon: one step of Newton's method
    return c, epsilon + (value - log_delta) / float(c)


SECONDS_OF_QUADRATURE, STEEP = 0.15, 100
"""The planning of an inversion whose transform is itself a quadrature; by tilts of this size it doubles."""


@dataclass(frozen=True)
class ByInversion:
    """Every round has a transform: one line integral."""

    name: str = "inversion"
    """Both inversions go by one name."""
    least_cost: float = 0.001
    """A few nodes of a closed form; more where a transform is known to be a quadrature."""

    def cost(self, question: Question) -> float | None:
        """From the number of nodes of its first line; where a transform is a quadrature, from a picture."""
        engine = Inversion.of(question.rounds)
        if engine is None:
            return None
        if not any(transform.is_quadrature for transform, _ in engine.transforms):
            return engine.cost(question, question.look.saddle)
        look, fades = question.look, all(transform.fades for transform, _ in engine.transforms)
        nodes, omega = nodes_on(question, fades)
        each = SECONDS_A_NODE + seconds_a_node(engine.transforms, short(look.saddle.c), short(omega))
        planning = SECONDS_OF_QUADRATURE * len(question.rounds) * (1 + look.saddle.c / STEEP)
        return planning + each * nodes

    def answer(self, question: Question) -> Answer[Any] | None:
        """By the trapezoidal rule on a line, with a bound of all that is left out."""
        engine = Inversion.of(question.rounds, question.kept)
        found = None if engine is None else engine.answer(question, question.look.saddle)
        if found is None and question.budget.engine == self.name:
            raise BudgetExceeded(
                "inversion does not reach this width for these rounds within its budget; use engine='auto', "
                "which goes on to the engines that work on grids"
            )
        return None if found is None else Answer.of(found, self.name)
