"""The one place where a sign is decided.

A sign is -1, 0 or +1, or an `UndecidedError` that says why there is none.  Equality is settled first, by
canonical forms (`fields`), so that the refinement of enclosures which follows always ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar, cast

from ..errors import UndecidedError
from . import heartbeat
from ._flint import arb, ends, fmpq
from .fields import RATIONALS, Element, Enclosed, Quotient, Symbolic, negate, short, subtract
from .real import Gap, Real, brief
from .roots import signs_above_one

if TYPE_CHECKING:
    from .logs import Log
    from .number import Number

Ordered = TypeVar("Ordered", "Number", "Log")
K = TypeVar("K")

FIRST_BITS = 64
LAST_BITS = 4096
"""Where nothing guarantees that refining ends, it stops at this precision."""


def ball_sign(ball: arb) -> int | None:
    """The sign of every real in the ball, or None where they do not agree (or the ball is not finite)."""
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    return 0 if ball.is_zero() else None


def rational_sign(q: fmpq) -> int:
    """The sign of a rational."""
    return (q > 0) - (q < 0)


def refine_sign(x: Real, max_bits: int | None, reason: str | Callable[[], str]) -> int:
    """The sign of x by enclosures of growing precision; `max_bits` is None where x != 0 is known."""
    bits = FIRST_BITS
    while max_bits is None or bits <= max_bits:
        found = ball_sign(x.enclosure(bits))
        if found is not None:
            return found
        bits *= 2
    raise UndecidedError(reason if isinstance(reason, str) else reason())


def sign(a: Element) -> int:
    """-1, 0 or +1; for a function of epsilon the sign that it has at every epsilon > 0.

    Raises UndecidedError where a function of epsilon has different signs at different epsilon > 0, or a pole.
    """
    signs = element_signs(a)
    if len(signs) == 1:
        return next(iter(signs))
    raise UndecidedError(f"the sign of {short(a)} depends on eps > 0: it takes the signs {sorted(signs)}")


def absolute(a: Element) -> Element:
    """|a|.  Raises UndecidedError where the sign of a function of epsilon depends on epsilon."""
    signs = element_signs(a)
    if -1 not in signs:
        return a
    if 1 not in signs:
        return negate(a)
    raise UndecidedError(f"the sign of {short(a)} depends on eps > 0, and so does its absolute value")


def element_signs(a: Element) -> frozenset[int]:
    """The signs that a takes: one sign for a number, perhaps several for a function of epsilon > 0.

    Raises UndecidedError for a function that has a pole at some epsilon > 0, and so no value there.
    """
    field, value = a
    if field is RATIONALS:
        return frozenset((rational_sign(cast(fmpq, value)),))
    if isinstance(field, Symbolic):
        num, den = cast(Quotient, value)
        below = signs_above_one(den)
        if 0 in below:
            raise UndecidedError(f"{short(a)} has no value at some eps > 0: its denominator has a zero there")
        (factor,) = below
        return frozenset(factor * s for s in signs_above_one(num))
    return frozenset((refine_sign(Enclosed(a), None, ""),))


def difference_signs(a: Element, b: Element) -> frozenset[int]:
    """The signs that a - b takes.

    Irrational numbers in lowest terms from different fields are different: an irrational element of
    Q(e^(1/d)) is transcendental, and every number has one smallest field.  So refining their difference ends.
    """
    if heartbeat.listening:
        heartbeat.beat()
    (left, x), (right, y) = a, b
    if left is RATIONALS and right is RATIONALS:
        return frozenset((rational_sign(cast(fmpq, x) - cast(fmpq, y)),))
    if left is RATIONALS or right is RATIONALS or type(left) is type(right) is Symbolic:
        return element_signs(subtract(a, b))
    if isinstance(left, Symbolic):
        return signs_against_constant(a, Enclosed(b))
    if isinstance(right, Symbolic):
        return frozenset(-s for s in signs_against_constant(b, Enclosed(a)))
    return frozenset((0 if a == b else refine_sign(Gap(Enclosed(a), Enclosed(b)), None, ""),))


def logarithm_sign(a: Log, b: Log) -> int:
    """The sign of a - b where neither is a function of epsilon, or one is infinite."""
    if a.infinite or b.infinite:
        return (a.infinite > b.infinite) - (a.infinite < b.infinite)
    if not a.coefficient and not b.coefficient:
        return (a.rational > b.rational) - (a.rational < b.rational)
    if not b.coefficient and a.rational == b.rational and a.argument.is_rational:
        return 1 if a.coefficient > 0 else -1  # that of c ln(v): a rational v is > 1, see `log_form`
    return 0 if a == b else refine_sign(Gap(a, b), None, "")


def signs_against_constant(f: Element, constant: Real) -> frozenset[int]:
    """The signs of f(epsilon) - c for an irrational c, by rationals below and above c.

    Raises UndecidedError where f comes closer to c than they separate, as where c is the supremum of f.
    """
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        found = ends(constant.enclosure(bits))
        if found is not None:
            above_low, above_high = (difference_signs(f, (RATIONALS, end)) for end in found)
            if -1 not in above_high:
                return frozenset((1,))
            if 1 not in above_low:
                return frozenset((-1,))
            if -1 in above_low and 1 in above_high:
                return frozenset((-1, 0, 1))  # f is continuous
        bits *= 2
    raise UndecidedError(f"({short(f)}) - ({brief(constant)}) is not separated from 0 with {LAST_BITS} bits")


def greatest(values: Iterable[Ordered]) -> Ordered:
    """The first of the largest values, which may be functions of the symbol epsilon.

    Raises UndecidedError where no value is at least every other one for all epsilon.
    """
    highest: list[tuple[Ordered, None]] = []
    for value in values:
        highest = raised(highest, value, None)
    return only_highest(highest)[0]


def raised(highest: list[tuple[Ordered, K]], value: Ordered, name: K) -> list[tuple[Ordered, K]]:
    """The values without one at least as large for all epsilon, after one more; the first of equal ones."""
    kept: list[tuple[Ordered, K]] = []
    for each in highest:
        if _surely_at_most(value, each[0]):
            return highest
        if not _surely_at_most(each[0], value):
            kept.append(each)
    kept.append((value, name))
    return kept


def only_highest(highest: list[tuple[Ordered, K]]) -> tuple[Ordered, K]:
    """The one value that is left.  Raises UndecidedError for several, whose order depends on eps."""
    first, *others = highest
    if others:
        _ = first[0] < others[0][0]
        raise UndecidedError(f"which of {brief(first[0])} and {brief(others[0][0])} is larger depends on eps")
    return first


def _surely_at_most(a: Ordered, b: Ordered) -> bool:
    """Whether a <= b for all epsilon."""
    try:
        return a <= b
    except UndecidedError:
        return False
