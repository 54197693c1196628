"""Each check of the kernel: a false statement that this check alone refuses.

The steps are right but for one thing, so a kernel without the check would accept them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from assay.prove import Rejected, Theorem, infer
from assay.prove.claims import statement
from tests.prove.pointwise import fails_at


@dataclass(frozen=True)
class Step:
    """A step that a rule is to refuse; `says` is part of the reason, if that matters."""

    rule: str
    claim: str
    arguments: dict[str, object] = field(default_factory=dict)
    premises: tuple[Step, ...] = ()
    says: str | None = None

    def made(self) -> Theorem:
        """The theorem."""
        return infer(self.rule, self.claim, self.arguments, [p.made() for p in self.premises])


def direct(claim: str) -> Step:
    """A premise that is seen at once."""
    return Step("direct", claim)


TRUE = direct("1 <= 2")
LOW, HIGH = {"variable": "x", "end": "low"}, {"variable": "x", "end": "high"}
ONE_SUM = "sum(i, 1, 3, i)"

CLASH = Step(
    "combine",
    "for x in (0, 1) where x*(x - 1) >= 0: 0 > 0",
    {"terms": [{"factors": ["x*(x - 1)"]}, {"factors": ["x", "1 - x"]}]},
)
BOTH = (
    Step("direct", "for integer n in [0, 0]: n*(n - 1) >= 0"),
    Step("sturm", "for integer n in [1, 1]: n*(n - 1) >= 0"),
)
WHOLE = Step("cases", "for integer n in [0, 1]: n*(n - 1) >= 0", {"on": "n <= 0"}, BOTH)
GAP = "sum(i, 1, n, 1/(n - i) - 1/(n + 1 - i))"

FALSE = {
    "direct needs a fact": direct("for x in [0, 1]: x > 0"),
    "direct needs a fact that holds here": Step(
        "direct", "for real x: x >= 0", {}, (direct("for x >= 0: x >= 0"),)
    ),
    "a number that is not rational": direct("e <= 2"),
    "a number below 1": direct("log(2) >= 1"),
    "a difference of numbers": direct("exp(1) - exp(2) > 0"),
    "a maximum of terms a number apart": direct("for real x: max(x, x + 1/2) = x"),
    "a minimum of terms a number apart": direct("for real x: min(x, x + 1/2) = x + 1/2"),
    "a sum that counts one too many": direct("sum(i, 1, 3, i) = 10"),
    "a sum that counts one too few": direct("sum(i, 1, 3, i) = 3"),
    "a product over the next": direct("for integer n >= 1: sum(i, 1, n, n*i) = n*sum(i, 1, n, i) + 1"),
    "a fact does not show its opposite": direct("for real x where x^3 - x >= 0: x - x^3 >= 0"),
    "a fact does not show more": direct("for real x where x^3 - x >= 0: x^3 - x >= 1/9"),
    "a weak fact is not strict": direct("for real x where x^3 - x >= 0: x^3 - x > 0"),
    "a difference is no order": direct("for real x where x^3 - x != 0: x^3 - x > 0"),
    "a difference plus a number may be 0": direct("for real x where x^2 - 1 != 0: x^2 - 1 + 1 != 0"),
    "a fact over a denominator does not bear a number": direct(
        "for real x, real y where y - 1 != 0 and x/(y - 1) >= 0: (x + 1)/(y - 1) >= 0"
    ),
    "a fact over another denominator": direct(
        "for real x, real y where y - 1 != 0 and x/(y - 1) >= 0 and y - 2 != 0: x/(y - 2) >= 0"
    ),
    "one bound is no equality": direct("for x in [0, 1]: x^3 = 1"),
    "a root is not its base": direct("for real x: (x^2)^(1/2) = x"),
    "the sign under a root counts": direct("for x in [-1, 0]: sqrt(-x)^2 = x"),
    "an odd root of a negative number": direct("for real x: (x^3)^(1/3) = x"),
    "a root may be 0": Step(
        "direct", "for x in [0, 1): sqrt(x - x*x) > 0", {}, (Step("sturm", "for x in [0, 1): x >= x*x"),)
    ),
    "a power of a base above 1 grows": direct("for x in [0, 2], integer n >= 0: x^n <= 1"),
    "a power of a negative base turns": direct("for x in [-2, 1], integer n >= 0: x^n <= 1"),
    "a power of a negative base may be negative": direct("for x in [-2, 1], integer n >= 0: x^n >= 0"),
    "a power of a base below 1 falls": direct("for x in [1/2, 2], integer n >= 0: x^n >= 1"),
    "a negative exponent turns": direct("for x in [2, 3], integer n: x^n >= 1"),
    "a power of what may be 0": direct("for x in [0, 1], real y: x^y = x^y"),
    "a whole power of what may be 0": direct("for x in [0, 1], integer n: x^n = x^n"),
    "a whole power that may lose its sign": direct("for real x, integer n >= -1: x^(n + 1) = x*x^n"),
    "a power of 0 is 0": direct("for x in [0, 1], integer n >= 0: x^n > 0"),
    "a far odd power is odd": direct("for x in [-1, 1]: x^20001 >= 0"),
    "an empty sum is not positive": direct("for integer n in [-1, 5]: sum(i, 0, n, 1) > 0"),
    "an empty sum is not negative": direct("for integer n in [-1, 5]: sum(i, 0, n, -1) < 0"),
    "a sum of mixed signs": direct("for integer n in [0, 5]: sum(i, 0, n, 2 - i) >= 1"),
    "a sum from a low end that varies": direct("for integer n in [-3, 0]: sum(i, n, 2, i) >= 0"),
    "a product of negative numbers": direct("for x in [-2, -1], y in [-2, -1]: x*y <= 0"),
    "a product of both signs": direct("for x in [-2, 1], y in [0, 3]: x*y >= 0"),
    "an even power of both signs": direct("for x in [-3, 1]: x^2 <= 1"),
    "a quotient by something small": direct("for x in [1, 2], y in (0, 2]: x/y <= 2"),
    "a negative power": direct("for x in [1, 2]: x^(-2) >= 1"),
    "a maximum is no minimum": direct("for x in [0, 1], y in [2, 3]: max(x, y) <= 1"),
    "a minimum is no maximum": direct("for x in [0, 1], y in [2, 3]: min(x, y) >= 2"),
    "exp has no bound": direct("for x in [0, 20000]: exp(x) <= 9^9"),
    "exp may be small": direct("for x in [-20000, 0]: exp(x) >= 1/9"),
    "log turns at 1": direct("for x in [1/2, 2]: log(x) >= 0"),
    "an end that is open stays out of reach": direct("for x in [0, 1): x <= 1/2"),
    "sturm looks to the left": Step("sturm", "for x in (-inf, 5]: x + 10 >= 0"),
    "sturm looks to the right": Step("sturm", "for x in [-5, inf): 10 - x >= 0"),
    "sturm looks both ways": Step("sturm", "for real x: x + 10 >= 0"),
    "sturm looks the other way": Step("sturm", "for real x: 10 - x >= 0"),
    "sturm counts a root at an included end": Step("sturm", "for x in [0, 1]: x > 0"),
    "sturm counts a root at the other end": Step("sturm", "for x in [0, 1]: 1 - x > 0"),
    "sturm counts double roots where it is strict": Step("sturm", "for x in [0, 1]: (x - 1/2)^2 > 0"),
    "sturm counts triple roots": Step("sturm", "for x in [0, 1]: (x - 1/2)^3 >= 0"),
    "sturm sees the sign between even roots": Step("sturm", "for x in [0, 1]: -(x - 1/2)^2 >= 0"),
    "sturm at a point": Step("sturm", "for x in [0, 0]: x - 1 >= 0"),
    "sturm at a root": Step("sturm", "for x in [0, 0]: x > 0"),
    "sturm does not show != where it crosses": Step("sturm", "for x in [0, 1]: x != 1/2"),
    "sturm does not show an identity": Step("sturm", "for x in [0, 1]: x^2 = x"),
    "sturm minds the sign of a denominator": Step("sturm", "for x in (1, 2): 1/(1 - x) >= 0"),
    "sturm minds odd negative powers": Step("sturm", "for x in (-2, -1): x^(-3) >= 0"),
    "absurd needs something false": Step("absurd", "for real x: x = 7", {}, (TRUE,)),
    "absurd needs it here": Step("absurd", "for x in (0, 1): x = 7", {}, (CLASH,)),
    "sturm needs both sides defined": Step("sturm", "for x in [-1, 1]: x^2/x^2 >= 0"),
    "sturm needs the sign": Step("sturm", "for x in [0, 1]: x^2 >= x"),
    "sturm needs one variable": Step("sturm", "for real x, real y: x^2*y >= 0"),
    "sturm needs whole powers": Step("sturm", "for x in [0, 1/4]: sqrt(x) <= 1/4"),
    "combine does not show a difference": Step("combine", "for real x: x != x"),
    "combine needs both sides defined": Step("combine", "for real x: 0*log(x) >= 0"),
    "combine needs a positive multiplier": Step(
        "combine", "for real x: x >= 0", {"multiplier": "x", "terms": [{"square": "x"}]}
    ),
    "combine needs a multiplier that is not 0": Step("combine", "for real x: x >= 1", {"multiplier": "0"}),
    "combine needs weights": Step(
        "combine", "for real x: -x^2 >= 0", {"terms": [{"weight": "-1", "square": "x"}]}
    ),
    "combine needs factors": Step("combine", "for real x: x >= 0", {"terms": [{"factors": ["x"]}]}),
    "combine needs squares of something defined": Step(
        "combine", "for real x: x >= 0", {"terms": [{"square": "sqrt(x)"}]}
    ),
    "combine needs zeros": Step("combine", "for real x: x = 0", {"zeros": [{"zero": "x"}]}),
    "combine needs zeros times something defined": Step(
        "combine", "for real x where x = 0: 1 = 0", {"zeros": [{"zero": "x", "times": "1/x"}]}
    ),
    "combine needs the identity": Step("combine", "for x >= 0: x >= 1", {"terms": [{"factors": ["x"]}]}),
    "combine shows equality by zeros alone": Step(
        "combine", "for x >= 0: x = 0", {"terms": [{"factors": ["x"]}]}
    ),
    "combine needs something strict": Step("combine", "for x >= 0: x > 0", {"terms": [{"factors": ["x"]}]}),
    "a square is not strict": Step("combine", "for real x: x^2 > 0", {"terms": [{"square": "x"}]}),
    "a weight of 0 is not strict": Step(
        "combine", "for real x: x^2 > 0", {"terms": [{"weight": "0"}, {"square": "x"}]}
    ),
    "monotone needs its high end defined": Step(
        "monotone",
        "for x in [0, 1]: 1/(1 - x) >= 1",
        LOW,
        (Step("sturm", "for x in (0, 1): 1/(1 - x)^2 >= 0"),),
    ),
    "monotone needs the inside defined": Step(
        "monotone", "for x in [-1, 1]: (1/x)^0 >= 1", LOW, (direct("for x in (-1, 1): 0 - 0 >= 0"),)
    ),
    "monotone needs its low end defined": Step(
        "monotone", "for x in [0, 1]: 1/x >= 1", HIGH, (Step("sturm", "for x in (0, 1): 1/x^2 >= 0"),)
    ),
    "monotone needs an end": Step(
        "monotone", "for real x: x >= 0", LOW, (direct("for real x: 1 - 0 >= 0"),), "infinite"
    ),
    "monotone needs the sign at the end": Step(
        "monotone", "for x in [0, 1]: x >= 1/2", LOW, (direct("for x in (0, 1): 1 - 0 >= 0"),)
    ),
    "monotone needs more at an included end": Step(
        "monotone", "for x in [0, 1]: x > 0", LOW, (direct("for x in (0, 1): 1 - 0 > 0"),)
    ),
    "monotone needs a strict slope at an excluded end": Step(
        "monotone", "for x in (0, 1]: x - x > 0", LOW, (direct("for x in (0, 1): 1 - 1 - 0 >= 0"),)
    ),
    "monotone needs the sign of the slope": Step("monotone", "for x in [0, 1]: -x >= 0", LOW, (TRUE,)),
    "monotone needs the slope, not its negative": Step(
        "monotone", "for x in [0, 1]: -x >= 0", LOW, (direct("for x in (0, 1): 1 >= 0"),)
    ),
    "monotone needs the slope everywhere inside": Step(
        "monotone",
        "for x in [0, 2]: x*(1 - x) >= 0",
        LOW,
        (Step("sturm", "for x in (0, 1/2): 1 - 2*x >= 0"),),
    ),
    "a slope that is not 0 has no sign": Step(
        "monotone", "for x in [0, 1]: -x >= 0", LOW, (direct("for x in (0, 1): -1 - 0 != 0"),)
    ),
    "monotone does not show equality": Step(
        "monotone", "for x in [1, 2]: x = 0", LOW, (direct("for x in (1, 2): 1 - 0 >= 0"),)
    ),
    "the derivative of a root": Step(
        "monotone",
        "for x in [1, 2]: 2/5*x - sqrt(x) + 3/5 >= 0",
        LOW,
        (direct("for x in (1, 2): 2/5 - 1/(3*sqrt(x)) >= 0"),),
    ),
    "a maximum has no derivative at its corners": Step(
        "monotone", "for x in [0, 1]: max(-x, -1) >= 0", LOW, (direct("for x in (0, 1): -1/(-1) - 0 >= 0"),)
    ),
    "monotone needs a real variable": Step(
        "monotone", "for integer x in [0, 3]: x >= 1", LOW, (direct("for x in (0, 3): 1 - 0 >= 0"),)
    ),
    "monotone needs a free path": Step(
        "monotone",
        "for x in [0, 1] where x != 1/2: -1/(x - 1/2) >= 0",
        LOW,
        (direct("for x in (0, 1) where x != 1/2: 0 >= 0"),),
        "a side condition mentions x",
    ),
    "concave needs the second derivative": Step(
        "concave", "for x in [-1, 1]: x^2 >= 1", {"variable": "x"}, (direct("1 >= 0"),)
    ),
    "concave needs the inside defined": Step(
        "concave",
        "for x in [-1, 1]: (1/x)^0 >= 1",
        {"variable": "x"},
        (direct("for x in (-1, 1): -(0 - 0) >= 0"),),
    ),
    "concave needs derivatives that exist": Step(
        "concave",
        "for x in [-1, 1]: sqrt(x^2) >= 1",
        {"variable": "x"},
        (direct("for x in (-1, 1): 0 >= 0"),),
    ),
    "concave needs both ends": Step(
        "concave", "for x in [0, 1]: x >= 1/2", {"variable": "x"}, (direct("for x in (0, 1): 0 >= 0"),)
    ),
    "concave needs its high end too": Step(
        "concave", "for x in [0, 1]: -x >= -1/2", {"variable": "x"}, (direct("for x in (0, 1): 0 >= 0"),)
    ),
    "concave needs finite ends": Step(
        "concave",
        "for x in [0, inf): -x >= -1/2",
        {"variable": "x"},
        (direct("for x > 0: 0 >= 0"),),
        "infinite",
    ),
    "concave needs something strict": Step(
        "concave",
        "for x in (0, 1): x - x > 0",
        {"variable": "x"},
        (direct("for x in (0, 1): -(0 - 0) >= 0"),),
    ),
    "closure needs the inside": Step("closure", "for x in [0, 1]: x >= 1/2", {}, (TRUE,)),
    "closure needs a weak comparison": Step(
        "closure", "for x in [0, 1]: x > 0", {}, (direct("for x in (0, 1): x > 0"),)
    ),
    "closure needs the ends defined": Step(
        "closure", "for x in [0, 1]: 1/x >= 0", {}, (direct("for x in (0, 1): 1/x >= 0"),)
    ),
    "closure does not reach an isolated point": Step(
        "closure",
        "for x in [0, 1] where x*(x - 1) >= 0: x >= 1/2",
        {},
        (Step("absurd", "for x in (0, 1) where x*(x - 1) >= 0: x >= 1/2", {}, (CLASH,)),),
    ),
    "interval does not show equality": Step(
        "interval", "for x in [0, 1]: x = -1", {"boxes": "9", "bits": "64"}
    ),
    "interval needs a compact box": Step("interval", "for x <= 1: x + 1 > 0", {"boxes": "9", "bits": "64"}),
    "interval stops at a point": Step(
        "interval", "1 > 2", {"boxes": "9", "bits": "64"}, (), "does not decide"
    ),
    "interval stops at its limit": Step("interval", "for x in [0, 1]: x > 0", {"boxes": "9", "bits": "64"}),
    "interval keeps a box where a condition may hold": Step(
        "interval", "for x in [0, 1] where x >= 1: x < 1", {"boxes": "60", "bits": "64"}
    ),
    "interval keeps the point where = may hold from above": Step(
        "interval", "for x in [0, 1] where x = 0: x > 0", {"boxes": "60", "bits": "64"}
    ),
    "interval keeps the point where = may hold from below": Step(
        "interval", "for x in [-1, 0] where x = 0: x < 0", {"boxes": "60", "bits": "64"}
    ),
    "interval keeps a box where != may hold": Step(
        "interval", "for x in [-1, 0] where x != 0: x > 0", {"boxes": "60", "bits": "64"}
    ),
    "interval keeps a box where > may hold": Step(
        "interval", "for x in [0, 1] where x > 1/3: x > 1/2", {"boxes": "60", "bits": "64"}
    ),
    "interval keeps the sign of odd powers": Step(
        "interval", "for x in [-1, 1]: x^3 > -1/2", {"boxes": "60", "bits": "64"}
    ),
    "interval looks at both halves": Step(
        "interval", "for x in [0, 1]: (x - 1/4)^2 > 0", {"boxes": "60", "bits": "64"}
    ),
    "interval looks at the other half too": Step(
        "interval", "for x in [0, 1]: (x - 3/4)^2 > 0", {"boxes": "60", "bits": "64"}
    ),
    "a sign below 0 is not at least 0": Step(
        "interval", "for x in [1, 2]: -x >= 0", {"boxes": "9", "bits": "64"}
    ),
    "apply needs a premise that holds here": Step(
        "apply", "for real x: exp(x) >= exp(1)", {"function": "exp"}, (direct("for x >= 1: x >= 1"),)
    ),
    "apply needs an order": Step(
        "apply",
        "for x in [-1, 1] where x != 1: x^2 != 1^2",
        {"function": "power", "exponent": "2"},
        (direct("for x in [-1, 1] where x != 1: x != 1"),),
    ),
    "powers need a base that is not negative": Step(
        "apply",
        "for x in [-2, 0]: x^2 <= 1^2",
        {"function": "power", "exponent": "2"},
        (direct("for x in [-2, 0]: x <= 1"),),
    ),
    "powers need an exponent that is not negative": Step(
        "apply",
        "for x >= 1: 1^(-1) <= x^(-1)",
        {"function": "power", "exponent": "-1"},
        (direct("for x >= 1: 1 <= x"),),
    ),
    "the power 0 is not strict": Step(
        "apply", "1^0 < 2^0", {"function": "power", "exponent": "0"}, (direct("1 < 2"),)
    ),
    "a power that may be 0 is not strict": Step(
        "apply",
        "for integer n >= 0: 1^n < 2^n",
        {"function": "power", "exponent": "n"},
        (direct("for integer n >= 0: 1 < 2"),),
    ),
    "apply shows what follows": Step("apply", "0 >= 1", {"function": "exp"}, (TRUE,)),
    "extreme needs a min or max": Step("extreme", "for real x: x + 1 <= x", {"of": "x + 1"}),
    "extreme needs it defined": Step("extreme", "for real x: max(log(x), 0) >= 0", {"of": "max(log(x), 0)"}),
    "extreme shows what follows": Step("extreme", "0 >= 1", {"of": "max(1, 2)"}),
    "a maximum is not either argument": Step("extreme", "for real x: max(x, 0) = x", {"of": "max(x, 0)"}),
    "a minimum is not above its arguments": Step(
        "extreme", "for real x: min(x, 0) >= x", {"of": "min(x, 0)"}
    ),
    "a maximum may equal its argument": Step("extreme", "for real x: max(x, 0) > x", {"of": "max(x, 0)"}),
    "a minimum may equal its argument": Step("extreme", "for real x: min(x, 0) < x", {"of": "min(x, 0)"}),
    "a maximum is not its smaller argument": Step(
        "extreme", "for x >= 0: max(x, 0) = 0", {"of": "max(x, 0)"}
    ),
    "a minimum is not its greater argument": Step(
        "extreme", "for x >= 0: min(x, 0) = x", {"of": "min(x, 0)"}
    ),
    "instantiate needs terms that are defined": Step(
        "instantiate",
        "for real y: log(y) - log(y) = 0",
        {"terms": {"x": "log(y)"}},
        (direct("for real x: x - x = 0"),),
    ),
    "instantiate needs integers": Step(
        "instantiate", "for y in [0, 1]: y*(y - 1) >= 0", {"terms": {"n": "y"}}, (WHOLE,)
    ),
    "instantiate needs the range": Step(
        "instantiate", "for real y: y >= 0", {"terms": {"x": "y"}}, (direct("for x >= 0: x >= 0"),)
    ),
    "instantiate needs the high end of the range": Step(
        "instantiate", "for y >= 0: y <= 1", {"terms": {"x": "y"}}, (direct("for x in [0, 1]: x <= 1"),)
    ),
    "instantiate needs the conditions": Step(
        "instantiate", "for real x: x >= 2", {}, (direct("for real x where x >= 2: x >= 2"),)
    ),
    "instantiate shows what follows": Step("instantiate", "0 >= 1", {}, (TRUE,)),
    "instantiate does not capture": Step(
        "instantiate",
        "for integer j in [0, 3]: sum(i, 1, 2, i) = 2*j",
        {"terms": {"x": "i"}},
        (direct("for real x: sum(i, 1, 2, x) = 2*x"),),
    ),
    "cases needs a comparison that is defined": Step(
        "cases", "for real x: 1/x = 1/x", {"on": "1/x > 0"}, (TRUE, TRUE)
    ),
    "cases needs both": Step(
        "cases",
        "for x in [0, 1]: x <= 1/2",
        {"on": "x <= 1/2"},
        (direct("for x in [0, 1/2]: x <= 1/2"), TRUE),
    ),
    "cases needs the first": Step(
        "cases", "for x in [0, 1]: x >= 1/2", {"on": "x < 1/2"}, (TRUE, direct("for x in [1/2, 1]: x >= 1/2"))
    ),
    "cases needs the point between": Step(
        "cases",
        "for real x: x != 0",
        {"on": "x < 0"},
        (direct("for x < 0: x != 0"), direct("for x > 0: x != 0")),
    ),
    "cases needs the point between, from above": Step(
        "cases",
        "for real x: x != 0",
        {"on": "x > 0"},
        (direct("for x > 0: x != 0"), direct("for x < 0: x != 0")),
    ),
    "cases on = needs the rest": Step(
        "cases",
        "for real x: x = 0",
        {"on": "x = 0"},
        (direct("for real x where x = 0: x = 0"), direct("for real x where x = 0: x = 0")),
    ),
    "cases on != needs the point": Step(
        "cases",
        "for real x: x != 0",
        {"on": "x != 0"},
        (direct("for real x where x != 0: x != 0"), direct("for real x where x != 0: x != 0")),
    ),
    "cases by a narrower range needs all of it": Step(
        "cases",
        "for x in [0, 3]: x <= 2",
        {"on": "x <= 1"},
        (direct("for x in [0, 1]: x <= 2"), direct("for x in (1, 2]: x <= 2")),
    ),
    "cases by a narrower range needs its low end": Step(
        "cases",
        "for x in [0, 3]: x >= 1",
        {"on": "x >= 2"},
        (direct("for x in [2, 3]: x >= 1"), direct("for x in [1, 2): x >= 1")),
    ),
    "cases with the number on the left": Step(
        "cases",
        "for x in [0, 3]: x >= 1",
        {"on": "1 <= x"},
        (direct("for x in [1, 3]: x >= 1"), direct("for x in [1, 3]: x >= 1")),
    ),
    "induction needs integers": Step(
        "induction",
        "for n in [0, inf): n*(n - 1) >= 0",
        {"variable": "n"},
        (direct("0*(0 - 1) >= 0"), Step("sturm", "for n in [0, inf): (n + 1)*(n + 1 - 1) >= 0")),
    ),
    "induction needs its start": Step(
        "induction",
        "for integer n >= 0: n >= 1",
        {"variable": "n"},
        (TRUE, direct("for integer n in [0, inf) where n >= 1: n + 1 >= 1")),
    ),
    "induction needs its step": Step(
        "induction", "for integer n >= 0: n <= 5", {"variable": "n"}, (TRUE, TRUE)
    ),
    "induction goes upwards": Step(
        "induction", "for integer n: n >= 0", {"variable": "n"}, (TRUE, TRUE), "does not range over all"
    ),
    "induction needs a free variable": Step(
        "induction",
        "for integer n >= 0 where n != 3: n <= 5",
        {"variable": "n"},
        (TRUE, TRUE),
        "a side condition mentions n",
    ),
    "unfold needs a term": Step(
        "unfold",
        "for integer n >= 0: sum(i, 1, n, 1) = sum(i, 1, n - 1, 1) + 1",
        {"sum": "sum(i, 1, n, 1)"},
    ),
    "unfold needs a first term": Step(
        "unfold",
        "for integer n >= 0: sum(i, 1, n, 1) = sum(i, 1 + 1, n, 1) + 1",
        {"sum": "sum(i, 1, n, 1)", "end": "first"},
    ),
    "unfold needs the sum defined": Step(
        "unfold",
        "for integer n >= 0: sum(i, 0, n, 1/i) = sum(i, 0, n - 1, 1/i) + 1/n",
        {"sum": "sum(i, 0, n, 1/i)"},
    ),
    "unfold shows what follows": Step("unfold", "0 >= 1", {"sum": ONE_SUM}),
    "termwise needs the same range": Step(
        "termwise", "for integer n >= 0: sum(i, 0, n, 1) <= sum(i, 0, 0, 1)", {}, (TRUE,)
    ),
    "termwise needs sums on both sides": Step(
        "termwise", "for integer n >= 0: max(0, n) <= min(0, n)", {}, (TRUE,), "both sides must be sums"
    ),
    "termwise is not strict": Step(
        "termwise", "for integer n >= -1: sum(i, 0, n, 0) < sum(i, 0, n, 1)", {}, (TRUE,)
    ),
    "termwise needs ends that are defined": Step(
        "termwise", "for real x: sum(i, log(x), 2, 1) <= sum(i, log(x), 2, 2)", {}, (TRUE,)
    ),
    "termwise needs every term": Step("termwise", "sum(i, 1, 3, 2) <= sum(i, 1, 3, 1)", {}, (TRUE,)),
    "termwise needs the last term": Step(
        "termwise",
        "sum(i, 1, 3, i^2) <= sum(i, 1, 3, 4)",
        {},
        (Step("sturm", "for integer i in [1, 2] where 1 <= i and i <= 3: i^2 <= 4"),),
    ),
    "telescope needs a range that is not reversed": Step(
        "telescope",
        "for integer n: sum(i, 1, n, 1) = n + 1 - 1",
        {"sum": "sum(i, 1, n, 1)", "g": "i"},
        (TRUE,),
    ),
    "telescope needs ends that are integers": Step(
        "telescope",
        "for x in [0, 1]: sum(i, x, x + 1, 1) = x + 1 + 1 - x",
        {"sum": "sum(i, x, x + 1, 1)", "g": "i"},
        (TRUE,),
    ),
    "telescope needs its bound defined": Step(
        "telescope",
        f"for integer n in [0, 0]: {GAP} = 1/(n + 1 - (n + 1)) - 1/(n + 1 - 1)",
        {"sum": GAP, "g": "1/(n + 1 - i)"},
        (TRUE,),
    ),
    "telescope goes on by one": Step(
        "telescope",
        "for integer n >= 0: sum(i, 1, n, 2) = n + 1 - 1",
        {"sum": "sum(i, 1, n, 2)", "g": "i"},
        (TRUE,),
    ),
    "telescope goes on": Step(
        "telescope",
        "for integer n >= 0: sum(i, 1, n, 0) = n + 1 - 1",
        {"sum": "sum(i, 1, n, 0)", "g": "i"},
        (TRUE,),
    ),
    "telescope ends behind the last term": Step(
        "telescope",
        "for integer n >= 0: sum(i, 1, n, 1) = n - 1",
        {"sum": "sum(i, 1, n, 1)", "g": "i"},
        (TRUE,),
    ),
    "telescope begins at the first term": Step(
        "telescope",
        "for integer n >= 0: sum(i, 1, n, 1) = n + 1",
        {"sum": "sum(i, 1, n, 1)", "g": "i"},
        (TRUE,),
    ),
    "telescope keeps the comparison": Step(
        "telescope",
        "for integer n >= 0: sum(i, 1, n, 0) >= n + 1 - 1",
        {"sum": "sum(i, 1, n, 0)", "g": "i", "op": ">="},
        (TRUE,),
    ),
    "induction goes on by one": Step(
        "induction",
        "for integer n >= 0: n*(n - 1) <= 0",
        {"variable": "n"},
        (TRUE, direct("for integer n in [0, inf) where n*(n - 1) <= 0: n*(n - 1) <= 0")),
    ),
    "induction does not go on by two": Step(
        "induction",
        "for integer n >= 0: sum(i, 1, n, 1) = 2*(n/2)*(1 - n)",
        {"variable": "n"},
        (TRUE, TRUE),
    ),
    "unfold splits off the last term": Step(
        "unfold",
        "for integer n >= 1: sum(i, 1, n, i) = sum(i, 1, n - 1, i) + n + 1",
        {"sum": "sum(i, 1, n, i)"},
    ),
    "unfold shortens by one": Step(
        "unfold",
        "for integer n >= 2: sum(i, 1, n, i) = sum(i, 1, n - 2, i) + n",
        {"sum": "sum(i, 1, n, i)"},
    ),
    "unfold shortens at all": Step(
        "unfold", "for integer n >= 2: sum(i, 1, n, i) = sum(i, 1, n, i) + n", {"sum": "sum(i, 1, n, i)"}
    ),
    "unfold shortens by one at the start": Step(
        "unfold",
        "for integer n >= 2: sum(i, 1, n, i) = sum(i, 1 + 2, n, i) + 1",
        {"sum": "sum(i, 1, n, i)", "end": "first"},
    ),
    "unfold splits off the first term": Step(
        "unfold",
        "for integer n >= 2: sum(i, 1, n, i) = sum(i, 1 + 1, n, i) + n",
        {"sum": "sum(i, 1, n, i)", "end": "first"},
    ),
    "telescope needs every step": Step(
        "telescope",
        "for integer n >= 0: sum(i, 1, n, i) = n + 1 - 1",
        {"sum": "sum(i, 1, n, i)", "g": "i"},
        (TRUE,),
    ),
    "telescope shows what follows": Step(
        "telescope", "0 >= 1", {"sum": "sum(i, 1, 3, 1)", "g": "i"}, (TRUE,)
    ),
}


ACCEPTED = (
    direct("for real x where x^3 - x = 0: x - x^3 = 0"),
    direct("for real x where x^3 - x = 0: x - x^3 >= -1"),
    direct("for real x where x^3 - x > 0: 2*x^3 - 2*x + 1 != 0"),
    direct("for real x where x^3 - x >= 0: x^3 - x + 1 > 0"),
    direct("for real x where x^3 - x != 0: 3*x - 3*x^3 != 0"),
    direct("for real x, integer n >= 0: x^n = x^n"),
    direct("for real x, integer n >= 0: x^(n + 2) = x^2*x^n"),
    direct("for x in (0, 1), integer n: x^n > 0"),
    direct("for x in (0, 1), real y: (x^y)^2 = x^(2*y)"),
    direct("for x in [1, 2], integer n >= 0: x^n >= 1"),
    direct("for x in [0, 1], integer n >= 0: x^n <= 1"),
    direct("for integer n >= 0: sum(i, 0, n, i) >= 0"),
    direct("for integer n: sum(i, 1, n, -i) <= 0"),
    direct("for integer n >= 0: sum(i, 0, n, 3*i) = 3*sum(i, 0, n, i)"),
    direct("for x in (0, 1), y in [1, 2): x*y < 2"),
    direct("for x in [-2, -1]: 1/x >= -1"),
    direct("for x in [-2, 1]: x^2 <= 4"),
    direct("for x in (-1, 1): x^2 < 1"),
    direct("for x in [4/9, 1]: sqrt(x) >= 2/3"),
    direct("for x in (0, 1): log(x) < 0"),
    direct("for x in [0, 1]: exp(x) >= 1"),
    direct("for x in [0, 30000]: exp(x) >= 1"),
    direct("for x in [-30000, 0]: exp(x) <= 1"),
    direct("for x in [0, 1], y in [2, 3]: max(x, y) >= 2"),
    direct("for x in [0, 1], y in [2, 3]: min(x, y) <= 1"),
    Step("sturm", "for x in (0, 1): x > 0"),
    Step("sturm", "for x in (-inf, 0): 1/x^3 - 1/x^2 < 0"),
    Step("sturm", "for x in [1, 1]: x^2 - x >= 0"),
    Step("sturm", "for x in [0, 1]: x^2 - 2 != 0"),
    Step("sturm", "for real x: (x - 1)^2*(x^2 + 1) >= 0"),
    Step("combine", "for x > 0: x^2 > 0", {"terms": [{"factors": ["x", "x"]}]}),
    Step("combine", "for x > 0: x > 0", {"terms": [{"factors": ["x"], "square": "1"}]}),
    Step("combine", "for x >= 0: x + 1 > 0", {"terms": [{"factors": ["x"]}, {"weight": "1"}]}),
    Step("monotone", "for x in (0, 1]: x > 0", LOW, (direct("for x in (0, 1): 1 - 0 > 0"),)),
    Step("monotone", "for x in [0, 1]: 1 - x >= 0", HIGH, (direct("for x in (0, 1): -(0 - 1 - 0) >= 0"),)),
    Step("monotone", "for x in [0, 1): 1 - x > 0", HIGH, (direct("for x in (0, 1): -(0 - 1 - 0) > 0"),)),
    Step("concave", "for x in (0, 1]: x > 0", {"variable": "x"}, (direct("for x in (0, 1): 0 >= 0"),)),
    Step(
        "concave",
        "for x in (0, 1): x*(1 - x) > 0",
        {"variable": "x"},
        (direct("for x in (0, 1): 2 > 0"),),
    ),
    Step(
        "closure",
        "for x in [0, 1], integer n in [0, 3]: n*x >= 0",
        {},
        (direct("for x in (0, 1), integer n in [0, 3]: n*x >= 0"),),
    ),
    Step("interval", "for x in [0, 1] where -x - 1 > 0: x > 5", {"boxes": "9", "bits": "64"}),
    Step("interval", "for x in [0, 1]: sum(i, 0, 3, x^i) > 1/2", {"boxes": "9", "bits": "64"}),
    Step("interval", "for x in [0, 0] where x > 0: x > 5", {"boxes": "1", "bits": "64"}),
    direct("2^(1/3) > 1"),
    direct("for x in [4, 9]: x^(1/2) <= 3"),
    direct("for x in [4, 9]: x^(3/2) >= 8"),
    Step("interval", "for x in [1, 2]: -x != 0", {"boxes": "1", "bits": "32"}),
    Step("interval", "for x in [0, 0]: x >= 0", {"boxes": "1", "bits": "1024"}),
    Step(
        "cases",
        "for x in [0, 1]: x >= 0",
        {"on": "x >= 1/2"},
        (direct("for x in [1/2, 1]: x >= 0"), direct("for x in [0, 1/2): x >= 0")),
    ),
    Step(
        "cases",
        "for x in [0, 1]: x >= 0",
        {"on": "x > 1/2"},
        (direct("for x in (1/2, 1]: x >= 0"), direct("for x in [0, 1/2]: x >= 0")),
    ),
    Step(
        "cases",
        "for x in [0, 1]: x >= 0",
        {"on": "x = 1/2"},
        (direct("for real x where x = 1/2: x >= 0"), direct("for x in [0, 1]: x >= 0")),
    ),
    Step(
        "apply", "for x > 1: x^2 > 1^2", {"function": "power", "exponent": "2"}, (direct("for x > 1: x > 1"),)
    ),
    Step("apply", "for x > 1: sqrt(x) > sqrt(1)", {"function": "sqrt"}, (direct("for x > 1: x > 1"),)),
    Step("apply", "for x > 1: log(x) > log(1)", {"function": "log"}, (direct("for x > 1: 1 < x"),)),
    Step(
        "unfold",
        "for integer n >= 1: sum(i, 1, n, i) = 1 + sum(i, 2, n, i)",
        {"sum": "sum(i, 1, n, i)", "end": "first"},
    ),
    Step(
        "telescope", "for integer n >= 0: sum(i, 1, n, 1) = n", {"sum": "sum(i, 1, n, 1)", "g": "i"}, (TRUE,)
    ),
    Step(
        "telescope",
        "for integer n >= 0: sum(i, 1, n, 2) >= n",
        {"sum": "sum(i, 1, n, 2)", "g": "i", "op": ">="},
        (TRUE,),
    ),
    Step(
        "termwise",
        "for integer n: sum(i, 1, n, 1) <= sum(i, 1, n, i)",
        {},
        (direct("for integer n, integer i >= 1 where 1 <= i and i <= n: 1 <= i"),),
    ),
    Step("extreme", "for real x: max(x, x^2) >= x^2", {"of": "max(x, x^2)"}),
    Step("extreme", "for x >= 1, y in [0, 1]: min(x, y) = y", {"of": "min(x, y)"}),
)


@pytest.mark.parametrize("number", range(len(ACCEPTED)))
def test_true_statement_is_accepted(number: int) -> None:
    made = ACCEPTED[number].made()
    assert fails_at(made.statement, 40) is None


@pytest.mark.parametrize("name", FALSE)
def test_false_statement_is_refused(name: str) -> None:
    step = FALSE[name]
    premises = [p.made() for p in step.premises]
    with pytest.raises(Rejected, match=step.says):
        infer(step.rule, step.claim, step.arguments, premises)


@pytest.mark.parametrize("name", [n for n in FALSE if "1/(n + 1 - (n" not in FALSE[n].claim])
def test_the_statement_is_false(name: str) -> None:
    assert fails_at(statement(FALSE[name].claim), 300) is not None
