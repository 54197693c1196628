"""The distribution of the difference of two draws that are compared, as of the gap to a threshold.

Let x be a draw that is compared with y alone, and d = z_y - z_x.  On a piece of its distribution h_x the
draw has a density c e^(-a z_x) = c e^(-a z_y) e^(a d), a product of functions of z_y and of d, and the piece
itself, like each comparison of x with y, is a bound on z_y - d or on d: a difference constraint again.  So d
takes the place of x, and all draws but d are summed out.
"""

from __future__ import annotations

from ...errors import InvalidType
from .elimination import Edges, eliminate
from .noise import Terms
from .piecewise import Piecewise, indicator
from .values import ONE


def difference(functions: dict[int, Piecewise], edges: Edges, plus: int, minus: int) -> Piecewise:
    """w -> P(the constraints hold and z_plus - z_minus = w), or its density in u = t w.

    Raises InvalidType where both draws are compared with others as well.
    """
    for x, y in ((plus, minus), (minus, plus)):
        kept = {pair: n for pair, n in edges.items() if not _follows(pair, n, edges, x, y)}
        if all(pair in ((x, y), (y, x)) for pair in kept if x in pair):
            found = _instead_of(x, y, functions, kept)
            return found.reflected() if x == plus else found
    raise InvalidType(
        "an outcome holds the difference of two draws, both of which are compared with others as well; "
        "return one of the two values, or the difference of a draw that is compared with the other one alone"
    )


def _follows(pair: tuple[int, int], n: int, edges: Edges, x: int, y: int) -> bool:
    """Whether a constraint on x and a third draw follows from those on x and y, and on y and the third."""
    i, j = pair
    if x not in pair or y in pair:
        return False
    first, second = ((x, y), (y, j)) if i == x else ((i, y), (y, x))
    return first in edges and second in edges and edges[first] + edges[second] <= n


def _instead_of(x: int, y: int, functions: dict[int, Piecewise], edges: Edges) -> Piecewise:
    """d -> P(the constraints hold and z_y - z_x = d)."""
    h, step = functions[x], 1 if functions[x].family.discrete else 0
    upper, lower = edges.get((y, x)), edges.get((x, y))
    bounds = indicator(h.family, None if lower is None else -lower, None if upper is None else upper + step)
    others = {pair: n for pair, n in edges.items() if x not in pair}
    total = Piecewise(h.family, (), ({},))
    for n, piece in enumerate(h.pieces):
        low = None if n == 0 else h.breaks[n - 1]
        high = None if n == len(h.breaks) else h.breaks[n] - step
        for (a, _), c in piece.items():
            at_y: Terms = {(a, 0): c}
            at_d: Terms = {(-a, 0): ONE}
            replaced = {
                **functions,
                y: functions[y] * Piecewise(h.family, (), (at_y,)),
                x: bounds * Piecewise(h.family, (), (at_d,)),
            }
            narrowed = dict(others)
            if low is not None:
                narrowed[x, y] = -low
            if high is not None:
                narrowed[y, x] = high
            total = sum(eliminate(replaced, narrowed, x), total)
    return total
