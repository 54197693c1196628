"""Instances, cases and induction: `instantiate`, `cases`, `induction`."""

from __future__ import annotations

from tests.prove.kernel_checks.steps import TRUE, cases, direct, induction, instantiate, sturm

WHOLE = cases(
    "for integer n in [0, 1]: n*(n - 1) >= 0",
    "n <= 0",
    direct("for integer n in [0, 0]: n*(n - 1) >= 0"),
    direct("for integer n in [1, 1]: n*(n - 1) >= 0"),
)

FALSE = {
    "instantiate needs terms that are defined": instantiate(
        "for real y: log(y) - log(y) = 0", direct("for real x: x - x = 0"), x="log(y)"
    ),
    "instantiate needs integers": instantiate("for y in [0, 1]: y*(y - 1) >= 0", WHOLE, n="y"),
    "instantiate needs the range": instantiate("for real y: y >= 0", direct("for x >= 0: x >= 0"), x="y"),
    "instantiate needs the high end of the range": instantiate(
        "for y >= 0: y <= 1", direct("for x in [0, 1]: x <= 1"), x="y"
    ),
    "instantiate needs the conditions": instantiate(
        "for real x: x >= 2", direct("for real x where x >= 2: x >= 2")
    ),
    "instantiate shows what follows": instantiate("0 >= 1", TRUE),
    "instantiate at the power 0 of 0": instantiate(
        "for integer m >= -1: 0^(m + 1) = 0",
        direct("for integer n >= 0, x >= 0: x^n >= 0"),
        n="m + 1",
        x="0",
    ),
    "instantiate does not capture": instantiate(
        "for integer j in [0, 3]: sum(i, 1, 2, i) = 2*j", direct("for real x: sum(i, 1, 2, x) = 2*x"), x="i"
    ),
    "cases needs a comparison that is defined": cases("for real x: 1/x = 1/x", "1/x > 0", TRUE, TRUE),
    "cases needs both": cases(
        "for x in [0, 1]: x <= 1/2", "x <= 1/2", direct("for x in [0, 1/2]: x <= 1/2"), TRUE
    ),
    "cases needs the first": cases(
        "for x in [0, 1]: x >= 1/2", "x < 1/2", TRUE, direct("for x in [1/2, 1]: x >= 1/2")
    ),
    "cases needs the point between": cases(
        "for real x: x != 0", "x < 0", direct("for x < 0: x != 0"), direct("for x > 0: x != 0")
    ),
    "cases needs the point between, from above": cases(
        "for real x: x != 0", "x > 0", direct("for x > 0: x != 0"), direct("for x < 0: x != 0")
    ),
    "cases on = needs the rest": cases(
        "for real x: x = 0",
        "x = 0",
        direct("for real x where x = 0: x = 0"),
        direct("for real x where x = 0: x = 0"),
    ),
    "cases on != needs the point": cases(
        "for real x: x != 0",
        "x != 0",
        direct("for real x where x != 0: x != 0"),
        direct("for real x where x != 0: x != 0"),
    ),
    "cases by a narrower range needs all of it": cases(
        "for x in [0, 3]: x <= 2",
        "x <= 1",
        direct("for x in [0, 1]: x <= 2"),
        direct("for x in (1, 2]: x <= 2"),
    ),
    "cases by a narrower range needs its low end": cases(
        "for x in [0, 3]: x >= 1",
        "x >= 2",
        direct("for x in [2, 3]: x >= 1"),
        direct("for x in [1, 2): x >= 1"),
    ),
    "cases with the number on the left": cases(
        "for x in [0, 3]: x >= 1",
        "1 <= x",
        direct("for x in [1, 3]: x >= 1"),
        direct("for x in [1, 3]: x >= 1"),
    ),
    "induction needs integers": induction(
        "for n in [0, inf): n*(n - 1) >= 0",
        direct("0*(0 - 1) >= 0"),
        sturm("for n in [0, inf): (n + 1)*(n + 1 - 1) >= 0"),
    ),
    "induction needs its start": induction(
        "for integer n >= 0: n >= 1", TRUE, direct("for integer n in [0, inf) where n >= 1: n + 1 >= 1")
    ),
    "induction needs its step": induction("for integer n >= 0: n <= 5", TRUE, TRUE),
    "induction goes upwards": induction("for integer n: n >= 0", TRUE, TRUE, says="does not range over all"),
    "induction needs a free variable": induction(
        "for integer n >= 0 where n != 3: n <= 5", TRUE, TRUE, says="a side condition mentions n"
    ),
    "induction goes on by one": induction(
        "for integer n >= 0: n*(n - 1) <= 0",
        TRUE,
        direct("for integer n in [0, inf) where n*(n - 1) <= 0: n*(n - 1) <= 0"),
    ),
    "induction does not go on by two": induction(
        "for integer n >= 0: sum(i, 1, n, 1) = 2*(n/2)*(1 - n)", TRUE, TRUE
    ),
}

ACCEPTED = (
    cases(
        "for x in [0, 1]: x >= 0",
        "x >= 1/2",
        direct("for x in [1/2, 1]: x >= 0"),
        direct("for x in [0, 1/2): x >= 0"),
    ),
    cases(
        "for x in [0, 1]: x >= 0",
        "x > 1/2",
        direct("for x in (1/2, 1]: x >= 0"),
        direct("for x in [0, 1/2]: x >= 0"),
    ),
    cases(
        "for x in [0, 1]: x >= 0",
        "x = 1/2",
        direct("for real x where x = 1/2: x >= 0"),
        direct("for x in [0, 1]: x >= 0"),
    ),
)
