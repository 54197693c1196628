"""A whole number c >= 1 that stays a symbol: what is known of counters, budgets and c along a run.

Counters x (whole numbers: the crossings so far) and budgets b (multiples of EPS: what is spent)
follow the same way in both runs.  In the unit u = 1/c all of them are linear: X = x/c for a counter, b itself
for a budget.  What is known is a list of sums of X, b, u and 1 that are >= 0:

* 0 <= u <= 1;
* the comparisons of a leaf that counters or budgets alone decide: x > 0 for a whole number is x >= 1, X >= u;
* the invariants of its location, which hold at the start and from one location to the next.

What follows from it is shown by multipliers, found by exact pivots, and confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from ...errors import InvalidValue
from ...linear.feasible import feasible
from .automaton import Automaton, Decision, Leaf
from .expressions import BUDGET, COUNT, COUNTER, SHARE, Affine

UNIT = f"{SHARE}c"
"""u = 1/c, whatever the program calls c."""

KNOWN = (Affine.symbol(UNIT), Affine(((UNIT, Fraction(-1)),), Fraction(1)))
"""0 <= u <= 1."""


def is_exact(symbol: str) -> bool:
    """Whether a stored value is a counter or a budget."""
    return symbol.startswith((COUNTER, BUDGET))


def scaled(value: Affine) -> Affine:
    """A count divided by c, in X and u."""
    terms = {s: c for s, c in value.terms if s.startswith(COUNTER)}
    whole = sum((c for s, c in value.terms if s.startswith(COUNT)), Fraction(0))
    return Affine.of(terms | {UNIT: value.offset}, whole)


def in_unit(value: Affine) -> Affine:
    """A budget, in b and u."""
    return Affine.of({UNIT if s.startswith(SHARE) else s: c for s, c in value.terms}, value.offset)


def fact(decision: Decision) -> Affine | None:
    """What a comparison of counts or budgets says, as a sum that is >= 0; None for any other comparison."""
    holds = decision.holds()
    if holds is None or not holds.terms:
        return None
    if holds.is_count:
        strict = decision.strict == decision.taken
        unit = lcm(*(c.denominator for _, c in holds.terms), holds.offset.denominator)
        return scaled(holds.plus(Affine((), Fraction(-1, unit))) if strict else holds)
    return in_unit(holds) if holds.is_budget else None


def facts(decisions: Iterable[Decision]) -> tuple[Affine, ...]:
    """What comparisons say of counters and budgets."""
    return tuple(dict.fromkeys(filter(None, map(fact, decisions))))


def updates(leaf: Leaf) -> dict[str, Affine]:
    """The counters and budgets of the target, in X, b and u of the source."""
    return {
        name: in_unit(value) if name.startswith(BUDGET) else scaled(value)
        for name, value in leaf.stores
        if is_exact(name)
    }


def check_counts(automaton: Automaton) -> None:
    """Raise InvalidValue unless counters are whole, budgets exact, and the invariants hold at all times."""
    require("," not in automaton.count, f"{automaton.count} are several counts")
    for place in automaton.locations:
        known = {v for v in place.variables if is_exact(v)} | {UNIT}
        for invariant in place.invariants:
            require(
                {s for s, _ in invariant.terms} <= known, f"{invariant} is no invariant of line {place.line}"
            )
        for leaf in place.leaves:
            for name, value in leaf.stores:
                require(_keeps_kind(name, value), f"{name} := {value} is not exact")
            require(
                holds_after(automaton, place.invariants, leaf), f"an invariant fails after line {place.line}"
            )
    require(not automaton.locations[0].invariants, "something is known before the start")


def _keeps_kind(name: str, value: Affine) -> bool:
    if name.startswith(COUNTER):
        numbers = (*(c for _, c in value.terms), value.offset)
        return value.is_count and all(c.denominator == 1 for c in numbers)
    return value.is_budget if name.startswith(BUDGET) else True


def holds_after(automaton: Automaton, before: Sequence[Affine], leaf: Leaf) -> bool:
    """Whether the invariants of the target follow from those of the source and what the leaf compares."""
    if leaf.target is None or not automaton.locations[leaf.target].invariants:
        return True
    known = (*KNOWN, *before, *facts(leaf.decisions))
    moved = updates(leaf)
    return all(follows(known, each, moved) for each in automaton.locations[leaf.target].invariants)


def follows(known: Sequence[Affine], goal: Affine, moved: Mapping[str, Affine]) -> bool:
    """Whether a sum of the target's values is >= 0, by what is known at the source."""
    return implied(known, goal.with_values(moved))


def require(condition: bool, what: str) -> None:
    """Raise InvalidValue unless it holds of an automaton."""
    if not condition:
        raise InvalidValue(f"the automaton is not well-formed: {what}")


ONE = Affine((), Fraction(1))


def implied(facts: Sequence[Affine], goal: Affine) -> bool:
    """Whether goal >= 0 where all facts are >= 0, by Farkas: goal = m + sum m_i fact_i, m, m_i >= 0."""
    everything = (*facts, ONE)
    found = _multipliers(everything, goal)
    return found is not None and _confirmed(everything, goal, found)


def _confirmed(facts: Sequence[Affine], goal: Affine, multipliers: Sequence[Fraction]) -> bool:
    """Whether the goal is this combination, with multipliers that are not negative: all that is trusted."""
    total = Affine(())
    for fact, m in zip(facts, multipliers, strict=True):
        total = total.plus(fact.times(m))
    return total == goal and all(m >= 0 for m in multipliers)


def _multipliers(facts: Sequence[Affine], goal: Affine) -> list[Fraction] | None:
    """Multipliers >= 0 with which the facts make the goal, symbol by symbol, if there are some."""
    return feasible([_coordinates(fact) for fact in facts], _coordinates(goal), lambda: False)


def _coordinates(value: Affine) -> dict[str, Fraction]:
    return dict(value.terms) | ({"": value.offset} if value.offset else {})


def with_invariants(automaton: Automaton) -> Automaton:
    """The automaton with what is always so at its locations."""
    found = _strongest(automaton)
    places = (replace(p, invariants=known) for p, known in zip(automaton.locations, found, strict=True))
    return replace(automaton, locations=tuple(places))


def _candidates(leaf: Leaf) -> Iterator[Affine]:
    """What comparisons say, as it is and in the values after the leaf; and where values start."""
    moved = updates(leaf)
    back = {
        name: Affine.symbol(name).plus(Affine.symbol(name)).minus(value)
        for name, value in moved.items()
        if value.coefficient(name) == 1
    }
    for known in facts(leaf.decisions):
        yield known
        yield known.with_values(back)
    for name, value in moved.items():
        if name not in back:
            yield Affine.symbol(name).minus(value)
            yield value.minus(Affine.symbol(name))


def _strongest(automaton: Automaton) -> list[tuple[Affine, ...]]:
    """From all candidates on, drop those that do not follow from what is left, until all do."""
    leaves = [(n, leaf) for n, place in enumerate(automaton.locations) for leaf in place.leaves]
    pool = dict.fromkeys(e for _, leaf in leaves for e in _candidates(leaf))
    found = [
        [e for e in pool if _is_about(e, place.variables)] if number else []
        for number, place in enumerate(automaton.locations)
    ]
    changed = True
    while changed:
        changed = False
        for number, leaf in leaves:
            if leaf.target is None:
                continue
            known = (*KNOWN, *found[number], *facts(leaf.decisions))
            kept = [e for e in found[leaf.target] if follows(known, e, updates(leaf))]
            changed |= len(kept) < len(found[leaf.target])
            found[leaf.target] = kept
    return [tuple(each) for each in found]


def _is_about(known: Affine, variables: tuple[str, ...]) -> bool:
    """Whether it speaks of exact values that are stored."""
    symbols = {s for s, _ in known.terms}
    return any(map(is_exact, symbols)) and symbols <= {*variables, UNIT}
