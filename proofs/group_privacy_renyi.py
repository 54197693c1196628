"""Group privacy of Renyi and zero-concentrated DP, by Hoelder's inequality."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from assay.dp import Dist, renyi, zcdp
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import positive_dist
from assay.theorems import slack

Chain = Sequence[Dist[int]]


def coins(k: int) -> Chain:
    """Coins whose chance grows in k equal small steps: the divergence is nearly a square of the distance."""
    return [Dist({0: Fraction(50 - i, 100), 1: Fraction(50 + i, 100)}) for i in range(k + 1)]


def heavy() -> Chain:
    """An outcome of chance 1/100, 1/10^4, 1/10^8: D_2 of a step is at most ln 2, of both ln(10^4)."""
    chances = (Fraction(1, 10**n) for n in (2, 4, 8))
    return [Dist({0: c, 1: 1 - c}) for c in chances]


def chain(rng: random.Random, k: int) -> Chain:
    """A generated chain whose steps scale single outcomes by at most 2."""
    found = [positive_dist(rng, 3)]
    for _ in range(k):
        last = found[-1]
        found.append(Dist.from_weights({o: last.probability(o) * rng.choice((1, 1, 2)) for o in range(3)}))
    return found


def steps(laws: Chain, measure: Callable[[Dist[int], Dist[int]], Any]) -> Any:
    """The largest value of a divergence over the steps of a chain, in the order of the chain."""
    return max(measure(p, q) for p, q in pairwise(laws))


def concentrated_case(rng: random.Random) -> None:
    """A generated chain of k steps: the divergence of its ends against k^2 times the zCDP of a step."""
    k, order = rng.randint(2, 3), rng.randint(2, 4)
    laws = chain(rng, k)
    exact = renyi(laws[0], laws[-1], order)
    if exact:
        require(slack(k**2 * steps(laws, zcdp) * order, exact).holds, f"{k} steps at order {order}: {laws}")


def square_needed() -> bool:
    """Two small steps of a coin: more than 39/10 times the zCDP of one step, at order 2."""
    laws = coins(2)
    rho, exact = steps(laws, zcdp), renyi(laws[0], laws[2], 2)
    return rho * 2 * Fraction(39, 10) < exact and exact < rho * 2 * 4


def one_order() -> bool:
    """Steps with D_2 <= ln 2, whose higher orders are large: D_2 of the ends is ln(10^4), not 4 ln 2."""
    laws = heavy()
    rho = steps(laws, lambda p, q: renyi(p, q, 2)) / 2
    return renyi(laws[0], laws[2], 2) > 4 * rho * 2


def more_steps() -> bool:
    """Three steps, and the bound for two."""
    laws = coins(3)
    return renyi(laws[0], laws[3], 2) > 4 * steps(laws, zcdp) * 2


def linear() -> bool:
    """k rho in place of k^2 rho, for two steps."""
    laws = coins(2)
    return renyi(laws[0], laws[2], 2) > 2 * steps(laws, zcdp) * 2


HOELDER = (
    "for real u, real v, t in [0, 1]: exp(t*u + (1 - t)*v) <= t*exp(u) + (1 - t)*exp(v)",
    "for a > 1, p > 1, real x, real y, real z: a*x + (1 - a)*z "
    "= (1/p)*(p*a*x + (1 - p*a)*y) + (1 - 1/p)*((a - 1/p)/(1 - 1/p)*y + (1 - (a - 1/p)/(1 - 1/p))*z)",
)
"""Hoelder's inequality for two parts, and the exponents that it is used with, all of them logarithms."""

CONCENTRATED = Lemma(
    title="group privacy of zCDP",
    statement="if D_alpha is at most rho alpha for every alpha > 1 from each input to the next, it is at "
    "most k^2 rho alpha for inputs k steps apart",
    reduction="Hoelder's inequality with exponents p and p/(p-1) splits the moment of P from R into those "
    "of P from Q and of Q from R: (alpha - 1) D_alpha(P || R) <= (alpha - 1/p) D_(p alpha)(P || Q) + "
    "(alpha - 1) D_beta(Q || R), beta = (alpha - 1/p)/(1 - 1/p). With Q one step before the end, p = (k "
    "alpha - 1)/((k-1) alpha): the orders are (k alpha - 1)/(k-1) and k alpha, and by induction (k-1)^2 "
    "and 1 steps add up to k^2.",
    inequalities=(
        *HOELDER,
        "for k >= 2, a > 1: a*((k*a - 1)/((k - 1)*a)) = (k*a - 1)/(k - 1)",
        "for k >= 2, a > 1: (a - (k - 1)*a/(k*a - 1))/(1 - (k - 1)*a/(k*a - 1)) = k*a",
        "for k >= 2, a > 1: (a - (k - 1)*a/(k*a - 1))/(a - 1) = k*a/(k*a - 1)",
        "for k >= 2, rho >= 0, a > 1: "
        "k*a/(k*a - 1)*((k - 1)^2*rho*((k*a - 1)/(k - 1))) + rho*(k*a) = k^2*rho*a",
    ),
    case=concentrated_case,
    tightness="the square cannot become 39/10 for two steps: coins of chance 1/2, 51/100, 52/100, order 2",
    tight=square_needed,
    dropped={
        "at most rho alpha for every alpha > 1": one_order,
        "k steps apart": more_steps,
        "k rho in place of k^2 rho": linear,
    },
)


def renyi_case(rng: random.Random) -> None:
    """Two generated steps with D_4 at most r: D_2 of the ends."""
    laws = chain(rng, 2)
    bound, exact = Fraction(5, 2) * steps(laws, lambda p, q: renyi(p, q, 4)), renyi(laws[0], laws[2], 2)
    require(exact <= bound, f"two steps of {laws}")


def two_needed() -> bool:
    """Two small steps of a coin: D_2 of both is above 19/10 times D_4 of one."""
    laws = coins(2)
    return renyi(laws[0], laws[2], 2) > Fraction(19, 10) * steps(laws, lambda p, q: renyi(p, q, 4))


def same_order() -> bool:
    """Steps with D_2 <= ln 2 and the same order for both: ln(10^4) is more than 5/2 ln 2."""
    laws = heavy()
    return renyi(laws[0], laws[2], 2) > Fraction(5, 2) * steps(laws, lambda p, q: renyi(p, q, 2))


def three_steps() -> bool:
    """Three small steps of a coin: D_2 is above 5/2 times D_4 of one."""
    laws = coins(3)
    return renyi(laws[0], laws[3], 2) > Fraction(5, 2) * steps(laws, lambda p, q: renyi(p, q, 4))


RENYI = Lemma(
    title="group privacy of Renyi DP",
    statement="if D_(2 alpha) is at most r from each input to the next, then D_alpha is at most 5 r/2 for "
    "inputs two steps apart, alpha >= 2; so for 2^c steps D_alpha is at most (5/2)^c times the bound on "
    "D_(2^c alpha) of one",
    reduction="As for zCDP by Hoelder's inequality, with p = 2: the orders are 2 alpha and 2 alpha - 1, and "
    "D_alpha does not fall as alpha grows. The weights are (alpha - 1/2)/(alpha - 1) <= 3/2 and 1. Steps of "
    "steps give 2^c, halving the order c times.",
    inequalities=(
        *HOELDER,
        "for a >= 2: (a - 1/2)/(1 - 1/2) = 2*a - 1",
        "for a >= 2, r >= 0, real u, real v where u <= r and v <= r: (a - 1/2)/(a - 1)*u + v <= 5/2*r",
        "for integer c >= 0, r >= 0: 5/2*((5/2)^c*r) = (5/2)^(c + 1)*r",
    ),
    case=renyi_case,
    tightness="not attained; 19/10 is not enough: coins of chance 1/2, 51/100, 52/100, alpha = 2",
    tight=two_needed,
    dropped={
        "D_(2 alpha) is at most r": same_order,
        "two steps apart": three_steps,
    },
)
