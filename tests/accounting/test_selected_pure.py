"""The exact worst case of the best of K outputs of what is epsilon-DP: its integral, members, attacks."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from assay.accounting import Accountant
from assay.accounting.mechanism_text import read_round
from assay.accounting.mechanism_words import repetitions_of
from assay.accounting.repetitions import PoissonRepetitions, TruncatedNegativeBinomial
from assay.accounting.selected_pure import SelectedPure, pair_of
from assay.errors import InvalidValue
from assay.exact import ln, log_value
from assay.exact._flint import arb
from tests.effort import at_night

from .best_of_k import best, delta, generating, mp, mpf

WORDS = ("gamma=1/20", "gamma=1/100 eta=3", "gamma=1/100 eta=0", "gamma=1/10 eta=-1/2", "mean=5", "mean=1/3")
TIMES = {
    words: (repetitions_of(dict(word.split("=") for word in words.split())), *generating(words))
    for words in WORDS
}
LEVELS = ["1/10", "1", "3"]


def worst_delta(masses, f, epsilon):
    """delta in the worse order of the data sets; masses: (P, Q) from the worst output to the best."""
    p, q = (best(side, f) for side in zip(*masses, strict=True))
    return max(delta(p, q, epsilon), delta(q, p, epsilon))


def curve(v, x, level, second):
    """u on the curve of the theorem, by bisection of f''(u) = e^x f''(v)."""
    g = mp.exp(level)
    upper = min(g * v, 1 - (1 - v) / g)
    target = mp.exp(x) * second(v)
    if second(upper) <= target:
        return upper
    low, high = mp.mpf(0), upper
    for _ in range(70):
        middle = (low + high) / 2
        low, high = (middle, high) if second(middle) <= target else (low, middle)
    return low


def places_of(times, g, steps):
    """v from 0 to 1 where ln f' of v, or of u at the upper end, has grown by equal parts."""
    whole = float(times.decay(arb(1)).mid())
    shares = [mp.mpf(times.share_at(whole * i / steps)) for i in range(1, steps)]
    places = {1 - t for t in shares} | {1 - g * t for t in shares} | {(1 - t) / g for t in shares}
    return sorted({mp.mpf(0), *(v for v in places if 0 < v < 1), mp.mpf(1)})


@pytest.mark.slow
@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize("level", LEVELS)
def test_the_value_is_the_integral_along_the_curve(words, level):
    """Between sums over a partition: the integrand of either slope grows with u and falls with v."""
    times, _, slope, second = TIMES[words]
    g = mp.exp(mpf(level))
    places = places_of(times, g, 200)
    for share in ("1/2", "4/5"):
        x = 2 * Fraction(share) * Fraction(level)
        growth, low, high = mp.exp(mpf(x)), mp.mpf(0), mp.mpf(0)
        points = [(v, curve(v, mpf(x), mpf(level), second)) for v in places]
        for (v, u), (w, above) in pairwise(points):
            for one, other in ((g, 1 / g), (1 / g, g)):
                part = (above - u - other * (w - v)) / (one - other)
                low += max(slope(u) * one - growth * slope(w), 0) * part
                high += max(slope(above) * one - growth * slope(v), 0) * part
        found = SelectedPure(times, Fraction(level)).delta(log_value(x))
        assert low <= mpf(found.upper)
        assert mpf(found.lower) <= high
        assert high <= low * mp.mpf("1.3") + mp.mpf("0.03")
        assert found.relative_width is None or found.relative_width <= Fraction(1, 2**60)


def masses_of(outputs, g):
    """(P, Q) of outputs, each likelier or less likely under P by g, with weights among their kind."""
    whole = {True: mp.mpf(0), False: mp.mpf(0)}
    for is_likelier, weight in outputs:
        whole[is_likelier] += weight
    share = {True: 1 / (1 + g), False: g / (1 + g)}
    found = [(likelier, share[likelier] * w / whole[likelier]) for likelier, w in outputs]
    return [(q * g if likelier else q / g, q) for likelier, q in found]


@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", at_night(1, range(5)))
def test_no_private_mechanism_is_above(words, level, seed):
    """Outputs at random, changed step by step so that delta grows."""
    source, (times, f, _, _) = random.Random(seed), TIMES[words]
    g, x = mp.exp(mpf(level)), Fraction(level) * source.choice((Fraction(1, 4), 1, Fraction(9, 5)))
    limit = mpf(SelectedPure(times, Fraction(level)).delta(log_value(x)).upper)
    outputs = [(i % 2 == 1, mp.mpf(source.randint(1, 60))) for i in range(source.randint(3, 9))]
    reached = worst_delta(masses_of(outputs, g), f, mpf(x))
    for _ in range(80):
        changed = [(likelier, w * mp.mpf(source.choice((0.5, 0.9, 1, 1.1, 2)))) for likelier, w in outputs]
        value = worst_delta(masses_of(changed, g), f, mpf(x))
        if value >= reached:
            outputs, reached = changed, value
    assert 0 < reached <= limit


def followed(times, level, x):
    """Outputs that follow the curve, as numbers of mpmath."""
    ratio = Fraction(float(mp.exp(mpf(level)) * (1 - mp.mpf(2) ** -40)))
    exact = SelectedPure(times, Fraction(level)).outputs(Fraction(x), ratio)
    assert all(sum(side) == 1 for side in zip(*exact, strict=True))
    assert all(0 < p <= ratio * q and q <= ratio * p for p, q in exact)
    return [(mpf(p.as_fraction()), mpf(q.as_fraction())) for p, q in exact]


@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("share", ["1/20", "1/3", "2/3", "9/10"])
def test_outputs_that_follow_the_curve_nearly_attain_it(words, level, share):
    times, f, _, _ = TIMES[words]
    worst = SelectedPure(times, Fraction(level))
    x = Fraction(share) * Fraction(float(worst.largest_loss.mid()))
    found = worst.delta(log_value(x))
    reached = worst_delta(followed(times, level, x), f, mpf(x))
    assert mpf(found.lower) * mp.mpf("0.9") <= reached <= mpf(found.upper)


@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize("share", ["1/20", "2/3"])
def test_outputs_follow_the_curve_where_its_start_is_tiny(words, share):
    """At epsilon = 60 the corner is at 10^-26, and the likelier outputs have as small a share of Q."""
    times, f, _, _ = TIMES[words]
    worst = SelectedPure(times, Fraction(60))
    x = Fraction(share) * Fraction(float(worst.largest_loss.mid()))
    with mp.workdps(150):
        found = worst.delta(log_value(x))
        reached = worst_delta(followed(times, "60", x), f, mpf(x))
        assert mpf(found.lower) * mp.mpf("0.9") <= reached <= mpf(found.upper)


@pytest.mark.parametrize(("words", "share"), [("mean=5", "9/10"), ("gamma=1/20", "999/1000")])
@pytest.mark.parametrize("level", [300, 20000])
def test_outputs_at_a_huge_epsilon_are_distributions(words, share, level):
    """Also where the curve is beyond floats."""
    worst = SelectedPure(TIMES[words][0], Fraction(level))
    x = Fraction(share) * Fraction(float(worst.largest_loss.mid()))
    masses = worst.outputs(x, Fraction(2) ** 400)
    assert all(sum(side) == 1 for side in zip(*masses, strict=True))
    assert all(p > 0 and q > 0 for p, q in masses)


@pytest.mark.parametrize(
    "words",
    [
        "gamma=1e-231 eta=1020",
        "gamma=1e-400",
        f"gamma={1 - Fraction(1, 10**400)}",
        "gamma=1/2 eta=1e400",
        "mean=1e-400",
        "mean=1e400",
    ],
)
def test_members_beyond_floats_are_left_out(words):
    """Only the lower end suffers where the curve cannot be followed in floats."""
    found, _ = read_round(f"select epsilon=1/5 {words}", "add-remove-one")
    assert len(found.dominating("remove").pair.members()) == 1


def test_three_outputs_are_not_enough():
    """A bound by the largest delta of three outputs would be wrong: many that alternate are far above."""
    times, f, _, _ = TIMES["gamma=1/20"]
    g, three = mp.e, mp.mpf(0)
    for i in range(1, 200):
        for j in range(1, 60):
            start, width = mp.mpf(i) / 200, mp.mpf(j) / (60 * (1 + g))
            u = min(g * start, 1 - (1 - start - width) / g - g * width)
            if start + width < 1 and u >= start / g:
                gain = f(u + g * width) - f(u) - mp.e * (f(start + width) - f(start))
                three = max(three, gain)
    reached = worst_delta(followed(times, "1", "1"), f, mp.mpf(1))
    assert 0 < three < mp.mpf("0.8") * reached


@pytest.mark.parametrize("words", TIMES)
@pytest.mark.parametrize("level", LEVELS)
def test_no_loss_is_above_the_largest(words, level):
    """epsilon + ln f'(u) - ln f'(v) at the corner of the curve, where delta begins to be 0."""
    slope, g = TIMES[words][2], mp.exp(mpf(level))
    largest = mpf(level) + mp.log(slope(g / (1 + g)) / slope(1 / (1 + g)))
    found = Accountant(width="1e-6").compose(f"select epsilon={level} {words}").epsilon(0)
    assert mpf(found.lower) <= largest <= mpf(found.upper)
    assert found.upper - found.lower <= found.lower / 10**6
    if "mean" in words:
        assert abs(largest - mpf(level) - mpf(words[5:]) * mp.tanh(mpf(level) / 2)) < mp.mpf("1e-25")


@pytest.mark.parametrize("words", TIMES)
def test_the_pair_for_compositions_dominates(words):
    """Also below 0, where delta is that of the other order."""
    worst, source = SelectedPure(TIMES[words][0], Fraction(1)), random.Random(3)
    atoms = [(mpf(a.p.as_fraction()), mpf(a.q.as_fraction())) for a in pair_of(worst).base.atoms]
    for _ in range(20):
        y = Fraction(source.randint(1, 400), 100)
        least = mpf(worst.delta(ln(y)).lower)
        assert mp.fsum(max(p - mpf(y) * q, 0) for p, q in atoms) >= least * (1 - mp.mpf("1e-25"))
    assert pair_of(worst).exact_mass_at_infinity() == 0


@pytest.mark.parametrize(("words", "most"), [("gamma=1/100 k=2", "1.02"), ("gamma=1/100 eta=0 k=2", "1.02")])
def test_brackets_of_two_uses_are_narrow(words, most):
    answer = Accountant().compose(f"select epsilon=1 {words}").epsilon("1e-6")
    assert answer.upper < answer.lower * Fraction(most)


@pytest.mark.parametrize("level", [Fraction(1, 10**30), Fraction(1000), Fraction(10**30)])
@pytest.mark.parametrize(
    "times",
    [
        TruncatedNegativeBinomial(Fraction(1), 1 - Fraction(1, 10**30)),
        TruncatedNegativeBinomial(Fraction(100), Fraction(1, 10**300)),
        PoissonRepetitions(Fraction(1, 10**30)),
        PoissonRepetitions(Fraction(10**30)),
    ],
    ids=lambda times: times.name[:20],
)
def test_extremes_have_ends(level, times):
    worst = SelectedPure(times, level)
    before = Fraction(1)
    for x in (-level, Fraction(0), level / 2, level, 2 * level, 200 * level):
        found = worst.delta(log_value(x))
        assert 0 <= found.lower <= found.upper <= 1
        assert found.lower <= before
        before = found.upper
    assert pair_of(worst) is None or pair_of(worst).point_masses()


def test_outputs_above_all_losses_are_refused():
    with pytest.raises(InvalidValue, match="is above all losses"):
        SelectedPure(TIMES["mean=5"][0], Fraction(1)).outputs(Fraction(10), Fraction(2))
