"""The L-infinity mechanism on a grid: integer vectors with noise that decays in the largest coordinate.

    P(Z = z) = a^|z|_inf / C   on Z^d,   a = e^(-epsilon/Delta),   C = sum over z of a^|z|_inf

Where x changes by at most Delta in every coordinate at once, |z|_inf changes by at most Delta, so that x + Z
is epsilon-DP whatever d is. For the noise on R^d see `l_infinity_noise`.

All masses are finite sums: with G(r) the number of z in a box with |z|_inf <= r,

    sum over z in the box of a^|z|_inf  =  (1 - a) sum over r >= 0 of a^r G(r),

and G is a polynomial in r from the largest finite end of the box on.
Source: Steinke and Ullman, "Between pure and approximate differential privacy", 2017, section 4.1 (on R^d).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from math import prod
from typing import Literal, TypeAlias

from ..adjacency import Adjacency, linf
from ..arguments import integer, probability
from ..budgets.sizes import check_power, check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Number, eps, integer_text, number
from ..mechanisms._arguments import decay, integer_range, integer_vector, one_of

Vector: TypeAlias = tuple[int, ...]
Side: TypeAlias = tuple[int | None, int | None]
"""The integers from the first to the last; None is an infinite end."""
Tails: TypeAlias = Literal["clamped", "truncated"]


def l_infinity(
    d: int,
    epsilon: EpsilonLike,
    *,
    sensitivity: int = 1,
    low: int = 0,
    high: int = 1,
    tails: Tails = "clamped",
    domain: Iterable[Vector] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Vector, Vector]:
    """x + Z brought to the grid {low, ..., high}^d, with P(Z = z) proportional to a^|z|_inf.

    clamped: every coordinate of x + Z is moved to the nearest end of low..high (post-processing: the exact
    epsilon is at most epsilon). truncated: x + Z conditioned on lying in the grid, where the normalising
    constant depends on x and costs more. a = e^(-epsilon/sensitivity); neighbours differ by at most the
    sensitivity in every coordinate; inputs are by default all points of the grid.

    One-way marginals of n rows in {-1, +1}^d: x_j is the number of +1 in column j, low = 0, high = n,
    sensitivity 1; the marginal is (2 x_j - n)/n.
    Raises InvalidValue for d < 1, sensitivity < 1, an empty range, epsilon = 0 with clamped tails.
    Source: Steinke and Ullman 2017, Theorem 4.1; the grid as in Ghosh, Roughgarden and Sundararajan, STOC
    2009, for d = 1.
    """
    size, outputs = integer(d, "d", 1), integer_range(low, high)
    a = decay(eps(epsilon, "epsilon") / integer(sensitivity, "sensitivity", 1))
    how = one_of(tails, "tails", ("clamped", "truncated"))
    if how == "clamped":
        check_decay(a)
    if domain is None:
        because = f"d = {integer_text(size)} with {len(outputs)} values for each coordinate"
        check_power(len(outputs), size, "vectors", because, "use a smaller d or range, or give a domain")
    distribution = _clamped if how == "clamped" else _truncated
    return Mechanism(
        lambda x: distribution(a, _point(x, size), outputs),
        product(outputs, repeat=size) if domain is None else domain,
        linf(sensitivity) if adjacency is None else adjacency,
        name="l_infinity" if how == "clamped" else "l_infinity (truncated)",
    )


def _point(x: object, d: int) -> Vector:
    vector = integer_vector(x)
    if len(vector) != d:
        raise InvalidValue(f"input = {x!r} (tuple) is not an input; give a tuple of d = {d} integers")
    return vector


def _clamped(a: Number, x: Vector, outputs: range) -> Dist[Vector]:
    """Each output collects the noise that is clamped into it."""
    total = box_weight(a, [(None, None)] * len(x))
    cells = product(outputs, repeat=len(x))
    return Dist(
        {y: box_weight(a, [_cell(c, s, outputs) for c, s in zip(y, x, strict=True)]) / total for y in cells}
    )


def _cell(y: int, x: int, outputs: range) -> Side:
    """The noise that moves x to y."""
    return (None if y == outputs[0] else y - x, None if y == outputs[-1] else y - x)


def _truncated(a: Number, x: Vector, outputs: range) -> Dist[Vector]:
    """a^|y - x|_inf on the grid, renormalised."""
    far = {y: max(abs(c - s) for c, s in zip(y, x, strict=True)) for y in product(outputs, repeat=len(x))}
    nearest = min(far.values())
    return Dist.from_weights({y: a ** (r - nearest) for y, r in far.items()})


def check_decay(ratio: Number) -> None:
    """Refuse a ratio of 1, where the weights on Z^d have no finite sum."""
    if probability(ratio, "ratio") == 1:
        raise InvalidValue(
            "epsilon = 0 (Log): noise on all of Z^d needs epsilon > 0; or take tails='truncated'"
        )


MOST_SHELLS = 1 << 11
"""Sums over more shells |z|_inf = r, of exact numbers that grow with r, are not begun."""


def box_weight(ratio: ExactLike, box: Sequence[Side]) -> Number:
    """The sum of a^|z|_inf over the integer points z of a box, infinite sides included, for 0 <= a < 1.

    A side is a pair (low, high); None is an infinite end.
    """
    a = number(ratio, "ratio")
    check_decay(a)
    sides = [_side(side) for side in box]
    if not sides:
        raise InvalidValue("box has no sides; d must be at least 1")
    settled = max((abs(end) for side in sides for end in side if end is not None), default=0)
    check_size(
        settled + len(sides), "shells", f"a box of {len(sides)} sides", "use a smaller box", MOST_SHELLS
    )
    counts = [_points(sides, r) for r in range(settled + len(sides) + 1)]
    head = sum((a**r * counts[r] for r in range(settled)), number(0))
    return (1 - a) * (head + a**settled * _geometric_sum(a, counts[settled:]))


def _side(side: object) -> Side:
    if not isinstance(side, tuple) or len(side) != 2:
        raise InvalidType(f"box holds {side!r}; each side is a pair (low, high), None for an infinite end")
    low, high = (None if end is None else integer(end, "end of a side") for end in side)
    return low, high


def _points(sides: Sequence[Side], r: int) -> int:
    """G(r), the number of integer points of the box with |z|_inf <= r."""
    return prod(
        max(0, (r if high is None else min(high, r)) - (-r if low is None else max(low, -r)) + 1)
        for low, high in sides
    )


def _geometric_sum(a: Number, values: Sequence[int]) -> Number:
    """The sum of a^m p(m) over m >= 0 for the polynomial p with these first values p(0), p(1), ...

    It is the sum over k of (k-th forward difference of p at 0) a^k / (1 - a)^(k+1).
    """
    total, factor, row = number(0), 1 / (1 - a), list(values)
    while row:
        total += row[0] * factor
        factor *= a / (1 - a)
        row = [after - before for before, after in pairwise(row)]
    return total


def grid_norm_tail(ratio: ExactLike, d: int, m: int) -> Number:
    """P(|Z|_inf >= m) for P(Z = z) proportional to a^|z|_inf on Z^d."""
    a, size, radius = number(ratio, "ratio"), integer(d, "d", 1), integer(m, "m")
    because = f"d = {integer_text(size)}, m = {integer_text(radius)}"
    check_size(size + radius, "shells", because, "use smaller ones", MOST_SHELLS)
    total = box_weight(a, [(None, None)] * size)
    shells = ((2 * r + 1) ** size - max(2 * r - 1, 0) ** size for r in range(max(radius, 0)))
    return 1 - sum((a**r * shell for r, shell in enumerate(shells)), number(0)) / total


def radius_mass(ratio: ExactLike, d: int, r: int) -> Number:
    """P(R = r) = (1 - a) a^r (2r + 1)^d / C for r = 0, 1, ...: the radius of the exact sampler on Z^d.

    Given R = r, a uniform point of {-r, ..., r}^d has the distribution of the noise, since a^m is (1 - a)
    times the sum of a^r over r >= m. It is the discrete form of a gamma radius with shape d + 1.
    """
    a, size, radius = number(ratio, "ratio"), integer(d, "d", 1), integer(r, "r", 0)
    check_size(size, "shells", f"d = {integer_text(size)}", "use a smaller d", MOST_SHELLS)
    cube = number(2 * radius + 1) ** size
    return (1 - a) * a**radius * cube / box_weight(a, [(None, None)] * size)
