"""Results that hold integers of more digits than Python spells: every text of them is written."""

import random
from fractions import Fraction

import pytest

from assay import Dist, Mechanism, adjacency, flip, program
from assay.programs.sources import sampled

LONG = 10**5000
P = Fraction(LONG + 1, 2 * LONG + 3)


@program
def unfinished(x):
    while flip(P):
        pass
    return LONG


def sampler(x):
    return LONG * random.randrange(3)


def table():
    rows = {LONG: {LONG: P, -LONG: 1 - P}, 1: {LONG: "1/3", -LONG: "2/3"}}
    return Mechanism(rows, [LONG, 1], adjacency.all_pairs())


RESULTS = {
    "distribution": lambda: Dist({LONG: P, -LONG: 1 - P}),
    "mechanism": table,
    "refuted": lambda: table().audit(0),
    "refuted with a delta": lambda: table().audit("1/100", Fraction(1, LONG)),
    "verified": lambda: Mechanism(unfinished, [0, LONG], adjacency.all_pairs()).audit(0),
    "witness": lambda: table().audit(0).witness,
    "outcome of a witness": lambda: table().audit(0).witness.outcomes[0],
    "worst case": lambda: table().worst_case.epsilon(),
    "delta": lambda: table().worst_case.delta(Fraction(1, LONG)),
    "profile": lambda: table().profile(),
    "trade-off": lambda: table().tradeoff(),
    "sampled": lambda: sampled(sampler, LONG),
    "bounds": lambda: sampled(sampler, LONG).bounds,
    "loss": lambda: table().privacy_loss(LONG, 1),
}


@pytest.mark.parametrize("name", RESULTS)
def test_every_text_is_written(name):
    result = RESULTS[name]()
    for text in (repr(result), str(result), f"{result}"):
        assert text


def test_the_text_of_a_result_names_its_fields():
    m = Mechanism({0: {0: 1}, 1: {0: "1/2", 1: "1/2"}}, [0, 1], adjacency.all_pairs())
    outcome = m.audit(0).witness.outcomes[0]
    assert repr(outcome) == f"Outcome(outcome={outcome.outcome!r}, p={outcome.p!r}, q={outcome.q!r})"
