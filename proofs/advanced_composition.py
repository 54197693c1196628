"""Advanced composition: the square-root law, from Hoeffding's lemma for the privacy loss."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism, hockey_stick, profile
from assay.exact import certified, eps, ln, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import hoeffding
from assay.testing.generated_mechanisms import dp_pair, level
from assay.theorems import (
    CertifiedGuarantee,
    advanced_composition,
    compose_adaptively,
    integer_composition_delta,
    optimal_composition,
    optimal_composition_delta,
    slack,
    witnesses,
)

BITS = (False, True)


def case(rng: random.Random) -> None:
    """Rounds of generated eps-DP mechanisms, each chosen by the answers so far; both forms of the bound."""
    epsilon, failure, k = level(rng), Fraction(1, rng.randint(2, 20)), rng.randint(1, 3)
    choices = []
    for _ in range(2):
        low, high = dp_pair(rng, epsilon)
        choices.append(Mechanism({False: low, True: high}, BITS, adjacency.all_pairs()))
    chooser = [lambda seen: choices[sum(seen) % 2]] * (k - 1)
    both = compose_adaptively(choices[0], *chooser)
    rough, fine = (
        advanced_composition(epsilon, 0, k, failure, form=f, symmetric=True) for f in ("textbook", "tanh")
    )
    for bound in (rough, fine):
        stated = bound.rounded_up()
        require(both.delta(stated.epsilon) <= stated.delta, f"{k} rounds at {epsilon}: {bound}")
        worst = optimal_composition_delta(epsilon, 0, k, stated.epsilon, symmetric=True)
        require(worst <= stated.delta, f"randomised response, {k} rounds at {epsilon}: {bound}")
    below = (k - 1) * epsilon
    best = optimal_composition(epsilon, 0, k, symmetric=True)(below)
    require(
        best == optimal_composition_delta(epsilon, 0, k, below, symmetric=True),
        f"the optimum of {k} rounds at {epsilon}",
    )
    require(slack(rough.epsilon, fine.epsilon).holds, f"the two forms at {epsilon}")


def root_not_improvable() -> bool:
    """sqrt(k ln(1/s)) in place of sqrt(2 k ln(1/s)) fails: 100 randomised responses, e^eps = 11/10."""
    step, k, failure = ln("11/10"), 100, Fraction(1, 10**6)
    spread = (k * certified(ln(1 / number(failure)))).sqrt()
    drift = k * certified(step) * Fraction(1, 21)
    smaller = CertifiedGuarantee(certified(step) * spread + drift, number(failure)).rounded_up()
    at = smaller.epsilon.exp().as_fraction()
    return integer_composition_delta(Fraction(11, 10), k, at) > failure


def without_drift() -> bool:
    """The root alone, without the mean of the loss: 20 rounds of randomised response, s = 1/2."""
    root = (40 * certified(ln(2))).sqrt() * certified(ln(3))
    at = CertifiedGuarantee(root, number("1/2")).rounded_up().epsilon
    return integer_composition_delta(3, 20, at.exp().as_fraction()) > Fraction(1, 2)


def one_direction() -> bool:
    """P <= 3 Q only: the loss is ln 3 in every one of 10 rounds."""
    p, q = Dist({0: 1}), Dist({0: Fraction(1, 3**10), 1: 1 - Fraction(1, 3**10)})
    bound = advanced_composition(ln(3), 0, 10, "1/2", form="tanh", symmetric=True).rounded_up()
    return hockey_stick(p, q, bound.epsilon) > bound.delta


def shared_randomness() -> bool:
    """Two rounds masked with one coin: each is 0-DP, together they publish the bit."""
    p, q = Dist.uniform(["00", "11"]), Dist.uniform(["01", "10"])
    return profile(p, q)(eps(0)) > advanced_composition(0, 0, 2, "1/2", symmetric=True).delta


def not_private() -> bool:
    """One round that shows the bit, s = 1/2."""
    p, q = Dist.point(1), Dist.point(0)
    bound = advanced_composition(ln(3), 0, 1, "1/2", symmetric=True).rounded_up()
    return hockey_stick(p, q, bound.epsilon) > bound.delta


def choice_sees_the_data() -> bool:
    """Two constant mechanisms, the second chosen by the input itself: together they publish the bit."""
    p, q = Dist.point("a"), Dist.point("b")
    return profile(p, q)(eps(0)) > advanced_composition(0, 0, 2, "1/2", symmetric=True).delta


def deltas_forgotten() -> bool:
    """The slack alone, without k delta: four rounds of the canonical mechanism with delta = 1/5."""
    laws = (witnesses.canonical_distribution(b, ln(2), "1/5") for b in (True, False))
    p, q = (Dist.product(*[law] * 4) for law in laws)
    bound = advanced_composition(ln(2), 0, 4, "1/10", form="tanh", symmetric=True).rounded_up()
    with_delta = advanced_composition(ln(2), "1/5", 4, "1/10", form="tanh", symmetric=True)
    exact = hockey_stick(p, q, bound.epsilon)
    return with_delta.delta >= exact > bound.delta


def moment() -> Theorem:
    """A loss in [-eps, eps] with mean eps (2p - 1): Hoeffding's lemma for (loss + eps)/(2 eps)."""
    where = "for p in [0, 1], s >= 0, eps >= 0"
    plain = infer(
        "instantiate",
        f"{where}: 1 - p + p*exp(2*s*eps) <= exp(p*(2*s*eps) + (2*s*eps)^2/8)",
        {"terms": {"t": "2*s*eps"}},
        [hoeffding()],
    )
    gap = "exp(p*(2*s*eps) + (2*s*eps)^2/8) - (1 - p + p*exp(2*s*eps))"
    return infer(
        "combine",
        f"{where}: (1 - p)*exp(-s*eps) + p*exp(s*eps) <= exp(s*(eps*(2*p - 1)) + s^2*eps^2/2)",
        {"terms": [{"weight": "1", "factors": ["exp(-s*eps)", gap]}]},
        [plain],
    )


LEMMA = Lemma(
    title="advanced composition",
    statement="k (eps, delta)-DP mechanisms with fresh randomness, each chosen by the answers so far, are "
    "for a symmetric adjacency together (eps_g, k delta + s)-DP with eps_g = eps sqrt(2 k ln(1/s)) + k eps "
    "(e^eps - 1); with (e^eps - 1)/(e^eps + 1) in the place of e^eps - 1 too",
    reduction="For delta = 0 the loss of a round lies in [-eps, eps] and, whatever came before, has mean "
    "at most m = eps (e^eps - 1)/(e^eps + 1), the Kullback-Leibler divergence of a pure pair. By "
    "Hoeffding's lemma, round by round, E e^(u (L - k m)) <= e^(k u^2 eps^2/2), so that p = P[L > k m + t] "
    "has p e^(u t) <= e^(k u^2 eps^2/2), which for u = t/(k eps^2) and t = eps sqrt(2 k ln(1/s)) is p <= s: "
    "at eps_g = t + k m, and at the larger one with e^eps - 1. Probabilistic DP is approximate DP. For delta "
    "> 0 the pair is canonical: with probability at most 1 - (1 - delta)^k the bit is shown.",
    inequalities=(
        moment,
        "for integer k >= 0, real x, m >= 0, M >= 0 where m <= exp(k*x) and M <= exp(x)*m: "
        "M <= exp((k + 1)*x)",
        "for eps > 0, integer k >= 1, s in (0, 1], p >= 0 where "
        "p*exp((eps*sqrt(2*k*log(1/s))/(k*eps^2))*(eps*sqrt(2*k*log(1/s)))) "
        "<= exp(k*(eps*sqrt(2*k*log(1/s))/(k*eps^2))^2*eps^2/2): p <= s",
        "for eps >= 0, integer k >= 1, s in (0, 1]: "
        "eps*sqrt(2*k*log(1/s)) + k*(eps*(exp(eps) - 1)/(exp(eps) + 1)) "
        "<= eps*sqrt(2*k*log(1/s)) + k*eps*(exp(eps) - 1)",
        "for integer k >= 0, d in [0, 1]: 1 - (1 - d)^k <= k*d",
    ),
    case=case,
    tightness="not tight, but the 2 under the root cannot become 1: 100 rounds, e^eps = 11/10, s = 10^-6",
    tight=root_not_improvable,
    dropped={
        "(eps, delta)-DP": not_private,
        "fresh randomness": shared_randomness,
        "chosen by the answers so far": choice_sees_the_data,
        "a symmetric adjacency": one_direction,
        "the root in place of the root and the mean of the loss": without_drift,
        "s in place of k delta + s": deltas_forgotten,
    },
)
