"""Searches for the lemmas on composition: shared coins, choices that see the data, rounds of another kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from assay import adjacency
from assay.dp import Dist, Mechanism, profile, renyi
from assay.dp.random_dp import failures
from assay.exact import Number, eps, ln, number
from assay.testing.generated_mechanisms import dist, dp_pair, level, positive_dist
from assay.theorems import (
    CertifiedGuarantee,
    RandomGuarantee,
    advanced_composition,
    basic_composition,
    compose,
    optimal_composition_of,
    random_dp_composition,
    renyi_composition,
    slack,
    zcdp_composition,
    zcdp_from_pure,
    zcdp_to_dp,
    zcdp_to_rdp,
)

from .trial import Searches, Trial

BITS = (False, True)
Pair = tuple[Dist[tuple[int, ...]], Dist[tuple[int, ...]]]
Rounds = Callable[[random.Random], tuple[Pair, Pair, list[Number]]]
"""Two rounds as the lemma has them, two of another kind, and the deltas of the rounds at epsilon = 0."""


def on_bit(low: Dist[int], high: Dist[int]) -> Mechanism[bool, int]:
    """The mechanism with these two distributions."""
    return Mechanism({False: low, True: high}, BITS, adjacency.all_pairs())


def shared(rng: random.Random) -> tuple[Pair, Pair, list[Number]]:
    """Two answers with one joint distribution for each bit, beside independent draws from its margins."""
    joint: list[Dist[tuple[int, ...]]] = [dist(rng, list(product((0, 1), repeat=2))) for _ in BITS]
    margins = [[law.map(lambda o: o[0]), law.map(lambda o: o[1])] for law in joint]
    deltas = [on_bit(margins[0][i], margins[1][i]).total_variation() for i in (0, 1)]
    return (Dist.product(*margins[0]), Dist.product(*margins[1])), (joint[0], joint[1]), deltas


def chosen(rng: random.Random) -> tuple[Pair, Pair, list[Number]]:
    """A second round chosen by the first answer, beside one that the bit itself chooses."""
    first = [dist(rng, range(2)) for _ in BITS]
    rounds = [[dist(rng, range(2)) for _ in BITS] for _ in range(2)]
    deltas = [on_bit(*first).total_variation(), max(on_bit(*r).total_variation() for r in rounds)]

    def run(bit: int, choose: Callable[[int], int]) -> Dist[tuple[int, ...]]:
        return first[bit].bind(lambda a: rounds[choose(a)][bit].map(lambda c: (a, c)))

    fair = run(0, lambda a: a), run(1, lambda a: a)
    return fair, (run(0, lambda a: 0), run(1, lambda a: 1)), deltas


def masked(rng: random.Random) -> tuple[Pair, Pair, list[Number]]:
    """Independent fair coins, beside two that agree with a chance that the bit decides."""
    fair = Dist.uniform(list(product((0, 1), repeat=2)))
    agree = [Fraction(rng.randint(0, 4), 4) for _ in BITS]
    same, apart = Dist.uniform([(0, 0), (1, 1)]), Dist.uniform([(0, 1), (1, 0)])
    joint = [Dist.mixture([(t, same), (1 - t, apart)]) for t in agree]
    return (fair, fair), (joint[0], joint[1]), [number(0)] * 2


def silent(rng: random.Random) -> tuple[Pair, Pair, list[Number]]:
    """Two rounds that do not look at the bit, the second chosen by the first, beside one the bit chooses."""
    first, rounds = dist(rng, range(2)), [dist(rng, range(2)) for _ in BITS]
    fair: Dist[tuple[int, ...]] = first.bind(lambda a: rounds[a].map(lambda c: (a, c)))
    other = (Dist.product(first, rounds[0]), Dist.product(first, rounds[1]))
    return (fair, fair), other, [number(0)] * 2


def worst(pair: Pair) -> Number:
    """The delta at epsilon = 0, which is the total variation."""
    return profile(*pair).exact(0)


def basic(rounds: Rounds) -> Trial:
    def trial(rng: random.Random) -> tuple[bool, bool]:
        own, other, deltas = rounds(rng)
        bound = basic_composition([(0, d) for d in deltas]).delta
        return worst(own) <= bound, worst(other) <= bound

    return trial


def optimal(rounds: Rounds) -> Trial:
    def trial(rng: random.Random) -> tuple[bool, bool]:
        own, other, deltas = rounds(rng)
        bound = optimal_composition_of([(0, d) for d in deltas], symmetric=True)(eps(0))
        return worst(own) <= bound, worst(other) <= bound

    return trial


def advanced(rounds: Rounds) -> Trial:
    def trial(rng: random.Random) -> tuple[bool, bool]:
        own, other, deltas = rounds(rng)
        bound = advanced_composition(0, max(deltas), 2, "1/100", symmetric=True).delta
        return worst(own) <= bound, worst(other) <= bound

    return trial


def moments(rounds: Rounds) -> Trial:
    """Rounds that tell nothing (delta = 0 in each) have no divergence together."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        own, other, _ = rounds(rng)
        bound = zcdp_to_rdp(zcdp_composition([0, 0]), 2)
        held = [
            renyi(*pair, 2) <= bound and renyi(*pair, 2) <= renyi_composition([0, 0]) for pair in (own, other)
        ]
        return held[0], held[1]

    return trial


def one_round_shown(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    first, second = (on_bit(*dp_pair(rng, e)) for _ in range(2))
    other = on_bit(*dp_pair(rng, e, Fraction(1, 4)))
    bound = basic_composition([(e, 0), (e, 0)])
    held = [compose(first, m).delta(bound.epsilon) <= bound.delta for m in (second, other)]
    return held[0], held[1]


def one_round_shown_optimally(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    first, second = (on_bit(*dp_pair(rng, e)) for _ in range(2))
    other, bound = (
        on_bit(*dp_pair(rng, e, Fraction(1, 4))),
        optimal_composition_of([(e, 0), (e, 0)], symmetric=True),
    )
    held = [all(compose(first, m).delta(at) <= bound(at) for at in (e, 2 * e)) for m in (second, other)]
    return held[0], held[1]


def orders(order: int) -> Trial:
    """The sum of divergences of the order, beside one where a round has its divergence of order 2."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        p, q, r, s = (positive_dist(rng, 3) for _ in range(4))
        exact = renyi(Dist.product(p, r), Dist.product(q, s), order)
        own = renyi_composition([renyi(p, q, order), renyi(r, s, order)])
        other = renyi_composition([renyi(p, q, order), renyi(r, s, 2)])
        return slack(own, exact).holds, slack(other, exact).status != "violated"

    return trial


def reversed_round(rng: random.Random) -> tuple[bool, bool]:
    p, q, r, s = (positive_dist(rng, 3) for _ in range(4))
    exact = renyi(Dist.product(p, r), Dist.product(q, s), 2)
    own = renyi_composition([renyi(p, q, 2), renyi(r, s, 2)])
    other = renyi_composition([renyi(p, q, 2), renyi(s, r, 2)])
    return slack(own, exact).holds, slack(other, exact).status != "violated"


def one_order_of_zcdp(rng: random.Random) -> tuple[bool, bool]:
    e, small = level(rng), Fraction(1, rng.randint(20, 400))
    p, q = dp_pair(rng, e)
    sure, rare = Dist.point(0), Dist({0: small, 1: 1 - small})
    held = []
    for (a, b), rho in (((p, q), zcdp_from_pure(e, symmetric=True)), ((sure, rare), -ln(small) / 20)):
        bound = zcdp_to_dp(rho, "1/10")
        stated = bound.rounded_up() if isinstance(bound, CertifiedGuarantee) else bound
        held.append(profile(a, b)(stated.epsilon) <= Fraction(1, 10))
    return held[0], held[1]


def gamma(m: Mechanism[tuple[int, ...], object], rows: Dist[int]) -> Number:
    """The smallest gamma for alpha = 0."""
    return sum(failures(m, 0, rows).values(), number(0))


def random_rounds(rng: random.Random) -> tuple[bool, bool]:
    """Deterministic answers: two in advance, beside a second that a uniform number chooses."""
    size = rng.randint(2, 4)
    domain: list[tuple[int, ...]] = [(v,) for v in range(size)]
    rows, near = Dist.uniform(range(size)), adjacency.replace_one("sequence")
    tables = [{x: rng.randint(0, 1) for x in domain} for _ in range(3)]
    alone: list[Mechanism[tuple[int, ...], object]] = [
        Mechanism(lambda x, t=t: Dist.point(t[x]), domain, near)  # type: ignore[misc]
        for t in tables
    ]
    both: Mechanism[tuple[int, ...], object] = Mechanism(
        lambda x: Dist.point((tables[0][x], tables[1][x])), domain, near
    )
    adaptive: Mechanism[tuple[int, ...], object] = Mechanism(
        lambda x: Dist.uniform([(i, t[x]) for i, t in enumerate(tables)]), domain, near
    )
    gammas = [gamma(m, rows) for m in alone]
    own = random_dp_composition([RandomGuarantee(0, 0, g) for g in gammas[:2]]).gamma
    other = random_dp_composition([RandomGuarantee(0), RandomGuarantee(0, 0, max(gammas))]).gamma
    return gamma(both, rows) <= own, gamma(adaptive, rows) <= other


def random_and_masked(rng: random.Random) -> tuple[bool, bool]:
    """Two fair coins about one row, independent ones, beside two that agree as the row says."""
    own, other, _ = masked(rng)
    domain: list[tuple[int, ...]] = [(0,), (1,)]
    rows, near = Dist.uniform((0, 1)), adjacency.replace_one("sequence")
    bound = random_dp_composition([RandomGuarantee(0), RandomGuarantee(0)]).gamma
    held = []
    for pair in (own, other):
        laws = dict(zip(domain, pair, strict=True))
        m: Mechanism[tuple[int, ...], object] = Mechanism(lambda x, laws=laws: laws[x], domain, near)  # type: ignore[misc]
        held.append(gamma(m, rows) <= bound)
    return held[0], held[1]


FRESH, CHOSEN = "fresh randomness", "chosen by the answers so far"
RENYI, ZCDP = "composition of Renyi DP", "zCDP: composition and conversion"
ADAPTIVE, RANDOM = "optimal adaptive composition", "composition of Random DP"
SEARCHES: Searches = {
    ("basic composition", "an (eps_2, delta_2)-DP one"): (one_round_shown, 30),
    ("basic composition", "chosen by the first answer"): (basic(chosen), 40),
    ("advanced composition", FRESH): (advanced(masked), 10),
    ("advanced composition", CHOSEN): (advanced(silent), 20),
    ("optimal composition of pure DP", "independent randomness"): (optimal(shared), 40),
    (ADAPTIVE, "(eps_i, delta_i)-DP"): (one_round_shown_optimally, 20),
    (ADAPTIVE, FRESH): (optimal(shared), 40),
    (ADAPTIVE, CHOSEN): (optimal(chosen), 40),
    (RENYI, "D_alpha at most r_i"): (reversed_round, 20),
    (RENYI, "one alpha for all rounds"): (orders(4), 10),
    (RENYI, FRESH): (moments(masked), 10),
    (RENYI, CHOSEN): (moments(silent), 20),
    (ZCDP, "D_alpha at most rho_i alpha"): (reversed_round, 20),
    (ZCDP, "D_alpha at most rho alpha for every alpha > 1"): (one_order_of_zcdp, 10),
    (ZCDP, FRESH): (moments(masked), 10),
    (ZCDP, CHOSEN): (moments(silent), 20),
    (RANDOM, FRESH): (random_and_masked, 10),
    (RANDOM, "given in advance"): (random_rounds, 40),
}
