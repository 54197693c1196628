"""Tracing: exact against finite mechanisms, simulated against noise, and the lower bound that follows."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Mechanism, adjacency, exp, ln, mechanisms, number
from assay.attacks.fingerprinting import FingerprintingCode, code_length
from assay.attacks.fingerprinting_exact import trace_exactly
from assay.attacks.tracing import accused_users, draw_database, simulate_tracing
from assay.attacks.tracing_bound import excluded, lower_bound, published_bound, pure_lower_bound
from assay.attacks.tracing_confidence import clopper_pearson, quantile_bounds
from assay.attacks.tracing_noise import (
    Noise,
    gaussian_delta,
    gaussian_sigma,
    noise_for,
    printed_radius,
    sample,
)
from assay.errors import InvalidValue
from assay.queries.l_infinity import l_infinity

N, D = 2, 3
CODE = FingerprintingCode(N, D, "1/2")
ROWS = list(product((-1, 1), repeat=D))


def on_databases(noise):
    """The L-infinity mechanism on the numbers of +1, as a mechanism on databases."""
    return Mechanism(
        lambda rows: noise.distribution(tuple(column.count(1) for column in zip(*rows, strict=True))),
        list(product(ROWS, repeat=N)),
        adjacency.hamming(1),
    )


def means(counts):
    return tuple(Fraction(2 * c - N, N) for c in counts)


@pytest.fixture(scope="module")
def exact_release():
    return trace_exactly(CODE, on_databases(l_infinity(D, INFINITY, high=N)), means)


@pytest.fixture(scope="module")
def private_release():
    return trace_exactly(CODE, on_databases(l_infinity(D, ln(2), high=N)), means)


def test_exact_answers_are_traced(exact_release):
    assert exact_release.accurate == 1
    assert exact_release.inside == (exact_release.inside[0],) * N
    assert exact_release.inside[0] > 2 * exact_release.outside[0]
    assert exact_release.outside[0] <= CODE.soundness_bound()


def test_what_tracing_finds_is_within_the_guarantee(private_release, exact_release):
    assert private_release.delta(ln(2)) <= 0 < private_release.delta(0)
    assert exact_release.delta(ln(2)) > 0
    assert private_release.inside[0] < exact_release.inside[0]


def test_at_infinite_epsilon_only_impossible_accusations_count(exact_release):
    assert exact_release.delta(INFINITY) == (0 if exact_release.outside[0] else exact_release.inside[0])


def test_the_float_scores_accuse_whom_the_exact_ones_do():
    code, generator = FingerprintingCode(4, 30, "19/7"), random.Random(3)
    for _ in range(20):
        rows = draw_database(code, generator)
        answer = [Fraction(generator.randint(-8, 8), 8) for _ in range(30)]
        exact = code.trace(tuple(map(tuple, rows)), answer)
        assert accused_users(code, rows, [float(a) for a in answer]) == exact


def test_drawn_columns_have_uniform_counts():
    code, generator = FingerprintingCode(3, 4000), random.Random(5)
    counts = [column.count(1) for column in zip(*draw_database(code, generator), strict=True)]
    for k in range(4):
        found = clopper_pearson(counts.count(k), 4000, "999/1000")
        assert found.low <= Fraction(1, 4) <= found.high


def test_a_simulation_is_labelled_and_repeats_itself():
    code = FingerprintingCode(3, code_length(3, "1/100"))
    first = simulate_tracing(code, None, trials=10, seed=7)
    assert first == simulate_tracing(code, None, trials=10, seed=7)
    assert "simulation, seed 7, 10 trials, joint confidence 99/100" in str(first)
    assert (first.traced.hits, first.accurate.hits, first.falsely.hits) == (10, 10, 0)


@pytest.mark.parametrize("kind", ["laplace", "gaussian", "l_infinity"])
def test_enough_noise_ends_the_tracing(kind):
    d = code_length(3, "1/100")
    loud = noise_for(kind, 3, d, 1, "1/100" if kind == "gaussian" else 0)
    assert simulate_tracing(FingerprintingCode(3, d), loud, trials=5).accused.hits == 0


@given(st.integers(0, 12), st.integers(12, 20), st.sampled_from(["1/2", "9/10", "99/100"]))
def test_binomial_bounds_cover_exactly(hits, trials, confidence):
    found, miss = clopper_pearson(hits, trials, confidence), (1 - Fraction(confidence)) / 2

    def at_least(k, p):
        return sum(comb(trials, j) * p**j * (1 - p) ** (trials - j) for j in range(k, trials + 1))

    step = Fraction(1, 2**20)
    if hits:
        assert at_least(hits, found.low) <= miss < at_least(hits, found.low + step)
    if hits < trials:
        assert 1 - at_least(hits + 1, found.high) <= miss < 1 - at_least(hits + 1, found.high - step)
    assert (found.low == 0) == (hits == 0)


def test_quantile_bounds_are_order_statistics_with_enough_mass():
    values = [float(k) for k in range(100, 0, -1)]
    low, high = quantile_bounds(values, "1/2", "9/10")
    below = sum(Fraction(comb(100, k), 2**100) for k in range(int(low)))
    assert below <= Fraction(1, 20)
    assert (low, high) == (42.0, 59.0)
    assert quantile_bounds([1.0, 2.0], "1/2", "99/100") == (float("-inf"), float("inf"))


def test_the_gaussian_scale_is_certified_and_nearly_the_smallest():
    sigma = gaussian_sigma(1, "1/1000000")
    assert gaussian_delta(sigma, 1) <= Fraction(1, 10**6)
    assert gaussian_delta(sigma * (1 - Fraction(1, 10**5)), 1) > Fraction(1, 10**6)


def test_the_gaussian_delta_against_its_integral():
    """An independent route: the hockey-stick divergence of two normal distributions, by mpmath."""
    mpmath = pytest.importorskip("mpmath")
    s, e = mpmath.mpf(2), mpmath.mpf(1) / 2

    def gap(x):
        return max(mpmath.npdf(x, 1, s) - mpmath.exp(e) * mpmath.npdf(x, 0, s), 0)

    edge = s * s * e + mpmath.mpf(1) / 2
    integral = mpmath.quad(gap, [edge, edge + 5, edge + 20, edge + 80])
    ours = gaussian_delta(2, "1/2")
    assert mpmath.mpf(str(ours.lower(10))) < integral < mpmath.mpf(str(ours.upper(10)))


def test_scales_are_sensitivity_over_epsilon():
    assert noise_for("laplace", 10, 5, "1/2") == Noise("laplace", Fraction(2))
    assert noise_for("l_infinity", 10, 5, "1/2") == Noise("l_infinity", Fraction(2, 5))
    sigma = noise_for("gaussian", 10, 4, 1, "1/100").scale
    assert sigma == gaussian_sigma(1, "1/100") * Fraction(2, 5)


@pytest.mark.parametrize(("kind", "mean"), [("laplace", Fraction(25, 12)), ("l_infinity", 4)])
def test_samples_have_the_mean_of_their_law(kind, mean):
    """20000 draws of the largest of 4 coordinates: the mean is within five standard errors."""
    generator, scale = random.Random(11), Noise(kind, Fraction(1))
    draws = [max(map(abs, sample(scale, 4, generator))) for _ in range(20000)]
    found = sum(draws) / 20000
    error = (sum((x - found) ** 2 for x in draws) / 20000) ** 0.5 / 20000**0.5
    assert abs(found - mean) < 5 * error
    assert abs(found - 1.05 * mean) > 5 * error  # it would notice


def test_the_printed_radius_has_the_wrong_sign():
    generator = random.Random(2)
    assert all(printed_radius([1 - generator.random() for _ in range(4)], 1.0) <= 0 for _ in range(50))


def test_every_smaller_n_is_excluded():
    bound = lower_bound(10**5, 1, "1/1000000")
    assert bound.rows == 178
    for n in (1, 2, 31, 100, bound.rows - 1):
        proof = excluded(n, 10**5, 1, "1/1000000")
        assert proof is not None
        assert proof.traced > proof.protected
        assert proof.copies == n // proof.users
    assert excluded(bound.rows, 10**5, 1, "1/1000000") is None


def test_the_bound_grows_with_d_and_as_privacy_gets_stronger():
    sizes = [lower_bound(d, 1, "1/1000000").rows for d in (1000, 10**4, 10**5, 10**6)]
    assert sizes == sorted(sizes)
    assert sizes[0] == 1 < sizes[1]
    assert lower_bound(10**5, 1, "1/1000000000").rows >= lower_bound(10**5, 1, "1/1000").rows
    assert lower_bound(10**5, "1/2").rows > lower_bound(10**5, 1).rows


def test_the_choice_in_floats_does_not_overflow():
    """Pure privacy: one user, n copies, n eps < d/72 + ln(19/100), where e^(n eps) is beyond the floats."""
    assert lower_bound(10**5, "1/2").rows == 2775
    proof = excluded(13887, 10**6, 1)
    assert proof is not None
    assert (proof.users, proof.copies) == (1, 13887)
    assert excluded(13888, 10**6, 1) is None
    assert excluded(600, 10**5, 1, Fraction(1, 10**400)) is not None


def test_the_published_choice_of_the_group_size():
    found = published_bound(10**4, "1/10000000000")
    assert (found.copies, found.users) == (10, 1000)
    assert found.length == code_length(1000, "1/10000000000")
    assert excluded(10**4, found.length, 1, "1/10000000000") is not None
    for delta in ("1/100000000", "1/10000000000", "1/1000000000000"):
        k = published_bound(10**4, delta).copies
        assert 1 <= k <= 10**4 // 200
        assert exp(k + 1) <= 1 / (12 * 10**4 * number(delta)) < exp(k + 2)


def test_a_mechanism_that_exists_is_never_excluded():
    """Laplace noise with average error 1/10 needs n = 20 d/epsilon rows, pure: far above the bound."""
    for d in (10**4, 10**5):
        assert lower_bound(d, 1).rows < 20 * d
        assert pure_lower_bound(d, 1) < 20 * d


def test_the_comparison_is_the_one_stated():
    proof = excluded(137, 10**4, 1)
    assert (proof.users, proof.copies, proof.traced) == (1, 137, Fraction(19, 100))
    at = exp(137 - Fraction(10**4, 72))
    assert proof.protected.lower(10) <= at.upper(12)
    assert at.lower(12) <= proof.protected.upper(10)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: excluded(0, 10, 1), "n >= 1"),
        (lambda: excluded(1, 0, 1), "d >= 1"),
        (lambda: excluded(1, 10, 0), "0 < epsilon"),
        (lambda: excluded(1, 10, "inf"), "0 < epsilon"),
        (lambda: excluded(1, 10, 1, 1), "0 <= delta < 1"),
        (lambda: excluded(1, 10, 1, gamma=0), "0 < gamma < 99/800"),
        (lambda: lower_bound(10, 1, gamma="1/8"), "0 < gamma < 99/800"),
        (lambda: pure_lower_bound(0, 1), "d >= 1"),
        (lambda: published_bound(0, "1/10"), "n >= 1"),
        (lambda: published_bound(1000, 0), "0 < delta < 1"),
        (lambda: published_bound(10**4, "1/1000"), "delta <= 1/(12 e^2 n)"),
        (lambda: published_bound(1000, "1/1000"), "delta >= e^(-n/200)"),
        (lambda: pure_lower_bound(1, 0), "0 < epsilon"),
        (lambda: noise_for("laplace", 0, 1, 1), "n >= 1"),
        (lambda: noise_for("laplace", 1, 0, 1), "d >= 1"),
        (lambda: noise_for("laplace", 1, 1, 1, "1/2"), "delta = 0"),
        (lambda: noise_for("gaussian", 1, 1, 1), "0 < delta < 1"),
        (lambda: noise_for("cauchy", 1, 1, 1), "'cauchy'"),
        (lambda: gaussian_delta(0, 1), "sigma > 0"),
        (lambda: gaussian_sigma(1, 0), "0 < delta < 1"),
        (lambda: gaussian_sigma(0, "1/2"), "0 < epsilon"),
        (lambda: clopper_pearson(3, 2), "outside 0..2"),
        (lambda: clopper_pearson(0, 0), "trials >= 1"),
        (lambda: clopper_pearson(0, 1, 1), "0 < confidence < 1"),
        (lambda: quantile_bounds([], "1/2"), ">= 1"),
        (lambda: simulate_tracing(CODE, None, trials=0), "trials >= 1"),
        (lambda: trace_exactly(CODE, mechanisms.name_and_shame(2, "1/10"), means), "not in the domain"),
    ],
)
def test_what_lies_outside_is_refused_by_name(call, message):
    with pytest.raises(InvalidValue, match=re.escape(message)):
        call()
