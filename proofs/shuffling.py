"""Amplification by shuffling: every other report hides the changed one as a clone of it."""

from __future__ import annotations

import random
from typing import Any

from assay import adjacency
from assay.amplification import clones_delta, clones_pair, shuffle
from assay.dp import Dist, Mechanism, hockey_stick
from assay.exact import Log, eps, ln, number
from assay.mechanisms import randomised_response, randomised_response_categories
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, level

PAIRS = adjacency.all_pairs()


def randomiser(rng: random.Random, e: Log, records: int) -> Mechanism[int, int]:
    """An eps_0-DP randomiser: responses on the records, each through a generated kernel."""
    responses = randomised_response_categories(records, e)
    after = {x: dist(rng, range(3)) for x in range(records)}
    laws = {x: responses.distribution(x).bind(lambda y: after[y]) for x in range(records)}
    return Mechanism(laws, range(records), PAIRS)


def case(rng: random.Random) -> None:
    """The exact delta of generated shuffled reports at a generated epsilon, against the pair of counts."""
    e, n = level(rng), rng.randint(1, 3)
    local, at = randomiser(rng, e, rng.randint(2, 3)), level(rng)
    for epsilon in (eps(0), at):
        exact, bound = shuffle(local, n).delta(epsilon), clones_delta(e, n, epsilon)
        require(exact <= bound, f"{n} shuffled reports of {e} at {epsilon}")


def tight() -> bool:
    """One report of randomised response with eps_0 = ln 3, at epsilon 0 and ln 2."""
    one = shuffle(randomised_response(ln(3)), 1)
    return all(one.delta(e) == clones_delta(ln(3), 1, e) for e in (eps(0), ln(2)))


def not_private() -> bool:
    """Two reports of randomised response with eps_0 = ln 9, and the bound for ln 3."""
    return shuffle(randomised_response(ln(9)), 2).delta(ln(2)) > clones_delta(ln(3), 2, ln(2))


def others_of_another_kind() -> bool:
    """The other record is always reported as it is, and never hides a report of 0 or 1."""
    laws: dict[int, Dist[Any]] = {b: Dist({b: "3/4", 1 - b: "1/4"}) for b in (0, 1)}
    local = Mechanism({**laws, 2: Dist.point(2)}, (0, 1, 2), adjacency.explicit([(0, 1)]))
    return shuffle(local, 2).delta(eps(0)) > clones_delta(ln(3), 2, eps(0))


def shared_randomness() -> bool:
    """Two bits masked with one coin: each report is 0-DP, together they show whether the bits agree."""
    agree, differ = Dist.uniform([(0, 0), (1, 1)]), Dist.uniform([(0, 1), (1, 0)])
    sets = [law.map(lambda pair: tuple(sorted(pair))) for law in (agree, differ)]
    return hockey_stick(*sets, eps(0)) > clones_delta(eps(0), 2, eps(0))


def order_shown() -> bool:
    """Two reports with their order: no better than one."""
    one = randomised_response(ln(3)).delta(eps(0))
    return one > clones_delta(ln(3), 2, eps(0))


def one_clone_more() -> bool:
    """The pair of counts for n + 1 reports: too small for randomised response and n = 1."""
    return hockey_stick(*clones_pair(ln(3), 2), eps(0)) < number("1/2")


LEMMA = Lemma(
    title="amplification by shuffling",
    statement="n reports of an eps_0-DP randomiser between any two records, with fresh randomness, shown "
    "as a multiset, have under replace-one at most the profile of the counts (A + D, C - A + 1 - D) and (A "
    "+ 1 - D, C - A + D), with C ~ Bin(n - 1, e^-eps_0), A ~ Bin(C, 1/2), D ~ Bernoulli(e^eps_0/(e^eps_0 + "
    "1))",
    reduction="With P and Q the distributions of the changed report and a = e^eps_0, U = (a P - Q)/(a - 1) "
    "and V = (a Q - P)/(a - 1) are distributions, P is U with probability a/(a + 1) and else V, Q "
    "the other way round. Every other report has a distribution R >= P/a and R >= Q/a, so that it "
    "is U or V with probability 1/(2a) each, as (U + V)/2 = (P + Q)/2, and else what does not "
    "depend on P and Q. The multiset is computed from how many reports are U and how many are V.",
    inequalities=(
        "for p >= 0, q >= 0, a > 1 where q <= a*p: (a*p - q)/(a - 1) >= 0",
        "for p >= 0, q >= 0, a > 1: a/(a + 1)*((a*p - q)/(a - 1)) + 1/(a + 1)*((a*q - p)/(a - 1)) = p",
        "for p >= 0, q >= 0, a > 1: ((a*p - q)/(a - 1) + (a*q - p)/(a - 1))/2 = (p + q)/2",
        "for p >= 0, q >= 0, r >= 0, a >= 1 where p <= a*r and q <= a*r: r - (1/a)*((p + q)/2) >= 0",
        "for a >= 1: 1 - 1/a >= 0",
    ),
    case=case,
    tightness="one report of randomised response with eps_0 = ln 3",
    tight=tight,
    dropped={
        "an eps_0-DP randomiser": not_private,
        "between any two records": others_of_another_kind,
        "with fresh randomness": shared_randomness,
        "shown as a multiset": order_shown,
        "n + 1 reports in place of n": one_clone_more,
    },
)
