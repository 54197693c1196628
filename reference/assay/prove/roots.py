"""Signs of a polynomial in one variable on an interval, by Sturm's theorem.

Source: J. C. F. Sturm (1829): for p without multiple roots the number of roots in (a, b] is V(a) - V(b), the
drop of the number of sign changes along p, p', -rem(p, p'), ...
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from flint import fmpq, fmpq_poly

from assay.errors import InvalidValue
from assay.prove.statement import Range
from assay.prove.work import spend

Coefficients = list[Fraction]  # lowest degree first


def rational(q: Fraction) -> fmpq:
    """The number for flint."""
    return fmpq(q.numerator, q.denominator)


def polynomial(p: Coefficients) -> fmpq_poly:
    """The polynomial for flint."""
    return fmpq_poly([rational(c) for c in p])


def has_sign(p: Coefficients, r: Range, strict: bool) -> bool:
    """Whether p >= 0 (strict: p > 0) on the interval.

    p = c f1 f2^2 f3^3 ... without multiple roots in a factor, so p >= 0 if no factor of odd power has a root
    inside and their product with c is positive somewhere inside; p > 0 if no factor at all has a root.
    """
    whole, inside = polynomial(p), rational(sample(r))
    if not whole:
        return not strict
    scale, factors = whole.factor_squarefree()
    product, sign = fmpq_poly([scale]), scale
    for f, k in factors:
        product *= f**k
        if strict or k % 2:
            sign *= f(inside) ** k
            if roots_inside(f, r):
                return False
    if product != whole:
        raise InvalidValue(f"the factors of {whole} have another product")
    ends = ((r.low, r.low_open), (r.high, r.high_open))
    touched = strict and any(e is not None and not out and whole(rational(e)) == 0 for e, out in ends)
    return bool(sign > 0) and not touched


def roots_inside(p: fmpq_poly, r: Range) -> int:
    """The number of roots of p strictly between the ends.

    Raises:
        InvalidValue: p has a multiple root.
    """
    d, bits = p.degree(), sum(int(c.p).bit_length() + int(c.q).bit_length() + 8 for c in p.coeffs())
    spend(d * d * bits * math.isqrt(bits) // 10_000)  # measured
    sequence = [p, p.derivative()]
    while sequence[-1].degree() > 0:
        rest = -(sequence[-2] % sequence[-1])
        if not rest:
            raise InvalidValue(f"{p} has a multiple root")
        sequence.append(rest / abs(rest[rest.degree()]))
    between = _changes(sequence, r.low, -1) - _changes(sequence, r.high, 1)
    return between - (r.high is not None and p(rational(r.high)) == 0)


def _changes(sequence: Sequence[fmpq_poly], x: Fraction | None, side: int) -> int:
    """The number of sign changes at x, or at the infinity of that side."""
    values = [q[q.degree()] * side ** q.degree() if x is None else q(rational(x)) for q in sequence if q]
    signs = [v > 0 for v in values if v != 0]
    return sum(a != b for a, b in pairwise(signs))


def sample(r: Range) -> Fraction:
    """A point inside the interval (its only point if it is one)."""
    low = r.low if r.low is not None else (r.high or Fraction(0)) - 2
    return (low + (r.high if r.high is not None else low + 2)) / 2
