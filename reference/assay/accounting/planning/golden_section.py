"""Where a quasi-convex function is least, in floats: a place to compute at, which decides nothing.

Source: Brent, chapter 5 of his book of 1973 on algorithms without derivatives (Prentice-Hall).
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, isfinite, sqrt

from ...budgets.progress import checkpoint

SHARE = (3 - sqrt(5)) / 2


def least(of: Callable[[float], float], low: float, high: float, steps: int, width: float = 0.0) -> float:
    """Where a quasi-convex function is least between low and high, by golden section and parabolas.

    It ends after so many steps, or where the ends are less than `width` apart.
    """
    x = low + SHARE * (high - low)
    best = second = third = (of(x), x)
    before = last = high - low
    for done in range(steps):
        checkpoint("values", done)
        if high - low < width:
            break
        _, x = best
        step = _to_the_bottom(best, second, third)
        if best[0] == inf:  # nothing is known beyond
            high, step = x, SHARE * (low - x)
        elif not (low < x + step < high and abs(step) < abs(before) / 2):
            step = SHARE * ((low if x - low > high - x else high) - x)
            last = step / SHARE
        if abs(step) < width / 4:
            step = width / 4 if x - low < high - x else -width / 4
        before, last = last, step
        found = (of(x + step), x + step)
        if found[0] <= best[0]:
            low, high = (x, high) if step > 0 else (low, x)
            best, second, third = found, best, second
        else:
            low, high = (low, x + step) if step > 0 else (x + step, high)
            if found[0] <= second[0] or second[1] == x:
                second, third = found, second
            else:
                third = found
    return best[1]


def _to_the_bottom(x: tuple[float, float], w: tuple[float, float], v: tuple[float, float]) -> float:
    """The step from x to where the parabola through three points is least; inf where there is none."""
    r, q = (x[1] - w[1]) * (x[0] - v[0]), (x[1] - v[1]) * (x[0] - w[0])
    above, below = (x[1] - v[1]) * q - (x[1] - w[1]) * r, 2 * (q - r)
    return -above / below if below and isfinite(above) and isfinite(below) else inf
