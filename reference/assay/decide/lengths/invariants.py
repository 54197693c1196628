"""Invariants of counters and budgets: of many candidates those that hold whenever the program is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .automaton import Automaton, Leaf
from .counting import KNOWN, UNIT, facts, follows, is_exact, updates
from .expressions import Affine


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
