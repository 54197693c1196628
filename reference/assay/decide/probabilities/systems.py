"""The systems of difference constraints of paths, split into independent parts, in normal form.

Parts that differ by the names of their draws alone are the same system, and are solved once.

**Differences.**  An outcome may hold the difference of two draws that are compared, as the gap to a
threshold.  Let x be a draw that is compared with y alone, and d = z_y - z_x.  On a piece of h_x the draw has
a density c e^(-a z_x) = c e^(-a z_y) e^(a d), a product of functions of z_y and of d, and the piece
itself, like each comparison of x with y, is a bound on z_y - d or on d: a difference constraint again.  So d
takes the place of x, and all draws but d are summed out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from ...errors import InvalidType
from ...programs.noise.orders import ORIGIN, Constraint, Distribution
from .elimination import Edges, eliminate, tighten
from .noise import CONTINUOUS, DISCRETE, Terms
from .piecewise import Piecewise, indicator, one_sided, two_sided
from .values import ONE, ZERO, Value


@dataclass(frozen=True, slots=True)
class Variable:
    """A draw with its distribution in whole units of t, restricted to low <= z < high (None: no bound)."""

    discrete: bool
    two_sided: bool
    rate: int
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Component:
    """Variables linked by constraints z_i - z_j <= n, in canonical order; `kept` occurs in the output."""

    variables: tuple[Variable, ...]
    edges: tuple[tuple[int, int, int], ...]
    kept: int | None
    difference: tuple[int, int] | None = None
    """The two variables whose difference, the first minus the second, occurs in the output instead."""


@lru_cache(maxsize=1 << 14)
def mass_function(v: Variable) -> Piecewise:
    """h_v: the distribution of the variable, cut to its bounds."""
    family = DISCRETE if v.discrete else CONTINUOUS
    distribution = (two_sided if v.two_sided else one_sided)(family, v.rate)
    if v.low is None and v.high is None:
        return distribution
    return distribution * indicator(family, v.low, v.high)


def components(
    distributions: list[Distribution],
    constraints: Iterable[Constraint],
    kept: Iterable[int],
    k: int,
    unit: int = 1,
    differences: Collection[tuple[int, int]] = (),
) -> list[tuple[Component, tuple[int, ...]]]:
    """The connected parts of a path's system, each with the draws that its variables stand for.

    Continuous variables are in units of 1/unit, which makes their bounds whole; k is a multiple of it.

    Raises ValueError where two kept variables fall into one component and are none of `differences`.
    """
    edges: Edges = {}
    for c in constraints:
        discrete = distributions[c.i if c.i != ORIGIN else c.j].discrete
        tighten(edges, c.i, c.j, int(c.n if discrete else c.n * unit))
    variables = [
        _variable(distribution, i, edges, k if distribution.discrete else k // unit)
        for i, distribution in enumerate(distributions)
    ]
    inner = {(i, j): n for (i, j), n in edges.items() if ORIGIN not in (i, j)}
    roles = dict.fromkeys(kept, 1) | {i: 2 for i, _ in differences} | {j: 3 for _, j in differences}
    return [
        _canonical(part, variables, inner, roles, differences) for part in _parts(len(distributions), inner)
    ]


def _variable(distribution: Distribution, i: int, edges: Edges, k: int) -> Variable:
    upper, lower = edges.get((i, ORIGIN)), edges.get((ORIGIN, i))
    low = None if lower is None or (lower == 0 and not distribution.two_sided) else -lower
    high = None if upper is None else upper + (1 if distribution.discrete else 0)
    return Variable(distribution.discrete, distribution.two_sided, int(distribution.rate * k), low, high)


def _parts(n: int, edges: Edges) -> list[list[int]]:
    """The connected components of the graph of the edges."""
    leader = list(range(n))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    for i, j in edges:
        leader[find(i)] = find(j)
    parts: dict[int, list[int]] = {}
    for i in range(n):
        parts.setdefault(find(i), []).append(i)
    return list(parts.values())


def _canonical(
    part: list[int],
    variables: list[Variable],
    edges: Edges,
    roles: dict[int, int],
    differences: Collection[tuple[int, int]],
) -> tuple[Component, tuple[int, ...]]:
    """The part renumbered: parts that differ by names alone come out equal (as far as colours tell)."""
    own = {(i, j): n for (i, j), n in edges.items() if i in part}
    colour: dict[int, object] = {i: (_sortable(variables[i]), roles.get(i, 0)) for i in part}
    for _ in range(min(len(part) - 1, 3)):
        colour = {
            i: (
                colour[i],
                tuple(sorted((n, colour[b]) for (a, b), n in own.items() if a == i)),
                tuple(sorted((n, colour[a]) for (a, b), n in own.items() if b == i)),
            )
            for i in part
        }
    order = sorted(part, key=lambda i: colour[i])  # type: ignore[arg-type, return-value]
    name = {old: new for new, old in enumerate(order)}
    kept = [i for i in order if i in roles]
    pair = next(((i, j) for i, j in differences if sorted(kept) == sorted((i, j))), None)
    if len(kept) > 1 and pair is None:
        raise ValueError("two values of the output depend on each other")
    renamed = tuple(sorted((name[i], name[j], n) for (i, j), n in own.items()))
    chosen = name[kept[0]] if kept and pair is None else None
    both = None if pair is None else (name[pair[0]], name[pair[1]])
    return Component(tuple(variables[i] for i in order), renamed, chosen, both), tuple(order)


def _sortable(v: Variable) -> tuple[int, ...]:
    bounds = [(0, 0) if b is None else (1, b) for b in (v.low, v.high)]
    return (int(v.discrete), int(v.two_sided), v.rate, *bounds[0], *bounds[1])


@lru_cache(maxsize=1 << 18)
def probability(component: Component) -> Value:
    """P(the constraints hold) for a component without a kept variable."""
    return sum((last.total() for last in _eliminated(component)), ZERO)


@lru_cache(maxsize=1 << 16)
def kept_distribution(component: Component) -> Piecewise:
    """v -> P(the constraints hold and z_kept = v), or its density in u = t v; or for a difference."""
    if component.difference is not None:
        functions = {i: mass_function(v) for i, v in enumerate(component.variables)}
        return difference(functions, {(i, j): n for i, j, n in component.edges}, *component.difference)
    first, *rest = _eliminated(component)
    return sum(rest, first)


def _eliminated(component: Component) -> list[Piecewise]:
    functions = {i: mass_function(v) for i, v in enumerate(component.variables)}
    return list(eliminate(functions, {(i, j): n for i, j, n in component.edges}, component.kept))


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
    total = Piecewise.nothing(h.family)
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
