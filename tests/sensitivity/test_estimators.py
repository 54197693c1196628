"""Estimators: their values, and what exchanging a row does to them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import certified
from assay.sensitivity import mean, median, ridge_logistic, ridge_logistic_sensitivity
from tests.effort import fewer

ROWS = st.dictionaries(st.integers(-3, 3), st.integers(1, 4), min_size=1, max_size=3)
PENALTIES = st.sampled_from([Fraction(1, 10), Fraction(1), Fraction(5)])


def listed(rows):
    return sorted(x for x, times in rows.items() for _ in range(times))


@given(ROWS)
def test_mean_and_median(rows):
    values = listed(rows)
    assert mean(rows) == Fraction(sum(values), len(values))
    assert median(rows) == values[(len(values) - 1) // 2]


@given(ROWS, PENALTIES)
def test_the_derivative_of_the_objective_vanishes(rows, penalty):
    w = ridge_logistic(penalty)(rows)
    total = w * penalty * sum(rows.values())
    for z, times in rows.items():
        total -= times * certified(z) / (1 + (w * z).exp())
    assert total.enclosure(200).overlaps(certified(0).enclosure(9))
    assert w.enclosure(200).rad() < w.enclosure(200).rad() + 1
    assert abs(w.enclosure(200) - w.enclosure(300)) < 2.0**-150


def test_no_preference_is_zero():
    found = ridge_logistic(1)({1: 2, -1: 2})
    assert found.enclosure(100).overlaps(certified(0).enclosure(9))


@given(ROWS, st.integers(-3, 3), PENALTIES)
def test_exchanging_a_row_moves_it_by_at_most_h(rows, new, penalty):
    estimate, h, n = ridge_logistic(penalty), ridge_logistic_sensitivity(penalty), sum(rows.values())
    for old in rows:
        if old != new:
            other = {**rows, new: rows.get(new, 0) + 1}
            other[old] -= 1
            assert abs(estimate(rows) - estimate(other)) < h(old, new) / n


def test_the_distance_of_the_rows_is_no_bound():
    """The source takes |x - x'|/n also for logistic regression: false for a small penalty."""
    estimate = ridge_logistic("1/10")
    change = abs(estimate({1: 1, 2: 0}) - estimate({1: 0, 2: 1}))
    assert change < Fraction(1)
    assert abs(estimate({1: 1}) - estimate({-1: 1})) > 2


def test_h_is_symmetric():
    h = ridge_logistic_sensitivity("1/2")
    for x, y in product(range(-2, 3), repeat=2):
        assert h(x, y) == h(y, x) >= 0
    assert [h(1, -2), h(1, 2), h(2, 2)] == [6, 4, 0]
    assert isinstance(h(0, 1), type(number(0)))


PLANES = st.dictionaries(
    st.tuples(st.integers(-2, 2), st.integers(-2, 2)), st.integers(1, 4), min_size=1, max_size=3
)


@given(PLANES, PENALTIES)
@fewer(8)
def test_the_gradient_vanishes_with_two_features(rows, penalty):
    w = [ridge_logistic(penalty, coordinate=i)(rows) for i in (0, 1)]
    for i in (0, 1):
        total = w[i] * penalty * sum(rows.values())
        for z, times in rows.items():
            total -= times * certified(z[i]) / (1 + (w[0] * z[0] + w[1] * z[1]).exp())
        assert total.enclosure(200).overlaps(certified(0).enclosure(9))
        assert w[i].enclosure(100).rad() < 2.0**-80


@given(ROWS, PENALTIES)
@fewer(8)
def test_a_feature_that_is_zero_changes_nothing(rows, penalty):
    wider = {(0, z): times for z, times in rows.items()}
    one, two = ridge_logistic(penalty)(rows), ridge_logistic(penalty, coordinate=1)(wider)
    assert one.enclosure(100).overlaps(two.enclosure(100))
    assert ridge_logistic(penalty)(wider).enclosure(100).overlaps(certified(0).enclosure(9))


@given(PLANES, st.tuples(st.integers(-2, 2), st.integers(-2, 2)), PENALTIES)
@fewer(8)
def test_exchanging_a_row_moves_the_vector_by_at_most_h(rows, new, penalty):
    fits = [ridge_logistic(penalty, coordinate=i) for i in (0, 1)]
    h, n = ridge_logistic_sensitivity(penalty), sum(rows.values())
    for old in rows:
        if old != new:
            other = {**rows, new: rows.get(new, 0) + 1}
            other[old] -= 1
            assert (
                sum((abs(fit(rows) - fit(other)) ** 2 for fit in fits), certified(0)) < (h(old, new) / n) ** 2
            )


def test_h_of_vectors_is_the_largest_corner():
    h = ridge_logistic_sensitivity("1/2")
    assert h((3, 4), (0, 0)) == 10
    assert h((1, 0), (-1, 0)) == 4
    assert h((1, 0), (0, 1)) ** 2 == 8
    assert h((1, 1), (1, 1)) == 0


def test_bad_input():
    for call, error, message in (
        (lambda: ridge_logistic(0), InvalidValue, "penalty = 0"),
        (lambda: ridge_logistic(0.1), FloatRefused, "penalty = 0.1"),
        (lambda: ridge_logistic_sensitivity("-1"), InvalidValue, "penalty = -1"),
        (lambda: ridge_logistic(1)({"a": 1}), InvalidValue, "row = 'a'"),
        (lambda: ridge_logistic(1)({(1, 2): 1, (1,): 1}), InvalidValue, "features; give rows of one length"),
        (lambda: ridge_logistic(1, coordinate=1)({1: 1}), InvalidValue, "coordinate = 1"),
        (lambda: ridge_logistic(1, coordinate=-1), InvalidValue, "coordinate = -1"),
        (lambda: ridge_logistic(1)({(1, 0.5): 1}), FloatRefused, "0.5"),
        (lambda: ridge_logistic_sensitivity(1)((1, 2), 1), InvalidValue, "2 and 1 features"),
        (lambda: median([1, 2]), InvalidType, "how often"),
        (lambda: mean({1: -1}), InvalidValue, "how often = -1"),
        (lambda: median({}), InvalidValue, "rows is empty"),
        (lambda: mean({}), InvalidValue, "rows is empty"),
        (lambda: ridge_logistic(1)({}), InvalidValue, "rows is empty"),
        (lambda: ridge_logistic(1)({1: 0}), InvalidValue, "rows is empty"),
    ):
        with pytest.raises(error, match=message):
            call()
