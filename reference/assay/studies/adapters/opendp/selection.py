"""Private selection by scores: make_noisy_max, make_noisy_top_k, make_report_noisy_max_gumbel.

Two distributions are in use for it: with Gumbel noise the best score is that of the exponential mechanism,
with exponential noise that of permute-and-flip. Which of them a release samples is not said by every
documentation, and decided here by its samples: a distribution that they contradict is out, and the truth is
that of the distribution that is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from math import log
from typing import Any

from ....adjacency import Adjacency, all_pairs, explicit
from ....dp import Dist, Mechanism
from ...survey.case import Case
from ...survey.definitions import Truthful, finite
from .border import INT_SPACE, MONOTONE, PURE, SCORES, ZCDP, built, filled
from .case_makers import claims, require, samples
from .promised_distributions import READ, Scores, ranked, sampled_distribution

SCALES = (0.5, 1.0, 4.0)
TELLING: tuple[Scores, ...] = ((1, -1), (0, 1, 2))
"""Scores at which the distributions differ."""


def selection_cases() -> Iterator[Case]:
    """Claims under both measures, and distributions."""
    for measure in (PURE, ZCDP):
        yield from maximum_claims(measure)
        yield from top_claims(measure)
        yield from selection_samples(measure)
        yield from stated_distribution(measure)
    yield from gumbel_cases()


def together(x: Scores, y: Scores) -> bool:
    """Whether no score falls where another rises."""
    moves = [b - a for a, b in zip(x, y, strict=True)]
    return all(move >= 0 for move in moves) or all(move <= 0 for move in moves)


def neighbours(d_in: int, size: int, monotone: bool) -> tuple[list[Scores], Adjacency]:
    """All vectors with entries -d, 0, d; two are adjacent where no entry moves by more than d."""
    domain = list(product((-d_in, 0, d_in), repeat=size))
    pairs = [
        (x, y)
        for x, y in product(domain, repeat=2)
        if x != y and max(abs(a - b) for a, b in zip(x, y, strict=True)) <= d_in
        if not monotone or together(x, y)
    ]
    return domain, explicit(pairs)


def selected(
    measure: str,
    template: str,
    *,
    size: int,
    k: int = 1,
    monotone: bool = False,
    distribution: str | None = None,
) -> Truthful:
    """epsilon or rho over `neighbours`, with the distribution that the samples of the measurement leave."""

    def mechanism(scale: Fraction, d_in: int, negate: bool = False) -> Mechanism[Scores, Any]:
        require(d_in > 0, "no two inputs are adjacent")
        text = filled(template, {"scale": float(scale), "negate": negate})
        name = distribution or sampled_distribution(text, scale, k, negate)
        domain, adjacency = neighbours(d_in, size, monotone)
        return Mechanism(lambda x: ranked(name, x, scale, k, negate), domain, adjacency, name=name)

    return finite("epsilon" if measure == PURE else "zcdp", mechanism)


def word(measure: str) -> str:
    """What the measure is measured in."""
    return "epsilon" if measure == PURE else "rho"


def maximum_claims(measure: str) -> Iterator[Case]:
    """make_noisy_max, with both kinds of sensitivity."""
    for space, monotone in ((SCORES, False), (MONOTONE, True)):
        for prefix in ("make", "then") if not monotone else ("make",):
            make = built(prefix, "noisy_max", space, f"{measure}, scale={{scale!r}}, negate={{negate!r}}")
            points = [{"scale": s, "d_in": 1, "negate": False} for s in SCALES[: 1 if monotone else 3]]
            points += [{"scale": 1.0, "d_in": 1, "negate": True}]
            yield from claims(
                f"measurements.{prefix}_noisy_max",
                f"{make}.map({{d_in!r}})",
                points=[*points, {"scale": 2.0, "d_in": 3, "negate": False}]
                if prefix == "make"
                else points[:1],
                promise=f"{word(measure)} over score vectors of 2 entries"
                + (" that move together" if monotone else "")
                + ", with the distribution that is sampled",
                at_least=True,
                **selected(measure, make, size=2, monotone=monotone),
            )


def top_claims(measure: str) -> Iterator[Case]:
    """make_noisy_top_k for two indices of three scores."""
    for prefix in ("make", "then"):
        make = built(prefix, "noisy_top_k", SCORES, f"{measure}, k=2, scale={{scale!r}}, negate={{negate!r}}")
        yield from claims(
            f"measurements.{prefix}_noisy_top_k",
            f"{make}.map({{d_in!r}})",
            points=[
                {"scale": s, "d_in": 1, "negate": False} for s in ((1.0, 4.0) if prefix == "make" else (1.0,))
            ],
            promise=f"{word(measure)} of two indices over score vectors of 3 entries, "
            "the distribution as sampled",
            at_least=True,
            **selected(measure, make, size=3, k=2),
        )


def selection_samples(measure: str) -> Iterator[Case]:
    """The claimed privacy of the samples, whatever their distribution."""
    zero, moved = (0, 0), (1, -1)
    for name, arguments in (("noisy_max", ""), ("noisy_top_k", "k=1, ")):
        make = f"dp.m.make_{name}({SCORES}, {measure}, {arguments}scale={{scale!r}}, negate={{negate!r}})"
        for negate in (False, True):
            yield from samples(
                f"measurements.make_{name}",
                make,
                None,
                [zero, moved],
                parameters={"scale": 1.0, "negate": negate},
                promise=f"private as its map says, {word(measure)}",
                given="list",
                read=READ,
                epsilon=f"{make}.map(1)" if measure == PURE else None,
                rho=f"{make}.map(1)" if measure == ZCDP else None,
            )


def stated_distribution(measure: str) -> Iterator[Case]:
    """The distribution with the rho that the map states, (2 d_in/scale)^2/8; permute-and-flip has up to 4
    times it.
    """
    if measure != ZCDP:
        return
    for name, arguments in (("noisy_max", ""), ("noisy_top_k", "k=1, ")):
        for negate in (False, True):
            yield from samples(
                f"measurements.make_{name}",
                f"dp.m.make_{name}({SCORES}, {measure}, {arguments}scale={{scale!r}}, negate={{negate!r}})",
                partial(gumbel, negate),
                list(TELLING),
                parameters={"scale": 1.0, "negate": negate},
                count=4000,
                promise="the exponential mechanism, whose rho is the one that the map states",
                given="list",
                read=READ,
            )


def gumbel(negate: bool, scores: Scores) -> Dist[Any]:
    """The index of the best score with Gumbel noise of scale 1."""
    return ranked("exponential mechanism", scores, Fraction(1), 1, negate)


def gumbel_cases() -> Iterator[Case]:
    """make_report_noisy_max_gumbel, which says which noise it has."""
    name = "measurements.make_report_noisy_max_gumbel"
    make = f"dp.m.make_report_noisy_max_gumbel({SCORES}, scale={{scale!r}}, optimize={{optimize!r}})"
    for optimize in ("max", "min"):
        yield from samples(
            name,
            make,
            partial(gumbel, optimize == "min"),
            [(1, -1), (0, 1, 2)],
            parameters={"scale": 1.0, "optimize": optimize},
            count=4000,
            promise=f"the index of the {optimize}imum with Gumbel noise: the exponential mechanism",
            given="list",
        )
    for prefix in ("make", "then"):
        each = built(prefix, "report_noisy_max_gumbel", SCORES, "scale={scale!r}, optimize='max'")
        yield from claims(
            f"measurements.{prefix}_report_noisy_max_gumbel",
            f"{each}.map({{d_in!r}})",
            points=[{"scale": s, "d_in": 1} for s in (SCALES if prefix == "make" else SCALES[:1])],
            promise="epsilon of Gumbel noise over score vectors of 2 entries",
            at_least=True,
            **selected(PURE, each, size=2, distribution="exponential mechanism"),
        )


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
