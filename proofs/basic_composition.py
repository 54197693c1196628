"""Basic composition, also adaptive: epsilons and deltas add."""

from __future__ import annotations

import random

from assay import adjacency
from assay.dp import Dist, Mechanism
from assay.exact import ln
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, level
from assay.theorems import basic_composition, compose, compose_adaptively, witnesses

BITS = (False, True)


def case(rng: random.Random) -> None:
    """Two generated mechanisms, the second chosen by the answer of the first."""
    first = Mechanism({b: dist(rng, range(2)) for b in BITS}, BITS, adjacency.all_pairs())
    seconds = {
        a: Mechanism({b: dist(rng, range(3)) for b in BITS}, BITS, adjacency.all_pairs()) for a in range(2)
    }
    e1, e2 = level(rng), level(rng)
    worst = max(m.delta(e2) for m in seconds.values())
    bound = basic_composition([(e1, first.delta(e1)), (e2, worst)])
    both = compose_adaptively(first, lambda seen: seconds[int(seen[0] == 1)])
    require(both.delta(bound.epsilon) <= bound.delta, f"adaptive composition: {bound}")


def tight() -> bool:
    """Randomised response twice attains eps_1 + eps_2."""
    response = witnesses.canonical_mechanism(ln(3))
    return compose(response, response).epsilon() == basic_composition([(ln(3), 0)] * 2).epsilon


def shared_randomness() -> bool:
    """Two releases masked with the same coin: each is 0-DP, together they publish the bit."""
    half = {"0": "1/2", "1": "1/2"}
    coin = Mechanism({b: Dist(half) for b in BITS}, BITS, adjacency.all_pairs())
    joint = Mechanism(
        {b: Dist({("0", str(int(b))): "1/2", ("1", str(1 - int(b))): "1/2"}) for b in BITS},
        BITS,
        adjacency.all_pairs(),
    )
    return joint.epsilon() > basic_composition([(coin.epsilon(), 0)] * 2).epsilon


def choice_sees_the_data() -> bool:
    """The second mechanism is chosen by the input itself: both are 0-DP."""
    constants = [Mechanism({b: Dist.point(a) for b in BITS}, BITS, adjacency.all_pairs()) for a in "xy"]
    chosen = Mechanism(lambda b: constants[b].distribution(b), BITS, adjacency.all_pairs())
    return chosen.epsilon() > basic_composition([(m.epsilon(), 0) for m in constants]).epsilon


def shown() -> Mechanism[bool, bool]:
    """The bit itself."""
    return Mechanism({b: Dist.point(b) for b in BITS}, BITS, adjacency.all_pairs())


def first_not_private() -> bool:
    """The first mechanism shows the bit."""
    both = compose(shown(), witnesses.canonical_mechanism(ln(3)))
    return both.epsilon() > basic_composition([(ln(3), 0)] * 2).epsilon


def second_not_private() -> bool:
    """The second mechanism shows the bit."""
    both = compose(witnesses.canonical_mechanism(ln(3)), shown())
    return both.epsilon() > basic_composition([(ln(3), 0)] * 2).epsilon


def largest_instead_of_sum() -> bool:
    """The larger of the two epsilons does not bound the composition."""
    response = witnesses.canonical_mechanism(ln(3))
    return compose(response, response).epsilon() > ln(3)


LEMMA = Lemma(
    title="basic composition",
    statement="an (eps_1, delta_1)-DP mechanism followed by an (eps_2, delta_2)-DP one with fresh "
    "randomness, chosen by the first answer, is (eps_1 + eps_2, delta_1 + delta_2)-DP",
    reduction="Fix the answer y of the first mechanism and an event. With p, q its probabilities on the "
    "two inputs and b the probability of the event under the second mechanism on the other input: the "
    "event's contribution is at most p min(1, A2 b + delta2) <= p min(1, A2 b) + delta2 p, and p min(1, A2 "
    "b) exceeds A1 A2 q b by at most (p - A1 q)_+. Sum over y: the excesses add up to delta_1 + delta_2.",
    inequalities=(
        "for p >= 0, q >= 0, A >= 0, B >= 0: p*min(1, B) <= A*q*B + max(p - A*q, 0)",
        "for p >= 0, B >= 0, d >= 0: p*min(1, B + d) <= p*min(1, B) + d*p",
        "for real a, real b: exp(a)*exp(b) = exp(a + b)",
    ),
    case=case,
    tightness="randomised response with eps = ln 3, twice",
    tight=tight,
    dropped={
        "an (eps_1, delta_1)-DP mechanism": first_not_private,
        "an (eps_2, delta_2)-DP one": second_not_private,
        "fresh randomness": shared_randomness,
        "chosen by the first answer": choice_sees_the_data,
        "the larger epsilon in place of the sum": largest_instead_of_sum,
    },
)
