"""Tactics search for proofs. Nothing here is trusted: what they find, the rules check."""

from __future__ import annotations

from assay.prove.tactics import algebra, calculus, cuts, factors, logic, logs, powers, radicals, substitutions
from assay.prove.tactics.search import Search, Tactic

LEAVES: tuple[Tactic, ...] = (
    algebra.direct,
    algebra.sturm,
    algebra.shifts,
    calculus.interval,
    algebra.products,
)
"""They look at the goal alone; what they do not show once they do not show later."""

QUICK: tuple[Tactic, ...] = (
    algebra.direct,
    algebra.sturm,
    powers.common_exponents,
    cuts.touchings,
    logic.equality,
    logic.relaxed,
    algebra.shifts,
    factors.factors,
    logs.tangents,
    logs.powers,
    logs.compared,
    logs.curved,
    radicals.squares,
    calculus.bends,
    calculus.slopes,
    logs.exponents,
    logic.corners,
    logic.extremes,
    substitutions.ratios,
    substitutions.reciprocals,
    logs.expanded,
    logic.induction,
)
"""They go deep at little cost."""

TACTICS: tuple[Tactic, ...] = (
    algebra.direct,
    algebra.sturm,
    powers.common_exponents,
    cuts.touchings,
    logic.equality,
    logic.relaxed,
    algebra.shifts,
    factors.factors,
    logs.tangents,
    logs.powers,
    logs.compared,
    logs.curved,
    radicals.squares,
    calculus.bends,
    calculus.slopes,
    logs.exponents,
    logs.expanded,
    calculus.interval,
    logic.logarithms,
    logic.corners,
    logic.extremes,
    substitutions.ratios,
    substitutions.reciprocals,
    algebra.products,
    logic.induction,
    cuts.splits,
    cuts.gaps,
)

__all__ = ["LEAVES", "QUICK", "TACTICS", "Search", "Tactic"]
