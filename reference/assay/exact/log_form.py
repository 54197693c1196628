"""The canonical form of  r + s eps + c ln(v), and the equality and order of logarithms that rest on it.

* v is 1 exactly where c is 0.
* A rational v is > 1 and no power of a rational.
* A v in Q(theta), with theta = e^(1/d) or e^(eps/d), is no power there, and theta divides neither part of it
  (powers of e and e^eps went to r and s); of v and 1/v the one with the larger numerator is kept.
* A v in Q(b^(1/m)) is > 1 and a sum of at least two radicals; it may be a power, see `equal`.
* The same holds of a v that mixes fields; no power of e divides either part of it (those went to r), and it
  is not a radical times an element of Q(theta), since a power of that lies in Q(theta).
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, TypeAlias, cast

from ..errors import UndecidedError
from ._flint import arb, fmpq, fmpq_poly, fmpz_poly, precision
from .compositum import is_algebraic
from .factoring import is_constant, primitive_root, primitive_root_of_quotient, without_monomial
from .fields import (
    COMPOSITUM,
    ONE,
    RATIONALS,
    Compositum,
    Element,
    Exponential,
    Quotient,
    Radical,
    SumQuotient,
    Transcendental,
    multiply,
    power_of_symbol,
    reciprocal,
)
from .order import (
    FIRST_BITS,
    LAST_BITS,
    absolute,
    ball_sign,
    difference_signs,
    refine_sign,
    signs_against_constant,
)
from .powers import integer_power
from .real import Gap, Real, brief
from .sums import ZERO, shifted

if TYPE_CHECKING:
    from .logs import Log
    from .number import Number

Parts: TypeAlias = tuple[Fraction, Fraction, Fraction, Element]
"""(r, s, c, v)."""

Logarithm: TypeAlias = tuple[Fraction, Element]
"""(c, v) for c ln(v)."""


def joined(a: Logarithm, b: Logarithm) -> Logarithm:
    """(c, v) with c ln(v) = c_a ln(v_a) + c_b ln(v_b)."""
    (c, v), (d, w) = a, b
    if not c or not d or v == w:
        return c + d, v if c else w
    unit = Fraction(gcd(c.numerator, d.numerator), lcm(c.denominator, d.denominator))
    return unit, multiply(integer_power(v, int(c / unit)), integer_power(w, int(d / unit)))


def canonical_parts(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """The canonical form of  r + s eps + c ln(v)  for a number v > 0."""
    if c == 0 or v == ONE:
        return r, s, ZERO, ONE
    field, value = v
    if isinstance(field, Radical):
        return _of_radical(r, s, c, v)
    if isinstance(field, Transcendental):
        return _of_transcendental(r, s, c, v)
    if isinstance(field, Compositum):
        return _of_mixed(r, s, c, v)
    primitive, power = primitive_root(cast(fmpq, value))
    if primitive < 1:
        primitive, power = 1 / primitive, -power
    return r, s, c * power, (RATIONALS, primitive)


def _of_radical(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """A single radical has a rational power; a sum of several stays as it is, but > 1."""
    field, value = v
    degree = cast(Radical, field).radicand.degree
    if sum(x != 0 for x in cast(fmpq_poly, value).coeffs()) == 1:
        return canonical_parts(r, s, c / degree, integer_power(v, degree))
    return _above_one(r, s, c, v)


def _above_one(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """The same with 1/v for v < 1."""
    return (r, s, c, v) if difference_signs(v, ONE) == {1} else (r, s, -c, reciprocal(v))


def _of_mixed(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """Split e^q off, then take the power that leaves no radical where there is one, else keep v > 1."""
    num, den = cast(SumQuotient, v[1])
    low = min(q for q, _ in num)
    if low:
        return canonical_parts(r + c * low, s, c, COMPOSITUM.smallest(shifted(num, -low), den))
    radicals = {w for _, w in num}
    if len(radicals) == 1 and not any(w for _, w in den):
        degree = lcm(*(w.denominator for _, w in radicals.pop()))
        power = integer_power(v, degree)
        if not isinstance(power[0], Compositum):
            return canonical_parts(r, s, c / degree, power)
    return _above_one(r, s, c, v)


def _of_transcendental(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Parts:
    """Split theta^k off, then take the largest root of the rest."""
    field = cast(Transcendental, v[0])
    k, rest = without_monomial(cast(Quotient, v[1]))
    shift = c * Fraction(k, field.degree)
    r, s = (r + shift, s) if isinstance(field, Exponential) else (r, s + shift)
    if is_constant(rest):
        return canonical_parts(r, s, c, field.smallest(*rest))
    root, power = primitive_root_of_quotient(rest)
    # of the two square roots of a square the positive one is meant
    positive = absolute(field.smallest(*root))
    num, den = cast(Quotient, positive[1])
    if _key(num) < _key(den):
        return r, s, -c * power, reciprocal(positive)
    return r, s, c * power, positive


def _key(poly: fmpz_poly) -> tuple[int, ...]:
    """An order of polynomials: by degree, then from the highest coefficient down."""
    return (poly.degree(), *(int(c) for c in reversed(poly.coeffs())))


def compare_with_irrational(a: Log, x: Number) -> int:
    """The sign of a - x for an irrational number x.

    A rational is not x, and an algebraic x is no logarithm: e^(x - r) with an irrational algebraic x is
    algebraically independent of e, by Lindemann and Weierstrass.  Whether a number with powers of e is one is
    open.
    """
    if a.infinite:
        return a.infinite
    if a.is_symbolic or x.is_symbolic:
        raise UndecidedError(f"({brief(a)}) and ({brief(x)}) are not compared: one is a function of eps")
    known = not a.coefficient or _is_algebraic(x)
    return refine_sign(
        Gap(a, x),
        None if known else LAST_BITS,
        lambda: f"({brief(a)}) - ({brief(x)}) is not separated from 0 with {LAST_BITS} bits",
    )


def _is_algebraic(x: Number) -> bool:
    """Whether an irrational number is made of radicals alone."""
    if isinstance(x.field, Compositum):
        return is_algebraic(cast(SumQuotient, x.value))
    return isinstance(x.field, Radical)


def equal(a: Log, b: Log) -> bool:
    """Whether a = b (for functions of eps: whether they agree at every eps).

    Different canonical forms have different values, see `log_form`.  For r + c ln(v) = r' + c' ln(v') gives
    e^(k(r - r')) = v'^p / v^q with integers k, p, q: were r != r', the left would be transcendental and, in
    Q(theta), the right have no such power of theta.  So r = r', and v'^p = v^q has one solution with v, v' no
    powers. Only sums of radicals, and what mixes them with e, are not reduced to such v; their powers are
    compared.
    """
    if a.infinite or b.infinite:
        return a.infinite == b.infinite
    if (a.rational, a.symbolic) != (b.rational, b.symbolic):
        return False
    if a.coefficient == b.coefficient:
        return a.argument == b.argument
    if not all(isinstance(x.argument.field, Radical | Compositum) for x in (a, b)):
        return False
    return _logarithms_agree(a, b)


def _logarithms_agree(a: Log, b: Log) -> bool:
    """c ln(v) = c' ln(v')  iff  v^(c/c') = v', after enclosures have ruled most cases out."""
    gap = Gap(a.logarithmic_part(), b.logarithmic_part())
    for bits in (FIRST_BITS, 4 * FIRST_BITS):
        if ball_sign(gap.enclosure(bits)) in (-1, 1):
            return False
    ratio = a.coefficient / b.coefficient
    return _power(a, ratio.numerator) == _power(b, ratio.denominator)


def _power(x: Log, exponent: int) -> Element:
    """v^k of the argument v."""
    return integer_power(x.argument.element, exponent)


def symbolic_signs(a: Log, b: Log) -> frozenset[int]:
    """The signs of a - b, a function s eps + sum of c_i ln(v_i) of eps and a constant.

    They are those of f - e^(-n constant) for f = e^(n s eps) prod v_i^(n c_i), with n c_i and n s whole.
    """
    return _signs_against(*function_and_bound(a, b))


def function_and_bound(a: Log, b: Log) -> tuple[Element, Log]:
    """(f, x) for a function f > 0 of eps and a constant x, such that f - e^x has the signs of a - b."""
    s = a.symbolic - b.symbolic
    logs = [x for x in (a.logarithmic_part(), -b.logarithmic_part()) if x.coefficient]
    moving = [x for x in logs if x.argument.is_symbolic]
    n = lcm(s.denominator, *(x.coefficient.denominator for x in moving))
    f = power_of_symbol(s * n)
    for x in moving:
        f = multiply(f, _power(x, int(x.coefficient * n)))
    constant = a.without_symbol() - b.without_symbol()
    return f, constant * -n


def _signs_against(f: Element, bound: Log) -> frozenset[int]:
    """The signs of f - e^bound for a function f > 0 of eps and a constant bound."""
    if not bound:
        return difference_signs(f, ONE)
    if not bound.rational and bound.argument.is_rational:  # f^q - v^p has the signs of f - v^(p/q)
        p, q = bound.coefficient.numerator, bound.coefficient.denominator
        return difference_signs(integer_power(f, q), _power(bound, p))
    return signs_against_constant(f, PowerOfE(bound))


class PowerOfE(Real):
    """e^x, known by enclosures alone: it need not lie in a supported field."""

    __slots__ = ("exponent",)

    def __init__(self, exponent: Log) -> None:
        self.exponent: Log = exponent

    def enclosure(self, bits: int) -> arb:
        """A ball that contains e^x."""
        inner = self.exponent.enclosure(bits)
        with precision(bits):
            return inner.exp()

    def __str__(self) -> str:
        return f"exp({self.exponent})"
