"""The order of exact logarithms; see `order` for the rule that equality is settled first."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import MixedFields, UndecidedError
from . import order
from ._flint import arb
from .elementary import power_of_symbol
from .real import Real

if TYPE_CHECKING:
    from .logs import Log


def compare(a: Log, b: Log) -> int:
    """The sign of a - b."""
    if a.infinite or b.infinite:
        return (a.infinite > b.infinite) - (a.infinite < b.infinite)
    try:
        gap = a - b
    except MixedFields:
        return _compare_across_fields(a, b)
    return _sign(gap)


def equal(a: Log, b: Log) -> bool:
    """Whether a = b (for functions of eps: whether they agree at every eps)."""
    if a.infinite or b.infinite:
        return a.infinite == b.infinite
    if (a.rational, a.symbolic) != (b.rational, b.symbolic):
        return False
    if a.coefficient == b.coefficient and a.argument == b.argument:
        return True
    if not a.coefficient or not b.coefficient or a.coefficient == b.coefficient:
        return False
    return _powers_agree(a, b)


def _powers_agree(a: Log, b: Log) -> bool:
    """c_a ln(v_a) = c_b ln(v_b)  iff  v_a^(c_a/c_b) = v_b, with integer exponents."""
    ratio: Fraction = a.coefficient / b.coefficient
    return a.argument**ratio.numerator == b.argument**ratio.denominator


def _sign(x: Log) -> int:
    """The sign of a finite Log."""
    if x.is_symbolic:
        return _symbolic_sign(x)
    if not x.coefficient:
        return (x.rational > 0) - (x.rational < 0)
    if not x.rational:
        return order.sign(x.argument - 1) * (1 if x.coefficient > 0 else -1)
    # r + c ln(v) with r, c != 0 and v not a power of e is not zero (Lindemann): refinement ends
    return order.refine_sign(x, None, "")


def _symbolic_sign(x: Log) -> int:
    """The sign of s eps + c ln(v) as that of e^(s eps) v^c - 1, with the denominator of c cleared."""
    if x.rational and not x.coefficient and x.rational * x.symbolic > 0:
        return 1 if x.rational > 0 else -1
    if x.rational:
        raise UndecidedError(f"the sign of {x} depends on eps > 0")
    scale = x.coefficient.denominator
    power = power_of_symbol(x.symbolic * scale) * x.argument**x.coefficient.numerator
    try:
        return order.sign(power - 1)
    except UndecidedError:
        raise UndecidedError(f"the sign of {x} depends on eps > 0") from None


class _Gap(Real):
    """a - b for logarithms whose arguments have no common field."""

    __slots__ = ("left", "right")

    def __init__(self, left: Log, right: Log) -> None:
        self.left, self.right = left, right

    def enclosure(self, bits: int) -> arb:
        return self.left.enclosure(bits) - self.right.enclosure(bits)


def _compare_across_fields(a: Log, b: Log) -> int:
    """Arguments from fields without a common extension: never equal unless the powers agree."""
    if a.is_symbolic or b.is_symbolic:
        raise UndecidedError(f"({a}) and ({b}) cannot be compared: one is a function of eps")
    if a.rational == b.rational and _powers_agree(a, b):
        return 0
    return order.refine_sign(_Gap(a, b), None, "")
