"""The upper envelope of the profiles of all classes, by cutting planes.

Every profile is a convex function of t >= 0, and so is the envelope E of those looked at so far, which is
linear between its corners.  A convex function that is nowhere above E at the corners of E is nowhere above it
at all: on a segment it lies below its chord, and after the last corner it falls while E is constant.  So the
classes that are above E at a corner are added until there is none.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from ...dp import Attained, Profile, TradeOff
from ...dp.neyman_pearson import most_powerful_tests
from ...dp.profile import profile as profile_of_pair
from ...exact import Number, number

if TYPE_CHECKING:
    from .measures import Kernel, Merged

X = TypeVar("X")
T = TypeVar("T")

FEW = 64
"""Up to so many classes are all looked at."""

ZERO, ONE = number(0), number(1)


def profile(kernel: Kernel[X, T]) -> Attained[Profile, X, T]:
    """The upper envelope of all profiles; the first class that attains it everywhere, if one does."""
    value, among = envelope_of(kernel, reverse=False)
    for c in among:
        if profile_of_pair(*kernel.merged(c)) == value:
            return Attained(value, kernel.pair(c), None)
    return Attained(value, None, None)


def tradeoff(kernel: Kernel[X, T]) -> Attained[TradeOff, X, T]:
    """The lower envelope of all trade-off functions T(P, Q), dual to the profiles of (Q, P)."""
    envelope, among = envelope_of(kernel, reverse=True)
    value = TradeOff((x, 1 - y) for x, y in envelope.vertices)
    for c in among:
        p, q = kernel.merged(c)
        if TradeOff((x, 1 - y) for x, y in most_powerful_tests(q, p)) == value:
            return Attained(value, kernel.pair(c), None)
    return Attained(value, None, None)


def envelope_of(kernel: Kernel[X, T], *, reverse: bool) -> tuple[Profile, list[int]]:
    """The envelope, and the classes that may attain it everywhere, in order.

    With `reverse` it is that of the profiles of (Q, P).
    """
    count = len(kernel.classes)
    if count <= FEW:
        every = list(range(count))
        return Profile(point for c in every for point in _tests(kernel, c, reverse)), every
    envelope, among = Profile([]), set(range(count))
    checked: set[Number] = set()
    while True:
        corners = [t for t in _corners(envelope) if t not in checked]
        if not corners:
            return envelope, sorted(among)
        points = list(envelope.vertices)
        for t in corners:
            known = envelope.at(t)
            if known == max(ZERO, ONE - t) and _all_trivial(kernel, t, reverse):
                checked.add(t)
                continue
            close, different = _highest(kernel, t, reverse)
            above = next((c for c in different if _value(kernel.merged(c), t, reverse) > known), None)
            if above is None:
                checked.add(t)
                among &= set(close)
            else:
                points += _tests(kernel, above, reverse)
        envelope = Profile(points)


def _tests(kernel: Kernel[X, T], c: int, reverse: bool) -> tuple[tuple[Number, Number], ...]:
    """The most powerful tests of a class."""
    p, q = kernel.merged(c)
    return most_powerful_tests(q, p) if reverse else most_powerful_tests(p, q)


def _corners(envelope: Profile) -> list[Number]:
    """The t at which the slope of the envelope changes, and t = 1."""
    return [ONE, *((y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in pairwise(envelope.vertices))]


def _all_trivial(kernel: Kernel[X, T], t: Number, reverse: bool) -> bool:
    """Whether no outcome (t >= 1), or every outcome (t < 1), gains in every class.

    All classes then tie at max(0, 1 - t), and may be too many to list.
    """
    if t >= ONE:
        return not kernel.gains(t, reverse=reverse)
    return not kernel.gains(t.reciprocal(), reverse=not reverse)


def _value(pair: Merged, t: Number, reverse: bool) -> Number:
    """max over S of P(S) - t Q(S)."""
    p, q = reversed(pair) if reverse else pair
    return sum((x for x in (mass - t * q[o] for o, mass in p.items()) if x > 0), ZERO)


def _highest(kernel: Kernel[X, T], t: Number, reverse: bool) -> tuple[list[int], list[int]]:
    """The classes that may attain the largest value at t, and one of several that are alike."""
    fixed, scaled = kernel.matrix.fixed, kernel.below(t)
    # max(Q - t P, 0) = max(-t P - (-Q), 0): the same sum with the roles exchanged
    above, below = ([-x for x in scaled], [-x for x in fixed]) if reverse else (fixed, scaled)
    close = kernel.classes.excesses(above, below).highest(kernel.slack)
    return close, kernel.alike(close, above, below)
