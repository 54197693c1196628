"""Noisy sums and histograms.

The running outputs of SmartSum, and prefix sums, are sums of block sums, each with a noise of its own.  The
differences of neighbouring outputs give the noisy block sums back, so that releasing one or the other is the
same: a bijection of the outputs changes no divergence.  The programs release the noisy block sums; of prefix
sums these are the noisy answers.
"""

from __future__ import annotations

from fractions import Fraction

from ....exact import EPS
from .bins import Body, Noise, Queries


def noisy_sum(noise: Noise, factor: int = 1) -> Body:
    """sum(q) + noise of rate factor * eps (PartialSum; with factor 2 the bad one)."""

    def program(q: Queries) -> object:
        return sum(q) + noise(EPS * factor)

    return program


def noisy_blocks(noise: Noise, block: int, *, noisy_ends: bool = True) -> Body:
    """SmartSum with blocks of that length: each query noisy, but a block's end releases its whole sum.

    The good one adds noise of rate eps on both branches; the bad one none at the ends of blocks.
    """

    def program(q: Queries) -> object:
        released, total = list[object](), 0
        for i, answer in enumerate(q, 1):
            total += answer
            if i % block == 0:
                released.append(total + noise(EPS) if noisy_ends else total)
                total = 0
            else:
                released.append(answer + noise(EPS))
        return tuple(released)

    return program


def histogram(noise: Noise, rate: Fraction | int = 1) -> Body:
    """Each cell plus noise of rate rate * eps, all of them released (Hist1, and the prefix sums as above)."""

    def program(q: Queries) -> object:
        return tuple(cell + noise(EPS * rate) for cell in q)

    return program
