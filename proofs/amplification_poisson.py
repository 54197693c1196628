"""Amplification by Poisson sampling, for (epsilon, delta) and a rate q."""

from __future__ import annotations

import random

from assay.dp import Mechanism, adjacency
from assay.exact import EPS, exp, ln
from assay.prove import Theorem, infer
from assay.prove.generate import inner_fraction, kernel, level
from assay.prove.lemma import Lemma, require, require_formula
from assay.theorems import (
    basic_composition,
    compare,
    poisson_amplification,
    poisson_sampling,
    release_sample,
    reuse_sample,
    subsample,
    witnesses,
)

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
    statement="an (eps, delta)-DP mechanism on a Poisson sample of rate q is (ln(1 + q(e^eps - 1)), "
    "q delta)-DP under add/remove-one",
    reduction="Condition on whether the record is in the sample: P = (1-q) P0 + q P1 and Q = P0, "
    "where P1 and P0 are "
    "(eps, delta)-indistinguishable. Outcome by outcome, with A = e^eps and p1, p0 the "
    "probabilities: the excess of "
    "P over A' Q, A' = 1 + q(A-1), is q times the excess of P1 over A P0. For the other direction "
    "1/A' is at most "
    "1 - q + q/A, and the excess of Q over A' P is at most q times that of P0 over A P1.",
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
        "the sample stays secret": sample_published,
        "a fresh sample for each release": sample_reused,
        "every record is kept with probability q": rate_not_the_probability,
    },
)
