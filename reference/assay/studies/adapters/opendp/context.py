"""The Context of opendp, which shares a budget among queries and finds the noise of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....exact import number
from ....testing.claims.values import Real
from ...survey.case import Case
from ...survey.definitions import formula
from .case_makers import calibration

UNIT = "dp.unit_of(contributions={contributions!r})"
QUERY = "context.query().clamp((0, 2)).sum()"
SENSITIVITY = 2
"""Of a sum of records in 0..2, for one record."""
SHARES = [
    {"contributions": c, "queries": k, "target": t}
    for c in (1, 3)
    for k in (1, 3, 10)
    for t in (0.1, 1.0, 3.0)
]


def context_cases() -> Iterator[Case]:
    """The noise that a context finds for each query."""
    for loss, noise, attained, text in (
        ("epsilon", "laplace", all_laplace, "queries*2*contributions/found"),
        ("rho", "gaussian", all_gaussian, "queries*(2*contributions)**2/(2*found**2)"),
    ):
        opened = (
            f"context = dp.Context.compositor(data=[1, 2, 3], privacy_unit={UNIT}, "
            f"privacy_loss=dp.loss_of({loss}={{target!r}}), split_evenly_over={{queries!r}})\n"
        )
        yield from calibration(
            "context.Context.compositor",
            f"{opened}{QUERY}.{noise}().param()",
            attained,
            "target",
            SHARES,
            promise=f"{loss} of all queries: sums of records in 0..2 with {noise} noise of the scale found",
            definition=lambda found, text=text, **point: formula(text)(found=found, **point),
            also=["context.Context.query", "context.Query.param", "context.loss_of", "context.unit_of"],
        )


def all_laplace(found: Any, contributions: int, queries: int, target: Any) -> Real:
    """queries * sensitivity / scale."""
    return number(queries * SENSITIVITY * contributions / Fraction(found))


def all_gaussian(found: Any, contributions: int, queries: int, target: Any) -> Real:
    """queries * sensitivity^2 / (2 scale^2)."""
    return number(queries * (SENSITIVITY * contributions) ** 2 / (2 * Fraction(found) ** 2))
