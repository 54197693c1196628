from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given

from assay.adjacency import add_remove_one, replace_one
from assay.dp import Dist, Mechanism
from assay.errors import InvalidType, InvalidValue
from assay.exact import INFINITY, ln, number
from assay.theorems import (
    Guarantee,
    compare,
    parallel,
    parallel_composition,
    parallel_on_partition,
    parallel_replace_one,
)
from assay.theorems.witnesses import canonical_distribution, canonical_mechanism

from .small import as_table, log, mechanism, multisets, ratios, sequences, tables, worst_delta


@given(tables(range(2), 2), tables(range(2), 2), ratios, ratios)
def test_on_tuples_of_parts(first, second, s, t):
    ms = [mechanism(first), mechanism(second)]
    by_hand = {
        (x, y): {(a, b): p * q for a, p in first[x].items() for b, q in second[y].items()}
        for x, y in product(range(2), repeat=2)
    }
    guarantees = [(log(s), ms[0].delta(log(s))), (log(t), ms[1].delta(log(t)))]
    for affected in (1, 2):
        both = parallel(*ms, affected=affected)
        assert as_table(both) == by_hand
        moved = {
            (x, y) for x, y in product(by_hand, repeat=2) if 1 <= (x[0] != y[0]) + (x[1] != y[1]) <= affected
        }
        assert set(both.pairs) == moved
        assert both.delta(log(s)) == worst_delta(by_hand, moved, s)
        assert compare(both, parallel_composition(guarantees, affected)).holds


@pytest.mark.parametrize("affected", [1, 2, 3])
def test_randomised_response_on_every_part_attains_the_bound(affected):
    parts = [canonical_mechanism(ln(r)) for r in (2, 3, 5)]
    bound = parallel_composition([(ln(r), 0) for r in (2, 3, 5)], affected)
    assert bound.epsilon == [ln(5), ln(15), ln(30)][affected - 1]
    assert compare(parallel(*parts, affected=affected), bound).status == "tight"


def test_deltas_and_epsilons_may_come_from_different_parts():
    assert parallel_composition([(1, "1/10"), (2, "1/100"), (0, "1/5")]) == Guarantee(2, "1/5")
    assert parallel_composition([(1, "1/10"), (2, "1/100"), (0, "1/5")], 2) == Guarantee(3, "3/10")
    assert parallel_composition([(0, "2/3"), (0, "2/3")], 2) == Guarantee(0, 1)


def membership(target, epsilon, domain, adjacency):
    """Is the target among the records? by the canonical mechanism."""
    return Mechanism(lambda x: canonical_distribution(target in x, epsilon), domain, adjacency)


def by_parity(adjacency, epsilons):
    """Even and odd records apart; in each part the question whether 0 (or 1) is there."""
    subsets = multisets(4, 2)
    parts = {c: membership(c, epsilons[c], subsets, add_remove_one("multiset")) for c in (0, 1)}
    return parallel_on_partition(parts, lambda r: r % 2, subsets, adjacency)


def test_a_partition_by_hand():
    both = by_parity(add_remove_one("multiset"), [ln(2), ln(3)])
    for x in both.domain:
        even, odd = (any(r == c for r in x) for c in (0, 1))
        assert both.distribution(x) == Dist.product(
            canonical_distribution(even, ln(2)), canonical_distribution(odd, ln(3))
        )


def test_the_constant_under_add_remove_is_one_part_and_under_replace_two():
    epsilons = [ln(2), ln(3)]
    guarantees = [(e, 0) for e in epsilons]
    add_remove, replace = (
        by_parity(a, epsilons) for a in (add_remove_one("multiset"), replace_one("multiset"))
    )
    assert compare(add_remove, parallel_composition(guarantees)).status == "tight"
    # a 0 that is replaced by a 1 leaves one part and enters the other
    assert compare(replace, parallel_composition(guarantees)).status == "violated"
    assert (
        compare(replace, parallel_replace_one(guarantees, replace=guarantees, symmetric=True)).status
        == "tight"
    )
    assert parallel_replace_one(guarantees, replace=guarantees, symmetric=True).epsilon == ln(6)
    # without a separate guarantee for replacement inside a part, two steps are paid for
    assert parallel_replace_one(guarantees, symmetric=True).epsilon == ln(9)


@pytest.mark.slow
@given(tables(multisets(3, 2), 2), tables(multisets(3, 2), 2), ratios)
def test_bounds_on_a_partition_hold(first, second, t):
    ms = {
        c: Mechanism(table, list(table), add_remove_one("multiset")) for c, table in ((0, first), (1, second))
    }
    guarantees = [(log(t), m.delta(log(t))) for m in ms.values()]
    domain = multisets(3, 2)
    for adjacency, bound in (
        (add_remove_one("multiset"), parallel_composition(guarantees)),
        (replace_one("multiset"), parallel_replace_one(guarantees, symmetric=True)),
    ):
        exact = parallel_on_partition(ms, lambda r: r % 2, domain, adjacency)
        for x in domain:
            p, q = (table[tuple(r for r in x if r % 2 == c)] for c, table in ((0, first), (1, second)))
            assert as_table(exact)[x] == {(a, b): v * w for a, v in p.items() for b, w in q.items()}
        assert compare(exact, bound).holds


def test_sequences_keep_their_order_and_sets_their_kind():
    seen = Mechanism(Dist.point, sequences(3, 3), add_remove_one("sequence"))
    parts = parallel_on_partition(
        {0: seen, 1: seen}, lambda r: r % 2, [(2, 1, 0), (2, 0)], add_remove_one("sequence")
    )
    assert parts.distribution((2, 1, 0)) == Dist.point(((2, 0), (1,)))
    sets = [frozenset(s) for s in ((), (0,), (1,), (0, 1))]
    echo = Mechanism(Dist.point, sets, add_remove_one("set"))
    parts = parallel_on_partition({0: echo, 1: echo}, lambda r: r, sets, add_remove_one("set"))
    assert parts.distribution(frozenset((0, 1))) == Dist.point((frozenset((0,)), frozenset((1,))))
    counted = [frozenset(), frozenset({(0, 1)}), frozenset({(0, 2)})]
    count = Mechanism(Dist.point, counted, add_remove_one("multiset"))
    parts = parallel_on_partition({0: count}, lambda r: r, counted, add_remove_one("multiset"))
    assert parts.distribution(frozenset({(0, 2)})) == Dist.point((frozenset({(0, 2)}),))


def test_overlapping_parts_break_the_bound():
    # both mechanisms see the record: that is sequential composition, and max(eps_i) is too small
    rr = canonical_mechanism(ln(3))
    twice = Mechanism(
        lambda x: Dist.product(rr.distribution(x), rr.distribution(x)), [False, True], rr.adjacency
    )
    assert compare(twice, parallel_composition([(ln(3), 0)] * 2)).status == "violated"


def test_a_partition_chosen_by_other_records_breaks_the_bound():
    # the cell of a record depends on whether 9 is present: one record moves all the others
    def run(x):
        moved = 9 in x
        parts = [[], []]
        for r in x:
            if r != 9:
                parts[moved].append(r)
        return Dist.product(*(canonical_distribution(bool(part), ln(3)) for part in parts))

    m = Mechanism(run, [(1,), (1, 9)], add_remove_one("sequence"))
    assert compare(m, parallel_composition([(ln(3), 0)] * 2)).status == "violated"
    assert m.epsilon() == ln(9)


def test_one_part_and_infinite_epsilon():
    assert parallel_replace_one([(1, 0)], symmetric=True) == Guarantee(2, 0)
    assert parallel_replace_one([(1, "1/100")], replace=[("1/2", 0)], symmetric=True) == Guarantee(1, "1/100")
    assert parallel_composition([("inf", "1/10"), (1, 0)]) == Guarantee(INFINITY, "1/10")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: parallel(), InvalidValue, "no mechanism"),
        (
            lambda: parallel(canonical_mechanism(1), affected=2),
            InvalidValue,
            "affected = 2 is more than the 1 parts",
        ),
        (lambda: parallel(canonical_mechanism(1), affected=0), InvalidValue, "affected = 0"),
        (lambda: parallel(3), InvalidType, "mechanism is 3"),
        (lambda: parallel_on_partition({}, lambda r: r, [(0,)], replace_one()), InvalidValue, "no mechanism"),
        (lambda: parallel_on_partition([], len, [(0,)], replace_one()), InvalidType, "give a table"),
        (
            lambda: parallel_on_partition({0: canonical_mechanism(1)}, 0, [(0,), (1,)], replace_one()),
            InvalidType,
            "cell is 0",
        ),
        (lambda: parallel_composition([]), InvalidValue, "no guarantee"),
        (lambda: parallel_composition([(1, 0)], 2), InvalidValue, "affected = 2"),
        (
            lambda: parallel_replace_one([(1, 0)], replace=[(1, 0), (1, 0)], symmetric=True),
            InvalidValue,
            "2 guarantees for 1 parts",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_record_without_a_mechanism_and_an_input_that_is_no_data_set():
    seen = Mechanism(Dist.point, sequences(2, 1), add_remove_one("sequence"))
    lost = parallel_on_partition({0: seen}, lambda r: r, [(), (1,)], add_remove_one("sequence"))
    with pytest.raises(InvalidValue, match="falls in cell 1, which has no mechanism"):
        lost.distribution((1,))
    odd = parallel_on_partition({0: seen}, lambda r: r, ["0", "1"], replace_one())
    with pytest.raises(InvalidType, match="not a data set"):
        odd.distribution("0")
    assert number(1) == Fraction(1)


def test_a_replaced_record_needs_both_directions():
    one_way = Guarantee(1, adjacency=replace_one(symmetric=False), domain=[(0,), (1,)])
    both = Guarantee(1, adjacency=add_remove_one())
    for refused in (
        lambda: parallel_replace_one([(1, 0)]),
        lambda: parallel_replace_one([(1, 0)], symmetric=False),
        lambda: parallel_replace_one([both], replace=[(1, 0)]),
        lambda: parallel_replace_one([both], replace=[one_way]),
        lambda: parallel_replace_one([Guarantee(1, adjacency=add_remove_one(symmetric=False))]),
    ):
        with pytest.raises(InvalidValue, match="'a symmetric adjacency'"):
            refused()
    assert parallel_replace_one([both]).epsilon == Guarantee(2).epsilon


def test_what_holds_for_fixed_inputs_or_between_others_stays_so():
    fixed, asked = Guarantee(1, adaptive=False), Guarantee(1, interactive=True)
    for found in (parallel_composition([fixed, asked]), parallel_replace_one([fixed, asked], symmetric=True)):
        assert (found.adaptive, found.interactive) == (False, True)
