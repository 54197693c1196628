"""The order of exact logarithms: equality first, by canonical forms, then enclosures until they separate."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..errors import MixedFields, UndecidedError
from . import order
from .compositum import is_algebraic
from .elementary import power_of_symbol
from .fields import Compositum, Radical, SumQuotient
from .powers import integer_power
from .real import Gap, brief

if TYPE_CHECKING:
    from .logs import Log
    from .number import Number


def compare(a: Log, b: Log) -> int:
    """The sign of a - b."""
    if a.infinite or b.infinite:
        return (a.infinite > b.infinite) - (a.infinite < b.infinite)
    if a.is_symbolic or b.is_symbolic:
        return _symbolic_sign(a, b)
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
    powers. Only sums of radicals, and what mixes them with e, are not reduced to such v; their powers are compared.
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
    return integer_power(a.argument, ratio.numerator) == integer_power(b.argument, ratio.denominator)


def _symbolic_sign(a: Log, b: Log) -> int:
    """The sign of the function a - b of eps, as a constant plus a part that varies with eps from 0 on."""
    try:
        x = a - b
    except MixedFields as error:
        raise UndecidedError(f"({brief(a)}) and ({brief(b)}) are not compared: {error}") from None
    constant, varying = _constant_sign(x), _varying_signs(x)
    if constant == 0 and len(varying) == 1:
        return next(iter(varying))
    if constant != 0 and varying <= {0, constant}:
        return constant
    raise UndecidedError(f"the sign of ({brief(a)}) - ({brief(b)}) depends on eps > 0")


def _constant_sign(x: Log) -> int:
    """The sign of r + c ln(v) where v is a number, and of r where v is a function of eps."""
    constant = x.without_symbol()
    return 0 if constant == 0 else compare(constant, constant * 0)


def _varying_signs(x: Log) -> frozenset[int]:
    """The signs of s eps, and of s eps + c ln(v) where v is a function of eps: those of e^(s eps) v^c - 1."""
    if not x.argument.is_symbolic:
        return frozenset(((x.symbolic > 0) - (x.symbolic < 0),))
    scale = x.coefficient.denominator
    power = power_of_symbol(x.symbolic * scale) * integer_power(x.argument, x.coefficient.numerator)
    return order.number_signs(power - 1)
