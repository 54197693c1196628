"""The engine for mechanisms built with EPS: what the reference leaves undecided, decided for every eps."""

from __future__ import annotations

from functools import cached_property
from typing import TypeVar

from ..dp import Attained, Mechanism, Proved
from ..dp.audit import exhaustive
from ..dp.engines import Answers, Declined
from ..dp.progress import is_spent, track
from ..dp.verdict import Verdict, Verified
from ..errors import AssayError, InvalidValue, UndecidedError, UnfinishedProgram
from ..exact import INFINITY, Log, Number
from .decision import decide, ratios
from .loss import exact_loss
from .mechanism import SymbolicMechanism
from .piecewise_loss import PiecewiseLoss

X = TypeVar("X")
T = TypeVar("T")


def engine(mechanism: Mechanism[X, T]) -> Answers[X, T] | Declined:
    """The answers for a mechanism; each declines where no probability is symbolic."""
    return ForEveryEpsilon(mechanism)


class ForEveryEpsilon(Answers[X, T]):
    """The loss by pieces, and claims with the exact set of eps for which they fail."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self._mechanism = mechanism
        self._symbolic: SymbolicMechanism | None = None
        self._found: bool | None = None

    @cached_property
    def _reference(self) -> Mechanism[X, T]:
        """The same laws, each asked for when it is needed, judged by the reference."""
        m = self._mechanism
        return Mechanism(m.distribution, self._inputs, m.adjacency, name=m.name, engine="reference")

    @cached_property
    def _inputs(self) -> tuple[X, ...]:
        """The inputs that some pair relates; no other row is looked at."""
        related = {x for pair in self._mechanism.pairs for x in pair}
        return tuple(x for x in self._mechanism.domain if x in related)

    def _has_symbol(self) -> bool:
        """Whether some probability is a function of eps; all rows are looked at until one is found."""
        if self._found is None:
            rows = (self._mechanism.distribution(x) for x in track(self._inputs, "inputs"))
            self._found = any(p.is_symbolic for row in rows for _, p in row.items())
        return self._found

    @property
    def obstacle(self) -> Declined | None:
        """Why nothing is answered; None for a mechanism with a symbolic epsilon."""
        try:
            return None if self._has_symbol() else Declined("no probability is a function of eps")
        except UnfinishedProgram:
            return Declined("the program does not end on some input")

    @property
    def symbolic(self) -> SymbolicMechanism:
        """The same mechanism with probabilities as values in e^(-eps/k)."""
        if self._symbolic is None:
            self._symbolic = SymbolicMechanism.of(self._reference)
        return self._symbolic

    def epsilon(self, delta: Number) -> Attained[Log, X, T] | Declined:
        """The reference's loss; where its worst event changes with eps, a `PiecewiseLoss`."""
        if (obstacle := self.obstacle) is not None:
            return obstacle
        try:
            return self._reference.worst_case.epsilon(delta)
        except UndecidedError:
            if not self._has_symbol():
                return Declined("no probability is a function of eps")
            if delta:
                return Declined("by pieces for delta = 0 alone")
        try:
            if any(ratio.infinite for ratio in ratios(self.symbolic).found.values()):
                return self._infinite()
            return Attained(PiecewiseLoss.of(exact_loss(self.symbolic)), None, None)
        except InvalidValue as error:
            return Declined(str(error))

    def _infinite(self) -> Attained[Log, X, T] | Declined:
        """An outcome that is possible on x and impossible on x', for every eps > 0."""
        for x, y in self._mechanism.pairs:
            other = self._mechanism.distribution(y)
            for outcome in self._mechanism.distribution(x).support:
                if not other.probability(outcome):
                    return Attained(INFINITY, (x, y), (outcome,))
        return Declined("the loss is infinite")

    def audit(self, epsilon: Log, delta: Number) -> Verdict | Declined:
        """The reference's verdict where it verifies the claim; else `decide`, with the failing set."""
        if (obstacle := self.obstacle) is not None:
            return obstacle
        try:
            found = exhaustive(self._reference, epsilon, delta)
        except UnfinishedProgram:
            return Declined("the program does not end on some input")
        if isinstance(found, Verified) or is_spent() or not self._has_symbol():
            return found
        try:
            decided = decide(self.symbolic, epsilon, delta)
        except AssayError as error:
            return Declined(str(error))
        return decided if isinstance(decided, Proved) or decided.exit_status == 1 else found


__all__ = ["ForEveryEpsilon", "engine"]
