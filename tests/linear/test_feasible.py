"""Weights >= 0: those that are found add up, and none are found where a functional separates the target."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from assay.linear.feasible import feasible

small = st.fractions(-3, 3, max_denominator=3)
vectors = st.dictionaries(st.sampled_from("xyz"), small, max_size=3)


def added(columns, weights):
    keys = {k for column in columns for k in column}
    sums = {
        k: sum((w * c.get(k, 0) for w, c in zip(weights, columns, strict=True)), Fraction(0)) for k in keys
    }
    return {k: v for k, v in sums.items() if v}


@given(columns=st.lists(vectors, min_size=1, max_size=4), chosen=st.lists(st.integers(0, 3), min_size=4))
def test_what_some_weights_make_is_found(columns, chosen):
    target = added(columns, [Fraction(w) for w in chosen[: len(columns)]])
    found = feasible(columns, target, lambda: False)
    assert found is not None
    assert min(found) >= 0
    assert added(columns, found) == target


@given(columns=st.lists(vectors, max_size=4), functional=vectors)
def test_what_a_functional_separates_is_not(columns, functional):
    def value(v):
        return sum((functional.get(k, 0) * c for k, c in v.items()), Fraction(0))

    above = [{k: c if value(v) >= 0 else -c for k, c in v.items()} for v in columns]
    target = {k: -c for k, c in functional.items() if c}
    assert feasible(above, target, lambda: False) is None or not target
    assert feasible(above, target, lambda: True) is None
