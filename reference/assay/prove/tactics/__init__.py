"""Tactics search for proofs. Nothing here is trusted: what they find, the rules check."""

from __future__ import annotations

from assay.prove.tactics import algebra, calculus, cuts, logic, powers, radicals
from assay.prove.tactics.search import Search, Tactic

TACTICS: tuple[Tactic, ...] = (
    algebra.direct,
    algebra.sturm,
    powers.common_exponents,
    logic.equality,
    calculus.interval,
    algebra.products,
    logic.logarithms,
    radicals.squares,
    logic.extremes,
    calculus.bends,
    calculus.slopes,
    logic.induction,
    cuts.splits,
    cuts.gaps,
)

__all__ = ["TACTICS", "Search", "Tactic"]
