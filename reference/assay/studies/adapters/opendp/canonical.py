"""make_canonical_noise, by the exact distribution of Tulap noise, and make_alp_queryable, by its claimed
privacy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

from ....engines.partial import Partial
from ....exact import Number, exp, number
from ...survey.case import Case
from ...survey.definitions import formula
from .border import built, float_space, histogram_space
from .case_makers import claims, samples
from .promised_distributions import binned

TARGETS = ((1.0, 0.0), (1.0, 0.001), (0.5, 0.25), (3.0, 1e-9))
"""epsilon and delta."""
CUTS = tuple(Fraction(k, 2) for k in range(-8, 9))
BINNED = "lambda value: sum(value > k / 2 for k in range(-8, 9))"
KEY = "a"


def canonical_cases() -> Iterator[Case]:
    """Claims at the sensitivity, and distributions."""
    for prefix in ("make", "then"):
        make = built(
            prefix, "canonical_noise", float_space(), "d_in={d_in!r}, d_out=({epsilon!r}, {delta!r})"
        )
        points: list[dict[str, Any]] = [
            {"d_in": d, "epsilon": e, "delta": t}
            for d in (1.0, 3.0)
            for e, t in TARGETS[: 4 if prefix == "make" else 1]
        ]
        yield from claims(
            f"measurements.{prefix}_canonical_noise",
            f"{make}.map({{d_in!r}})[1]",
            lambda d_in, epsilon, delta: beyond(epsilon, delta),
            points,
            promise="delta of Tulap noise at this epsilon: the mass moved beyond the support",
            definition=formula("delta"),
        )
        yield from claims(
            f"measurements.{prefix}_canonical_noise",
            f"{make}.map({{d_in!r}})[0]",
            lambda d_in, epsilon, delta: number(epsilon),
            points,
            promise="epsilon of Tulap noise at this delta, for which it is made",
            definition=formula("epsilon"),
        )
    for epsilon, delta in TARGETS[:3]:
        yield from samples(
            "measurements.make_canonical_noise",
            f"dp.m.make_canonical_noise({float_space()}, d_in=1.0, d_out=({{epsilon!r}}, {{delta!r}}))",
            partial(tulap_bins, Fraction(epsilon), Fraction(delta)),
            (0.0, 0.75),
            parameters={"epsilon": epsilon, "delta": delta},
            count=4000,
            promise="Tulap noise, by bins of 1/2",
            read=BINNED,
        )
    yield from alp_cases()


def beyond(epsilon: Fraction, delta: Fraction) -> Number:
    """q (1 - b) / (2 b (1 - q)), with b = e^-epsilon: the mass that a move by 1 takes out of the support."""
    b, q = parameters(epsilon, delta)
    return q * (1 - b) / (2 * b * (1 - q))


def parameters(epsilon: Fraction, delta: Fraction) -> tuple[Number, Number]:
    """b = e^-epsilon and q = 2 delta b / (1 - b + 2 delta b).

    Source: J. Awan and A. Slavkovic, "Differentially private uniformly most powerful tests for binomial
    data", NeurIPS 2018, definition of the Tulap distribution.
    """
    b = exp(-epsilon)
    return b, 2 * delta * b / (1 - b + 2 * delta * b)


def untruncated(b: Number, x: Fraction) -> Number:
    """F(x) = b^(-[x]) (b + (x - [x] + 1/2)(1 - b))/(1 + b) for x <= 0, [x] the nearest integer; symmetric."""
    if x > 0:
        return 1 - untruncated(b, -x)
    nearest = floor(x + Fraction(1, 2))
    return b ** (-nearest) * (b + (x - nearest + Fraction(1, 2)) * (1 - b)) / (1 + b)


def tulap_below(epsilon: Fraction, delta: Fraction, x: Fraction) -> Number:
    """P(N <= x): the distribution above, with q/2 cut off on each side."""
    b, q = parameters(epsilon, delta)
    inside = (untruncated(b, x) - q / 2) / (1 - q)
    return number(0) if inside < 0 else number(1) if inside > 1 else inside


def tulap_bins(epsilon: Fraction, delta: Fraction, centre: float) -> Partial[int]:
    """The distribution of the bin of centre + N; a float is off by less than 2^-40 here, so is the mass of a
    bin.
    """
    return binned(
        CUTS, [tulap_below(epsilon, delta, cut - Fraction(centre)) for cut in CUTS], Fraction(1, 2**40)
    )


def alp_cases() -> Iterator[Case]:
    """make_alp_queryable: whether one count can be told from another as its map says."""
    space = histogram_space("l01inf_distance")
    if space is None:
        return
    for prefix in ("make", "then"):
        make = built(prefix, "alp_queryable", space, "scale={scale!r}, total_limit=24, value_limit=24")
        yield from samples(
            f"measurements.{prefix}_alp_queryable",
            make,
            None,
            (0, 1),
            parameters={"scale": 1.0},
            count=3000,
            promise="one count answered by the queryable is as private as the map says",
            note="the distribution, of a projection on random hashes, is not promised; samples bound epsilon",
            given=f"lambda x: {{'{KEY}': x}}",
            read=f"lambda queryable: queryable('{KEY}')",
            epsilon=f"{make}.map((1, 1, 1))",
        )
