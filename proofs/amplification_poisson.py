"""Amplification by Poisson sampling, for (epsilon, delta) and a rate q."""

from __future__ import annotations

import random

from assay import adjacency
from assay.amplification import (
    one_sided_poisson_amplification,
    poisson_amplification,
    poisson_sampling,
    release_sample,
    reuse_sample,
    subsample,
)
from assay.dp import Dist, Mechanism, hockey_stick
from assay.errors import InvalidValue
from assay.exact import EPS, Number, exp, ln, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require, require_formula
from assay.testing.generated_mechanisms import inner_fraction, kernel, level
from assay.theorems import basic_composition, compare, witnesses

DOMAIN = [frozenset(s) for s in ((), (0,), (1,), (0, 1))]
NEIGHBOURS = adjacency.add_remove_one(kind="set")


def case(rng: random.Random) -> None:
    """The delta of the subsampled mechanism at the amplified epsilon is at most q delta."""
    mechanism = Mechanism(kernel(rng, DOMAIN, range(3)), DOMAIN, NEIGHBOURS)
    q, epsilon = inner_fraction(rng), level(rng)
    bound = poisson_amplification(epsilon, mechanism.delta(epsilon), q)
    sampled = subsample(mechanism, poisson_sampling(q), DOMAIN, NEIGHBOURS)
    require(sampled.delta(bound.epsilon) <= bound.delta, f"delta of the sample at {bound}")
    require_formula(exp(poisson_amplification(EPS, 0, q).epsilon), "1 + q*(exp(eps) - 1)", q=q)


def tight() -> bool:
    """The question "is the record there?", answered by the canonical mechanism."""
    present = witnesses.presence(0, ln(3), "1/7", DOMAIN, NEIGHBOURS)
    sampled = subsample(present, poisson_sampling("1/3"), DOMAIN, NEIGHBOURS)
    return compare(sampled, poisson_amplification(ln(3), "1/7", "1/3")).status == "tight"


def sample_published() -> bool:
    """The positions of the sample are released with the answer."""
    present = witnesses.presence(0, ln(3), 0, DOMAIN, NEIGHBOURS)
    published = release_sample(present, poisson_sampling("1/3"), DOMAIN, NEIGHBOURS)
    return published.epsilon() > poisson_amplification(ln(3), 0, "1/3").epsilon


def sample_reused() -> bool:
    """Two releases from one sample."""
    present = witnesses.presence(0, ln(3), 0, DOMAIN, NEIGHBOURS)
    twice = reuse_sample([present, present], poisson_sampling("1/3"), DOMAIN, NEIGHBOURS)
    return twice.epsilon() > basic_composition([poisson_amplification(ln(3), 0, "1/3")] * 2).epsilon


def not_private() -> bool:
    """A ln(9)-DP mechanism, and the bound for ln 3."""
    present = witnesses.presence(0, ln(9), 0, DOMAIN, NEIGHBOURS)
    sampled = subsample(present, poisson_sampling("1/3"), DOMAIN, NEIGHBOURS)
    return sampled.epsilon() > poisson_amplification(ln(3), 0, "1/3").epsilon


def replaced() -> bool:
    """ln(3)-DP under add/remove-one; record 0 raises the chance of True, record 1 lowers it."""
    rows = {(): Dist.bernoulli("1/4"), (0,): Dist.bernoulli("3/4"), (1,): Dist.bernoulli("1/12")}
    base = Mechanism(rows, list(rows), adjacency.add_remove_one())
    pair: list[tuple[int, ...]] = [(0,), (1,)]
    sampled = subsample(base, poisson_sampling("1/3"), pair, adjacency.replace_one("multiset"))
    known = poisson_amplification(ln(3), 0, "1/3").epsilon
    return base.epsilon() == ln(3) and sampled.epsilon() > known


def rate_not_the_probability() -> bool:
    """The record is kept with probability 1/2, and the bound is used with rate 1/3."""
    present = witnesses.presence(0, ln(3), 0, DOMAIN, NEIGHBOURS)
    sampled = subsample(present, poisson_sampling("1/2"), DOMAIN, NEIGHBOURS)
    return sampled.epsilon() > poisson_amplification(ln(3), 0, "1/3").epsilon


def other_direction() -> Theorem:
    """With m >= p0 - A p1 an excess of Q over A P1, that of Q over A' P is at most q m."""
    return infer(
        "combine",
        "for p0 >= 0, p1 >= 0, m >= 0, q in [0, 1], A >= 1 where p0 <= A*p1 + m: "
        "p0 - (1 + q*(A - 1))*((1 - q)*p0 + q*p1) <= q*m",
        {
            "multiplier": "A",
            "terms": [
                {"weight": "1", "factors": ["1 + q*(A - 1)", "q", "A*p1 + m - p0"]},
                {"weight": "1", "factors": ["q", "1 - q", "A - 1", "m"]},
                {"weight": "1", "factors": ["q", "1 - q", "p0"], "square": "A - 1"},
            ],
        },
    )


LEMMA = Lemma(
    title="amplification by Poisson sampling",
    statement="an (eps, delta)-DP mechanism on a Poisson sample of rate q that stays secret and is drawn "
    "afresh for each release is (ln(1 + q(e^eps - 1)), q delta)-DP under add/remove-one",
    reduction="Condition on whether the record is in the sample: P = (1-q) P0 + q P1 and Q = P0, where P1 "
    "and P0 are (eps, delta)-indistinguishable. Outcome by outcome, with A = e^eps and p1, p0 the "
    "probabilities: the excess of P over A' Q, A' = 1 + q(A-1), is q times the excess of P1 over A P0. For "
    "the other direction 1/A' is at most 1 - q + q/A, and the excess of Q over A' P is at most q times "
    "that of P0 over A P1.",
    inequalities=(
        "for p0 >= 0, p1 >= 0, q in [0, 1], A >= 1: "
        "max((1 - q)*p0 + q*p1 - (1 + q*(A - 1))*p0, 0) <= q*max(p1 - A*p0, 0)",
        other_direction,
        "for q in [0, 1], eps >= 0: (1 - q + q*exp(-eps))*(1 + q*(exp(eps) - 1)) >= 1",
        "for q in [0, 1], eps >= 0: log(1 + q*(exp(eps) - 1)) <= eps",
        "for q in [0, 1], eps >= 0: log(1 + q*(exp(eps) - 1)) >= q*eps",
    ),
    case=case,
    tightness="presence of a record, through the canonical mechanism with eps = ln 3, delta = 1/7, q = 1/3",
    tight=tight,
    dropped={
        "an (eps, delta)-DP mechanism": not_private,
        "a Poisson sample of rate q": rate_not_the_probability,
        "stays secret": sample_published,
        "drawn afresh for each release": sample_reused,
        "add/remove-one": replaced,
    },
)


def laws(rng: random.Random, q: Number) -> tuple[Dist[int], Dist[int], Dist[int], Dist[int]]:
    """M with and without the record, and M on a sample with and without it, for a generated M."""
    base = Mechanism(kernel(rng, DOMAIN[:2], range(3)), DOMAIN[:2], NEIGHBOURS)
    sampled = subsample(base, poisson_sampling(q), DOMAIN[:2], NEIGHBOURS)
    without, there = DOMAIN[:2]
    p, r, p_sampled, r_sampled = (m.distribution(x) for m in (base, sampled) for x in (there, without))
    return p, r, p_sampled, r_sampled


def direction_case(rng: random.Random) -> None:
    """Each direction from the guarantee of M in that direction; and both from one."""
    q, epsilon = number(inner_fraction(rng)), level(rng)
    p, r, p_sampled, r_sampled = laws(rng, q)
    remove = poisson_amplification(epsilon, hockey_stick(p, r, epsilon), q, direction="remove")
    require(hockey_stick(p_sampled, r_sampled, remove.epsilon) <= remove.delta, f"remove: {remove}")
    add = poisson_amplification(epsilon, hockey_stick(r, p, epsilon), q, direction="add")
    require(hockey_stick(r_sampled, p_sampled, add.epsilon) <= add.delta, f"add: {add}")
    both = one_sided_poisson_amplification(epsilon, hockey_stick(p, r, epsilon), q)
    require(hockey_stick(p_sampled, r_sampled, both.epsilon) <= both.delta, f"one-sided, remove: {both}")
    require(hockey_stick(r_sampled, p_sampled, both.epsilon) <= both.delta, f"one-sided, add: {both}")


def each_direction_tight() -> bool:
    """Presence of a record attains both parameters of both directions."""
    present = witnesses.presence(0, ln(3), "1/7", DOMAIN[:2], NEIGHBOURS)
    sampled = subsample(present, poisson_sampling("1/3"), DOMAIN[:2], NEIGHBOURS)
    r, p = (sampled.distribution(x) for x in DOMAIN[:2])
    found = [poisson_amplification(ln(3), "1/7", "1/3", direction=d) for d in ("remove", "add")]
    pairs = ((p, r), (r, p))
    exact = [hockey_stick(*pair, g.epsilon) for pair, g in zip(pairs, found, strict=True)]
    return exact == [g.delta for g in found]


def vanishing_output() -> Mechanism[frozenset[int], str]:
    """An output that never occurs when the record is there; the other is at most 3 times as likely."""
    law = {DOMAIN[0]: Dist({"a": "1/3", "b": "2/3"}), DOMAIN[1]: Dist({"a": 1})}
    return Mechanism(law, DOMAIN[:2], NEIGHBOURS)


def new_output() -> bool:
    """The bound of "remove" from a guarantee in the direction "add" only: an output that the record adds."""
    law = {DOMAIN[0]: Dist({"a": 1}), DOMAIN[1]: Dist({"a": "1/3", "b": "2/3"})}
    base = Mechanism(law, DOMAIN[:2], NEIGHBOURS)
    sampled = subsample(base, poisson_sampling("1/3"), DOMAIN[:2], NEIGHBOURS)
    r, p = (sampled.distribution(x) for x in DOMAIN[:2])
    claimed = poisson_amplification(ln(3), 0, "1/3", direction="remove")
    return hockey_stick(law[DOMAIN[0]], law[DOMAIN[1]], ln(3)) == 0 < hockey_stick(p, r, claimed.epsilon)


def other_rate() -> bool:
    """A sample of rate 1/2, and the bounds for 1/3."""
    present = witnesses.presence(0, ln(3), "1/7", DOMAIN[:2], NEIGHBOURS)
    sampled = subsample(present, poisson_sampling("1/2"), DOMAIN[:2], NEIGHBOURS)
    r, p = (sampled.distribution(x) for x in DOMAIN[:2])
    found = [poisson_amplification(ln(3), "1/7", "1/3", direction=d) for d in ("remove", "add")]
    pairs = ((p, r), (r, p))
    return all(hockey_stick(*pair, g.epsilon) > g.delta for pair, g in zip(pairs, found, strict=True))


def wrong_direction() -> bool:
    """The bound of "add" from a guarantee in the direction "remove" only."""
    sampled = subsample(vanishing_output(), poisson_sampling("9/10"), DOMAIN[:2], NEIGHBOURS)
    r, p = (sampled.distribution(x) for x in DOMAIN[:2])
    claimed = poisson_amplification(ln(3), 0, "9/10", direction="add")
    return hockey_stick(r, p, claimed.epsilon) > claimed.delta


def two_sided_bound() -> bool:
    """ln(1 + q(e^eps - 1)) in both directions fails at q = 9/10; at q = 1 there is no bound."""
    sampled = subsample(vanishing_output(), poisson_sampling("9/10"), DOMAIN[:2], NEIGHBOURS)
    exact = sampled.epsilon()
    refused = False
    try:
        one_sided_poisson_amplification(ln(3), 0, 1)
    except InvalidValue:
        refused = vanishing_output().epsilon().is_infinite
    known = one_sided_poisson_amplification(ln(3), 0, "9/10").epsilon
    return refused and known == exact > poisson_amplification(ln(3), 0, "9/10").epsilon


def adding() -> Theorem:
    """The excess of R over A' ((1-q) R + q P) is q/(q + (1-q) A) times that of R over A P."""
    where = "for p >= 0, r >= 0, q in [0, 1], A >= 1"
    positive = infer(
        "combine",
        f"{where}: q + (1 - q)*A > 0",
        {"terms": [{"weight": "1", "factors": []}, {"weight": "1", "factors": ["1 - q", "A - 1"]}]},
    )
    claim = f"{where}: r - A/(q + (1 - q)*A)*((1 - q)*r + q*p) = q*(r - A*p)/(q + (1 - q)*A)"
    return infer("combine", claim, {}, [positive])


DIRECTIONS = Lemma(
    title="the two directions of amplification by Poisson sampling",
    statement="from P(S) <= e^eps R(S) + delta for M with the record (P) and without it (R): on a sample "
    "of rate q the same with ln(1 + q(e^eps - 1)) and q delta; from R(S) <= e^eps P(S) + delta: the same "
    "with -ln(1 - q(1 - e^-eps)) and q delta/(q + (1-q) e^eps); from the first alone, for q < 1, both "
    "directions with max(ln(1 + q(e^eps - 1)), -ln(1 - q)) and q delta",
    reduction="With the record the sampled mechanism has the distribution (1-q) R + q P, without it R. Two "
    "identities for the excess of an event, and R <= ((1-q) R + q P)/(1 - q).",
    inequalities=(
        "for real p, real r, q in [0, 1], A >= 1: (1 - q)*r + q*p - (1 + q*(A - 1))*r = q*(p - A*r)",
        adding,
        "for p >= 0, r >= 0, q in [0, 1): r <= ((1 - q)*r + q*p)/(1 - q)",
        "for q in [0, 1], eps >= 0: (1 - q*(1 - exp(-eps)))*(1 + q*(exp(eps) - 1)) >= 1",
    ),
    case=direction_case,
    tightness="presence of a record, eps = ln 3, delta = 1/7, q = 1/3, in each direction",
    tight=each_direction_tight,
    dropped={
        "P(S) <= e^eps R(S) + delta": new_output,
        "R(S) <= e^eps P(S) + delta": wrong_direction,
        "a sample of rate q": other_rate,
        "q < 1": two_sided_bound,
    },
)
