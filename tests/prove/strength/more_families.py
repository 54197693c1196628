"""More random true inequalities with false neighbours, of other kinds than those of `families.py`."""

from __future__ import annotations

import random
from fractions import Fraction

from tests.prove.strength.families import LESS, LITTLE, ONE, Family, some, with_both


def chord_above_exp(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 4)
    return with_both(f"for x in [0, {a}]: exp(x) <= # + x*(exp({a}) - 1)/({a})", 1, 1 - LITTLE)


def chord_below_log(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 6)
    return with_both(f"for x in [0, {a}]: ln(1 + x) >= #*x*ln(1 + {a})/({a})", 1, 1 + LITTLE)


def shifted_logs(r: random.Random) -> tuple[str, str]:
    b = some(r, 0, 4)
    a = b + some(r, 0, 4)
    return with_both(f"for x >= 0: ln((x + {a})/(x + {b})) <= #/(x + {b})", a - b, (a - b) * LESS)


def root_of_shift(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 4)
    return with_both(f"for x >= 0: sqrt(x + {a * a}) - {a} <= #*x", 1 / (2 * a), LESS / (2 * a))


def sinh_taylor(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 4)
    return with_both(f"for x >= 0: sinh({a}*x) >= {a}*x + #*x^3", a**3 / 6, a**3 / 6 * (1 + LITTLE))


def tangent_of_two(r: random.Random) -> tuple[str, str]:
    c, k = some(r, -2, 2), some(r, 0, 3)
    return with_both(f"for real x, real y: exp(x + {k}*y) >= exp({c})*(# + x + {k}*y - ({c}))", 1, 1 + LITTLE)


def jensen_log(r: random.Random) -> tuple[str, str]:
    d = r.randint(2, 6)
    t = Fraction(r.randint(1, d - 1), d)
    return with_both(f"for a > 0, b > 0: {t}*ln(a) + {1 - t}*ln(b) <= ln({t}*a + {1 - t}*b) + #", 0, -LITTLE)


def pinsker_fixed(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 1, 7)
    return with_both(
        f"for p in (0, 1): p*ln(p/({a})) + (1 - p)*ln((1 - p)/({1 - a})) >= #*(p - {a})^2",
        2,
        1 / (2 * a * (1 - a)) + 1,
    )


def balance(r: random.Random) -> tuple[str, str]:
    a, b = some(r, 0, 5), some(r, 0, 5)
    return with_both(f"for x > 0, y > 0: {a * a}*x/y + {b * b}*y/x >= #", 2 * a * b, 2 * a * b + LITTLE)


def concave_log_chord(r: random.Random) -> tuple[str, str]:
    c, b = some(r, 0, 9), some(r, 0, 1, 6)
    return with_both(f"for q in [0, {b}]: ln(1 + {c}*q) >= #*q*ln(1 + {c * b})/({b})", 1, 1 + LITTLE)


def cosh_below(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 4)
    return with_both(f"for real x: cosh({a}*x) >= 1 + #*x^2", a * a / 2, a * a / 2 * (1 + LITTLE))


def renyi_of_response(r: random.Random) -> tuple[str, str]:
    a = 1 + some(r, 0, 4)
    return with_both(
        f"for eps >= 0: (exp({a}*eps) + exp({1 - a}*eps))/(1 + exp(eps)) <= exp(#*eps)", a - 1, (a - 1) * LESS
    )


def renyi_of_laplace(r: random.Random) -> tuple[str, str]:
    a = 1 + some(r, 0, 4)
    s, t = a / (2 * a - 1), (a - 1) / (2 * a - 1)
    return with_both(
        f"for u >= 0: {s}*exp({a - 1}*u) + {t}*exp(-{a}*u) <= exp(#*u)", a - 1, (a - 1) * Fraction(1, 2)
    )


def power_times_log(r: random.Random) -> tuple[str, str]:
    k = r.randint(1, 5)
    return with_both(f"for x > 0: x^{k}*ln(x) >= -#/e", Fraction(1, k), LESS / k)


def log_below_root(r: random.Random) -> tuple[str, str]:
    d = r.randint(1, 5)
    return with_both(
        f"for x > 0: ln(x) <= #/e*x^(1/{d})" if d > 1 else "for x > 0: ln(x) <= #/e*x", d, LESS * d
    )


def geometric_series(r: random.Random) -> tuple[str, str]:
    d = r.randint(2, 7)
    x = Fraction(r.randint(1, d - 1), d)
    return with_both(f"for integer n >= 0: sum(i, 0, n, ({x})^i) <= #", 1 / (1 - x), 1 + x / 2)


def second_order_power(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 3)
    return with_both(f"for integer n >= 0: (1 + {a})^n >= 1 + {a}*n + #*n*(n - 1)", a * a / 2, 3 * a * a)


def largest_multiple(r: random.Random) -> tuple[str, str]:
    a, b = some(r, -4, 4), some(r, -4, 4)
    m = max(abs(a), abs(b)) or ONE
    return with_both(f"for real x: max(({a})*x, ({b})*x) <= #*|x|", m, -m)


def gaussian_tail(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 5)
    return with_both(f"for t >= 0: exp(-{a}*t^2) <= 1/(1 + #*t^2)", a, a * (1 + LITTLE))


def bernoulli_large(r: random.Random) -> tuple[str, str]:
    a = 1 + some(r, 0, 4)
    return with_both(f"for x > -1: (1 + x)^({a}) >= 1 + {a}*x + #", 0, LITTLE)


def bounded_ratio(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 6)
    return with_both(f"for x >= 0, y > 0 where x <= {a}*y: x/(x + y) <= #", a / (a + 1), a / (a + 1) * LESS)


def affinity(r: random.Random) -> tuple[str, str]:
    a, b = r.choice(
        [
            (Fraction(3, 5), Fraction(4, 5)),
            (Fraction(5, 13), Fraction(12, 13)),
            (Fraction(8, 17), Fraction(15, 17)),
            (Fraction(7, 25), Fraction(24, 25)),
        ]
    )
    return with_both(f"for p in [0, 1]: {a}*sqrt(p) + {b}*sqrt(1 - p) <= #", 1, LESS)


def log_sum_exp(r: random.Random) -> tuple[str, str]:
    k, m = r.randint(1, 5), r.randint(1, 5)
    return with_both(
        f"for real a, real b: ln({k}*exp(a) + {m}*exp(b)) <= max(a, b) + ln(#)", k + m, (k + m) * LESS
    )


def hoeffding_fixed(r: random.Random) -> tuple[str, str]:
    p = some(r, 0, 1, 7)
    return with_both(
        f"for real t: ln({1 - p} + {p}*exp(t)) <= {p}*t + #*t^2", Fraction(1, 8), p * (1 - p) / 2 * LESS
    )


def gaussian_exponent(r: random.Random) -> tuple[str, str]:
    a, b = some(r, 0, 4), some(r, 0, 4)
    return with_both(f"for real x: exp({a}*x - {b}*x^2) <= exp(#)", a * a / (4 * b), a * a / (4 * b) * LESS)


def advantage(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 5)
    return with_both(
        f"for eps >= 0: (exp({a}*eps) - 1)/(exp({a}*eps) + 1) <= min(1, #*eps)", a / 2, a / 2 * LESS
    )


MORE: tuple[Family, ...] = (
    chord_above_exp,
    chord_below_log,
    shifted_logs,
    root_of_shift,
    sinh_taylor,
    tangent_of_two,
    jensen_log,
    pinsker_fixed,
    balance,
    concave_log_chord,
    cosh_below,
    renyi_of_response,
    renyi_of_laplace,
    power_times_log,
    log_below_root,
    geometric_series,
    second_order_power,
    largest_multiple,
    gaussian_tail,
    bernoulli_large,
    bounded_ratio,
    affinity,
    log_sum_exp,
    hoeffding_fixed,
    gaussian_exponent,
    advantage,
)
