"""The smallest instance of a broken promise, for failure messages: few draws, short inputs, few outputs."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from ..adjacency import explicit
from ..budgets.progress import budget
from ..dp import Mechanism, Refuted, Witness
from ..errors import AssayError, BudgetExceeded
from ..outputs.text import spelled
from ..programs.paths import LONGEST_PATH, paths
from ..programs.program import Program

MOST_INPUTS = 64
"""Of a larger domain the inputs with the shortest text are tried."""

MOST_STATES = 1 << 12
"""An input on which a program has more states counts as one with very many draws."""


def smallest(mechanism: Mechanism[Any, Any], found: Witness) -> Witness:
    """A witness against the same claim on the smallest adjacent pair; its event has no output too many.

    Smaller is: fewer draws on the longest path of the program, then a shorter text of the two inputs.
    `found` itself where only bounds of the probabilities are known.
    """
    if found.bounds:
        return found
    try:
        pairs = sorted(_candidates(mechanism), key=lambda pair: sum(map(_text, pair)))
        draws = {x: _draws(mechanism, x) for pair in pairs for x in pair}
        for x, y in sorted(pairs, key=lambda pair: draws[pair[0]] + draws[pair[1]]):
            verdict = _alone(mechanism, x, y).audit(found.epsilon, found.delta)
            if isinstance(verdict, Refuted) and not verdict.witness.bounds:
                return fewest_outputs(replace(verdict.witness, mechanism=found.mechanism))
    except AssayError:  # out of budget: what was found stands
        pass
    return fewest_outputs(found)


def fewest_outputs(found: Witness) -> Witness:
    """The witness without the outputs that its comparison does not need."""
    for outcome in found.outcomes:
        rest = tuple(each for each in found.outcomes if each is not outcome)
        if rest and (fewer := replace(found, outcomes=rest)).relation == ">":
            found = fewer
    return found


def _candidates(mechanism: Mechanism[Any, Any]) -> list[tuple[Hashable, Hashable]]:
    """The adjacent pairs of the inputs with the shortest text."""
    short = sorted(mechanism.domain, key=_text)[:MOST_INPUTS]
    return [*mechanism.adjacency.pairs(short)]


def _text(x: object) -> int:
    return len(spelled(x))


def _draws(mechanism: Mechanism[Any, Any], x: Hashable) -> int:
    """The draws on the longest path of a program, 0 without one; very many where it is too large."""
    if not isinstance(mechanism.source, Program):
        return 0
    try:
        with budget(max_states=MOST_STATES):
            return max((len(path.steps) for path in paths(mechanism.source, x)[0]), default=0)
    except BudgetExceeded:
        return LONGEST_PATH + 1


def _alone(mechanism: Mechanism[Any, Any], x: Hashable, y: Hashable) -> Mechanism[Any, Any]:
    """The mechanism on one ordered pair of inputs."""
    table = {each: mechanism.distribution(each) for each in (x, y)}
    return Mechanism(table, [x, y], explicit([(x, y)], symmetric=False), name=mechanism.name)
