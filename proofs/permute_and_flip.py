"""Permute-and-flip: epsilon, half of it for scores that move the same way, and why it is noisy max."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations

from assay.dp import Dist, epsilon
from assay.exact import Log, Number, exp, ln, number
from assay.mechanisms import permute_and_flip_distribution
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import one_sided_tail
from assay.testing.generated_mechanisms import fraction, level

Scores = dict[int, Fraction]
ALL_SPENT = ({0: 2, 1: 0}, {0: 1, 1: 1})
"""Scores at which it spends all of its epsilon."""


def both_ways(p: Dist[int], q: Dist[int]) -> Log:
    """The larger of the two losses."""
    return max(epsilon(p, q), epsilon(q, p))


def run(scores: Scores, rate: Log, order: tuple[int, ...]) -> Dist[int]:
    """Visit the outputs in this order; accept o with probability e^(rate (u(o) - max u))."""
    best, left, law = max(scores.values()), number(1), {}
    for o in order:
        accept: Number = exp(rate * (scores[o] - best))
        law[o], left = left * accept, left * (1 - accept)
    return Dist(law)


def scores(rng: random.Random, steps: tuple[int, ...]) -> tuple[Scores, Scores]:
    """Two tables of scores on a grid of halves that differ by these steps, in halves."""
    u = {o: Fraction(rng.randint(-4, 4), 2) for o in range(rng.randint(1, 3))}
    return u, {o: v + Fraction(rng.choice(steps), 2) for o, v in u.items()}


def case(rng: random.Random) -> None:
    """The distribution against a run in every order; generated neighbours at both rates."""
    rate, step = level(rng), 1 + fraction(rng)
    u, v = scores(rng, (-2, -1, 0, 1, 2))
    orders = list(permutations(u))
    mean = Dist.mixture([(Fraction(1, len(orders)), run(u, rate, order)) for order in orders])
    require(
        mean == permute_and_flip_distribution(u, rate, monotonic=True),
        f"the distribution at {u}, rate {rate}",
    )
    p, q = (permute_and_flip_distribution(x, rate, sensitivity=step) for x in (u, v))
    require(both_ways(p, q) * step <= rate, f"{u} and {v} at {rate}, sensitivity {step}")
    u, v = scores(rng, (0, 1, 2))
    p, q = (permute_and_flip_distribution(x, rate, monotonic=True) for x in (u, v))
    require(both_ways(p, q) <= rate, f"{u} and {v}, which move up, at {rate}")


def tight() -> bool:
    """The scores (2, 0) and (1, 1) at eps = ln 4; (1, 0) and (1, 1), which move up, at eps = ln 3."""
    p, q = (permute_and_flip_distribution(u, ln(4)) for u in ALL_SPENT)
    up = [permute_and_flip_distribution(u, ln(3), monotonic=True) for u in ({0: 1, 1: 0}, {0: 1, 1: 1})]
    return both_ways(p, q) == ln(4) and both_ways(up[0], up[1]) == ln(3)


def scores_move_further() -> bool:
    """The scores (4, 0) and (2, 2), used with D = 1."""
    p, q = (permute_and_flip_distribution(u, ln(4)) for u in ({0: 4, 1: 0}, {0: 2, 1: 2}))
    return both_ways(p, q) > ln(4)


def not_monotone() -> bool:
    """e^(eps (u - max u)/D), on scores that move both ways."""
    p, q = (permute_and_flip_distribution(u, ln(4), monotonic=True) for u in ALL_SPENT)
    return both_ways(p, q) > ln(4)


def fixed_order() -> bool:
    """Output 0 is always visited first: at the scores (1, 0) it is always accepted, at (0, 1) it is not."""
    p, q = (run({0: Fraction(a), 1: Fraction(1 - a)}, ln(2), (0, 1)) for a in (1, 0))
    return both_ways(p, q).is_infinite


LEMMA = Lemma(
    title="permute-and-flip",
    statement="visiting the outputs in random order and returning o with probability e^(eps (u(o) - max "
    "u)/(2 D)) when it is visited is eps-DP where the scores of neighbours differ by at most D; e^(eps "
    "(u(o) - max u)/D) is enough where they all move the same way",
    reduction="It is noisy max with exponential noise of rate r = eps/(2 D). With p(o) = e^(r (u(o) - m)), "
    "m = max u, a random order of independent uniform times s gives P(o) = p(o) times the integral of the "
    "product of the 1 - s p(o') over s in [0, 1]. For noisy max o wins with noise z if no other noise "
    "exceeds z + u(o) - u(o'), with probability 1 - e^(-r (z + u(o) - u(o'))); as some score is m, z >= m "
    "- u(o), and s = e^(-r (z - (m - u(o)))) turns one integral into the other. The rest is the argument "
    "for noisy max: the noise that o needs moves by at most 2 D, and by at most D if the scores move the "
    "same way.",
    inequalities=(
        "for real z, real a, real b, real m, real r: "
        "exp(-r*(z + a - b)) = exp(-r*(z - (m - a)))*exp(r*(b - m))",
        "for real q, real p, real u, real v, real y, real z, D >= 0 where u <= p + D and v >= q - D and "
        "q + z >= p + y: v + (z + 2*D) >= u + y",
        "for real q, real p, real u, real v, real y, real z, D >= 0 where u <= p + D and v >= q and "
        "q + z >= p + y: v + (z + D) >= u + y",
        "for real q, real p, real u, real v, real y, real z, D >= 0 where u <= p and v >= q - D and "
        "q + z >= p + y: v + (z + D) >= u + y",
        one_sided_tail,
    ),
    case=case,
    tightness="the scores (2, 0) and (1, 1) at eps = ln 4; (1, 0) and (1, 1), which move up, at eps = ln 3",
    tight=tight,
    dropped={
        "differ by at most D": scores_move_further,
        "they all move the same way": not_monotone,
        "in random order": fixed_order,
    },
)
