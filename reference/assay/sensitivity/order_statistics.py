"""Two consecutive order statistics of independent draws, as probabilities or as generating functions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import TypeVar

from ..exact._flint import fmpz_mpoly
from .quantiles import binomial_tail

V = TypeVar("V", Fraction, fmpz_mpoly)


def consecutive(cdf: Sequence[V], draws: int, rank: int) -> dict[tuple[int, int], V]:
    """The distribution of the (rank - 1)-th and the rank-th smallest of independent draws, by levels.

    cdf: H(level 0) = 0 for "below all", H(level 1), ..., H(level r), the whole: 1, or a generating function.
    Level 0 stands for a rank of 0, level r + 1 for a rank beyond the number of draws.
    """
    r, whole, ways = len(cdf) - 1, cdf[-1], comb(draws, rank - 1)

    def apart(i: int, j: int) -> V:
        """P(a <= level i, b >= level j), i < j."""
        if i < 0 or j > r + 1:
            return 0 * whole
        return ways * cdf[i] ** (rank - 1) * (whole - cdf[j - 1]) ** (draws - rank + 1)

    found: dict[tuple[int, int], V] = {}
    at_most = 0 * whole
    for i in range(r + 1):
        here = at_least(draws, cdf[i], whole, rank - 1)
        left, at_most = here - at_most, here
        for j in range(i + 1, r + 2):
            mass = apart(i, j) - apart(i - 1, j) - apart(i, j + 1) + apart(i - 1, j + 1)
            left -= mass
            if mass:
                found[i, j] = mass
        if left:
            found[i, i] = left
    return found


def at_least(draws: int, part: V, whole: V, least: int) -> V:
    """The generating function of at least so many draws in the part; P(Binomial >= least) for numbers."""
    if isinstance(part, Fraction):
        return binomial_tail(draws, part, least)
    terms = (
        comb(draws, m) * part**m * (whole - part) ** (draws - m) for m in range(max(least, 0), draws + 1)
    )
    return sum(terms, 0 * whole)
