"""Inequalities p(s) <= e^epsilon p'(s) in a tail of a noisy value, s = 0, 1, 2, ... or real, and on strips.

With theta = y^s both sides are polynomials in theta over functions of t and y.  In a discrete tail a few s
are examined one by one; from s = S on, the terms are those of s - S = 0, 1, 2, ...  The difference, divided
by the lowest power of theta, is then a sum that a criterion may show to be <= 0 for all s and all epsilon at
once: with psi = y for a tail, and on a strip with psi such that y = theta psi.

**Criterion** for  sum c theta^i psi^j u^m w^n <= 0  on 0 < theta, psi <= 1, u = -ln theta, w = -ln psi.  With
theta = 1/(1+a) and psi = 1/(1+b), a, b >= 0, and for the logarithms

    2a/(2+a)  <=  ln(1+a)  <=  a(2+a)/(2(1+a)) = sinh(ln(1+a)),

the upper bound in terms with a positive coefficient and the lower bound in the others give a polynomial in
a and b times a positive function.  If none of its coefficients is positive, the sum is <= 0.  This Bernstein
criterion is sufficient, not necessary.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb, gcd

from ..probabilities.noise import DISCRETE, Terms, add, scale
from ..probabilities.values import CONTEXT, UNIT, ZERO, Poly, Value, terms
from ..regions.cases import Strip, Tail

LAST_START = 12
"""S at most: so many values are examined one by one before the tail is given up as undecided."""

SquareTerm = tuple[int, int, int, int, int]
"""(i, j, m, n, c)."""

Fact = tuple[SquareTerm, ...]
"""A sum that is shown to be <= 0 on the square."""


def nonpositive_from(tail: Tail, factor: Value) -> tuple[int, Fact] | None:
    """(S, G) with the least S <= LAST_START such that p(s) <= factor p'(s) shows for all s >= S.

    None where it shows it for no S.  For continuous noise S = 0.
    """
    difference = _difference(tail, factor)
    if tail.family.discrete:
        differences = [DISCRETE.shift(difference, s) for s in range(LAST_START + 1)]
    else:
        differences = [difference]
    for s, moved in enumerate(differences):
        fact = _from_zero(moved, tail.family.discrete)
        if nonpositive(fact):
            return s, fact
    return None


def nonpositive_on(strip: Strip, factor: Value) -> Fact | None:
    """G for which the criterion shows p(s) <= factor p'(s) for all 0 <= s <= n and all epsilon, else None.

    On a strip of length n, with theta = y^(s/n) and psi = y^(1-s/n), y = theta psi and t = u + w for their
    logarithms, and y^(as) = theta^(an), ts = nu.
    """
    length = strip.length
    difference = _difference(strip, factor)
    common = _common_denominator(difference)
    lowest = min((a for a, _ in difference), default=0)
    found: dict[tuple[int, int, int, int], int] = {}
    for (a, n), value in difference.items():
        for m, j, c in terms((value * Value(common)).num):
            for k in range(m + 1):
                exponent = (j + (a - lowest) * length, j, n + m - k, k)
                found[exponent] = found.get(exponent, 0) + c * comb(m, k) * length**n
    fact = _fact(found)
    return fact if nonpositive(fact) else None


def _fact(found: dict[tuple[int, int, int, int], int]) -> Fact:
    """The sum divided by the largest power of theta and psi; of a root of each where no logarithm occurs.

    theta and psi range over (0, 1], as their roots do, so that the sum is <= 0 on the square iff this one is.
    """
    kept = {exponent: c for exponent, c in found.items() if c}
    low = [min((exponent[v] for exponent in kept), default=0) for v in (0, 1)]
    plain = not any(m or n for _, _, m, n in kept)
    step = [gcd(*(exponent[v] - low[v] for exponent in kept)) or 1 if plain else 1 for v in (0, 1)]
    smaller = {
        ((i - low[0]) // step[0], (j - low[1]) // step[1], m, n): c for (i, j, m, n), c in kept.items()
    }
    return tuple((*exponent, c) for exponent, c in sorted(smaller.items()))


def _difference(case: Tail | Strip, factor: Value) -> Terms:
    """p - factor p'."""
    return add(case.p, scale(case.q, ZERO - factor))


def _common_denominator(difference: Terms) -> Poly:
    common = UNIT
    for c in difference.values():
        common = common * (c.den // common.gcd(c.den))
    return common


def _from_zero(difference: Terms, discrete: bool) -> Fact:
    """G for the tail s = 0, 1, 2, ... or s >= 0.

    A power s^n of a whole s is (u/t)^n, and the sum is multiplied by t^N for the largest of them.
    """
    lowest = min((a for a, _ in difference), default=0)
    common = _common_denominator(difference)
    most = max((n for _, n in difference), default=0) if discrete else 0
    found: dict[tuple[int, int, int, int], int] = {}
    power = min((j for c in difference.values() for _, j, _ in terms((c * Value(common)).num)), default=0)
    for (a, n), value in difference.items():
        for m, j, c in terms((value * Value(common)).num):
            exponent = (a - lowest, j - power, n, m + most - n if discrete else m)
            found[exponent] = found.get(exponent, 0) + c
    return _fact(found)


MOST_TERMS = 10_000
"""The criterion is not tried on polynomials in a and b that may have more terms."""


def nonpositive(found: Iterable[SquareTerm]) -> bool:
    """Whether the criterion shows that the sum is <= 0 on the whole square."""
    parts: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for i, j, m, n, c in found:
        parts.setdefault((m, n), []).append((i, j, c))
    every = [term for part in parts.values() for term in part]
    top = [max((term[v] for term in every), default=0) for v in (0, 1)]
    logs = [max((exponents[v] for exponents in parts), default=0) for v in (0, 1)]
    if (top[0] + 3 * logs[0] + 1) * (top[1] + 3 * logs[1] + 1) > MOST_TERMS:
        return False
    total = CONTEXT.constant(0)
    for (m, n), part in parts.items():
        positive, negative = _split(_moved(part, top))
        total = total + positive * _upper(0, m, logs[0]) * _upper(1, n, logs[1])
        total = total + negative * _lower(0, m, logs[0]) * _lower(1, n, logs[1])
    return all(c <= 0 for c in total.coeffs())


def _moved(part: list[tuple[int, int, int]], top: list[int]) -> Poly:
    """sum c (1+a)^(I-i) (1+b)^(J-j)."""
    a, b = (UNIT + g for g in CONTEXT.gens())
    rows: dict[int, list[int]] = {}
    for i, j, c in part:
        row = rows.setdefault(top[0] - i, [0] * (top[1] + 1))
        row[top[1] - j] += c
    powers = [UNIT]
    for _ in range(top[1]):
        powers.append(powers[-1] * b)
    total = CONTEXT.constant(0)
    for power, row in rows.items():
        inner = sum((powers[n] * c for n, c in enumerate(row) if c), CONTEXT.constant(0))
        total = total + a**power * inner
    return total


def _split(poly: Poly) -> tuple[Poly, Poly]:
    """The terms with positive coefficients, and the others."""
    positive = CONTEXT.from_dict({(i, j): c for i, j, c in terms(poly) if c > 0})
    return positive, poly - positive


def _upper(variable: int, power: int, most: int) -> Poly:
    """(a (2+a)^2)^power d^(most - power), the upper bound times d^most, for d = 2 (1+a) (2+a)."""
    a = CONTEXT.gens()[variable]
    return (a * (2 + a) ** 2) ** power * (2 * (1 + a) * (2 + a)) ** (most - power)


def _lower(variable: int, power: int, most: int) -> Poly:
    """(4 a (1+a))^power d^(most - power)."""
    a = CONTEXT.gens()[variable]
    return (4 * a * (1 + a)) ** power * (2 * (1 + a) * (2 + a)) ** (most - power)
