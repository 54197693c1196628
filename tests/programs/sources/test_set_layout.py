"""States with a set are one only where every later order of the set is the same."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.programs.sources import sampled, set_layout
from assay.programs.sources.freeze import Freezer, Unfreezable
from assay.programs.sources.set_layout import EMPTY, REMOVED, layout

NUMBERS = st.integers(0, 40).map(lambda n: n * 8 if n % 2 else n)
STEPS = st.lists(st.tuples(st.sampled_from(["add", "discard", "pop"]), NUMBERS), max_size=14)


def after(steps, start=()):
    """A set after some steps."""
    found = set(start)
    for what, n in steps:
        if what != "pop":
            getattr(found, what)(n)
        elif found:
            found.pop()
    return found


SHORT = [("pop", 0), *((what, n) for what in ("add", "discard") for n in (0, 8, 1))]


@pytest.mark.slow
def test_sets_that_lie_alike_stay_alike():
    """All histories of up to four steps with collisions, removals and `pop`, and all of two later steps."""
    alike = {}
    for steps in (steps for k in range(5) for steps in product(SHORT, repeat=k)):
        found = after(steps)
        alike.setdefault((tuple(found), layout(found)), []).append(steps)
    assert 20 < len(alike) < sum(map(len, alike.values())) == sum(7**k for k in range(5))
    for histories in alike.values():
        for later in product(SHORT, repeat=2):
            ends = {(tuple(end), layout(end)) for end in (after((*steps, *later)) for steps in histories)}
            assert len(ends) == 1


@given(STEPS)
def test_a_table_has_every_element_once_and_in_order(steps):
    found = after(steps)
    finger, places = layout(found)
    assert [p for p in places if p >= 0] == list(range(len(found)))
    assert set(places) <= {EMPTY, REMOVED, *range(len(found))}
    assert finger >= 0


def test_sets_of_one_order_may_differ_in_what_was_removed():
    a, b = {0, 1}, {0, 1, 2}
    b.discard(2)
    assert list(a) == list(b)
    assert Freezer().key(a) != Freezer().key(b)


def test_what_pop_takes_depends_on_what_it_took():
    def popped():
        kept = {0, 8}
        for i in range(4):
            kept.add(8 * i)
            if random.getrandbits(1):
                kept.pop()
        return tuple(sorted(kept))

    merged, paths = sampled(popped), sampled(popped, merge=False)
    assert merged.exact
    assert merged.distribution() == paths.distribution()


def test_indices_that_are_drawn_apart_end():
    def two():
        chosen = set()
        while len(chosen) < 2:
            chosen.add(random.randrange(3))
        return tuple(sorted(chosen))

    found = sampled(two)
    assert found.exact
    assert [str(p) for _, p in found.distribution().items()] == ["1/3"] * 3


def test_where_sets_cannot_be_read_none_is_merged(monkeypatch):
    monkeypatch.setattr(set_layout, "_KNOWN", False)
    with pytest.raises(Unfreezable):
        Freezer().key({1, 2})
