"""epsilon at a delta for a composition whose total losses are not listed one by one.

    D(t) = P(L = inf) + P(L > ln t) - t Q(L > ln t)      (finite L in the last two)

is convex, decreasing and linear between the losses.  Where D(t) > delta, the line through it meets delta not
beyond the solution, so that Newton's steps from below never pass it; each ends on a later piece, or on it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..exact import Log, Number, eps, ln
from ..exact._flint import arb, ends, precision
from ..exact.fields import RATIONALS
from ..exact.number import from_element
from ..exact.order import FIRST_BITS
from .finite_pair import ONE

Tails = Callable[[Log], tuple[Number, Number]]
"""(P, Q) of a finite loss above a bound."""


def least_epsilon(tails: Tails, infinite: Number, allowed: Number, highest: Log, pieces: int) -> Log:
    """The least epsilon >= 0 with delta(epsilon) <= allowed, for allowed >= infinite.

    highest: the largest finite loss.  pieces: about how many losses there are.
    """
    above, below = tails(eps(0))
    if infinite + above - below <= allowed:
        return eps(0)
    if allowed == infinite:
        return highest
    t = _start(tails, infinite, allowed, highest, pieces)
    while True:
        above, below = tails(ln(t))
        root = (infinite + above - allowed) / below
        if root == t:
            return ln(t)
        t = root


def _start(tails: Tails, infinite: Number, allowed: Number, highest: Log, pieces: int) -> Number:
    """Some t >= 1 with D(t) > allowed, by bisection about as near to the solution as the next loss."""
    found, low, high = ONE, 0, 2 * pieces
    while high - low > 1:
        middle = (low + high) // 2
        t = _power(highest, middle, 2 * pieces)
        above, below = tails(ln(t))
        if infinite + above - t * below > allowed:
            found, low = t, middle
        else:
            high = middle
    return found


def _power(highest: Log, share: int, of: int) -> Number:
    """A rational near e^(highest share/of), for highest > 0; 1 where that is too long to write down."""
    ball = highest.enclosure(FIRST_BITS)
    with precision(FIRST_BITS):
        found = ends((ball * arb(share) / arb(of)).exp())
    return ONE if found is None else from_element((RATIONALS, found[1]))
