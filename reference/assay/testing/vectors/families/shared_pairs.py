"""The pairs of distributions that the families share, by name."""

from __future__ import annotations

from collections.abc import Mapping

from ....outputs.json_values import Json

PAIRS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "equal coins": (("1/2", "1/2"), ("1/2", "1/2")),
    "randomised response ln 3": (("3/4", "1/4"), ("1/4", "3/4")),
    "randomised response ln 2": (("2/3", "1/3"), ("1/3", "2/3")),
    "nearly equal coins": (("1/2", "1/2"), ("499999999999/1000000000000", "500000000001/1000000000000")),
    "skewed coin": (("9/10", "1/10"), ("99/100", "1/100")),
    "three outcomes": (("1/2", "1/3", "1/6"), ("1/6", "1/3", "1/2")),
    "three unequal losses": (("1/10", "3/10", "3/5"), ("1/2", "1/4", "1/4")),
    "two events of one loss": (("2/5", "2/5", "1/5"), ("1/5", "1/5", "3/5")),
    "one side only": (("1/2", "1/2", "0"), ("1/2", "1/4", "1/4")),
    "other side only": (("3/4", "1/4", "0"), ("1/2", "0", "1/2")),
    "disjoint": (("1", "0"), ("0", "1")),
    "names its victim rarely": (
        ("1/1000000000", "999999999/1000000000", "0"),
        ("0", "999999999/1000000000", "1/1000000000"),
    ),
    "approximate ln 2 at 1/10": (("1/10", "3/5", "3/10", "0"), ("0", "3/10", "3/5", "1/10")),
    "clamped geometric": (("2/3", "1/6", "1/12", "1/12"), ("1/3", "1/3", "1/6", "1/6")),
    "point against coin": (("1", "0"), ("1/2", "1/2")),
    "tiny mass": (
        (
            "1/1000000000000000000000000000000",
            "999999999999999999999999999999/1000000000000000000000000000000",
        ),
        ("1/2", "1/2"),
    ),
    "five outcomes": (("1/15", "2/15", "1/5", "4/15", "1/3"), ("1/3", "4/15", "1/5", "2/15", "1/15")),
}

ONE_SIDED = ("one side only", "other side only", "disjoint", "names its victim rarely", "point against coin")
"""Pairs where an outcome of one is missing from the other, in one direction at least."""


BROKEN: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "sum below one": (("1/2", "1/4"), ("1/2", "1/2")),
    "sum above one": (("1/2", "1/2"), ("1/2", "2/3")),
    "negative probability": (("3/2", "-1/2"), ("1/2", "1/2")),
    "different lengths": (("1/2", "1/2"), ("1/3", "1/3", "1/3")),
    "no outcomes": ((), ()),
    "decimals that sum to almost one": (("0.333333", "0.333333", "0.333333"), ("1/3", "1/3", "1/3")),
}


def pair(name: str) -> dict[str, Json]:
    """The arguments p and q."""
    p, q = {**PAIRS, **BROKEN}[name]
    return {"p": list(p), "q": list(q)}
