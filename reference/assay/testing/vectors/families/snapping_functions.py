"""The snapping mechanism: its distribution in real arithmetic and in binary64, and the epsilon of either."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, nextafter
from struct import pack, unpack

from ....dp import Dist, profile
from ....errors import BudgetExceeded, InvalidValue
from ....exact import Number, certified, exp, maximum
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..family import Function

MOST_CELLS = 64
"""The bound is at most so many times the scale."""
HALF = Fraction(1, 2)


def power_of_two(scale: Fraction) -> Fraction:
    """The smallest 2^m, m whole, that is at least this."""
    found = Fraction(2) ** (scale.numerator.bit_length() - scale.denominator.bit_length() - 1)
    while found < scale:
        found *= 2
    return found


def snapped(at_most: Callable[[int], Number], grid: Fraction, bound: Fraction) -> Dist[Fraction]:
    """The distribution of clamp(grid K), from P(K <= k): what is beyond the bound is on its ends."""
    last = ceil(bound / grid)
    sums = [Number(0), *(at_most(k) for k in range(-last, last)), Number(1)]
    outcomes = [-bound, *(k * grid for k in range(1 - last, last)), bound]
    return Dist({y: after - before for y, (before, after) in zip(outcomes, pairwise(sums), strict=True)})


def clamp(value: Fraction, bound: Fraction) -> Fraction:
    """The nearest number between -bound and bound."""
    return max(-bound, min(value, bound))


def real_distribution(value: Fraction, scale: Fraction, bound: Fraction) -> Dist[Fraction]:
    """clamp(R(clamp(value) + Z)), R to the nearest multiple of the grid, Z Laplace noise on the reals."""
    grid, centre = power_of_two(scale), clamp(value, bound)

    def at_most(k: int) -> Number:
        z = ((k + HALF) * grid - centre) / scale
        return exp(z) / 2 if z <= 0 else 1 - exp(-z) / 2

    return snapped(at_most, grid, bound)


def logarithm(u: float) -> float:
    """ln(u), rounded to nearest."""
    return float(certified(Number(Fraction(u))).log())


def float_distribution(value: float, scale: float, bound: float) -> Dist[Fraction]:
    """The same where every operation is rounded to nearest, and a uniform number is rounded down."""
    grid, centre = power_of_two(Fraction(scale)), max(-bound, min(value, bound))

    def index(sign: int, u: float) -> int:
        y = centre + sign * scale * logarithm(u)
        return (Fraction(y) / grid + HALF).__floor__()

    def at_most(k: int) -> Number:
        # K grows with u where the sign is 1, and falls where it is -1
        grows = _below(_last(lambda u: index(1, u) <= k))
        falls = 1 - _below(_last(lambda u: index(-1, u) > k))
        return Number((grows + falls) / 2)

    return snapped(at_most, grid, Fraction(bound))


def _below(u: float) -> Fraction:
    """P(U <= u) of a uniform number on (0, 1) rounded down to 53 digits: the float after u; 0 at u = 0."""
    return Fraction(nextafter(u, 1.0)) if u else Fraction(0)


def _last(holds: Callable[[float], bool]) -> float:
    """The largest float in (0, 1) for which it holds, of those from the least on; 0 where there is none."""
    low, high = 0, unpack("<q", pack("<d", 1.0))[0]
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(_as_float(middle)) else (low, middle)
    return _as_float(low)


def _as_float(bits: int) -> float:
    found: float = unpack("<d", pack("<q", bits))[0]
    return found


def _parameters(given: Arguments, names: Sequence[str]) -> tuple[list[Fraction], Fraction, Fraction]:
    values = []
    for name in names:
        values.append(given.rational(name))
    scale, bound = given.positive("scale"), given.positive("bound")
    if not scale <= bound <= MOST_CELLS * scale:
        raise InvalidValue(f"bound = {bound} is not between the scale and {MOST_CELLS} times the scale")
    return values, scale, bound


def _float(value: Fraction, name: str) -> float:
    """A binary64 float that is neither subnormal nor near to the largest."""
    found = float(value)
    if Fraction(found) != value or (value and not Fraction(1, 2**500) <= abs(value) <= 2**500):
        raise InvalidValue(f"{name} = {value} is no binary64 float between 2^-500 and 2^500, nor 0")
    return found


def _distributions(given: Arguments, names: Sequence[str], *, floats: bool) -> list[Dist[Fraction]]:
    values, scale, bound = _parameters(given, names)
    if not floats:
        return [real_distribution(value, scale, bound) for value in values]
    s, b = _float(scale, "scale"), _float(bound, "bound")
    return [float_distribution(_float(value, name), s, b) for value, name in zip(values, names, strict=True)]


def _distribution(given: Arguments, *, floats: bool) -> Json:
    (distribution,) = _distributions(given, ["value"], floats=floats)
    return [[str(y), real(distribution[y])] for y in sorted(distribution.support)]


def _epsilon(given: Arguments, *, floats: bool) -> Json:
    p, q = _distributions(given, ["value", "other"], floats=floats)
    try:
        return real(max(profile(p, q).epsilon(0), profile(q, p).epsilon(0)))
    except BudgetExceeded:  # of floats: no field that is small enough holds all probabilities
        logs = [certified(p[y]).log() - certified(q[y]).log() for y in p.support]
        return real(maximum([part for each in logs for part in (each, -each)]))


def _bound(given: Arguments) -> Json:
    scale, bound = given.positive("scale"), given.positive("bound")
    if not scale < bound < 2**46 * scale:
        raise InvalidValue(f"bound = {bound} is not between the scale and 2^46 times the scale")
    return real(Number((1 + bound / 2**49) / scale))


_GRID = "G is the smallest power 2^m, m whole, that is at least `scale`"
_CLAMP = "clamp(y) is the nearest number to y between -bound and bound"
_REAL = (
    f"{_CLAMP}; {_GRID}; R(y) is the multiple of G that is nearest to y; Z has the density "
    "e^(-|z|/scale)/(2 scale) on the reals"
)
_FLOATS = (
    f"{_CLAMP}; {_GRID}; R(y) is the multiple of G that is nearest to y, the larger one of two; s is 1 or "
    "-1, each with probability 1/2; U is a uniform real number on (0, 1), rounded down to 53 significant "
    "binary digits, so that P(U <= u) is the next larger number of 53 digits; ln(U), the product scale "
    "times it, and the sum with s times it are each rounded to the nearest binary64 float, ties to even"
)
_RANGE = f"scale > 0 and bound are rational, scale <= bound <= {MOST_CELLS} scale"
_AS_FLOATS = "all of them are exactly binary64 floats, 0 or between 2^-500 and 2^500 in size"

FUNCTIONS = {
    "snapping_distribution": Function(
        "The distribution of clamp(R(clamp(value) + Z)), the snapping mechanism in real arithmetic: "
        f"{_REAL}. Outcomes of probability 0 are left out. `value` is rational; {_RANGE}.",
        "distribution",
        lambda given: _distribution(given, floats=False),
    ),
    "snapping_epsilon": Function(
        "The largest |ln(P(o)/Q(o))| over outcomes o, where P is the distribution of clamp(R(clamp(value) "
        f"+ Z)), and Q the same with `other` in place of `value`: {_REAL}. value and other are rational; "
        f"{_RANGE}.",
        "epsilon",
        lambda given: _epsilon(given, floats=False),
    ),
    "snapping_float_distribution": Function(
        "The distribution of clamp(R(clamp(value) + s scale ln(U))), the snapping mechanism in binary64: "
        f"{_FLOATS}. Outcomes of probability 0 are left out. {_RANGE}; value, scale and bound: {_AS_FLOATS}.",
        "distribution",
        lambda given: _distribution(given, floats=True),
    ),
    "snapping_float_epsilon": Function(
        "The largest |ln(P(o)/Q(o))| over outcomes o that P or Q has, where P is the distribution of "
        "clamp(R(clamp(value) + s scale ln(U))), and Q the same with `other` in place of `value`; inf if "
        f"only one of the two has an outcome: {_FLOATS}. {_RANGE}; value, other, scale and bound: "
        f"{_AS_FLOATS}.",
        "epsilon",
        lambda given: _epsilon(given, floats=True),
    ),
    "snapping_epsilon_bound": Function(
        "1/scale + 2^-49 bound/scale: the epsilon that is stated for the snapping mechanism in binary64 "
        "and a value that moves by at most 1. scale > 0 and bound are rational, scale < bound < 2^46 scale.",
        "epsilon",
        _bound,
    ),
}
