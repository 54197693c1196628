"""Renyi divergences and their largest slope, against other formulas and against values on a fine grid."""

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
    mechanisms,
    number,
)
from assay.dp import kullback_leibler, max_loss, privacy_loss, renyi, total_variation, zcdp
from assay.enclosures.enclosed import enclosed, largest
from assay.enclosures.largest_slope import largest_slope, limit_is_largest
from assay.errors import FloatRefused, InvalidType, InvalidValue, UndecidedError
from assay.exact import certified, log_value
from assay.exact._flint import bounds
from tests.effort import fewer
from tests.strategies import DECIDED, EXPONENTIAL, dist_pairs, families

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


# Zero-concentrated differential privacy


def slope_bounds(p, q, a):
    """Rationals around D_a/a."""
    low, high = bounds(power_mean(p, q, a))
    return low / a, high / a


GRID = [Fraction(k, 8) for k in (9, 10, 12, 16, 20, 24, 32, 48, 64, 120, 240, 800)]


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
    response = mechanisms.randomized_response(ln(3)).with_engine(engine)
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


def test_rho_of_a_mechanism_is_that_of_its_worst_pair():
    rows = {0: Dist({0: "1/2", 1: "1/2"}), 1: Dist({0: "3/5", 1: "2/5"}), 2: Dist({0: "9/10", 1: "1/10"})}
    m = Mechanism(rows, range(3), adjacency.all_pairs())
    worst = m.worst_case.zcdp()
    each = {(x, y): zcdp(rows[x], rows[y]) for x, y in m.pairs}
    assert worst.pair == max(each, key=lambda pair: each[pair].lower(20))
    assert worst.value.enclosure(100).overlaps(each[worst.pair].enclosure(100))
    assert all(value.lower(20) <= worst.value.upper(20) for value in each.values())
    assert m.zcdp().decimal(10) == worst.value.decimal(10)


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


# The largest of several values


def test_largest_keeps_exact_values_exact():
    assert largest({"a": ln(2), "b": ln(3)}) == (ln(3), "b")
    assert largest({"a": number(3), "b": exp(1)}) == (number(3), "a")
    assert largest({"a": certified(5), "b": INFINITY, "c": ln(2)}) == (INFINITY, "b")


def test_the_largest_of_mixed_values_is_exact_where_it_is_told():
    value, key = largest({"log": ln(2), "number": exp(1), "certified": certified(1)})
    assert (value, key) == (exp(1), "number")
    assert value.decimal(20) == exp(1).decimal(20)
    value, key = largest({"only": certified(ln(2))})
    assert (value.decimal(20), key) == (ln(2).decimal(20), "only")


def test_largest_names_the_first_of_a_tie():
    value, key = largest({"one": certified(ln(2)), "two": certified(ln(4) / 2), "less": certified(0)})
    assert key == "one"
    assert value.enclosure(64).overlaps(ln(2).enclosure(64))


def test_enclosed_computes_with_guard_bits_whatever_the_precision_outside():
    seen = []

    def formula(bits):
        seen.append((bits, ctx.prec))
        return arb(1) / 3

    ball = enclosed(formula, "a third").enclosure(100)
    assert all(bits == precision for bits, precision in seen)
    assert ball.contains(log_value(Fraction(1, 3)).enclosure(300))
    assert max(bits for bits, _ in seen) > 100
