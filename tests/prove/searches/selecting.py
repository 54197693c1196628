"""Searches for the mechanisms that select: randomised response, exponential, permute-and-flip."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, epsilon
from assay.exact import Log, Number, exp, ln, number
from assay.mechanisms import gibbs_distribution, permute_and_flip_distribution
from assay.testing.generated_mechanisms import dp_pair, level
from assay.utility import optimal_mechanism

from .trial import Searches, Trial

Scores = dict[int, Fraction]


def right(p: Dist[int], q: Dist[int]) -> Number:
    """The largest mean probability of guessing which of two distributions an outcome came from."""
    return sum((max(p[o], q[o]) for o in range(3)), number(0)) / 2


def with_delta(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    bound = exp(e) / (exp(e) + 1)
    return right(*dp_pair(rng, e)) <= bound, right(*dp_pair(rng, e, Fraction(1, 4))) <= bound


def some_neighbours(rng: random.Random) -> tuple[bool, bool]:
    e, inputs = level(rng), range(3)
    near = [pair for pair in ((0, 1), (0, 2), (1, 2)) if rng.randrange(2)] or [(0, 1)]
    missing = adjacency.explicit(near[:2])
    found = [
        1 - optimal_mechanism(inputs, inputs, lambda x, y: int(x != y), e, a, prior=Dist.uniform(inputs)).risk
        for a in (adjacency.all_pairs(), missing)
    ]
    held = [x <= exp(e) / (exp(e) + 2) for x in found]
    return held[0], held[1]


def one_input(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    p, q = dp_pair(rng, e)
    bound, says_p = exp(e) / (exp(e) + 1), [o for o in range(3) if rng.randrange(2)]
    mean = (p.prob(says_p) + 1 - q.prob(says_p)) / 2
    return mean <= bound, p.prob(says_p) <= bound


def both_ways(p: Dist[int], q: Dist[int]) -> Log:
    """The larger of the two losses."""
    return max(epsilon(p, q), epsilon(q, p))


def spread(p: Dist[int], q: Dist[int]) -> Log:
    """The largest loss minus the smallest."""
    ratios = [p[o] / q[o] for o in p.support]
    return ln(max(ratios) / min(ratios))


def moved(rng: random.Random, steps: tuple[int, ...]) -> tuple[Scores, Scores]:
    """Scores in halves, and neighbours that differ by these steps, in halves."""
    u = {o: Fraction(rng.randint(-4, 4), 2) for o in range(rng.randint(2, 3))}
    return u, {o: v + Fraction(rng.choice(steps), 2) for o, v in u.items()}


ANY, UP, FAR = (-2, -1, 0, 1, 2), (0, 1, 2), (-6, -4, -2, 0, 2, 4, 6)


def exponential_further(rng: random.Random) -> tuple[bool, bool]:
    rate, held = level(rng), []
    for steps in (ANY, FAR):
        p, q = (gibbs_distribution(x, rate) for x in moved(rng, steps))
        held.append(both_ways(p, q) <= rate and spread(p, q) <= rate)
    return held[0], held[1]


def exponential_both_ways(rng: random.Random) -> tuple[bool, bool]:
    rate, held = level(rng), []
    for steps in (UP, ANY):
        p, q = (gibbs_distribution(x, rate, monotonic=True) for x in moved(rng, steps))
        held.append(both_ways(p, q) <= rate)
    return held[0], held[1]


def other_weights(rng: random.Random) -> tuple[bool, bool]:
    rate, base, (u, v) = level(rng), number(rng.randint(1, 9)), moved(rng, ANY)
    p, q = (gibbs_distribution(x, rate) for x in (u, v))
    whole = [{o: int(2 * s) for o, s in x.items()} for x in (u, v)]
    r, s = (Dist.from_weights({o: base**w for o, w in x.items()}) for x in whole)
    return spread(p, q) <= rate, spread(r, s) <= rate


def flipping(first: tuple[int, ...], second: tuple[int, ...], monotonic: bool) -> Trial:
    """Permute-and-flip on two kinds of neighbours."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        rate, held = level(rng), []
        for steps in (first, second):
            p, q = (permute_and_flip_distribution(x, rate, monotonic=monotonic) for x in moved(rng, steps))
            held.append(both_ways(p, q) <= rate)
        return held[0], held[1]

    return trial


def in_order(scores: Scores, rate: Log) -> Dist[int]:
    """Permute-and-flip that visits the outputs in the order 0, 1, 2."""
    best, left, law = max(scores.values()), number(1), {}
    for o, score in scores.items():
        accept = exp(rate * ((score - best) / 2))
        law[o], left = left * accept, left * (1 - accept)
    return Dist(law)


def fixed_order(rng: random.Random) -> tuple[bool, bool]:
    rate, (u, v) = level(rng), moved(rng, ANY)
    fair = both_ways(*(permute_and_flip_distribution(x, rate) for x in (u, v)))
    return fair <= rate, both_ways(in_order(u, rate), in_order(v, rate)) <= rate


RESPONSE, EXPONENTIAL, FLIP = "optimality of randomised response", "exponential mechanism", "permute-and-flip"
SEARCHES: Searches = {
    (RESPONSE, "an eps-DP mechanism"): (with_delta, 60),
    (RESPONSE, "any two of them neighbours"): (some_neighbours, 3),
    (RESPONSE, "in the mean over the inputs"): (one_input, 60),
    (EXPONENTIAL, "differ by at most D"): (exponential_further, 12),
    (EXPONENTIAL, "proportional to e^(eps u(o)/(2 D))"): (other_weights, 12),
    (EXPONENTIAL, "all move the same way"): (exponential_both_ways, 12),
    (FLIP, "differ by at most D"): (flipping(ANY, FAR, monotonic=False), 12),
    (FLIP, "they all move the same way"): (flipping(UP, ANY, monotonic=True), 12),
    (FLIP, "in random order"): (fixed_order, 12),
}
