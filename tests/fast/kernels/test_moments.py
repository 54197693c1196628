"""Renyi divergences of mechanisms with too many likelihood ratios to tabulate, against the reference."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import adjacency, ln
from assay.fast.kernels import moments
from assay.studies.bench.kernels import two_valued
from tests.fast.kernels.test_kernels import agree_on_a_divergence, both, lists_and_arrays, related, taken_for
from tests.strategies import DECIDED, tables

ORDERS = ["0", "1/2", "3/2", "2", "3", "7"]


def untabulated():
    """As if every mechanism had too many ratios."""
    return patch.object(moments, "MOST_LISTED", 0)


@lists_and_arrays
@pytest.mark.parametrize("family", DECIDED, ids=lambda f: f.name)
@settings(max_examples=2)
@given(data=st.data())
def test_by_factors_as_the_reference(large, family, data):
    relation = data.draw(st.sampled_from([adjacency.all_pairs(), adjacency.l1(1, symmetric=False)]))
    fast, slow = both(data.draw(tables(family)), relation)
    with taken_for(large), untabulated():
        for order in ORDERS:
            agree_on_a_divergence(fast, slow, lambda w, a=order: w.renyi(a))
    assert fast.notes["renyi"].engine == "fast"


@lists_and_arrays
def test_pairs_that_the_factors_do_not_tell_apart_are_all_measured(large):
    """The second pair is above the first, and the third above it, by less than any word of 30 bits tells."""
    tiny = Fraction(1, 1 << 50)
    table = {x: {"a": Fraction(3, 4) + x * tiny, "b": Fraction(1, 4) - x * tiny} for x in range(3)}
    table[3] = {"a": Fraction(1, 4), "b": Fraction(3, 4)}
    fast, slow = related(table, (0, 3), (1, 3), (2, 3), (3, 0), (1, 0))
    with taken_for(large), untabulated():
        for order in ORDERS[1:]:
            agree_on_a_divergence(fast, slow, lambda w, a=order: w.renyi(a))
        assert fast.worst_case.renyi(2).pair == (2, 3)
    assert fast.notes["renyi"].engine == "fast"


@lists_and_arrays
def test_pairs_whose_rounded_sums_are_in_another_order(large):
    """(p - q)^2 = q (1 - q)/4 but for 2^-40: all moments of order 2 are nearly 5/4."""
    table = {}
    for k in range(1, 20):
        q = Fraction(k, 40)
        p = q + Fraction(isqrt(k * (40 - k) << 80), 40 << 41)
        table |= {2 * k: {"a": p, "b": 1 - p}, 2 * k + 1: {"a": q, "b": 1 - q}}
    fast, slow = related(table, *((x, x + 1) for x in range(2, 40, 2)))
    with taken_for(large), untabulated():
        agree_on_a_divergence(fast, slow, lambda w: w.renyi(2))
    assert fast.notes["renyi"].engine == "fast"


@lists_and_arrays
def test_outcomes_that_are_alike_are_counted(large):
    """Two outcomes of ratio 3 against one of ratio 7/4."""
    table = {
        0: {"a": "3/8", "b": "3/8", "c": "1/4"},
        1: {"a": "1/8", "b": "1/8", "c": "3/4"},
        2: {"a": "7/8", "b": "1/8", "c": 0},
        3: {"a": "1/2", "b": "1/2", "c": 0},
    }
    fast, slow = related(table, (2, 3), (0, 1))
    with taken_for(large), untabulated():
        agree_on_a_divergence(fast, slow, lambda w: w.renyi(2))
        assert fast.worst_case.renyi(2).pair == (0, 1)


@lists_and_arrays
def test_rare_outcomes_are_not_lost(large):
    """A probability of 2^-40 has a factor of 0 bits at order 2; its ratio carries the divergence."""
    rare = Fraction(1, 1 << 40)
    table = {
        0: {"a": Fraction(1, 2), "b": Fraction(1, 2), "c": 0},
        1: {"a": Fraction(1, 2), "b": Fraction(1, 2) - rare, "c": rare},
        2: {"a": Fraction(1, 2), "b": Fraction(1, 2) - rare**2, "c": rare**2},
        3: {"a": Fraction(1, 4), "b": Fraction(3, 4), "c": 0},
    }
    fast, slow = related(table, (0, 3), (1, 2), (0, 1))
    with taken_for(large), untabulated():
        for order in ORDERS:
            agree_on_a_divergence(fast, slow, lambda w, a=order: w.renyi(a))
        assert fast.worst_case.renyi(3).pair == (1, 2)


def test_what_the_survey_does_not_tell_apart_is_left_to_the_reference():
    fast, slow = both({0: {"a": "1/3", "b": "2/3"}, 1: {"a": "1/2", "b": "1/2"}}, adjacency.all_pairs())
    for limit in (patch.object(moments, "MOST_LEFT", 0), patch.object(moments, "LEAST_BITS", 31)):
        fast, slow = both({0: {"a": "1/3", "b": "2/3"}, 1: {"a": "1/2", "b": "1/2"}}, adjacency.all_pairs())
        with untabulated(), limit:
            assert fast.worst_case.renyi(2) == slow.worst_case.renyi(2)
        assert "too many different likelihood ratios" in str(fast.notes["renyi"])
    fast.zcdp()
    with untabulated():
        fast.renyi(1)
    assert fast.notes["renyi"].engine == "reference"


def test_two_values_on_nine_bits():
    """262,144 pairs, all with distributions of their own: the extreme inputs are the worst."""
    m = two_valued(9)
    worst = m.worst_case.renyi(2)
    assert m.notes["renyi"].engine == "fast"
    assert worst.pair == ((1,) * 9, (0,) * 9)
    p, q = Fraction(1, 4) + Fraction(511, 1024), Fraction(1, 4)
    expected = {(a, b): ln(a**2 / b + (1 - a) ** 2 / (1 - b)) for a, b in ((p, q), (q, p))}
    assert worst.value == max(expected.values()) == expected[p, q]
