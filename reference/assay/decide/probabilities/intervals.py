"""Mechanisms that take a number e for their epsilon: probabilities are functions of e itself, on an interval.

Two readings of a mistake, both with the claim "e-private":

* `decide_between`: probabilities are polynomials in e and e^(-e) on 0 < e < high, such as a bias (1 - e)/2;
* `decide_reciprocal`: the rate of the noise is 1/e.  The loss is c/e for a rational c, so that the claim
  c/e <= e holds iff e^2 >= c.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from math import isqrt

from ...adjacency.relation import Adjacency
from ...dp import Proved, Undecided, Verdict, Witness
from ...dp.witness import Outcome
from ...errors import InvalidValue
from ...exact import Log, number
from ..decision import FailsFor
from ..inequalities.ratios import Pair
from ..mechanism import SymbolicMechanism, require_distribution
from ..signs.epsilon_sets import EpsilonSet, Interval, positive_set, restricted, simplest_between
from ..signs.sign_table import sign_table
from ..smallest import smallest_multiple
from .values import ZERO, T, Value

Table = dict[Hashable, dict[Hashable, Value]]
"""P(M(x) = o) as values in t = e and y = e^(-e), for every input x and outcome o."""


def root_at(t: Fraction) -> Interval:
    """(0, t) as an interval with an exact end."""
    return Interval(None, sign_table(T * t.denominator - t.numerator).roots[0])


def decide_between(
    rows: Table,
    adjacency: Adjacency,
    high: Fraction,
    *,
    name: str = "mechanism",
    delta: Fraction = Fraction(0),
) -> Verdict:
    """Judge  P(M(x) in S) <= e^e P(M(x') in S) + delta  for all adjacent pairs, events S, and 0 < e < high.

    For delta > 0 the mechanism may have two outcomes at most, so that single outcomes are all events.

    Raises InvalidValue for a row that is no distribution for all those e.
    """
    inside = root_at(high)
    for x, row in rows.items():
        require_distribution(x, row, inside)
    if delta and max(len(row) for row in rows.values()) > 2:
        raise InvalidValue(f"{name} has more than two outcomes; give delta = 0")
    violated: list[tuple[Pair, Hashable, list[Interval]]] = []
    for x, y in adjacency.pairs(tuple(rows)):
        for o, p in rows[x].items():
            excess = p - Value.power(-1) * rows[y].get(o, ZERO) - Value.of(delta)
            where = restricted(positive_set(sign_table(excess.num)), inside)
            if where:
                violated.append(((x, y), o, where))
    if not violated:
        return Proved(f"{name} is e-private for 0 < e < {high}")
    failing = EpsilonSet.of([each for *_, where in violated for each in where], 1)
    at = failing.sample()
    pair, o = next((pair, o) for pair, o, where in violated if at in EpsilonSet.of(where, 1))
    above, below = (rows[x].get(o, ZERO).at(at) for x in pair)
    found = Witness(name, pair, (Outcome(o, above, below),), Log(at), number(delta))
    return FailsFor(found, failing, at)


def decide_reciprocal(mechanism: SymbolicMechanism) -> Verdict:
    """Judge "e-private for all e > 0" for a mechanism whose noise has rate 1/e where this one has EPS.

    Undecided unless the loss of the given mechanism is a rational multiple c of EPS whose root is rational.
    """
    c = smallest_multiple(mechanism)
    factor = c.low if c.is_exact else None
    ratio = mechanism_ratio(mechanism, factor) if factor else None
    root = None if factor is None else _root(factor)
    if factor is None or ratio is None or root is None:
        return Undecided(f"the loss of {mechanism.name} is no multiple of EPS with a rational root")
    pair, outcome, p, q = ratio
    at = simplest_between(Fraction(0), root)
    inner = 1 / at / mechanism.k
    found = Witness(mechanism.name, pair, (Outcome(outcome, p.at(inner), q.at(inner)),), Log(at), number(0))
    return FailsFor(found, EpsilonSet((root_at(root),), 1), at)


def mechanism_ratio(mechanism: SymbolicMechanism, c: Fraction) -> tuple[Pair, Hashable, Value, Value] | None:
    """A case in which p/p' = e^(c EPS) identically, if there is one."""
    from ..decision import ratios

    power = Value.power(-int(c * mechanism.k)) if (c * mechanism.k).denominator == 1 else ZERO
    for ratio in ratios(mechanism).found.values():
        if ratio.case.p == ratio.case.q * power:
            case = ratio.case
            return ratio.pair, (case.outcome, case.values), case.p, case.q
    return None


def _root(c: Fraction) -> Fraction | None:
    """The rational square root of c."""
    top, bottom = isqrt(c.numerator), isqrt(c.denominator)
    return Fraction(top, bottom) if top * top == c.numerator and bottom * bottom == c.denominator else None
