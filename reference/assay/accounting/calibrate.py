"""The smallest noise, or the largest rate, count, sensitivity or guarantee, that meets a goal, as certified
ends.

    calibrate("gaussian sigma=? q=256/60000 k=14062", epsilon=3, delta="1e-5")

The value of the mark is enclosed by one that is proved to meet the goal and one that is proved to miss it;
that all values beyond them do the same is the theorem of `monotone`.  Places to look are chosen in floats:
they affect how many values are tried, and how close the ends come, not what is claimed of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from ..arguments import nonnegative_rational, positive_integer
from ..errors import BudgetExceeded, InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, eps
from ..exact.real import brief
from .accountant import Accountant
from .calibration import Calibration
from .calibration_search import FIRST_WIDTH, Search
from .goals import MET, MISSED, AtMost, ByOneEnd, Goal, SmallestOf
from .mechanism_parameters import whole
from .mechanism_text import parsed
from .monotone import Parameter, parameter_of
from .question import DEFAULT_BYTES, wanted_width
from .rounds import Rounds
from .truncation import ADD_REMOVE


def calibrate(
    *mechanisms: str,
    epsilon: EpsilonLike | None = None,
    delta: ExactLike | None = None,
    rho: ExactLike | None = None,
    mu: ExactLike | None = None,
    advantage: ExactLike | None = None,
    adjacency: str = ADD_REMOVE,
    width: ExactLike | None = None,
    max_bytes: int = DEFAULT_BYTES,
    engine: str = "auto",
) -> Calibration:
    """The value of the one parameter that is given as "?", for a goal of all mechanisms together.

    epsilon, delta: delta(epsilon) <= delta, delta = 0 if it is left out.  advantage: of a membership test
    with even prior, that is delta(0).  rho: zero-concentrated; mu: Gaussian differential privacy. width: of
    the bracket, relative; 1/1000 if it is left out, and neighbours where the parameter is a whole number.
    Raises InvalidValue for anything but one goal and one mark, for a parameter in which privacy is not
    proved to be monotone, and where 2^-60 or 2^100 is not far enough; BudgetExceeded, with the ends found
    so far as `.known`, where no width of the values tried decides between two values.
    """
    goal = _goal(epsilon, delta, rho, mu, advantage)
    positive_integer(max_bytes, "max_bytes")
    texts = [_text(each) for each in mechanisms]
    found = [(i, marked(text)) for i, text in enumerate(texts) if "?" in text]
    if len(found) != 1:
        raise InvalidValue(
            f"{len(found)} of the mechanisms {brief(repr(texts))} have a '?'; mark the one parameter to "
            "calibrate, such as 'gaussian sigma=? k=10'"
        )
    index, parameter = found[0]

    def rounds_at(value: Fraction) -> Rounds:
        accountant = Accountant(adjacency, "1/1000", max_bytes, engine)
        for i, text in enumerate(texts):
            accountant.compose(with_value(text, value) if i == index else text)
        return accountant.rounds

    default = Fraction(0) if parameter.whole else Fraction(1, 1000)
    return by_directions(rounds_at, goal, parameter, default if width is None else wanted_width(width))


def _text(mechanism: object) -> str:
    if not isinstance(mechanism, str):
        raise InvalidType(
            f"mechanism = {brief(repr(mechanism))} is a {type(mechanism).__name__}; give text such as "
            "'gaussian sigma=? k=10'"
        )
    return mechanism


def _goal(
    epsilon: EpsilonLike | None,
    delta: ExactLike | None,
    rho: ExactLike | None,
    mu: ExactLike | None,
    advantage: ExactLike | None,
) -> Goal:
    """The one goal that is given."""
    given = [
        name
        for name, x in (("epsilon", epsilon), ("rho", rho), ("mu", mu), ("advantage", advantage))
        if x is not None
    ]
    if len(given) != 1 or (delta is not None and epsilon is None):
        raise InvalidValue(
            f"{', '.join(given) or 'no goal'}{' with a delta' if delta is not None else ''} is given; give "
            "one: epsilon and delta, epsilon alone, advantage, rho or mu"
        )
    if epsilon is not None:
        level, allowed = eps(epsilon), nonnegative_rational(0 if delta is None else delta, "delta")
        if level.is_infinite or level.is_symbolic or level < eps(0) or allowed > 1:
            raise InvalidValue(
                f"epsilon = {level}, delta = {allowed}: give a finite epsilon >= 0 and 0 <= delta <= 1"
            )
        return AtMost(level, allowed)
    if advantage is not None:
        allowed = nonnegative_rational(advantage, "advantage")
        if allowed > 1:
            raise InvalidValue(f"advantage = {allowed} is above 1; give one in [0, 1]")
        return AtMost(eps(0), allowed)
    name, value = ("mu", mu or 0) if rho is None else ("rho", rho)
    return SmallestOf(name, nonnegative_rational(value, name))


def marked(text: str) -> Parameter:
    """The parameter of a mechanism that is given as "?".

    Raises InvalidValue where there is not one, or where privacy is not proved to be monotone in it.
    """
    name, values = parsed(text)
    found = [key for key, value in values.items() if "?" in value]
    if len(found) != 1 or text.count("?") != 1 or "?" not in values[found[0]].split(":"):
        raise InvalidValue(
            f"mechanism {brief(repr(text))} has {text.count('?')} '?', in "
            f"{', '.join(found) or 'no parameter'}; mark one whole parameter, such as sigma=?, or one of a "
            "list, such as sensitivities=0:?, and give values for the others"
        )
    parameter = parameter_of(name, found[0], frozenset(values))
    if found[0] == "rows" and "batch" in values:
        return replace(parameter, least=Fraction(whole(values["batch"], "batch")))
    if found[0] == "steps" and "uses" in values:
        return replace(parameter, least=Fraction(whole(values["uses"], "uses")))
    if found[0] == "uses":
        return replace(parameter, most=Fraction(whole(values["steps"], "steps")))
    if found[0] == "batch" and "rows" in values:
        return replace(parameter, most=Fraction(whole(values["rows"], "rows")))
    return parameter


def with_value(text: str, value: Fraction) -> str:
    """The mechanism with a value instead of the mark."""
    return text.replace("?", str(value))


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
