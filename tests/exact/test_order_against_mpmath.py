"""Signs, floors and decimals of random expressions against mpmath with hundreds of digits."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import floor

import mpmath
import pytest

from assay.exact import Number, exp, ln, number, root, sign, sqrt
from tests.effort import at_length

Pair = tuple[Number, mpmath.mpf]
"""A number and its value to the digits in force."""


def rational(rng: random.Random) -> Pair:
    q = Fraction(rng.randint(-30, 30), rng.randint(1, 12))
    return number(q), mpmath.mpf(q.numerator) / q.denominator


def exponential(rng: random.Random) -> Pair:
    q = Fraction(rng.randint(-6, 6), rng.randint(1, 4))
    return exp(q), mpmath.exp(mpmath.mpf(q.numerator) / q.denominator)


def radical_of(base: int, degree: int) -> object:
    def leaf(rng: random.Random) -> Pair:
        k = rng.randint(1, degree)
        return root(base, degree) ** k, mpmath.mpf(base) ** (mpmath.mpf(k) / degree)

    return leaf


GENERATORS = {
    "Q": None,
    "e": exponential,
    "sqrt 2": radical_of(2, 2),
    "cube root of 12": radical_of(12, 3),
    "sixth root of 3": radical_of(3, 6),
}


def expression(rng: random.Random, leaf: object, depth: int) -> Pair:
    """A random expression tree, built exactly and evaluated by mpmath side by side."""
    if depth == 0:
        return rational(rng) if leaf is None or rng.random() < 0.4 else leaf(rng)  # type: ignore[operator]
    (a, x), (b, y) = expression(rng, leaf, depth - 1), expression(rng, leaf, rng.randint(0, depth - 1))
    match rng.randrange(5):
        case 0:
            return a + b, x + y
        case 1:
            return a - b, x - y
        case 2:
            return a * b, x * y
        case 3 if b:
            return a / b, x / y
        case _:
            k = rng.randint(0, 3)
            return a**k, x**k


def check(exact: Number, value: mpmath.mpf) -> None:
    """The sign, the floor of a thousandfold, and twelve digits."""
    if not exact:
        assert abs(value) < mpmath.mpf(10) ** -150
        assert sign(exact) == 0
        return
    assert abs(value) > mpmath.mpf(10) ** -150
    assert sign(exact) == (1 if value > 0 else -1)
    scaled = int(mpmath.nint(value * 1000))
    if abs(value * 1000 - scaled) > mpmath.mpf(10) ** -150:
        assert (exact * 1000 > scaled) == (value * 1000 > scaled)
    else:
        assert exact * 1000 == scaled
    assert exact.lower(12) <= exact.upper(12)
    low, high = (mpmath.mpf(str(end)) for end in (exact.lower(12), exact.upper(12)))
    assert low <= value * (1 + mpmath.sign(value) * mpmath.mpf(10) ** -150)
    assert value * (1 - mpmath.sign(value) * mpmath.mpf(10) ** -150) <= high


def run(name: str, count: int, seed: int) -> None:
    rng = random.Random(seed)
    seen = set()
    with mpmath.workdps(260):
        for _ in range(count):
            exact, value = expression(rng, GENERATORS[name], rng.randint(1, 3))
            if abs(value) > mpmath.mpf(10) ** 60:
                continue
            check(exact, value)
            seen.add(exact)
    assert len(seen) > count // 4


@pytest.mark.slow
@pytest.mark.parametrize("name", GENERATORS)
def test_random_expressions(name: str) -> None:
    run(name, 1500, seed=1)


@pytest.mark.parametrize("count", at_length(12_000))
@pytest.mark.parametrize("name", GENERATORS)
def test_tens_of_thousands_of_random_expressions(name: str, count: int) -> None:
    run(name, count, seed=2)


def convergents(digits: list[int]) -> list[Fraction]:
    """The convergents of a continued fraction."""
    found, (p, q), (r, s) = [], (1, 0), (0, 1)
    for a in digits:
        (p, r), (q, s) = (a * p + r, p), (a * q + s, q)
        found.append(Fraction(p, q))
    return found


def continued_fraction(value: mpmath.mpf, terms: int) -> list[int]:
    digits = []
    for _ in range(terms):
        whole = int(mpmath.floor(value))
        digits.append(whole)
        value = 1 / (value - whole)
    return digits


NEAR = {
    "e": (exp(1), lambda: mpmath.e),
    "sqrt(2)": (sqrt(2), lambda: mpmath.sqrt(2)),
    "e^(1/2)": (exp("1/2"), lambda: mpmath.exp(mpmath.mpf(1) / 2)),
    "12^(1/3)": (root(12, 3), lambda: mpmath.cbrt(12)),
    "1/(1+e)": (1 / (1 + exp(1)), lambda: 1 / (1 + mpmath.e)),
}


@pytest.mark.parametrize("name", NEAR)
def test_near_ties_with_convergents_of_more_than_seventy_digits(name: str) -> None:
    exact, value = NEAR[name]
    with mpmath.workdps(400):
        fractions = convergents(continued_fraction(value(), 200))
    assert len(str(fractions[-1].denominator)) > 70
    for before, after in pairwise(fractions):
        low, high = sorted((before, after))
        assert low < exact < high
        assert sign(exact - low) == 1
        assert sign(exact - high) == -1
        assert floor(low) <= exact


def test_near_ties_of_a_logarithm() -> None:
    with mpmath.workdps(400):
        fractions = convergents(continued_fraction(mpmath.log(3), 150))
    assert len(str(fractions[-1].denominator)) > 70
    for before, after in pairwise(fractions[:41]):
        low, high = sorted((before, after))
        assert low < ln(3) < high
        assert ln(3) != low


@pytest.mark.parametrize("digits", [1, 2, 7, 30, 200])
def test_decimals_are_correctly_rounded(digits: int) -> None:
    with mpmath.workdps(digits + 60):
        for exact, value in NEAR.values():
            text = mpmath.nstr(value(), digits + 40, strip_zeros=False)
            exactly = Fraction(text)
            ulp = Fraction(10) ** (Decimal(text).adjusted() - digits + 1)
            below = floor(exactly / ulp) * ulp
            assert Fraction(exact.lower(digits)) == below
            assert Fraction(exact.upper(digits)) == below + ulp
            nearer = below if exactly - below < ulp / 2 else below + ulp
            assert Fraction(exact.decimal(digits)) == nearer


def test_numbers_from_different_fields_are_ordered_but_not_added() -> None:
    numbers = [sqrt(2), sqrt(3), exp("1/2"), root(5, 3), exp(-1), number("3/2"), root(2, 3), exp(1) / 2]
    with mpmath.workdps(50):
        values = [
            mpmath.sqrt(2),
            mpmath.sqrt(3),
            mpmath.exp(mpmath.mpf(1) / 2),
            mpmath.cbrt(5),
            mpmath.exp(-1),
            mpmath.mpf(3) / 2,
            mpmath.cbrt(2),
            mpmath.e / 2,
        ]
    by_value = [n for _, n in sorted(zip(values, numbers, strict=True), key=lambda pair: pair[0])]
    assert sorted(numbers) == by_value
    assert sqrt(2) + exp(1) - sqrt(2) == exp(1)
