"""The best of K outputs: finite mechanisms by summing over K, against exact pairs and bounds of classes."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import accumulate, pairwise

import mpmath
import pytest

from assay.accounting import Accountant
from assay.accounting.repetitions import PoissonRepetitions, TruncatedNegativeBinomial
from assay.errors import InvalidValue
from tests.effort import at_night

mp = mpmath.mp.clone()
mp.dps = 40
COUNT = 800
"""Numbers of repetitions that are summed over; the rest has less than 10^-20."""


def mpf(x):
    x = Fraction(x)
    return mp.mpf(x.numerator) / x.denominator


def probabilities(eta=None, gamma=None, mean=None):
    """P(K = k) for k = 0, 1, ..., by the formulas of Papernot and Steinke, section 3."""
    if mean is not None:
        found = [mp.exp(-mpf(mean))]
        for k in range(1, COUNT):
            found.append(found[-1] * mpf(mean) / k)
        return found
    keep, weights, term = 1 - mpf(gamma), [mp.mpf(0)], mp.mpf(1)
    for k in range(1, COUNT):
        term *= keep * ((k - 1 + mpf(eta)) / k if k > 1 or Fraction(eta) else 1)
        weights.append(term if Fraction(eta) else keep**k / k)
    total = mp.fsum(weights)
    return [w / total for w in weights]


def best(base, weights):
    """The distribution of the best of K draws, K = 0 first."""
    sums = [mp.mpf(0), *accumulate(base)]
    powers = [mp.fsum(w * x**k for k, w in enumerate(weights) if k) for x in sums]
    return [weights[0], *(b - a for a, b in pairwise(powers))]


def delta(p, q, epsilon):
    return mp.fsum(max(a - mp.exp(epsilon) * b, 0) for a, b in zip(p, q, strict=True))


def random_private(source, epsilon):
    """Rational P and Q with ratios strictly within e^epsilon, and their order."""
    count = source.randint(2, 4)
    q = [Fraction(source.randint(1, 60) ** source.choice((1, 3))) for _ in range(count)]
    reach = Fraction(int(mp.exp(mpf(epsilon) / 2) * 999), 1000)
    p = [x * source.choice((reach, 1 / reach, Fraction(1))) for x in q]
    return [x / sum(p) for x in p], [x / sum(q) for x in q]


TIMES = [
    {"gamma": "1/20"},
    {"gamma": "1/10", "eta": "0"},
    {"gamma": "1/8", "eta": "2"},
    {"gamma": "1/10", "eta": "-1/2"},
    {"mean": "5"},
    {"mean": "1/3"},
]


def words(times):
    return " ".join(f"{name}={value}" for name, value in times.items())


def weights_of(times):
    return probabilities(**({"eta": "1", **times} if "gamma" in times else times))


@pytest.mark.slow
@pytest.mark.parametrize("times", TIMES, ids=words)
@pytest.mark.parametrize("seed", range(3))
def test_the_pair_of_given_outputs(tmp_path, times, seed):
    p, q = random_private(random.Random(seed), "2")
    path = tmp_path / "outputs.json"
    path.write_text(json.dumps({"p": [str(x) for x in p], "q": [str(x) for x in q]}))
    sides = [best([mpf(x) for x in side], weights_of(times)) for side in (p, q)]
    for epsilon in ("0", "1/2", "2"):
        truth = max(delta(*sides, mpf(epsilon)), delta(*reversed(sides), mpf(epsilon)))
        found = Accountant().compose(f"select file={path} {words(times)}").delta(epsilon)
        assert mpf(found.lower) <= truth + mp.mpf("1e-15")
        assert truth <= mpf(found.upper) + mp.mpf("1e-15")
        assert found.upper - found.lower <= found.upper / 500 or found.upper < Fraction(1, 2**1000)


@pytest.mark.parametrize("times", TIMES, ids=words)
@pytest.mark.parametrize("seed", at_night(2, range(4)))
@pytest.mark.parametrize("count", [1, 2])
def test_every_private_mechanism_is_below_the_upper_end(times, seed, count):
    source = random.Random(seed)
    for _ in range(4 // count**2):
        epsilon = source.choice(("1/10", "1", "3"))
        sides = [best([mpf(x) for x in side], weights_of(times)) for side in random_private(source, epsilon)]
        both = [[x * y for x in side for y in (side if count == 2 else [1])] for side in sides]
        found = Accountant().compose(f"select epsilon={epsilon} {words(times)} k={count}")
        for at in ("0", str(2 * Fraction(epsilon)), str(3 * Fraction(epsilon))):
            answer = found.delta(at)
            assert delta(*both, mpf(at)) <= mpf(answer.upper)
            assert answer.lower <= answer.upper


@pytest.mark.slow
@pytest.mark.parametrize(
    "times", [{"gamma": "1/20"}, {"gamma": "1/10", "eta": "0"}, {"mean": "5"}], ids=words
)
@pytest.mark.parametrize("sigma", ["1", "4"])
def test_ranked_cells_of_gaussian_noise_are_below_the_upper_end(times, sigma):
    source, mu = random.Random(7), 1 / mpf(sigma)
    for _ in range(6):
        cuts = sorted(source.uniform(-3, 4) for _ in range(source.randint(1, 4)))
        order = source.sample(range(len(cuts) + 1), len(cuts) + 1)
        sides = []
        for shift in (mu, mp.mpf(0)):
            values = [mp.mpf(0), *(mp.ncdf(x - shift) for x in cuts), mp.mpf(1)]
            cells = [b - a for a, b in pairwise(values)]
            sides.append(best([cells[i] for i in order], weights_of(times)))
        found = Accountant().compose(f"select sigma={sigma} {words(times)}")
        zcdp = Accountant().compose(f"select rho={Fraction(1, 2) / Fraction(sigma) ** 2} {words(times)}")
        for epsilon in ("1/10", "1", "3"):
            truth = max(delta(*sides, mpf(epsilon)), delta(*reversed(sides), mpf(epsilon)))
            assert truth <= mpf(found.delta(epsilon).upper)
            assert truth <= mpf(zcdp.delta(epsilon).upper)


@pytest.mark.parametrize(
    ("words", "most"), [("gamma=1/100", "3/2"), ("gamma=1/100 eta=0", "1"), ("gamma=1/100 eta=3", "5/2")]
)
def test_pure_privacy_is_below_that_of_the_theorem(words, most):
    """(2 + eta) epsilon of Papernot and Steinke, theorem 2, which small gamma come near to."""
    found = Accountant().compose(f"select epsilon=1/2 {words}").epsilon(0)
    assert Fraction(most) * Fraction(98, 100) < found.lower <= found.upper < Fraction(most)


@pytest.mark.slow
def test_noise_has_no_largest_loss():
    assert not Accountant().compose("select sigma=1 gamma=1/2").epsilon("1e-9").is_infinite
    assert Accountant().compose("select sigma=1 gamma=1/2").epsilon(0).is_infinite


def test_repetitions():
    for times in TIMES:
        given = (
            PoissonRepetitions(Fraction(times["mean"]))
            if "mean" in times
            else TruncatedNegativeBinomial(Fraction(times.get("eta", "1")), Fraction(times["gamma"]))
        )
        mean = mp.fsum(k * w for k, w in enumerate(weights_of(times)))
        assert abs(float(given.mean().mid()) - float(mean)) < 1e-9
    with pytest.raises(InvalidValue, match="give eta > -1"):
        TruncatedNegativeBinomial(Fraction(-1), Fraction(1, 2))
    with pytest.raises(InvalidValue, match="give eta > -1"):
        TruncatedNegativeBinomial(Fraction(1), Fraction(1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("select gamma=1/2", "no mechanism"),
        ("select epsilon=1 rho=1 gamma=1/2", "epsilon, rho"),
        ("select epsilon=1", "needs gamma"),
        ("select epsilon=1 gamma=1/2 mean=3", "needs gamma"),
        ("select epsilon=1 eta=1 mean=3", "needs gamma"),
        ("select epsilon=1 gamma=1/2 sensitivity=2", "goes with sigma"),
        ("select epsilon=1 gamma=1/2 q=1/2", "no pair that can be sampled"),
        ("select epsilon=1 gamma=1/2 group=2", "leave group out"),
        ("select orders=2:3 values=1 gamma=1/2", "2 orders and 1 values"),
        ("select orders=2 gamma=1/2", "select has"),
        ("select epsilon=0 gamma=1/2", "must be positive"),
        ("select epsilon=1 gamma=1", "gamma < 1"),
        ("select file=/nowhere.json gamma=1/2", "cannot be read"),
    ],
)
def test_what_is_refused(text, message):
    with pytest.raises(InvalidValue, match=message):
        Accountant().compose(text)
