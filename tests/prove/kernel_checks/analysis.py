"""Slopes, curvature, limits and subdivision: `monotone`, `concave`, `interval`."""

from __future__ import annotations

from tests.prove.kernel_checks.steps import (
    TRUE,
    concave,
    direct,
    interval,
    monotone,
    sturm,
)

FALSE = {
    "monotone needs its high end defined": monotone(
        "for x in [0, 1]: 1/(1 - x) >= 1", "low", sturm("for x in (0, 1): 1/(1 - x)^2 >= 0")
    ),
    "monotone needs the inside defined": monotone(
        "for x in [-1, 1]: (1/x)^0 >= 1", "low", direct("for x in (-1, 1): 0 - 0 >= 0")
    ),
    "monotone needs its low end defined": monotone(
        "for x in [0, 1]: 1/x >= 1", "high", sturm("for x in (0, 1): 1/x^2 >= 0")
    ),
    "monotone needs an end": monotone(
        "for real x: x >= 0", "low", direct("for real x: 1 - 0 >= 0"), says="infinite"
    ),
    "monotone needs the sign at the end": monotone(
        "for x in [0, 1]: x >= 1/2", "low", direct("for x in (0, 1): 1 - 0 >= 0")
    ),
    "monotone needs more at an included end": monotone(
        "for x in [0, 1]: x > 0", "low", direct("for x in (0, 1): 1 - 0 > 0")
    ),
    "monotone needs a strict slope at an excluded end": monotone(
        "for x in (0, 1]: x - x > 0", "low", direct("for x in (0, 1): 1 - 1 - 0 >= 0")
    ),
    "monotone needs the sign of the slope": monotone("for x in [0, 1]: -x >= 0", "low", TRUE),
    "monotone needs the slope, not its negative": monotone(
        "for x in [0, 1]: -x >= 0", "low", direct("for x in (0, 1): 1 >= 0")
    ),
    "monotone needs the slope everywhere inside": monotone(
        "for x in [0, 2]: x*(1 - x) >= 0", "low", sturm("for x in (0, 1/2): 1 - 2*x >= 0")
    ),
    "a slope that is not 0 has no sign": monotone(
        "for x in [0, 1]: -x >= 0", "low", direct("for x in (0, 1): -1 - 0 != 0")
    ),
    "monotone does not show equality": monotone(
        "for x in [1, 2]: x = 0", "low", direct("for x in (1, 2): 1 - 0 >= 0")
    ),
    "the derivative of a root": monotone(
        "for x in [1, 2]: 2/5*x - sqrt(x) + 3/5 >= 0",
        "low",
        direct("for x in (1, 2): 2/5 - 1/(3*sqrt(x)) >= 0"),
    ),
    "a maximum has no derivative at its corners": monotone(
        "for x in [0, 1]: max(-x, -1) >= 0", "low", direct("for x in (0, 1): -1/(-1) - 0 >= 0")
    ),
    "monotone needs a real variable": monotone(
        "for integer x in [0, 3]: x >= 1", "low", direct("for x in (0, 3): 1 - 0 >= 0")
    ),
    "monotone needs a free path": monotone(
        "for x in [0, 1] where x != 1/2: -1/(x - 1/2) >= 0",
        "low",
        direct("for x in (0, 1) where x != 1/2: 0 >= 0"),
        says="a side condition mentions x",
    ),
    "concave needs the second derivative": concave("for x in [-1, 1]: x^2 >= 1", direct("1 >= 0")),
    "concave needs the inside defined": concave(
        "for x in [-1, 1]: (1/x)^0 >= 1", direct("for x in (-1, 1): -(0 - 0) >= 0")
    ),
    "concave needs derivatives that exist": concave(
        "for x in [-1, 1]: sqrt(x^2) >= 1", direct("for x in (-1, 1): 0 >= 0")
    ),
    "concave needs both ends": concave("for x in [0, 1]: x >= 1/2", direct("for x in (0, 1): 0 >= 0")),
    "concave needs its high end too": concave(
        "for x in [0, 1]: -x >= -1/2", direct("for x in (0, 1): 0 >= 0")
    ),
    "concave needs finite ends": concave(
        "for x in [0, inf): -x >= -1/2", direct("for x > 0: 0 >= 0"), says="infinite"
    ),
    "concave needs something strict": concave(
        "for x in (0, 1): x - x > 0", direct("for x in (0, 1): -(0 - 0) >= 0")
    ),
    "interval does not show equality": interval("for x in [0, 1]: x = -1", boxes=9),
    "interval needs a compact box": interval("for x <= 1: x + 1 > 0", boxes=9),
    "interval does not take 0 for more than 0": interval("for x in [0, 0]: x > 0", boxes=1),
    "interval does not take 0 for another number": interval("for x in [0, 0]: x != 0", boxes=1),
    "interval stops at a point": interval("1 > 2", boxes=9, says="does not decide"),
    "interval stops at its limit": interval("for x in [0, 1]: x > 0", boxes=9),
    "interval keeps a box where a condition may hold": interval(
        "for x in [0, 1] where x >= 1: x < 1", boxes=60
    ),
    "interval keeps the point where = may hold from above": interval(
        "for x in [0, 1] where x = 0: x > 0", boxes=60
    ),
    "interval keeps the point where = may hold from below": interval(
        "for x in [-1, 0] where x = 0: x < 0", boxes=60
    ),
    "interval keeps a box where != may hold": interval("for x in [-1, 0] where x != 0: x > 0", boxes=60),
    "interval keeps a box where > may hold": interval("for x in [0, 1] where x > 1/3: x > 1/2", boxes=60),
    "interval keeps the sign of odd powers": interval("for x in [-1, 1]: x^3 > -1/2", boxes=60),
    "interval looks at both halves": interval("for x in [0, 1]: (x - 1/4)^2 > 0", boxes=60),
    "interval looks at the other half too": interval("for x in [0, 1]: (x - 3/4)^2 > 0", boxes=60),
    "a sign below 0 is not at least 0": interval("for x in [1, 2]: -x >= 0", boxes=9),
}

ACCEPTED = (
    monotone("for x in (0, 1]: x > 0", "low", direct("for x in (0, 1): 1 - 0 > 0")),
    monotone("for x in [0, 1]: 1 - x >= 0", "high", direct("for x in (0, 1): -(0 - 1 - 0) >= 0")),
    monotone("for x in [0, 1): 1 - x > 0", "high", direct("for x in (0, 1): -(0 - 1 - 0) > 0")),
    concave("for x in (0, 1]: x > 0", direct("for x in (0, 1): 0 >= 0")),
    concave("for x in (0, 1): x*(1 - x) > 0", direct("for x in (0, 1): 2 > 0")),
    interval("for x in [0, 1]: sum(i, 0, 3, x^i) > 1/2", boxes=9),
    interval("for x in [1, 2]: -x != 0", boxes=1, bits=32),
    interval("for x in [0, 0]: x >= 0", boxes=1, bits=1024),
)
