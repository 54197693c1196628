"""Kernels on the matrix of a finite mechanism: every measure over all adjacent pairs, exactly.

`matrix` turns the mechanism into ranks of distinct probabilities, `links` its adjacency into pairs of
positions, `classes` merges pairs that no divergence can tell apart and surveys them, and `measures` evaluates
exactly those that may attain a worst case.  `random_neighbours` answers Random DP, whose pairs are drawn.
"""

from __future__ import annotations

from .measures import Kernel
from .random_neighbours import random_dp

__all__ = ["Kernel", "random_dp"]
