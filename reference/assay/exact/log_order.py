"""The order of exact logarithms: equality first, by canonical forms, then enclosures until they separate."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, cast

from ..errors import UndecidedError
from . import order
from ._flint import arb, precision
from .compositum import is_algebraic
from .elements import ONE, element, multiply
from .fields import Compositum, Element, Radical, SumQuotient, power_of_symbol
from .powers import integer_power
from .real import Gap, Real, brief

if TYPE_CHECKING:
    from .logs import Log
    from .number import Number


def signs(a: Log, b: Log) -> frozenset[int]:
    """The signs that a - b takes: one without the symbol, perhaps several for functions of epsilon > 0."""
    if not a.infinite and not b.infinite and (a.is_symbolic or b.is_symbolic):
        return _symbolic_signs(a, b)
    return frozenset((_sign(a, b),))


def _sign(a: Log, b: Log) -> int:
    """The sign of a - b where neither is a function of epsilon, or one is infinite."""
    if a.infinite or b.infinite:
        return (a.infinite > b.infinite) - (a.infinite < b.infinite)
    if not a.coefficient and not b.coefficient:
        return (a.rational > b.rational) - (a.rational < b.rational)
    return 0 if equal(a, b) else order.refine_sign(Gap(a, b), None, "")


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
    return order.refine_sign(
        Gap(a, x),
        None if known else order.LAST_BITS,
        lambda: f"({brief(a)}) - ({brief(x)}) is not separated from 0 with {order.LAST_BITS} bits",
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
    for bits in (order.FIRST_BITS, 4 * order.FIRST_BITS):
        if order.ball_sign(gap.enclosure(bits)) in (-1, 1):
            return False
    ratio = a.coefficient / b.coefficient
    return _power(a, ratio.numerator) == _power(b, ratio.denominator)


def _power(x: Log, exponent: int) -> Element:
    """v^k of the argument v."""
    return integer_power(element(x.argument), exponent)


def _symbolic_signs(a: Log, b: Log) -> frozenset[int]:
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
        return order.difference_signs(f, ONE)
    if not bound.rational and bound.argument.is_rational:  # f^q - v^p has the signs of f - v^(p/q)
        p, q = bound.coefficient.numerator, bound.coefficient.denominator
        return order.difference_signs(integer_power(f, q), _power(bound, p))
    return order.signs_against_constant(f, Exponential(bound))


class Exponential(Real):
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
