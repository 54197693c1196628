"""The smallest alpha for a given gamma is the inverse of the gamma for a given alpha."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, Mechanism, adjacency, ln
from assay.errors import InvalidType, InvalidValue
from tests.dp.smallest_alpha import smallest_alpha
from tests.effort import fewer
from tests.strategies import tables


@st.composite
def mechanisms_on_rows(draw, n=2):
    domain = list(product((0, 1), repeat=n))
    table = draw(tables(min_inputs=len(domain), max_inputs=len(domain), max_outputs=3))
    return Mechanism(dict(zip(domain, table.values(), strict=True)), domain, adjacency.hamming(1))


laws = st.sampled_from([Dist({0: "1/2", 1: "1/2"}), Dist({0: "9/10", 1: "1/10"}), Dist.point(0)])
etas = st.sampled_from([None, Fraction(0), Fraction(1, 10)])
gammas = st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 4), Fraction(1, 2), Fraction(1)])


@given(mechanisms_on_rows(), laws, etas, gammas)
@fewer(2)
def test_it_is_enough_and_nothing_smaller_is(m, rows, eta, gamma):
    alpha = smallest_alpha(m, gamma, rows, eta)
    if alpha < INFINITY:
        assert m.random_dp(alpha, rows, eta) <= gamma
    if alpha > 0:
        less = max(alpha - ln("1.000001"), alpha / 2) if alpha < INFINITY else ln(10**30)
        assert m.random_dp(less, rows, eta) > gamma


@given(mechanisms_on_rows(), laws)
@fewer(2)
def test_with_gamma_zero_it_is_at_most_epsilon_and_equal_where_every_row_occurs(m, rows):
    alpha = smallest_alpha(m, 0, rows)
    assert alpha == m.epsilon() if len(rows) == 2 else alpha <= m.epsilon()


def test_a_bare_total_needs_infinity_or_gamma():
    domain = list(product((0, 1), repeat=2))
    total = Mechanism(lambda x: Dist.point(sum(x)), domain, adjacency.hamming(1))
    fair = Dist({0: "1/2", 1: "1/2"})
    assert smallest_alpha(total, "49/100", fair) == INFINITY
    assert smallest_alpha(total, "1/2", fair) == 0
    counts = Mechanism(Dist.point, range(3), adjacency.all_pairs())
    assert smallest_alpha(counts, "1/2", fair, size=2, encode=sum) == 0


def test_bad_arguments():
    m = Mechanism({(0,): {0: 1}, (1,): {0: "1/2", 1: "1/2"}}, [(0,), (1,)], adjacency.all_pairs())
    fair = Dist({0: "1/2", 1: "1/2"})
    with pytest.raises(InvalidValue, match="gamma = 2"):
        smallest_alpha(m, 2, fair)
    with pytest.raises(InvalidValue, match="eta = -1"):
        smallest_alpha(m, 0, fair, -1)
    with pytest.raises(InvalidType, match="rows is"):
        smallest_alpha(m, 0, {0: 1})
    with pytest.raises(InvalidValue, match="coordinate = 1"):
        smallest_alpha(m, 0, fair, coordinate=1)
