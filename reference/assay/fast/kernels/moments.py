"""Renyi divergences over all pairs, of every order.

A survey of the sums over o of P(o)^a Q(o)^(1-a) (of P(o) ln(P(o)/Q(o)) for a = 1) finds the classes that may
attain the largest divergence; those are measured by the reference.  The terms of a sum are enclosed in balls
and kept as whole numbers v with v <= 2^60 x/B < v + 2, where B is so large that no sum leaves the word.
Where there are too many different likelihood ratios to tabulate, a term is a product of two factors,

    sum over o of P(o)^a Q(o)^(1 - a) = sum over o of A(P(o)) B(Q(o)),    A(p) = p^a,  B(q) = q^(1 - a),

so that one number for each probability is enough.  Both are kept as whole numbers of w bits, v with
v <= 2^w x/X < v + 2 for the largest X, where 2w bits and the number m of outcomes fit a word; a product is
then off by less than 2^(w + 2) + 4, and a sum by m times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from ...dp import Attained
from ...dp.hockey_stick import hockey_stick_event
from ...dp.renyi import renyi as renyi_of_pair
from ...enclosures.enclosed import Divergence, largest
from ...engines.answers import Declined
from ...exact import INFINITY, Log, Number, precision
from ...exact._flint import arb, bounds
from .classes import Ranks
from .epsilon import infinite_loss, pure_epsilon
from .matrix import TOP

if TYPE_CHECKING:
    from .measures import Kernel

X = TypeVar("X")
T = TypeVar("T")

MOST_LISTED = 20_000
"""Different ranks for which a term is tabulated."""

FIRST_BITS = 128
LAST_BITS = 4096

TOO_MANY = Declined("too many different likelihood ratios to tabulate")
TOO_CLOSE = Declined("the terms of the sums are too close to each other for a survey")

LARGEST_ORDER = 1 << 17

Term = Callable[[arb, arb], arb]
"""From P(o) and Q(o), both positive, to a term of a sum."""

FACTOR_BITS = 256
"""Bits of all balls; far more than the 30 that are kept."""

LEAST_BITS = 12
"""Fewer bits than these tell nothing apart."""

MOST_LEFT = 1_000
"""If the survey leaves more classes than these, it has not told them apart."""


def renyi(kernel: Kernel[X, T], order: Number | None) -> Attained[Divergence, X, T] | Declined:
    """max over pairs of D_a(P || Q); order None is infinity."""
    if order is None:
        return _maximal(kernel)
    if order.is_symbolic:
        return Declined("the order is a function of eps")
    if order > LARGEST_ORDER:
        return Declined(f"the order is above {LARGEST_ORDER:,}, whose powers are beyond fixed-point numbers")
    if order >= 1 and (found := infinite_loss(kernel)) is not None:
        return found
    among = _candidates(kernel, order)
    if isinstance(among, Declined):
        return among
    values = {c: renyi_of_pair(*kernel.merged(c), order) for c in among}
    value, c = largest(values)
    infinite = isinstance(value, Log) and value.is_infinite
    event = kernel.event(c, lambda p, q: hockey_stick_event(p, q, INFINITY)) if infinite else None
    return Attained(value, kernel.pair(c), event)


def _candidates(kernel: Kernel[X, T], order: Number) -> list[int] | Declined:
    """The classes that may attain the largest divergence, by a survey of the terms or of their factors."""
    ranks = listed_ranks(kernel)
    if ranks is None:
        found = None if order == 1 else by_factors(kernel, order)
        return TOO_MANY if found is None else found
    table = tabulated(kernel, ranks, _term(order))
    return TOO_CLOSE if table is None else kernel.classes.totals(table).highest(kernel.slack)


def listed_ranks(kernel: Kernel[X, T]) -> frozenset[Ranks] | None:
    """All ranks that occur, if they are few enough to tabulate a term for each."""
    ranks = kernel.classes.distinct()
    return None if ranks is None or len(ranks) > MOST_LISTED else ranks


def _maximal(kernel: Kernel[X, T]) -> Attained[Divergence, X, T]:
    """D_inf, the largest loss."""
    found = pure_epsilon(kernel)
    infinite = infinite_loss(kernel)
    return Attained(found.value, found.pair, None) if infinite is None else infinite


def _term(order: Number) -> Term:
    """The term of the sum that is the larger the larger the divergence is."""
    if order == 1:
        return lambda p, q: p * (p.log() - q.log())

    a = order.enclosure(LAST_BITS)

    def term(p: arb, q: arb) -> arb:
        power = q * ((p.log() - q.log()) * a).exp()
        return power if order > 1 else -power

    return term


def tabulated(kernel: Kernel[X, T], ranks: Iterable[Ranks], term: Term) -> dict[Ranks, int] | None:
    """Whole numbers v with v <= scale x < v + 2 for every term x; None where they cannot be enclosed.

    A term with P(o) = 0 or Q(o) = 0 counts as 0.  Every number is at most 2^60/m + 1 for m outcomes, so that
    no sum over the outcomes exceeds 2^60 + m.
    """
    keys = list(ranks)
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        found = _enclosed(kernel, keys, term, bits)
        if found is not None:
            size = max((max(abs(low), abs(high)) for low, high in found), default=Fraction(0))
            scale = Fraction(TOP, len(kernel.matrix.outputs)) / (size or 1)
            if all((high - low) * scale <= 1 for low, high in found):
                return {key: int(low * scale // 1) for key, (low, _) in zip(keys, found, strict=True)}
        bits *= 2
    return None


def _enclosed(
    kernel: Kernel[X, T], keys: Sequence[Ranks], term: Term, bits: int
) -> list[tuple[Fraction, Fraction]] | None:
    """Both ends of every term; None where a ball is not finite."""
    pool = kernel.matrix.pool
    known = {rank: pool[rank].enclosure(bits) for key in keys for rank in key}
    with precision(bits):
        balls = [term(known[p], known[q]) if p and q else arb(0) for p, q in keys]
    found = [bounds(ball) for ball in balls]
    complete = [ends for ends in found if ends is not None]
    return complete if len(complete) == len(found) else None


def by_factors(kernel: Kernel[X, T], order: Number) -> list[int] | None:
    """The classes that may attain the largest divergence of an order other than 1; None for too many.

    For an order above 1 no outcome of P may be impossible under Q.
    """
    m = len(kernel.matrix.outputs)
    width = (62 - m.bit_length()) // 2
    if width < LEAST_BITS:
        return None
    left = _scaled(kernel, width, lambda ball, a: (ball.log() * a).exp(), order)
    right = _scaled(kernel, width, lambda ball, a: (ball.log() * (1 - a)).exp(), order)
    if left is None or right is None:
        return None
    if order < 1:  # then the divergence is the larger the smaller the sum is
        left = [-v for v in left]
    found = kernel.classes.products(left, right).highest(m * ((4 << width) + 4))
    return found if len(found) <= MOST_LEFT else None


def _scaled(
    kernel: Kernel[X, T], width: int, factor: Callable[[arb, arb], arb], order: Number
) -> list[int] | None:
    """The factor of every probability of the pool, 0 for 0; None where it cannot be enclosed closely."""
    with precision(FACTOR_BITS):
        a = order.enclosure(FACTOR_BITS)
        balls = [factor(p.enclosure(FACTOR_BITS), a) for p in kernel.matrix.pool[1:]]
    ends = [bounds(ball) for ball in balls]
    known = [pair for pair in ends if pair is not None]
    if len(known) < len(ends):
        return None
    scale = Fraction(1 << width) / max(high for _, high in known)
    if any((high - low) * scale > 1 for low, high in known):
        return None
    return [0, *(int(low * scale // 1) for low, _ in known)]
