"""Randomised response guesses best: no epsilon-DP mechanism tells the true answer more often."""

from __future__ import annotations

import random

from assay import adjacency
from assay.dp import Dist, Mechanism
from assay.exact import Number, exp, ln, number
from assay.mechanisms import randomised_response, randomised_response_categories
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dp_pair, level
from assay.theorems import witnesses
from assay.utility.optimal_mechanism import optimal_mechanism

BITS = (False, True)


def accuracy(truth: Dist[int], other: Dist[int]) -> Number:
    """The largest mean probability of guessing which of two distributions an outcome came from."""
    outcomes = {*truth.support, *other.support}
    return sum((max(truth.probability(o), other.probability(o)) for o in outcomes), number(0)) / 2


def case(rng: random.Random) -> None:
    """A generated epsilon-DP pair; the exact linear program over all mechanisms with two or three inputs."""
    epsilon = level(rng)
    p, q = dp_pair(rng, epsilon)
    require(accuracy(p, q) <= exp(epsilon) / (exp(epsilon) + 1), f"two inputs at {epsilon}")
    k = rng.choice((2, 3))
    best = optimal_mechanism(range(k), range(k), lambda x, y: int(x != y), epsilon, adjacency.all_pairs())
    require(1 - best.risk == exp(epsilon) / (exp(epsilon) + k - 1), f"{k} inputs at {epsilon}")


def tight() -> bool:
    """Randomised response at eps = ln 3 is right with probability 3/4, among 4 categories with 1/2."""
    two, four = randomised_response(ln(3)), randomised_response_categories(4, ln(3))
    right = two.distribution(True).probability(True) == number("3/4")
    return right and four.distribution(2).probability(2) == number("1/2")


def not_pure() -> bool:
    """(ln 3, 1/8)-DP in place of ln 3-DP: the canonical mechanism is right more often."""
    p, q = (witnesses.canonical_distribution(bit, ln(3), "1/8") for bit in BITS)
    outcomes = {*p.support, *q.support}
    return sum((max(p.probability(o), q.probability(o)) for o in outcomes), number(0)) / 2 > number("3/4")


def not_neighbours() -> bool:
    """Three inputs in a line, 0 ~ 1 ~ 2: 0 and 2 are told apart more often."""
    line = adjacency.explicit([(0, 1), (1, 2)])
    best = optimal_mechanism(
        range(3), range(3), lambda x, y: int(x != y), ln(3), line, prior=Dist.uniform(range(3))
    )
    return 1 - best.risk > number("3/5")


def one_input_only() -> bool:
    """Right at one input alone: the constant mechanism is 0-DP, and always right there."""
    constant = Mechanism({b: Dist({True: 1}) for b in BITS}, BITS, adjacency.all_pairs())
    return constant.distribution(True).probability(True) > number("3/4") and constant.epsilon() == 0


def categories() -> Theorem:
    """From (k - 1) S <= A (k - S) the sum S of the k probabilities of being right."""
    return infer(
        "combine",
        "for integer k >= 2, real S, A >= 1 where (k - 1)*S <= A*(k - S): S <= k*A/(k - 1 + A)",
        {"multiplier": "k - 1 + A", "terms": [{"weight": "1", "factors": ["A*(k - S) - (k - 1)*S"]}]},
    )


LEMMA = Lemma(
    title="optimality of randomised response",
    statement="an eps-DP mechanism with k inputs, any two of them neighbours, names its input with "
    "probability at most e^eps/(e^eps + k - 1), in the mean over the inputs; randomised response attains "
    "this",
    reduction="Let S be the sum over x of P(x | x). Privacy gives P(x | x) <= A P(x | x') for each of the "
    "k - 1 other inputs x', A = e^eps; summed over x' and x: (k - 1) S <= A (k - S), as each row sums to "
    "1. For k = 2 with p = P(1 | 1), q = P(1 | 0): (p + 1 - q)/2 <= A/(A + 1).",
    inequalities=(
        "for real p, real q, A >= 1 where p <= A*q and 1 - q <= A*(1 - p): (p + 1 - q)/2 <= A/(A + 1)",
        categories,
    ),
    case=case,
    tightness="randomised response with eps = ln 3, for two inputs and for four",
    tight=tight,
    dropped={
        "an eps-DP mechanism": not_pure,
        "any two of them neighbours": not_neighbours,
        "in the mean over the inputs": one_input_only,
    },
)
