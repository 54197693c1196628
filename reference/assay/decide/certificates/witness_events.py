"""A refutation spelled out for a reader without Assay: every way in which the two inputs lead to the event.

    {"epsilon": "1", "factor": "exp(1)", "delta": "0", "events": [[WAYS OF x, WAYS OF x'], ...]}

A way is {"weight": w, "draws": [{"rate", "discrete", "two_sided"}, ...], "constraints": [[i, j, n], ...]}:
its probability is w times that of  z_i - z_j <= n  for all constraints, for independent draws at the epsilon
of the witness, an index of -1 meaning the constant 0.  The probability of the event is the sum over its ways.
An event that holds a value of continuous noise has density, not probability, at that value; the events listed
are then the windows of width 1/16 on either side, one of which shows the claim to fail.

`spec/recheck_witness.py` confirms such a file.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from math import ceil

from ...errors import InvalidValue
from ...exact import Log
from ...programs.noise.orders import ORIGIN, Order
from ...programs.noise.places import Coordinate
from ..decision import FailsFor
from ..mechanism import SymbolicMechanism
from ..regions.cases import Range
from ..released_comparisons import Leaf

WINDOW = Fraction(1, 16)

Way = dict[str, object]
Values = tuple["int | Fraction | Range", ...]


def witness_events(
    mechanism: SymbolicMechanism, verdict: FailsFor, rates_at: Fraction | None = None
) -> object:
    """The JSON value above.  rates_at: the number for EPS in the rates, if it is not that of the claim."""
    x, y = verdict.witness.inputs
    at = verdict.at if rates_at is None else rates_at
    claim = verdict.witness.epsilon
    return {
        "epsilon": str(verdict.at),
        "factor": _exponential(claim),
        "delta": str(verdict.witness.delta),
        "events": [
            [[way for o in verdict.witness.event for way in ways(mechanism, z, o, at, side)] for z in (x, y)]
            for side in _sides(mechanism, x, verdict.witness.event)
        ],
    }


def is_density(mechanism: SymbolicMechanism, verdict: FailsFor) -> bool:
    """Whether the witness compares densities, at values of continuous noise, in units of t = epsilon/k."""
    w = verdict.witness
    return len(_sides(mechanism, w.inputs[0], w.event)) > 1


def _exponential(epsilon: Log) -> str:
    """e^epsilon, as exp(r) for a rational epsilon r, else as the number that it is."""
    if epsilon.exact_rational() is not None:
        return f"exp({epsilon})"
    return str(epsilon.exp())


def _sides(mechanism: SymbolicMechanism, x: Hashable, event: tuple[Hashable, ...]) -> tuple[int, ...]:
    """Windows above (1) or below (-1) every continuous value; one of the two where there is none."""
    found = [read(mechanism, x, outcome) for outcome in event]
    at_points = [shape for shape, values in found if not any(isinstance(v, Range) for v in values)]
    return (1, -1) if any(_continuous(mechanism, x, shape) for shape in at_points) else (1,)


def _continuous(mechanism: SymbolicMechanism, x: Hashable, shape: Hashable) -> bool:
    leaves = (leaf for leaf in mechanism.leaves(x) if leaf.shape == shape)
    return any(
        c.terms and not c.floored and not leaf.path.order.distributions[c.terms[0][0]].discrete
        for leaf in leaves
        for c in leaf.coordinates
    )


def read(mechanism: SymbolicMechanism, x: Hashable, outcome: Hashable) -> tuple[Hashable, Values]:
    """The shape and the noisy values of an outcome of a witness."""
    if outcome in mechanism.row(x):
        return outcome, ()
    if isinstance(outcome, tuple) and len(outcome) == 2:
        return outcome[0], outcome[1]
    raise InvalidValue(f"{outcome!r} is no outcome on {x!r}")


def ways(
    mechanism: SymbolicMechanism, x: Hashable, outcome: Hashable, at: Fraction, side: int
) -> Iterator[Way]:
    """Every path of the program on x that leads to the outcome."""
    shape, values = _either(mechanism, x, outcome)
    leaves = mechanism.leaves(x)
    if not leaves and shape in mechanism.row(x):
        weight = mechanism.row(x)[shape].value().at(at / mechanism.k)
        yield {"weight": str(weight), "draws": [], "constraints": []}
    for leaf in leaves:
        if leaf.shape == shape and _fits(leaf, values):
            yield _way(leaf, values, at, side)


def _fits(leaf: Leaf, values: Values) -> bool:
    """Whether the plain integers that a path returns in noisy places are the values there."""
    plain = [(c.offset, v) for c, v in zip(leaf.coordinates, values, strict=True) if not c.terms]
    return all(n in v if isinstance(v, Range) else n == v for n, v in plain)


def _either(mechanism: SymbolicMechanism, x: Hashable, outcome: Hashable) -> tuple[Hashable, Values]:
    """As `read`, for an outcome that may be impossible on this input."""
    try:
        return read(mechanism, x, outcome)
    except InvalidValue:
        return outcome, ()


def _way(leaf: Leaf, values: Values, at: Fraction, side: int) -> Way:
    order = leaf.path.order
    constraints: list[list[int | str]] = [[c.i, c.j, str(c.n)] for c in order.constraints]
    for coordinate, v in zip(leaf.coordinates, values, strict=True):
        if coordinate.terms:
            discrete = coordinate.floored or order.distributions[coordinate.terms[0][0]].discrete
            below, above = v.ends() if isinstance(v, Range) else _window(discrete, v, side)
            constraints += _between(coordinate, below, above, order)
    return {
        "weight": str(leaf.path.weight.substitute(at)),
        "draws": [
            {
                "rate": str(distribution.rate * at),
                "discrete": distribution.discrete,
                "two_sided": distribution.two_sided,
            }
            for distribution in order.distributions
        ],
        "constraints": constraints,
    }


def _between(
    c: Coordinate, below: Fraction | None, above: Fraction | None, order: Order
) -> Iterator[list[int | str]]:
    """The constraints by which a coordinate lies between two values, ends included.

    Raises InvalidValue for a sum of draws that is no difference of two.
    """
    factor = abs(Fraction(c.terms[0][1]))
    up = [i for i, sign in c.terms if sign > 0]
    down = [i for i, sign in c.terms if sign < 0]
    if max(len(up), len(down)) > 1:
        raise InvalidValue("a witness whose event holds a sum of draws cannot be spelled out by differences")
    i, j = (up or [ORIGIN])[0], (down or [ORIGIN])[0]
    discrete = order.distributions[c.terms[0][0]].discrete
    if above is not None:
        high = (above + (1 if c.floored else 0) - c.offset) / factor
        yield [i, j, str(ceil(high) - 1 if c.floored and discrete else high)]
    if below is not None:
        low = (below - c.offset) / factor
        yield [j, i, str(-ceil(low) if c.floored and discrete else -low)]


def _window(discrete: bool, v: int | Fraction, side: int) -> tuple[Fraction, Fraction]:
    if discrete:
        return Fraction(v), Fraction(v)
    return (Fraction(v), v + WINDOW) if side > 0 else (v - WINDOW, Fraction(v))
