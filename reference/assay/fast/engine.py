"""The optimised engine: what it answers of a mechanism, and where it declines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..budgets.progress import interruptible, is_spent
from ..dp import Attained, Dist, Mechanism
from ..dp.audit import outcomes_with, smallest_event
from ..dp.hockey_stick import hockey_stick_event
from ..dp.measure import Measure
from ..dp.random_dp import RANDOM_DP
from ..dp.verdict import Refuted, Scope, Verdict, Verified
from ..dp.witness import Outcome, Witness
from ..engines.answers import NOT_OFFERED, Answers, Declined, Distribution
from ..errors import BudgetExceeded
from ..exact import Log, Number
from ..outputs.text import brief
from ..programs import Program
from ..programs.merge import OutsideSubset, merged
from .kernels import KERNELS, Kernel, random_dp
from .kernels.by_levels import ByLevels
from .kernels.epsilon import pure_epsilon

X = TypeVar("X")
T = TypeVar("T")
V = TypeVar("V")


class Fast(Answers[X, T]):
    """The kernels behind the measures of one mechanism."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self._mechanism = mechanism
        self._kernel: Kernel[X, T] = Kernel(mechanism)
        parts = self._kernel.independent
        self._by_levels = None if parts is None else ByLevels(mechanism, parts)

    def distribution(self, reference: Distribution[X, T]) -> Distribution[X, T] | Declined:
        """Programs by merging states; a program, or an input, outside the subset is enumerated."""
        program = self._mechanism.source
        if not isinstance(program, Program):
            return Declined("the rows are given, not programmed")

        left: list[str] = []

        def distribution(x: X) -> Dist[T]:
            try:
                return merged(program, x)
            except OutsideSubset as error:
                left.append(f"enumerated on input {brief(x)}: {error.reason}")
                more = f"; other inputs that were enumerated: {len(left) - 1}" if len(left) > 1 else ""
                self._mechanism.computation.remark("distribution", left[0] + more)
            return reference(x)  # outside of the handler, so that an error of the program is shown alone

        return distribution

    def representatives(self) -> tuple[tuple[X, X], ...] | Declined:
        """The first pair of every class."""
        with interruptible():
            return self._kernel.representatives()

    def answer(self, measure: Measure[V], *arguments: Any) -> Attained[V, X, T] | Declined:
        """By the kernel of the measure; what cannot be listed is asked of the levels of the loss."""
        if measure is RANDOM_DP:
            return random_dp(self._mechanism, *arguments)  # type: ignore[return-value]  # V is Number
        kernel = KERNELS.get(measure.name)
        if kernel is None:
            return NOT_OFFERED
        return self._unless_obstructed(
            lambda: kernel(self._kernel, *arguments), lambda levels: levels.attained(measure, *arguments)
        )

    def _unless_obstructed(
        self, found: Callable[[], V | Declined], by_levels: Callable[[ByLevels], V]
    ) -> V | Declined:
        """What a kernel finds, unless it has an obstacle; a budget can stop it at every operation."""
        with interruptible():
            answer = self._kernel.obstacle or found()
            levels = self._by_levels
            if isinstance(answer, Declined) and levels is not None and levels.applies:
                return by_levels(levels)
            return answer

    def audit(self, epsilon: Log, delta: Number) -> Verdict | Declined:
        """From the worst case: the claim fails, is attained, or holds with room."""
        return self._unless_obstructed(
            lambda: self._audit(epsilon, delta),
            lambda levels: levels.audit(epsilon, delta, self._scope),
        )

    def _audit(self, epsilon: Log, delta: Number) -> Verdict | Declined:
        """The same where no obstacle is in the way."""
        if delta:
            return self._audit_approximate(epsilon, delta)
        if epsilon.is_symbolic:
            return Declined("the claim is a function of eps")
        worst = pure_epsilon(self._kernel)
        if epsilon.is_infinite:  # the limit: only an outcome that Q never has violates it
            violated, tight = worst.value == epsilon, False
        else:
            violated, tight = worst.value > epsilon, worst.value == epsilon
        return self._verdict(worst.pair, epsilon, delta, violated, tight)

    def _audit_approximate(self, epsilon: Log, delta: Number) -> Verdict | Declined:
        """The same for a delta > 0."""
        if not self._kernel.shares_field(delta):
            return Declined("delta shares no field with the probabilities")
        try:
            worst = self._kernel.delta(epsilon)
        except BudgetExceeded as error:
            if is_spent():
                raise
            return Declined(str(error))  # the verdict needs no number delta(epsilon)
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
        parts = self._kernel.independent
        if parts and not delta:
            return parts.witness(*pair, epsilon, violated=violated)
        p, q = self._kernel.distributions_of(*pair)
        if violated:
            event = smallest_event(p, q, epsilon, delta)
        else:
            event = hockey_stick_event(p, q, epsilon) if delta else outcomes_with(p, q, epsilon, 0)[:1]
        outcomes = tuple(Outcome(o, p[o], q[o]) for o in event)
        return Witness(self._mechanism.name, pair, outcomes, epsilon, delta)

    def _scope(self) -> Scope:
        """What was examined."""
        kernel = self._kernel
        return Scope(
            self._mechanism.name,
            len(kernel.matrix.domain),
            kernel.classes.pairs,
            len(kernel.matrix.outputs) if kernel.matrix.complete else self._mechanism.output_count,
        )
