"""Whether an answer of the second program is what a file expects, to the digits that the file has."""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction
from math import inf
from typing import Any

WIDE = Context(prec=420, Emin=-999999, Emax=999999)
CLOSE = Decimal(10) ** -40
"""A decimal of the second program is the rational of a file where they agree to this, relatively."""


def agrees(expected: Any, value: Any) -> Any:
    """Whether a value, None for a refusal, is the expected one."""
    if expected["kind"] == "refusal" or value is None:
        return (expected["kind"] == "refusal") == (value is None)
    with localcontext(WIDE):
        return _agrees(expected["kind"], expected["value"], value)


def _agrees(kind: Any, truth: Any, value: Any) -> Any:
    if kind in ("float", "decisions"):
        return value == truth
    if kind == "guarantee":
        return all(same(truth[name], value[name]) for name in ("epsilon", "delta"))
    if kind == "distribution":
        wanted = {key(output): p for output, p in truth}
        found = dict(value)
        return set(wanted) == set(found) and all(same(p, found[output]) for output, p in wanted.items())
    if kind in ("profile", "trade-off"):
        return len(truth) == len(value) and all(
            same(t, v)
            for left, right in zip(truth, value, strict=True)
            for t, v in zip(left, right, strict=True)
        )
    return same(truth, value)


def key(output: Any) -> Any:
    """An output as the second program spells it."""
    return tuple(map(key, output)) if isinstance(output, list) else output


def same(truth: Any, value: Any) -> Any:
    """Whether the number of a file is this decimal."""
    if value == inf or truth == "inf":
        return value == inf and truth == "inf"
    if isinstance(truth, dict):
        room = CLOSE * abs(Decimal(truth["upper"]))
        return Decimal(truth["lower"]) - room <= value <= Decimal(truth["upper"]) + room
    right = Fraction(truth)
    exact = Decimal(right.numerator) / Decimal(right.denominator)
    return abs(Decimal(value) - exact) <= (CLOSE * abs(exact) or CLOSE)
