"""make_private_quantile: the candidate with the smallest noisy score, by the exact distribution of small
datasets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations_with_replacement, product
from typing import Any

from ....adjacency import explicit
from ....dp import Dist, Mechanism
from ...survey.case import Case
from ...survey.definitions import Truthful, finite
from .border import PURE, RECORDS, ZCDP, accepts, built, evaluate, filled
from .case_makers import claims, samples
from .promised_distributions import Scores, left_distribution, ranked
from .selection import word

CANDIDATES = (0, 1, 2)
DATA: tuple[Scores, ...] = tuple(
    records for size in range(4) for records in combinations_with_replacement(CANDIDATES, size)
)
"""All multisets of at most three records."""
QUANTILES = ((0.5, 1.0), (0.5, 0.5), (0.25, 1.0), (0.25, 2.0))
"""alpha and scale."""
TELLING = ((0, 1, 2), (0, 0, 2))
PROMISE = "the candidate of the smallest noisy score |(1 - alpha) #below - alpha #above|"


def quantile_cases() -> Iterator[Case]:
    """Claims where records are added or removed, and distributions."""
    takes_measure = accepts("measurements.make_private_quantile", "output_measure")
    for measure in (PURE, ZCDP) if takes_measure else (PURE,):
        given = f"{measure}, " if takes_measure else ""
        arguments = f"{given}candidates={list(CANDIDATES)!r}, alpha={{alpha!r}}, scale={{scale!r}}"
        make = built("make", "private_quantile", RECORDS, arguments)
        then = built("then", "private_quantile", RECORDS, arguments)
        for name, text, points in (("make", make, QUANTILES), ("then", then, QUANTILES[:1])):
            yield from claims(
                f"measurements.{name}_private_quantile",
                f"{text}.map({{d_in!r}})",
                points=[{"alpha": a, "scale": s, "d_in": 1} for a, s in points],
                promise=f"{word(measure)} over multisets of at most 3 records, one added or removed",
                at_least=True,
                **quantile_truth(measure, make),
            )
        for alpha in (0.25, 0.5):
            yield from samples(
                "measurements.make_private_quantile",
                make,
                distribution_of(make, Fraction(alpha), Fraction(1)),
                TELLING,
                parameters={"alpha": alpha, "scale": 1.0},
                count=4000,
                promise=PROMISE,
                note="the noise is exponential or Gumbel noise, whichever of them the samples leave",
                given="list",
            )


def quantile_scores(records: Scores, alpha: Fraction) -> tuple[Fraction, ...]:
    """|(1 - alpha) #(records below c) - alpha #(records above c)| for every c, 0 at the quantile."""
    return tuple(
        abs((1 - alpha) * sum(r < c for r in records) - alpha * sum(r > c for r in records))
        for c in CANDIDATES
    )


def quantile_distribution(name: str, alpha: Fraction, scale: Fraction, records: Scores) -> Dist[int]:
    """The candidate of the smallest noisy score."""
    found = ranked(name, quantile_scores(records, alpha), scale, 1, negate=True)
    return found.map(lambda i: CANDIDATES[i])


@lru_cache(maxsize=64)
def sampled_noise(template: str, alpha: Fraction, scale: Fraction) -> str:
    """The name of the distribution that the samples leave.  Raises UndecidedError where there is no one such
    distribution.
    """
    mechanism = evaluate(filled(template, {"alpha": float(alpha), "scale": float(scale)}))
    return left_distribution(
        lambda records: mechanism(list(records)),
        TELLING,
        lambda name, x: quantile_distribution(name, alpha, scale, x),
    )


def distribution_of(template: str, alpha: Fraction, scale: Fraction) -> Callable[[Any], Dist[Any]]:
    """records -> the distribution, with the noise that is sampled."""
    return lambda records: quantile_distribution(sampled_noise(template, alpha, scale), alpha, scale, records)


def moved_records(x: Scores, y: Scores) -> int:
    """How many records are added or removed from one multiset to the other."""
    a, b = Counter(x), Counter(y)
    return sum(((a - b) + (b - a)).values())


def quantile_truth(measure: str, template: str) -> Truthful:
    """epsilon or rho over DATA."""

    def mechanism(alpha: Fraction, scale: Fraction, d_in: int) -> Mechanism[Scores, int]:
        pairs = [(x, y) for x, y in product(DATA, repeat=2) if x != y and moved_records(x, y) <= d_in]
        distribution = partial(quantile_distribution, sampled_noise(template, alpha, scale), alpha, scale)
        return Mechanism(distribution, DATA, explicit(pairs), name="noisy quantile")

    return finite("epsilon" if measure == PURE else "zcdp", mechanism)
