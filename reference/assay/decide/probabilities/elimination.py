"""P(all constraints of a path hold), in closed form, by eliminating one noise variable after the other.

The probability is a sum (an integral) over all variables of a product of functions h_v(z_v) of one variable
each, where the constraints hold.  A variable v with

    max of (z_w - n) over its lower neighbours  <=  z_v  <=  min of (z_w + n) over its upper neighbours

is summed out: for every choice of the neighbours l and u that give the maximum and the minimum, with H the
sum of h_v up to its argument, what remains is H(z_u + n_u) - H(z_l - n_l - 1), and each part is again a
function of one variable.  The constraints that say which neighbour is extreme, and that the maximum is at
most the minimum, are again difference constraints.  So the class is closed, and the last variable gives a
number, or the distribution of one value.
"""

from __future__ import annotations

from collections.abc import Iterator

from .piecewise import Piecewise

Functions = dict[int, Piecewise]
"""h_v for every variable v that is left."""

Edges = dict[tuple[int, int], int]
"""The tightest n with z_i - z_j <= n, for every (i, j) that has one."""

Bound = tuple[int, int]
"""(w, n): the bound z_w + n."""


def tighten(edges: Edges, i: int, j: int, n: int) -> bool:
    """Add z_i - z_j <= n; False where that is impossible on its own (i = j and n < 0)."""
    if i == j:
        return n >= 0
    edges[(i, j)] = min(n, edges.get((i, j), n))
    return True


def eliminate(functions: Functions, edges: Edges, kept: int | None) -> Iterator[Piecewise]:
    """Functions of one variable each whose totals add up to the probability (of `kept`, if any is kept)."""
    if len(functions) == 1:
        yield from functions.values()
        return
    v = min((i for i in functions if i != kept), key=lambda i: _branches(i, edges))
    uppers = [(w, n) for (i, w), n in edges.items() if i == v]
    lowers = [(w, -n) for (w, i), n in edges.items() if i == v]
    others = {i: h for i, h in functions.items() if i != v}
    rest = {pair: n for pair, n in edges.items() if v not in pair}
    strict = 1 if functions[v].family.discrete else 0
    low_choices: list[Bound | None] = [*lowers] or [None]
    high_choices: list[Bound | None] = [*uppers] or [None]
    for low in low_choices:
        for high in high_choices:
            narrowed = _extreme(rest, low, lowers, high, uppers, strict)
            if narrowed is not None:
                for replaced in _summed_out(functions[v], others, low, high, strict):
                    yield from eliminate(replaced, narrowed, kept)


def _branches(v: int, edges: Edges) -> int:
    """How many systems come out of eliminating the variable."""
    uppers = [w for i, w in edges if i == v]
    lowers = [w for w, i in edges if i == v]
    choices = max(1, len(uppers)) * max(1, len(lowers))
    return choices * (2 if uppers and lowers and not (choices == 1 and uppers == lowers) else 1)


def _extreme(
    edges: Edges,
    low: Bound | None,
    lowers: list[Bound],
    high: Bound | None,
    uppers: list[Bound],
    strict: int,
) -> Edges | None:
    """The constraints by which `low` is the largest lower bound, `high` the least upper one, low <= high.

    Of equal bounds the first is taken.  None where the constraints contradict each other at once.
    """
    found = dict(edges)
    before = True
    for other in lowers:
        if other == low:
            before = False
        elif low is not None and not tighten(
            found, other[0], low[0], low[1] - other[1] - (strict if before else 0)
        ):
            return None
    before = True
    for other in uppers:
        if other == high:
            before = False
        elif high is not None and not tighten(
            found, high[0], other[0], other[1] - high[1] - (strict if before else 0)
        ):
            return None
    if low is not None and high is not None and not tighten(found, low[0], high[0], high[1] - low[1]):
        return None
    return found


def _summed_out(
    h: Piecewise, others: Functions, low: Bound | None, high: Bound | None, step: int
) -> Iterator[Functions]:
    """The functions of the others times H(high) - H(low - step), as one product or as two."""
    rising = h.cumulative()
    if low is None and high is None:
        yield _times(others, next(iter(others)), Piecewise.constant(h.family, rising.limit()))
    elif low is None and high is not None:
        yield _times(others, high[0], rising.shift(high[1]))
    elif high is None and low is not None:
        yield _times(others, low[0], h.remaining().shift(low[1] - step))
    elif low is not None and high is not None:
        above, below = rising.shift(high[1]), rising.shift(low[1] - step).negated()
        if low[0] == high[0]:
            yield _times(others, low[0], above + below)
        else:
            yield _times(others, high[0], above)
            yield _times(others, low[0], below)


def _times(functions: Functions, w: int, factor: Piecewise) -> Functions:
    """The functions with that of z_w multiplied."""
    return {**functions, w: functions[w] * factor}
