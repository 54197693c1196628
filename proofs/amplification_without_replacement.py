"""Amplification by sampling without replacement, for (epsilon, delta), m of n records, replace-one."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from assay import adjacency
from assay.amplification import (
    release_sample,
    reuse_sample,
    sampling_without_replacement,
    subsample,
    without_replacement_amplification,
)
from assay.dp import Dist, Mechanism
from assay.exact import EPS, exp, ln
from assay.prove.lemma import Lemma, require, require_formula
from assay.prove.tactics.known import mixture_excess
from assay.testing.generated_mechanisms import kernel, level
from assay.theorems import basic_composition, compare, witnesses

Data = tuple[int, ...]
REPLACE = adjacency.replace_one("multiset")
ORDERED = adjacency.replace_one("sequence")


def multisets(n: int) -> list[Data]:
    """The multisets of n bits, as sorted tuples."""
    return [(0,) * (n - ones) + (1,) * ones for ones in range(n + 1)]


def case(rng: random.Random) -> None:
    """The delta of a generated mechanism on m of n records, at the amplified epsilon."""
    n = rng.randint(1, 4)
    m = rng.randint(1, n)
    base = Mechanism(kernel(rng, multisets(m), range(3)), multisets(m), REPLACE)
    epsilon = level(rng)
    bound = without_replacement_amplification(epsilon, base.delta(epsilon), m, n)
    sampled = subsample(base, sampling_without_replacement(m), multisets(n), REPLACE)
    require(sampled.delta(bound.epsilon) <= bound.delta, f"{m} of {n} records: {bound}")
    formula = exp(without_replacement_amplification(EPS, 0, m, n).epsilon)
    require_formula(formula, "1 + q*(exp(eps) - 1)", q=Fraction(m, n))


def present(*sizes: int) -> Mechanism[Data, str]:
    """Whether a 1 is among the records, by the canonical mechanism with eps = ln 3, delta = 1/7."""
    domain = [x for n in sizes for x in multisets(n)]
    return witnesses.presence(1, ln(3), "1/7", domain, REPLACE)


def tight() -> bool:
    """One record of three: both parameters are attained."""
    sampled = subsample(present(1), sampling_without_replacement(1), multisets(3), REPLACE)
    return compare(sampled, without_replacement_amplification(ln(3), "1/7", 1, 3)).status == "tight"


def sample_published() -> bool:
    """The positions of the sample are released with the answer."""
    shown = release_sample(present(1), sampling_without_replacement(1), multisets(3), REPLACE)
    return compare(shown, without_replacement_amplification(ln(3), "1/7", 1, 3)).status == "violated"


def sample_reused() -> bool:
    """Two releases from one sample."""
    twice = reuse_sample([present(1)] * 2, sampling_without_replacement(1), multisets(3), REPLACE)
    once = without_replacement_amplification(ln(3), "1/7", 1, 3)
    return compare(twice, basic_composition([once, once])).status == "violated"


def not_private() -> bool:
    """A (ln 9, 1/7)-DP mechanism, and the bound for ln 3."""
    base = witnesses.presence(1, ln(9), "1/7", multisets(1), REPLACE)
    sampled = subsample(base, sampling_without_replacement(1), multisets(3), REPLACE)
    return compare(sampled, without_replacement_amplification(ln(3), "1/7", 1, 3)).status == "violated"


def not_uniform() -> bool:
    """The first record is always the one that is taken."""
    domain = list(product((0, 1), repeat=2))
    base = witnesses.presence(1, ln(3), "1/7", domain, ORDERED)
    first = Mechanism(lambda x: base.distribution((x[0], x[0])), domain, ORDERED)
    return compare(first, without_replacement_amplification(ln(3), "1/7", 1, 2)).status == "violated"


def sees_the_order() -> bool:
    """M sees the sample in the order of the data: another subset may look like two replacements."""
    chance: dict[Data, str] = {(1, 0): "1/8", (0, 0): "1/4", (1, 1): "1/4", (0, 1): "1/2"}
    base = Mechanism({x: Dist.bernoulli(p) for x, p in chance.items()}, list(chance), ORDERED)
    domain: list[Data] = list(product((0, 1), repeat=3))
    sampled = subsample(base, sampling_without_replacement(2), domain, ORDERED)
    bound = without_replacement_amplification(ln(2), 0, 2, 3)
    return base.epsilon() == ln(2) and compare(sampled, bound).status == "violated"


def only_add_remove() -> bool:
    """M is ln(3)-DP under add/remove-one; replacing a record costs it twice that."""
    domain = [x for n in range(3) for x in multisets(n)]
    chance = {(): "3/14", (0,): "1/14", (1,): "9/14", (0, 0): "1/14", (0, 1): "3/14", (1, 1): "9/14"}
    laws = {x: Dist.bernoulli(chance[x]) for x in domain}
    grow = Mechanism(laws, domain, adjacency.add_remove_one("multiset"))
    sampled = subsample(
        Mechanism(laws, domain, REPLACE), sampling_without_replacement(1), multisets(2), REPLACE
    )
    bound = without_replacement_amplification(ln(3), 0, 1, 2)
    return grow.epsilon() <= ln(3) and compare(sampled, bound).status == "violated"


LEMMA = Lemma(
    title="amplification by sampling without replacement",
    statement="an (eps, delta)-DP mechanism on a uniform m-subset of n records that stays secret, is drawn "
    "afresh for each release and is shown to it without its order is (ln(1 + q(e^eps - 1)), q delta)-DP, q "
    "= m/n, both under replace-one",
    reduction="Let R be the output given that the changed record is not drawn, P and S that given that it "
    "is, on the two data sets. P is within (eps, delta) of S: one record of the sample differs. It is "
    "within (eps, delta) of R too: exchange the changed record for one drawn uniformly among those left "
    "out. Event by event, the excess of (1-q) R + q P over A' times (1-q) R + q S, A' = 1 + q(A-1), is q "
    "times a mean of the excesses of P over A R and of P over A S. For eps = 1 the 2q of the secrecy of "
    "the sample holds in both directions, for every rate, and a one-sided hypothesis says nothing new, "
    "replace-one being symmetric.",
    inequalities=(
        mixture_excess,
        "for q in [0, 1], eps >= 0: log(1 + q*(exp(eps) - 1)) <= eps",
        "for q in [0, 1], eps >= 0: log(1 + q*(exp(eps) - 1)) <= q*(exp(eps) - 1)",
        "for q >= 0: 1 + q*(e - 1) <= exp(2*q)",
        "for q in [0, 1]: 1/(1 + q*(e - 1)) >= exp(-2*q)",
    ),
    case=case,
    tightness="presence of a record through the canonical mechanism, eps = ln 3, delta = 1/7, 1 of 3 records",
    tight=tight,
    dropped={
        "an (eps, delta)-DP mechanism": not_private,
        "a uniform m-subset": not_uniform,
        "stays secret": sample_published,
        "drawn afresh for each release": sample_reused,
        "without its order": sees_the_order,
        "both under replace-one": only_add_remove,
    },
)
