"""Probabilistic DP against approximate DP, in both directions."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, hockey_stick, probabilistic_delta
from assay.exact import ln
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, level
from assay.theorems import dp_from_probabilistic, probabilistic_from_dp


def case(rng: random.Random) -> None:
    """Generated pairs: the hockey-stick divergence against the tail of the privacy loss."""
    p, q, epsilon = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    tail = probabilistic_delta(p, q, epsilon)
    require(hockey_stick(p, q, epsilon) <= dp_from_probabilistic(epsilon, tail).delta, f"at {epsilon}")
    above = epsilon + ln(2)
    bound = probabilistic_from_dp(epsilon, hockey_stick(p, q, epsilon), above)
    require(probabilistic_delta(p, q, above) <= bound, f"the tail above {above}")


def tight() -> bool:
    """An infinite loss makes the first bound an equality; a loss equal to `at` the second."""
    p, q = Dist({"x": "1/10", "y": "9/10"}), Dist({"y": 1})
    first = hockey_stick(p, q, ln(2)) == probabilistic_delta(p, q, ln(2)) == Fraction(1, 10)
    p, q = Dist({"x": "4/5", "y": "1/5"}), Dist({"x": "1/5", "y": "4/5"})
    second = probabilistic_from_dp(ln(2), hockey_stick(p, q, ln(2)), ln(4)) == p["x"]
    return first and second


def often_more() -> bool:
    """The loss is ln 4 with probability 4/5; delta = 1/10 at ln 2."""
    p, q = Dist({"x": "4/5", "y": "1/5"}), Dist({"x": "1/5", "y": "4/5"})
    claimed = dp_from_probabilistic(ln(2), "1/10").delta
    return probabilistic_delta(p, q, ln(2)) > claimed and hockey_stick(p, q, ln(2)) > claimed


def not_private() -> bool:
    """Two distributions on different outcomes: the loss is infinite for certain."""
    p, q = Dist.point("x"), Dist.point("y")
    return probabilistic_delta(p, q, ln(4)) > probabilistic_from_dp(ln(2), "1/10", ln(4))


def same_epsilon() -> bool:
    """(eps, delta)-DP says nothing like delta about the tail at eps itself."""
    p, q = Dist({"x": "9/10", "y": "1/10"}), Dist({"x": "2/5", "y": "3/5"})
    delta = hockey_stick(p, q, ln(2))
    return delta == Fraction(1, 10) and probabilistic_delta(p, q, ln(2)) == Fraction(9, 10)


LEMMA = Lemma(
    title="probabilistic and approximate DP",
    statement="P[loss > eps] <= delta gives (eps, delta)-DP; an (eps, delta)-DP pair has P[loss >= t] <= "
    "delta/(1 - e^(eps - t)) for t > eps",
    reduction="Outcome by outcome: (p - A q)_+ is at most p, and is 0 where the loss is at most eps. Where "
    "the loss is at least t, q <= e^(-t) p, so (p - A q)_+ is at least (1 - e^(eps - t)) p. Sum over the "
    "outcomes.",
    inequalities=(
        "for p >= 0, q >= 0, A >= 0: max(p - A*q, 0) <= p",
        "for p >= 0, q >= 0, A >= 0 where p <= A*q: max(p - A*q, 0) <= 0",
        "for p >= 0, q >= 0, A >= 0, B >= 0 where q <= B*p: p - A*q >= (1 - A*B)*p",
    ),
    case=case,
    tightness="an outcome of infinite loss; a pair whose loss is exactly t on one outcome",
    tight=tight,
    dropped={
        "P[loss > eps] <= delta": often_more,
        "an (eps, delta)-DP pair": not_private,
        "t > eps": same_epsilon,
    },
)
