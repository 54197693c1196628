"""Renyi divergences against other formulas, outcome by outcome."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import arb, ctx
from hypothesis import assume, given
from hypothesis import strategies as st

from assay import (
    EPS,
    INFINITY,
    Certified,
    Dist,
    Log,
    Mechanism,
    Number,
    adjacency,
    exp,
    ln,
    number,
)
from assay.dp import kullback_leibler, max_loss, privacy_loss, renyi, total_variation, zcdp
from assay.errors import FloatRefused, InvalidType, InvalidValue, UndecidedError
from assay.exact import certified
from tests.effort import fewer
from tests.strategies import DECIDED, dist_pairs, families

pair_in_any_field = families(DECIDED).flatmap(lambda family: dist_pairs(family, max_size=4))


full_pairs = dist_pairs(max_size=4, zeros=False)


P = Dist({True: "3/4", False: "1/4"})


Q = Dist({True: "1/4", False: "3/4"})


BITS = 80


def rational_bounds(value):
    """Exact rationals around a divergence, at least 20 digits of it."""
    return Fraction(value.lower(20)), Fraction(value.upper(20))


def power_mean(p, q, a, bits=200):
    """ln(sum P^a Q^(1-a))/(a - 1) in ball arithmetic, written independently with logarithms."""
    before, ctx.prec = ctx.prec, bits
    try:
        total = arb(0)
        for o in p.support:
            x, y = p[o].enclosure(bits), q[o].enclosure(bits)
            total += (
                x.log() * arb(a.numerator) / a.denominator + y.log() * arb((1 - a).numerator) / a.denominator
            ).exp()
        return total.log() * a.denominator / (a - 1).numerator
    finally:
        ctx.prec = before


@given(pair_in_any_field, st.integers(2, 6))
@fewer(2)
def test_integer_orders_by_the_formula_outcome_by_outcome(pair, a):
    p, q = pair
    found = renyi(p, q, a)
    assert isinstance(found, Log)
    if any(not q[o] for o in p.support):
        assert found == INFINITY
    else:
        moment = sum((mass**a * q[o] ** (1 - a) for o, mass in p.items()), number(0))
        assert found * (a - 1) == ln(moment)


@given(full_pairs, st.fractions(min_value=Fraction(1, 8), max_value=6, max_denominator=8))
def test_other_orders_enclose_the_formula(pair, a):
    p, q = pair
    assume(a.denominator > 1 and p != q)
    found = renyi(p, q, a)
    assert isinstance(found, Certified)
    assert found.enclosure(BITS).overlaps(power_mean(p, q, a))
    low, high = rational_bounds(found)
    assert high - low <= high / 10**18


@given(full_pairs)
def test_divergence_grows_with_the_order(pair):
    p, q = pair
    orders = ["0", "1/3", "1", "3/2", "2", "3", "7", "inf"]
    values = [renyi(p, q, a) for a in orders]
    if p == q:
        assert all(value == 0 for value in values)
    else:
        ends = [rational_bounds(value) for value in values]
        assert all(low <= high2 for (low, _), (_, high2) in pairwise(ends))


@given(pair_in_any_field)
@fewer(2)
def test_order_infinity_is_the_largest_loss(pair):
    p, q = pair
    for order in ("inf", INFINITY, "infinity"):
        assert renyi(p, q, order) == max_loss(p, q)


@given(pair_in_any_field)
@fewer(2)
def test_order_zero_is_the_mass_of_the_common_support(pair):
    p, q = pair
    common = q.prob(p.support)
    assert renyi(p, q, 0) == (-ln(common) if common else INFINITY)


@given(pair_in_any_field)
@fewer(2)
def test_order_one_is_the_mean_loss(pair):
    p, q = pair
    found = kullback_leibler(p, q)
    loss = privacy_loss(p, q)
    if INFINITY in loss.support:
        assert found == INFINITY
        return
    total = certified(0)
    for value, mass in loss.items():
        total = total + certified(value) * mass
    assert total.enclosure(BITS).overlaps(found.enclosure(BITS))
    assert p == q or type(renyi(p, q, 1)) is type(found)


@given(full_pairs)
def test_pinsker(pair):
    p, q = pair
    # KL >= 2 TV^2
    divergence = renyi(p, q, 1)
    assert Fraction(divergence.upper(20)) >= (2 * total_variation(p, q) ** 2).as_fraction()


@given(dist_pairs(max_size=3, zeros=False), dist_pairs(max_size=3, zeros=False), st.sampled_from([2, 3]))
def test_divergences_of_independent_pairs_add(one, two, a):
    (p, q), (p2, q2) = one, two
    both = Dist.product(p, p2), Dist.product(q, q2)
    assert renyi(*both, a) == renyi(p, q, a) + renyi(p2, q2, a)


@given(
    families(DECIDED).flatmap(lambda f: dist_pairs(f, max_size=3)),
    st.sampled_from(["1/2", "1", "3/2", "2", "5"]),
)
def test_the_divergence_is_infinite_exactly_where_the_supports_say_so(pair, a):
    p, q = pair
    found = renyi(p, q, a)
    common = [o for o in p.support if q[o]]
    infinite = len(common) < len(p.support) if number(a) >= 1 else not common
    assert infinite == (isinstance(found, Log) and found == INFINITY)


def test_the_numbers_of_almost_random():
    assert renyi(P, Q, 2) == ln("7/3")
    assert renyi(P, Q, 3) == ln("61/9") / 2
    assert renyi(P, Q, 1) == ln(3) / 2
    assert renyi(P, Q, "inf") == ln(3)
    # order 1/2: -2 ln(sum sqrt(P Q)) = -2 ln(sqrt(3)/2)
    assert renyi(P, Q, "1/2").enclosure(100).overlaps((-2 * ln("3/4") / 2).enclosure(100))
    assert renyi(P, P, "1/2") == 0


def test_the_mean_loss_is_exact_where_it_can_be():
    keep = exp(1) / (1 + exp(1))
    p, q = Dist({0: keep, 1: 1 - keep}), Dist({0: 1 - keep, 1: keep})
    assert kullback_leibler(p, q) == (exp(1) - 1) / (exp(1) + 1)
    assert isinstance(kullback_leibler(p, q), Number)
    assert kullback_leibler(P, Q) == ln(3) / 2
    fine = Dist({0: Fraction(2500, 5000), 1: Fraction(2500, 5000)})
    rough = Dist({0: Fraction(2501, 5000), 1: Fraction(2499, 5000)})
    assert isinstance(kullback_leibler(fine, rough), Log)
    assert isinstance(kullback_leibler(rough, fine), Certified)


@pytest.mark.parametrize(
    ("bad", "error"), [(-1, InvalidValue), ("-1/2", InvalidValue), (0.5, FloatRefused), (None, InvalidType)]
)
def test_bad_orders_are_refused(bad, error):
    with pytest.raises(error, match="order"):
        renyi(P, Q, bad)


def test_a_logarithm_is_no_order():
    with pytest.raises(InvalidValue, match="order"):
        renyi(P, Q, ln(2))


def test_worst_case_divergences_of_symmetric_pairs_need_no_order():
    # (0, 1) and (2, 3) split the same loss differently: a tie that no enclosure decides
    rows = {
        0: Dist({0: "3/4", 1: "1/4"}),
        1: Dist({0: "1/4", 1: "3/4"}),
        2: Dist({0: "1/2", 2: "1/4", 1: "1/4"}),
        3: Dist({0: "1/6", 2: "1/12", 1: "3/4"}),
    }
    m = Mechanism(rows, range(4), adjacency.explicit([(0, 1), (2, 3)], symmetric=False))
    worst = m.worst_case.renyi("3/2")
    assert worst.pair == (0, 1)
    assert worst.value.enclosure(100).overlaps(renyi(P, Q, "3/2").enclosure(100))
    assert m.worst_case.renyi(2).value == ln("7/3")


def test_infinite_divergences_show_their_event():
    m = Mechanism({0: {0: 1}, 1: {0: "1/2", 1: "1/2"}}, [0, 1], adjacency.all_pairs())
    for worst in (m.worst_case.zcdp(), m.worst_case.renyi(2), m.worst_case.renyi(1)):
        assert (worst.value, worst.pair, worst.event) == (INFINITY, (1, 0), (1,))


def test_symbols_are_refused_where_there_is_no_exact_value():
    x = exp(EPS)
    p, q = Dist({0: x / (1 + x), 1: 1 / (1 + x)}), Dist({0: 1 / (1 + x), 1: x / (1 + x)})
    assert renyi(p, q, 2) == ln((x**3 + 1) / (x * (x + 1)))
    assert renyi(p, q, "inf") == EPS
    for order in ("1", "3/2"):
        with pytest.raises(UndecidedError, match="eps"):
            renyi(p, q, order)
    with pytest.raises(UndecidedError, match="eps"):
        zcdp(p, q)
