"""Sums of exponentials at equidistant frequencies, by products of matrices."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from ...exact._flint import acb, acb_mat, arb, rational


def moments(weights: list[arb], losses: list[arb], step: Fraction, count: int) -> list[acb]:
    """sum_j w_j e^(i n step l_j) for 0 <= n < count, as one product of matrices: n = a + b block."""
    block = max(1, isqrt(count))
    blocks = -(-count // block)
    rows = [[w * z for w, z in zip(weights, row, strict=True)] for row in powers(losses, step, block)]
    columns = powers(losses, step * block, blocks)
    found = acb_mat(rows) * acb_mat(columns).transpose()
    return [found[n % block, n // block] for n in range(count)]


def powers(losses: list[arb], step: Fraction, count: int) -> list[list[acb]]:
    """e^(i n step l_j) for 0 <= n < count, as products of two of half the exponent: few roundings."""
    rows = [[acb(1)] * len(losses)]
    if count > 1:
        rows.append([acb(0, loss * rational(step)).exp() for loss in losses])
    for n in range(2, count):
        rows.append([x * z for x, z in zip(rows[n // 2], rows[n - n // 2], strict=True)])
    return rows
