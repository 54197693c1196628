"""The exact composition against the reference: the same pair, taken k times, as a distribution of tuples."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.composition import FinitePair, PrivacyLoss
from assay.composition import total_loss as laws
from assay.composition.lattice import grid_of
from assay.dp import Dist, epsilon, hockey_stick
from assay.errors import BudgetExceeded, InvalidType, InvalidValue, MixedFields
from assay.exact import EPS, INFINITY, eps, exp, ln, number
from tests.strategies import EXPONENTIAL, RADICAL, RATIONAL, Family, dist_pairs, dists

TRUE, FALSE = Dist.bernoulli("3/4"), Dist.bernoulli("1/4")
DELTAS = [number(d) for d in ("0", "1/100", "1/3", "9/10", "1")]


def power(dist: Dist, count: int) -> Dist:
    """`count` independent draws, as tuples."""
    return Dist.product(*[dist] * count)


@pytest.mark.parametrize("family", [RATIONAL, EXPONENTIAL, RADICAL], ids=lambda f: f.name)
@settings(max_examples=10)
@given(data=st.data(), count=st.integers(0, 3))
def test_k_rounds_equal_the_mechanism_of_tuples(family: Family, data: st.DataObject, count: int) -> None:
    p, q = data.draw(dist_pairs(family, max_size=3))
    composed, (pk, qk) = PrivacyLoss.of(p, q, count), (power(p, count), power(q, count))
    losses = [loss for loss in composed.losses if loss > 0]
    for at in (eps(0), eps("inf"), *losses):
        assert composed.delta(at) == hockey_stick(pk, qk, at)
    for delta in DELTAS:
        assert composed.epsilon(delta) == epsilon(pk, qk, delta)


@settings(max_examples=10)
@given(data=st.data())
def test_different_rounds_compose(data: st.DataObject) -> None:
    (p, q), (r, s) = data.draw(dist_pairs(RATIONAL, max_size=2)), data.draw(dist_pairs(RATIONAL, max_size=2))
    composed = PrivacyLoss([(FinitePair.of(p, q), 2), (FinitePair.of(r, s), 1)])
    left, right = Dist.product(p, p, r), Dist.product(q, q, s)
    for at in ("0", "1/3", "ln 2", "inf"):
        assert composed.delta(at) == hockey_stick(left, right, at)
    for delta in DELTAS:
        assert composed.epsilon(delta) == epsilon(left, right, delta)


@pytest.mark.parametrize("count", [1, 2, 7, 100])
def test_randomised_response_has_binomial_losses(count: int) -> None:
    composed = PrivacyLoss.of(TRUE, FALSE, count)
    assert composed.losses == tuple(ln(3) * (2 * i - count) for i in range(count + 1))
    assert composed.epsilon(0) == ln(3) * count


def test_one_large_delta_by_an_independent_sum() -> None:
    from math import comb

    count, t = 1000, 3**40
    total = sum(
        comb(count, i) * (3**i * 1 - t * 3 ** (count - i)) for i in range(count + 1) if 2 * i - count > 40
    )
    assert PrivacyLoss.of(TRUE, FALSE, count).delta(ln(3) * 40) == Fraction(total, 4**count)


def test_losses_without_a_common_step_need_two_dimensions() -> None:
    p, q = Dist({1: "1/2", 2: "1/3", 3: "1/6"}), Dist({1: "1/6", 2: "1/2", 3: "1/3"})
    composed = PrivacyLoss.of(p, q, 4)
    assert len(composed.losses) == 15
    assert list(composed.losses) == sorted(composed.losses)
    assert composed.delta("1/2") == hockey_stick(power(p, 4), power(q, 4), "1/2")


def test_a_symbolic_round_gives_functions_of_epsilon() -> None:
    x = exp(EPS)
    p, q = Dist({1: x / (1 + x), 0: 1 / (1 + x)}), Dist({0: x / (1 + x), 1: 1 / (1 + x)})
    composed = PrivacyLoss.of(p, q, 3)
    assert composed.losses == (-3 * EPS, -EPS, EPS, 3 * EPS)
    assert composed.delta(EPS) == hockey_stick(power(p, 3), power(q, 3), EPS)


def test_infinite_losses_accumulate() -> None:
    p, q = Dist({"a": "9/10", "leak": "1/10"}), Dist.point("a")
    composed = PrivacyLoss.of(p, q, 3)
    assert composed.infinite == 1 - Fraction(9, 10) ** 3
    assert composed.epsilon("1/5") == INFINITY
    assert composed.epsilon("271/1000") == 0


def test_a_round_that_always_tells_leaves_no_finite_loss() -> None:
    composed = PrivacyLoss.of(Dist.point("a"), Dist.point("b"), 2)
    assert composed.infinite == 1
    assert composed.losses == ()
    assert composed.delta("inf") == composed.delta(0) == 1
    assert composed.epsilon("1/2") == INFINITY
    assert composed.epsilon(1) == 0


def test_what_it_needs_is_estimated_before_it_is_allocated() -> None:
    with pytest.raises(BudgetExceeded, match="max_bytes = 1000"):
        PrivacyLoss([(FinitePair.of(TRUE, FALSE), 10**6)], max_bytes=1000).delta(1)


@pytest.mark.parametrize("count", [True, "3", None])
def test_a_count_is_an_int(count: object) -> None:
    with pytest.raises(InvalidType, match="count"):
        PrivacyLoss([(FinitePair.of(TRUE, FALSE), count)])  # type: ignore[list-item]


def test_bad_input() -> None:
    with pytest.raises(InvalidValue, match="count >= 0"):
        PrivacyLoss.of(TRUE, FALSE, -1)
    with pytest.raises(InvalidValue, match="empty"):
        PrivacyLoss([])
    with pytest.raises(InvalidType, match="Dist"):
        FinitePair.of({True: 1}, FALSE)  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="delta = 2"):
        PrivacyLoss.of(TRUE, FALSE, 1).epsilon(2)
    with pytest.raises(InvalidValue, match="negative"):
        PrivacyLoss.of(TRUE, FALSE, 1).delta(-1)
    e = exp(1)
    r = FinitePair.of(Dist({1: e / (1 + e), 0: 1 / (1 + e)}), Dist({1: 1 / (1 + e), 0: e / (1 + e)}))
    root3 = number("sqrt(3)")
    s = FinitePair.of(Dist.bernoulli(root3 / 2), Dist.bernoulli(1 - root3 / 2))
    with pytest.raises(MixedFields):
        PrivacyLoss([(r, 1), (s, 1)]).delta(0)


@pytest.mark.parametrize("family", [RATIONAL, EXPONENTIAL, RADICAL], ids=lambda f: f.name)
@settings(max_examples=10)
@given(data=st.data(), count=st.integers(0, 4))
def test_sparse_and_dense_products_are_the_same(family: Family, data: st.DataObject, count: int) -> None:
    p, q = data.draw(dist_pairs(family, max_size=3))
    found = []
    for cost in (0, 10**9):
        with patch.object(laws, "SPARSE_COST", cost):
            composed = PrivacyLoss.of(p, q, count)
            found.append((composed.delta(ln(2)), composed.losses, composed.epsilon("1/3")))
    assert found[0] == found[1]


@settings(max_examples=10)
@given(data=st.data(), count=st.integers(0, 40))
def test_enclosures_contain_the_exact_value(data: st.DataObject, count: int) -> None:
    p = data.draw(dists(RATIONAL, outcomes=("a", "b", "c")))
    q = data.draw(st.sampled_from([p, Dist({"b": "1/2", "c": "1/2"}), Dist({"a": "1/2", "c": "1/2"})]))
    composed = PrivacyLoss.of(p, q, count)
    grid = grid_of([([atom.loss for atom in r.atoms], k) for r, k in composed.rounds])
    if len({abs(loss) for loss in composed.losses}) > 1 and grid.dimensions > 1:
        with pytest.raises(InvalidValue, match="no common step"):
            composed.delta_enclosed(1)
        return
    for at in (eps(0), ln(2), eps("inf")):
        certified, exact = composed.delta_enclosed(at), composed.delta(at)
        assert certified.lower(20) <= exact <= certified.upper(20)
        assert exact == 0 or certified.upper(20) - certified.lower(20) <= exact / 10**15


def test_enclosures_reach_into_the_tail() -> None:
    composed = PrivacyLoss.of(TRUE, FALSE, 2000)
    for at in (ln(3) * 1300, ln(3) * 1400, ln(3) * 1998):
        exact = composed.delta(at)
        assert 0 < exact < Fraction(1, 10**9)
        assert composed.delta_enclosed(at).decimal(30) == exact.decimal(30)
    assert composed.delta_enclosed(ln(3) * 2000).decimal(30) == 0


def test_a_sum_of_few_terms_stays_one() -> None:
    odds = exp("1/10")
    p, q = Dist.bernoulli(odds / (1 + odds)), Dist.bernoulli(1 / (1 + odds))
    composed = PrivacyLoss.of(p, q, 1000)
    assert composed.delta(1).decimal(20) == composed.delta_enclosed(1).decimal(20)
    assert composed.epsilon(0) == 100
