"""The engine: delta(epsilon) and epsilon(delta) of compositions with sampled Gaussian noise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log, sqrt

from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact import Log
from ...exact._flint import bounds, precision
from ...exact.bracket import LEAST_BITS, Bracket, log2_of, probability
from ..inversion.integral import Search
from ..inversion.kept import Kept, keep
from ..inversion.transform import Transform
from ..inversion.transform_of_pair import transform_of
from ..planning.level_cuts import Planner
from ..planning.level_integrals import Landscape
from ..planning.saddle_point import Saddle
from ..question import DEFAULT_BYTES, Question, mass_at_infinity
from .cuts import Sampled, sampled_of
from .engine import Ladder, SampledRounds

LOG2 = log(2)
MOST_NODES = 6000
TRIES = 4
MARGIN = 4.5
"""By how much, in logarithms, each error is kept below what is tolerated."""
STEEP_IN_LOSSES = 8.0
STEEP_IN_OUTCOMES = 4.0
"""How steep cuts are at least: a share of a power of rho, and of an outcome."""


@dataclass(frozen=True)
class Levels:
    """Sampled Gaussian rounds, others with a transform, and the mass at infinity."""

    sampled: tuple[tuple[Sampled, int], ...]
    others: tuple[tuple[Transform, int], ...]
    rounds: tuple[tuple[DominatingPair, int], ...]
    max_bytes: int
    kept: list[Kept] = field(default_factory=list, compare=False)
    """Tables that gave an answer."""

    @staticmethod
    def of(
        rounds: Sequence[tuple[DominatingPair, int]],
        max_bytes: int = DEFAULT_BYTES,
        kept: list[Kept] | None = None,
    ) -> Levels | None:
        """The engine; None without sampled Gaussian noise, or for what floats do not picture."""
        sampled, others = [], []
        for pair, count in rounds:
            distribution = sampled_of(pair)
            if distribution is not None and not distribution.is_ordinary():
                return None
            if distribution is not None:
                sampled.append((distribution, count))
                continue
            transform = transform_of(pair)
            if transform is None:
                return None
            others.append((transform, count))
        if not sampled:
            return None
        return Levels(tuple(sampled), tuple(others), tuple(rounds), max_bytes, [] if kept is None else kept)

    def _rounds(self, tolerance: float) -> SampledRounds:
        """Pictures that reach as far as an error of e^tolerance matters."""
        distributions = []
        for distribution, count in self.sampled:
            depth = log(count) - tolerance + 4
            steepness = max(STEEP_IN_LOSSES * sqrt(distribution.mu_squared), STEEP_IN_OUTCOMES, sqrt(depth))
            distributions.append((Landscape(distribution, depth, round(steepness * 64) / 64), count))
        return SampledRounds(tuple(distributions), self.others, self.max_bytes)

    def _ladder(self, epsilon: float, tolerance: float) -> Ladder | None:
        """The tables for epsilons near this one; None where they take too much."""
        if tolerance < -LEAST_BITS * LOG2:
            return None
        rounds = self._rounds(tolerance - MARGIN)
        try:
            plan = Planner(rounds.distributions, self.others, epsilon, tolerance - MARGIN, MOST_NODES).plan()
            return None if plan is None else Ladder.of(rounds, plan)
        except (BudgetExceeded, OverflowError):
            return None

    def answer(self, question: Question, near: Saddle) -> Bracket | None:
        """A bracket of the wanted width; None where this engine declines."""
        if question.epsilon is not None:
            return self.delta(question.epsilon, question.wanted, near)
        return self.epsilon(question.allowed, question.wanted, near)

    def delta(self, epsilon: Log, width: Fraction, near: Saddle) -> Bracket | None:
        """A bracket of delta(epsilon) of that relative width; None where this engine does not reach it."""
        at, log_delta, found = float(epsilon.enclosure(128).mid()), near.log_delta, None
        for _ in range(TRIES):
            ladder = self._ladder(at, log_delta + log(min(width, Fraction(1, 2))))
            if ladder is None:
                return None
            with precision(ladder.bits):
                new = probability(ladder.tail(epsilon.enclosure(ladder.bits)) + mass_at_infinity(self.rounds))
            found = new if found is None else found.intersection(new)
            if found.relative_width is not None and found.relative_width <= width:
                keep(self.kept, ladder, ladder.bits, Fraction(at))
                return found
            log_delta = LOG2 * log2_of(found.lower) if found.lower > 0 else log_delta - 12
        return None

    def epsilon(self, delta: Fraction, width: Fraction, near: Saddle) -> Bracket | None:
        """A bracket of epsilon(delta) of that relative width; None where this engine does not reach it."""
        with precision(128):
            infinite = bounds(mass_at_infinity(self.rounds))
        rest = delta - (infinite[1] if infinite else Fraction(0))
        if rest <= 0:
            return None
        size, at, slope = LOG2 * log2_of(rest), near.epsilon, near.c
        for attempt in range(TRIES):
            from_zero = at <= 0 or slope <= 0
            share = 0.01 if from_zero else min(0.5, float(width) * at * slope)
            ladder = self._ladder(0.0 if from_zero else at, size + log(share) - attempt)
            if ladder is None:
                return None
            with precision(ladder.bits):
                search = Search(ladder, mass_at_infinity(self.rounds), delta, width)
                if from_zero and search.is_zero():
                    return Bracket(Fraction(0), Fraction(0))
                x = search.start() if from_zero else search.root(Fraction(at))
                if x is None:
                    return None
                found = None if from_zero else search.around(x)
            if found is not None:
                keep(self.kept, ladder, ladder.bits, found.lower)
                return found
            at, slope = float(x), search.steepness
        return None
