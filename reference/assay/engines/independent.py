"""Sources whose outputs are tuples of independent parts: M(x) = F_1(x) * ... * F_n(x)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import prod
from typing import Any, Protocol, TypeVar, runtime_checkable

from ..budgets.progress import track
from ..budgets.sizes import check_size
from ..dp import Dist, privacy_loss
from ..exact import INFINITY, Log, Number
from ..outputs.text import brief

X_contra = TypeVar("X_contra", contravariant=True)


@runtime_checkable
class HasFactors(Protocol[X_contra]):
    """A source that knows its factors: the output on x is a tuple of independent draws, one from each.

    Its `distribution(x)` has to be `Dist.product(*factors(x))`; an engine may use the factors instead.
    """

    def factors(self, x: X_contra, /) -> tuple[Dist[object], ...]:
        """The distribution of each part of the output on x."""


def product_of(factors: Sequence[Dist[Any]], name: str) -> Dist[tuple[Any, ...]]:
    """P(o_1, ..., o_n) = P_1(o_1) ... P_n(o_n), all outputs listed; a budget can stop it at every factor.

    Raises BudgetExceeded, before the list is begun, for more outputs than are listed.
    """
    way_out = "ask for its measures, which do not need the list, or compose fewer mechanisms"
    check_size(prod(map(len, factors)), "outputs", brief(name), way_out)
    distribution: Dist[tuple[Any, ...]] = Dist.point(())
    for factor in track(factors, "factors multiplied"):
        distribution = Dist._trusted(
            {(*os, o): p * q for os, p in distribution.items() for o, q in factor.items()}
        )
    return distribution


def total_loss(p: Sequence[Dist[Any]], q: Sequence[Dist[Any]]) -> Dist[Log]:
    """The privacy loss distribution of independent parts: the distribution of the sum of the losses of the
    parts.
    """
    distribution: Dist[Log] = Dist.point(Log(0))
    for each, other in zip(p, q, strict=True):
        masses: dict[Log, Number] = {}
        for loss, mass in privacy_loss(each, other).items():
            for so_far, weight in distribution.items():
                total = INFINITY if INFINITY in (loss, so_far) else so_far + loss
                masses[total] = masses[total] + weight * mass if total in masses else weight * mass
        distribution = Dist._trusted(masses)
    return distribution


def count_outputs(rows: Iterable[Sequence[Dist[Any]]]) -> int:
    """How many tuples have a positive probability in some row, without listing them."""
    boxes = {tuple(frozenset(factor.support) for factor in row) for row in rows}
    return sum(
        _count({box for box in boxes if len(box) == length}, 0, length, {}) for length in {*map(len, boxes)}
    )


def _count(
    boxes: set[tuple[frozenset[Any], ...]], place: int, length: int, known: dict[Hashable, int]
) -> int:
    """The size of a union of products of sets, coordinate by coordinate, equal remainders once."""
    if len(boxes) == 1:
        return prod(len(side) for side in next(iter(boxes))[place:])
    if place == length:
        return 1
    rests = frozenset(box[place:] for box in boxes)
    if rests not in known:
        inside: dict[frozenset[tuple[frozenset[Any], ...]], int] = {}
        for part in {part for box in boxes for part in box[place]}:
            holding = frozenset(box for box in boxes if part in box[place])
            inside[holding] = inside.get(holding, 0) + 1
        known[rests] = sum(n * _count({*some}, place + 1, length, known) for some, n in inside.items())
    return known[rests]
