"""The engine for mechanisms built with EPS: what the reference leaves undecided, decided for every eps.

**Constants.**  A claim may have a constant that is no function of e^EPS, such as 1 or e^-1 beside EPS: it is
decided by rational bounds.  A claim gets weaker as epsilon and delta grow.  With rationals on both sides of
e^constant and of delta, which come closer and closer, the weaker claim fails for some EPS, and so does the
one in question; or the stronger claim holds for all, and so does it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar, cast

from ..budgets.progress import is_spent, track
from ..dp import Attained, Mechanism, Proved, Undecided, Verdict
from ..dp.audit import exhaustive
from ..dp.measure import Measure
from ..dp.profile import EPSILON
from ..dp.verdict import Verified
from ..engines.answers import NOT_OFFERED, Answers, Declined
from ..errors import AssayError, InvalidValue, UndecidedError, UnfinishedProgram
from ..exact import INFINITY, Log, Number, ln, number
from ..exact._flint import bounds
from ..exact.log_form import PowerOfE
from ..exact.order import LAST_BITS
from ..exact.real import Real
from .decision import FailsFor, decide, ratios
from .loss import Loss, exact_loss
from .mechanism import SymbolicMechanism
from .piecewise_audit import audit_by_pieces
from .piecewise_loss import PiecewiseLoss
from .signs.epsilon_sets import simplest_between

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
        """The same distributions, each asked for when it is needed, judged by the reference."""
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

    def answer(self, measure: Measure[Any], *arguments: Any) -> Attained[Any, X, T] | Declined:
        """The smallest epsilon alone."""
        return self._epsilon(*arguments) if measure is EPSILON else NOT_OFFERED

    def _epsilon(self, delta: Number) -> Attained[Log, X, T] | Declined:
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
            return _attained(exact_loss(self.symbolic))
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
        if isinstance(epsilon, PiecewiseLoss):
            return self._audit_by_pieces(epsilon, delta)
        try:
            found = exhaustive(self._reference, epsilon, delta)
        except UnfinishedProgram:
            return Declined("the program does not end on some input")
        if isinstance(found, Verified) or is_spent() or not self._has_symbol():
            return found
        try:
            decided = self._decided(epsilon, delta)
        except AssayError as error:
            return Declined(str(error))
        return decided if isinstance(decided, Proved) or decided.exit_status == 1 else found

    def _decided(self, epsilon: Log, delta: Number) -> Verdict:
        """For every eps at once; where a constant is no function of e^eps, by rational bounds of it."""
        if epsilon.is_infinite or is_in_class(epsilon, delta):
            return decide(self.symbolic, epsilon, delta)
        return decide_bracketed(self.symbolic, epsilon, delta)

    def _audit_by_pieces(self, claim: PiecewiseLoss, delta: Number) -> Verdict | Declined:
        """The claim that the loss is at most a function given by pieces, each compared on its own."""
        if delta:
            return Declined("a claim by pieces is judged for delta = 0 alone")
        try:
            if not self._has_symbol():
                return Declined("no probability is a function of eps")
            return audit_by_pieces(self._reference, self.symbolic, claim)
        except (InvalidValue, UndecidedError) as error:
            return Undecided(str(error))


def _attained(loss: Loss) -> Attained[Log, Any, Any]:
    """A loss with the pair and the event of each of its pieces."""
    value = PiecewiseLoss.of(loss)
    pieces = tuple(
        Attained(piece.log(loss.k), cast("tuple[Any, Any]", piece.ratio.pair), (piece.ratio.case.outcome,))
        for piece in loss.pieces
    )
    if len(pieces) == 1:
        return pieces[0]
    return Attained(value, None, None, cast("tuple[Attained[Log, Any, Any], ...]", pieces))


__all__ = ["ForEveryEpsilon", "engine"]


FIRST_BITS = 8


def decide_bracketed(mechanism: SymbolicMechanism, epsilon: Log, delta: Number) -> Verdict:
    """Judge the claim for all EPS > 0, where a constant part of epsilon, or delta, may be any real.

    FailsFor(witness, failing): it fails for the EPS in `failing`, and perhaps for more (`complete` is False).
    Proved: a stronger claim holds, see the certificate.  Undecided: LAST_BITS bits do not tell.
    Raises as `decide`.
    """
    constant = epsilon.without_symbol()
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        low, high = _around(PowerOfE(constant), bits) if constant else (Fraction(1), Fraction(1))
        least, most = _around(delta, bits) if _is_irrational(delta) else (delta, delta)
        weaker = decide(mechanism, epsilon - constant + ln(high), min(number(most), number(1)))
        if isinstance(weaker, FailsFor):
            return _restated(weaker, epsilon, delta)
        if weaker.holds:
            stronger = decide(mechanism, epsilon - constant + ln(max(low, Fraction(1))), least)
            if stronger.holds:
                return stronger
        bits *= 4
    return Undecided(
        f"rationals around exp({constant}) and {delta} of {LAST_BITS} bits do not settle the claim"
    )


def is_in_class(epsilon: Log, delta: Number) -> bool:
    """Whether `decide` takes the claim as it is: its constants are rationals next to functions of e^EPS."""
    constant = epsilon.without_symbol()
    rational_factor = constant.argument.is_rational and constant.coefficient.denominator == 1
    return not constant.rational and rational_factor and not _is_irrational(delta)


def _is_irrational(delta: Number) -> bool:
    return not delta.is_symbolic and not delta.is_rational


def _around(x: Real, bits: int) -> tuple[Fraction, Fraction]:
    """Simple rationals below and above x > 0, about 2^-bits apart."""
    ends = bounds(x.enclosure(bits + 16))
    if ends is None:
        raise ArithmeticError(f"the enclosure of {x} is not finite")
    width = (abs(ends[0]) + 1) / 2**bits
    return simplest_between(max(ends[0] - width, Fraction(0)), ends[0]), simplest_between(
        ends[1], ends[1] + width
    )


def _restated(found: FailsFor, epsilon: Log, delta: Number) -> FailsFor:
    """The same inputs, event and EPS for the claim in question, which is the stronger one."""
    shown = replace(
        found.witness, epsilon=epsilon.substitute(str(found.at)), delta=delta.substitute(str(found.at))
    )
    return FailsFor(shown, found.failing, found.at, complete=found.failing.is_everything)
