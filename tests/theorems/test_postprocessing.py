from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from assay.adjacency import all_pairs
from assay.dp import Dist, Mechanism
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import INFINITY, ln
from assay.theorems import Guarantee, compare, post_process, post_process_randomised, post_processing_bound

from .small import as_table, brute_delta, log, mechanism, mix, ratios, tables


@given(tables(range(3), 4), tables(range(4), 3), ratios)
def test_a_randomised_kernel_never_increases_any_delta(table, kernel, t):
    base = mechanism(table)
    after = post_process_randomised(base, {y: Dist(row) for y, row in kernel.items()})
    for x, y in after.pairs:
        p, q = (mix((w, kernel[o]) for o, w in table[z].items()) for z in (x, y))
        assert as_table(after)[x] == p
        assert brute_delta(p, q, t) <= brute_delta(table[x], table[y], t)
    assert compare(after, post_processing_bound(log(t), base.delta(log(t)))).holds


@given(tables(range(3), 4))
def test_the_whole_profile_falls_at_every_breakpoint(table):
    base = mechanism(table)
    after = post_process(base, lambda y: y // 2)
    before, then = base.profile(), after.profile()
    for epsilon, _ in (*before.breakpoints, *then.breakpoints):
        assert then(epsilon) <= before(epsilon)
    assert after.epsilon() <= base.epsilon()
    assert after.total_variation() <= base.total_variation()


@given(tables(range(3), 4))
def test_a_deterministic_map_is_the_kernel_of_its_points(table):
    base = mechanism(table)
    assert as_table(post_process(base, lambda y: y % 3)) == as_table(
        post_process_randomised(base, lambda y: Dist.point(y % 3))
    )


def test_the_identity_is_tight():
    base = mechanism({0: {0: Fraction(3, 4), 1: Fraction(1, 4)}, 1: {0: Fraction(1, 4), 1: Fraction(3, 4)}})
    same = post_process(base, lambda y: y)
    assert same.domain == base.domain
    assert same.pairs == base.pairs
    assert compare(same, post_processing_bound(base.epsilon())).status == "tight"


def test_a_function_that_sees_the_data_again_is_no_post_processing():
    coin = Mechanism(lambda x: Dist.uniform([0, 1]), [0, 1], all_pairs())
    cheat = Mechanism(lambda x: coin.distribution(x).map(lambda y: (y, x ^ y)), [0, 1], all_pairs())
    assert coin.epsilon() == 0
    assert cheat.epsilon() == INFINITY
    assert compare(cheat, post_processing_bound(0)).status == "violated"


def test_bad_input():
    base = mechanism({0: {0: Fraction(1)}, 1: {1: Fraction(1)}})
    with pytest.raises(InvalidType, match="post_process_randomised"):
        post_process(base, lambda y: Dist.point(y)).distribution(0)
    with pytest.raises(InvalidType, match="not a Dist"):
        post_process_randomised(base, lambda y: y).distribution(0)
    for wrong in (post_process, post_process_randomised):
        with pytest.raises(InvalidType, match="mechanism is 3"):
            wrong(3, lambda y: y)
        with pytest.raises(InvalidType, match="not a function"):
            wrong(base, 3)
    with pytest.raises(InvalidValue, match="no entry for the output 1"):
        post_process_randomised(base, {0: Dist.point(0)}).distribution(1)
    with pytest.raises(InvalidValue, match="delta = 2"):
        post_processing_bound(1, 2)
    with pytest.raises(FloatRefused):
        post_processing_bound(0.5)
    assert post_processing_bound("ln 3", "1/4") == Guarantee(ln(3), "1/4")
