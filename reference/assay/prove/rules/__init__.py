"""The rules: each checks that a claim follows from arguments (text) and premises (statements already proved).

A rule returns nothing and raises `Rejected` if the step does not follow. Nothing else makes theorems.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.prove.rules import algebra, analysis, functions, logic, sums
from assay.prove.rules.arguments import Arguments
from assay.prove.statement import Statement

Rule = Callable[[Statement, Arguments, Sequence[Statement]], None]

RULES: dict[str, Rule] = {
    "direct": algebra.direct,
    "absurd": algebra.absurd,
    "sturm": algebra.sturm,
    "combine": algebra.combine,
    "monotone": analysis.monotone,
    "concave": analysis.concave,
    "closure": analysis.closure,
    "interval": analysis.interval,
    "apply": functions.apply,
    "extreme": functions.extreme,
    "instantiate": logic.instantiate,
    "cases": logic.cases,
    "induction": logic.induction,
    "unfold": sums.unfold,
    "termwise": sums.termwise,
    "telescope": sums.telescope,
}

__all__ = ["RULES", "Arguments", "Rule"]
