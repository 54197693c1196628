"""Growing functions, exponents, minima and maxima: `apply`, `powers`, `extreme`."""

from __future__ import annotations

from tests.prove.kernel_checks.steps import TRUE, apply, direct, extreme, powers

FALSE = {
    "apply needs a premise that holds here": apply(
        "for real x: exp(x) >= exp(1)", "exp", direct("for x >= 1: x >= 1")
    ),
    "apply needs an order": apply(
        "for x in [-1, 1] where x != 1: x^2 != 1^2",
        "power",
        direct("for x in [-1, 1] where x != 1: x != 1"),
        exponent="2",
    ),
    "powers need a base that is not negative": apply(
        "for x in [-2, 0]: x^2 <= 1^2", "power", direct("for x in [-2, 0]: x <= 1"), exponent="2"
    ),
    "powers need an exponent that is not negative": apply(
        "for x >= 1: 1^(-1) <= x^(-1)", "power", direct("for x >= 1: 1 <= x"), exponent="-1"
    ),
    "the power 0 is not strict": apply("1^0 < 2^0", "power", direct("1 < 2"), exponent="0"),
    "a power that may be 0 is not strict": apply(
        "for integer n >= 0: 1^n < 2^n", "power", direct("for integer n >= 0: 1 < 2"), exponent="n"
    ),
    "apply shows what follows": apply("0 >= 1", "exp", TRUE),
    "exponents add where both powers are defined": powers(
        "for real x, integer n >= -1: x^(n + 1) = x*x^n", "x", "n", "1"
    ),
    "exponents of 0 add from 0 on": powers("for integer n >= -1: 0^(n + 1) = 0", "0", "n", "1"),
    "exponents above 0 do not make up for one below": powers(
        "for x in [0, 1], integer n >= 2: x^n = x^(n + 1)*x^(-1)", "x", "n + 1", "-1"
    ),
    "a negative base has whole exponents": powers(
        "for x in [-1, 0), real y: x^(y + 1) = x*x^y", "x", "y", "1"
    ),
    "exponents add, and that is all": powers("for x > 0, real y: x^(y + 1) = 2*x*x^y", "x", "y", "1"),
    "extreme needs a min or max": extreme("for real x: x + 1 <= x", "x + 1"),
    "extreme needs it defined": extreme("for real x: max(log(x), 0) >= 0", "max(log(x), 0)"),
    "extreme shows what follows": extreme("0 >= 1", "max(1, 2)"),
    "a maximum is not either argument": extreme("for real x: max(x, 0) = x", "max(x, 0)"),
    "a minimum is not above its arguments": extreme("for real x: min(x, 0) >= x", "min(x, 0)"),
    "a maximum may equal its argument": extreme("for real x: max(x, 0) > x", "max(x, 0)"),
    "a minimum may equal its argument": extreme("for real x: min(x, 0) < x", "min(x, 0)"),
    "a maximum is not its smaller argument": extreme("for x >= 0: max(x, 0) = 0", "max(x, 0)"),
    "a minimum is not its greater argument": extreme("for x >= 0: min(x, 0) = x", "min(x, 0)"),
}

ACCEPTED = (
    apply("for x > 1: x^2 > 1^2", "power", direct("for x > 1: x > 1"), exponent="2"),
    apply("for x > 1: sqrt(x) > sqrt(1)", "sqrt", direct("for x > 1: x > 1")),
    apply("for x > 1: log(x) > log(1)", "log", direct("for x > 1: 1 < x")),
    powers("for real x, integer n >= 0: x^(n + 2) = x^2*x^n", "x", "n", "2"),
    powers("for x in [0, 1], integer n >= 1: x^(n - 1)*x <= x^n", "x", "n - 1", "1"),
    powers("for x in (0, 1), real y: (x^y)^2 = x^(2*y)", "x", "y", "y"),
    powers("for real x, integer n where x != 0: x^n*x^(-n) = 1", "x", "n", "-n"),
    extreme("for real x: max(x, x^2) >= x^2", "max(x, x^2)"),
    extreme("for x >= 1, y in [0, 1]: min(x, y) = y", "min(x, y)"),
)
