"""Composed mechanisms against the reference: directions, dominating pairs and their names, the game."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, ln, number
from assay.accounting import Rounds
from assay.composition import (
    FinitePair,
    Round,
    fixed_delta,
    game_delta,
    game_profile,
    grouped,
    poisson,
    upper_envelope,
)
from assay.composition.filters import BasicFilter
from assay.dp import hockey_stick
from assay.errors import InvalidType, InvalidValue
from assay.exact import INFINITY, eps
from assay.fast.kernels import list_classes
from assay.theorems import adaptive_delta, compose, dominating_pair, group, pairs_of
from tests.strategies import RATIONAL, dist_pairs, epsilons, tables

RELATIONS = st.sampled_from(
    [
        adjacency.all_pairs(),
        adjacency.all_pairs(symmetric=False),
        adjacency.l1(1),
        adjacency.explicit([(1, 0)]),
    ]
)
LEAK = Dist({0: "4/5", 1: "1/5"})


def powers(pair, count):
    """`count` independent observations of a pair."""
    return tuple(Dist.product(*[law] * count) for law in pair)


def small(data):
    """A small mechanism for the reference alone, and the same for the engines."""
    table, relation = data.draw(tables(RATIONAL, max_inputs=3, max_outputs=3)), data.draw(RELATIONS)
    return tuple(Mechanism(table, list(table), relation, engine=engine) for engine in ("reference", None))


@given(st.data(), st.integers(0, 2))
@settings(max_examples=6)
def test_three_values_of_one_composition(data, count):
    slow, fast = small(data)
    composed, level = Rounds.of(fast, count), data.draw(epsilons())
    bound, game = composed.delta(level).value, game_delta(composed, level)
    assert bound == hockey_stick(*powers(dominating_pair(pairs_of(slow)), count), level)
    assert game == adaptive_delta([pairs_of(slow)] * count, level)
    if count:
        fixed = fixed_delta([(fast, count)], level)
        assert fixed.value == compose(*[slow] * count).delta(level)
        assert fixed.value == hockey_stick(
            *powers(map(slow.distribution, fixed.dominating[0].attained_by), count), level
        )
        assert fixed.value <= game <= bound
    if composed.delta(level).attained:
        assert game == bound


@pytest.mark.slow
@given(st.data())
@settings(max_examples=12)
def test_different_mechanisms_in_their_order(data):
    relation = data.draw(RELATIONS)
    found = [data.draw(tables(RATIONAL, min_inputs=2, max_inputs=2, max_outputs=2)) for _ in range(2)]
    first, second = (Mechanism(table, list(table), relation) for table in found)
    composed, level = Rounds([(first, 1), (second, 1)]), data.draw(epsilons())
    (p, q), (r, s) = (dominating_pair(pairs_of(m)) for m in (first, second))
    assert composed.delta(level).value == hockey_stick(Dist.product(p, r), Dist.product(q, s), level)
    assert game_delta(composed, level) == adaptive_delta([pairs_of(first), pairs_of(second)], level)
    assert fixed_delta([(first, 1), (second, 1)], level).value == compose(first, second).delta(level)


def test_the_same_data_for_two_mechanisms():
    silent = Mechanism(dict.fromkeys(range(3), LEAK), range(3), adjacency.all_pairs())
    second = Mechanism(
        {x: Dist.bernoulli(Fraction(1 + x * x, 6)) for x in range(3)}, range(3), silent.adjacency
    )
    found = fixed_delta([(silent, 2), (second, 1)], ln(2))
    assert found.value == second.delta(ln(2)) == compose(silent, silent, second).delta(ln(2))
    assert found.dominating[0].attained_by == second.worst_case.delta(ln(2)).pair


def test_what_is_seen_first_can_be_used_later():
    one_way = adjacency.explicit([(0, 1), (2, 3)], symmetric=False)
    bit = {x: Dist.bernoulli(p) for x, p in enumerate(("3/4", "1/4", "3/4", "1/4"))}
    choice = {0: LEAK, 1: Dist.point(0), 2: Dist({0: "1/4", 1: "3/4"}), 3: Dist({0: "3/4", 1: "1/4"})}
    first, second = (Mechanism(table, range(4), one_way) for table in (bit, choice))
    forward, backward = Rounds([(first, 1), (second, 1)]), Rounds([(second, 1), (first, 1)])
    assert game_delta(forward, ln(3)) == adaptive_delta([pairs_of(first), pairs_of(second)], ln(3))
    assert game_delta(backward, ln(3)) == adaptive_delta([pairs_of(second), pairs_of(first)], ln(3))
    assert game_delta(backward, ln(3)) < game_delta(forward, ln(3)) <= forward.delta(ln(3)).value
    assert forward.delta(ln(3)).value == backward.delta(ln(3)).value


@given(st.lists(dist_pairs(RATIONAL, max_size=3), min_size=1, max_size=4))
@settings(max_examples=8)
def test_every_piece_names_a_pair_that_attains_the_profile_there(pairs):
    found = upper_envelope({i: FinitePair.of(*pair) for i, pair in enumerate(pairs)})
    assert found.pieces[0].low == -INFINITY
    assert found.pieces[-1].high == INFINITY
    assert all(a.high == b.low < b.high for a, b in zip(found.pieces, found.pieces[1:], strict=False))
    laws = [*pairs, found.finite.distributions()]
    for piece in found.pieces:
        low = number(0) if piece.low.is_infinite else piece.low.exp()
        high = low + 1 if piece.high.is_infinite else piece.high.exp()
        for t in (low, (low + high) / 2, high):
            *each, own = (sum((max(p[o] - t * q[o], number(0)) for o in p), number(0)) for p, q in laws)
            assert own == max(each) == each[piece.pair]
        if piece.high.is_infinite:
            assert hockey_stick(*pairs[piece.pair], INFINITY) == hockey_stick(*laws[-1], INFINITY)


def test_one_pair_that_attains_everything_is_named():
    bit = Mechanism({0: Dist.bernoulli("1/4"), 1: Dist.bernoulli("3/4")}, [0, 1], adjacency.all_pairs())
    worst = Rounds.of(bit, 100).epsilon("1/1000")
    assert worst.attained
    assert worst.direction == "either order"
    assert worst.dominating[0].attained_by == (0, 1)
    assert str(worst.dominating[0]) == "attained by (0, 1) at every epsilon"


def test_a_constructed_pair_is_named_by_its_pieces():
    table = {
        0: Dist({0: "1/2", 1: "1/2"}),
        1: Dist({0: "1/4", 1: "3/4"}),
        2: Dist({0: "1/2", 1: "49/100", 2: "1/100"}),
    }
    m = Mechanism(table, range(3), adjacency.explicit([(0, 1), (2, 0)], symmetric=False))
    found = Round.of(m).dominating("given order")
    assert found.attained_by is None
    assert str(found) == "constructed: (0, 1) up to epsilon = ln(49/25); (2, 0) from epsilon = ln(49/25) on"
    composed = Rounds.of(m, 3)
    assert not composed.delta(0).attained
    assert fixed_delta([(m, 3)], ln(2)).value < game_delta(composed, ln(2)) < composed.delta(ln(2)).value


def presence(p, q):
    """P with the record, Q without."""
    return Mechanism({(): q, ("r",): p}, [(), ("r",)], adjacency.add_remove_one("sequence"))


@given(dist_pairs(RATIONAL, max_size=3), st.integers(1, 3), epsilons())
@settings(max_examples=5)
def test_directions_are_composed_apart_and_the_larger_is_taken_at_the_end(pair, count, level):
    composed = Rounds.of(presence(*pair), count)
    p, q = powers(pair, count)
    both = {"remove": hockey_stick(p, q, level), "add": hockey_stick(q, p, level)}
    assert {d: composed.loss(d).delta(level) for d in composed.directions} == both
    assert composed.delta(level).value == max(both.values())
    assert both[composed.delta(level).direction] == max(both.values())
    assert composed.delta(level).attained
    for direction, value in both.items():
        assert game_profile(composed, direction)(level) == value
    delta = number("1/7")
    assert composed.epsilon(delta).value == max(c.epsilon(delta) for c in map(composed.loss, both))


def test_two_adversaries_are_told_apart():
    """Whoever may remove in one round and add in the next gains more than either direction alone allows."""
    p, q = Dist({"a": "1/7", "b": "1/7", "c": "5/7"}), Dist({"b": "1/2", "c": "1/2"})
    directed = Rounds.of(presence(q, p), 2)
    free = directed.free()
    assert directed.delta(ln(2)).value == game_delta(directed, ln(2)) == Fraction(59, 196)
    assert (
        adaptive_delta([pairs_of(presence(q, p))] * 2, ln(2))
        == game_delta(directed, ln(2), free=True)
        == Fraction(37, 98)
    )
    assert free.delta(ln(2)).value == Fraction(79, 196)
    assert (free.directions, directed.directions) == (("any direction",), ("remove", "add"))
    budget = BasicFilter(ln(2), Fraction(37, 98))  # a filter is about the second: 59/196 would be broken
    assert budget.guarantee().delta >= game_delta(directed, ln(2), free=True) > directed.delta(ln(2)).value


@given(dist_pairs(RATIONAL, max_size=3), st.integers(0, 2), epsilons())
@settings(max_examples=5)
def test_the_free_adversary_is_the_game_on_all_pairs(pair, count, level):
    m = presence(*pair)
    directed = Rounds.of(m, count)
    free = directed.free()
    exact = adaptive_delta([pairs_of(m)] * count, level)
    assert (
        game_delta(directed, level)
        <= exact
        == game_delta(directed, level, free=True)
        <= free.delta(level).value
    )
    assert free.delta(level).value == hockey_stick(*powers(dominating_pair(pairs_of(m)), count), level)


@given(st.data())
@settings(max_examples=5)
def test_relations_without_directions_have_one_adversary(data):
    _, fast = small(data)
    composed, level = Rounds.of(fast, 2), data.draw(epsilons())
    assert composed.free().directions == composed.directions
    assert composed.free().delta(level).value == composed.delta(level).value


def test_groups_and_samples_have_a_free_adversary_too():
    m = Mechanism(
        {x: Dist.bernoulli(Fraction(1 + 2 * len(x), 7)) for x in [(), (1,), (1, 1)]},
        [(), (1,), (1, 1)],
        adjacency.add_remove_one(),
    )
    for use in (
        grouped(m, 2),
        poisson(m, "1/2"),
        FinitePair.of(Dist.bernoulli("1/3"), Dist.bernoulli("1/2")),
    ):
        directed = Rounds.of(use, 2)
        assert game_delta(directed, ln("5/4")) <= game_delta(directed, ln("5/4"), free=True)
        assert directed.delta(ln("5/4")).value <= directed.free().delta(ln("5/4")).value
        assert directed.free().is_exact == directed.is_exact
    assert game_delta([(grouped(m, 2), 2)], 0, free=True) == adaptive_delta([pairs_of(group(m, 2))] * 2, 0)


def test_the_maximum_before_composition_would_be_larger():
    p, q = Dist({0: "1/2", 1: "1/2"}), Dist({0: "9/10", 1: "1/10"})
    apart = Rounds.of(presence(p, q), 5).delta(1).value
    together = upper_envelope({"remove": FinitePair.of(p, q), "add": FinitePair.of(q, p)})
    assert together.attained_by is None
    pair = powers(together.finite.distributions(), 5)
    assert apart < hockey_stick(*pair, 1)


def test_replacement_may_change_its_order_from_round_to_round():
    p, q = Dist({0: "1/2", 1: "1/2"}), Dist({0: "9/10", 1: "1/10"})
    replaced = Mechanism({("a",): p, ("b",): q}, [("a",), ("b",)], adjacency.replace_one())
    composed = Rounds.of(replaced, 2)
    assert composed.directions == ("either order",)
    assert game_delta(composed, 1) == adaptive_delta([[(p, q), (q, p)]] * 2, 1) <= composed.delta(1).value
    assert Rounds.of(presence(p, q), 2).delta(1).value <= game_delta(composed, 1)


def test_one_way_relations_have_one_direction():
    table = {(): LEAK, (1,): Dist.point(0)}
    one_way = Mechanism(table, list(table), adjacency.add_remove_one(symmetric=False))
    assert Rounds.of(one_way, 1).directions == ("remove",)
    assert Rounds.of(one_way, 2).delta("inf").value == 0
    both = Mechanism(table, list(table), adjacency.add_remove_one())
    assert Rounds.of(both, 2).delta("inf").value == 1 - Fraction(4, 5) ** 2
    assert Rounds.of(both, 2).epsilon("1/10").direction == "add"


@pytest.mark.parametrize("size", [1, 2, 3])
def test_groups_are_chains_through_the_domain(size):
    table = {x: Dist.bernoulli(Fraction(1 + x, 6)) for x in range(4)}
    line = Mechanism(table, range(4), adjacency.l1(1))
    composed = Rounds.of(grouped(line, size), 2)
    pair = dominating_pair(pairs_of(group(line, size)))
    for level in (eps(0), ln(2), ln(5)):
        assert composed.delta(level).value == hockey_stick(*powers(pair, 2), level)
        exact = Rounds.of(grouped(line, size), 2).delta(level * size).value
        assert exact <= Rounds.of(line, 2).group_bound(level * size, size).delta


def test_groups_leave_join_or_do_both():
    domain = [x for n in range(3) for x in product("ab", repeat=n) if list(x) == sorted(x)]
    law = {x: Dist.bernoulli(Fraction(1 + 2 * x.count("a") + x.count("b"), 8)) for x in domain}
    m = Mechanism(law, domain, adjacency.add_remove_one())
    assert Rounds.of(grouped(m, 1), 1).directions == ("remove", "add")
    composed = Rounds.of(grouped(m, 2), 2)
    assert composed.directions == ("remove", "add", "mixed")
    relation = set(adjacency.add_remove_one().power(2).pairs(domain))
    leaving = {(x, y) for x, y in relation if not set(y) - set(x) and len(y) < len(x)}
    assert (("a", "b"), ()) in leaving
    for name, pairs in {
        "remove": leaving,
        "add": {(y, x) for x, y in leaving},
        "mixed": {(x, y) for x, y in relation if (x, y) not in leaving and (y, x) not in leaving},
    }.items():
        worst = dominating_pair((m.distribution(x), m.distribution(y)) for x, y in pairs)
        assert composed.loss(name).delta(ln(2)).value == hockey_stick(*powers(worst, 2), ln(2))


@pytest.mark.parametrize("large", [True, False], ids=["arrays", "lists"])
@pytest.mark.parametrize("engine", [None, "fast", "reference"])
def test_the_complement_decides_where_the_frequent_answer_does_not(engine, large):
    domain = list(product((0, 1), repeat=3))
    table = {x: Dist.bernoulli(Fraction(2 ** sum(x), 9)) for x in domain}
    with patch.object(list_classes, "SMALL", -1 if large else 10**9):
        m = Mechanism(table, domain, adjacency.hamming(1), engine=engine)
        assert m.epsilon() == ln(5)
        assert m.worst_case.epsilon().event == (False,)
        assert Rounds.of(m, 1).epsilon().value == ln(5)
        assert Rounds.of(m, 7).epsilon().value == 7 * ln(5)


def test_no_rounds_and_infinite_losses():
    leak = FinitePair.of(LEAK, Dist.point(0))
    assert Rounds.of(leak, 0).delta(0).value == 0
    assert Rounds.of(leak, 0).epsilon().value == 0
    assert Rounds.of(leak, 1).delta("inf").value == Fraction(1, 5)
    assert Rounds.of(leak, 10**6).epsilon(1).value == 0
    assert Rounds.of(leak, 3).epsilon("1/10").value == INFINITY
    assert Rounds.of(leak, 3).epsilon(1 - Fraction(4, 5) ** 3).value == 0
    told = FinitePair.of(Dist.point(0), Dist.point(1))
    assert Rounds([(told, 1), (leak, 2)]).delta("inf").value == 1


def test_bad_input():
    m = Mechanism({0: LEAK, 1: LEAK}, [0, 1], adjacency.all_pairs())
    with pytest.raises(InvalidValue, match="rounds is empty"):
        Rounds([])
    with pytest.raises(InvalidValue, match="compose mechanisms of one adjacency"):
        Rounds([(m, 1), (Round.of(FinitePair.of(LEAK, LEAK)), 1)])
    with pytest.raises(InvalidValue, match=r"count = -1 \(int\) is too small"):
        Rounds.of(m, -1)
    with pytest.raises(InvalidType, match="count = '2'"):
        Rounds.of(m, "2")
    with pytest.raises(InvalidType, match="mechanism = 3 is a int; give a Mechanism"):
        Rounds.of(3, 1)
    with pytest.raises(InvalidType, match="not a Dist"):
        Round.of(FinitePair.of(LEAK, {0: 1}))
    with pytest.raises(InvalidValue, match="direction = 'remove' is none"):
        Round.of(m).dominating("remove")
    with pytest.raises(InvalidValue, match="direction = 'x' is none of"):
        game_profile(Rounds.of(m, 1), "x")
    with pytest.raises(InvalidValue, match="m = 0 is not the size"):
        Rounds.of(m, 1).group_bound(1, 0)
    with pytest.raises(InvalidValue, match="k = 0"):
        grouped(m, 0)
    with pytest.raises(InvalidValue, match="no pair to dominate"):
        upper_envelope({})
    with pytest.raises(InvalidValue, match="negative"):
        Rounds.of(m, 1).delta(-1)
    with pytest.raises(InvalidValue, match="delta = 2"):
        Rounds.of(m, 1).epsilon(2)
