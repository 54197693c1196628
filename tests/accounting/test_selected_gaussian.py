"""The bound for the best of K outputs of Gaussian noise: against its integral, and against ranked cells."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest

from assay.accounting import Accountant
from assay.accounting.repetitions import PoissonRepetitions, TruncatedNegativeBinomial
from assay.accounting.selected_gaussian import Ranks, SelectedGaussian, Steepest
from assay.exact import log_value
from tests.effort import at_night

from .best_of_k import best, delta, generating, mp, mpf

TIMES = {
    "gamma=1/20": TruncatedNegativeBinomial(Fraction(1), Fraction(1, 20)),
    "gamma=1/100 eta=2": TruncatedNegativeBinomial(Fraction(2), Fraction(1, 100)),
    "gamma=1/100 eta=0": TruncatedNegativeBinomial(Fraction(0), Fraction(1, 100)),
    "gamma=1/10 eta=-1/2": TruncatedNegativeBinomial(Fraction(-1, 2), Fraction(1, 10)),
    "mean=5": PoissonRepetitions(Fraction(5)),
}


def cells(cuts, mu):
    """(P, Q) of the cells of the line between the cuts."""
    sides = [[mp.mpf(0), *(mp.ncdf(x - shift) for x in cuts), mp.mpf(1)] for shift in (mu, 0)]
    return list(zip(*([b - a for a, b in pairwise(side)] for side in sides), strict=True))


def ranked(order, parts):
    return [[parts[i][side] for i in order] for side in (0, 1)]


def worst_delta(order, parts, f, epsilon):
    """delta of the best of K outputs with this rank, in the worse order of the data sets."""
    p, q = (best(side, f) for side in ranked(order, parts))
    return max(delta(p, q, epsilon), delta(q, p, epsilon))


@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize("mu", ["1/100", "1/4", "2", "30"])
def test_the_steepest_place(words, mu):
    """The maximum on a fine grid is below the upper end, and not far below."""
    slope = generating(words)[1]
    h = lambda x: mp.log(slope(mp.ncdf(x)) / slope(mp.ncdf(x - mpf(mu))))  # noqa: E731
    found = Ranks(TIMES[words], Fraction(mu) ** 2).steepest()
    grid = [mpf(mu) / 2 + mp.mpf(i) / 10 for i in range(-60, 61)] + [mp.mpf(found.place)]
    largest = max(map(h, grid))
    assert largest <= mpf(found.upper) <= largest * mp.mpf("1.01")


@pytest.mark.slow
@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize(("mu", "epsilon"), [("1/4", "1/10"), ("1/4", "2"), ("1", "5"), ("2", "30")])
def test_the_bound_is_the_integral(words, mu, epsilon):
    """By quadrature: it is not below, and a few hundredths above at most."""
    slope = generating(words)[1]
    bound = SelectedGaussian(TIMES[words], Fraction(mu) ** 2)
    top, m = mpf(bound.steepest.upper), mpf(mu)
    start = (mpf(epsilon) - top) / m - m / 2
    growth = mp.exp(mpf(epsilon) - top)
    unit = mp.npdf(start)  # quadrature ends by absolute errors
    density = lambda x: slope(mp.ncdf(x)) * (mp.npdf(x) - growth * mp.npdf(x + m)) / unit  # noqa: E731
    places = [start + mp.mpf(x) for x in ("0", ".2", ".5", "1", "2", "4", "8", "30")]
    truth = unit * mp.quad(density, places)
    found = mpf(bound.delta(log_value(epsilon)).lower)
    assert truth * (1 - mp.mpf("1e-12")) <= found <= truth * mp.mpf("1.3")


@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize("sigma", ["1", "4"])
@pytest.mark.parametrize("seed", at_night(1, range(5)))
def test_no_order_of_cells_is_above_the_bound(words, sigma, seed):
    """Also where the order is improved step by step, from that by the place and from a random one."""
    source, mu = random.Random(seed), 1 / mpf(sigma)
    f = generating(words)[0]
    bound = SelectedGaussian(TIMES[words], 1 / Fraction(sigma) ** 2)
    place = mp.mpf(bound.steepest.place)
    cuts = sorted([mu - place, *(mp.mpf(source.uniform(-4, 5)) for _ in range(6))])
    parts, epsilon = cells(cuts, mu), Fraction(source.randint(1, 8), 4)
    limit = mpf(bound.delta(log_value(epsilon)).upper)
    for order in (list(range(len(parts))), source.sample(range(len(parts)), len(parts))):
        reached = worst_delta(order, parts, f, mpf(epsilon))
        for _ in range(25):
            i, j = source.sample(range(len(order)), 2)
            changed = list(order)
            changed.insert(j, changed.pop(i))
            better = worst_delta(changed, parts, f, mpf(epsilon))
            if better >= reached:
                order, reached = changed, better
        assert reached <= limit


def orders_of(n, k):
    """By the place, reversed, alternating, and with the lowest k best, each part in either direction."""
    places, low, high = list(range(n)), list(range(k)), list(range(k, n))
    yield from (places, places[::-1], places[::2] + places[1::2], places[::2] + places[1::2][::-1])
    for worse in (high, high[::-1]):
        yield from (worse + low, worse + low[::-1])


@pytest.mark.parametrize(
    ("words", "times", "sigma"),
    [
        ("gamma=999/1000", TruncatedNegativeBinomial(Fraction(1), Fraction(999, 1000)), "1/4"),
        ("gamma=1/1000000", TruncatedNegativeBinomial(Fraction(1), Fraction(1, 1000000)), "4"),
        ("mean=1/100", PoissonRepetitions(Fraction(1, 100)), "1/2"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_orders_where_k_is_hardly_or_mostly_large(words, times, sigma):
    """Nearly attained where K is nearly always 1 (or 0), whose order does not matter."""
    f = generating(words)[0]
    mu, bound = 1 / mpf(sigma), SelectedGaussian(times, 1 / Fraction(sigma) ** 2)
    cuts = sorted([mu - mp.mpf(bound.steepest.place), *(mu / 2 + mp.mpf(i) / 2 for i in range(-5, 6))])
    parts = cells(cuts, mu)
    k = 1 + cuts.index(mu - mp.mpf(bound.steepest.place))
    for epsilon in ("0", "1/2", "1"):
        limit = mpf(bound.delta(log_value(epsilon)).upper)
        reached = max(worst_delta(order, parts, f, mpf(epsilon)) for order in orders_of(len(parts), k))
        assert 0 < reached <= limit
        assert words == "gamma=1/1000000" or reached > limit * mp.mpf("0.9")


def test_a_bound_without_ranks_would_be_wrong(monkeypatch):
    """With r = 0 the ranked cells are above: the attack sees what it has to see."""
    words, mu = "gamma=1/20", mp.mpf(1)
    f = generating(words)[0]
    bound = SelectedGaussian(TIMES[words], Fraction(1))
    parts = cells([mu - mp.mpf(bound.steepest.place), mp.mpf(2), mp.mpf(3)], mu)
    reached = worst_delta([1, 2, 3, 0], parts, f, mp.mpf(3))
    assert reached <= mpf(bound.delta(log_value(3)).upper)
    wrong = SelectedGaussian(TIMES[words], Fraction(1))
    monkeypatch.setitem(vars(wrong), "steepest", Steepest(Fraction(0), 0.0))
    assert reached > mpf(wrong.delta(log_value(3)).upper)


def test_the_bracket_is_narrow_where_the_order_nearly_attains_it():
    answer = Accountant().compose("select sigma=4 gamma=1/100").epsilon("1e-6")
    assert Fraction(2) < answer.lower
    assert answer.upper < Fraction("2.16")


@pytest.mark.slow
@pytest.mark.parametrize("words", ["gamma=1/20", "gamma=1/100 eta=0"])
def test_two_rounds_are_below_the_bound_of_two(words):
    f = generating(words)[0]
    mu = mp.mpf(1)
    accountant = Accountant().compose(f"select sigma=1 {words} k=2")
    place = mp.mpf(SelectedGaussian(TIMES[words], Fraction(1)).steepest.place)
    parts = cells([mu - place, mp.mpf(1), mp.mpf(2), mp.mpf(3), mp.mpf(4)], mu)
    once = [best(side, f) for side in ranked([1, 2, 3, 4, 5, 0], parts)]
    twice = [[x * y for x in side for y in side] for side in once]
    for epsilon in ("1", "6", "10"):
        found = accountant.delta(epsilon)
        assert delta(*twice, mpf(epsilon)) <= mpf(found.upper)


def test_below_0_nothing_released_counts():
    """K = 0 has the probability e^-1, and delta(epsilon) is never below 1 - e^epsilon."""
    bound = SelectedGaussian(PoissonRepetitions(Fraction(1)), Fraction(1, 10**6))
    with mpmath.workdps(30):
        least = 1 - mpmath.exp(-3)
        found = bound.delta(log_value(-3)).lower
        assert mpmath.mpf(found.numerator) / found.denominator >= least


@pytest.mark.parametrize("mu_squared", ["1/1000000000000000000", "1000000000000"])
def test_extremes_end_with_an_upper_end(mu_squared):
    for repetitions in TIMES.values():
        bound = SelectedGaussian(repetitions, Fraction(mu_squared))
        for epsilon in ("0", "1", "10000000"):
            found = bound.delta(log_value(epsilon))
            assert 0 <= found.lower == found.upper <= 1
