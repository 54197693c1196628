"""Outputs and ends on the tape: what is the same, what is refused, and what is an error of the sampler."""

from __future__ import annotations

import random
import sys
import threading
from collections import namedtuple
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import numpy as np
import pytest

from assay import Dist, adjacency, ln
from assay.cli import main
from assay.errors import InvalidType, NondeterministicProgram
from assay.outputs.identity import key
from assay.programs.ends import ExitRefused
from assay.programs.sources import Raised, distribution, mechanism, sampled

Pair = namedtuple("Pair", "left right")


@dataclass(frozen=True)
class Point:
    x: object
    y: object


class Colour(Enum):
    RED = 1
    BLUE = 2


class Text(str):
    """A str that holds more than its characters."""


def coin() -> bool:
    return random.random() < 0.5


# Outputs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([1], (1,)),
        (np.int64(1), 1),
        (np.float64(0.5), 0.5),
        (1, True),
        (1, 1.0),
        (0.0, -0.0),
        ({1}, frozenset({1})),
        (b"x", bytearray(b"x")),
        ({"a": 1}, (("a", 1),)),
        (np.array([1]), (1,)),
        (np.array([1], dtype=np.int8), np.array([1], dtype=np.int16)),
        ((1, [2]), (1, (2,))),
    ],
)
def test_lookalikes_are_refused_on_one_input_and_on_two(one, other):
    with pytest.raises(InvalidType, match="can be told apart"):
        distribution(lambda: one if coin() else other)
    m = mechanism(lambda x: (coin(), one if x else other)[1], [0, 1], adjacency.all_pairs())
    with pytest.raises(InvalidType, match="can be told apart"):
        m.audit(0)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ([1, [2]], (1, (2,))),
        ({1, 2}, frozenset({1, 2})),
        ({"a": [1]}, (("a", (1,)),)),
        (np.array([[1, 2]]), ((1, 2),)),
        (np.float64(0.5), 0.5),
        (bytearray(b"x"), b"x"),
        (Pair(1, 2), Pair(1, 2)),
        (Point(1, "a"), Point(1, "a")),
        (Colour.RED, Colour.RED),
    ],
)
def test_an_output_is_listed_under_its_form_and_keeps_its_key(value, form):
    law = sampled(lambda: value if coin() else None)
    assert law.bounds.lower == {form: Fraction(1, 2), None: Fraction(1, 2)}
    assert law.bounds.keys.get(form, key(form)) == key(value)


@pytest.mark.parametrize("value", [object(), Text("x"), iter(()), lambda: 0, float])
def test_what_may_hold_more_is_refused_by_name(value):
    with pytest.raises(InvalidType, match=type(value).__name__):
        distribution(lambda: value if coin() else 1)


def test_draws_in_outputs_are_drawn():
    """A draw of many values inside any container that may be an output."""
    tenth = {i: Fraction(1, 10) for i in range(10)}
    for wrap in (lambda x: (x,), lambda x: [x], lambda x: Pair(x, x), lambda x: Point(x, 0), lambda x: {x}):
        law = distribution(lambda wrap=wrap: wrap(random.randrange(10)))
        assert law == Dist.uniform([wrap(i) for i in range(10)]), wrap
    assert sampled(lambda: {"x": random.randrange(10)}).bounds.lower == {(("x", i),): tenth[i] for i in tenth}
    assert distribution(lambda: np.array([random.randrange(10)])) == Dist.uniform(
        [np.array([i]) for i in range(10)]
    )


def test_sets_of_draws_are_sets():
    def two():
        return {random.randrange(5), random.randrange(5)}

    law = sampled(lambda: frozenset(two()) if coin() else len(two()))
    assert law.exact
    assert law.bounds.lower[1] == law.bounds.lower[2] / 4
    assert distribution(lambda: sorted(two()))[(0, 1)] == Fraction(2, 25)


# Ends


def test_a_declared_exception_is_an_output():
    def fails():
        if random.random() < 0.25:
            raise ValueError("too small")
        return True

    assert distribution(fails, raises=(ValueError,)) == Dist(
        {True: "3/4", Raised("ValueError", "too small"): "1/4"}
    )
    assert distribution(fails, raises=[ArithmeticError, ValueError]) == distribution(
        fails, raises={ValueError}
    )
    with pytest.raises(ValueError, match="too small"):
        distribution(fails)
    with pytest.raises(ValueError, match="too small"):
        distribution(fails, raises=(KeyError,))


def test_an_error_is_shown_as_what_it_is():
    def typo(bit):
        return ranom.random() < 0.5  # noqa: F821

    def late_typo(bit):
        return bit if random.random() < 0.5 else ranom  # noqa: F821

    for sampler, words in ((typo, "before any draw"), (late_typo, "after draws such as")):
        m = mechanism(sampler, [False, True], adjacency.all_pairs())
        with pytest.raises(NameError, match="ranom") as found:
            m.audit(ln(2))
        assert words in found.value.__notes__[0]
        assert found.traceback[-1].name == sampler.__name__


@pytest.mark.parametrize("error", [SystemExit(0), SystemExit(), GeneratorExit(), BaseException("x")])
def test_what_is_no_exception_is_an_error_of_the_sampler(error):
    def leaves():
        if coin():
            raise error
        return 1

    def inside():
        leaves()
        return 1

    for sampler in (leaves, inside):
        with pytest.raises(ExitRefused, match=type(error).__name__):
            sampled(sampler, raises=ValueError)


def test_an_interrupt_stops_the_exploration():
    def interrupted():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sampled(interrupted, raises=ValueError)


def draws_or_leaves(kind):
    if random.randrange(4) == 0:
        raise kind("out")
    return 1


class Rich(Exception):
    """An exception with more than its arguments."""

    def __init__(self, left, right):
        super().__init__("rich")
        self.right = right


def rich_or_not():
    raise Rich(0, random.randrange(2))


@pytest.mark.parametrize("kind", [ValueError, SystemExit, GeneratorExit])
def test_an_exception_of_an_inner_call_may_be_caught(kind):
    def catches():
        try:
            return draws_or_leaves(kind)
        except kind as error:
            return str(error)

    assert distribution(catches) == Dist({1: "3/4", "out": "1/4"})


def test_what_an_inner_exception_holds_is_kept():
    def catches():
        try:
            rich_or_not()
        except Rich as error:
            return error.right
        except TypeError:
            return "lost"

    assert distribution(catches) == Dist({0: "1/2", 1: "1/2"})


def test_a_thread_is_refused():
    def threaded():
        found = []
        thread = threading.Thread(target=lambda: found.append(random.random() < 0.5))
        thread.start()
        thread.join()
        return found[0]

    with pytest.raises(NondeterministicProgram, match="thread"):
        sampled(threaded)


def test_no_hint_names_a_setting_under_which_anything_passes():
    with pytest.raises(NondeterministicProgram, match="drew nothing") as found:
        sampled(lambda: 3)
    assert "deterministic" not in str(found.value)
    with pytest.raises(NondeterministicProgram, match="ended in Raised"):
        sampled(lambda: {}[1], raises=(KeyError,))


def test_exits_by_the_module_sys_end_the_sampler_alone():
    with pytest.raises(ExitRefused, match="SystemExit"):
        sampled(lambda: sys.exit(0) if coin() else 1)


RAISES = "if random.random() < 0.5:\n        raise ValueError('no')"


@pytest.mark.parametrize(
    "body", [RAISES, "random.random() < 0.5 and sys.exit(0)", "sys.exit(0)", "return ranom.random() < 0.5"]
)
def test_the_command_line_ends_with_an_error(tmp_path, capsys, body):
    file = tmp_path / "sampler.py"
    file.write_text(f"import random, sys\n\ndef f(b):\n    {body}\n    return 1\n")
    claim = ["--domain", "0, 1", "--adjacency", "all-pairs", "--epsilon", "1"]
    given = ["audit", f"{file}:f", "--rng", "any", *claim]
    assert main(given) == 2
    assert capsys.readouterr().out == ""
    if body == RAISES:
        assert main([*given, "--raises", "ValueError"]) == 0
        assert main([*given, "--raises", "KeyError"]) == 2
        assert main([*given, "--raises", "NoSuchError"]) == 2
