"""Signs, floors and equality against an independent evaluation by mpmath with 400 digits."""

import math
import random
from fractions import Fraction

import mpmath
import pytest

from assay.exact import exp, ln, number, root, sign
from tests.effort import at_length

DIGITS = 400
ZERO = mpmath.mpf(10) ** -300
"""What is smaller with 400 digits, from small expressions, is exactly zero."""


def generators() -> dict:
    """For every field: powers of theta as a Number and with 400 digits."""
    found = {}
    for name, build, value in (
        ("Q", lambda k: number(2) ** k, lambda: mpmath.mpf(2)),
        ("e", exp, lambda: mpmath.e),
        ("e^(1/6)", lambda k: exp(Fraction(k, 6)), lambda: mpmath.exp(mpmath.mpf(1) / 6)),
        ("sqrt 2", lambda k: root(2, 2) ** k, lambda: mpmath.sqrt(2)),
        ("12^(1/6)", lambda k: root(12, 6) ** k, lambda: mpmath.root(12, 6)),
        ("18^(1/4)", lambda k: root(18, 4) ** k, lambda: mpmath.root(18, 4)),
    ):
        found[name] = [(build(k), value() ** k) for k in range(-4, 5)]
    return found


def expression(rng: random.Random, powers: list, depth: int) -> tuple:
    """A random expression as a Number and as a float of 400 digits."""
    if depth == 0:
        p, q = rng.randint(-9, 9), rng.randint(1, 9)
        x, y = rng.choice(powers)
        return x * Fraction(p, q), y * p / q
    (a, u), (b, v) = (expression(rng, powers, depth - 1) for _ in range(2))
    kind = rng.randrange(4)
    if kind == 0:
        return a + b, u + v
    if kind == 1:
        return a - b, u - v
    if kind == 2 or not b:
        return a * b, u * v
    return a / b, u / v


def check(rng: random.Random, powers: list) -> None:
    """Compare the sign, the scaled floor and a rounded decimal of one expression."""
    x, y = expression(rng, powers, rng.randint(1, 3))
    assert sign(x) == (0 if abs(y) < ZERO else int(mpmath.sign(y)))
    assert bool(x) == (abs(y) >= ZERO)
    scaled = x * 10**20
    nearest = int(mpmath.nint(y * 10**20))
    if abs(y * 10**20 - nearest) > ZERO * 10**30:
        assert math.floor(scaled) == int(mpmath.floor(y * 10**20))
    else:
        assert scaled == nearest
    if x > 0 and rng.random() < 0.2:
        loss, wanted = ln(x), mpmath.log(y)
        assert sign(loss) == (0 if abs(wanted) < ZERO else int(mpmath.sign(wanted)))
        assert abs(mpmath.mpf(str(loss.decimal(30))) - wanted) <= abs(wanted) * mpmath.mpf(10) ** -29 + ZERO


def run(count: int, seed: int) -> None:
    rng = random.Random(seed)
    with mpmath.workdps(DIGITS):
        fields = list(generators().values())
        for _ in range(count):
            check(rng, rng.choice(fields))


@pytest.mark.slow
def test_random_expressions():
    run(8_000, 1)


@pytest.mark.parametrize("count", at_length(60_000))
def test_many_random_expressions(count):
    run(count, 2)


def convergents(y, digits: int):
    """Continued fraction convergents of a float of 400 digits, up to denominators of so many digits."""
    (p0, q0), (p1, q1) = (0, 1), (1, 0)
    while q1 < 10**digits:
        a = int(mpmath.floor(y))
        (p0, q0), (p1, q1) = (p1, q1), (a * p1 + p0, a * q1 + q0)
        yield Fraction(p1, q1)
        if y == a:
            return
        y = 1 / (y - a)


NEAR_TIES = {
    "e": (lambda: exp(1), lambda: mpmath.e),
    "e^(1/2)": (lambda: exp("1/2"), lambda: mpmath.exp(mpmath.mpf(1) / 2)),
    "e^(-7/3)": (lambda: exp("-7/3"), lambda: mpmath.exp(mpmath.mpf(-7) / 3)),
    "1/(1+e)": (lambda: 1 / (1 + exp(1)), lambda: 1 / (1 + mpmath.e)),
    "sqrt 2": (lambda: root(2, 2), lambda: mpmath.sqrt(2)),
    "3^(2/5)": (lambda: root(9, 5), lambda: mpmath.root(9, 5)),
    "1+2^(1/3)+4^(1/3)": (lambda: 1 + root(2, 3) + root(4, 3), lambda: 1 / (mpmath.root(2, 3) - 1)),
    "ln 3": (lambda: ln(3), lambda: mpmath.log(3)),
    "ln(3)/7 + 1/2": (lambda: ln(3) / 7 + Fraction(1, 2), lambda: mpmath.log(3) / 7 + mpmath.mpf(1) / 2),
    "ln(1+e)": (lambda: ln(1 + exp(1)), lambda: mpmath.log(1 + mpmath.e)),
    "ln(1+sqrt 2)": (lambda: ln(1 + root(2, 2)), lambda: mpmath.log(1 + mpmath.sqrt(2))),
}


@pytest.mark.parametrize("name", NEAR_TIES)
def test_near_ties_with_seventy_digits(name):
    exact, approximate = NEAR_TIES[name]
    x = exact()
    with mpmath.workdps(DIGITS):
        y = approximate()
        best = list(convergents(y, 70))
        assert best[-1].denominator > 10**69
        for q in best:
            above = y > mpmath.mpf(q.numerator) / q.denominator
            assert (x > q) == above == (q < x) == (not x <= q)
            assert x != q
            assert (x - q > 0) == above
            assert hash(x - q) == hash(-(q - x))


@pytest.mark.parametrize("name", ["e", "sqrt 2", "ln 3"])
def test_floats_and_decimals_of_tiny_differences(name):
    exact, approximate = NEAR_TIES[name]
    with mpmath.workdps(DIGITS):
        for q in convergents(approximate(), 70):
            gap = approximate() - mpmath.mpf(q.numerator) / q.denominator
            assert float(exact() - q) == float(gap)
            found = mpmath.mpf(str((exact() - q).decimal(30)))
            assert abs(found - gap) <= abs(gap) * mpmath.mpf(10) ** -29
