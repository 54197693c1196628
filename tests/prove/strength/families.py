"""Random true inequalities in 24 families, each with a false neighbour."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction

Family = Callable[[random.Random], tuple[str, str]]
"""A true claim, and a claim that fails somewhere because of a small change."""

ONE = Fraction(1)
LESS, LITTLE = Fraction(98, 100), Fraction(1, 100)


def some(r: random.Random, low: int, high: int, most: int = 6) -> Fraction:
    """A random rational number in [low, high], without the ends."""
    d = r.randint(2, most)
    return Fraction(r.randint(low * d + 1, high * d - 1), d)


def with_both(text: str, true: object, false: object) -> tuple[str, str]:
    """The text with each of two values in the place of #."""
    return text.replace("#", f"({true})"), text.replace("#", f"({false})")


def exponential_tangent(r: random.Random) -> tuple[str, str]:
    c = some(r, -3, 3)
    return with_both(f"for real x: exp(x) >= exp({c})*(# + x - ({c}))", 1, "101/100")


def logarithm_tangent(r: random.Random) -> tuple[str, str]:
    c = some(r, 0, 8)
    return with_both(f"for x > 0: ln(x) <= ln({c}) + (x - {c})/({c}) - #", 0, LITTLE)


def entropy_tangent(r: random.Random) -> tuple[str, str]:
    c = some(r, 0, 5)
    return with_both(f"for x > 0: x*ln(x) >= (1 + ln({c}))*x - {c} + #", 0, LITTLE)


def divergence_from_fixed_law(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 1, 9)
    return with_both(f"for p in (0, 1): p*ln(p/({a})) + (1 - p)*ln((1 - p)/({1 - a})) >= #", 0, LITTLE)


def root_tangent(r: random.Random) -> tuple[str, str]:
    k = some(r, 0, 5)
    return with_both(f"for x >= 0: sqrt(x) <= x/({2 * k}) + {k / 2} - #", 0, LITTLE)


def quadratic_form(r: random.Random) -> tuple[str, str]:
    a, b, c = (some(r, -4, 4) or ONE for _ in range(3))
    text = f"{a * a + 1}*x^2 + ({2 * a * b})*x*y + {b * b}*y^2 - ({2 * c})*x + {c * c} >= #"
    return with_both(f"for real x, real y: {text}", 0, LITTLE)


def quartic(r: random.Random) -> tuple[str, str]:
    """(x - a)^2 (x^2 + 1 + b^2)."""
    a, s = some(r, -3, 3), 1 + some(r, -3, 3) ** 2
    terms = f"x^4 + ({-2 * a})*x^3 + ({a * a + s})*x^2 + ({-2 * a * s})*x + {a * a * s}"
    return with_both(f"for real x: {terms} >= #", 0, LITTLE)


def exponential_taylor(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 5)
    return with_both(f"for x >= 0: exp({a}*x) >= 1 + #*x + {a * a / 2}*x^2", a, a + LITTLE)


def logarithm_taylor(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 5)
    return with_both(f"for x >= 0: ln(1 + {a}*x) >= {a}*x - #*x^2", a * a / 2, a * a / 2 * LESS)


def rational_bound(r: random.Random) -> tuple[str, str]:
    a, b = some(r, 0, 5), some(r, 0, 5)
    return with_both(f"for x >= 0: ({b})/(1 + {a}*x) >= # - {a * b}*x", b, b + LITTLE)


def chord_of_exp(r: random.Random) -> tuple[str, str]:
    a = some(r, -4, 4) or ONE
    return with_both(f"for q in [0, 1]: exp({a}*q) <= # + q*(exp({a}) - 1)", 1, 1 - LITTLE)


def subsampling(r: random.Random) -> tuple[str, str]:
    a, b = some(r, 0, 4), some(r, 0, 1, 9)
    text = f"for q in [0, {b}], eps >= 0: ln(1 + q*(exp({a}*eps) - 1)) <= #*q*(exp({a}*eps) - 1)"
    return with_both(text, 1, LESS)


def boxes(r: random.Random) -> tuple[str, str]:
    a, b = some(r, 0, 3), some(r, 0, 3)
    return with_both(f"for x in [0, 1], y in [0, 1]: {a}*x*y + exp(-{b}*x)*y <= #", a + 1, ONE - LITTLE)


def weighted_mean(r: random.Random) -> tuple[str, str]:
    d = r.randint(2, 5)
    a = Fraction(r.randint(1, d - 1), d)
    return with_both(f"for x > 0, y > 0: x^({a})*y^({1 - a}) <= {a}*x + #*y", 1 - a, (1 - a) * LESS)


def absolute_values(r: random.Random) -> tuple[str, str]:
    a, b = some(r, -4, 4), some(r, -4, 4)
    return with_both(f"for real x: |x - ({a})| + |x - ({b})| >= #", abs(a - b), abs(a - b) + LITTLE)


def induction(r: random.Random) -> tuple[str, str]:
    a, m = some(r, 0, 3), r.randint(0, 3)
    return with_both(f"for integer n >= {m}: (1 + {a})^n >= 1 + #*n", a, 40 * (a + 1))


def sums(r: random.Random) -> tuple[str, str]:
    a, b = some(r, 1, 6), some(r, 0, 4)
    return with_both(
        f"for integer n >= 1: sum(i, 1, n, {a}*i + {b}) <= #*n*(n + 1) + {b}*n", a / 2, a / 2 * LESS
    )


def bernoulli_power(r: random.Random) -> tuple[str, str]:
    d = r.randint(2, 6)
    a = Fraction(r.randint(1, d - 1), d)
    return with_both(f"for x >= 0: (1 + x)^({a}) <= # + {a}*x", 1, 1 - LITTLE)


def hyperbolic_tangent(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 5)
    return with_both(f"for x >= 0: tanh({a}*x) <= #*x", a, a * LESS)


def power_times_exponential(r: random.Random) -> tuple[str, str]:
    k, a = r.randint(1, 4), some(r, 0, 4)
    return with_both(f"for x >= 0: x^{k}*exp(-{a}*x) <= #*({k / a})^{k}*exp(-{k})", 1, LESS)


def difference_of_logarithms(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 5)
    return with_both(f"for n > 0: ln(n + {a}) - ln(n) <= #/n", a, a * LESS)


def three_variables(r: random.Random) -> tuple[str, str]:
    a, b = some(r, 0, 4), some(r, 0, 4)
    text = f"for x > 0, y > 0, z > 1: {a * a}*x*(z - 1) + {b * b}*y/(z - 1) >= #*sqrt(x*y)"
    return with_both(text, 2 * a * b, 2 * a * b + LITTLE)


def growth_to_exponential(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 4)
    return with_both(f"for n > 0: (1 + {a}/n)^n <= exp(#)", a, a * LESS)


def gaussian_moment(r: random.Random) -> tuple[str, str]:
    a = some(r, 0, 3)
    return with_both(f"for real x: cosh({a}*x) <= exp(#*x^2)", a * a / 2, a * a / 2 * LESS)


FAMILIES: tuple[Family, ...] = (
    exponential_tangent,
    logarithm_tangent,
    entropy_tangent,
    divergence_from_fixed_law,
    root_tangent,
    quadratic_form,
    quartic,
    exponential_taylor,
    logarithm_taylor,
    rational_bound,
    chord_of_exp,
    subsampling,
    boxes,
    weighted_mean,
    absolute_values,
    induction,
    sums,
    bernoulli_power,
    hyperbolic_tangent,
    power_times_exponential,
    difference_of_logarithms,
    three_variables,
    growth_to_exponential,
    gaussian_moment,
)


def drawn(seed: int, each: int, families: Sequence[Family] = FAMILIES) -> list[tuple[str, str, str]]:
    """The family, a true claim and a false one, `each` times for every family."""
    r = random.Random(seed)
    return [(f.__name__, *f(r)) for f in families for _ in range(each)]
