"""Rounds known by their Renyi divergences alone: members by brute force, attained lower ends."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import mpmath
import pytest

from assay.accounting import Accountant, MomentBound, StoredLoss, bounded_direction
from assay.accounting.question import known
from assay.errors import InvalidType, InvalidValue
from assay.exact import number

mp = mpmath.mp.clone()
mp.dps = 40
DELTAS = ("1/100", "1e-6", "1e-30")


def divergence(p, q, order):
    return mp.log(mp.fsum(a**order * b ** (1 - order) for a, b in zip(p, q, strict=True))) / (order - 1)


def delta(p, q, epsilon):
    return mp.fsum(max(a - mp.exp(epsilon) * b, 0) for a, b in zip(p, q, strict=True))


def gaussian_delta(mu_squared, epsilon):
    mu, e = mp.sqrt(mpf(mu_squared)), mpf(epsilon)
    return mp.ncdf(mu / 2 - e / mu) - mp.exp(e) * mp.ncdf(-mu / 2 - e / mu)


def mpf(x):
    x = Fraction(x)
    return mp.mpf(x.numerator) / x.denominator


def random_pair(source):
    """Positive probabilities on two to four outcomes, some of them rare."""
    sides = []
    for _ in range(2):
        weights = [mp.mpf(source.random()) ** source.choice((1, 8)) + mp.mpf("1e-12") for _ in range(4)]
        sides.append([w / mp.fsum(weights) for w in weights])
    t = mp.mpf(source.random()) ** 3
    return sides[0], [t * b + (1 - t) * a for a, b in zip(*sides, strict=True)]


def largest(p, q, order):
    return max(divergence(p, q, order), divergence(q, p, order))


def above(x):
    """A rational above, with room for the rounding of mpmath."""
    return Fraction(int(mp.ceil(x * (1 + mp.mpf("1e-9")) * 10**12)), 10**12)


@pytest.mark.parametrize("seed", range(12))
def test_products_of_finite_mechanisms_keep_to_the_upper_end(seed):
    source = random.Random(seed)
    pairs = [random_pair(source) for _ in range(source.randint(1, 3))]
    orders = sorted(source.sample([Fraction(3, 2), Fraction(2), Fraction(5), Fraction(17), Fraction(64)], 2))
    accountant = Accountant()
    for p, q in pairs:
        values = [str(above(largest(p, q, mpf(a)))) for a in orders]
        accountant.compose(f"renyi orders={':'.join(map(str, orders))} values={':'.join(values)}")
    both = [[mp.fprod(side) for side in product(*(pair[i] for pair in pairs))] for i in (0, 1)]
    for epsilon in ("0", "1/10", "1", "3"):
        truth = delta(*both, mpf(epsilon))
        found = accountant.delta(epsilon)
        assert truth <= mpf(found.upper)
        assert found.lower <= found.upper


@pytest.mark.parametrize(("rho", "count"), [("1/2", 1), ("1/1000", 7), ("3", 2)])
@pytest.mark.parametrize("epsilon", ["0", "1/20", "1", "8"])
def test_zcdp_encloses_gaussian_noise_and_randomised_response(rho, count, epsilon):
    found = Accountant(width="1/10000").compose(f"zcdp rho={rho} k={count}").delta(epsilon)
    gaussian = gaussian_delta(2 * Fraction(rho) * count, epsilon)
    e = mp.findroot(lambda x: x * mp.tanh(x / 2) - mpf(rho), mp.sqrt(2 * mpf(rho)) + mpf(rho) / 2)
    high, low = mp.exp(e) / (1 + mp.exp(e)), 1 / (1 + mp.exp(e))
    sides = [[mp.fprod(choice) for choice in product(*[side] * count)] for side in ((high, low), (low, high))]
    response = delta(*sides, mpf(epsilon))
    best = max(gaussian, response)
    assert best * mp.mpf("0.99") <= mpf(found.lower) <= best * (1 + mp.mpf("1e-20"))
    assert best <= mpf(found.upper)


@pytest.mark.parametrize("allowed", DELTAS)
def test_the_upper_end_is_at_most_the_conversion_at_any_order(allowed):
    rho, level = mp.mpf(1) / 5, mpf(allowed)
    found = Accountant().compose("zcdp rho=1/5").epsilon(allowed)
    known = [
        rho * a + mp.log(1 - 1 / a) - mp.log(level * a) / (a - 1)
        for a in (mp.mpf(x) / 8 for x in range(12, 800))
    ]
    assert mpf(found.upper) <= min(known) * (1 + mp.mpf("1e-12"))
    assert mpf(found.upper) <= rho + 2 * mp.sqrt(rho * mp.log(1 / level))


@pytest.mark.slow
def test_what_is_composed_with_pairs_encloses_each_member():
    """Gaussian noise instead of zCDP is one of the class, with pairs of every kind beside it."""
    others = (
        "laplace scale=3",
        "gaussian sigma=2",
        "approximate epsilon=1/2 delta=1e-7",
        "gaussian sigma=1 q=0.1 k=5",
    )
    for text in others:
        found, member = (Accountant(width="1/100") for _ in range(2))
        found.compose("zcdp rho=1/8")
        member.compose("gaussian sigma=2")
        found.compose(text)
        member.compose(text)
        for epsilon in ("1/4", "2"):
            a, b = found.delta(epsilon), member.delta(epsilon)
            assert b.lower <= a.upper
            assert b.upper <= a.upper * Fraction(102, 100)
        assert member.epsilon("1e-5").lower <= found.epsilon("1e-5").upper


def test_without_pairs_the_sum_of_curves_counts():
    once = Accountant().compose("zcdp rho=1/2").epsilon("1e-6")
    parts = Accountant().compose("zcdp rho=1/10", 2).compose("zcdp rho=3/10").epsilon("1e-6")
    assert once.lower == parts.lower
    assert abs(once.upper - parts.upper) <= once.upper / 10**9
    assert Accountant().compose("zcdp rho=0").epsilon("0").upper == 0
    assert Accountant().compose("renyi orders=2:3 values=0:1").delta(0).upper == 0


def test_infinite_losses():
    found = Accountant().compose("zcdp rho=1/10")
    assert found.epsilon(0).is_infinite
    assert found.delta("inf").upper == 0
    found.compose("approximate epsilon=1 delta=1/1000")
    assert found.epsilon("1/1000").is_infinite
    assert not found.epsilon("1/500").is_infinite
    assert found.delta("inf").upper == Fraction(1, 1000)


def test_notions():
    found = Accountant().compose("zcdp rho=1/10").compose("gaussian sigma=1")
    assert found.rho().ends[:2] == (Fraction(3, 5), Fraction(3, 5))
    assert found.mu().upper is None
    assert 1.09 < float(found.mu().lower) < 1.11
    listed = Accountant().compose("renyi orders=2 values=0.2")
    assert listed.rho().upper is None
    assert listed.rho().lower == Fraction(1, 10)
    assert Accountant().compose("gdp mu=1/2").mu().ends[:2] == (Fraction(1, 2), Fraction(1, 2))


def test_beside_the_advantage_of_pinsker():
    found = Accountant().compose("zcdp rho=1/200").advantage()
    assert mpf(found.upper) <= mp.sqrt(mp.mpf(1) / 400) * (1 + mp.mpf("1e-9"))
    assert found.upper <= found.lower * Fraction(101, 100)


def test_the_curves_of_tests_enclose_the_member():
    rates = ["1/100", "1/3"]
    found = Accountant(width="1/100").compose("zcdp rho=1/8").tradeoff(rates)
    member = Accountant(width="1/100").compose("gaussian sigma=2").tradeoff(rates)
    for a, b in zip(found, member, strict=True):
        assert a.lower <= b.lower
        assert a.upper <= b.upper * Fraction(102, 100)


def test_what_has_no_pair_is_refused():
    rounds = Accountant().compose("zcdp rho=1/10").rounds
    with pytest.raises(InvalidValue, match="no side below"):
        StoredLoss.of(rounds)
    with pytest.raises(InvalidType, match="not a FinitePair"):
        rounds.loss("remove")
    with pytest.raises(InvalidValue, match="only bounds are known"):
        Accountant(engine="exact").compose("zcdp rho=1/10").delta(1)
    with pytest.raises(InvalidValue, match="no pair that can be sampled"):
        MomentBound.concentrated("1/10").sampled("1/2")
    assert not rounds.is_exact
    assert not rounds.is_attained("remove")
    assert rounds.estimates(delta="1e-6")


WORDS = (
    "zcdp rho=1/10",
    "zcdp rho=1/1000 k=7",
    "zcdp rho=20",
    "renyi orders=2:8 values=1/10:1/2",
    "renyi orders=3/2:64 values=1/1000:3",
    "select sigma=4 gamma=1/100",
    "select epsilon=1 mean=5",
)


@pytest.mark.parametrize(
    "word", [WORDS[0], *(pytest.param(each, marks=pytest.mark.slow) for each in WORDS[1:])]
)
@pytest.mark.parametrize("level", ["1/100", "1e-6"])
def test_the_hull_is_left_out_only_where_it_would_not_lower_the_upper_end(word, level, monkeypatch):
    alone = Accountant(width="1/10000").compose(word)
    epsilon = alone.epsilon(level).upper
    delta = None if epsilon is None else alone.delta(epsilon).upper
    monkeypatch.setattr(bounded_direction, "hull_may_help", lambda *given: True)
    both = Accountant(width="1/10000").compose(word)
    with_hull = both.epsilon(level).upper
    assert epsilon == with_hull or (epsilon is not None and epsilon <= with_hull)
    assert delta is None or delta <= both.delta(epsilon).upper


@pytest.mark.parametrize("word", WORDS)
def test_members_that_are_passed_over_are_not_the_largest(word):
    side = next(iter(Accountant().compose(word).rounds.by_direction.values()))
    delta, width = number("1e-6"), Fraction(1, 1000)
    each = [known(lambda m=m: m.epsilon(delta, width)).lower for m in side.bounded.members]
    assert side.epsilon(delta, width).lower * (1 + width) >= max(each)
