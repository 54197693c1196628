"""Which outputs of a program may be equal: of other leaves, in lists, and noisy values beside numbers."""

from __future__ import annotations

from .automaton import Automaton, Leaf
from .expressions import DRAW, Affine
from .ways import NUMBER, Step, Way, as_number, channel_of, returns


def look_alike(automaton: Automaton) -> bool:
    """Whether lists that are returned could equal others: one that is appended to, and one that is not."""
    texts = [o for p in automaton.locations for leaf in p.leaves for o in leaf.outputs if isinstance(o, str)]
    ends = [text for text in texts if text.startswith("end ")]
    listed = any("of all in" in text for text in ends)
    places = any(text.startswith("output place") for text in texts)
    return places or (listed and any("(" in text or "'" in text for text in texts))


def writes_reals(way: Way) -> bool:
    """Whether every value that is written has a real draw in it, so that it equals no other number."""
    drawn = ([way.noises[int(s.removeprefix(DRAW))] for s in value.symbols(DRAW)] for value in way.written)
    return all(draws and not any(n.discrete for n in draws) for draws in drawn)


def tells_in_order(automaton: Automaton) -> bool:
    """Whether all outputs are told, in their order: they are in no list, or all in one that is returned."""
    leaves = [leaf for place in automaton.locations for leaf in place.leaves]
    texts = [[o for o in leaf.outputs if isinstance(o, str)] for leaf in leaves]
    channels = {channel_of(text) for each in texts for text in each} - {None}
    ends = [each[-1] for leaf, each in zip(leaves, texts, strict=True) if leaf.target is None]
    told = all(returns(end, name) for name in channels if name for end in ends)
    return len(channels) <= 1 and told and not look_alike(automaton)


def writes_noise(automaton: Automaton) -> bool:
    """Whether every value that is written has a fresh real draw in it, or is a stored one that always has."""
    noisy = {(i, v) for i, place in enumerate(automaton.locations) for v in place.variables}
    size = -1
    while size != len(noisy):
        size = len(noisy)
        for i, place in enumerate(automaton.locations):
            for leaf in place.leaves:
                noisy -= {(leaf.target, v) for v, e in leaf.stores if not _is_noisy(i, leaf, e, noisy)}
    return all(
        _is_noisy(i, leaf, o, noisy)
        for i, place in enumerate(automaton.locations)
        for leaf in place.leaves
        for o in leaf.outputs
        if isinstance(o, Affine)
    )


def _is_noisy(place: int, leaf: Leaf, value: Affine, noisy: set[tuple[int, str]]) -> bool:
    fresh = [leaf.draws[int(s.removeprefix(DRAW))] for s in value.symbols(DRAW)]
    if any(noise.discrete for noise in fresh):
        return False
    return bool(fresh) or (len(value.stored) == 1 and (place, value.stored[0]) in noisy)


def alike(automaton: Automaton, step: Step) -> list[Leaf]:
    """The leaves from there that write what this one does, itself included."""
    place, number = step
    leaves = automaton.locations[place].leaves
    return [leaf for leaf in leaves if leaf.read == leaves[number].read and not _differ(leaf, leaves[number])]


def _differ(one: Leaf, other: Leaf) -> bool:
    """Whether what is written differs before either ends."""
    texts = [[_kind(o) for o in leaf.outputs if isinstance(o, str)] for leaf in (one, other)]
    return any(a != b for a, b in zip(*texts, strict=False))


def _kind(text: str) -> str:
    return NUMBER.sub(as_number, text)
