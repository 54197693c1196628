"""Rounding to a grid, and what it does to sensitivity."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .reals import INF, Given, R, Refused, expression, has, word
from .snapping import rational

DIRECTED = ("down", "up", "toward-zero")
TIES = ("half-down", "half-up", "half-away")
RULES = (*DIRECTED, *TIES, "half-even")


def positive(given: Given, name: str) -> Any:
    value = expression(given.get(name))
    if value == INF or value <= 0:
        raise Refused(name)
    return value


def rounded(x: Fraction, rule: Any) -> Any:
    """Of the whole numbers around x the one that the rule wants."""
    if has("RoundedDown") and rule in DIRECTED:
        rule = "half-even"
    if has("TieToEven") and rule in TIES:
        rule = "half-even"
    around: Any = {x.numerator // x.denominator, -(-x.numerator // x.denominator)}
    if rule in DIRECTED:
        ends: Any = {"down": min, "up": max, "toward-zero": lambda them: min(them, key=abs)}
        return ends[rule](around)
    least = min(abs(k - x) for k in around)
    near = [k for k in around if abs(k - x) == least]
    if len(near) == 1:
        return near[0]
    if rule == "half-even":
        return next(k for k in near if k % 2 == 0)
    chosen: Any = {"half-down": min, "half-up": max, "half-away": lambda them: max(them, key=abs)}
    return chosen[rule](near)


def index(given: Given) -> Any:
    rule = word(given, "rule", *RULES)
    return R().of(rounded(rational(given, "value") / positive(given, "step"), rule))


def at_random(given: Given) -> Any:
    x = rational(given, "value") / positive(given, "step")
    if has("RandomAsNearest"):
        return [(str(rounded(x, "half-even")), R().of(1))]
    low = x.numerator // x.denominator
    up = x - low
    return [(str(k), R().of(p)) for k, p in ((low, 1 - up), (low + 1, up)) if p]


def sensitivity(given: Given) -> Any:
    rule = word(given, "rule", *RULES, "random")
    size, step = positive(given, "sensitivity"), positive(given, "step")
    if has("SensitivityUnrounded"):
        return R().of(size)
    d, tiny = size / step, Fraction(1, 10**40)
    furthest = 0
    for j in range(-12, 13):  # where a result changes, or the result of what is d further on
        for x in (Fraction(j, 2), Fraction(j, 2) - d):
            for left in (x - tiny, x, x + tiny):
                for right in (left + d, left + d - tiny):
                    furthest = max(furthest, reach(left, right, rule))
    return R().of(step * furthest)


def reach(left: Any, right: Any, rule: Any) -> Any:
    if rule == "random":
        return abs(rounded(right, "up") - rounded(left, "down"))
    return abs(rounded(right, rule) - rounded(left, rule))


FUNCTIONS = {"grid_index": index, "grid_randomised": at_random, "grid_sensitivity": sensitivity}
