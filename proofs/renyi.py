"""Renyi differential privacy: composition, and the conversions to (epsilon, delta) found in libraries."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from assay import adjacency
from assay.dp import Dist, Mechanism, hockey_stick, renyi
from assay.errors import InvalidValue
from assay.exact import Log, Number, ln, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require
from assay.prove.tactics.known import bernoulli
from assay.testing.generated_mechanisms import level, positive_dist
from assay.theorems import (
    CertifiedGuarantee,
    compose_adaptively,
    rdp_to_delta,
    rdp_to_dp,
    renyi_composition,
    slack,
    witnesses,
)

BITS = (False, True)


def divergence(p: Dist[Any], q: Dist[Any], order: int) -> Log:
    """D_order(P || Q), which is an exact logarithm here."""
    value = renyi(p, q, order)
    if not isinstance(value, Log):
        raise InvalidValue(f"D_{order} is {value}, not a logarithm")
    return value


def worst(mechanism: Mechanism[bool, Any], order: int) -> Log:
    """The Renyi divergence between the two inputs of a mechanism on a bit."""
    return divergence(mechanism.distribution(True), mechanism.distribution(False), order)


def on_bit(low: Dist[int], high: Dist[int]) -> Mechanism[bool, int]:
    """The mechanism with these two distributions."""
    return Mechanism({False: low, True: high}, BITS, adjacency.all_pairs())


def composition_case(rng: random.Random) -> None:
    """An adaptive composition: the second mechanism is chosen by the answer of the first."""
    order = rng.randint(2, 4)
    first = on_bit(positive_dist(rng, 2), positive_dist(rng, 2))
    seconds = [on_bit(positive_dist(rng, 3), positive_dist(rng, 3)) for _ in range(2)]
    both = compose_adaptively(first, lambda seen: seconds[seen[0] == 1])
    bound = renyi_composition([worst(first, order), max(worst(m, order) for m in seconds)])
    require(slack(bound, worst(both, order)).holds, f"adaptive composition at order {order}")


def composition_tight() -> bool:
    """Randomised response twice, at order 3."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    both = divergence(Dist.product(p, p), Dist.product(q, q), 3)
    return both == renyi_composition([divergence(p, q, 3), divergence(p, q, 3)])


def shared_randomness() -> bool:
    """Two releases masked with one coin: each has divergence 0, together they publish the bit."""
    half = on_bit(Dist.uniform([0, 1]), Dist.uniform([0, 1]))
    joint = on_bit(Dist.uniform([0, 3]), Dist.uniform([1, 2]))
    return worst(joint, 2) > renyi_composition([worst(half, 2), worst(half, 2)])


def lower_order() -> bool:
    """The divergence of order 2 in one of the rounds, the sum used at order 4."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    both = divergence(Dist.product(p, p), Dist.product(q, q), 4)
    return both > renyi_composition([divergence(p, q, 4), divergence(p, q, 2)])


def choice_sees_the_data() -> bool:
    """The second mechanism is one of two constants, chosen by the input itself."""
    constants = [on_bit(Dist.point(a), Dist.point(a)) for a in (0, 1)]
    chosen = on_bit(Dist.point(0), Dist.point(1))
    seen = renyi(chosen.distribution(True), chosen.distribution(False), 2)
    return seen > renyi_composition([worst(m, 2) for m in constants])


def reversed_divergence() -> bool:
    """D(Q || P) in one of the two rounds."""
    p, q = Dist({0: "1/10", 1: "9/10"}), Dist({0: "1/1000", 1: "999/1000"})
    both = divergence(Dist.product(p, p), Dist.product(q, q), 2)
    return both > renyi_composition([divergence(p, q, 2), divergence(q, p, 2)])


COMPOSITION = Lemma(
    title="composition of Renyi DP",
    statement="mechanisms with D_alpha at most r_i in round i, with one alpha for all rounds and fresh "
    "randomness, each chosen by the answers so far, together have D_alpha at most the sum of r_i",
    reduction="e^((alpha-1) D_alpha) is the sum over answers y of P(y)^alpha Q(y)^(1-alpha) times the same "
    "moment of the second round given y, which is at most e^((alpha-1) r_2) whatever y is. So the moments "
    "multiply at worst, and their logarithms add. By induction over the rounds the moment of all of them is "
    "at most e^((alpha-1) s) with s the sum of the r_i so far, which is k r for k equal rounds.",
    inequalities=(
        "for w >= 0, m >= 0, M >= 0 where m <= M: w*m <= w*M",
        "for a > 1, real r, real s: exp((a - 1)*r)*exp((a - 1)*s) = exp((a - 1)*(r + s))",
        "for A >= 0, B >= 0, real m, real M where m <= B and M <= A*m: M <= A*B",
        "for integer k >= 0, a > 1, real r: exp((a - 1)*r)^k = exp((a - 1)*(k*r))",
    ),
    case=composition_case,
    tightness="randomised response with eps = ln 3, twice, at order 3",
    tight=composition_tight,
    dropped={
        "D_alpha at most r_i": reversed_divergence,
        "one alpha for all rounds": lower_order,
        "fresh randomness": shared_randomness,
        "chosen by the answers so far": choice_sees_the_data,
    },
)


def conversion_case(rng: random.Random) -> None:
    """The hockey-stick divergence of a generated pair against its divergence of a whole order."""
    p, q, order = positive_dist(rng, 3), positive_dist(rng, 3), rng.randint(2, 4)
    known, epsilon = divergence(p, q, order), level(rng)
    exact = hockey_stick(p, q, epsilon)
    require(slack(rdp_to_delta(order, known, epsilon), exact).holds, f"delta at {epsilon}, order {order}")
    delta = number("1/10")
    improved, mironov = (rdp_to_dp(order, known, delta, conversion=c) for c in ("improved", "mironov"))
    require(slack(mironov.epsilon, improved.epsilon).holds, f"the improved form at order {order}")
    stated = improved.rounded_up() if isinstance(improved, CertifiedGuarantee) else improved
    require(hockey_stick(p, q, stated.epsilon) <= delta, f"epsilon at delta {delta}, order {order}")


def certain(mass: Number) -> tuple[Dist[int], Dist[int]]:
    """P surely shows what Q shows with this probability."""
    return Dist.point(0), Dist({0: mass, 1: 1 - mass})


def conversion_tight() -> bool:
    """A point mass at an outcome with Q = e^-eps (1 - 1/alpha) attains delta: eps = ln 2, alpha = 3."""
    p, q = certain(number("1/3"))
    return hockey_stick(p, q, ln(2)) == rdp_to_delta(3, divergence(p, q, 3), ln(2)) == Fraction(1, 3)


def divergence_of_lower_order() -> bool:
    """The divergence of order 2 in the formula for order 20."""
    p, q = Dist({0: "1/100", 1: "99/100"}), Dist({0: "1/10000", 1: "9999/10000"})
    return hockey_stick(p, q, ln(10)) > rdp_to_delta(20, divergence(p, q, 2), ln(10))


def other_direction() -> bool:
    """D(Q || P) in place of D(P || Q)."""
    p, q = Dist({0: "1/10", 1: "9/10"}), Dist({0: "1/1000", 1: "999/1000"})
    return hockey_stick(p, q, ln(2)) > rdp_to_delta(3, divergence(q, p, 3), ln(2))


def outcome() -> Theorem:
    """e^v - e^t <= c e^(a v - (a-1) t) with c = (1 - 1/a)^a/(a - 1): Bernoulli at e^(v-t) (1 - 1/a)."""
    where, y = "for real v, real t, a > 1", "v - t + log(1 - 1/a)"
    gap = f"exp(a*({y})) - (1 + a*(exp({y}) - 1))"
    positive = proved("for a > 1: 1 - 1/a > 0")
    tangent = infer("instantiate", f"{where}: {gap} >= 0", {"terms": {"y": y}}, [bernoulli(), positive])
    return infer(
        "combine",
        f"{where}: exp(v) - exp(t) <= exp(a*v - (a - 1)*t)*exp(a*log(1 - 1/a))/(a - 1)",
        {"multiplier": "a - 1", "terms": [{"weight": "1", "factors": ["exp(t)", gap]}]},
        [tangent, positive],
    )


CONVERSION = Lemma(
    title="Renyi DP to approximate DP",
    statement="D_alpha(P || Q) <= r gives the (eps, delta) inequality with delta = e^((alpha-1)(r-eps)) (1 "
    "- 1/alpha)^alpha/(alpha - 1); so eps = r + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1), and eps = r "
    "+ ln(1/delta)/(alpha - 1), do at a given delta",
    reduction="delta is the sum over outcomes of Q (e^v - e^eps)_+ with v the loss. Each term is at most Q "
    "e^(alpha v) times a constant, the best of which is (1 - 1/alpha)^alpha e^(-(alpha-1) eps)/(alpha - "
    "1), by Bernoulli's inequality; and the sum of Q e^(alpha v) is e^((alpha-1) D_alpha). Solving for eps "
    "gives the second form, and leaving out its two negative terms the third.",
    inequalities=(
        outcome,
        "for real v, real t, a > 1: 0 <= exp(a*v - (a - 1)*t)*exp(a*log(1 - 1/a))/(a - 1)",
        "for a > 1: log(1 - 1/a) - log(a)/(a - 1) <= 0",
        "for a > 1, real r, real w, real u: (a - 1)*(r - (r + w - u/(a - 1))) + a*w = w + u",
        "for a > 1: (1 - 1/a)*a = a - 1",
    ),
    case=conversion_case,
    tightness="P a point mass at an outcome with Q = 1/3, eps = ln 2, alpha = 3: delta = 1/3",
    tight=conversion_tight,
    dropped={
        "D_alpha(P || Q) <= r: of that order": divergence_of_lower_order,
        "D_alpha(P || Q) <= r: in that direction": other_direction,
    },
)
