"""The expected L1 loss of a projected noisy histogram, in time k n: with and without noise on empty cells.

    R = E |delta(z) - theta|_1,     z_j = c_j + Z_j,   P(Z = z) = (1 - a)/(1 + a) a^|z|,   a = e^(-alpha/2)

where delta is `mechanisms.projection.project` with the rule "order": the cells keep min(max(z_j, 0), L) one
after the other, L being what is left of the n rows, and the last cell takes the rest.  The distribution of L
is carried from cell to cell; the loss of a cell depends on it alone.  Certified: interval arithmetic, refined
on demand.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..arguments import listed
from ..budgets.progress import track
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, Log, Number, exp, number
from ..exact._flint import arb, precision
from ..exact.real import brief
from ..mechanisms._arguments import integer_vector
from ..queries.sparse_histogram import noise_level


def noise_loss(counts: Sequence[int], alpha: EpsilonLike, *, sparse: bool) -> Number:
    """E |z - theta|_1 = r/n 2a/(1 - a^2), before projecting; r is the number of noisy cells."""
    cells, level = histogram_counts(counts), noise_level(alpha)
    noisy = sum(1 for c in cells if c or not sparse)
    a = exp(-level / 2)
    return number(Fraction(noisy, sum(cells))) * 2 * a / (1 - a * a)


def projected_loss(counts: Sequence[int], alpha: EpsilonLike, *, sparse: bool) -> Certified:
    """E |delta(z) - theta|_1 with noise on every cell, or (sparse) on the occupied cells only.

    Raises InvalidType, InvalidValue for negative counts, counts that sum to 0, fewer than two cells, and
    unless 0 < alpha < infinity.
    """
    cells, level = histogram_counts(counts), noise_level(alpha)

    def ball(bits: int) -> arb:
        with precision(bits + 32):
            return _expected(cells, level, sparse, bits + 32)

    return Certified(ball, f"expected L1 loss at alpha = {brief(level)}, k = {len(cells)}, n = {sum(cells)}")


def histogram_counts(counts: Sequence[int]) -> tuple[int, ...]:
    """The counts of a histogram of at least two cells; InvalidType, InvalidValue otherwise."""
    cells = integer_vector(tuple(listed(counts, "counts", "[3, 0, 1]")), "counts")
    if len(cells) < 2:
        raise InvalidValue(f"k = {len(cells)} cells leave nothing to estimate; give at least 2")
    if min(cells) < 0 or not any(cells):
        raise InvalidValue(f"counts = {brief(cells)} are no histogram; give counts >= 0 with a positive sum")
    return cells


def _expected(cells: tuple[int, ...], alpha: Log, sparse: bool, bits: int) -> arb:
    n, a = sum(cells), exp(-alpha / 2).enclosure(bits)
    powers = [arb(1)]
    for _ in range(n):
        powers.append(powers[-1] * a)
    tails = {c: [_tail(c, t, powers) for t in range(1, n + 1)] for c in {*cells[:-1]}}
    """P(c + Z >= t) for t = 1, ..., n."""
    left = [arb(0)] * n + [arb(1)]
    total = arb(0)
    for c in track(cells[:-1], "cells"):
        if c or not sparse:
            total += _cell_loss(left, c, tails[c])
            left = _after(left, c, powers, tails[c])
        # a cell without noise keeps nothing and loses nothing
    total += sum((mass * abs(rest - cells[-1]) for rest, mass in enumerate(left)), arb(0))
    return total / n


def _tail(c: int, t: int, powers: list[arb]) -> arb:
    """P(c + Z >= t) for t >= 1."""
    a = powers[1]
    return powers[t - c] / (1 + a) if t >= c else 1 - powers[c - t + 1] / (1 + a)


def _cell_loss(left: list[arb], c: int, tails: list[arb]) -> arb:
    """E |min(max(c + Z, 0), L) - c| over the distribution of L."""
    total, loss = left[0] * c, arb(c)
    for rest, step in enumerate(tails, 1):
        loss = loss - step if rest <= c else loss + step
        total += left[rest] * loss
    return total


def _after(left: list[arb], c: int, powers: list[arb], tails: list[arb]) -> list[arb]:
    """The distribution of L - min(max(c + Z, 0), L)."""
    size, a = len(left), powers[1]
    peak = (1 - a) / (1 + a)
    none = 1 - tails[0]
    beyond = _sums_from_above(left, a)
    inside = arb(0)
    """sum over 0 < s < c of left[rest + s] a^(c - s)"""
    for s in range(1, min(c, size)):
        inside += left[s] * powers[c - s]
    distribution = []
    for rest in range(size):
        far = beyond[rest + c] if rest + c < size else arb(0)
        if c == 0:
            far -= left[rest]
        distribution.append(left[rest] * none + peak * (far + inside))
        if c > 1:
            inside = a * (inside - (left[rest + 1] * powers[c - 1] if rest + 1 < size else 0))
            inside += left[rest + c] * a if rest + c < size else 0
    distribution[0] = left[0] + sum((mass * tail for mass, tail in zip(left[1:], tails, strict=True)), arb(0))
    return distribution


def _sums_from_above(left: list[arb], a: arb) -> list[arb]:
    """S(m) = sum over l >= m of left[l] a^(l - m)."""
    sums = [arb(0)] * (len(left) + 1)
    for m in reversed(range(len(left))):
        sums[m] = left[m] + a * sums[m + 1]
    return sums
