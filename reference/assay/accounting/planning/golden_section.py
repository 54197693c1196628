"""Where a function is least, in floats: what is found is a place to compute at, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt

from ...budgets.progress import checkpoint

GOLDEN = (sqrt(5) - 1) / 2


def least(of: Callable[[float], float], low: float, high: float, steps: int, width: float = 0.0) -> float:
    """Where a quasi-convex function is least between low and high, by golden section.

    It ends after so many steps, or where the ends are less than `width` apart.
    """
    a, b = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    at_a, at_b = of(a), of(b)
    for done in range(steps):
        checkpoint("values", done)
        if high - low < width:
            break
        if at_a < at_b or at_b == inf:
            high, b, at_b = b, a, at_a
            a = high - GOLDEN * (high - low)
            at_a = of(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + GOLDEN * (high - low)
            at_b = of(b)
    return a if at_a <= at_b else b
