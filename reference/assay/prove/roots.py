"""Signs of a polynomial in one variable on an interval, by Sturm's theorem.

Source: J. C. F. Sturm (1829); the number of distinct roots in (a, b] is V(a) - V(b), the drop of the number
of
sign changes along the sequence p, p', -rem(p, p'), ...
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from assay.prove.statement import Range

Coefficients = list[Fraction]  # lowest degree first; the last is not 0; [] is the zero polynomial


def value(p: Coefficients, x: Fraction) -> Fraction:
    """p(x), by Horner's scheme."""
    total = Fraction(0)
    for c in reversed(p):
        total = total * x + c
    return total


def differentiate(p: Coefficients) -> Coefficients:
    """p'."""
    return [c * k for k, c in enumerate(p)][1:]


def divide(p: Coefficients, q: Coefficients) -> tuple[Coefficients, Coefficients]:
    """Quotient and remainder."""
    rest, quotient = list(p), [Fraction(0)] * max(len(p) - len(q) + 1, 0)
    while len(rest) >= len(q):
        c, shift = rest[-1] / q[-1], len(rest) - len(q)
        quotient[shift] = c
        for k, d in enumerate(q):
            rest[shift + k] -= c * d
        rest = _trim(rest)
    return quotient, rest


def _trim(p: Coefficients) -> Coefficients:
    while p and p[-1] == 0:
        p.pop()
    return p


def gcd(p: Coefficients, q: Coefficients) -> Coefficients:
    """The monic greatest common divisor."""
    while q:
        p, q = q, _scale(divide(p, q)[1])
    return [c / p[-1] for c in p]


def _scale(p: Coefficients) -> Coefficients:
    """A positive multiple with small coefficients."""
    return [c / abs(p[-1]) for c in p]


def sturm_sequence(p: Coefficients) -> list[Coefficients]:
    """p must have no multiple roots."""
    sequence = [p, differentiate(p)]
    while sequence[-1]:
        sequence.append(_scale([-c for c in divide(sequence[-2], sequence[-1])[1]]))
    return sequence[:-1]


def _changes(signs: list[Fraction]) -> int:
    kept = [s for s in signs if s != 0]
    return sum((a > 0) != (b > 0) for a, b in pairwise(kept))


def _changes_at(sequence: list[Coefficients], x: Fraction | None, side: int) -> int:
    if x is not None:
        return _changes([value(p, x) for p in sequence])
    return _changes([p[-1] * (side if len(p) % 2 == 0 else 1) for p in sequence])


def simple_part(p: Coefficients) -> Coefficients:
    """p without multiplicities: p / gcd(p, p')."""
    return divide(p, gcd(p, differentiate(p)))[0] if len(p) > 1 else p


def odd_part(p: Coefficients) -> Coefficients:
    """The product of the irreducible factors of odd multiplicity: where p changes sign."""
    result = [Fraction(1)]
    rest, odd = p, True
    while len(rest) > 1:
        common = gcd(rest, differentiate(rest))
        layer = divide(rest, common)[0]  # each factor of multiplicity >= k, once
        deeper = simple_part(common)
        exactly = divide(layer, gcd(layer, deeper))[0]  # multiplicity exactly k
        if odd:
            result = _multiply(result, exactly)
        rest, odd = common, not odd
    return result


def _multiply(p: Coefficients, q: Coefficients) -> Coefficients:
    result = [Fraction(0)] * (len(p) + len(q) - 1)
    for i, c in enumerate(p):
        for j, d in enumerate(q):
            result[i + j] += c * d
    return result


def roots_inside(p: Coefficients, low: Fraction | None, high: Fraction | None) -> int:
    """The number of distinct roots of p with low < x < high."""
    p = simple_part(p)
    if len(p) <= 1:
        return 0
    sequence = sturm_sequence(p)
    half_open = _changes_at(sequence, low, -1) - _changes_at(sequence, high, 1)
    return half_open - (1 if high is not None and value(p, high) == 0 else 0)


def sample(r: Range) -> Fraction:
    """A point inside the interval (its only point if it is one)."""
    if r.low is None and r.high is None:
        return Fraction(0)
    if r.low is None or r.high is None:
        return r.low + 1 if r.low is not None else (r.high or Fraction(0)) - 1
    return (r.low + r.high) / 2


def nonnegative_on(p: Coefficients, r: Range) -> bool:
    """Whether p >= 0 on the interval: no sign change inside, and a positive value at one point."""
    if not p or (r.low is not None and r.low == r.high):
        return not p or value(p, sample(r)) >= 0
    if roots_inside(odd_part(p), r.low, r.high):
        return False
    return _nonzero_value(p, r) > 0


def positive_on(p: Coefficients, r: Range) -> bool:
    """Whether p > 0 on the interval, included ends counting."""
    if not p or (r.low is not None and r.low == r.high):
        return bool(p) and value(p, sample(r)) > 0
    at_ends = [e for e, out in ((r.low, r.low_open), (r.high, r.high_open)) if e is not None and not out]
    if roots_inside(p, r.low, r.high) or any(value(p, e) == 0 for e in at_ends):
        return False
    return value(p, sample(r)) > 0


def _nonzero_value(p: Coefficients, r: Range) -> Fraction:
    """The value of p at a point inside the interval that is no root."""
    x, step = sample(r), Fraction(1, 2)
    while value(p, x) == 0:
        inner = sample(Range(r.name, x, r.high)) if r.high is not None else x + step
        x, step = inner, step / 2
    return value(p, x)
