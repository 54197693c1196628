"""What holds in one direction alone: a pair with the loss eps for sure dominates, and rounds add up."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.adjacency import explicit
from assay.dp import Dist, Mechanism, hockey_stick, profile
from assay.exact import eps, ln
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dp_pair, fraction, level, positive_dist
from assay.theorems import (
    advanced_composition,
    compose,
    compose_adaptively,
    kl_from_pure,
    optimal_composition,
    optimal_composition_of,
    profile_from_dp,
    renyi_from_pure,
    total_variation_from_dp,
    witnesses,
    zcdp_from_pure,
)

ONE_WAY = explicit([(0, 1)], symmetric=False)


def on_pair(p: Dist[int], q: Dist[int]) -> Mechanism[int, int]:
    """The mechanism with these distributions on 0 and 1, whose only adjacent pair is (0, 1)."""
    return Mechanism({0: p, 1: q}, (0, 1), ONE_WAY)


def profile_case(rng: random.Random) -> None:
    """Any pair, at the delta that it has at a level; and pairs that satisfy both directions."""
    e, leak = level(rng), fraction(rng) / 4
    pairs = [(positive_dist(rng, 3), positive_dist(rng, 3)), dp_pair(rng, e, leak)]
    for p, q in pairs:
        delta = hockey_stick(p, q, e)
        bound = profile_from_dp(e, delta, symmetric=False)
        for at in (eps(0), e / 2, e, 2 * e):
            require(profile(p, q)(at) <= bound(at), f"the profile at {at}")
        require(
            hockey_stick(p, q, 0) <= total_variation_from_dp(e, delta, symmetric=False), "total variation"
        )


def profile_tight() -> bool:
    """The one-way mechanism with eps = ln 3 and delta = 1/5, at four levels, and its divergences."""
    m, pure = witnesses.one_way_mechanism(ln(3), "1/5"), witnesses.one_way_mechanism(ln(3))
    best = profile_from_dp(ln(3), "1/5", symmetric=False)
    same = all(m.delta(at) == best(at) for at in (eps(0), ln(2), ln(3), ln(6)))
    divergences = [kl_from_pure(ln(3), symmetric=False), zcdp_from_pure(ln(3), symmetric=False)]
    divergences += [renyi_from_pure(ln(3), 4, symmetric=False), pure.renyi(4), pure.renyi(1)]
    return same and all(d == ln(3) for d in divergences)


def larger_delta() -> bool:
    """The one-way pair for delta = 1/5 against the profile for delta = 1/10."""
    bound = profile_from_dp(ln(3), "1/10", symmetric=False)
    return witnesses.one_way_mechanism(ln(3), "1/5").delta(ln(3)) > bound(ln(3))


PROFILE = Lemma(
    title="the profile of one direction",
    statement="from P(S) <= e^eps Q(S) + delta for all S, in this order only, H_t(P, Q) <= 1 - (1 - delta) t "
    "e^-eps for 0 <= t <= e^eps: at epsilon 0 total variation is at most 1 - (1 - delta) e^-eps",
    reduction="1 - H_t is the sum over the outcomes of min(p, t q). With A = e^eps and t = r A, r <= 1, the "
    "minimum of p and r A q is at least r times that of p and A q: look at which of them is the "
    "smaller. The sum "
    "of the latter is 1 - H_A >= 1 - delta.",
    inequalities=(
        "for p in [0, 1], r in [0, 1]: r*p <= p",
        "for p >= 0, q >= 0, A >= 1, r in [0, 1] where p <= A*q: r*p <= r*(A*q)",
        "for h in [0, 1], d in [0, 1], r in [0, 1] where h <= d: 1 - r*(1 - h) <= 1 - r*(1 - d)",
    ),
    case=profile_case,
    tightness="the pair with P = delta at an outcome that Q never has, and the loss ln 3 for sure elsewhere",
    tight=profile_tight,
    dropped={"P(S) <= e^eps Q(S) + delta": larger_delta},
)


def composed_case(rng: random.Random) -> None:
    """Two rounds, the second chosen by the answer of the first."""
    first = on_pair(positive_dist(rng, 3), positive_dist(rng, 3))
    second = [on_pair(positive_dist(rng, 2), positive_dist(rng, 2)) for _ in range(2)]
    e, f = level(rng), level(rng)
    known = [(e, first.delta(e)), (f, max(m.delta(f) for m in second))]
    both = compose_adaptively(first, lambda seen: second[seen[0] == 1])
    best = optimal_composition_of(known, symmetric=False)
    for at in (eps(0), e, f, e + f):
        require(both.delta(at) <= best(at), f"adaptive composition of {known} at {at}")
    bound = advanced_composition(e, 0, 3, "1/5", symmetric=False).rounded_up()
    sure = witnesses.one_way_mechanism(e)
    require(compose(sure, sure, sure).delta(bound.epsilon) <= bound.delta, "three rounds with a slack")


def composed_tight() -> bool:
    """The one-way mechanism with delta = 1/5, then one of another epsilon whatever was seen; with a slack."""
    first, second = (witnesses.one_way_mechanism(e, d) for e, d in ((ln(3), "1/5"), (ln(2), 0)))
    both = compose_adaptively(first, lambda seen: second)
    best = optimal_composition_of([(ln(3), "1/5"), (ln(2), 0)], symmetric=False)
    exact = all(both.delta(at) == best(at) for at in (eps(0), ln(2), ln(3), ln(6)))
    rest = optimal_composition(ln(3), 0, 3, symmetric=False)(ln(27) + ln("4/5"))
    return exact and rest == Fraction(1, 5)


def one_coin() -> bool:
    """Two releases masked with one coin: each is 0-DP, together they publish the bit."""
    masked = [Dist({(bit, 0): "1/2", (1 - bit, 1): "1/2"}) for bit in (0, 1)]
    alone = [law.map(lambda both, i=i: both[i]) for law in masked for i in (0, 1)]
    hidden = all(law == alone[0] for law in alone)
    return hidden and profile(*masked)(eps(0)) > optimal_composition(0, 0, 2, symmetric=False)(eps(0))


def choice_sees_the_data() -> bool:
    """The second mechanism is chosen by the input itself: its choice betrays it."""
    same = Dist.point("a"), Dist.point("b")
    return profile(*same)(eps(0)) > optimal_composition(0, 0, 2, symmetric=False)(eps(0))


def leaky_round() -> bool:
    """(ln 3, 1/5)-DP in one round of two that count as ln 3-DP."""
    first, second = witnesses.one_way_mechanism(ln(3), "1/5"), witnesses.one_way_mechanism(ln(3))
    return compose(first, second).delta(ln(9)) > optimal_composition(ln(3), 0, 2, symmetric=False)(ln(9))


COMPOSED = Lemma(
    title="composition in one direction",
    statement="in one direction (eps_i, delta_i)-DP mechanisms with fresh randomness, each chosen "
    "by the answers "
    "so far, have together H_t at most 1 - c min(t/A, 1), where c is the product of the 1 - delta_i "
    "and A that of "
    "the e^eps_i; k eps-DP mechanisms are (k eps + ln(1 - s), s)-DP",
    reduction="By induction from the last round: what comes after has H_t <= 1 - c min(t/B, 1), so "
    "that a round "
    "before it has H_t <= 1 - c sum over o of min(p, t q/B). By the lemma on the profile of one "
    "direction, at "
    "t/B, the sum is at least (1 - d) min(t/(A B), 1), whatever round it is.",
    inequalities=(
        "for c in [0, 1], d in [0, 1], m in [0, 1], n in [0, 1] where n >= (1 - d)*m: 1 - c*n <= 1 - c*(1 - "
        "d)*m",
        "for d in [0, 1], g in [0, 1]: 1 - (1 - d)*(1 - g) <= d + g",
    ),
    case=composed_case,
    tightness="one-way pairs with eps = ln 3, delta = 1/5 and with eps = ln 2, at four values; "
    "three rounds with "
    "eps = ln 3 and s = 1/5",
    tight=composed_tight,
    dropped={
        "(eps_i, delta_i)-DP": leaky_round,
        "fresh randomness": one_coin,
        "chosen by the answers so far": choice_sees_the_data,
    },
)

LEMMAS = [PROFILE, COMPOSED]
