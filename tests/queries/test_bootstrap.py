"""The bootstrap: its program, its infinite epsilon, and what it refuses."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, adjacency, eps, ln
from assay.errors import FloatRefused, InvalidValue
from assay.queries import bootstrap
from tests.mechanisms import published

sizes = st.integers(1, 5)


fractions = st.fractions(min_value=Fraction(1, 2), max_value=6, max_denominator=2)


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_bootstrap_is_its_program(n, draws, data):
    rows = tuple(data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)))
    m = bootstrap(
        n, Fraction(n, draws), domain=[rows, tuple(1 - b for b in rows)], adjacency=adjacency.all_pairs()
    )
    assert m.distribution(rows) == published.bootstrap.distribution(rows, draws)


@given(sizes, fractions)
def test_bootstrap_draws_the_ceiling_of_n_over_z(n, z):
    # all rows are ones, so that the count is the number of draws
    assert bootstrap(n, z).distribution((1,) * n) == Dist.point(ceil(n / z))


@given(sizes, fractions)
def test_bootstrap_has_infinite_epsilon_and_one_delta_for_all_epsilons(n, z):
    m, draws = bootstrap(n, z), ceil(n / z)
    shown = 1 - (1 - Fraction(1, n)) ** draws
    assert m.epsilon() == INFINITY
    assert all(m.delta(e) == shown for e in (ln(4), eps(10)))
    assert m.delta(0) >= shown


def test_the_bootstrap_of_the_source():
    m = bootstrap(7, 3)
    assert len(m.domain) == 8
    assert m.delta(0) == m.delta(100) == Fraction(127, 343)
    assert m.delta(eps("1/3")) == Fraction(127, 343)  # the claim is delta = 0 at epsilon = 1/Z


@pytest.mark.parametrize(("n", "z"), [(1, 1), (3, 2), (4, 3), (5, 2)])
def test_one_data_set_for_each_number_of_ones_is_enough(n, z):
    every = bootstrap(n, z, domain=product((0, 1), repeat=n))
    some = bootstrap(n, z)
    for e in (0, ln(2), 1):
        assert every.delta(e) == some.delta(e)
    assert every.epsilon() == some.epsilon()
    assert every.total_variation() == some.total_variation()


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: bootstrap(0, 1), InvalidValue, "n = 0"),
        (lambda: bootstrap(3, 0), InvalidValue, "Z = 0 (Fraction) must be positive"),
        (lambda: bootstrap(3, -1), InvalidValue, "Z = -1"),
        (lambda: bootstrap(3, 1.5), FloatRefused, "Z = 1.5"),
        (lambda: bootstrap(3, "sqrt(2)"), InvalidValue, "Z = sqrt(2)"),
        (lambda: bootstrap(2, 1, domain=[(0, 1), (0, 2)]).matrix(), InvalidValue, "input = (0, 2)"),
        (
            lambda: bootstrap(2, 1, domain=[(0,), (1,)]).matrix(),
            InvalidValue,
            "give a tuple of 2 entries 0 or 1",
        ),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)
