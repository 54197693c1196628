"""Noisy histograms: every cell with noise of its own."""

from __future__ import annotations

from ....exact import EPS
from .bins import Body, Noise, Queries


def histogram(noise: Noise) -> Body:
    """Each cell plus noise of rate eps, all of them released (Hist1)."""

    def program(q: Queries) -> object:
        return tuple(cell + noise(EPS) for cell in q)

    return program
