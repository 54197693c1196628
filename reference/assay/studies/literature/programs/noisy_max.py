"""Report noisy max: the index of the largest noisy answer, or the bin of its value."""

from __future__ import annotations

from fractions import Fraction

from ....exact import EPS
from .bins import Body, Noise, Queries, bin_of


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
