"""The sparse histogram, projecting onto histograms, and noise in proportion to a quantile."""

from __future__ import annotations

import runpy
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay import INFINITY, Dist, Refuted, adjacency, eps, ln
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.queries.projection import RULES, histograms, nearest, project, projected
from assay.queries.random_sensitivity import noisy_sum_by_quantile_clamped, pair_quantile
from assay.queries.sparse_histogram import (
    failure_bound,
    failure_probability,
    spares_empty_cells,
    sparse_histogram_clamped,
)
from tests.effort import fewer

EXAMPLE = Path(assay.__file__).parent / "examples" / "sparse_histogram.py"


def counts(draws, k):
    return tuple(draws.count(j) for j in range(k))


def gamma_by_draws(m, k, n, law, alpha):
    """All draws x_1, ..., x_(n+1), each pair of neighbours audited outcome by outcome."""
    factor, total = alpha.exp(), 0
    for draws in product(law.support, repeat=n + 1):
        p, q = (m.distribution(counts(x, k)) for x in (draws[:n], (*draws[: n - 1], draws[n])))
        outputs = {*p.support, *q.support}
        if any(p[o] > factor * q[o] or q[o] > factor * p[o] for o in outputs):
            mass = 1
            for r in draws:
                mass = mass * law[r]
            total = total + mass
    return total


@given(
    st.lists(st.integers(0, 3), min_size=2, max_size=3).filter(any), st.sampled_from(["ln 4", "1/2", "ln 9"])
)
@fewer(6)
def test_the_exact_gamma_is_the_closed_form_at_every_alpha(w, alpha):
    k, n = len(w), {2: 4, 3: 6}[len(w)]
    law = Dist.from_weights(dict(enumerate(w)))
    m = sparse_histogram_clamped(n, k, alpha, 1, release=(0, 1))
    assert gamma_by_draws(m, k, n, law, eps(alpha)) == failure_probability(law, n)
    assert failure_probability(law, n) <= failure_bound(n, k) < Fraction(2 * k, n + 1)


def test_without_the_condition_every_cell_is_noisy_and_the_mechanism_is_private():
    assert not spares_empty_cells(3, 2, 1)
    assert sparse_histogram_clamped(3, 2, "ln 4", 1).epsilon() == ln(4)
    assert spares_empty_cells(4, 2, 1)
    assert sparse_histogram_clamped(4, 2, "ln 4", 1).epsilon() == INFINITY
    assert spares_empty_cells(8, 2, "1/2")
    assert not spares_empty_cells(8, 2, "49/100")


def test_empty_cells_are_released_as_they_are():
    law = sparse_histogram_clamped(4, 2, "ln 4", 1).distribution((4, 0))
    assert {y for _, y in law.support} == {0}
    assert len(law) == 5


@given(st.lists(st.integers(-4, 6), min_size=1, max_size=4), st.integers(1, 4), st.sampled_from(RULES))
def test_the_projection_is_a_nearest_histogram(z, n, ties):
    assert project(tuple(z), n, ties) in nearest(tuple(z), n)


def test_the_two_rules_break_ties_as_they_say():
    assert project((3, 3), 2, "order") == (2, 0)
    assert project((3, 3), 2, "even") == (1, 1)
    assert project((0, 0, -1), 2, "order") == (0, 0, 2)
    assert project((0, 0, -1), 2, "even") == (1, 1, 0)
    assert nearest((2, 2), 1) == ((0, 1), (1, 0))


@pytest.mark.parametrize("ties", RULES)
def test_projecting_is_post_processing(ties):
    m = sparse_histogram_clamped(3, 2, "ln 4", 0, release=(-2, 5))
    p = projected(m, 3, ties)
    assert p.epsilon() <= ln(4)
    assert set(p.outputs) <= set(histograms(3, 2))


def test_quantiles_of_pairs():
    assert pair_quantile((0, 5, 1, 9), 0) == 4
    assert pair_quantile((0, 5, 1, 9), "1/2") == 1
    assert pair_quantile((0, 5, 1, 9), "49/100") == 4
    assert pair_quantile((3, 3), "1/2") == 0


def test_the_noisy_sum_is_exact_where_the_quantile_is_zero_and_so_not_private():
    m = noisy_sum_by_quantile_clamped(2, "ln 2", 0, release=(-3, 5))
    assert m.distribution((1, 1)) == Dist.point(2)
    assert len(m.distribution((0, 1))) == 9
    assert m.epsilon() == INFINITY
    fair = Dist({0: "1/2", 1: "1/2"})
    # every change of a row makes the pair equal or unequal, and one of the two is released bare
    assert m.random_dp("ln 2", fair) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 2, "ln 4", 1), "n = 0"),
        ((4, 1, "ln 4", 1), "k = 1"),
        ((4, 2, 0, 1), "alpha = 0"),
        ((4, 2, "inf", 1), "alpha = inf"),
        ((4, 2, "ln 4", 2), "gamma = 2"),
        ((4, 2, "ln 4", -1), "gamma = -1"),
    ],
)
def test_the_condition_that_is_violated_is_named(arguments, message):
    with pytest.raises(InvalidValue, match=message):
        sparse_histogram_clamped(*arguments)


def test_bad_arguments():
    with pytest.raises(FloatRefused):
        sparse_histogram_clamped(4, 2, 0.5, 1)
    with pytest.raises(InvalidType, match="rows is"):
        failure_probability({0: 1}, 3)
    with pytest.raises(InvalidValue, match="sum to 1/2"):
        failure_probability(Dist({0: "1/4", 1: "1/4"}), 3)
    with pytest.raises(InvalidValue, match="n = 0"):
        failure_probability(Dist.point(0), 0)
    with pytest.raises(InvalidValue, match="ties = 'random'"):
        project((1, 2), 3, "random")
    with pytest.raises(InvalidValue, match="n = 0"):
        project((1, 2), 0)
    with pytest.raises(InvalidValue, match="cannot be paired"):
        pair_quantile((1, 2, 3), 0)
    with pytest.raises(InvalidValue, match="no quantile"):
        noisy_sum_by_quantile_clamped(2, 1, 1, release=(0, 2))
    with pytest.raises(InvalidValue, match="cannot be paired"):
        noisy_sum_by_quantile_clamped(3, 1, 0, release=(0, 2))
    assert adjacency.l1(2).related((1, 1), (2, 0))


def test_the_example_is_refuted_and_random_dp():
    m = runpy.run_path(str(EXAMPLE))["mechanism"]
    catalogue = sparse_histogram_clamped(8, 2, "ln 4", "1/2")
    assert all(m.distribution(x) == catalogue.distribution(x) for x in m.domain)
    assert isinstance(m.audit("ln 4"), Refuted)
    rows = Dist({0: "3/4", 1: "1/4"})
    gamma = m.random_dp("ln 4", rows, size=8, encode=lambda drawn: (8 - sum(drawn), sum(drawn)))
    assert gamma == failure_probability(rows, 8) < Fraction(1, 2)
