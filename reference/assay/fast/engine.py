"""The optimised engine: what it answers of a mechanism, and where it declines."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..dp import Attained, Dist, Mechanism, PosteriorOdds, Profile, TradeOff
from ..dp.audit import outcomes_with, smallest_event
from ..dp.enclosed import Divergence
from ..dp.engines import Answers, Declined, Law
from ..dp.hockey_stick import hockey_stick_event
from ..dp.outputs import brief
from ..dp.progress import is_watched
from ..dp.verdict import Refuted, Scope, Verdict, Verified
from ..dp.witness import Witness, witness
from ..exact import Log, Number
from ..programs import Program
from ..programs.merge import OutsideSubset, merged
from .kernels import Kernel, random_dp

X = TypeVar("X")
T = TypeVar("T")
R = TypeVar("R")

FEW_PAIRS = 10_000
"""Under a budget, mechanisms of so few pairs are left to the reference."""


def engine(mechanism: Mechanism[X, T]) -> Answers[X, T] | Declined:
    """The optimised answers for a mechanism."""
    return Fast(mechanism)


class Fast(Answers[X, T]):
    """The kernels behind the measures of one mechanism."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self._mechanism = mechanism
        self._kernel: Kernel[X, T] = Kernel(mechanism)

    def law(self, reference: Law[X, T]) -> Law[X, T] | Declined:
        """Programs by merging states; a program, or an input, outside the subset is enumerated."""
        program = self._mechanism.source
        if not isinstance(program, Program):
            return Declined("the rows are given, not programmed")

        left: list[str] = []

        def law(x: X) -> Dist[T]:
            try:
                return merged(program, x)
            except OutsideSubset as error:
                left.append(f"enumerated on input {brief(x)}: {error.reason}")
                more = f"; other inputs that were enumerated: {len(left) - 1}" if len(left) > 1 else ""
                self._mechanism.remark("law", left[0] + more)
            return reference(x)  # outside of the handler, so that an error of the program is shown alone

        return law

    def representatives(self) -> tuple[tuple[X, X], ...] | Declined:
        """The first pair of every class."""
        return self._left_to_reference() or self._kernel.representatives()

    def _left_to_reference(self) -> Declined | None:
        """A small mechanism under a budget: the reference can be stopped at every pair, and says what it
        knows.
        """
        if is_watched() and self._mechanism.most_pairs <= FEW_PAIRS:
            return Declined(f"a budget watches at most {FEW_PAIRS} pairs")
        return None

    def _obstacle(self) -> Declined | None:
        """Why no measure is answered here, if none is."""
        return self._left_to_reference() or self._kernel.obstacle

    def epsilon(self, delta: Number) -> Attained[Log, X, T] | Declined:
        """By the lowest probability that each probability meets; by Newton's method for a delta > 0."""
        return self._obstacle() or self._kernel.epsilon(delta)

    def delta(self, epsilon: Log) -> Attained[Number, X, T] | Declined:
        """By a survey of all classes."""
        return self._obstacle() or self._kernel.delta(epsilon)

    def total_variation(self) -> Attained[Number, X, T] | Declined:
        """As delta at 0."""
        return self._obstacle() or self._kernel.total_variation()

    def profile(self) -> Attained[Profile, X, T] | Declined:
        """By cutting planes."""
        return self._obstacle() or self._kernel.profile()

    def tradeoff(self) -> Attained[TradeOff, X, T] | Declined:
        """By cutting planes."""
        return self._obstacle() or self._kernel.tradeoff()

    def renyi(self, order: Number | None) -> Attained[Divergence, X, T] | Declined:
        """By a survey of all classes."""
        return self._obstacle() or self._kernel.renyi(order)

    def zcdp(self) -> Attained[Divergence, X, T] | Declined:
        """By surveys of all classes at the points of a grid."""
        return self._obstacle() or self._kernel.zcdp()

    def posterior_odds(self, prior: Number, delta: Number) -> Attained[PosteriorOdds, X, T] | Declined:
        """By the lowest probability that each one meets; by surveys of all classes for a delta > 0."""
        return self._obstacle() or self._kernel.posterior_odds(prior, delta)

    def random_dp(
        self,
        alpha: Log,
        rows: Dist[R],
        eta: Number | None,
        *,
        coordinate: int | None,
        size: int | None,
        encode: Callable[[tuple[R, ...]], X] | None,
    ) -> Attained[Number, X, T] | Declined:
        """By the ranks of every two different rows, and the types of the sequences of rows."""
        if is_watched():
            return Declined("a budget watches every pair of data sets")
        return random_dp(self._mechanism, alpha, rows, eta, coordinate=coordinate, size=size, encode=encode)

    def probabilistic_delta(self, epsilon: Log) -> Attained[Number, X, T] | Declined:
        """By a survey of all classes."""
        return self._obstacle() or self._kernel.probabilistic_delta(epsilon)

    def audit(self, epsilon: Log, delta: Number) -> Verdict | Declined:
        """From the worst case: the claim fails, is attained, or holds with room."""
        if (obstacle := self._obstacle()) is not None:
            return obstacle
        if delta:
            return self._audit_approximate(epsilon, delta)
        if epsilon.is_symbolic:
            return Declined("the claim is a function of eps")
        worst = self._kernel.pure_epsilon()
        if epsilon.is_infinite:  # the limit: only an outcome that Q never has violates it
            violated, tight = worst.value == epsilon, False
        else:
            violated, tight = worst.value > epsilon, worst.value == epsilon
        return self._verdict(worst.pair, epsilon, delta, violated, tight)

    def _audit_approximate(self, epsilon: Log, delta: Number) -> Verdict | Declined:
        """The same for a delta > 0."""
        if not self._kernel.shares_field(delta):
            return Declined("delta shares no field with the probabilities")
        worst = self.delta(epsilon)
        if isinstance(worst, Declined):
            return worst
        return self._verdict(worst.pair, epsilon, delta, worst.value > delta, worst.value == delta)

    def _verdict(
        self, pair: tuple[X, X] | None, epsilon: Log, delta: Number, violated: bool, tight: bool
    ) -> Verdict:
        """Refuted or Verified, with the witness that the reference gives for the pair."""
        if violated:
            return Refuted(self._witness(pair, epsilon, delta, violated=True))
        shown = self._witness(pair, epsilon, delta, violated=False) if tight else None
        return Verified(self._scope(), tight, shown)

    def _witness(self, pair: tuple[X, X] | None, epsilon: Log, delta: Number, *, violated: bool) -> Witness:
        """The witness that the reference names for this pair."""
        pair = self._kernel.pair(0) if pair is None else pair
        p, q = (self._mechanism.distribution(x) for x in pair)
        if violated:
            event = smallest_event(p, q, epsilon, delta)
        else:
            event = hockey_stick_event(p, q, epsilon) if delta else outcomes_with(p, q, epsilon, 0)[:1]
        return witness(self._mechanism, pair, event, epsilon, delta)

    def _scope(self) -> Scope:
        """What was examined."""
        kernel = self._kernel
        return Scope(
            self._mechanism.name,
            len(kernel.matrix.domain),
            kernel.classes.pairs,
            len(kernel.matrix.outputs if kernel.matrix.complete else self._mechanism.outputs),
        )
