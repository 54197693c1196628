"""`--arg NAME=VALUE`: a bound function is judged as the function that is called with these values."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Mechanism, adjacency, flip, ln, program
from assay.cli import main
from assay.cli.binding import bound, bound_program, read_arguments
from assay.cli.errors import UsageError

FILE = """\
import random
from assay import flip, mechanisms, program

@program
def keep(b, p, times=1):
    for _ in range(times):
        if flip(p):
            return b
    return flip("1/2")

@program
def named(b, *, p="1/2"):
    return b if flip(p) else not b

def response(epsilon, answers=2):
    return mechanisms.randomised_response_categories(answers, epsilon)

def half(b, p=0.5):
    return b if random.random() < p else 1 - b

m = response(1)
"""
BITS = ("--domain", "False, True", "--adjacency", "all-pairs")


@pytest.fixture
def ask(tmp_path, capsys):
    path = tmp_path / "bound.py"
    path.write_text(FILE, encoding="utf-8")

    def asked(command, name, *words):
        status = main([command, f"{path}:{name}" if name else str(path), *words])
        return status, capsys.readouterr()

    return asked


@program
def keep(b, p, times=1):
    for _ in range(times):
        if flip(p):
            return b
    return flip("1/2")


@settings(deadline=None)
@given(st.fractions(0, 1, max_denominator=9), st.integers(1, 3), st.booleans())
def test_a_bound_program_is_the_program_with_its_arguments(p, times, b):
    assert bound_program(keep, {"p": p, "times": times}).distribution(b) == keep.distribution(b, p, times)


@pytest.mark.slow
def test_what_is_bound_is_what_is_judged(ask):
    for words, epsilon in (
        (("--arg", "p=1/3"), "ln(2)"),
        (("--arg", "p=1/3", "--arg", "times=2"), "ln(7/2)"),
        (("--arg", "p= 0.5 "), "ln(3)"),
    ):
        status, said = ask("audit", "keep", *words, *BITS, "--epsilon", epsilon)
        assert status == 0, said.err
        assert "VERIFIED (tight): keep(p=" in said.out
    assert ask("audit", "named", "--arg", "p=3/4", *BITS, "--epsilon", "1")[0] == 1
    status, said = ask("audit", "response", "--arg", "epsilon=ln 5", "--json")
    assert status == 0
    assert json.loads(said.out)["measures"]["epsilon"]["value"]["exact"] == "ln(5)"


@pytest.mark.slow
def test_a_sampler_is_given_floats(ask):
    words = ("--rng", "any", "--domain", "0, 1", "--adjacency", "all-pairs")
    assert "smallest epsilon at delta = 0  ln(3)" in ask("audit", "half", "--arg", "p=0.75", *words)[1].out
    assert "smallest epsilon at delta = 0  0" in ask("audit", "half", *words)[1].out


def test_every_command_that_reads_a_program_binds(ask):
    status, said = ask("explain", "keep", "--arg", "p=1/3", *BITS)
    assert status == 0
    assert "keep(p=1/3)" in said.out
    status, said = ask("decide", "keep", "--arg", "p=1/3", *BITS, "--epsilon", "eps")
    assert status == 1
    assert "keep(p=1/3)" in said.out


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("keep", ("q=1",), "--arg q is no parameter of keep; it has b, p, times"),
        ("keep", ("time=1",), "did you mean times?"),
        ("keep", ("b=1",), "--arg b is the input of keep"),
        ("keep", ("times=2",), "keep has no value for p; add --arg p=VALUE"),
        ("keep", ("p",), "--arg 'p' is not NAME=VALUE"),
        ("keep", ("=2",), "--arg '=2' is not NAME=VALUE"),
        ("keep", ("p=1/2", "p=1/3"), "--arg p is given twice"),
        ("m", ("p=1",), "a Mechanism has no parameters"),
        ("response", ("answers=3",), "missing a required argument: 'epsilon'"),
        ("missing", ("p=1",), "defines no 'missing'"),
        ("", ("p=1",), "--arg binds the parameters of one function; name it"),
        ("random", ("p=1",), "a module has no parameters"),
    ],
)
def test_what_cannot_be_bound_is_refused(ask, name, words, message):
    flags = [word for text in words for word in ("--arg", text)]
    status, said = ask("audit", name, *flags, *BITS)
    assert status == 2
    assert message in said.err
    assert said.out == ""


def test_values():
    assert read_arguments(["a=1", "b=1/2", "c=0.1", "d='x=y'", "e=[1, 2]", "f="]) == {
        "a": 1, "b": "1/2", "c": "0.1", "d": "x=y", "e": [1, 2], "f": "",
    }  # fmt: skip
    assert read_arguments(["c=0.1"], floats=True) == {"c": 0.1}


def test_only_plain_functions():
    assert bound(len, {}) is len
    with pytest.raises(UsageError, match="is none"):
        bound(len, {"x": 1})


def test_the_original_keeps_its_defaults():
    def function(x, a=1, *, b=2):
        return x, a, b

    assert bound(function, {"a": 5, "b": 6})(0) == (0, 5, 6)
    assert bound(function, {"b": 7})(0) == (0, 1, 7)
    assert function(0) == (0, 1, 2)
    assert Mechanism(bound_program(keep, {"p": "1/3"}), [False, True], adjacency.all_pairs()).epsilon() == ln(
        2
    )
