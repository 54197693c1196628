"""Samplers of diffprivlib that choose a candidate, whose exact distribution the tape computes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from .... import adjacency
from ...survey.case import Case
from . import promised_distributions as distributions
from .calls import INPUT, TAPE, tape_case

UTILITIES = ((0, 1, 2), (1, 1, 2), (1, 0, 2), (0, 0, 1), (1, 2, 2))
FAR = ((75, 0), (74, 0), (73, 0), (72, 0), (0, 75), (0, 74), (0, 73))
"""So far apart that the probability of the worse candidate is near the spacing of the uniform floats."""


def _near(utilities: Sequence[tuple[int, ...]]) -> adjacency.Adjacency:
    """Utilities that differ by at most 1 in each candidate."""
    return adjacency.explicit(
        [
            (u, v)
            for u in utilities
            for v in utilities
            if u != v and max(abs(a - b) for a, b in zip(u, v, strict=True)) <= 1
        ]
    )


NEAR = _near(UTILITIES)
GROWN = ((0, 1, 2), (1, 1, 2), (1, 2, 2))


def candidate_cases() -> Iterator[Case]:
    """The exponential mechanism and permute-and-flip, on few candidates."""
    for epsilon in (0.5, 1.0, 4.0, 36.0, 100.0):
        for monotonic, domain, near, measure in (
            (False, UTILITIES, NEAR, None),
            (True, GROWN, None, None),
            (False, UTILITIES, NEAR, [1, 2, 3]),
        ):
            given = {
                "epsilon": epsilon,
                "sensitivity": 1.0,
                "monotonic": monotonic,
                "measure": measure,
                "utility": INPUT,
            }
            yield tape_case(
                "Exponential",
                given,
                domain,
                text="int({0}.randomise())",
                adjacency=near,
                distribution=distributions.weighted(
                    Fraction(epsilon), Fraction(1), monotonic, measure or [1, 1, 1]
                ),
                promise="epsilon-DP over utilities that differ by at most 1" + ", and grow" * monotonic,
            )
        yield tape_case(
            "PermuteAndFlip",
            {"epsilon": epsilon, "sensitivity": 1.0, "utility": INPUT},
            UTILITIES,
            text="int({0}.randomise())",
            adjacency=NEAR,
            distribution=distributions.permute_and_flip(Fraction(epsilon), Fraction(1)),
            # random() = 0 fails the best candidate too, with probability 2^-53, and then none is left
            tape={**TAPE, "raises": (RuntimeError,)},
            promise="epsilon-DP over utilities that differ by at most 1",
        )
    given = {"epsilon": 1.0, "sensitivity": 1.0, "utility": INPUT}
    yield tape_case(
        "Exponential",
        given,
        FAR,
        text="int({0}.randomise())",
        adjacency=_near(FAR),
        distribution=distributions.weighted(Fraction(1), Fraction(1), False, [1, 1]),
        promise="epsilon-DP over utilities that differ by at most 1, near 75",
    )
    yield tape_case(
        "PermuteAndFlip",
        given,
        FAR,
        text="int({0}.randomise())",
        adjacency=_near(FAR),
        distribution=distributions.permute_and_flip(Fraction(1), Fraction(1)),
        tape={**TAPE, "raises": (RuntimeError,)},
        promise="epsilon-DP over utilities that differ by at most 1, near 75",
    )
