"""Random steps by every rule, near the border between true and false: what the rules are attacked with.

A step is a rule, a claim, arguments and premises. Half of it is drawn so that the rule may accept it, and
the rest spoils that: ends opened or closed, comparisons made strict or turned round, conditions dropped,
names shared with sum indices.
"""

from __future__ import annotations

from collections.abc import Callable

from assay.errors import AssayError
from assay.prove import Theorem
from tests.prove.random_steps import algebra, analysis, functions, logic, sums
from tests.prove.random_steps.maker import Maker

STEPS: dict[str, Callable[[Maker], None]] = {
    "direct": algebra.direct,
    "sturm": algebra.sturm,
    "combine": algebra.combine,
    "monotone": lambda m: analysis.by_derivative(m, 1),
    "concave": lambda m: analysis.by_derivative(m, 2),
    "interval": analysis.interval,
    "apply": functions.apply,
    "powers": functions.powers,
    "extreme": functions.extreme,
    "instantiate": logic.instantiate,
    "cases": logic.cases,
    "absurd": algebra.absurd,
    "induction": logic.induction,
    "unfold": sums.unfold,
    "termwise": sums.termwise,
    "telescope": sums.telescope,
}


def step(maker: Maker) -> list[Theorem]:
    """Try one random step of every rule, and give the theorems that came of it."""
    before = len(maker.theorems)
    for attempt in STEPS.values():
        try:
            attempt(maker)
        except (AssayError, ZeroDivisionError):  # no statement: an empty range, say
            continue
    made = maker.theorems[before:]
    del maker.theorems[:-400]
    return made
