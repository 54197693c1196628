"""Parallel composition: mechanisms that look at disjoint parts of the data."""

from __future__ import annotations

import random

from assay import adjacency
from assay.dp import Dist, Mechanism, epsilon, profile
from assay.exact import eps, ln
from assay.mechanisms import randomised_response
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dp_pair, fraction, level
from assay.theorems import Guarantee, compose, parallel, parallel_composition

BITS = (False, True)


def on_bit(low: Dist[int], high: Dist[int]) -> Mechanism[bool, int]:
    """The mechanism on a part of the data that is one bit."""
    return Mechanism({False: low, True: high}, BITS, adjacency.all_pairs())


def case(rng: random.Random) -> None:
    """Three generated mechanisms on three parts, of which one changes, or two."""
    e = level(rng)
    parts = [on_bit(*dp_pair(rng, e, fraction(rng))) for _ in range(3)]
    given = [Guarantee(e, m.delta(e)) for m in parts]
    for affected in (1, 2):
        bound = parallel_composition(given, affected)
        exact = parallel(*parts, affected=affected).delta(bound.epsilon)
        require(exact <= bound.delta, f"{affected} of three parts at {e}: {bound}")


def tight() -> bool:
    """Randomised response with eps = ln 3 and eps = ln 2: ln 3 where one part changes, ln 6 where both do."""
    parts = [randomised_response(ln(3)), randomised_response(ln(2))]
    given = [(ln(3), 0), (ln(2), 0)]
    return all(
        parallel(*parts, affected=n).epsilon() == parallel_composition(given, n).epsilon for n in (1, 2)
    )


def not_private() -> bool:
    """Randomised response with eps = ln 9, and the bound for ln 3."""
    both = parallel(randomised_response(ln(9)), randomised_response(ln(3)))
    return both.epsilon() > parallel_composition([(ln(3), 0)] * 2).epsilon


def same_part() -> bool:
    """Both mechanisms look at the same bit."""
    one = randomised_response(ln(3))
    return compose(one, one).epsilon() > parallel_composition([(ln(3), 0)] * 2).epsilon


def shared_randomness() -> bool:
    """Two bits masked with one coin: each release is 0-DP, together they show whether the bits agree."""
    agree, differ = Dist.uniform(["00", "11"]), Dist.uniform(["01", "10"])
    return profile(agree, differ)(eps(0)) > parallel_composition([(0, 0)] * 2).delta


def parts_by_position() -> bool:
    """The i-th record goes to part i: a record that enters in front of 1, 0 changes both parts."""
    law = randomised_response(ln(3)).distribution
    before, after = (Dist.product(law(a), law(b)) for a, b in ((True, False), (False, True)))
    return epsilon(before, after) > parallel_composition([(ln(3), 0)] * 2).epsilon


LEMMA = Lemma(
    title="parallel composition",
    statement="(eps_i, delta_i)-DP mechanisms, each on its own part of the data, with fresh randomness, are "
    "together (max eps_i, max delta_i)-DP where a change of one individual changes one part; where it "
    "changes two parts, the two largest eps_i and the two largest delta_i add up",
    reduction="Fix what the other parts answer: it has a probability w that does not depend on the part that "
    "changes, and the joint event is a mixture, with these weights, of events of that part alone. So P(S) <= "
    "e^eps_i Q(S) + delta_i, and the largest parameters do for every part. Two parts are changed one after "
    "the other, which is basic composition.",
    inequalities=(
        "for w in [0, 1], p >= 0, q >= 0, A >= 0, B >= 0, d >= 0, f >= 0 where "
        "p <= A*q + d and A <= B and d <= f: w*p <= B*(w*q) + w*f",
        "for real p, real q, real r, real s, B >= 0, real u, real v where p <= B*q + u and r <= B*s + v: "
        "p + r <= B*(q + s) + (u + v)",
        "for real x, real y: max(x, y) >= x",
        "for p >= 0, q >= 0, A >= 0, B >= 0: p*min(1, B) <= A*q*B + max(p - A*q, 0)",
        "for p >= 0, B >= 0, d >= 0: p*min(1, B + d) <= p*min(1, B) + d*p",
    ),
    case=case,
    tightness="randomised response with eps = ln 3 and eps = ln 2 on two parts",
    tight=tight,
    dropped={
        "(eps_i, delta_i)-DP": not_private,
        "its own part of the data": same_part,
        "fresh randomness": shared_randomness,
        "changes one part": parts_by_position,
    },
)
