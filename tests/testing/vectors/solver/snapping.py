"""The snapping mechanism, by the laws of snapping.json."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

from .reals import INF, Given, R, Refused, expression, has, real

MOST = 64


def rational(given: Given, name: str) -> Any:
    value = expression(given.get(name))
    if not isinstance(value, Fraction):
        raise Refused(name)
    return value


def grid_of(scale: Any) -> Any:
    """The power of two by its logarithm, corrected."""
    if has("SnapGrid"):
        return scale
    m = math.floor(math.log2(scale.numerator) - math.log2(scale.denominator)) - 2
    while Fraction(2) ** m < scale:
        m += 1
    return Fraction(2) ** m


def parameters(given: Given, floats: Any) -> Any:
    scale, bound = rational(given, "scale"), rational(given, "bound")
    if scale <= 0 or not scale <= bound <= MOST * scale:
        raise Refused("scale and bound")
    names = [name for name in ("value", "other") if name in given]
    values = [rational(given, name) for name in names]
    if floats:
        for x in (scale, bound, *values):
            if Fraction(float(x)) != x or (x and not 2.0**-500 <= abs(float(x)) <= 2.0**500):
                raise Refused(x)
    return values, scale, bound


def outcomes(grid: Any, bound: Any) -> Any:
    """The outcomes, each with the two ends of what is rounded to it, or infinities."""
    last = math.ceil(bound / grid)
    for k in range(-last, last + 1):
        y = max(-bound, min(k * grid, bound))
        low = -INF if k == -last else (k - Fraction(1, 2)) * grid
        high = INF if k == last else (k + Fraction(1, 2)) * grid
        yield y, low, high


def real_law(value: Any, scale: Any, bound: Any) -> Any:
    r, centre = R(), max(-bound, min(value, bound))

    def density_over(low: Any, high: Any) -> Any:
        """The integral of the density between two ends on one side of the centre."""
        near, far = sorted((abs(low - centre), abs(high - centre)))
        rest = r.of(0) if far == INF else r.exp(-r.of(far / scale))
        return (r.exp(-r.of(near / scale)) - rest) / 2

    return [
        (
            y,
            density_over(low, high)
            if not low < centre < high
            else density_over(low, centre) + density_over(centre, high),
        )
        for y, low, high in outcomes(grid_of(scale), bound)
    ]


def nearest_log(u: Any) -> Any:
    exact = Fraction(Decimal(u).ln()) if R().is_exact else Fraction(math.log(u))
    return exact.numerator / exact.denominator


def float_law(value: Any, scale: Any, bound: Any) -> Any:
    """Each sign: an end is crossed at a u near to the real solution, and from there on by single floats."""
    if has("SnapRealNoise"):
        return real_law(value, scale, bound)
    centre, s = float(max(-bound, min(value, bound))), float(scale)
    rows = list(outcomes(grid_of(scale), bound))

    def below(sign: Any, end: Any) -> Any:
        """P(y < end) for this sign, the tie at an end going up."""
        if end in (INF, -INF):
            return Fraction(int(end == INF))

        def is_below(u: Any) -> Any:
            return Fraction(centre + sign * (s * nearest_log(u))) < end

        guess = math.exp(min(0.0, sign * float(end - Fraction(centre)) / s))
        u = min(max(guess, 2.0**-1000), math.nextafter(1.0, 0.0))
        wanted = is_below(u)
        while True:
            beyond = math.nextafter(u, 1.0 if (sign > 0) == wanted else 0.0)
            if beyond in (0.0, 1.0) or is_below(beyond) != wanted:
                break
            u = beyond
        up_to_the_first = Fraction(max(u, beyond))  # P(U <= the smaller one of the two)
        return up_to_the_first if sign > 0 else 1 - up_to_the_first

    def mass(low: Any, high: Any) -> Any:
        return sum((below(sign, high) - below(sign, low)) / 2 for sign in (1, -1))

    return [(y, R().of(mass(low, high))) for y, low, high in rows]


def law(given: Given, floats: Any) -> Any:
    values, scale, bound = parameters(given, floats)
    return [(float_law if floats else real_law)(value, scale, bound) for value in values]


def distribution(given: Given, floats: Any) -> Any:
    return [(str(y), p) for y, p in law(given, floats)[0] if p]


def epsilon(given: Given, floats: Any) -> Any:
    p, q = (dict(each) for each in law(given, floats))
    found = R().of(0)
    for y in p:
        if p[y] or q[y]:
            if not p[y] or not q[y]:
                return INF
            found = max(found, abs(R().ln(p[y] / q[y])))
    return found


def stated(given: Given) -> Any:
    scale = real(given, "scale", above=0)
    bound = real(given, "bound", above=scale, below=2**46 * scale)
    return 1 / scale if has("SnapSlack") else 1 / scale + bound / scale / 2**49


FUNCTIONS = {
    "snapping_distribution": lambda g: distribution(g, False),
    "snapping_epsilon": lambda g: epsilon(g, False),
    "snapping_float_distribution": lambda g: distribution(g, True),
    "snapping_float_epsilon": lambda g: epsilon(g, True),
    "snapping_epsilon_bound": stated,
}
