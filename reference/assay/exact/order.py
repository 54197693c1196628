"""The one place where a sign is decided.

A sign is -1, 0 or +1, or an `UndecidedError` that says why there is none.  Equality is settled first, by
canonical forms (`fields`), so that the refinement of enclosures which follows always ends.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from ..errors import UndecidedError
from ._flint import arb, fmpq, fraction
from .fields import RATIONALS, Quotient, Symbolic
from .roots import signs_above_one

if TYPE_CHECKING:
    from .number import Number
    from .real import Real

FIRST_BITS = 64


def ball_sign(ball: arb) -> int | None:
    """The sign of every real in the ball, or None where they do not agree (or the ball is not finite)."""
    if ball > 0:
        return 1
    if ball < 0:
        return -1
    return 0 if ball.is_zero() else None


def refine_sign(x: Real, max_bits: int | None, reason: str) -> int:
    """The sign of x by enclosures of growing precision; `max_bits` is None where x != 0 is known."""
    bits = FIRST_BITS
    while max_bits is None or bits <= max_bits:
        found = ball_sign(x.enclosure(bits))
        if found is not None:
            return found
        bits *= 2
    raise UndecidedError(reason)


def number_signs(x: Number) -> frozenset[int]:
    """The signs that x takes: one sign for a number, perhaps several for a function of epsilon > 0."""
    if x.field is RATIONALS:
        value = cast(fmpq, x.value)
        return frozenset((1 if value > 0 else -1 if value < 0 else 0,))
    if isinstance(x.field, Symbolic):
        num, den = cast(Quotient, x.value)
        return frozenset(a * b for a in signs_above_one(num) for b in signs_above_one(den) if b != 0)
    return frozenset((refine_sign(x, None, ""),))


def sign(x: Number) -> int:
    """-1, 0 or +1; for a function of epsilon the sign that it has at every epsilon > 0.

    Raises UndecidedError where a function of epsilon has different signs at different epsilon > 0.
    """
    signs = number_signs(x)
    if len(signs) == 1:
        return next(iter(signs))
    raise UndecidedError(f"the sign of {x} depends on eps > 0: it takes the signs {sorted(signs)}")


def at_most_zero(x: Number) -> bool:
    """Whether x <= 0; UndecidedError where that depends on epsilon."""
    signs = number_signs(x)
    if 1 not in signs:
        return True
    if signs == {1}:
        return False
    raise UndecidedError(f"whether {x} <= 0 depends on eps > 0: it takes the signs {sorted(signs)}")


def rational_value(x: Real) -> Fraction | None:
    """The value of x as a rational where x is known to be one."""
    from .logs import Log
    from .number import Number

    if isinstance(x, Number) and x.field is RATIONALS:
        return fraction(cast(fmpq, x.value))
    if isinstance(x, Log):
        return x.rational_value()
    return None


def compare_rational(x: Real, q: Fraction) -> int:
    """The sign of x - q."""
    from .certified import Certified
    from .logs import Log
    from .number import Number

    if isinstance(x, Number):
        return sign(x - q)
    if isinstance(x, Log):
        return x.compare(q)
    if isinstance(x, Certified):
        return x.compare(q)
    raise UndecidedError(f"{x!r} of type {type(x).__name__} has no order")
