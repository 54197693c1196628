"""Composition of Random Differential Privacy: alphas and gammas add."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism
from assay.dp.random_dp import failures
from assay.exact import Number, ln, number
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import fraction, kernel, level
from assay.theorems import compose, random_dp_composition
from assay.theorems.random_dp import RandomGuarantee


def failure(bad: list[set[int]], size: int) -> Fraction:
    """The probability, over a uniform draw, that some mechanism meets one of its unlucky draws."""
    return Fraction(len(set().union(*bad)), size)


def case(rng: random.Random) -> None:
    """Generated mechanisms for data of one row, each with its exact gamma, against their composition."""
    k, size = rng.randint(1, 3), rng.randint(2, 4)
    domain: list[tuple[int, ...]] = [(v,) for v in range(size)]
    near = adjacency.replace_one("sequence")
    rows = Dist.from_weights({v: rng.randint(1, 3) for v in range(size)})
    ms = [Mechanism(kernel(rng, domain, range(2)), domain, near) for _ in range(k)]
    alphas, etas = [level(rng) for _ in ms], [fraction(rng) / 4 for _ in ms]
    for eta in (None, etas):
        parts = []
        for i, m in enumerate(ms):
            gamma = mass(failures(m, alphas[i], rows, None if eta is None else eta[i]))
            parts.append(RandomGuarantee(alphas[i], 0 if eta is None else eta[i], gamma))
        whole = random_dp_composition(parts)
        failed = failures(compose(*ms), whole.alpha, rows, None if eta is None else whole.eta)
        require(mass(failed) <= whole.gamma, f"{k} mechanisms, {whole}")


def mass(failed: dict[tuple[tuple[int, ...], tuple[int, ...]], Number]) -> Number:
    """The probability of the unlucky draws."""
    return sum(failed.values(), number(0))


def tight() -> bool:
    """Disjoint unlucky draws."""
    bad = [{0, 1}, {2}, {3, 4}]
    parts = [RandomGuarantee(ln(2), 0, Fraction(len(b), 12)) for b in bad]
    return random_dp_composition(parts).gamma == failure(bad, 12)


def masked(shift: bool) -> Mechanism[tuple[int, ...], object]:
    """The only row, masked with a coin; with `shift` the coin is released as well."""

    def law(x: tuple[int, ...]) -> Dist[object]:
        return Dist.uniform([(coin, x[0] ^ coin) if shift else x[0] ^ coin for coin in (0, 1)])

    return Mechanism(law, [(0,), (1,)], adjacency.replace_one("sequence"))


def shared_randomness() -> bool:
    """A coin, and the row masked with it: each is (0, 0)-Random DP, both are not."""
    rows = Dist.uniform([0, 1])
    alone, together = (sum(failures(masked(s), 0, rows).values(), number(0)) for s in (False, True))
    bound = random_dp_composition([RandomGuarantee(0), RandomGuarantee(0, 0, alone)])
    return alone == 0 and together == Fraction(1, 2) > bound.gamma


def chosen_by_the_answer() -> bool:
    """A uniform number, then whether the row is that number: each answer has unlucky draws of its own."""
    size, domain = 4, [(v,) for v in range(4)]
    near, rows = adjacency.replace_one("sequence"), Dist.uniform(range(size))
    alone = Mechanism(lambda x: Dist.point(x[0] == 0), domain, near)
    both = Mechanism(lambda x: Dist.uniform([(y, x[0] == y) for y in range(size)]), domain, near)
    once = sum(failures(alone, 0, rows).values(), number(0))
    together = sum(failures(both, 0, rows).values(), number(0))
    bound = random_dp_composition([RandomGuarantee(0), RandomGuarantee(0, 0, once)])
    return together > bound.gamma == Fraction(3, 8)


def not_private() -> bool:
    """The row as it is, called (0, 0)-Random DP."""
    rows = Dist.uniform([0, 1])
    shown = Mechanism(lambda x: Dist.point(x[0]), [(0,), (1,)], adjacency.replace_one("sequence"))
    return (
        sum(failures(shown, 0, rows).values(), number(0)) > random_dp_composition([RandomGuarantee(0)]).gamma
    )


def sum_without_independence() -> bool:
    """1 - (1 - gamma)^2 holds for independent unlucky draws, not for disjoint ones: 2/12 > 23/144."""
    bad = [{0}, {1}]
    return failure(bad, 12) > 1 - (1 - Fraction(1, 12)) ** 2


def largest_gamma() -> bool:
    """The largest gamma in place of the sum."""
    bad = [{0}, {1}]
    return failure(bad, 12) > max(Fraction(len(b), 12) for b in bad)


LEMMA = Lemma(
    title="composition of Random DP",
    statement="(alpha_i, gamma_i)-Random DP mechanisms with fresh randomness, given in advance, are "
    "together (sum alpha_i, sum gamma_i)-Random DP, and (alpha_i, eta_i, gamma_i)-Random DP ones (sum "
    "alpha_i, sum eta_i, sum gamma_i)-Random DP; k equal ones are (k alpha, k eta, k gamma)",
    reduction="Off the union of the unlucky draws every mechanism satisfies its inequality and basic "
    "composition applies. The union has probability at most the sum; were the draws independent it would "
    "be 1 - (1 - gamma)^k, which is smaller. Where the answers choose the next mechanism, each possible "
    "one has its own unlucky draws, and the union is over all of them: one gamma for each round is not "
    "enough.",
    inequalities=(
        "for g in [0, 1], h in [0, 1]: 1 - (1 - g)*(1 - h) <= g + h",
        "for integer k >= 0, g in [0, 1]: 1 - (1 - g)^k <= k*g",
    ),
    case=case,
    tightness="mechanisms whose unlucky draws are disjoint",
    tight=tight,
    dropped={
        "(alpha_i, gamma_i)-Random DP": not_private,
        "fresh randomness": shared_randomness,
        "given in advance": chosen_by_the_answer,
        "the largest gamma in place of the sum": largest_gamma,
        "1 - (1 - gamma)^k in place of the sum": sum_without_independence,
    },
)
