"""Sparse vector, the largest answer and k-min-max with Gaussian noise at epsilon = 1/2.

Sigma is the scale that Laplace noise has there: 2/epsilon for a threshold and for answers that are compared
with each other, 4/epsilon for answers that are compared with a threshold, 4k/epsilon for the k answers of
k-min-max.
"""

from __future__ import annotations

from collections.abc import Callable

from ....programs.noise.language import gaussian, laplace
from ....programs.noise.values import Noisy

Draw = Callable[[int], Noisy]
Answers = tuple[int, ...]


def above_threshold(noise: Draw) -> Callable[[Answers], int | None]:
    """The first answer that reaches the threshold 0."""

    def program(q: Answers) -> int | None:
        bar = noise(4)
        for i, answer in enumerate(q):
            if answer + noise(8) >= bar:
                return i
        return None

    return program


def largest(noise: Draw) -> Callable[[Answers], int]:
    """The place of the largest noisy answer."""

    def program(q: Answers) -> int:
        best, where = q[0] + noise(4), 0
        for i, answer in enumerate(q[1:], 1):
            value = answer + noise(4)
            if value > best:
                best, where = value, i
        return where

    return program


def min_max(noise: Draw, k: int = 2) -> Callable[[Answers], int | None]:
    """The first answer after k that is not between the least and the largest of these."""

    def program(q: Answers) -> int | None:
        first = [answer + noise(8 * k) for answer in q[:k]]
        low, high = min(first), max(first)
        for i, answer in enumerate(q[k:], k):
            value = answer + noise(8)
            if value < low or value > high:
                return i
        return None

    return program


def gaussian_of(sigma: int) -> Noisy:
    """Gaussian noise."""
    return gaussian(sigma)


def laplace_of(scale: int) -> Noisy:
    """Laplace noise of a scale."""
    return laplace(f"1/{scale}")
