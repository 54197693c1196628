"""Tails and strips in a finer unit t/m."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from ..probabilities.values import Value
from ..regions.cases import Strip, Tail

TailOrStrip = TypeVar("TailOrStrip", Tail, Strip)


def inflated(case: TailOrStrip, m: int) -> TailOrStrip:
    """The tail or strip with k m in place of k; for a real s the terms hold u = t s, m times the new one."""
    if m == 1:
        return case
    p, q = (
        {(a * m, i): c.inflate(m) * Value.of(1 if case.is_discrete else m**i) for (a, i), c in side.items()}
        for side in (case.p, case.q)
    )
    return replace(case, p=p, q=q)
