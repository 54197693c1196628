"""Every pure DP pair is a post-processing of randomised response, so its composition is the worst."""

from __future__ import annotations

import random

from assay.dp import Dist, profile
from assay.exact import ln
from assay.prove.generate import dp_pair, level
from assay.prove.lemma import Lemma, require
from assay.theorems import optimal_composition, optimal_composition_delta, witnesses


def case(rng: random.Random) -> None:
    """k-fold products of a generated eps-DP pair against the optimal profile."""
    e, k = level(rng), rng.randint(1, 3)
    p, q = dp_pair(rng, e)
    exact = profile(Dist.product(*[p] * k), Dist.product(*[q] * k))
    best = optimal_composition(e, k)
    for j in range(k + 1):
        at = j * e
        require(exact(at) <= best(at) == optimal_composition_delta(e, k, at), f"{k}-fold at {at}")


def tight() -> bool:
    """Randomised response, three times."""
    p, q = (witnesses.canonical_law(b, ln(3)) for b in (True, False))
    exact, best = profile(Dist.product(p, p, p), Dist.product(q, q, q)), optimal_composition(ln(3), 3)
    return all(exact(at) == best(at) for at in (0 * ln(3), ln(2), ln(3), 2 * ln(3), 3 * ln(3)))


def one_direction() -> bool:
    """A pair with P <= 3 Q only."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return profile(p, q)(0 * ln(3)) > optimal_composition(ln(3), 1)(0 * ln(3))


LEMMA = Lemma(
    title="optimal composition of pure DP",
    statement="the k-fold composition of eps-DP mechanisms has at most the privacy profile of "
    "k-fold randomised response",
    reduction="If p <= A q and q <= A p outcome by outcome, A = e^eps > 1, then p = (A u + v)/(A + "
    "1) and q = (u + A v)/(A + 1) "
    "with u = (A p - q)/(A - 1) >= 0 and v = (A q - p)/(A - 1) >= 0; u and v sum to 1, so they are "
    "the rows of a kernel "
    "applied to randomised response. Post-processing and independence do the rest.",
    inequalities=(
        "for p >= 0, q >= 0, A > 1 where p <= A*q and q <= A*p: (A*p - q)/(A - 1) >= 0",
        "for p >= 0, q >= 0, A > 1 where p <= A*q and q <= A*p: (A*q - p)/(A - 1) >= 0",
        "for real p, real q, A > 1: (A*((A*p - q)/(A - 1)) + (A*q - p)/(A - 1))/(A + 1) = p",
        "for real p, real q, A > 1: ((A*p - q)/(A - 1) + A*((A*q - p)/(A - 1)))/(A + 1) = q",
        "for A > 1: (A*1 - 1)/(A - 1) = 1",
    ),
    case=case,
    tightness="randomised response with eps = ln 3, three times, at five values of epsilon",
    tight=tight,
    dropped={"both directions": one_direction},
)
