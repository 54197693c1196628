"""Which linear inequalities follow from others: multipliers found by exact pivots, and confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...linear.tableau import Tableau
from .expressions import Affine

ONE = Affine((), Fraction(1))


def implied(facts: Sequence[Affine], goal: Affine) -> bool:
    """Whether goal >= 0 where all facts are >= 0, by Farkas: goal = m + sum m_i fact_i, m, m_i >= 0."""
    everything = (*facts, ONE)
    found = _multipliers(everything, goal)
    return found is not None and _confirmed(everything, goal, found)


def _confirmed(facts: Sequence[Affine], goal: Affine, multipliers: Sequence[Fraction]) -> bool:
    """Whether the goal is this combination, with multipliers that are not negative: all that is trusted."""
    total = Affine(())
    for fact, m in zip(facts, multipliers, strict=True):
        total = total.plus(fact.times(m))
    return total == goal and all(m >= 0 for m in multipliers)


def _multipliers(facts: Sequence[Affine], goal: Affine) -> list[Fraction] | None:
    """A solution of the equations, one for each symbol and one for the constants, if there is one."""
    symbols = sorted({s for each in (*facts, goal) for s, _ in each.terms})
    lines = [([f.coefficient(s) for f in facts], goal.coefficient(s)) for s in symbols]
    lines.append(([f.offset for f in facts], goal.offset))
    size, rows = len(facts), list[list[Fraction]]()
    for i, (line, right) in enumerate(lines):
        sign = -1 if right < 0 else 1
        rows.append([*(c * sign for c in line), *(Fraction(i == j) for j in range(len(lines))), right * sign])
    cost = [-sum((r[j] for r in rows), Fraction(0)) for j in range(size)]
    cost += [Fraction(0)] * len(lines) + [-sum((r[-1] for r in rows), Fraction(0))]
    tableau = Tableau(rows, cost, [size + i for i in range(len(lines))])
    tableau.minimise(range(size), lambda done: False)
    if tableau.cost[-1]:
        return None
    found = [Fraction(0)] * size
    for row, column in zip(tableau.rows, tableau.basis, strict=True):
        if column < size:
            found[column] = row[-1]
    return found
