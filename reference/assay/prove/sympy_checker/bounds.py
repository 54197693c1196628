"""Where the values of a term lie: intervals with exact rational ends, each included or not.

Products are taken of the parts on either side of 0. What exp, log and sqrt give is exact or rounded outward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from assay.prove.sympy_checker.points import exact_root
from assay.symbolic.door import box, ends, intervals

LARGEST, BITS, LONGEST = Fraction(5_000), 96, 50_000
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Span:
    """All values lie between the ends; None is infinite."""

    low: Fraction | None = None
    low_open: bool = True
    high: Fraction | None = None
    high_open: bool = True

    @property
    def positive(self) -> bool:
        """Whether all values are > 0."""
        return self.low is not None and (self.low > 0 or (self.low == 0 and self.low_open))

    @property
    def nonnegative(self) -> bool:
        """Whether all values are >= 0."""
        return self.low is not None and self.low >= 0

    def allows(self, op: str) -> bool:
        """Whether all values compare with 0 as `op` says: one of >, >=, =, !=."""
        if op == "=":
            return self.low == 0 == self.high
        if op == "!=":
            return self.positive or negated(self).positive
        return self.positive if op == ">" else self.nonnegative


ALL = Span()


def exactly(q: Fraction) -> Span:
    """One number."""
    return Span(q, False, q, False)


def negated(s: Span) -> Span:
    """-a."""
    low, high = (None if e is None else -e for e in (s.high, s.low))
    return Span(low, s.high_open, high, s.low_open)


def added(s: Span, t: Span) -> Span:
    """a + b."""
    low = None if s.low is None or t.low is None else s.low + t.low
    high = None if s.high is None or t.high is None else s.high + t.high
    return Span(low, s.low_open or t.low_open, high, s.high_open or t.high_open)


def above(s: Span) -> Span | None:
    """The values >= 0 among them; None if there are none."""
    if s.high is not None and (s.high < 0 or (s.high == 0 and s.high_open)):
        return None
    return s if s.nonnegative else Span(ZERO, False, s.high, s.high_open)


def joined(spans: Iterable[Span]) -> Span:
    """The smallest span that contains them."""
    return reduce(_join, spans)


def _join(s: Span, t: Span) -> Span:
    low = None if s.low is None or t.low is None else min(s.low, t.low)
    high = None if s.high is None or t.high is None else max(s.high, t.high)
    low_open = all(x.low_open for x in (s, t) if x.low == low)
    high_open = all(x.high_open for x in (s, t) if x.high == high)
    return Span(low, low_open, high, high_open)


def met(s: Span, t: Span) -> Span:
    """The values that both have; the first one if there are none."""
    low = max((x.low for x in (s, t) if x.low is not None), default=None)
    high = min((x.high for x in (s, t) if x.high is not None), default=None)
    low_open = any(x.low_open for x in (s, t) if x.low == low)
    high_open = any(x.high_open for x in (s, t) if x.high == high)
    if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
        return s
    return Span(low, low_open, high, high_open)


def multiplied(s: Span, t: Span) -> Span:
    """a b, from the parts of both on either side of 0."""
    found = []
    for first, flip_first in ((above(s), False), (above(negated(s)), True)):
        for second, flip_second in ((above(t), False), (above(negated(t)), True)):
            if first is not None and second is not None:
                part = _product(first, second)
                found.append(negated(part) if flip_first != flip_second else part)
    return joined(found)


def _product(s: Span, t: Span) -> Span:
    """a b for a, b >= 0."""
    low = (s.low or ZERO) * (t.low or ZERO)
    touched = (s.low == 0 and not s.low_open) or (t.low == 0 and not t.low_open)
    low_open = not touched if low == 0 else s.low_open or t.low_open
    if s.high == 0 or t.high == 0:
        return exactly(ZERO)
    if s.high is None or t.high is None:
        return Span(low, low_open)
    return Span(low, low_open, s.high * t.high, s.high_open or t.high_open)


def inverted(s: Span) -> Span:
    """1/a; anything if a may be 0."""
    if s.positive:
        low = ZERO if s.high is None else 1 / s.high
        high = 1 / s.low if s.low else None
        return Span(low, s.high_open or s.high is None, high, s.low_open or high is None)
    return negated(inverted(negated(s))) if negated(s).positive else ALL


def whole_power(s: Span, n: int) -> Span:
    """a^n for a whole n."""
    if n == 0:
        return exactly(ONE)
    if n < 0:
        return inverted(whole_power(s, -n))
    if n * max(_bits(s.low), _bits(s.high)) > LONGEST:
        return Span(ZERO, False) if n % 2 == 0 or s.nonnegative else ALL
    found = []
    if (up := above(s)) is not None:
        found.append(_raised(up, n))
    if (down := above(negated(s))) is not None:
        found.append(_raised(down, n) if n % 2 == 0 else negated(_raised(down, n)))
    return joined(found)


def _raised(s: Span, n: int) -> Span:
    """a^n for a >= 0 and n > 0."""
    return Span((s.low or ZERO) ** n, s.low_open, None if s.high is None else s.high**n, s.high_open)


def _bits(q: Fraction | None) -> int:
    return (
        0 if q in (None, -1, 0, 1) or q is None else max(q.numerator.bit_length(), q.denominator.bit_length())
    )


def exponential(s: Span) -> Span:
    """exp(a)."""
    low, low_open = _image(s.low, s.low_open, 0, _exp) if s.low is not None else (ZERO, True)
    high, high_open = _image(s.high, s.high_open, 1, _exp)
    return (
        Span(ZERO, True, high, high_open) if low is None or low <= 0 else Span(low, low_open, high, high_open)
    )


def logarithm(s: Span) -> Span:
    """log(a), where a > 0."""
    low, low_open = _image(s.low, s.low_open, 0, _log) if s.low is not None and s.low > 0 else (None, True)
    if s.high is not None and s.high <= 0:
        return ALL
    return Span(low, low_open, *_image(s.high, s.high_open, 1, _log))


def root(s: Span) -> Span:
    """sqrt(a), where a >= 0."""
    if s.high is not None and s.high < 0:
        return ALL
    low, low_open = _image(max(s.low or ZERO, ZERO), s.low_open and s.nonnegative, 0, _sqrt)
    return Span(low or ZERO, low_open, *_image(s.high, s.high_open, 1, _sqrt))


def real_power(base: Span, exponent: Span) -> Span:
    """a^b for a >= 0, a real exponent."""
    if base.positive:
        return exponential(multiplied(exponent, logarithm(base)))
    if not base.nonnegative:
        return ALL
    small = base.high is not None and base.high <= 1
    return Span(ZERO, False, ONE, False) if small and exponent.nonnegative else Span(ZERO, False)


def _exp(q: Fraction) -> tuple[Fraction, Fraction] | None:
    if abs(q) > LARGEST:
        return None
    return (ONE, ONE) if q == 0 else ends(intervals.exp(box(q, q)))


def _log(q: Fraction) -> tuple[Fraction, Fraction] | None:
    return (ZERO, ZERO) if q == 1 else ends(intervals.log(box(q, q)))


def _sqrt(q: Fraction) -> tuple[Fraction, Fraction] | None:
    exact = exact_root(q)
    return ends(intervals.sqrt(box(q, q))) if exact is None else (exact, exact)


def _image(
    end: Fraction | None, is_open: bool, side: int, f: Callable[[Fraction], tuple[Fraction, Fraction] | None]
) -> tuple[Fraction | None, bool]:
    """The image of an end under an increasing function: exact, or rounded outward and then included."""
    if end is None:
        return None, True
    before, intervals.prec = intervals.prec, BITS
    try:
        found = f(end)
    finally:
        intervals.prec = before
    if found is None:
        return None, True
    return found[side], is_open and found[0] == found[1]


def half_line(op: str, k: Fraction) -> Span:
    """The numbers x with x op k."""
    if op in (">", ">="):
        return Span(k, op == ">")
    if op in ("<", "<="):
        return Span(None, True, k, op == "<")
    return exactly(k) if op == "=" else ALL


def larger(s: Span, t: Span) -> Span:
    """max(a, b)."""
    both = joined((s, t))
    lows = [x for x in (s, t) if x.low is not None]
    if not lows:
        return both
    low = max(x.low for x in lows if x.low is not None)
    low_open = any(x.low_open for x in lows if x.low == low)
    return Span(low, low_open, both.high, both.high_open)
