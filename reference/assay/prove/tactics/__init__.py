"""Tactics search for proofs. Nothing here is trusted: what they find, the rules check."""

from __future__ import annotations

from assay.prove.tactics import (
    algebra,
    by_logarithms,
    calculus,
    cuts,
    factors,
    logic,
    logs,
    parts,
    radicals,
    series,
    starts,
    substitutions,
)
from assay.prove.tactics.search import Search, Tactic

LEAVES: tuple[Tactic, ...] = (
    algebra.direct,
    algebra.sturm,
    algebra.shifts,
    calculus.interval,
    algebra.products,
)
"""They look at the goal alone; what they do not show once they do not show later."""

TACTICS: tuple[Tactic, ...] = (
    algebra.direct,
    algebra.sturm,
    logs.common_exponents,
    logs.expanded_first,
    cuts.touchings,
    logic.equality,
    logic.relaxed,
    parts.parts,
    substitutions.exponentials,
    series.geometric,
    algebra.shifts,
    factors.factors,
    by_logarithms.tangents,
    logs.powers,
    by_logarithms.compared,
    by_logarithms.curved,
    radicals.squares,
    calculus.bends,
    calculus.slopes,
    by_logarithms.exponents,
    logs.expanded,
    calculus.interval,
    logic.logarithms,
    logic.corners,
    logic.extremes,
    substitutions.ratios,
    substitutions.reciprocals,
    algebra.products,
    logic.induction,
    series.bounded,
    starts.later,
    cuts.splits,
    cuts.gaps,
)
"""All of them, in the order in which they are tried."""

_COSTLY = (calculus.interval, logic.logarithms, algebra.products, cuts.splits, cuts.gaps)

QUICK = tuple(tactic for tactic in TACTICS if tactic not in _COSTLY)
"""They go deep at little cost."""

__all__ = ["LEAVES", "QUICK", "TACTICS", "Search", "Tactic"]
