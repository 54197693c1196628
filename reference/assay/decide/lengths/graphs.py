"""What has to be aligned: the automaton in a case of the relation, with what outputs do not tell merged.

A *group* is a set of leaves between the same two nodes that write the same.  The second run follows the
first from group to group, and inside one it may take another leaf.  All leaves below one comparison are one
group where that is possible: neither the outputs nor anything later tells how the comparison came out.

Places that are returned ("the last answer that was largest") are guessed: at every answer that a variable is
given the place of, either this place is the one that is returned, and the variable is not set again; or it is
not, and it is set again or never looked at.  Every run of the program makes exactly one sequence of guesses
come true, so that the runs that return a place are a disjoint union over sequences of groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, combinations

from .automaton import Automaton, Decision, Leaf, Location
from .counting import KNOWN, facts, implied, is_exact
from .expressions import Affine
from .neighbours import Case

Node = tuple[object, ...]
"""(location, places that are kept, phase), and in an unfolded graph more before it."""

END: Node = ("end",)
Interval = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Group:
    """Leaves from node to node; `common` is what the second run has to decide alike; D of each answer.

    known: where a whole number c is a symbol, what is >= 0 of counters, budgets and 1/c whenever a run takes
    the group.
    """

    source: Node
    target: Node
    leaves: tuple[Leaf, ...]
    common: tuple[Decision, ...]
    differences: tuple[Interval, ...]
    known: tuple[Affine, ...] = ()


@dataclass(frozen=True, slots=True)
class Graph:
    """Groups from a start; `location` of a node is its third entry from the end."""

    start: Node
    groups: tuple[Group, ...]

    def after(self) -> dict[Node, list[Group]]:
        """The groups by source."""
        found: dict[Node, list[Group]] = {}
        for group in self.groups:
            found.setdefault(group.source, []).append(group)
        return found


def graph_of(automaton: Automaton, case: Case, *, merged: bool) -> Graph:
    """All groups that are on a way from the start to the end."""
    start: Node = (0, frozenset(), 0)
    seen, waiting, groups = {start}, [start], list[Group]()
    while waiting:
        for group in joined(list(_groups(automaton, case, waiting.pop(), merged=merged))):
            groups.append(group)
            if group.target not in seen and group.target != END:
                seen.add(group.target)
                waiting.append(group.target)
    return Graph(start, tuple(_to_the_end(groups)))


Fact = tuple[Affine | None, bool]
"""What is > 0 (True) or >= 0, or a coin that came up so."""


def _facts(group: Group) -> frozenset[Fact]:
    return frozenset(
        (d.holds(), d.strict == d.taken if d.left is not None else d.taken) for d in group.common
    )


def _opposite(fact: Fact) -> Fact:
    return (None if fact[0] is None else fact[0].times(Fraction(-1))), not fact[1]


def joined(groups: Sequence[Group]) -> list[Group]:
    """Groups of one leaf that differ in how one comparison came out are one, without that comparison.

    Coins are no comparisons: which of them a leaf tossed is not told by how they came up.
    """
    whole = [g for g in groups if len(g.leaves) > 1 or any(d.left is None for d in g.common)]
    found = [g for g in groups if not any(g is other for other in whole)]
    place = 0
    while place < len(found):
        one = found[place]
        other, fact = next(((g, f) for g in found[place + 1 :] for f in _differing(one, g)), (None, None))
        if other is None or fact is None:
            place += 1
            continue
        kept = tuple(d for d in one.common if _facts(replace(one, common=(d,))) != {fact})
        leaf = replace(one.leaves[0], decisions=kept)
        known = tuple(each for each in one.known if each in other.known)
        found[place] = replace(one, leaves=(leaf,), common=kept, known=known)
        found = [g for g in found if g is not other]
        place = 0
    return whole + found


def _differing(one: Group, other: Group) -> Iterator[Fact]:
    """The one fact of a group that the other has the opposite of, if they have all else in common."""
    same = (one.source, one.target, one.differences) == (other.source, other.target, other.differences)
    if same and replace(one.leaves[0], decisions=()) == replace(other.leaves[0], decisions=()):
        only = _facts(one) - _facts(other)
        if len(only) == 1 and _facts(other) - _facts(one) == {_opposite(next(iter(only)))}:
            yield from only


def _to_the_end(groups: Sequence[Group]) -> list[Group]:
    """Those from whose target the end is reached: a run over a finite stream takes no others."""
    before: dict[Node, list[Node]] = {}
    for group in groups:
        before.setdefault(group.target, []).append(group.source)
    useful, waiting = {END}, [END]
    while waiting:
        for node in before.get(waiting.pop(), ()):
            if node not in useful:
                useful.add(node)
                waiting.append(node)
    return [group for group in groups if group.target in useful]


def _groups(automaton: Automaton, case: Case, node: Node, *, merged: bool) -> Iterator[Group]:
    """The groups from a node."""
    number, kept, phase = node
    place: Location = automaton.locations[number]  # type: ignore[call-overload]
    leaves = place.leaves
    for read in (True, False):
        for answers in sorted({leaf.answers for leaf in leaves if leaf.read == read}):
            chosen = [leaf for leaf in leaves if leaf.read == read and leaf.answers == answers]
            options = {id(leaf): set(_options(automaton, leaf, kept)) for leaf in chosen}  # type: ignore[arg-type]
            for to in dict.fromkeys(o for leaf in chosen for o in sorted(options[id(leaf)], key=_order)):
                for part, common in _parts(
                    chosen, {i for i, o in options.items() if to in o}, 0, merged=merged
                ):
                    for differences, after in _phases(case, phase, answers):  # type: ignore[arg-type]
                        target = END if to is None else (*to, after)
                        group = Group(node, target, part, common, differences, known_of(place, common))
                        if not implied(group.known, NEVER):
                            yield group


NEVER = Affine((), Fraction(-1))


def known_of(place: Location, common: Sequence[Decision]) -> tuple[Affine, ...]:
    """What holds of counters and budgets where these comparisons come out so; nothing without any."""
    told = (*place.invariants, *facts(common))
    return (*KNOWN, *told) if told else ()


Option = tuple[int, frozenset[str]] | None
"""A location with the places that are kept there; None for the end."""


def _order(option: Option) -> tuple[object, ...]:
    return () if option is None else (option[0], sorted(option[1]))


def _options(automaton: Automaton, leaf: Leaf, kept: frozenset[str]) -> Iterator[Option]:
    """Where a leaf may lead, by what is guessed."""
    if kept & leaf.marks:
        return
    if leaf.target is None:
        if leaf.returned - leaf.marks == kept:
            yield None
        return
    marked = automaton.locations[leaf.target].marked
    if kept - marked:
        return
    fresh = sorted(leaf.marks & marked)
    for chosen in chain.from_iterable(combinations(fresh, n) for n in range(len(fresh) + 1)):
        yield leaf.target, kept | frozenset(chosen)


def _phases(case: Case, phase: int, answers: int) -> Iterator[tuple[tuple[Interval, ...], int]]:
    """The differences of so many answers in turn, and the phase afterwards."""
    if not answers:
        yield (), phase
        return
    for source, low, high, target in case.steps:
        if source == phase:
            for others, end in _phases(case, target, answers - 1):
                yield ((low, high), *others), end


def _parts(
    leaves: Sequence[Leaf], wanted: set[int], depth: int, *, merged: bool
) -> Iterator[tuple[tuple[Leaf, ...], tuple[Decision, ...]]]:
    """The largest subtrees of decisions that are one group, each with the decisions that lead to it."""
    inside = [leaf for leaf in leaves if id(leaf) in wanted]
    if not inside:
        return
    whole = len(inside) == len(leaves) and merged and len({_written(leaf) for leaf in leaves}) == 1
    if len(leaves) == 1 or (whole and not any(isinstance(o, Affine) for o in leaves[0].outputs)):
        end = len(leaves[0].decisions) if len(leaves) == 1 else depth
        yield tuple(leaves), leaves[0].decisions[:end]
        return
    for side in (True, False):
        below = [leaf for leaf in leaves if leaf.decisions[depth].taken == side]
        yield from _parts(below, wanted, depth + 1, merged=merged)


def _written(leaf: Leaf) -> tuple[object, ...]:
    """What a group has in common."""
    stored = tuple((v, e if is_exact(v) else None) for v, e in leaf.stores)
    return leaf.answers, leaf.draws, leaf.outputs, leaf.target, stored
