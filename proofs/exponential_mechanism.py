"""The exponential mechanism: epsilon, half of it for monotone utilities, and the range of its losses."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, epsilon
from assay.exact import Log, ln, number
from assay.mechanisms import gibbs_distribution
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import fraction, level

Scores = dict[int, Fraction]


def both_ways(p: Dist[int], q: Dist[int]) -> Log:
    """The larger of the two losses."""
    return max(epsilon(p, q), epsilon(q, p))


def spread(p: Dist[int], q: Dist[int]) -> Log:
    """The range of the loss: the largest minus the smallest over the outputs."""
    ratios = [p.probability(o) / q.probability(o) for o in p.support]
    return ln(max(ratios) / min(ratios))


def scores(rng: random.Random, monotone: bool) -> tuple[Scores, Scores]:
    """Two tables of scores on a grid of halves that differ by at most 1, upwards only if monotone."""
    u = {o: Fraction(rng.randint(-4, 4), 2) for o in range(rng.randint(1, 4))}
    steps = (0, 1, 2) if monotone else (-2, -1, 0, 1, 2)
    return u, {o: v + Fraction(rng.choice(steps), 2) for o, v in u.items()}


def case(rng: random.Random) -> None:
    """Generated scores at a generated sensitivity: the exact loss, its range, and the monotone form."""
    rate, step = level(rng), 1 + fraction(rng)
    u, v = scores(rng, monotone=False)
    p, q = (gibbs_distribution(x, rate, sensitivity=step) for x in (u, v))
    require(both_ways(p, q) * step <= rate, f"epsilon of {u} and {v} at {rate}, sensitivity {step}")
    require(spread(p, q) * step <= rate, f"range of the loss of {u} and {v} at {rate}, sensitivity {step}")
    u, v = scores(rng, monotone=True)
    p, q = (gibbs_distribution(x, rate, monotonic=True) for x in (u, v))
    require(both_ways(p, q) <= rate, f"monotone epsilon of {u} and {v} at {rate}")


def tight() -> bool:
    """The scores (1, 0) and (0, 1): the losses are eps/2 and -eps/2, a range of exactly eps."""
    p, q = (gibbs_distribution(u, ln(3)) for u in ({0: 1, 1: 0}, {0: 0, 1: 1}))
    return spread(p, q) == ln(3)


def scores_move_further() -> bool:
    """Scores that differ by 3, used with sensitivity 1."""
    p, q = (gibbs_distribution(u, ln(3)) for u in ({0: 3, 1: 0}, {0: 0, 1: 3}))
    return both_ways(p, q) > ln(3) and spread(p, q) > ln(3)


def not_monotone() -> bool:
    """The monotone form, and scores that move both ways."""
    p, q = (gibbs_distribution(u, ln(3), monotonic=True) for u in ({0: 1, 1: 0, 2: 0}, {0: 0, 1: 1, 2: 1}))
    return both_ways(p, q) > ln(3)


def base_e_of_another() -> bool:
    """Weights 4^u in place of 3^(u/2): the distribution does not belong to this epsilon."""
    p, q = (Dist.from_weights({o: number(4) ** u[o] for o in u}) for u in ({0: 1, 1: 0}, {0: 0, 1: 1}))
    return spread(p, q) > ln(3)


def quotient() -> Theorem:
    """Weights and their sums within a factor r: the quotients are within r^2."""
    return infer(
        "combine",
        "for w >= 0, v >= 0, W > 0, V > 0, r >= 0 where w <= r*v and V <= r*W: w/W <= r^2*v/V",
        {
            "multiplier": "W*V",
            "terms": [
                {"weight": "1", "factors": ["r*v - w", "V"]},
                {"weight": "1", "factors": ["r", "v", "r*W - V"]},
            ],
        },
    )


def monotone_up() -> Theorem:
    """Weights that grow by a factor of at most r, so that their sum does not shrink: within r."""
    return infer(
        "combine",
        "for w >= 0, v >= 0, W > 0, V > 0, r >= 0 where w <= r*v and V <= W: w/W <= r*v/V",
        {
            "multiplier": "W*V",
            "terms": [
                {"weight": "1", "factors": ["r*v - w", "V"]},
                {"weight": "1", "factors": ["r", "v", "W - V"]},
            ],
        },
    )


def monotone_down() -> Theorem:
    """The other direction: no weight is larger, and the sum is smaller by a factor of at most r."""
    return infer(
        "combine",
        "for w >= 0, v >= 0, W > 0, V > 0, r >= 0 where v <= w and W <= r*V: v/V <= r*w/W",
        {
            "multiplier": "W*V",
            "terms": [
                {"weight": "1", "factors": ["w - v", "W"]},
                {"weight": "1", "factors": ["w", "r*V - W"]},
            ],
        },
    )


LEMMA = Lemma(
    title="exponential mechanism",
    statement="where the scores of neighbours differ by at most D, P(o) proportional to e^(eps u(o)/(2 D)) "
    "is eps-DP, and its losses on one pair span at most eps; for scores that all move the same way e^(eps "
    "u(o)/D) is eps-DP",
    reduction="Scores that differ by at most D change each weight by a factor of at most r = e^(eps/2), "
    "hence also the sum of the weights (add two at a time), and the quotient by at most r^2. If all scores "
    "move up, the sum does not shrink, and one factor r = e^eps is enough in each direction. The loss at o "
    "is eps (u - u')/(2 D) minus the log-ratio of the sums, which is the same for all o.",
    inequalities=(
        "for real u, real v, eps >= 0 where u <= v + 1: exp(eps*u/2) <= exp(eps/2)*exp(eps*v/2)",
        "for real a, real b, real c, real d, r >= 0 where a <= r*b and c <= r*d: a + c <= r*(b + d)",
        quotient,
        monotone_up,
        monotone_down,
        "for eps >= 0, a <= 1, b >= -1, real c: (eps*a/2 - c) - (eps*b/2 - c) <= eps",
    ),
    case=case,
    tightness="two outputs with the scores (1, 0) and (0, 1) attain the range eps of the losses",
    tight=tight,
    dropped={
        "differ by at most D": scores_move_further,
        "proportional to e^(eps u(o)/(2 D))": base_e_of_another,
        "all move the same way": not_monotone,
    },
)
