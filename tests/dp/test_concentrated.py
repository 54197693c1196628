"""Zero-concentrated differential privacy: the largest slope, against values on a fine grid."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, given

from assay import (
    INFINITY,
    Certified,
    Dist,
    Log,
    Mechanism,
    adjacency,
    exp,
    ln,
    mechanisms,
    number,
)
from assay.dp import kullback_leibler, max_loss, privacy_loss, renyi, zcdp
from assay.enclosures.enclosed import largest
from assay.enclosures.largest_slope import largest_slope, limit_is_largest
from assay.exact import certified
from assay.exact._flint import bounds
from tests.dp.test_renyi import power_mean
from tests.effort import fewer
from tests.strategies import DECIDED, EXPONENTIAL, dist_pairs, families

P = Dist({True: "3/4", False: "1/4"})


Q = Dist({True: "1/4", False: "3/4"})


def rational_bounds(value):
    """Exact rationals around a divergence, at least 20 digits of it."""
    return Fraction(value.lower(20)), Fraction(value.upper(20))


# Zero-concentrated differential privacy


def slope_bounds(p, q, a):
    """Rationals around D_a/a."""
    low, high = bounds(power_mean(p, q, a))
    return low / a, high / a


GRID = [Fraction(k, 8) for k in (9, 10, 12, 16, 20, 24, 32, 48, 64, 120, 240, 800)]


@pytest.mark.slow
@given(families((*DECIDED,)).flatmap(lambda f: dist_pairs(f, max_size=4, zeros=False)))
@fewer(2)
def test_rho_lies_above_every_slope_and_close_to_the_best(pair):
    p, q = pair
    found = zcdp(p, q)
    if p == q:
        assert found == 0
        return
    low, high = rational_bounds(found)
    assert high - low <= high / 10**17
    slopes = {a: slope_bounds(p, q, a) for a in GRID}
    assert all(below <= high for below, _ in slopes.values())
    assert rational_bounds(renyi(p, q, 1))[0] <= high
    # D_a/a is at most D_b/a on [a, b], so that the grid bounds it from above
    above = [slopes[GRID[0]][1] * GRID[0]]
    above += [slopes[b][1] * b / a for a, b in pairwise(GRID)]
    above.append(Fraction(max_loss(p, q).upper(25)) / GRID[-1])
    assert low <= max(above)


@given(dist_pairs(max_size=4))
def test_rho_is_infinite_exactly_if_a_loss_is(pair):
    p, q = pair
    found = zcdp(p, q)
    assert (max_loss(p, q) == INFINITY) == (isinstance(found, Log) and found == INFINITY)


@pytest.mark.slow
@given(dist_pairs(EXPONENTIAL, max_size=3, zeros=False))
@fewer(2)
def test_rho_is_at_most_epsilon_and_at_most_half_its_square(pair):
    p, q = pair
    assume(p != q)
    worst = max(max_loss(p, q), max_loss(q, p))
    e = Fraction(worst.upper(30))
    assert Fraction(zcdp(p, q).lower(20)) <= e
    assert Fraction(zcdp(p, q).lower(20)) <= e**2 / 2  # Bun and Steinke 2016, proposition 1.4


def test_enclosures_of_rho_shrink_and_nest():
    p, q = Dist({1: "1/100", 0: "99/100"}), Dist({1: "1/1000", 0: "999/1000"})
    rho = zcdp(p, q)  # attained in the interior: a is about 1.7
    widths = []
    for bits in (16, 32, 64, 128):
        ball = rho.enclosure(bits)
        assert ball.overlaps(rho.enclosure(200))
        widths.append(float(ball.rad()))
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 2.0**-128
    assert str(rho.decimal(25)) == "0.2327513089511241333801387"


def test_rho_where_the_order_tends_to_one():
    # for randomised response the slope is largest as a -> 1, where it is the mean loss
    assert zcdp(P, Q) == ln(3) / 2
    assert isinstance(zcdp(P, Q), Log)
    half = number("1/2")
    assert zcdp(Dist({0: "1/3", 1: "1/3", 2: "1/3"}), Dist({0: half, 1: "1/4", 2: "1/4"})) == ln("32/27") / 3


def test_rho_at_the_limit_is_a_number_where_the_losses_are_rational():
    e, r = exp(1), number("sqrt(3)")
    assert zcdp(Dist({0: e / (1 + e), 1: 1 / (1 + e)}), Dist({0: 1 / (1 + e), 1: e / (1 + e)})) == (e - 1) / (
        e + 1
    )
    # sqrt(3) - 1 over sqrt(3) + 1, times ln(3)/2, is neither a number nor a logarithm of our fields
    found = zcdp(Dist({0: r / (1 + r), 1: 1 / (1 + r)}), Dist({0: 1 / (1 + r), 1: r / (1 + r)}))
    assert isinstance(found, Certified)
    assert found.description == "KL(P || Q)"
    expected = certified((r - 1) / (r + 1)) * certified(ln(3)) / 2
    assert abs(found - expected) < Fraction(1, 2**200)


@pytest.mark.slow
@given(families((*DECIDED,)).flatmap(lambda f: dist_pairs(f, max_size=4, zeros=False)))
@fewer(2)
def test_rho_is_the_mean_loss_exactly_where_that_is_shown_to_be_the_supremum(pair):
    """Against the supremum by branch and bound, which knows nothing of the proof."""
    p, q = pair
    assume(p != q)
    low, high = rational_bounds(supremum(p, q))
    mean = rational_bounds(kullback_leibler(p, q))
    if limit_is_largest(tuple(privacy_loss(p, q).items())):
        assert zcdp(p, q).decimal(12) == kullback_leibler(p, q).decimal(12)
        assert mean[0] <= high
        assert low <= mean[1]
        assert all(slope_bounds(p, q, a)[0] <= mean[1] for a in GRID)
    else:
        assert isinstance(zcdp(p, q), Certified)
        assert low >= mean[0] - mean[1] / 10**15


def supremum(p, q):
    """sup D_a/a by branch and bound alone."""
    loss = tuple(privacy_loss(p, q).items())
    return Certified(lambda bits: largest_slope(loss, bits), "the supremum")


@pytest.mark.parametrize("engine", [None, "reference"])
def test_rho_of_a_mechanism_at_the_limit_is_exact_by_both_engines(engine):
    response = mechanisms.randomised_response(ln(3)).with_engine(engine)
    assert response.zcdp() == ln(3) / 2
    assert mechanisms.geometric_clamped(4, ln(2)).with_engine(engine).zcdp() == ln(2) / 3
    assert mechanisms.geometric_clamped(4, "1/2").with_engine(engine).zcdp() == (exp("1/2") - 1) / (
        2 * exp("1/2") + 2
    )
    # one pair has an exact rho, the others a smaller one that is enclosed
    rows = {0: Dist({0: "3/4", 1: "1/4"}), 1: Dist({0: "1/4", 1: "3/4"}), 2: Dist({0: "1/2", 1: "1/2"})}
    pairs = adjacency.explicit([(0, 1), (1, 2)], symmetric=False)
    worst = Mechanism(rows, range(3), pairs, engine=engine).worst_case.zcdp()
    assert (worst.value, worst.pair) == (ln(3) / 2, (0, 1))


def test_the_largest_of_exact_and_certified_values():
    near = certified(ln(2), "near")
    assert largest({0: ln(3), 1: near}) == (ln(3), 0)
    assert largest({0: near, 1: ln(3), 2: number(1)}) == (ln(3), 1)
    assert isinstance(largest({0: ln(2), 1: near})[0], Certified)  # a tie that no enclosure decides
    assert isinstance(largest({0: certified(2), 1: ln(2)})[0], Certified)


@pytest.mark.parametrize("tiny", ["1e-6", "1e-12", "1e-30", "1e-100"])
def test_tiny_losses_take_no_longer(tiny):
    half = number("1/2")
    p, q = (
        Dist({0: half + number(tiny), 1: half - number(tiny)}),
        Dist({0: half - number(tiny), 1: half + number(tiny)}),
    )
    mean = 2 * number(tiny) * certified(ln((half + number(tiny)) / (half - number(tiny))))
    assert zcdp(p, q).enclosure(100).overlaps(mean.enclosure(160))


def test_rare_outcomes_with_huge_losses():
    p, q = Dist({1: "1e-30", 0: 1 - number("1e-30")}), Dist({1: "1e-50", 0: 1 - number("1e-50")})
    assert str(zcdp(p, q).decimal(12)) == "5.84933307170"


@pytest.mark.slow
def test_rho_of_a_mechanism_is_that_of_its_worst_pair():
    rows = {0: Dist({0: "1/2", 1: "1/2"}), 1: Dist({0: "3/5", 1: "2/5"}), 2: Dist({0: "9/10", 1: "1/10"})}
    m = Mechanism(rows, range(3), adjacency.all_pairs())
    worst = m.worst_case.zcdp()
    each = {(x, y): zcdp(rows[x], rows[y]) for x, y in m.pairs}
    assert worst.pair == max(each, key=lambda pair: each[pair].lower(20))
    assert worst.value.enclosure(100).overlaps(each[worst.pair].enclosure(100))
    assert all(value.lower(20) <= worst.value.upper(20) for value in each.values())
    assert m.zcdp().decimal(10) == worst.value.decimal(10)
