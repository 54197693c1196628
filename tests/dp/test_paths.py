"""The definition of a program's distribution, and the enumeration, which agrees with it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import assay
from assay import Dist, program
from assay.dp.paths import distribution
from assay.programs.run import current
from tests.effort import fewer
from tests.strategies import generated_programs


def test_by_hand():
    def almost_random(draw):
        return True if draw(Dist.bernoulli("1/2")) else draw(Dist.bernoulli("1/2"))

    assert distribution(almost_random) == Dist({True: "3/4", False: "1/4"})


def test_no_draw_one_answer_and_draws_that_depend_on_draws():
    assert distribution(lambda draw: "a") == Dist.point("a")
    assert distribution(lambda draw: draw(Dist.point(3))) == Dist.point(3)
    nested = distribution(lambda draw: draw(Dist.uniform(range(draw(Dist.uniform([1, 2, 3])) + 1))))
    assert nested == Dist({0: "13/36", 1: "13/36", 2: "7/36", 3: "1/12"})


def test_what_the_program_raises_is_raised():
    with pytest.raises(KeyError):
        distribution(lambda draw: {}[draw(Dist.uniform([1, 2]))])


def defined(written, *args):
    """The distribution of a program by the definition: its words draw from the path."""

    def body(draw):
        token = current.set(SimpleNamespace(choose=lambda asked: draw(asked.dist)))
        try:
            return written._function(*args)
        finally:
            current.reset(token)

    return distribution(body)


@pytest.mark.slow
@fewer(2)
@given(generated_programs(), st.integers(0, 3))
def test_the_enumeration_agrees_with_the_definition(generated, x):
    bounds = generated.program.bounds(x, max_paths=500)
    if not bounds.open_mass:
        assert generated.program.distribution(x) == defined(generated.program, x)


def test_the_words_are_draws():
    def words(b):
        return assay.flip("1/3"), assay.uniform(3) + assay.draw(Dist.uniform([b, 5]))

    def plainly(draw):
        return draw(Dist.bernoulli("1/3")), draw(Dist.uniform(range(3))) + draw(Dist.uniform([1, 5]))

    assert program(words).distribution(1) == distribution(plainly)
