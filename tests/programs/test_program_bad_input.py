"""What programs refuse, and what an error inside a program says."""

from __future__ import annotations

import asyncio
import traceback
from decimal import Decimal
from fractions import Fraction

import pytest

from assay import Dist, draw, flip, number, program, uniform
from assay.errors import AssayError, FloatRefused, InvalidType, InvalidValue

HALF = Fraction(1, 2)


def run(body):
    """The distribution of a body without arguments."""
    return program(body).distribution()


@pytest.mark.parametrize("call", [lambda: flip(HALF), lambda: draw(Dist.point(1)), lambda: uniform(2)])
def test_draws_outside_a_program(call):
    with pytest.raises(AssayError, match=r"called outside a program; decorate .* with @assay.program"):
        call()


def test_draws_in_a_thread_of_their_own_belong_to_no_program():
    with pytest.raises(AssayError, match="called outside a program"):
        asyncio.run(asyncio.to_thread(flip, HALF))


def test_calling_a_program_outside_a_program():
    fair = program(lambda: flip(HALF))
    with pytest.raises(AssayError, match=r"ask for <lambda>.distribution\(...\)"):
        fair()


@pytest.mark.parametrize("bad", [0.5, 1.0, float("nan")])
def test_flip_refuses_floats(bad):
    with pytest.raises(FloatRefused, match=r"^p = "):
        run(lambda: flip(bad))


@pytest.mark.parametrize("bad", ["3/2", 2, -1, Decimal("-0.1"), number("11/10")])
def test_flip_needs_a_probability(bad):
    with pytest.raises(InvalidValue, match=r"^p = .* is not in \[0, 1\]"):
        run(lambda: flip(bad))


@pytest.mark.parametrize("bad", [True, None, [1], {"p": 1}, "half", Dist.bernoulli(HALF)])
def test_flip_needs_an_exact_number(bad):
    with pytest.raises(AssayError, match=r"^p = "):
        run(lambda: flip(bad))


@pytest.mark.parametrize(
    ("one", "other"), [(1, 1.0), (1, True), (0, 0.0), (0, False), (Fraction(1), True), (Fraction(0), 0.0)]
)
def test_what_equals_a_probability_seen_before_is_still_refused(one, other):
    assert run(lambda: flip(one)) == Dist.point(bool(one))
    with pytest.raises((FloatRefused, InvalidType)):
        run(lambda: flip(other))
    if one and isinstance(one, int):
        assert run(lambda: uniform(one)) == Dist.point(0)
        with pytest.raises((FloatRefused, InvalidType)):
            run(lambda: uniform(other))


@pytest.mark.parametrize(
    ("bad", "error"),
    [(0, InvalidValue), (-3, InvalidValue), (2.0, FloatRefused), (True, InvalidType), ("2", InvalidType)],
)
def test_uniform_needs_a_positive_whole_number(bad, error):
    with pytest.raises(error, match=r"^n = "):
        run(lambda: uniform(bad))


@pytest.mark.parametrize("bad", [{0: HALF, 1: HALF}, [0, 1], None, 3])
def test_draw_needs_a_dist(bad):
    with pytest.raises(InvalidType, match=r"draw was given .*; give a Dist"):
        run(lambda: draw(bad))


def test_draw_from_a_program_says_how():
    fair = program(lambda: flip(HALF))
    with pytest.raises(InvalidType, match="call the program itself"):
        run(lambda: draw(fair))


class Klass:
    pass


def generator():
    yield flip(HALF)


async def coroutine():
    return flip(HALF)


async def async_generator():
    yield flip(HALF)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (Klass, "decorate a function"),
        (3, "decorate a function"),
        (None, "decorate a function"),
        (generator, "instead of yielding"),
        (async_generator, "instead of yielding"),
        (coroutine, "plain def"),
    ],
)
def test_only_plain_functions_become_programs(bad, words):
    with pytest.raises(InvalidType, match=words):
        program(bad)


@pytest.mark.parametrize(
    ("output", "listed"),
    [([1], (1,)), ({1}, frozenset({1})), ({"a": 1}, (("a", 1),)), (([1],), ((1,),)), (bytearray(b"a"), b"a")],
)
def test_an_unhashable_output_is_listed_in_its_hashable_form(output, listed):
    @program
    def returns(x: int) -> object:
        return output

    assert returns.distribution(3) == Dist.point(listed)


def test_an_output_that_cannot_be_compared_is_named_with_the_program():
    class Opaque:
        pass

    @program
    def bad(x: int) -> object:
        return Opaque()

    with pytest.raises(InvalidType, match=r"^output of program bad\(3\) = .*Opaque.* may hold more than"):
        bad.distribution(3)


def test_an_iterator_or_nan_output():
    with pytest.raises(InvalidType, match="return a tuple of its values"):
        run(lambda: (flip(HALF) for _ in range(2)))
    with pytest.raises(InvalidValue, match="not equal to itself"):
        run(lambda: float("nan"))


@pytest.mark.parametrize(("a", "b"), [(True, 1), (0.0, -0.0), ((1,), (True,))])
def test_outputs_that_are_equal_and_yet_distinct(a, b):
    with pytest.raises(InvalidType, match="can be told apart from it"):
        run(lambda: a if flip(HALF) else b)


@pytest.mark.parametrize(
    "call",
    [
        lambda f: f.distribution(),
        lambda f: f.distribution(1, 2),
        lambda f: f.distribution(y=1),
        lambda f: f.bounds(1, z=1),
        lambda f: f.distribution(1, max_step=3),
    ],
)
def test_arguments_that_do_not_fit(call):
    @program
    def one(x: int) -> int:
        return x

    with pytest.raises(InvalidType, match=r"program one\(.*\): .*; its parameters are \(x: 'int'\) -> 'int'"):
        call(one)


def test_an_exception_keeps_its_traceback_and_says_where_the_program_was():
    @program
    def breaks(x: int) -> int:
        if flip("1/3") and uniform(4) == 2:
            raise KeyError("mine")
        return x

    with pytest.raises(KeyError) as caught:
        breaks.distribution(9)
    report = "".join(traceback.format_exception(caught.value))
    assert 'raise KeyError("mine")' in report
    assert (
        "raised by program breaks(9) after the draws True (of probability 1/3), 2 (of probability 1/4)"
        in report
    )


def test_an_exception_on_an_impossible_path_is_never_raised():
    assert run(lambda: 1 // 0 if flip(0) else 1) == Dist.point(1)


def test_long_values_are_shortened_in_messages():
    for length, shown in ((78, "'" + 78 * "x" + "'"), (79, "'" + 76 * "x" + "...")):
        with pytest.raises(InvalidType) as caught:
            run(lambda n=length: flip(1) and draw("x" * n))
        assert str(caught.value).startswith(f"draw was given {shown} (str); give a Dist")


def test_histories_of_twelve_draws_are_shown_in_full():
    @program
    def twelve(n: int) -> int:
        for i in range(n):
            draw(Dist.point(i))
        raise ValueError

    for n, complete in ((12, True), (13, False)):
        with pytest.raises(ValueError) as caught:
            twelve.distribution(n)
        (note,) = caught.value.__notes__
        assert all(f" {i} (of probability 1)" in note for i in range(n)) == complete
        assert ("..." in note) == (not complete)


def test_long_histories_are_shortened():
    @program
    def long() -> int:
        for _ in range(100):
            flip("1/2")
        raise ValueError

    with pytest.raises(ValueError) as caught:
        long.distribution()
    (note,) = caught.value.__notes__
    assert "..." in note
    assert len(note) < 500


def test_an_interrupt_passes_through():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(interrupted)
