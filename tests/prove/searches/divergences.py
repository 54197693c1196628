"""Searches for the lemmas on divergences and the forms of the definition: pairs of distributions that nobody
chose.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from assay.dp import (
    Dist,
    epsilon,
    hockey_stick,
    max_loss,
    probabilistic_delta,
    profile,
    renyi,
    total_variation,
    tradeoff,
)
from assay.exact import Log, eps, exp, ln, number
from assay.testing.generated_mechanisms import dist, dp_pair, fraction, kernel, level, positive_dist
from assay.theorems import (
    dp_from_probabilistic,
    kl_from_pure,
    optimal_composition,
    probabilistic_from_dp,
    profile_from_dp,
    renyi_from_pure,
    slack,
    total_variation_from_dp,
)

from .trial import Searches, Trial

Pair = tuple[Dist[int], Dist[int]]
Holds = Callable[[Dist[int], Dist[int], Log], bool]


def with_delta(rng: random.Random, e: Log) -> Pair:
    """(e, 1/4)-DP."""
    return dp_pair(rng, e, Fraction(1, 4))


def any_pair(rng: random.Random, e: Log) -> Pair:
    """No guarantee at all."""
    return dist(rng, range(3)), dist(rng, range(3))


def one_sided(rng: random.Random, e: Log) -> Pair:
    """P <= e^epsilon Q, and Q unrestricted."""
    p, rest, keep = dist(rng, range(3)), dist(rng, range(3)), 1 / exp(e)
    return p, Dist.mixture([(keep, p), (1 - keep, rest)])


def beside(holds: Holds, other: Callable[[random.Random, Log], Pair]) -> Trial:
    """A bound for a pure DP pair, beside a pair of another kind."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        e = level(rng)
        return holds(*dp_pair(rng, e), e), holds(*other(rng, e), e)

    return trial


def in_variation(p: Dist[int], q: Dist[int], e: Log) -> bool:
    return total_variation(p, q) <= total_variation_from_dp(e, symmetric=True)


def in_divergence(p: Dist[int], q: Dist[int], e: Log) -> bool:
    return slack(kl_from_pure(e, symmetric=True), renyi(p, q, 1)).status != "violated"


def at_order_two(p: Dist[int], q: Dist[int], e: Log) -> bool:
    return renyi(p, q, 2) <= renyi_from_pure(e, 2, symmetric=True)


def near_order_one(p: Dist[int], q: Dist[int], e: Log) -> bool:
    return slack(kl_from_pure(e, symmetric=True) * Fraction(5, 4), renyi(p, q, "5/4")).status != "violated"


def in_profile(p: Dist[int], q: Dist[int], e: Log) -> bool:
    return all(profile(p, q)(at) <= profile_from_dp(e, symmetric=True)(at) for at in (eps(0), e / 2, e))


def composed_twice(p: Dist[int], q: Dist[int], e: Log) -> bool:
    twice = profile(Dist.product(p, p), Dist.product(q, q))
    return all(twice(at) <= optimal_composition(e, 0, 2, symmetric=True)(at) for at in (eps(0), e, 2 * e))


def far_in_the_tail(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    exact, tail = hockey_stick(p, q, e), probabilistic_delta(p, q, e)
    return exact <= dp_from_probabilistic(e, tail).delta, exact <= dp_from_probabilistic(e, tail / 2).delta


def tail_of_any_pair(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    at, exact = e + ln(2), hockey_stick(p, q, e)
    tail = probabilistic_delta(p, q, at)
    return tail <= probabilistic_from_dp(e, exact, at), tail <= probabilistic_from_dp(e, exact / 4, at)


def tail_at_epsilon(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = dist(rng, range(4)), dist(rng, range(4)), level(rng)
    exact = hockey_stick(p, q, e)
    far = probabilistic_delta(p, q, 3 * e) <= probabilistic_from_dp(e, exact, 3 * e)
    return far, probabilistic_delta(p, q, e) <= exact


def ratios(p: Dist[int], q: Dist[int]) -> list[Fraction]:
    return [(p[o] / q[o]).as_fraction() for o in q.support]


def limit_form(rng: random.Random) -> tuple[bool, bool]:
    p, q = positive_dist(rng, 3), positive_dist(rng, 3)
    both, exact = ratios(p, q) + ratios(q, p), max(epsilon(p, q), epsilon(q, p))
    return exact <= ln(max(both)), exact <= ln(2 - min(both))


def limit_of_one_order(rng: random.Random) -> tuple[bool, bool]:
    p, q = positive_dist(rng, 3), positive_dist(rng, 3)
    exact = max(epsilon(p, q), epsilon(q, p))
    return exact <= ln(max(ratios(p, q) + ratios(q, p))), exact <= ln(max(ratios(p, q)))


def exponential_and_line(rng: random.Random) -> tuple[bool, bool]:
    small, large = Fraction(5, 4) * fraction(rng), Fraction(rng.randint(5, 20), 4)
    return exp(small) <= 1 + 2 * small, exp(large) <= 1 + 2 * large


def one_outcome_less(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = dist(rng, range(3)), dist(rng, range(3)), level(rng)
    held = [p[o] <= exp(e) * q[o] for o in range(3)]
    private = epsilon(p, q) <= e
    return private or not all(held), private or not all(held[1:])


def order_of_bretagnolle_huber(rng: random.Random) -> tuple[bool, bool]:
    p, q = dist(rng, range(2)), dist(rng, range(2))
    tv = total_variation(p, q)
    if tv in (0, 1):
        return True, True
    least = -ln(1 - tv**2)
    half, quarter = (slack(renyi(p, q, order), least).status for order in ("3/4", "1/8"))
    return half != "violated", quarter != "violated"


def kernel_that_looks(rng: random.Random) -> tuple[bool, bool]:
    p, q = dist(rng, range(2)), dist(rng, range(2))
    k, other = (kernel(rng, range(2), range(2)) for _ in range(2))
    same, looking = ((p.bind(k.__getitem__), q.bind(x.__getitem__)) for x in (k, other))
    held = [
        total_variation(*after) <= total_variation(p, q)
        and max_loss(*after) <= max_loss(p, q)
        and tradeoff(*after) >= tradeoff(p, q)
        for after in (same, looking)
    ]
    return held[0], held[1]


def moments_of_a_kernel(rng: random.Random) -> tuple[bool, bool]:
    p, q = positive_dist(rng, 2), positive_dist(rng, 2)
    k, other = ({o: positive_dist(rng, 2) for o in range(2)} for _ in range(2))
    same, looking = ((p.bind(k.__getitem__), q.bind(x.__getitem__)) for x in (k, other))
    return renyi(*same, 2) <= renyi(p, q, 2), renyi(*looking, 2) <= renyi(p, q, 2)


def hockey_stick_of_a_kernel(rng: random.Random) -> tuple[bool, bool]:
    p, q, e = dist(rng, range(2)), dist(rng, range(2)), level(rng)
    k, other = (kernel(rng, range(2), range(2)) for _ in range(2))
    same, looking = ((p.bind(k.__getitem__), q.bind(x.__getitem__)) for x in (k, other))
    before = hockey_stick(p, q, e)
    return hockey_stick(*same, e) <= before, hockey_stick(*looking, e) <= before


def mixture_above_f(rng: random.Random) -> tuple[bool, bool]:
    pairs = [(dist(rng, range(2)), dist(rng, range(2))) for _ in range(2)]
    apart = [(p.map(lambda o, i=i: (i, o)), q.map(lambda o, i=i: (i, o))) for i, (p, q) in enumerate(pairs)]  # type: ignore[misc]
    half = Fraction(1, 2)
    mixed = tradeoff(*(Dist.mixture([(half, apart[0][j]), (half, apart[1][j])]) for j in (0, 1)))
    at = [number(v) / 12 for v in range(13)]
    parts = [tradeoff(*x) for x in pairs]
    line = all(mixed(a) >= 1 - a - max(total_variation(*x) for x in pairs) for a in at)
    return line, all(mixed(a) >= min(f(a) for f in parts) for a in at)


SYMMETRIC, PURE = "a symmetric adjacency", "eps-DP"
ZCDP, CANONICAL = "zCDP from pure DP", "the canonical pair dominates"
PROBABILISTIC, LIMIT = "probabilistic and approximate DP", "the limit form of pure DP"
LOOKS = "a kernel that does not see the input"
OTHERS = "post-processing and mixtures for total variation, the largest loss and the trade-off function"
SEARCHES: Searches = {
    ("total variation of pure and approximate DP", "(eps, delta)-DP"): (beside(in_variation, any_pair), 30),
    ("Kullback-Leibler divergence of pure DP", PURE): (beside(in_divergence, with_delta), 30),
    (ZCDP, PURE): (beside(at_order_two, with_delta), 30),
    (ZCDP, SYMMETRIC): (beside(at_order_two, one_sided), 30),
    (f"{ZCDP}, tight form", PURE): (beside(near_order_one, with_delta), 20),
    (f"{ZCDP}, tight form", SYMMETRIC): (beside(near_order_one, one_sided), 20),
    ("optimal composition of pure DP", PURE): (beside(composed_twice, with_delta), 20),
    (CANONICAL, "the (eps, delta) inequality"): (beside(in_profile, with_delta), 30),
    (CANONICAL, "in both orders"): (beside(in_profile, one_sided), 30),
    (PROBABILISTIC, "P[loss > eps] <= delta"): (far_in_the_tail, 30),
    (PROBABILISTIC, "an (eps, delta)-DP pair"): (tail_of_any_pair, 30),
    (PROBABILISTIC, "t > eps"): (tail_at_epsilon, 30),
    (LIMIT, "<= 1 + t"): (limit_form, 30),
    (LIMIT, "both orders"): (limit_of_one_order, 30),
    (LIMIT, "t <= 5/4"): (exponential_and_line, 10),
    ("events and outcomes", "all single outcomes"): (one_outcome_less, 30),
    ("Bretagnolle-Huber inequality", "alpha >= 1/2"): (order_of_bretagnolle_huber, 40),
    ("post-processing and joint convexity", LOOKS): (hockey_stick_of_a_kernel, 30),
    ("post-processing and convexity of Renyi and Kullback-Leibler divergence", LOOKS): (
        moments_of_a_kernel,
        30,
    ),
    (OTHERS, LOOKS): (kernel_that_looks, 30),
    (OTHERS, "a convex f"): (mixture_above_f, 20),
}
