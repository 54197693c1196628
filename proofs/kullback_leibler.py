"""Kullback-Leibler divergence of a pure DP pair, and Pinsker's inequality on two points."""

from __future__ import annotations

import random

from assay.dp import Dist, epsilon, kullback_leibler, renyi, total_variation
from assay.exact import eps, ln
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dp_pair, inner_fraction, level
from assay.theorems import kl_from_pure, slack, witnesses


def case(rng: random.Random) -> None:
    """Generated pairs that are eps-DP in both directions."""
    e = level(rng)
    p, q = dp_pair(rng, e)
    require(slack(kl_from_pure(e, symmetric=True), kullback_leibler(p, q)).holds, f"KL at {e}")


def tight() -> bool:
    """Randomised response at eps = ln 3: both are ln(3)/2."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    return kullback_leibler(p, q) == kl_from_pure(ln(3), symmetric=True) == ln(3) / 2


def one_direction() -> bool:
    """P <= 3 Q only: the divergence exceeds the bound."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return epsilon(p, q) == ln(3) and kullback_leibler(p, q) > kl_from_pure(ln(3), symmetric=True)


def approximate() -> bool:
    """(ln 3, 1/100)-DP: one outcome betrays the input, and the divergence is infinite."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/100") for b in (True, False))
    return kullback_leibler(p, q) > kl_from_pure(ln(3), symmetric=True)


def chord() -> Theorem:
    """t ln t lies below its chord between e^(-eps) and e^eps."""
    bend = infer(
        "direct",
        "for eps > 0, z in (0, 1): (exp(eps) - exp(-eps))^2/(exp(-eps) + z*(exp(eps) - exp(-eps))) >= 0",
    )
    return infer(
        "concave",
        "for eps > 0, z in [0, 1]: (exp(-eps) + z*(exp(eps) - exp(-eps)))*log(exp(-eps) + "
        "z*(exp(eps) - exp(-eps))) "
        "<= -eps*exp(-eps) + z*(eps*exp(eps) + eps*exp(-eps))",
        {"variable": "z"},
        [bend],
    )


LEMMA = Lemma(
    title="Kullback-Leibler divergence of pure DP",
    statement="if M is eps-DP for a symmetric adjacency, D_KL(M(x) || M(x')) <= eps (e^eps - 1)/(e^eps + "
    "1) <= eps^2/2",
    reduction="D_KL(P||Q) is the mean under Q of t ln t with t = P/Q in [e^-eps, e^eps] and mean 1. t ln t "
    "is convex, so it lies below its chord; at t = 1, where z = 1/(e^eps + 1), the chord has the value eps "
    "(e^eps - 1)/(e^eps + 1).",
    inequalities=(
        chord,
        "for eps > 0: exp(-eps) + (exp(eps) - exp(-eps))/(exp(eps) + 1) = 1",
        "for eps > 0: -eps*exp(-eps) + (eps*exp(eps) + eps*exp(-eps))/(exp(eps) + 1) = "
        "eps*(exp(eps) - 1)/(exp(eps) + 1)",
        "for eps >= 0: (exp(eps) - 1)/(exp(eps) + 1) <= eps/2",
        "for eps >= 0: eps*(exp(eps) - 1)/(exp(eps) + 1) <= eps*(exp(eps) - 1)",
    ),
    case=case,
    tightness="randomised response with eps = ln 3",
    tight=tight,
    dropped={"eps-DP": approximate, "a symmetric adjacency": one_direction},
)


def pinsker_case(rng: random.Random) -> None:
    """2 TV^2 <= KL for generated two-point distributions."""
    a, b = inner_fraction(rng), inner_fraction(rng)
    p, q = Dist.bernoulli(a), Dist.bernoulli(b)
    tv = total_variation(p, q)
    require(slack(kullback_leibler(p, q), eps((2 * tv * tv).as_fraction())).holds, f"Pinsker at {a}, {b}")


def pinsker() -> Theorem:
    """The two-point inequality for q = L p, 0 < L <= 1."""
    inside, closed = "for p in (0, 1), L in (0, 1)", "for p in (0, 1), L in (0, 1]"
    left = {"terms": [{"weight": "1", "factors": ["1 - p"]}, {"weight": "1", "factors": ["p", "1 - L"]}]}
    apart = [infer("combine", f"{where}: 1 - p*L > 0", left) for where in (inside, closed)]
    slope = infer(
        "combine",
        f"{inside}: p/L - (1 - p)*p/(1 - p*L) - 4*p^2*(1 - L) >= 0",
        {
            "multiplier": "L*(1 - p*L)",
            "terms": [{"weight": "1", "factors": ["p", "1 - L"], "square": "1 - 2*p*L"}],
        },
        apart[:1],
    )
    return infer(
        "monotone",
        f"{closed}: p*log(1/L) + (1 - p)*log((1 - p)/(1 - p*L)) >= 2*(p - p*L)^2",
        {"variable": "L", "end": "high"},
        [slope, apart[1]],
    )


def pinsker_not_improvable() -> bool:
    """With 3 in place of 2 a pair close to 1/2 violates it."""
    p, q = Dist.bernoulli("1/2"), Dist.bernoulli("51/100")
    tv = total_variation(p, q)
    return slack(kullback_leibler(p, q), eps((3 * tv * tv).as_fraction())).status == "violated"


def lower_order() -> bool:
    """At order 1/4 the inequality fails with the constant 2, at a pair close to 1/2."""
    p, q = Dist.bernoulli("1/2"), Dist.bernoulli("51/100")
    tv = total_variation(p, q)
    return slack(renyi(p, q, "1/4"), eps((2 * tv * tv).as_fraction())).status == "violated"


PINSKER = Lemma(
    title="Pinsker's inequality",
    statement="2 TV(P, Q)^2 <= D_KL(P || Q)",
    reduction="Merging the outcomes into the event where P > Q and its complement keeps TV and lowers KL, "
    "so two points suffice. With q = L p, L in (0, 1], follow the derivative in L from L = 1; the other "
    "order of p and q is the same statement about the complements. There is no hypothesis to drop: P and Q "
    "are any two distributions.",
    inequalities=(pinsker,),
    case=pinsker_case,
    tightness="the constant 2 is the largest: 3 fails at (1/2, 51/100)",
    tight=pinsker_not_improvable,
    dropped={"the divergence of order 1/4 in place of KL": lower_order},
)
