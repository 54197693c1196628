"""The snapping mechanism: its distribution in real arithmetic and in binary64, and its epsilon."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..arguments import exact_text
from ..family import FLOAT, Case, Family, case, edge_if

PARAMETERS = (
    ("0", "1", "2"),
    ("1/3", "1", "3"),
    ("5/2", "3/2", "4"),
    ("-1/4", "3/2", "5"),
    ("10", "3/4", "3"),
    ("1", "1/3", "1"),
    ("-7", "5", "20"),
    ("0", "2", "2"),
    ("1/2", "9/8", "3"),
    (FLOAT, "0x1.999999999999ap-2", "1"),
)
FLOATS = (
    ("0", "1", "2"),
    ("0x1p-1", "1", "3"),
    (FLOAT, FLOAT, "1"),
    ("0x1.5555555555555p-2", "0x1.8p+0", "4"),
    ("-0x1.921fb54442d18p+1", "0x1.5p+1", "8"),
    ("0x1.4p+3", "0x1.8p-1", "3"),
    ("0x1p-400", "0x1.0000000000001p+0", "4"),
    ("0x1.fffffffffffffp+0", "0x1.fffffffffffffp-1", "5"),
)
PAIRS = (
    ("0", "1", "1", "2"),
    ("0", "1", "1", "3"),
    ("0", "1", "2", "8"),
    ("1/2", "3/2", "1", "4"),
    ("-1/3", "2/3", "3/2", "4"),
    ("-5", "5", "5/4", "2"),
    ("1", "1", "1", "2"),
    (FLOAT, "1", "0x1.999999999999ap-2", "2"),
)
FLOAT_PAIRS = (
    ("0", "1", "1", "2"),
    ("0", "1", "2", "8"),
    ("0", "1", "4", "32"),
    ("0x1p-1", "0x1.8p+0", "1", "4"),
    ("0x1.5555555555555p-2", "0x1.5555555555555p+0", "0x1.8p+0", "4"),
    ("0x1.4p+1", "0x1.cp+1", "0x1.8p+0", "6"),
    ("-0x1p-1", "0x1p-1", "0x1.8p-1", "3"),
    ("-5", "5", "0x1.4p+0", "2"),
    ("0x1p-60", "0", "1", "2"),
    (FLOAT, "0x1.199999999999ap+0", "0x1.999999999999ap+1", "10"),
    ("3", "3", "1", "4"),
)


def cases() -> Iterator[Case]:
    """Distributions, their epsilons, and the epsilon that is stated."""
    for value, scale, bound in PARAMETERS:
        yield case("snapping_distribution", value=value, scale=scale, bound=bound)
    for value, scale, bound in FLOATS:
        yield case("snapping_float_distribution", value=value, scale=scale, bound=bound)
    for function, pairs in (("snapping_epsilon", PAIRS), ("snapping_float_epsilon", FLOAT_PAIRS)):
        for value, other, scale, bound in pairs:
            result = edge_if(value == other)
            yield case(function, result, value=value, other=other, scale=scale, bound=bound)
    for scale in ("1", "1/2", "3/2", "10", "1/30", "1000000", FLOAT):
        for times in ("3/2", "100", "1000000000000"):
            bound = str(Fraction(exact_text(scale)) * Fraction(times))
            yield case("snapping_epsilon_bound", scale=scale, bound=bound)
    yield from _invalid()


def _invalid() -> Iterator[Case]:
    real, moved = {"value": "0", "scale": "1", "bound": "2"}, {"value": "0", "other": "1", "scale": "1"}
    for key, bad in (("scale", "3"), ("bound", "65"), ("value", "nan"), ("bound", "inf")):
        yield case("snapping_distribution", "invalid", **{**real, key: bad})
    for key, bad in (("bound", "1/2"), ("value", "1/3"), ("scale", "0.9"), ("value", "0x1p-600")):
        yield case("snapping_float_distribution", "invalid", **{**real, key: bad})
    for key, bad in (("bound", "1/2"), ("other", "inf")):
        yield case("snapping_epsilon", "invalid", **{**moved, "bound": "2", key: bad})
    for key, bad in (("other", "1/3"), ("bound", "100")):
        yield case("snapping_float_epsilon", "invalid", **{**moved, "bound": "2", key: bad})
    for scale, bound in (("1", "1"), ("1", "70368744177664")):
        yield case("snapping_epsilon_bound", "invalid", scale=scale, bound=bound)


FAMILIES = (
    Family(
        "snapping",
        "The snapping mechanism: its distribution in real arithmetic and in binary64, and its epsilon",
        ("Mironov, On Significance of the Least Significant Bits for Differential Privacy, CCS 2012",),
        cases,
    ),
)
