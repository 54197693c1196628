"""Whether an automaton is one: what the rules of alignments take for granted of it."""

from __future__ import annotations

from collections.abc import Sequence

from .automaton import Automaton, Leaf, Location
from .counting import check_counts, require
from .expressions import ANSWER, COUNT, DRAW, PUBLIC, SHARE, STEP, is_stored


def check_well_formed(automaton: Automaton) -> None:
    """Raise InvalidValue unless symbols are known where they stand and comparisons have both answers."""
    require(bool(automaton.locations), "it has no locations")
    first = automaton.locations[0]
    require(not first.variables and not first.marked, "values are stored before the start")
    for number, place in enumerate(automaton.locations):
        for read in (True, False):
            leaves = [leaf for leaf in place.leaves if leaf.read == read]
            require(len({leaf.answers for leaf in leaves}) <= 1, f"location {number} reads in two ways")
            if leaves:
                _check_tree(leaves, 0, number)
        for leaf in place.leaves:
            _check_leaf(automaton, place, leaf, number)
    check_counts(automaton)


def _check_tree(leaves: Sequence[Leaf], depth: int, number: int) -> None:
    """Every comparison comes out in both ways, and is the same one for all that have come so far."""
    if len(leaves) == 1 and len(leaves[0].decisions) == depth:
        return
    asked = {
        (leaf.decisions[depth].left, leaf.decisions[depth].strict)
        for leaf in leaves
        if len(leaf.decisions) > depth
    }
    short = any(len(leaf.decisions) <= depth for leaf in leaves)
    require(len(asked) == 1 and not short, f"the comparisons of location {number} are no tree")
    for side in (True, False):
        below = [leaf for leaf in leaves if leaf.decisions[depth].taken == side]
        require(bool(below), f"a comparison of location {number} has no leaf for {side}")
        _check_tree(below, depth + 1, number)


def _check_leaf(automaton: Automaton, place: Location, leaf: Leaf, number: int) -> None:
    """Symbols, rates, stores and marks of one leaf."""
    known = {*place.variables, *(f"{DRAW}{i}" for i in range(len(leaf.draws)))}
    known |= {f"{ANSWER}{i}" for i in range(leaf.answers)}
    for value in leaf.values:
        for symbol, factor in value.terms:
            public = symbol.startswith((PUBLIC, STEP, COUNT, SHARE)) and not is_stored(symbol)
            require(bool(factor) and (public or symbol in known), f"{symbol} is unknown at location {number}")
    positive = all(n.rate >= 0 and n.rate + n.share > 0 for n in leaf.draws)
    require(positive, f"a rate of location {number} is not positive")
    require(leaf.answers >= 0 and (leaf.read or not leaf.answers), f"location {number} reads without reading")
    inside = leaf.target is None or (type(leaf.target) is int and 0 < leaf.target < len(automaton.locations))
    require(inside, f"location {number} leads to {leaf.target}")
    names = tuple(v for v, _ in leaf.stores)
    if leaf.target is None:
        require(not leaf.stores, f"location {number} stores values at the end")
    else:
        after = automaton.locations[leaf.target]
        require(
            names == after.variables and len(set(names)) == len(names), f"location {number} stores {names}"
        )
        require(not leaf.returned, f"location {number} returns a place before the end")
        require(after.marked <= place.marked | leaf.marks, f"a place is unknown at location {leaf.target}")
    require(leaf.returned <= place.marked | leaf.marks, f"a place is returned unknown at location {number}")
