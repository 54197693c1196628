"""The one door to python-flint: integers, rationals, polynomials, and balls of a stated precision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import cast

from flint import (
    Ordering,
    acb,
    arb,
    arb_series,
    ctx,
    fmpq,
    fmpq_poly,
    fmpz,
    fmpz_mat,
    fmpz_mpoly,
    fmpz_mpoly_ctx,
    fmpz_poly,
)

__all__ = [
    "Ordering",
    "arb",
    "arb_series",
    "bounds",
    "complex_roots",
    "fmpq",
    "fmpq_poly",
    "fmpz",
    "fmpz_mat",
    "fmpz_mpoly",
    "fmpz_mpoly_ctx",
    "fmpz_poly",
    "fraction",
    "precision",
    "rational",
]


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Compute balls with `bits` bits inside the block, whatever the precision outside it.

    A ball is a true enclosure at every precision, so another thread that changes the setting
    meanwhile can make a result wider, never wrong.
    """
    before = ctx.prec
    ctx.prec = bits
    try:
        yield
    finally:
        ctx.prec = before


def complex_roots(poly: fmpz_poly) -> list[tuple[acb, int]]:
    """The complex roots with multiplicities, isolated; real ones have an imaginary part that is exactly zero."""
    return cast("list[tuple[acb, int]]", poly.complex_roots())


def rational(value: int | Fraction) -> fmpq:
    """The same rational as a FLINT number."""
    return fmpq(value.numerator, value.denominator)


def fraction(value: fmpq) -> Fraction:
    """The same rational as a `Fraction`."""
    return Fraction(int(value.p), int(value.q))


def _dyadic(point: arb) -> Fraction:
    """The exact value of a ball of radius zero."""
    mantissa, exponent = point.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def bounds(ball: arb) -> tuple[Fraction, Fraction] | None:
    """Exact rationals lo <= hi that enclose the ball, or None where it is not finite."""
    if not ball.is_finite():
        return None
    centre, radius = _dyadic(ball.mid()), _dyadic(ball.rad())
    return centre - radius, centre + radius
