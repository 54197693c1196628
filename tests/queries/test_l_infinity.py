"""The L-infinity mechanism: grid masses against brute force, the exact epsilon, the distribution on R^d."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, eps, ln, number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms.geometric import geometric_clamped, geometric_truncated
from assay.queries.l_infinity import box_weight, grid_norm_tail, l_infinity, radius_mass
from assay.queries.l_infinity_noise import LInfinityNoise, cube_mixture_density

RATIO = Fraction(1, 3)


def sides():
    end = st.integers(-3, 3)
    finite = st.tuples(end, end)
    return st.one_of(finite, st.tuples(st.none(), end), st.tuples(end, st.none()), st.just((None, None)))


def cut(side, r):
    low, high = side
    return range(-r if low is None else max(low, -r), (r if high is None else min(high, r)) + 1)


@given(st.lists(sides(), min_size=1, max_size=3))
def test_the_weight_of_a_box_is_the_limit_of_finite_sums(box):
    exact, r = box_weight(RATIO, box), 12
    part = sum(RATIO ** max(map(abs, z)) for z in product(*(cut(side, r) for side in box)))
    rest = box_weight(RATIO, [(None, None)] * len(box)) * grid_norm_tail(RATIO, len(box), r + 1)
    assert part <= exact <= part + rest


def test_closed_forms_of_the_weight():
    a = number(RATIO)
    assert box_weight(a, [(None, None)]) == (1 + a) / (1 - a)
    assert box_weight(a, [(None, None)] * 2) == 1 + 8 * a / (1 - a) ** 2
    assert box_weight(a, [(2, None)]) == a**2 / (1 - a)
    assert box_weight(a, [(3, 2), (None, None)]) == 0


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=3))
def test_a_finite_box_is_a_finite_sum(box):
    points = product(*(range(low, high + 1) for low, high in box))
    assert box_weight(RATIO, box) == sum(RATIO ** max(map(abs, z)) for z in points)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_whole_grid_weighs_as_much_as_its_shells(d):
    a = number(RATIO)
    shells = sum(((2 * r + 1) ** d - max(2 * r - 1, 0) ** d) * a**r for r in range(5))
    whole = box_weight(a, [(None, None)] * d)
    assert 1 - shells / whole == grid_norm_tail(a, d, 5)
    assert grid_norm_tail(a, d, 0) == grid_norm_tail(a, d, -3) == 1


@pytest.mark.parametrize(("d", "high"), [(1, 1), (1, 4), (2, 1), (2, 2), (3, 1)])
@pytest.mark.parametrize("epsilon", [ln(2), eps("1/2")])
def test_clamped_noise_costs_exactly_epsilon(d, high, epsilon):
    assert l_infinity(d, epsilon, high=high).epsilon() == epsilon


@pytest.mark.parametrize("sensitivity", [1, 2])
def test_the_sensitivity_scales_the_noise(sensitivity):
    assert l_infinity(1, ln(4), high=3, sensitivity=sensitivity).epsilon() == ln(4)


@pytest.mark.parametrize("d", [1, 2])
def test_truncated_noise_costs_more_than_epsilon_and_less_than_twice(d):
    exact = l_infinity(d, ln(2), high=2, tails="truncated").epsilon()
    assert ln(2) < exact < 2 * ln(2)


def test_in_one_dimension_it_is_the_geometric_mechanism():
    for tails, other in (("clamped", geometric_clamped), ("truncated", geometric_truncated)):
        ours, theirs = l_infinity(1, ln(3), high=3, tails=tails), other(3, ln(3))
        assert all(ours.distribution((x,)).map(lambda y: y[0]) == theirs.distribution(x) for x in range(4))


def test_independent_noise_of_the_same_scale_is_not_private():
    """The planted defect: geometric noise of rate epsilon in every coordinate costs d epsilon."""
    ours = l_infinity(2, ln(2), high=1)
    law = geometric_clamped(1, ln(2)).distribution
    each = {x: type(law(0)).product(law(x[0]), law(x[1])) for x in ours.domain}
    assert type(ours)(each, ours.domain, ours.adjacency).epsilon() == 2 * ln(2)


def test_the_limit_of_no_privacy_is_the_identity():
    assert l_infinity(2, INFINITY, high=1).distribution((0, 1))[(0, 1)] == 1


@pytest.mark.parametrize("d", [1, 2, 3])
def test_radius_and_uniform_cube_have_the_law_of_the_noise(d):
    """The masses of the sampler, summed over radii up to 40, approach that of each point from below."""
    a = number(Fraction(1, 4))
    whole = box_weight(a, [(None, None)] * d)
    for m in range(3):
        drawn = sum(radius_mass(a, d, r) / (2 * r + 1) ** d for r in range(m, 40))
        assert 0 < a**m / whole - drawn == a**40 / whole
    assert sum(radius_mass(a, d, r) for r in range(60)) < 1


def test_without_the_extra_dimension_the_sampler_is_wrong():
    """The planted defect: weights (2r+1)^(d-1) instead of (2r+1)^d."""
    a, d = Fraction(1, 4), 2
    wrong = [a**r * (2 * r + 1) ** (d - 1) for r in range(60)]
    masses = [sum(w / (2 * r + 1) ** d for r, w in enumerate(wrong) if r >= m) for m in range(3)]
    assert masses[1] / masses[0] != a


@given(
    st.integers(1, 6), st.fractions(Fraction(1, 10), 20, max_denominator=10), st.sampled_from(["1/2", 1, 3])
)
def test_two_routes_to_the_tail_of_the_norm(d, alpha, epsilon):
    noise = LInfinityNoise(d, epsilon, "1/2")
    exact, ball = noise.exact_norm_tail(alpha), noise.norm_tail(alpha)
    assert ball.lower(20) <= exact.upper(25)
    assert exact.lower(25) <= ball.upper(20)
    assert ball.upper(20) - ball.lower(20) <= exact.upper(25) / 10**17


@given(st.integers(1, 5), st.fractions(1, 5, max_denominator=8))
def test_the_bound_on_the_tail_holds(d, x):
    noise = LInfinityNoise(d, 1)
    assert noise.tail_bound(x * d) > noise.norm_tail(x * d)


def test_moments_are_those_of_a_gamma_law():
    noise = LInfinityNoise(4, 2, 3)
    assert noise.norm_moment(1) == 6
    assert noise.norm_moment(2) - noise.norm_moment(1) ** 2 == 9
    assert noise.moment_generating("1/3") == 16


@pytest.mark.parametrize("d", [1, 2, 5])
def test_the_density_is_a_gamma_radius_with_shape_one_more_and_no_other(d):
    noise = LInfinityNoise(d, "1/2")
    for y in ([0] * d, ["1/3"] * d, [-2] * d):
        norm = max(abs(Fraction(c)) for c in y)
        assert noise.density(y) == number(f"exp(-{norm / 2})") / (4**d * factorial(d))
    assert cube_mixture_density(d + 2, d, "1/2", [1] * d) != noise.density([1] * d)
    with pytest.raises(InvalidValue, match="shape > d"):
        cube_mixture_density(d, d, "1/2", [1] * d)


def test_the_loss_is_at_most_epsilon_and_attains_it():
    noise = LInfinityNoise(2, ln(3), "1/2")
    assert noise.loss(["1/2", 0], ["1/2", "1/2"]) == ln(3)
    for y in product([Fraction(k, 2) for k in range(-3, 4)], repeat=2):
        for shift in product(["-1/2", "-1/4", 0, "1/2"], repeat=2):
            assert -ln(3) <= noise.loss(y, shift) <= ln(3)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: l_infinity(0, 1), InvalidValue, "d = 0"),
        (lambda: l_infinity(1, 0), InvalidValue, "epsilon = 0"),
        (lambda: l_infinity(1, 1, low=2, high=1), InvalidValue, "empty"),
        (lambda: l_infinity(1, 1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: l_infinity(1, 1, tails="folded"), InvalidValue, "'folded'"),
        (lambda: l_infinity(2, 1, domain=[(0,), (1,)]).epsilon(), InvalidValue, "d = 2"),
        (lambda: l_infinity(1, 0.5), FloatRefused, "'1/2'"),
        (lambda: box_weight(1, [(None, None)]), InvalidValue, "epsilon = 0"),
        (lambda: box_weight(RATIO, []), InvalidValue, "no sides"),
        (lambda: box_weight(RATIO, [3]), InvalidType, "pair"),
        (lambda: LInfinityNoise(0, 1), InvalidValue, "d = 0"),
        (lambda: LInfinityNoise(1, 0), InvalidValue, "0 < epsilon"),
        (lambda: LInfinityNoise(1, "inf"), InvalidValue, "0 < epsilon"),
        (lambda: LInfinityNoise(1, 1, 0), InvalidValue, "sensitivity"),
        (lambda: LInfinityNoise(1, 1).norm_tail(-1), InvalidValue, "alpha = -1"),
        (lambda: LInfinityNoise(2, 1).tail_bound(1), InvalidValue, "alpha >= d Delta/epsilon"),
        (lambda: LInfinityNoise(2, 1).moment_generating(1), InvalidValue, "t < epsilon/Delta"),
        (lambda: LInfinityNoise(2, ln(2)).exact_norm_tail(1), InvalidValue, "certified"),
        (lambda: LInfinityNoise(2, 1).density([1]), InvalidValue, "d = 2"),
    ],
)
def test_what_lies_outside_is_refused_by_name(call, kind, message):
    with pytest.raises(kind, match=message):
        call()
