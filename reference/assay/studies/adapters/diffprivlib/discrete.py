"""Samplers of diffprivlib whose exact distribution the tape computes: labels, candidates, integers, bins."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import log

from .... import adjacency
from ...survey.case import Case, Samples
from . import promised_distributions as distributions
from .calls import (
    ENDLESS,
    SECONDS,
    TAPE,
    constructed,
    path,
    repeated,
    sample_snippet,
    sampled_case,
    sampler,
    tape_case,
)
from .candidates import candidate_cases

ALL_PAIRS = "epsilon-DP over all pairs of values"
LARGE = (2**53 - 2, 2**53, 2**62, 2**63 - 1025, 2**63 + 1023)
"""Where whole numbers are no longer floats: the last two lie where a float is rounded up or down."""
LEVELS = {
    (0, 1): 5,
    (0, 2): 3,
    (0, 3): 2,
    (0, 4): 2,
    (1, 2): 1,
    (1, 3): 4,
    (1, 4): 2,
    (2, 3): 3,
    (2, 4): 5,
    (3, 4): 3,
}
"""Five values whose weights e^(-u/2) = w/8 have equal sums from every value, and whose squares have not."""


def cases() -> Iterator[Case]:
    """Coins, labels, candidates, integers; then the bins of answers made of one uniform float."""
    yield _coin()
    yield from _labels()
    yield from candidate_cases()
    yield from _integers()
    yield from _bins()


def _coin() -> Case:
    text = "mechanisms.base.bernoulli_neg_exp(x)"
    return Samples(
        function="diffprivlib.mechanisms.base.bernoulli_neg_exp",
        sampler=sampler(text),
        domain=(0.0, 0.125, 1.0, 2.5),
        distribution=distributions.coin,
        route="tape",
        tape=TAPE,
        snippet=sample_snippet(text),
        promise="1 with probability e^-gamma, else 0",
    )


def _labels() -> Iterator[Case]:
    for epsilon in (0.125, 1.0, 8.0, 36.0, 100.0, 745.0):
        given = {"epsilon": epsilon, "value0": "a", "value1": "b"}
        yield tape_case(
            "Binary",
            given,
            ("a", "b"),
            distribution=distributions.two_coins(Fraction(epsilon)),
            promise="randomised response, epsilon-DP",
        )
    flat = [("a", "b", 1.0), ("a", "c", 2.0), ("b", "c", 1.0)]
    even = [("a", "b", 1.0), ("a", "c", 1.0), ("b", "c", 1.0)]
    names = "abcde"
    levels = [(names[i], names[j], log(8 / w)) for (i, j), w in LEVELS.items()]
    for epsilon, utility in ((1.0, flat), (1.0, even), (2 * log(8), levels)):
        values = tuple(sorted({x for pair in utility for x in pair[:2]}))
        given = {"epsilon": epsilon, "utility_list": utility}
        yield tape_case("ExponentialCategorical", given, values, promise=ALL_PAIRS)
    for hierarchy in ([["a", "b"], ["c"]], ["a", "b", "c"], [["a", "b"], ["c", "d"]]):
        given = {"epsilon": 1.0, "hierarchy": hierarchy}
        values = ("a", "b", "c", "d")[: 4 if len(str(hierarchy)) > 22 else 3]
        yield tape_case("ExponentialHierarchical", given, values, promise=ALL_PAIRS)


def _integers() -> Iterator[Case]:
    near = adjacency.explicit([(0, 1), (1, 2), (2, 3)])
    for epsilon, sensitivity in ((1.0, 1), (3.0, 1), (2.0, 2), (36.0, 1), (100.0, 1), (745.0, 1)):
        rate = Fraction(epsilon) / sensitivity
        given = {"epsilon": epsilon, "sensitivity": sensitivity}
        pairs = adjacency.explicit([(0, sensitivity)])
        yield tape_case(
            "Geometric",
            given,
            (0, sensitivity),
            adjacency=pairs,
            tape=ENDLESS,
            distribution=distributions.geometric(rate),
            promise="two-sided geometric noise, epsilon-DP at its sensitivity",
        )
    yield from _large()
    ends = {"lower": 0, "upper": 3}
    for mechanism, read in (
        ("GeometricTruncated", distributions.truncated(0, 3)),
        ("GeometricFolded", distributions.folded(0, 3)),
    ):
        for epsilon in (1.0, 4.0):
            given = {"epsilon": epsilon, "sensitivity": 1, **ends}
            yield tape_case(
                mechanism,
                given,
                (0, 1, 2, 3),
                adjacency=near,
                tape=ENDLESS,
                distribution=distributions.geometric(Fraction(epsilon), read),
                promise="two-sided geometric noise brought into 0..3, epsilon-DP at sensitivity 1",
            )
    given = {"epsilon": 1.0, "delta": 0.125, "sensitivity": 1}
    yield tape_case(
        "GaussianDiscrete",
        given,
        (0, 1),
        delta=0.125,
        tape={"seconds": 60},
        seconds=200,
        promise="discrete Gaussian noise, (epsilon, delta)-DP at sensitivity 1",
    )


def _large() -> Iterator[Case]:
    """Whole numbers that are no floats, by samples: the tape leaves open which answers are made equal."""
    given = {"epsilon": 1.0, "sensitivity": 1}
    for start in LARGE:
        yield sampled_case(
            path("Geometric"),
            repeated("Geometric", int, **given),
            tuple(start + i for i in range(4)),
            f"{constructed('Geometric', given)}.randomise(x)",
            parameters=given,
            adjacency=adjacency.explicit([(start + i, start + i + 1) for i in range(3)]),
            epsilon=1.0,
            seconds=SECONDS,
            promise=f"two-sided geometric noise on the integers from {start} on, epsilon-DP at sensitivity 1",
        )


def _bins() -> Iterator[Case]:
    near = adjacency.explicit([(0.0, 1.0)])
    for delta in (0.125, 0.5):
        given = {"delta": delta, "sensitivity": 1.0}
        yield tape_case(
            "Uniform",
            given,
            (0.0, 1.0),
            text="math.floor({0}.randomise(x) / 0.5)",
            adjacency=near,
            epsilon=0,
            delta=delta,
            promise="uniform noise, (0, delta)-DP at sensitivity 1, answers binned to 1/2",
        )
    for epsilon in (1.0, 3.0):
        given = {"epsilon": epsilon, "sensitivity": 1.0}
        yield tape_case(
            "Staircase",
            given,
            (0.0, 1.0),
            text="math.floor({0}.randomise(x) / 0.25)",
            adjacency=near,
            promise="staircase noise, epsilon-DP at sensitivity 1, answers binned to 1/4",
        )
