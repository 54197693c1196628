"""The certified value of the integral on a line, with its aliases and what is cut off; where it takes a
value; and the tables that are kept from one answer to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, log2
from typing import Protocol

from ...budgets.progress import checkpoint
from ...exact import Log
from ...exact._flint import acb, arb, bounds, precision, rational
from ...exact.bracket import Bracket, log2_of, probability
from ..planning.inversion_line import Line
from ..question import Question, mass_at_infinity
from .transform import Transform, points, product


@dataclass(frozen=True)
class Table:
    """M(s)/(s (s + 1)) at the nodes of a line, and the bounds that every answer from them needs."""

    line: Line
    terms: list[acb]
    mass: arb
    """M(0), the mass of the finite losses."""
    alias_moment: arb
    """M at `line.alias`."""
    beyond: arb
    """An upper bound of |M(c + i w)| for all w >= step (count - 1)."""

    @staticmethod
    def on(line: Line, transforms: Sequence[tuple[Transform, int]]) -> Table:
        """The table of a composition, at the precision in force."""
        values = product(transforms, line.c, line.step, line.count)
        nodes = points(line.c, line.step, line.count)
        terms = [value / (s * (s + 1)) for value, s in zip(values, nodes, strict=True)]
        beyond = arb(1)
        for transform, count in transforms:
            beyond *= transform.beyond(line.c, line.step * (line.count - 1)) ** count
        mass = product(transforms, Fraction(0), line.step, 1)[0].real
        alias = product(transforms, line.alias, line.step, 1)[0].real
        return Table(line, terms, mass, alias, beyond)

    def tail(self, epsilon: arb) -> arb:
        """E (1 - e^(epsilon - L))_+ over the finite losses."""
        c = arb(rational(self.line.c))
        scale = (-c * epsilon).exp() * arb(rational(self.line.step)) / (2 * arb.pi())
        total = self.sum(epsilon, self.terms) * scale
        value = total + self._cut(c, epsilon)
        # an enclosure that is not finite spoils the answer, as it should
        aliases = arb(0).union(self._aliases(c, epsilon).abs_upper())
        if self.line.c > 0:
            # the sum is the answer and its aliases, none of them negative
            return value - aliases
        return self.mass + value + aliases

    def slope(self, epsilon: arb) -> arb:
        """d/d epsilon of `tail`, without the small errors: for Newton's steps only."""
        c = arb(rational(self.line.c))
        nodes = points(self.line.c, self.line.step, self.line.count)
        terms = [-term * s for term, s in zip(self.terms, nodes, strict=True)]
        scale = (-c * epsilon).exp() * arb(rational(self.line.step)) / (2 * arb.pi())
        return self.sum(epsilon, terms) * scale

    def sum(self, epsilon: arb, terms: list[acb]) -> arb:
        """sum over all n, negative ones by conjugation, of term_n e^(-i n step epsilon)."""
        # a power of a ball of modulus 1 by repeated products would grow by up to sqrt(2) at each
        angle, total = -arb(rational(self.line.step)) * epsilon, -terms[0] / 2
        checkpoint("sums", 0)
        for n, term in enumerate(terms):
            total += term * acb(0, n * angle).exp()
        return 2 * total.real

    def _cut(self, c: arb, epsilon: arb) -> arb:
        """A ball around 0: |terms| <= beyond/w^2; step/w^2 summed over w > Omega is at most 1/Omega."""
        omega = arb(rational(self.line.step * (self.line.count - 1)))
        return arb(0, ((-c * epsilon).exp() * self.beyond / (arb.pi() * omega)).upper())

    def _aliases(self, c: arb, epsilon: arb) -> arb:
        """An upper bound of the sum over m != 0 of e^(c m T) d(epsilon + m T); see the package."""
        period = 2 * arb.pi() / arb(rational(self.line.step))
        alias = arb(rational(self.line.alias))
        if self.line.c > 0:
            far = self.alias_moment * (-alias * epsilon).exp()
            return _geometric(-c * period) + far * _geometric(-(alias - c) * period)
        return _geometric(c * period) + epsilon.exp() * self.alias_moment * _geometric(-(1 + c) * period)


def _geometric(exponent: arb) -> arb:
    """x + x^2 + ... for x = e^exponent < 1."""
    x = exponent.exp()
    return x / (1 - x)


class Curve(Protocol):
    """A table of values from which delta of the finite losses and its slope are computed."""

    def tail(self, epsilon: arb) -> arb:
        """E (1 - e^(epsilon - L))_+ over the finite losses."""

    def slope(self, epsilon: arb) -> arb:
        """d/d epsilon of that, roughly."""


@dataclass
class Search:
    """Where delta is taken, by Newton's method on ln delta; then both ends are certified."""

    curve: Curve
    infinite: arb
    delta: Fraction
    width: Fraction
    steepness: float = 1.0
    """-(ln delta)' at the last point."""

    def is_zero(self) -> bool:
        """Whether delta(0) is at most delta: no epsilon is needed."""
        value = bounds(self.curve.tail(arb(0)) + self.infinite)
        return value is not None and value[1] <= self.delta

    def start(self) -> Fraction | None:
        """The first step of Newton's method from 0."""
        value, slope = bounds(self.curve.tail(arb(0)) + self.infinite), bounds(self.curve.slope(arb(0)))
        if value is None or slope is None or slope[1] >= 0 or value[0] <= self.delta:
            return None
        self.steepness = float(-slope[0] / value[1])
        return Fraction(float((value[0] - self.delta) / -slope[0]))

    def root(self, start: Fraction) -> Fraction | None:
        """A point near the answer, not certified; None where the method leaves the positive numbers."""
        x = start
        for _ in range(40):
            ball = arb(rational(x))
            value, slope = bounds(self.curve.tail(ball) + self.infinite), bounds(self.curve.slope(ball))
            if value is None or slope is None or value[0] < -1 < 2 < value[1]:  # the table says nothing here
                return None
            middle, gradient = (value[0] + value[1]) / 2, (slope[0] + slope[1]) / 2
            if middle <= 0 or gradient >= 0:
                return None
            self.steepness = float(-gradient / middle)
            ratio = middle / self.delta
            change = (middle - self.delta) / -gradient
            if abs(ratio - 1) > Fraction(1, 1000):
                change = Fraction(log2_of(ratio) * log(2)) * middle / -gradient
            change = max(min(change, x / 2), -x / 2)
            x = rounded(x + change, self.width)
            if abs(change) < x * self.width / 16:
                return x
        return x

    def around(self, x: Fraction) -> Bracket | None:
        """x -+ 2/5 of the width, or nearer, so that delta changes by less than 2; both ends are proved."""
        pad = min(x * min(self.width, Fraction(1)) * 2 / 5, Fraction(0.5 / max(self.steepness, 1e-300)))
        low, high = x - pad, x + pad
        above = bounds(self.curve.tail(arb(rational(low))) + self.infinite)
        below = bounds(self.curve.tail(arb(rational(high))) + self.infinite)
        good = above is not None and below is not None and above[0] > self.delta >= below[1]
        return Bracket(low, high) if good else None


def rounded(x: Fraction, width: Fraction) -> Fraction:
    """x, to a few more bits than the width asks for."""
    bits = max(0, -round(log2(width))) + 12 - (x.numerator.bit_length() - x.denominator.bit_length())
    scale = Fraction(2) ** bits
    return Fraction(round(x * scale)) / scale


HELD = 12
"""So many tables are held; older ones are dropped."""
MOST, FAR = 2, 4
"""So many tables are asked, the latest first, where the epsilon of one is at most so many times another."""


@dataclass(frozen=True)
class Kept:
    """A table that was made near an epsilon, at a precision.  It holds the truth at any other one as well."""

    curve: Curve
    bits: int
    near: Fraction

    def delta(self, question: Question, epsilon: Log) -> Bracket:
        """A bracket of any width."""
        with precision(self.bits):
            ball = self.curve.tail(epsilon.enclosure(self.bits)) + mass_at_infinity(question.rounds)
            return probability(ball)


def keep(kept: list[Kept], curve: Curve, bits: int, near: Fraction) -> None:
    """Add a table."""
    kept.append(Kept(curve, bits, near))
    del kept[:-HELD]


def from_kept(question: Question) -> Bracket | None:
    """A delta that is narrow enough from tables that were made before; None where none gives it."""
    if question.epsilon is None:
        return None
    at = float(question.epsilon.enclosure(64).mid())
    near = [kept for kept in question.kept if kept.near < FAR * at < FAR * FAR * kept.near]
    for kept in near[: -MOST - 1 : -1]:
        found = kept.delta(question, question.epsilon)
        if question.answered_by(found):
            return found
    return None
