"""Declared exceptions: what may be declared, and when two of them are one output."""

from __future__ import annotations

import pytest

from assay.dp.outputs import key, same_outcome
from assay.errors import InvalidType, ProgramError
from assay.programs.ends import Raised, check_raises, failure, is_end, raised


def made(name: str) -> type[Exception]:
    """A class of exceptions with this name, another one at each call."""
    return type(name, (Exception,), {})


def test_an_output_is_the_class_and_the_message():
    assert raised(ValueError("x")) == Raised(ValueError, "x")
    assert raised(ValueError("x")) != raised(ValueError("y"))
    assert raised(ValueError("1")) == raised(ValueError(1))
    assert repr(raised(KeyError("a"))) == "Raised(KeyError: 'a')"
    assert same_outcome(raised(ValueError("x")), raised(ValueError("x")))
    assert Raised(ValueError, "x") != "Raised(ValueError: x)"


def test_two_classes_of_one_name_are_two_outputs():
    one, other = made("Same"), made("Same")
    assert raised(one("x")) != raised(other("x"))
    assert key(raised(one("x"))) != key(raised(other("x")))


def test_subclasses_are_declared_with_their_base():
    assert is_end(KeyError(1), check_raises((LookupError,)))
    assert not is_end(LookupError(1), check_raises((KeyError,)))
    assert not is_end(KeyError(1), ())


@pytest.mark.parametrize("wrong", [ValueError, None, "ValueError", 3, iter([ValueError])])
def test_a_declaration_is_a_tuple(wrong):
    with pytest.raises(InvalidType, match="give a tuple of exceptions"):
        check_raises(wrong)


@pytest.mark.parametrize(
    "wrong", [SystemExit, KeyboardInterrupt, GeneratorExit, BaseException, int, "V", None]
)
def test_what_ends_more_than_a_program_cannot_be_declared(wrong):
    with pytest.raises(InvalidType, match="not a subclass of Exception"):
        check_raises((ValueError, wrong))


def test_an_exception_that_is_no_output_is_raised_with_a_note():
    error = ValueError("x")
    assert failure(error, "f(1) before any draw") is error
    assert "f(1) before any draw" in error.__notes__[0]
    assert "raises=" not in error.__notes__[0]


@pytest.mark.parametrize("error", [SystemExit(0), GeneratorExit(), BaseException("bare")])
def test_what_ends_an_interpreter_ends_only_the_program(error):
    found = failure(error, "f(1)")
    assert isinstance(found, ProgramError)
    assert type(error).__name__ in str(found)
    assert found.__cause__ is error


def test_an_interrupt_stops_assay():
    error = KeyboardInterrupt()
    assert failure(error, "f(1)") is error
