"""Assertions about privacy, for test suites: they hold exactly, or fail with a witness."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import Any

from ..adjacency import explicit
from ..arguments import probability
from ..budgets.progress import budget
from ..dp import Adjacency, Attained, Mechanism, Refuted, Verdict, Witness
from ..dp.measure import Measure
from ..dp.measures import MEASURES
from ..errors import AssayError, BudgetExceeded, InvalidType, InvalidValue, UndecidedError
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, log_value, number
from ..outputs.text import spelled
from ..programs import sources as tape
from ..programs.paths import LONGEST_PATH, paths
from ..programs.program import Program
from . import reproduction

Raises = type[Exception] | Iterable[type[Exception]]


def assert_private(
    mechanism: Mechanism[Any, Any] | Callable[[Any], Any],
    epsilon: EpsilonLike,
    delta: ExactLike = 0,
    *,
    domain: Iterable[Any] | None = None,
    adjacency: Adjacency | None = None,
    rng: str | None = None,
    raises: Raises = (),
) -> Verdict:
    """Fail unless P[M(x) in S] <= e^epsilon P[M(x') in S] + delta for all adjacent x, x' and all S.

    A Python sampler, with its domain and adjacency, is followed on the random tape; its exceptions are
    errors, unless `raises` declares them to be outputs. Undecided is a failure.
    Raises AssertionError with a witness on the smallest pair that breaks the claim, and what
    `Mechanism.audit` raises for bad arguments.
    """
    target = as_mechanism(mechanism, domain, adjacency, rng, raises)
    __tracebackhide__ = True
    verdict = target.audit(epsilon, delta)
    if not verdict.holds:
        claim = f"({eps(epsilon)}, {probability(delta, 'delta')})"
        shown = smallest(target, verdict.witness) if isinstance(verdict, Refuted) else None
        raise AssertionError(reproduction.of_verdict(verdict, target.name, claim, shown))
    return verdict


def assert_at_most(
    mechanism: Mechanism[Any, Any] | Callable[[Any], Any],
    measure: str,
    bound: Any,
    *arguments: Any,
    domain: Iterable[Any] | None = None,
    adjacency: Adjacency | None = None,
    rng: str | None = None,
    raises: Raises = (),
) -> Attained[Any, Any, Any]:
    """Fail unless the worst case of a measure, over all adjacent pairs, is at most `bound`.

    measure: its name in `assay.dp.measures`, such as "zcdp", or "renyi" with its order as an argument.
    The mechanism and the other options are those of `assert_private`; undecided is a failure.
    Raises AssertionError with the value and the pair that attains it, InvalidValue for the name of no measure
    or of one whose value is no number, and what the measure raises for bad arguments.
    """
    asked = scalar_measure(measure)
    target = as_mechanism(mechanism, domain, adjacency, rng, raises)
    limit = log_value(bound, "bound") if asked.kind in LOGARITHMIC else number(bound, "bound")
    __tracebackhide__ = True
    found = target.worst_case.of(asked, *arguments)
    try:
        holds = bool(at_most(found.value, limit))
    except UndecidedError as error:
        raise AssertionError(
            f"UNDECIDED whether the {asked.name} of {target.name} is at most {limit}: {error}"
        ) from error
    if not holds:
        raise AssertionError(reproduction.of_measure(asked.name, target, arguments, found, limit))
    return found


LOGARITHMIC = ("epsilon", "divergence")
"""The kinds of measures whose values are logarithms; those of the others are probabilities."""


def scalar_measure(name: str) -> Measure[Any]:
    """The measure of the table with this name.  Raises InvalidValue unless it is there and is a number."""
    known = {each.name: each for each in MEASURES if each.kind in (*LOGARITHMIC, "delta")}
    if name not in known:
        raise InvalidValue(f"measure = {name!r} is not the name of a number; give one of {', '.join(known)}")
    return known[name]


def at_most(value: Number | Log | Certified, limit: Number | Log) -> bool:
    """value <= limit, whichever exact types the two have."""
    if isinstance(value, Log) and isinstance(limit, Log):
        return value <= limit
    if isinstance(limit, Log) and limit.is_infinite:
        return limit > 0
    if isinstance(value, Number) and (rational := limit.rational_value()) is not None:
        return value <= rational
    return certified(value) <= limit


def as_mechanism(
    mechanism: Mechanism[Any, Any] | Callable[[Any], Any],
    domain: Iterable[Any] | None,
    adjacency: Adjacency | None,
    rng: str | None,
    raises: Raises,
) -> Mechanism[Any, Any]:
    """The mechanism as it is, or the sampler on the tape."""
    if isinstance(mechanism, Mechanism):
        if domain is not None or adjacency is not None or rng is not None or raises != ():
            raise InvalidValue("a Mechanism has its own domain, adjacency and sources; leave them out")
        return mechanism
    if not callable(mechanism):
        raise InvalidType(f"mechanism is a {type(mechanism).__name__}; give a Mechanism, or a sampler")
    if domain is None or adjacency is None:
        raise InvalidValue("a sampler needs domain=[...] and adjacency=..., such as adjacency.all_pairs()")
    name = str(getattr(mechanism, "__name__", "sampler"))
    return tape.mechanism(mechanism, domain, adjacency, name=name, rng=rng, raises=raises)


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
