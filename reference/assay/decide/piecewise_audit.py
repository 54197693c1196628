"""The claim that a mechanism's loss is at most a function of EPS given by pieces, such as its own loss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..dp import Mechanism, Refuted, Verdict, Verified, Witness
from ..dp.audit import scope
from ..dp.witness import Outcome
from ..exact import INFINITY, Log, number
from .decision import FailsFor, ratios
from .inequalities.ratios import Ratio
from .loss import Piece
from .mechanism import SymbolicMechanism
from .piecewise_loss import PiecewiseLoss
from .signs.comparisons import Span, signs_on, spans_above
from .signs.epsilon_sets import EpsilonSet, Interval, union
from .signs.sign_table import Root


@dataclass(frozen=True)
class _Compared:
    """The loss ln(p/p') of a pair and an outcome beside one piece of the claim."""

    ratio: Ratio
    loss: Log
    piece: Log
    span: Span

    def signs(self) -> frozenset[int]:
        """The signs of loss - piece on the span."""
        return signs_on(self.loss, self.piece, self.span)


def audit_by_pieces(
    mechanism: Mechanism[Any, Any], symbolic: SymbolicMechanism, claim: PiecewiseLoss
) -> Verdict:
    """Judge  ln(P(M(x) = o)/P(M(x') = o)) <= claim  for all adjacent pairs, outcomes o and EPS > 0.

    Verified(scope, tight): tight if some loss is the claim on every piece of it.  FailsFor(witness, failing).
    Raises UndecidedError where a comparison has no answer.
    """
    attained: dict[Log, _Compared] = {}
    violated: list[_Compared] = []
    for each in _compared(symbolic, claim):
        signs = each.signs()
        if 1 in signs:
            violated.append(each)
        elif signs == {0}:
            attained.setdefault(each.piece, each)
    if violated:
        return _refuted(symbolic, violated)
    tight = all(piece in attained for piece in claim.pieces)
    shown = (
        _witness(symbolic, attained[claim.pieces[0]], _sample(attained[claim.pieces[0]].span))
        if tight
        else None
    )
    return Verified(scope(mechanism), tight, shown)


def _compared(symbolic: SymbolicMechanism, claim: PiecewiseLoss) -> Iterator[_Compared]:
    """Every loss beside every piece; no loss where a pair has the same probabilities."""
    losses = [(ratio, _loss(ratio, symbolic.k)) for ratio in ratios(symbolic).found.values()]
    for piece, span in claim.spans():
        for ratio, loss in losses:
            yield _Compared(ratio, loss, piece, span)


def _loss(ratio: Ratio, k: int) -> Log:
    """ln(p/p') as a function of EPS."""
    return INFINITY if ratio.infinite else Piece(Interval(None, None), ratio).log(k)


def _refuted(symbolic: SymbolicMechanism, violated: list[_Compared]) -> Refuted:
    """The epsilons at which the claim fails, those of one unit, and a witness at one of them."""
    above = [(each, *part) for each in violated for part in spans_above(each.loss, each.piece, each.span)]
    found = [(each, part) for each, part, _ in above]
    k = max(unit_of(part) for _, part in found)
    within = [(each, part) for each, part in found if unit_of(part) in (0, k)]
    inside = {root for *_, ends in above for root, unit in ends if unit == k}
    failing = EpsilonSet(joined(union(interval(part) for _, part in within), inside), k or 1)
    at = failing.sample()
    each = next(each for each, part in within if at in EpsilonSet((interval(part),), k or 1))
    complete = len(within) == len(found) and all(_is_exact(each) for each, _ in found)
    return FailsFor(_witness(symbolic, each, at), failing, at, complete)


def joined(intervals: list[Interval], inside: set[Root]) -> tuple[Interval, ...]:
    """Disjoint open intervals, in order, with those that meet in a point of the set made one."""
    found: list[Interval] = []
    for each in intervals:
        if found and each.low is not None and each.low == found[-1].high and each.low in inside:
            found[-1] = Interval(found[-1].low, each.high)
        else:
            found.append(each)
    return tuple(found)


def _is_exact(each: _Compared) -> bool:
    """Whether `spans_above` gives all of what is above."""
    return each.loss.is_infinite or not (each.piece.without_symbol() - each.loss.without_symbol()).rational


def unit_of(span: Span) -> int:
    """The k of the ends epsilon = k t; 0 where there are none."""
    return max((end[1] for end in (span.low, span.high) if end is not None), default=0)


def interval(span: Span) -> Interval:
    """The span in t = epsilon/k."""
    low, high = (None if end is None else end[0] for end in (span.low, span.high))
    return Interval(low, high)


def _sample(span: Span) -> Fraction:
    """A simple rational epsilon inside."""
    return EpsilonSet((interval(span),), unit_of(span) or 1).sample()


def _witness(symbolic: SymbolicMechanism, each: _Compared, at: Fraction) -> Witness:
    """The exact comparison of one pair and outcome at a rational epsilon."""
    case, t = each.ratio.case, at / symbolic.k
    outcome = Outcome(case.outcome, case.p.at(t), case.q.at(t))
    epsilon = each.piece.substitute(str(at))
    return Witness(f"{symbolic.name} at eps = {at}", each.ratio.pair, (outcome,), epsilon, number(0))
