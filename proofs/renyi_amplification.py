"""Renyi divergence under Poisson sampling, by convexity, and exactly at order 2."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from assay import adjacency
from assay.amplification import sampling_without_replacement, subsample
from assay.dp import Dist, Mechanism, renyi
from assay.exact import Log, Number, exp, ln, number
from assay.prove import Theorem
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import merged_powers, power_tangent
from assay.testing.generated_mechanisms import inner_fraction, positive_dist
from assay.theorems import witnesses

Data = tuple[int, ...]
REPLACE = adjacency.replace_one("multiset")


def sampled(p: Dist[int], r: Dist[int], q: Fraction) -> Dist[int]:
    """The distribution with the record on a sample of rate q: p with probability q, else r."""
    outputs = dict.fromkeys([*p.support, *r.support])
    return Dist({o: q * p.probability(o) + (1 - q) * r.probability(o) for o in outputs})


def moment(divergence: Log, order: int) -> Number:
    """e^((order - 1) D)."""
    return exp((order - 1) * divergence)


def bound(divergence: Log, order: int, q: Fraction) -> Number:
    """1 - q + q e^((order - 1) D)."""
    return 1 - q + q * moment(divergence, order)


def case(rng: random.Random) -> None:
    """A generated pair: both directions at a whole order, and order 2 exactly."""
    order, q = rng.randint(2, 5), inner_fraction(rng)
    p, r = positive_dist(rng, 3), positive_dist(rng, 3)
    mixed = sampled(p, r, q)
    for found, given in (((mixed, r), (p, r)), ((r, mixed), (r, p))):
        exact = moment(renyi(*found, order), order)
        require(exact <= bound(renyi(*given, order), order, q), f"{p}, {r} at rate {q}, order {order}")
    square = 1 + q**2 * (moment(renyi(p, r, 2), 2) - 1)
    require(moment(renyi(mixed, r, 2), 2) == square, f"order 2 of {p}, {r} at rate {q}")


def exact_at_two() -> bool:
    """Randomised response with eps = ln 3 at rate 1/3: D_2 is ln(1 + (7/3 - 1)/9) = ln(31/27)."""
    p, r = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    return renyi(sampled(p, r, Fraction(1, 3)), r, 2) == ln(Fraction(31, 27))


def other_order() -> bool:
    """D(R || P) in place of D(P || R), order 3, rate 1/2."""
    p, r = Dist({0: "1/10", 1: "9/10"}), Dist({0: "1/1000", 1: "999/1000"})
    mixed = sampled(p, r, Fraction(1, 2))
    return moment(renyi(mixed, r, 3), 3) > bound(renyi(r, p, 3), 3, Fraction(1, 2))


def other_order_removing() -> bool:
    """D(P || R) in place of D(R || P), order 3, rate 9/10."""
    r, p = Dist({0: "1/10", 1: "9/10"}), Dist({0: "1/1000", 1: "999/1000"})
    mixed = sampled(p, r, Fraction(9, 10))
    return moment(renyi(r, mixed, 3), 3) > bound(renyi(p, r, 3), 3, Fraction(9, 10))


def larger_rate() -> bool:
    """A sample of rate 9/10, and the bound for 1/10, order 2."""
    p, r = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    mixed = sampled(p, r, Fraction(9, 10))
    return moment(renyi(mixed, r, 2), 2) > bound(renyi(p, r, 2), 2, Fraction(1, 10))


def sample_shown() -> bool:
    """Whether the record was sampled is released as well, order 3, removing it: an infinite divergence."""
    p, r = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    half = Fraction(1, 2)
    shown = Dist(
        {("in", o): half * p.probability(o) for o in p.support}
        | {("out", o): half * r.probability(o) for o in r.support}
    )
    return renyi(shown, r.map(lambda o: ("out", o)), 3).is_infinite


LEMMA = Lemma(
    title="amplification of Renyi divergence by Poisson sampling",
    statement="from D_alpha(P || R) <= r for a mechanism with a record (P) and without it (R): on a sample "
    "of rate q that stays secret D_alpha is at most ln(1 - q + q e^((alpha-1) r))/(alpha - 1) where the "
    "record is added; where it is removed the same from D_alpha(R || P) <= r; and at alpha = 2, where it "
    "is added, D_2 = ln(1 + q^2 (e^(D_2(P || R)) - 1)) exactly",
    reduction="With x = e^y the likelihood ratio of P and R, that of the sampled distribution and R is 1 - q "
    "+ q x. Its moment of order alpha under R is at most 1 - q + q E x^alpha, and that of order 1 - alpha "
    "at most 1 - q + q E x^(1-alpha), by convexity. For alpha = 2 its square is 1 + 2 q (x - 1) + q^2 (x - "
    "1)^2, whose mean is 1 + q^2 (E x^2 - 1), as E x = 1.",
    inequalities=(
        "for q in [0, 1], real y, a > 1: exp(a*log(1 - q + q*exp(y))) <= 1 - q + q*exp(a*y)",
        "for q in [0, 1], real y, a > 1: exp((1 - a)*log(1 - q + q*exp(y))) <= 1 - q + q*exp((1 - a)*y)",
        "for q in [0, 1], x >= 0: (1 - q + q*x)^2 = 1 + 2*q*(x - 1) + q^2*(x^2 - 1 - 2*(x - 1))",
        "for a > 1, m > 0, b > 0 where m <= b: log(m)/(a - 1) <= log(b)/(a - 1)",
    ),
    case=case,
    tightness="order 2, exactly: randomised response with eps = ln 3 at rate 1/3",
    tight=exact_at_two,
    dropped={
        "D_alpha(P || R) <= r": other_order,
        "D_alpha(R || P) <= r": other_order_removing,
        "a sample of rate q": larger_rate,
        "stays secret": sample_shown,
    },
)


def replaced_case(rng: random.Random) -> None:
    """A generated base on m of n records: both orders of every pair of neighbours, at a whole order."""
    order, n = rng.randint(2, 4), rng.randint(1, 3)
    m = rng.randint(1, n)
    laws = {x: positive_dist(rng, 3) for x in multisets(m)}
    base = Mechanism(laws, multisets(m), REPLACE)
    sampled = subsample(base, sampling_without_replacement(m), multisets(n), REPLACE)
    exact, given = worst_moment(sampled, order), worst_moment(base, order)
    q = Fraction(m, n)
    require(exact <= 1 - q + q * given, f"{m} of {n} records at order {order}")


def multisets(n: int) -> list[Data]:
    """The multisets of n bits, as sorted tuples."""
    return [(0,) * (n - ones) + (1,) * ones for ones in range(n + 1)]


def worst_moment(mechanism: Mechanism[Data, int], order: int) -> Number:
    """The largest e^((order - 1) D) over neighbours."""
    law = mechanism.distribution
    return max(moment(renyi(law(x), law(y), order), order) for x, y in mechanism.pairs)


def with_positions(low: Dist[Any], high: Dist[Any], q: Fraction) -> list[Dist[Any]]:
    """Whether the changed record was drawn, and the answer, which is "other" if it was not."""
    return [
        Dist({("in", o): q * law.probability(o) for o in law.support} | {("out", "other"): 1 - q})
        for law in (low, high)
    ]


def positions_shown() -> bool:
    """Randomised response with eps = ln 3 on one of three records, orders 2 and 5, positions shown."""
    p, s = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    q = Fraction(1, 3)
    shown = with_positions(p, s, q)
    return all(moment(renyi(*shown, a), a) == bound(renyi(p, s, a), a, q) for a in (2, 5))


def not_bounded() -> bool:
    """Randomised response with eps = ln 9 on one of two records, the divergence for ln 3, order 2."""
    strong, mild = ({(b,): witnesses.canonical_distribution(b == 1, ln(x)) for b in (0, 1)} for x in (9, 3))
    scheme, domain = sampling_without_replacement(1), multisets(2)
    sampled = subsample(Mechanism(strong, multisets(1), REPLACE), scheme, domain, REPLACE)
    given = worst_moment(Mechanism(mild, multisets(1), REPLACE), 2)
    return worst_moment(sampled, 2) > number("1/2") + given / 2


def all_records() -> bool:
    """Both of two records are used, and the bound is that of one of two, order 2."""
    laws = {x: witnesses.canonical_distribution(sum(x) == 2, ln(3)) for x in multisets(2)}
    exact = worst_moment(Mechanism(laws, multisets(2), REPLACE), 2)
    return exact > number("1/2") + exact / 2


def mean_of_powers() -> Theorem:
    """Joint convexity: the merged outcome has at most the moment of the two."""
    return merged_powers("a >= 1", "", "<=", power_tangent())


REPLACED = Lemma(
    title="amplification of Renyi divergence by sampling without replacement",
    statement="for two data sets that differ in one record: if D_alpha is at most r, alpha > 1, between "
    "the answers to any sample that has it and the same with it replaced, then on m records drawn "
    "uniformly from n D_alpha is at most ln(1 - q + q e^((alpha-1) r))/(alpha - 1), q = m/n, even where "
    "the positions of the sample are shown",
    reduction="Let both data sets use the same positions. With probability 1 - q the record is not drawn "
    "and the answers have one distribution, with moment 1; else the moment e^((alpha-1) D_alpha) is at most "
    "e^((alpha-1) r). With the positions shown the moments of disjoint parts add up with these weights; "
    "hiding them merges outcomes, which does not increase the moment (joint convexity).",
    inequalities=(
        mean_of_powers,
        "for q in [0, 1], real m, real b where m <= b: (1 - q)*1 + q*m <= 1 - q + q*b",
        "for a > 1, m > 0, b > 0 where m <= b: log(m)/(a - 1) <= log(b)/(a - 1)",
    ),
    case=replaced_case,
    tightness="randomised response with eps = ln 3 on one of three records, with the positions shown",
    tight=positions_shown,
    dropped={
        "at most r": not_bounded,
        "m records drawn uniformly from n": all_records,
    },
)
