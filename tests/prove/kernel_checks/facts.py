"""What a statement's own facts and normal forms show, without a rule of another kind: `direct`."""

from __future__ import annotations

from tests.prove.kernel_checks.steps import direct, sturm

FALSE = {
    "direct needs a fact": direct("for x in [0, 1]: x > 0"),
    "direct needs a fact that holds here": direct("for real x: x >= 0", direct("for x >= 0: x >= 0")),
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
    "a root may be 0": direct("for x in [0, 1): sqrt(x - x*x) > 0", sturm("for x in [0, 1): x >= x*x")),
    "a power of a base above 1 grows": direct("for x in [0, 2], integer n >= 0: x^n <= 1"),
    "a power of a negative base turns": direct("for x in [-2, 1], integer n >= 0: x^n <= 1"),
    "a power of a negative base may be negative": direct("for x in [-2, 1], integer n >= 0: x^n >= 0"),
    "a power of a base below 1 falls": direct("for x in [1/2, 2], integer n >= 0: x^n >= 1"),
    "a negative exponent turns": direct("for x in [2, 3], integer n: x^n >= 1"),
    "a power of what may be 0": direct("for x in [0, 1], real y: x^y = x^y"),
    "a whole power of what may be 0": direct("for x in [0, 1], integer n: x^n = x^n"),
    "a whole power that may lose its sign": direct("for real x, integer n >= -1: x^(n + 1) = x*x^n"),
    "the power 0 of 0 is 1": direct("for integer n >= -1: 0^(n + 1) = 0"),
    "the power 0 of 0 is no root": direct("for integer n >= 0: (0^n)^2 = 0"),
    "a power of a difference that vanishes": direct("for real x, integer n >= 0: (x - x)^n = x - x"),
    "a power of 0 is 0": direct("for x in [0, 1], integer n >= 0: x^n > 0"),
    "a far odd power is odd": direct("for x in [-1, 1]: x^20001 >= 0"),
    "an empty sum is not positive": direct("for integer n in [-1, 5]: sum(i, 0, n, 1) > 0"),
    "an empty sum is not negative": direct("for integer n in [-1, 5]: sum(i, 0, n, -1) < 0"),
    "a sum includes its last index": direct(
        "for integer n >= 1: sum(i, 1, n, 1/(n - i)) = sum(i, 1, n, 1/(n - i))"
    ),
    "a sum includes its first index": direct(
        "for integer n >= 1: sum(i, n, 5, 1/(n - i)) = sum(i, n, 5, 1/(n - i))"
    ),
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
}

ACCEPTED = (
    direct("for real x where x^3 - x = 0: x - x^3 = 0"),
    direct("for real x where x^3 - x = 0: x - x^3 >= -1"),
    direct("for real x where x^3 - x > 0: 2*x^3 - 2*x + 1 != 0"),
    direct("for real x where x^3 - x >= 0: x^3 - x + 1 > 0"),
    direct("for real x where x^3 - x != 0: 3*x - 3*x^3 != 0"),
    direct("for real x, integer n >= 0: x^n = x^n"),
    direct("for x in (0, 1), integer n: x^n > 0"),
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
    direct("2^(1/3) > 1"),
    direct("for x in [4, 9]: x^(1/2) <= 3"),
    direct("for x in [4, 9]: x^(3/2) >= 8"),
)
