"""Chains of float operations on one uniform variable, and where a monotone chain crosses a threshold.

A chain maps i in {0, ..., n - 1} to the float that the sampler's own arithmetic makes of i / n. Operations
that are rounded correctly (+, -, *, /, sqrt) are monotone as they are. A function of the C library is
monotone up to its error: if |computed - true| <= U units in the last place and the true function increases,
then computed(y) >= computed(x) - 2U units for all y >= x. The envelope carries this through the chain.
That U is at most 4 for the functions used is an assumption about the C library and numpy; the GNU C library's
manual has a table of known maximum errors, in which erfc, cbrt and the gamma functions are left out here.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

LIBRARY_ERROR = 4
"""Units in the last place by which a function of the C library may err."""

Envelope: TypeAlias = tuple[float, float, float]
"""(a, v, b): v is the value here; to the side where the chain grows all are >= a, to the other side <= b."""


@dataclass(frozen=True)
class Step:
    """One operation of a chain: its name and constants, the function, and its sense (+1 grows, -1 falls)."""

    name: str
    constant: object
    apply: Callable[[float], float]
    sense: int
    exact: bool = True

    def key(self) -> tuple[str, str]:
        """What tells this operation from others."""
        return self.name, repr(self.constant)


Chain: TypeAlias = tuple[Step, ...]


def evaluate(chain: Chain, x: float) -> float:
    """The float that the chain makes of x."""
    for step in chain:
        x = step.apply(x)
    return x


def envelope(chain: Chain, x: float) -> Envelope:
    """The value at x, with the bounds that hold for all arguments to either side of x."""
    low, value, high = x, x, x
    for step in chain:
        low, value, high = step.apply(low), step.apply(value), step.apply(high)
        if step.sense < 0:
            low, high = high, low
        if not step.exact:
            low, high = _down(low), _up(high)
    return low, value, high


def sense(chain: Chain) -> int:
    """+1 if the chain grows with its argument, -1 if it falls."""
    return math.prod(step.sense for step in chain)


def _down(x: float) -> float:
    for _ in range(2 * LIBRARY_ERROR):
        x = math.nextafter(x, -math.inf)
    return x


def _up(x: float) -> float:
    for _ in range(2 * LIBRARY_ERROR):
        x = math.nextafter(x, math.inf)
    return x
