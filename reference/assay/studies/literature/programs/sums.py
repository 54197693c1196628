"""Noisy sums, histograms and maxima.

The running outputs of SmartSum, and prefix sums, are sums of block sums, each with a noise of its own.  The
differences of neighbouring outputs give the noisy block sums back, so that releasing one or the other is the
same: a bijection of the outputs changes no divergence.  The programs release the noisy block sums; of prefix
sums these are the noisy answers.
"""

from __future__ import annotations

from fractions import Fraction

from ....exact import EPS
from .bins import Body, Noise, Queries, bin_of


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


def noisy_argmax(noise: Noise) -> Body:
    """The first index of the largest q_i + noise of rate eps/2 (NoisyMax1; NoisyMax2 if one-sided)."""

    def program(q: Queries) -> object:
        best, largest = 0, q[0] + noise(EPS / 2)
        for i, answer in enumerate(q[1:], 1):
            noisy = answer + noise(EPS / 2)
            if noisy > largest:
                best, largest = i, noisy
        return best

    return program


def noisy_maximum_binned(noise: Noise, rate: Fraction = Fraction(1, 2)) -> Body:
    """The bin of the largest q_i + noise (NoisyMax3; with one-sided noise NoisyMax4)."""

    def program(q: Queries) -> object:
        return bin_of(max(answer + noise(EPS * rate) for answer in q))

    return program


def noisy_maximum(noise: Noise, rate: Fraction = Fraction(1, 2)) -> Body:
    """The value of the largest q_i + noise, as it is."""

    def program(q: Queries) -> object:
        return max(answer + noise(EPS * rate) for answer in q)

    return program
