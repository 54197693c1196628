"""Sums of draws with rational coefficients, c_1 z_1 + ... + n, and when such a sum is at most 0.

A comparison comes down to  d <= 0  or  d < 0  for the difference d of its sides.  With one draw in it, d
gives a bound on that draw; with two of opposite coefficients, a bound on their difference.  A two-sided draw
that nothing depends on yet may be replaced by its negative, which has the same distribution, so that the
coefficients are opposite.  All else relates draws in ways that have no closed form here.  The numbers that a
noisy value is compared and computed with are exact.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor, isfinite, isinf, lcm
from typing import NamedTuple, cast

from .orders import ORIGIN, Order, Rational
from .paths import SymbolicRun
from .sealed import Sealed, operand_text, stop

Terms = tuple[tuple[int, Rational], ...]
"""(draw, coefficient) in the order of the draws; no coefficient is 0."""


class Linear(NamedTuple):
    """A sum of draws of a run, each times a coefficient, plus `offset`."""

    run: SymbolicRun
    terms: Terms
    offset: Rational

    @property
    def discrete(self) -> bool:
        """Whether the draws are integers; a sum without a draw counts as one of them."""
        distributions = self.run.order.distributions
        return all(distributions[i].discrete for i, _ in self.terms)

    @property
    def whole(self) -> bool:
        """Whether Python would compute an `int`: integers times integers."""
        return self.discrete and all(type(n) is int for n in (self.offset, *(c for _, c in self.terms)))

    def plus(self, other: Linear) -> Linear:
        """The sum of two."""
        if not other.terms:
            return self._replace(offset=self.offset + other.offset)
        found = dict(self.terms)
        for i, c in other.terms:
            found[i] = found.get(i, 0) + c
        return Linear(
            self.run, tuple((i, c) for i, c in sorted(found.items()) if c), self.offset + other.offset
        )

    def times(self, factor: Rational) -> Linear:
        """The multiple by a factor that is not 0."""
        return Linear(self.run, tuple((i, c * factor) for i, c in self.terms), self.offset * factor)

    def shifted(self, by: Rational) -> Linear:
        """The sum with a constant."""
        return self._replace(offset=self.offset + by)


def lattice(d: Linear) -> int:
    """The least m > 0 for which m d is an integer whenever the draws are."""
    return lcm(d.offset.denominator, *(c.denominator for _, c in d.terms))


def oriented(order: Order, terms: Terms) -> Terms:
    """The coefficients of the draws as the constraints have them: of some the negative, see `Order.flip`.

    Where two coefficients have one sign, a draw that nothing depends on is turned around.
    """
    found = tuple((i, -c if i in order.flipped else c) for i, c in terms)
    if len(found) == 2 and found[0][1] == found[1][1]:
        for i, _ in reversed(found):
            if order.flip(i):
                return tuple((j, -c if j == i else c) for j, c in found)
    return found


def ordered(a: Linear, b: Linear, *, strict: bool) -> bool | None:
    """Whether a <= b, or a < b, on this path; None where that relates draws in another way.

    Two draws without a factor, the usual case, need no arithmetic with sums.
    """
    order, n = a.run.order, b.offset - a.offset
    if len(a.terms) == len(b.terms) == 1 and a.terms[0][1] == b.terms[0][1] == 1 and type(n) is int:
        i, j = a.terms[0][0], b.terms[0][0]
        if i != j and i not in order.flipped and j not in order.flipped:
            return a.run.at_most(i, j, n - 1 if strict and order.distributions[i].discrete else n)
    return decided(a.plus(b.times(-1)), strict=strict)


def decided(d: Linear, *, strict: bool) -> bool | None:
    """Whether d <= 0, or d < 0, on this path; None where it relates draws in another way."""
    if not d.terms:
        return d.offset < 0 or (d.offset == 0 and not strict)
    terms = oriented(d.run.order, d.terms)
    (i, c), *others = terms
    if len(others) > 1 or (others and others[0][1] != -c):
        return None
    j = others[0][0] if others else ORIGIN
    bound: Rational = -d.offset if c in (1, -1) else Fraction(-d.offset) / abs(Fraction(c))
    n = (ceil(bound) - 1 if strict else floor(bound)) if d.discrete else bound
    return d.run.at_most(i, j, n) if c > 0 else d.run.at_most(j, i, n)


MOST_PARTS = 1 << 16
"""A float of a larger denominator, such as 0.1, is not the number that the program means."""


def is_endless(value: object) -> bool:
    """Whether a value is an infinite float."""
    return type(value) is float and isinf(value)


def exact(value: object, what: str, d: Linear) -> Rational:
    """The number to compare d with.  Next to integers a float is what it is, however long."""
    n = _number(value, what, d)
    if type(value) is float and not d.discrete:
        _check_short(n, value, what, d)
    return n


def operand(value: object, what: str, d: Linear) -> Rational:
    """The number to compute with; a noisy integer and a float would make a float, which rounds."""
    n = _number(value, what, d)
    if type(value) is float and d.discrete:
        stop(
            f"{what} {operand_text(value)}, which makes a float of an integer; "
            "write an integer or a Fraction",
            d.run,
        )
    if type(value) is float:
        _check_short(n, value, what, d)
    return n


def inverse(n: Rational, d: Linear) -> Fraction:
    """1/n."""
    if not n:
        stop("a noisy value is divided by 0", d.run)
    return Fraction(1) / n


def _number(value: object, what: str, d: Linear) -> Rational:
    kind = type(value)
    if kind is bool or kind is int:
        return int(cast("int", value))
    if kind is Fraction:
        return cast("Fraction", value)
    if kind is float and isfinite(cast("float", value)):
        return Fraction(cast("float", value))
    if issubclass(kind, Sealed):
        stop(
            f"{what} {operand_text(value)}, of which no closed form is known; return both, or compare them",
            d.run,
        )
    stop(f"{what} {operand_text(value)}, which is not an integer or a Fraction; write it as one", d.run)


def _check_short(n: Rational, value: object, what: str, d: Linear) -> None:
    if n.denominator > MOST_PARTS:
        near = Fraction(n).limit_denominator(1000)
        stop(f"{what} {operand_text(value)}, which is {n} exactly; write Fraction({str(near)!r})", d.run)
