"""Pure differential privacy bounds total variation by (e^eps - 1)/(e^eps + 1)."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, epsilon, total_variation
from assay.exact import EPS, ln
from assay.prove.lemma import Lemma, require, require_formula
from assay.testing.generated_mechanisms import dp_pair, fraction, level
from assay.theorems import total_variation_from_dp, witnesses


def case(rng: random.Random) -> None:
    """Generated pairs that satisfy (eps, delta) in both directions."""
    eps, delta = level(rng), fraction(rng) / 4
    p, q = dp_pair(rng, eps, delta)
    require(
        total_variation(p, q) <= total_variation_from_dp(eps, delta, symmetric=True),
        f"total variation at {eps}, {delta}",
    )
    require_formula(total_variation_from_dp(EPS, symmetric=True), "(exp(eps) - 1)/(exp(eps) + 1)")


def tight() -> bool:
    """Randomised response, with and without delta."""
    return all(
        total_variation(*(witnesses.canonical_distribution(b, ln(3), d) for b in (True, False)))
        == total_variation_from_dp(ln(3), d, symmetric=True)
        for d in (0, Fraction(1, 5))
    )


def one_direction() -> bool:
    """Only P <= e^eps Q holds: total variation can be as large as 1 - e^(-eps)."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return epsilon(p, q) == ln(3) and total_variation(p, q) > total_variation_from_dp(ln(3), symmetric=True)


def not_private() -> bool:
    """The bit itself."""
    return total_variation(Dist.point(0), Dist.point(1)) > total_variation_from_dp(
        ln(3), "1/5", symmetric=True
    )


LEMMA = Lemma(
    title="total variation of pure and approximate DP",
    statement="if M is (eps, delta)-DP for a symmetric adjacency, TV(M(x), M(x')) <= (e^eps - 1 + 2 "
    "delta)/(e^eps + 1)",
    reduction="Take the event S with P(S) - Q(S) = TV. The two directions on S and its complement say p <= "
    "A q + d and 1 - q <= A(1 - p) + d; they bound p - q.",
    inequalities=(
        "for real p, real q, A >= 1, d >= 0 where p <= A*q + d and 1 - q <= A*(1 - p) + d: (p - "
        "q)*(A + 1) <= A - 1 + 2*d",
        "for eps >= 0: (exp(eps) - 1)/(exp(eps) + 1) <= eps/2",
        "for eps >= 0: (exp(eps) - 1)/(exp(eps) + 1) <= 1 - exp(-eps)",
    ),
    case=case,
    tightness="randomised response with eps = ln 3 and the canonical mechanism with delta = 1/5",
    tight=tight,
    dropped={"(eps, delta)-DP": not_private, "a symmetric adjacency": one_direction},
)
