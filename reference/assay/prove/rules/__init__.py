"""The rules: each checks that a claim follows from arguments (text) and facts (context and premises).

A rule returns nothing and raises `Rejected` if the step does not follow. Nothing else makes theorems.
"""

from __future__ import annotations

from collections.abc import Callable

from assay.prove.facts import Facts
from assay.prove.rules import algebra, analysis, functions, logic, sums
from assay.prove.rules.arguments import Arguments
from assay.prove.statement import Statement

Rule = Callable[[Statement, Arguments, Facts], None]

Entry = tuple[Rule, int, tuple[str, ...]]
"""A rule, the least number of its premises, and the names of its arguments."""

RULES: dict[str, Entry] = {
    "direct": (algebra.direct, 0, ()),
    "absurd": (algebra.absurd, 0, ()),
    "sturm": (algebra.sturm, 0, ()),
    "combine": (algebra.combine, 0, ("multiplier", "terms", "zeros")),
    "monotone": (analysis.monotone, 1, ("variable", "end")),
    "concave": (analysis.concave, 1, ("variable",)),
    "interval": (analysis.interval, 0, ("boxes", "bits")),
    "apply": (functions.apply, 1, ("function", "exponent")),
    "powers": (functions.powers, 0, ("base", "first", "second")),
    "extreme": (functions.extreme, 0, ("of",)),
    "instantiate": (logic.instantiate, 1, ("terms",)),
    "cases": (logic.cases, 2, ("on",)),
    "induction": (logic.induction, 2, ("variable",)),
    "unfold": (sums.unfold, 0, ("sum", "end")),
    "termwise": (sums.termwise, 1, ()),
    "telescope": (sums.telescope, 1, ("sum", "g", "op")),
}

__all__ = ["RULES", "Arguments", "Rule"]
