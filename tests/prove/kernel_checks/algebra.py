"""Absurdity, Sturm sequences, and sums of squares and products: `absurd`, `sturm`, `combine`."""

from __future__ import annotations

from tests.prove.kernel_checks.steps import CLASH, TRUE, absurd, combine, sturm

FALSE = {
    "absurd needs something false": absurd("for real x: x = 7", TRUE),
    "absurd needs it here": absurd("for x in (0, 1): x = 7", CLASH),
    "sturm does not show equality": sturm("for x in [0, 1]: x + 1 = 0"),
    "sturm does not take 0 for more than 0": sturm("for x in [0, 1]: x - x > 0"),
    "sturm looks to the left": sturm("for x in (-inf, 5]: x + 10 >= 0"),
    "sturm looks to the right": sturm("for x in [-5, inf): 10 - x >= 0"),
    "sturm looks both ways": sturm("for real x: x + 10 >= 0"),
    "sturm looks the other way": sturm("for real x: 10 - x >= 0"),
    "sturm counts a root at an included end": sturm("for x in [0, 1]: x > 0"),
    "sturm counts a root at the other end": sturm("for x in [0, 1]: 1 - x > 0"),
    "sturm counts double roots where it is strict": sturm("for x in [0, 1]: (x - 1/2)^2 > 0"),
    "sturm counts triple roots": sturm("for x in [0, 1]: (x - 1/2)^3 >= 0"),
    "sturm sees the sign between even roots": sturm("for x in [0, 1]: -(x - 1/2)^2 >= 0"),
    "sturm at a point": sturm("for x in [0, 0]: x - 1 >= 0"),
    "sturm at a root": sturm("for x in [0, 0]: x > 0"),
    "sturm does not show != where it crosses": sturm("for x in [0, 1]: x != 1/2"),
    "sturm does not show an identity": sturm("for x in [0, 1]: x^2 = x"),
    "sturm minds the sign of a denominator": sturm("for x in (1, 2): 1/(1 - x) >= 0"),
    "sturm minds odd negative powers": sturm("for x in (-2, -1): x^(-3) >= 0"),
    "sturm needs both sides defined": sturm("for x in [-1, 1]: x^2/x^2 >= 0"),
    "sturm needs the sign": sturm("for x in [0, 1]: x^2 >= x"),
    "sturm needs one variable": sturm("for real x, real y: x^2*y >= 0"),
    "sturm needs whole powers": sturm("for x in [0, 1/4]: sqrt(x) <= 1/4"),
    "combine does not show a difference": combine("for real x: x != x"),
    "combine needs both sides defined": combine("for real x: 0*log(x) >= 0"),
    "combine needs a positive multiplier": combine(
        "for real x: x >= 0", multiplier="x", terms=[{"square": "x"}]
    ),
    "combine needs a multiplier that is not 0": combine("for real x: x >= 1", multiplier="0"),
    "combine needs weights": combine("for real x: -x^2 >= 0", terms=[{"weight": "-1", "square": "x"}]),
    "combine needs factors": combine("for real x: x >= 0", terms=[{"factors": ["x"]}]),
    "combine needs squares of something defined": combine(
        "for real x: x >= 0", terms=[{"square": "sqrt(x)"}]
    ),
    "combine needs zeros": combine("for real x: x = 0", zeros=[{"zero": "x"}]),
    "combine needs zeros times something defined": combine(
        "for real x where x = 0: 1 = 0", zeros=[{"zero": "x", "times": "1/x"}]
    ),
    "combine needs the identity": combine("for x >= 0: x >= 1", terms=[{"factors": ["x"]}]),
    "combine shows equality by zeros alone": combine("for x >= 0: x = 0", terms=[{"factors": ["x"]}]),
    "combine needs something strict": combine("for x >= 0: x > 0", terms=[{"factors": ["x"]}]),
    "a square is not strict": combine("for real x: x^2 > 0", terms=[{"square": "x"}]),
    "a weight of 0 is not strict": combine("for real x: x^2 > 0", terms=[{"weight": "0"}, {"square": "x"}]),
}

ACCEPTED = (
    sturm("for x in (0, 1): x > 0"),
    sturm("for x in (-inf, 0): 1/x^3 - 1/x^2 < 0"),
    sturm("for x in [0, 1]: x^2 - 2 != 0"),
    sturm("for real x: (x - 1)^2*(x^2 + 1) >= 0"),
    combine("for x > 0: x^2 > 0", terms=[{"factors": ["x", "x"]}]),
    combine("for x > 0: x > 0", terms=[{"factors": ["x"], "square": "1"}]),
    combine("for x >= 0: x + 1 > 0", terms=[{"factors": ["x"]}, {"weight": "1"}]),
)
