"""Lazy floats and integers against enumeration: on uniform draws of a few bits every value is looked at."""

from __future__ import annotations

import math
import operator
import random
from fractions import Fraction
from functools import partial
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist
from assay.programs.sources import distribution, lazy_float, sampled
from assay.programs.sources.uniforms import boundary

from . import samplers

BITS = 6
CONSTANTS = st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 1.0, 3.0, 7.5, -0.1, -2.0, 1e-3])

OPERATIONS = {
    "+": lambda u, c: u + c,
    "-": lambda u, c: u - c,
    "from": lambda u, c: c - u,
    "*": lambda u, c: u * c,
    "/": lambda u, c: u / c,
    "neg": lambda u, c: -u,
    "abs": lambda u, c: abs(u),
    "exp": lambda u, c: math.exp(min_of(u, c)),
    "sqrt": lambda u, c: math.sqrt(abs(u)),
    "log": lambda u, c: math.log(abs(u) + 0.5),
    "square": lambda u, c: u**2,
    "expm1": lambda u, c: math.expm1(-abs(u)),
    "sign": lambda u, c: c * math.copysign(1, u),
    "copysign": lambda u, c: math.copysign(u, c),
}

LOOKS = {
    "<": lambda u, c: u < c,
    "<=": lambda u, c: u <= c,
    ">": lambda u, c: u > c,
    ">=": lambda u, c: u >= c,
    "==": lambda u, c: u == c,
    "reflected": lambda u, c: c < u,
    "fraction": lambda u, c: u < Fraction(1, 3),
    "floor": lambda u, c: math.floor(u * 4),
    "ceil": lambda u, c: math.ceil(u * 4),
    "int": lambda u, c: int(u * 4),
    "round": lambda u, c: round(u * 4),
    "digits": lambda u, c: round(u, 1),
    "bool": lambda u, c: bool(u),
    "//": lambda u, c: u // 0.25,
    "copysign": lambda u, c: math.copysign(c, u),
    "numpy.rint": lambda u, c: float(np.rint(u * 4)),
    "numpy.round": lambda u, c: float(np.round(u * 4)),
    "numpy.floor": lambda u, c: int(np.floor(u * 4)),
    "numpy.ceil": lambda u, c: int(np.ceil(u * 4)),
    "numpy.trunc": lambda u, c: int(np.trunc(u * 4)),
    "numpy.sign": lambda u, c: int(np.sign(u)),
    "numpy.clip": lambda u, c: float(np.clip(np.rint(u * 4), 0, 2)),
}


def min_of(u, c):
    """The smaller of the two, by a comparison."""
    return u if u < 3 else 3.0


def by_enumeration(function) -> Dist:
    """The distribution of function(u) for u = i / 2^BITS, value by value with plain floats."""
    return Dist.uniform([function(i / 2**BITS) for i in range(2**BITS)])


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from(sorted(OPERATIONS)), CONSTANTS), max_size=4),
    st.lists(st.tuples(st.sampled_from(sorted(LOOKS)), CONSTANTS), min_size=1, max_size=2),
)
def test_chains_are_split_where_plain_floats_change(steps, looks):
    def sampler(u):
        for name, c in steps:
            u = OPERATIONS[name](u, c)
        return tuple(repr(LOOKS[name](u, c)) for name, c in looks)

    from assay.programs.sources import randoms

    with mock.patch.object(randoms, "uniform_float", partial(small, BITS)):
        law = sampled(lambda: sampler(random.random()))
    assert law.exact, law.bounds.reason
    assert law.distribution() == by_enumeration(sampler)


@pytest.mark.parametrize("operation", [operator.mul, operator.truediv, operator.floordiv])
def test_a_second_draw_that_may_be_negative_turns_the_first(operation):
    def sampler(u, w):
        combined = operation(u - 0.3, w - 0.55)
        return combined > -0.3, combined < 0.2

    from assay.programs.sources import randoms

    with mock.patch.object(randoms, "uniform_float", partial(small, 3)):
        law = distribution(lambda: sampler(random.random(), random.random()))
    values = [i / 8 for i in range(8)]
    assert law == Dist.uniform([sampler(u, w) for u in values for w in values])


def small(bits: int, only: float | None = None):
    """A lazy uniform multiple of 2^-bits, or a lazy float of two equal values."""
    run = lazy_float.current()
    if run.plain is not None:
        i = run.take()
        return i / 2**bits if only is None else only
    variable = lazy_float.Uniform(run, 2**bits)
    return lazy_float.LazyFloat(variable, lambda i: i / 2**bits if only is None else only)


def test_a_geometric_variable_by_logarithms_has_its_float_law():
    law = distribution(samplers.floor_log, 0.5)
    # log(1 - u)/log(0.5) lies in [k, k + 1) for 1 - u in (2^-(k+1), 2^-k]
    total = sum((p for _, p in law.items()), 0)
    assert total == 1
    for k in range(4):
        assert law[k] == Fraction(1, 2 ** (k + 1))


@pytest.mark.filterwarnings("always")
def test_the_textbook_laplace_sampler_is_followed():
    """-b sgn(u) ln(1 - 2|u|) for a uniform u in [-1/2, 1/2), by math and by numpy, looks at u twice."""

    def by_math() -> int:
        u = random.random() - 0.5
        return round(-2.0 * math.copysign(1, u) * math.log(1 - 2 * abs(u)))

    def by_numpy() -> int:
        u = np.random.uniform(-0.5, 0.5)
        return int(np.round(-2.0 * np.sign(u) * np.log(1 - 2 * np.abs(u))))

    for law in (
        distribution(by_math, raises=(ValueError,)),
        sampled(by_numpy, raises=(OverflowError,)).bounds.lower,
    ):
        assert abs(law[0] - Fraction(22119921692859513, 10**17)) < Fraction(1, 10**12)  # 1 - e^(-1/4)
        assert abs(law[1] - law[-1]) < Fraction(1, 2**50)


def test_a_float_laplace_sampler_is_followed_to_its_rounding():
    law = distribution(samplers.binned, 1.0, raises=(ValueError,))
    assert abs(law[0] - Fraction(39346934028737, 10**14)) < Fraction(1, 10**12)  # 1 - e^(-1/2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_numpys_formulas_are_numpys(seed):
    """Our Laplace variable, with one known uniform float at a time, is numpy's to the last bit."""
    from assay.programs.sources import numpy_draws

    for uniforms, draws in (
        (np.random.default_rng(seed).random, np.random.default_rng(seed).laplace),
        (np.random.RandomState(seed).random_sample, np.random.RandomState(seed).laplace),
    ):
        for _ in range(15):
            u = uniforms()
            with mock.patch.object(numpy_draws, "uniform_float", partial(small, 1, u)):
                law = distribution(lambda: numpy_draws.laplace(1.0, 2.0))
            assert law == Dist.point(draws(1.0, 2.0))


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.integers(0, 3))
def test_boundaries_of_predicates_in_doubt(noise, width):
    """A predicate that grows but for a zone: every change is found where the doubt is declared."""
    n = len(noise)
    values = [False] * n + noise + [True] * n
    cuts = boundary(
        0,
        3 * n,
        lambda i: all(values[i:]),
        lambda i: not any(values[: i + 1]),
        lambda i: values[i],
    )
    assert cuts == [i for i in range(1, 3 * n) if values[i] != values[i - 1]]


def test_arrays_of_numpy_are_taken_element_by_element():
    cumulative = np.array([0.25, 0.5, 1.0])
    below = distribution(lambda: int((cumulative > random.random()).sum()))
    assert below == Dist({1: "1/2", 2: "1/4", 3: "1/4"})
    assert distribution(lambda: int((random.random() < cumulative).sum())) == below
    signs = np.array([1.0, -1.0])
    assert distribution(lambda: int((random.random() * signs > 0).sum())) == Dist(
        {1: 1 - Fraction(1, 2**53), 0: Fraction(1, 2**53)}
    )


@pytest.mark.filterwarnings("always")
def test_numpys_logarithm_is_infinite_at_zero_and_nan_below():
    """Python's own raises an error there, which would be another outcome."""
    overflows = distribution(
        lambda: int(np.floor(np.log(abs(random.random() - 0.5)))), raises=(OverflowError,)
    ).items()
    assert [p for o, p in overflows if "OverflowError" in repr(o)] == [Fraction(1, 2**53)]
    above = distribution(lambda: bool(np.log(random.random() - 0.5) > -math.inf))
    assert above[True] == Fraction(1, 2) - Fraction(1, 2**53)
