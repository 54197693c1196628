"""A parameter for the direction that needs the most of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ..errors import BudgetExceeded, InvalidValue
from .calibration import Calibration
from .calibration_search import FIRST_WIDTH, Search
from .goals import MET, MISSED, ByOneEnd, Goal, SmallestOf
from .monotone import Parameter
from .rounds import Rounds


def by_directions(
    rounds_at: Callable[[Fraction], Rounds], goal: Goal, parameter: Parameter, width: Fraction
) -> Calibration:
    """The parameter for the direction that needs the most of it; the others meet the goal there too.

    Where the ends of values stay apart, as those of many rho and mu, so do those of the parameter: each is
    searched for by itself, and between the two nothing is known, however narrow the widths.
    """
    sides = rounds_at(parameter.example).by_direction.values()
    if all(side.moments is None for side in sides):
        try:
            return _one_goal(rounds_at, goal, parameter, width)
        except BudgetExceeded:
            if not isinstance(goal, SmallestOf):
                raise
    safe = _one_goal(rounds_at, ByOneEnd(goal, MISSED), parameter, width)
    refuted = _one_goal(rounds_at, ByOneEnd(goal, MET), parameter, width)
    tests = safe.tests + refuted.tests
    return replace(safe, refuted=refuted.refuted, at_refuted=refuted.at_refuted, tests=tests)


def _one_goal(
    rounds_at: Callable[[Fraction], Rounds], goal: Goal, parameter: Parameter, width: Fraction
) -> Calibration:
    """The same for one goal."""
    best: Calibration | None = None
    tests = 0
    for direction in rounds_at(parameter.example).directions:
        if best is not None:
            tests += 1
            if best.safe is None or _is_met(rounds_at(best.safe), direction, goal):
                continue

        def only(value: Fraction, direction: str = direction) -> Rounds:
            return rounds_at(value).only(direction)

        found = Search(only, goal, parameter, width).run()
        tests += found.tests
        best = found if best is None else best.together_with(found)
    if best is None:
        raise InvalidValue("there is no direction; give a mechanism with at least one")
    return replace(best, tests=tests)


def _is_met(rounds: Rounds, direction: str, goal: Goal) -> bool:
    """Whether a further direction meets the goal; the first one does, which may be the same pairs."""
    first = rounds.by_direction[rounds.directions[0]]
    return (
        rounds.by_direction[direction] is first or goal.test(rounds.only(direction), FIRST_WIDTH).side == MET
    )
