"""The values of the vectors, once more by routes of their own: fractions, events, neighbouring floats."""

from __future__ import annotations

import itertools
import json
import math
from fractions import Fraction

import pytest

from assay import eps
from assay.dp import profile
from assay.testing.vectors import read, vectors_folder
from assay.testing.vectors.families.calibration import _distribution


@pytest.fixture(scope="module")
def tests():
    return read(vectors_folder())


def asked(tests, function):
    found = [t for t in tests if t.prompt["function"] == function and t.result != "invalid"]
    assert found
    return found


def test_delta_of_rational_pairs_is_the_maximum_over_all_events(tests):
    ratios = {"0": 1, "ln(2)": 2, "ln(3)": 3, "ln(4)": 4}
    chosen = [t for t in asked(tests, "delta") if t.prompt["arguments"]["epsilon"] in ratios]
    for t in chosen:
        given = t.prompt["arguments"]
        gains = [
            Fraction(p) - ratios[given["epsilon"]] * Fraction(q)
            for p, q in zip(given["p"], given["q"], strict=True)
        ]
        events = itertools.product((0, 1), repeat=len(gains))
        best = max(sum(s * g for s, g in zip(event, gains, strict=True)) for event in events)
        assert Fraction(t.expected["value"]) == best
    assert len(chosen) > 60


def power(law, k):
    return [math.prod(each, start=Fraction(1)) for each in itertools.product(law, repeat=k)]


@pytest.mark.parametrize("joint", [True, False])
def test_sampled_releases_by_hand(tests, joint):
    for t in asked(tests, "one_sample_delta" if joint else "fresh_samples_delta"):
        given = t.prompt["arguments"]
        p, q = ([Fraction(x) for x in given[name]] for name in ("p", "q"))
        k, rate, ratio = int(given["k"]), Fraction(given["rate"]), {"0": 1, "ln(2)": 2}[given["epsilon"]]
        absent = power(q, k)
        if joint:
            present = [rate * x + (1 - rate) * y for x, y in zip(power(p, k), absent, strict=True)]
        else:
            present = power([rate * x + (1 - rate) * y for x, y in zip(p, q, strict=True)], k)
        first, second = (present, absent) if given["direction"] == "remove" else (absent, present)
        delta = sum(max(x - ratio * y, Fraction(0)) for x, y in zip(first, second, strict=True))
        assert Fraction(t.expected["value"]) == delta


def test_one_sample_costs_more_than_fresh_samples_somewhere(tests):
    values = {
        (t.prompt["function"], json.dumps(t.prompt["arguments"])): t.expected["value"]
        for t in tests
        if t.family == "sampled-releases" and t.result != "invalid"
    }
    more = [
        key
        for (function, key), value in values.items()
        if function == "one_sample_delta" and Fraction(value) > Fraction(values["fresh_samples_delta", key])
    ]
    assert more


def test_rounding_of_rationals_by_neighbouring_floats(tests):
    largest = Fraction(2**1024 - 2**971)
    for t in asked(tests, "round"):
        given = t.prompt["arguments"]
        try:
            value = Fraction(given["value"])
        except ValueError:
            continue  # an expression
        found = float.fromhex(t.expected["value"])
        above, below = math.nextafter(found, math.inf), math.nextafter(found, -math.inf)
        if given["direction"] == "down":
            assert (found == -math.inf) == (value < -largest)
            assert math.isinf(found) or Fraction(found) <= value
            assert math.isinf(above) or Fraction(above) > value
        elif given["direction"] == "up":
            assert (found == math.inf) == (value > largest)
            assert math.isinf(found) or Fraction(found) >= value
            assert math.isinf(below) or Fraction(below) < value
        elif abs(value) <= largest:
            assert found == value.numerator / value.denominator


def test_distributions_sum_to_one(tests):
    chosen = asked(tests, "output_distribution")
    for t in chosen:
        masses = [p for _, p in t.expected["value"]]
        low = sum(Fraction(p if isinstance(p, str) else p["lower"]) for p in masses)
        high = sum(Fraction(p if isinstance(p, str) else p["upper"]) for p in masses)
        assert low <= 1 <= high
        assert high - low < Fraction(1, 10**27)


def test_group_privacy_by_the_geometric_sum(tests):
    for t in asked(tests, "group_privacy"):
        given = t.prompt["arguments"]
        if given["epsilon"] in ("0", "ln(2)"):
            x, k = {"0": 1, "ln(2)": 2}[given["epsilon"]], int(given["k"])
            delta = min(Fraction(given["delta"]) * sum(x**i for i in range(k)), 1)
            assert Fraction(t.expected["value"]["delta"]) == delta


def test_smallest_scales_meet_the_target_and_one_less_does_not(tests):
    chosen = [t for t in asked(tests, "smallest_laplace_scale") if t.prompt["arguments"]["high"] == "1"]
    for t in chosen:
        given, s = t.prompt["arguments"], int(t.expected["value"])
        for size, meets in ((s, True), (s - 1, False)):
            if size:
                p, q = (
                    _distribution("laplace", size, int(given["low"]), int(given["high"]), c) for c in (0, 1)
                )
                worst = max(profile(p, q).epsilon(given["delta"]), profile(q, p).epsilon(given["delta"]))
                assert (worst <= eps(given["epsilon"])) == meets
