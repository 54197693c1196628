"""`audit`: is the mechanism (epsilon, delta)-differentially private?  Every adjacent pair is examined."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TypeVar

from ..budgets.progress import interruptible
from ..errors import BudgetExceeded, MixedFields, UndecidedError
from ..exact import INFINITY, EpsilonLike, ExactLike, Log, Number
from ..verdict import Undecided
from .dist import Dist
from .hockey_stick import exponential, hockey_stick, hockey_stick_event
from .mechanism import Mechanism
from .privacy_loss import loss_levels, max_loss, max_loss_event
from .verdict import Refuted, Scope, Verdict, Verified
from .weights import ZERO
from .witness import Witness, excess_sign, witness

X = TypeVar("X")
T = TypeVar("T")


def audit(mechanism: Mechanism[X, T], epsilon: EpsilonLike, delta: ExactLike = 0) -> Verdict:
    """Judge the claim P[M(x) in S] <= e^epsilon P[M(x') in S] + delta, for all adjacent x, x' and all S.

    Verified(scope, tight): it holds for every pair; tight if with equality for some pair (where delta > 0: if
    delta(epsilon) = delta).  Refuted(witness): it fails.  Undecided(reason): a comparison that depends on a
    symbolic epsilon, an unfinished program whose bounds do not suffice, or a spent budget.

    At epsilon = infinity the claim is its limit: P(S) <= delta for all S with Q(S) = 0.

    Raises InvalidValue for a negative epsilon or a delta outside [0, 1], FloatRefused for a float.
    Source: Dwork and Roth 2014, definition 2.4.
    """
    return mechanism.audit(epsilon, delta)


def exhaustive(mechanism: Mechanism[X, T], epsilon: Log, delta: Number) -> Verdict:
    """Examine one pair of every class; a violation found counts whatever else stays open."""
    violated: list[tuple[X, X]] = []
    attained: list[tuple[X, X]] = []
    undecided: list[Undecided] = []
    try:
        for x, y in mechanism.worst_case.representatives():
            try:
                p, q = mechanism.distribution(x), mechanism.distribution(y)
                with interruptible():
                    excess = largest_excess(p, q, epsilon, delta)
            except (UndecidedError, MixedFields) as error:
                undecided.append(Undecided(str(error)))
                continue
            if excess >= 0:
                (violated if excess else attained).append((x, y))
    except BudgetExceeded as stop:
        undecided.append(Undecided(str(stop), stop.known))
    if violated:
        return Refuted(_most_telling(mechanism, violated, epsilon, delta))
    if undecided:
        return undecided[-1]
    return Verified(scope(mechanism), bool(attained), _shown(mechanism, attained, epsilon, delta))


def largest_excess(p: Dist[T], q: Dist[T], epsilon: Log, delta: Number) -> int:
    """The sign of max over events S of P(S) - e^epsilon Q(S) - delta (over non-empty S if delta = 0)."""
    if not delta:
        return _largest_loss_excess(p, q, epsilon)
    event = hockey_stick_event(p, q, epsilon)
    return excess_sign(p.prob(event), q.prob(event), epsilon, delta)


def _largest_loss_excess(p: Dist[T], q: Dist[T], epsilon: Log) -> int:
    """The sign of max over outcomes o of L(o) - epsilon, where one violation settles it."""
    levels = loss_levels(p, q)
    if epsilon.is_infinite:  # the limit: only an outcome that Q never has violates it
        return 1 if INFINITY in levels else -1
    signs: set[int] = set()
    undecided: UndecidedError | None = None
    for loss in levels:
        try:
            signs.add(loss.compare(epsilon))
        except UndecidedError as error:
            undecided = error
    if undecided is not None and 1 not in signs:
        raise undecided
    return max(signs)


def _most_telling(
    mechanism: Mechanism[X, T], violated: Sequence[tuple[X, X]], epsilon: Log, delta: Number
) -> Witness:
    """The witness of the pair that violates the claim most, or of the first if that is undecided."""

    def violation(pair: tuple[X, X]) -> Log | Number:
        p, q = (mechanism.distribution(x) for x in pair)
        return hockey_stick(p, q, epsilon) if delta else max_loss(p, q)

    try:
        pair = max(violated, key=violation)
    except (BudgetExceeded, MixedFields, UndecidedError):  # the excess is no number, or has no order
        pair = violated[0]
    p, q = (mechanism.distribution(x) for x in pair)
    return witness(mechanism, pair, smallest_event(p, q, epsilon, delta), epsilon, delta)


def smallest_event(p: Dist[T], q: Dist[T], epsilon: Log, delta: Number) -> tuple[T, ...]:
    """An event S of the fewest outcomes with P(S) > e^epsilon Q(S) + delta, where there is one.

    For delta = 0 it is the outcome with the largest loss.
    """
    try:
        return _fewest(p, q, epsilon, delta) if delta else max_loss_event(p, q)
    except (
        BudgetExceeded,
        MixedFields,
    ):  # e^epsilon and the probabilities in no common field, or a large one
        return hockey_stick_event(p, q, epsilon)
    except UndecidedError:  # the violating outcomes have no order: any of them for delta = 0, else all
        return hockey_stick_event(p, q, epsilon) if delta else outcomes_with(p, q, epsilon, 1)[:1]


def outcomes_with(p: Dist[T], q: Dist[T], epsilon: Log, wanted: int) -> tuple[T, ...]:
    """The outcomes o for which the sign of L(o) - epsilon is known and is the wanted one."""
    found: list[T] = []
    for loss, outcomes in loss_levels(p, q).items():
        with suppress(UndecidedError):
            if loss.compare(epsilon) == wanted:
                found.extend(outcomes)
    return tuple(found)


def _fewest(p: Dist[T], q: Dist[T], epsilon: Log, delta: Number) -> tuple[T, ...]:
    """The outcomes that contribute most, until together they exceed delta; all if e^epsilon is no number."""
    gaining = hockey_stick_event(p, q, epsilon)
    factor = ZERO if epsilon.is_infinite else exponential(epsilon)
    if factor is None:
        return gaining
    gain = {o: p[o] - factor * q[o] for o in gaining}
    event: list[T] = []
    total = ZERO
    for outcome in sorted(gain, key=lambda o: gain[o], reverse=True):
        if total > delta:
            break
        event.append(outcome)
        total += gain[outcome]
    return tuple(event)


def _shown(
    mechanism: Mechanism[X, T], attained: Sequence[tuple[X, X]], epsilon: Log, delta: Number
) -> Witness | None:
    """A witness of equality, if there is one: P(S) = e^epsilon Q(S) + delta."""
    if not attained:
        return None
    p, q = (mechanism.distribution(x) for x in attained[0])
    event = hockey_stick_event(p, q, epsilon) if delta else outcomes_with(p, q, epsilon, 0)[:1]
    return witness(mechanism, attained[0], event, epsilon, delta)


def scope(mechanism: Mechanism[X, T]) -> Scope:
    """What an exhaustive examination of the mechanism covers."""
    return Scope(mechanism.name, len(mechanism.domain), len(mechanism.pairs), mechanism.output_count)
