"""The search for an alignment: a linear program in floats, whose answer is rounded and confirmed exactly."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose, require_solver
from .graphs import Graph
from .obligations import Obligations, Row, Unknown
from .potentials import GOAL, fulfilled, payments, priced
from .vertices import Vertex

DENOMINATORS = (1, 2, 12, 720)
"""Shifts and boxes are rounded to fractions with at most these denominators, the coarsest first."""

CLOSE = Fraction(1, 10**6)
"""A rounded alignment that costs no more than this above what the solver found is not rounded more finely."""


CHOSEN = ("low", "high", "shift", "worth")
"""The kinds of unknowns that are chosen freely; the others follow from them."""


@dataclass(frozen=True)
class Alignment:
    """Values of the unknowns of a graph, all rows fulfilled; `cost` is the potential of the start.

    `flow`: how often the dearest run takes a group at a vertex, as the solver's prices say.
    """

    values: dict[Unknown, Fraction]
    cost: Fraction
    flow: dict[tuple[int, Vertex], Fraction] = field(default_factory=dict)


def align(graph: Graph, *, discrete: bool) -> Alignment | None:
    """The alignment of least cost that is found; None where there seems to be none.

    Raises SolverMissing without scipy, Unmergeable where a group cannot be one.
    """
    require_solver("the search for an alignment")
    all_of = Obligations(graph, discrete)
    rows = list(all_of.rows())
    goal: Unknown = GOAL if all_of.counted else ("potential", graph.start)
    wanted = [*rows, *payments(all_of)] if all_of.counted else rows
    columns: dict[Unknown, int] = {}
    for terms, _ in wanted:
        for unknown in terms:
            columns.setdefault(unknown, len(columns))
    proposed = _proposed(wanted, columns, goal)
    if proposed is None:
        return None
    found, prices = proposed
    steps = [] if all_of.counted else list(all_of.steps())
    paid = len(rows) - len(steps) - len(dict.fromkeys(group.source for group in graph.groups))
    flow = {step: p for step, p in zip(steps, prices[paid:], strict=False) if p}
    return _rounded(all_of, rows, found, found.get(goal, Fraction(0)), flow)


def _rounded(
    all_of: Obligations,
    rows: list[Row],
    found: dict[Unknown, Fraction],
    goal: Fraction,
    flow: dict[tuple[int, Vertex], Fraction],
) -> Alignment | None:
    """The cheapest rounding of what the solver found that fulfils all rows, exactly."""
    best: Alignment | None = None
    for denominator in DENOMINATORS:
        values = {u: v.limit_denominator(denominator) for u, v in found.items() if _is_free(u)}
        if any(whole and values.get(u, Fraction(0)).denominator != 1 for u, whole in all_of.shifts()):
            continue
        costed = priced(all_of, values)
        if costed is not None and fulfilled(rows, costed):
            cost = costed.get(("potential", all_of.graph.start), Fraction(0))
            if best is None or cost < best.cost:
                best = Alignment(costed, cost, flow)
            if cost <= goal + CLOSE:
                break
    return best


def _is_free(unknown: Unknown) -> bool:
    return unknown[0] in CHOSEN


def _proposed(
    rows: list[Row], columns: dict[Unknown, int], goal: Unknown
) -> tuple[dict[Unknown, Fraction], list[Fraction]] | None:
    """What the solver believes, and the prices of the rows; what may be negative has two columns."""
    size = len(columns)
    negative = {u: size + i for i, u in enumerate(u for u in columns if _is_free(u))}
    table: list[FloatRow] = []
    lines: list[int | None] = []
    for terms, bound in rows:
        line = {columns[u]: float(c) for u, c in terms.items() if c}
        line |= {negative[u]: -float(c) for u, c in terms.items() if c and u in negative}
        lines.append(len(table) if line else None)
        if line:
            table.append((line, ">=", float(bound)))
        elif bound > 0:
            return None
    cost = [0.0] * (size + len(negative))
    if goal in columns:
        cost[columns[goal]] = 1.0
    proposal = propose(cost, table)
    if proposal is None:
        return None
    x = proposal.x
    values = {
        u: Fraction(float(x[j]) - (float(x[negative[u]]) if u in negative else 0)) for u, j in columns.items()
    }
    prices = [
        Fraction(0) if i is None else Fraction(abs(float(proposal.prices[i]))).limit_denominator(1000)
        for i in lines
    ]
    return values, prices
