"""Lists of which only sums, extremes and lengths are read are folded where they are made."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, flip, program, uniform
from assay.programs.merge import merged
from tests.effort import fewer
from tests.programs.conformance.readers import ASKS, loaded


@program
def forty(x):
    bits = tuple(flip("1/2") for _ in range(40))
    return sum(bits), max(bits)


def test_forty_coins_have_41_outputs():
    law = {(k, k > 0): Fraction(comb(40, k), 2**40) for k in range(41)}
    assert forty.distribution(0) == Dist(law)


FUNCTIONS = ("sum", "max", "min", "any", "all", "len")
ELEMENTS = ("uniform(3)", "uniform(2) - 1", "flip('1/3')", "uniform(2) * i", "(uniform(2), i)[0]", "i", "-i")
SHAPES = ("tuple({} for i in {})", "list({} for i in {})", "[{} for i in {}]", "list([{} for i in {}])")


@pytest.mark.slow
@fewer(2)
@given(
    st.sampled_from(SHAPES),
    st.sampled_from(ELEMENTS),
    st.sampled_from(["range(1, 4)", "range(2)", "(0, 2)", "range(3) if i != 1"]),
    st.lists(st.sampled_from(FUNCTIONS), min_size=1, max_size=4),
    st.booleans(),
)
def test_they_find_what_they_find_in_the_list(tmp_path_factory, shape, element, run, functions, later):
    """As the enumeration does; the calls stand in the statement after, or further on."""
    asked = ", ".join(f"{function}(made)" for function in functions)
    between = "    y = uniform(2)\n    if y:\n        x += sum(made)\n" if later else ""
    text = f"def f(x):\n    made = {shape.format(element, run)}\n{between}    return x, {asked}\n"
    f = program(loaded(ASKS + text, tmp_path_factory.mktemp("folded")).f)
    assert merged(f, 1) == f.enumerated(1)


def function_of_builtin_name(x, sum=len):
    made = [uniform(2) for _ in range(3)]
    return sum(made), max(made)


def maximum_of_none(x):
    made = [1 for _ in range(3) if flip("1/2")]
    return max(made) if len(made) else 0, sum(made)


def elements_that_change(x):
    one = []
    made = [(one, flip("1/2"))[0] for _ in range(2)]
    one.append(x)
    return any(made), len(made)


def sum_of_floats(x):
    made = [uniform(2) / 10 for _ in range(3)]
    return sum(made), max(made)


def read_otherwise(x):
    made = [uniform(2) for _ in range(3)]
    return sum(made), made[0]


def assigned_twice(x):
    made = [uniform(2) for _ in range(3)]
    first = sum(made), len(made)
    made = [1]
    return first, sum(made)


def read_before(x):
    made = [x]
    before = sum(made)
    made = [uniform(2) for _ in range(3)]
    return before, max(made)


def parameter_of_the_name(made):
    if flip("1/2"):
        made = [uniform(2) for _ in range(3)]
    return sum(made) + max(made)


def read_inside(x):
    made = [uniform(2) for _ in range(3)]

    def later():
        return sum(made)

    return later(), max(made)


def in_a_loop(x):
    total = 0
    for n in range(1, 4):
        made = [uniform(2) for _ in range(n)]
        total += sum(made) * len(made)
    return total


NOT_FOLDED = (
    *(function_of_builtin_name, maximum_of_none, elements_that_change, sum_of_floats, read_otherwise),
    *(assigned_twice, read_before, parameter_of_the_name, read_inside, in_a_loop),
)


@pytest.mark.parametrize("f", NOT_FOLDED)
def test_what_is_not_folded_has_its_law(f):
    p = program(f)
    x = (1,) if f is parameter_of_the_name else 1
    assert merged(p, x) == p.distribution(x) == p.enumerated(x)
