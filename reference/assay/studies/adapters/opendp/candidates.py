"""Selection from private candidates: make_select_private_candidate."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import log

from ....adjacency import all_pairs
from ....dp import Dist, Mechanism
from ...survey.case import Case
from ...survey.definitions import finite
from .case_makers import claims, samples
from .spaces import INT_SPACE, PURE


def candidate_text() -> str:
    """Randomised response with probability 3/4, whose true answers have the score 1."""
    return (
        "import random\n"
        f"inner = dp.m.make_user_measurement({INT_SPACE}, {PURE}, "
        "lambda x: (float(x ^ (random.getrandbits(2) == 0)), 0), "
        f"lambda d_in: {log(3)!r}, TO=(float, 'ExtrinsicObject'))\n"
        "dp.c.make_select_private_candidate(inner, stop_probability={stop!r}, threshold=0.5)"
    )


def candidate_distribution(stop: Fraction, x: int) -> Dist[str]:
    """A score of 1 is released; after a score of 0 the search goes on with probability 1 - stop."""
    p = Fraction(3, 4) if x else Fraction(1, 4)
    found = p / (1 - (1 - p) * (1 - stop))
    return Dist({"released": found, "nothing": 1 - found})


def candidates() -> Iterator[Case]:
    """make_select_private_candidate."""

    def mechanism(stop: Fraction) -> Mechanism[int, str]:
        return Mechanism(partial(candidate_distribution, stop), [0, 1], all_pairs(), name="private selection")

    yield from claims(
        "combinators.make_select_private_candidate",
        f"{candidate_text()}.map(1)",
        points=[{"stop": s} for s in (2.0**-30, 2.0**-10, 0.25, 0.5)],
        promise="epsilon of the first score 1 of randomised response with epsilon = ln 3, at most 2 ln 3",
        at_least=True,
        **finite("epsilon", mechanism),
    )
    for stop in (0.25, 0.5):
        yield from samples(
            "combinators.make_select_private_candidate",
            candidate_text(),
            partial(candidate_distribution, Fraction(stop)),
            (0, 1),
            parameters={"stop": stop},
            count=3000,
            promise="the first candidate above the threshold; after any other, an end with stop_probability",
            read="lambda output: 'nothing' if output is None else 'released'",
        )
