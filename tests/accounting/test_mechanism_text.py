"""Words where a record is replaced in a sample: discrete noise and finite pairs by their distributions."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise

import mpmath
import pytest

from assay.accounting import Accountant, Gaussian, calibrate
from assay.accounting.mechanism_text import read_round
from assay.accounting.mechanism_words import EXAMPLES, FAMILIES
from assay.errors import InvalidValue
from assay.exact import ln

mp = mpmath.mp.clone()
mp.dps = 30
FAR = 80
REPLACE = "replace-one"


def delta(p, q, epsilon):
    return mp.fsum(max(a - mp.exp(epsilon) * b, 0) for a, b in zip(p, q, strict=True))


def moved(word, by):
    """Noise on a sum that has moved."""
    of = (
        (lambda z: mp.exp(-abs(z) / mp.mpf(2)))
        if "laplace" in word
        else (lambda z: mp.exp(-mp.mpf(z * z) / 8))
    )
    total = mp.fsum(of(z) for z in range(-FAR, FAR + 1))
    return [of(z - by) / total for z in range(-FAR, FAR + 1)]


@pytest.mark.parametrize("rate", ["1/10", "1/2", "9/10"])
@pytest.mark.parametrize("word", ["discrete-laplace scale=2", "discrete-gaussian sigma=2"])
def test_sampled_noise_where_a_record_is_replaced(word, rate):
    q = mp.mpf(Fraction(rate).numerator) / Fraction(rate).denominator
    accountant = Accountant(REPLACE).compose(f"{word} q={rate}")
    for one, other in ((1, -1), (1, 0), (-1, 1)):
        p, r = (
            [(1 - q) * a + q * b for a, b in zip(moved(word, 0), moved(word, by), strict=True)]
            for by in (one, other)
        )
        for epsilon in (0, mp.mpf("0.25"), 1):
            upper = accountant.delta(str(epsilon)).upper
            assert delta(p, r, epsilon) - mp.mpf("1e-12") <= mp.mpf(upper.numerator) / upper.denominator


def test_guarantees_in_samples_are_refused_where_a_record_is_replaced():
    for word in ("pure epsilon=1", "approximate epsilon=1 delta=0.1", "exponential epsilon=1", "gdp mu=1"):
        with pytest.raises(InvalidValue, match="no neighbour of one with it"):
            Accountant(REPLACE).compose(f"{word} q=1/2")


@pytest.mark.parametrize("batch", [1, 3])
def test_fixed_batches_of_any_pair(tmp_path, batch):
    p, q = (mp.mpf(3) / 4, mp.mpf(1) / 4), (mp.mpf(1) / 3, mp.mpf(2) / 3)
    path = tmp_path / "pair.json"
    path.write_text(json.dumps({"p": ["3/4", "1/4"], "q": ["1/3", "2/3"]}))
    found = Accountant(REPLACE).compose(f"pair file={path} rows=5 batch={batch} batches=fixed")
    rate = mp.mpf(batch) / 5
    for a, b in ((p, q), (q, p)):
        mixed = [(1 - rate) * y + rate * x for x, y in zip(a, b, strict=True)]
        for epsilon in ("0", "1/10", "1/4"):
            level = mp.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator
            answer = found.delta(epsilon)
            truth = max(delta(mixed, b, level), delta(b, mixed, level))
            assert truth <= mp.mpf(answer.upper.numerator) / answer.upper.denominator * (1 + mp.mpf("1e-20"))
    with pytest.raises(InvalidValue, match="needs replace-one"):
        Accountant().compose(f"pair file={path} rows=5 batch=1 batches=fixed")


@pytest.mark.parametrize("word", ["pair file={}", "select file={} gamma=1/2"])
def test_where_a_record_is_replaced_the_order_may_change_from_round_to_round(tmp_path, word):
    # one mechanism has p before and q after, the other one q before and p after
    p, q = ["6/13", "1/13", "6/13"], ["1/5", "3/5", "1/5"]
    path = tmp_path / "pair.json"
    path.write_text(json.dumps({"p": p, "q": q}))
    text = word.format(path)
    sides = [[Fraction(x) for x in side] for side in (p, q)]
    if "select" in word:
        sides = [best_of_geometric(side) for side in sides]
    for level in (1, 2, 4, 8):
        found = Accountant(REPLACE).compose(text).compose(text).delta(ln(level))
        for first in (sides, sides[::-1]):
            for second in (sides, sides[::-1]):
                (a, b), (c, d) = zip(first, second, strict=True)
                one = [x * y for x in a for y in b]
                other = [x * y for x in c for y in d]
                truth = sum(max(x - level * y, 0) for x, y in zip(one, other, strict=True))
                assert truth <= found.upper


def best_of_geometric(side):
    """The best of K outputs, K geometric with gamma = 1/2: E x^K = x/(2 - x)."""
    ends = [sum(side[:i], Fraction(0)) for i in range(len(side) + 1)]
    return [b / (2 - b) - a / (2 - a) for a, b in pairwise(ends)]


def test_pairs_that_may_not_dominate_in_the_other_order_are_refused_where_a_record_is_replaced(tmp_path):
    path = tmp_path / "pair.json"
    path.write_text(json.dumps({"p": ["3/4", "1/4"], "q": ["1/3", "2/3"]}))
    with pytest.raises(InvalidValue, match="in both orders"):
        Accountant(REPLACE).compose(f"select file={path} mean=2")
    with pytest.raises(InvalidValue, match="in both orders"):
        Accountant(REPLACE).compose(Gaussian.of(1).sampled("1/2"))


def test_a_missing_parameter_is_answered_with_an_example():
    for word, (required, _, _) in FAMILIES.items():
        for name in required:
            with pytest.raises(InvalidValue, match=f"has no {name}; add one") as error:
                Accountant().compose(word)
            assert EXAMPLES.get(name, "1") in str(error.value)
            break


def test_steps_are_calibrated_from_as_many_as_there_are_uses():
    found = calibrate("random-allocation sigma=8 uses=3 steps=?", epsilon=1, delta="1/1000")
    assert found.safe is not None
    assert found.safe >= 3


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("gaussian sigma=1e-5000", "sigma = 1e-5000 has more than 1000 digits"),
        ("laplace scale=1e5000", "scale = 1e5000 has more than 1000 digits"),
        ("gaussian sigma=1 q=1e-5000", "q = 1e-5000 has more than 1000 digits"),
        ("mixture sigma=1 sensitivities=0:1e3000 probabilities=1/2:1/2", "1e3000 has more than 1000 digits"),
        ("zcdp rho=1e400", "is above 1000000000"),
        ("renyi orders=1e400 values=1", "is above 1000000000"),
        ("renyi orders=2 values=1e400", "is above 1000000000"),
        ("gdp mu=0", "mu = 0"),
        ("gdp mu=0 group=2", "mu = 0"),
        ("exponential epsilon=-1", "epsilon = -1"),
        ("exponential epsilon=-1 group=2", "epsilon = -1"),
        ("bounded-range range=-1 group=2", "range = -1"),
    ],
)
def test_numbers_that_are_too_long_or_too_large(word, message):
    with pytest.raises(InvalidValue, match=message):
        read_round(word)
