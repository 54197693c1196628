"""One Coq script for each rule of the kernel, from the arguments and premises of the step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assay.prove.coq.rules import algebra, analysis, functions, sums
from assay.prove.coq.rules.steps import Arguments, Premise, opening
from assay.prove.statement import Statement

WRITERS: dict[str, Callable[[Statement, Arguments, Sequence[Premise]], str]] = {
    "direct": algebra.direct,
    "absurd": algebra.absurd,
    "sturm": algebra.sturm,
    "combine": algebra.combine,
    "monotone": analysis.monotone,
    "concave": analysis.concave,
    "interval": analysis.interval,
    "apply": functions.apply,
    "powers": functions.powers,
    "extreme": functions.extreme,
    "instantiate": functions.instantiate,
    "cases": functions.cases,
    "induction": sums.induction,
    "unfold": sums.unfold,
    "termwise": sums.termwise,
    "telescope": sums.telescope,
}

__all__ = ["WRITERS", "Arguments", "Premise", "opening"]
