"""A question as every accountant is asked it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Request:
    """epsilon at a delta, or delta at an epsilon, of `count` uses of one mechanism.

    kind: "gaussian" (sigma = 1), "laplace" (scale 1), "sampled" (Gaussian, sigma = 1, rate 1/100), "response"
    (randomised response with e^epsilon = 3), "two responses" (e^epsilon = 3 and 2, `count` each), "mixed"
    (200 Gaussians of sigma 20, 100 Laplace mechanisms of scale 30, 100 discrete ones of scale 20), or "table"
    with the two distributions, "text" with mechanisms as the command line takes them, or "calibrate" with one
    of them whose sigma is "?", for both epsilon and delta.
    """

    kind: str
    count: int
    delta: float | None = None
    epsilon: float | None = None
    table: tuple[Mapping[int, Fraction], Mapping[int, Fraction]] | None = None
    mechanisms: tuple[str, ...] = ()
    adjacency: str = "add-remove-one"
