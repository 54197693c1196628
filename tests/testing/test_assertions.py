"""Assertions: what passes, what fails, and how a failure reads and is repeated."""

from __future__ import annotations

import random
import secrets
import time

import pytest

from assay import Dist, Mechanism, adjacency, exp, ln, mechanisms, number
from assay.dp.measures import MEASURES
from assay.errors import AssayError, InvalidType, InvalidValue, NondeterministicProgram
from assay.programs import sources as tape
from assay.programs.sources import Raised
from assay.testing.pytest_plugin import assert_at_most, assert_distribution, assert_private, assert_sound
from tests.measure_arguments import ARGUMENTS

RESPONSE = Mechanism(
    {True: {True: "3/4", False: "1/4"}, False: {True: "1/4", False: "3/4"}},
    [True, False],
    adjacency.all_pairs(),
    name="response",
)
DIE = Dist.uniform(range(1, 7))


def answer(bit):
    """Randomised response, with the sources of Python."""
    return bit if secrets.randbelow(4) else not bit


def roll():
    """A fair die."""
    return random.randint(1, 6)


def hidden():
    """A fair coin whose bits come from the clock."""
    return time.perf_counter_ns() // 7 % 2


def text_of(assertion, *arguments, **options):
    """The message with which an assertion fails."""
    with pytest.raises(AssertionError) as failure:
        assertion(*arguments, **options)
    return str(failure.value)


def run_snippet(text, **names):
    """Run the snippet of a message."""
    lines = text.partition("to see it again:\n")[2].splitlines()
    exec("\n".join(line.removeprefix("    ") for line in lines), names)


def test_private():
    assert assert_private(RESPONSE, "ln 3").tight
    assert assert_private(answer, "ln 3", domain=[False, True], adjacency=adjacency.all_pairs()).holds
    assert assert_private(RESPONSE, 1, "1/10").holds


@pytest.mark.parametrize(("epsilon", "delta"), [(1, 0), ("1/2", "1/100"), ("ln 2", 0), (0, "1/3")])
def test_a_failure_shows_the_witness_and_repeats_it(epsilon, delta):
    text = text_of(assert_private, RESPONSE, epsilon, delta)
    assert text.startswith("REFUTED: response is not (")
    assert "3/4 = 0.75" not in text.splitlines()[0]
    assert "P[M(x) in S]" in text
    assert "0.75" in text
    run_snippet(text)
    with pytest.raises(AssertionError):
        run_snippet(text.replace('p = number("3/4")', 'p = number("1/4")'))


def test_an_irrational_witness_and_one_of_probability_zero_are_repeated():
    e = exp(1)
    rows = {0: {0: e / (1 + e), 1: 1 / (1 + e)}, 1: {0: 1 / (1 + e), 1: e / (1 + e)}}
    run_snippet(text_of(assert_private, Mechanism(rows, [0, 1], adjacency.all_pairs()), "1/2"))
    run_snippet(text_of(assert_private, Mechanism(rows, [0, 1], adjacency.all_pairs()), "ln 2"))
    sure = Mechanism({0: {0: 1}, 1: {1: 1}}, [0, 1], adjacency.all_pairs())
    run_snippet(text_of(assert_private, sure, 5, "1/2"))


def test_undecided_is_a_failure():
    from assay import budget

    with budget(max_states=0, seconds=0):
        assert "UNDECIDED" in text_of(
            assert_private, Mechanism(RESPONSE.source, [True, False], adjacency.all_pairs()), 2
        )


@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_every_measure_that_is_a_number_can_be_bounded(measure):
    m = mechanisms.randomised_response(ln(3))
    arguments = ARGUMENTS.get(measure.name, ())
    if measure.kind not in ("epsilon", "divergence", "delta") or measure.name == "random_dp":
        with pytest.raises(AssayError):
            assert_at_most(m, measure.name, 1, *arguments)
        return
    value = m.worst_case.of(measure, *arguments).value
    assert assert_at_most(m, measure.name, value, *arguments).value == value
    below = -1 if value == 0 else value / 2
    with pytest.raises(AssertionError, match=f"REFUTED: the {measure.name} of ") as caught:
        assert_at_most(m, measure.name, below, *arguments)
    text = str(caught.value)
    run_snippet(text)
    with pytest.raises(AssertionError):
        run_snippet(text.replace("assert not at_most", "assert at_most"))


def test_bounds_of_every_exact_type():
    m = mechanisms.randomised_response(ln(3))
    assert_at_most(m, "renyi", "ln(3)", "3/2")  # certified
    assert_at_most(m, "epsilon", "inf")
    assert_at_most(m, "epsilon", "2")
    with pytest.raises(AssertionError, match=r"between 0\."):
        assert_at_most(m, "renyi", "1/10", "3/2")
    rational = Mechanism({0: {0: "1/2", 1: "1/2"}, 1: {0: 1}}, [0, 1], adjacency.all_pairs())
    with pytest.raises(AssertionError, match="inf"):
        assert_at_most(rational, "bounded_range", 5)
    with pytest.raises(InvalidValue, match="'loss' is not the name of a number"):
        assert_at_most(m, "loss", 1)


def urandom():
    """A fair coin from a source that the tape does not see."""
    with open("/dev/urandom", "rb") as source:
        return source.read(1)[0] & 1


def test_a_sampler_without_a_known_source_is_not_called_private():
    inputs = {"domain": [0, 1], "adjacency": adjacency.all_pairs()}
    with pytest.raises(NondeterministicProgram, match="open, a file, is named"):
        assert_private(lambda bit: urandom(), 1, **inputs)
    with pytest.raises(NondeterministicProgram, match="drew nothing"):
        assert_private(lambda bit: 3, 1, **inputs)
    assert assert_private(tape.mechanism(lambda bit: 3, deterministic=True, **inputs), 0).holds


def test_bad_input():
    with pytest.raises(InvalidValue, match="needs domain"):
        assert_private(answer, 1)
    with pytest.raises(InvalidValue, match="leave them out"):
        assert_private(RESPONSE, 1, domain=[1])
    with pytest.raises(InvalidType, match="mechanism"):
        assert_private(3, 1)
    with pytest.raises(InvalidValue, match="none of"):
        assert_distribution(roll, DIE, method="guess")


def test_sound():
    from assay.testing.claims import delta_truth

    assert assert_sound(lambda epsilon: 0.5, delta_truth(RESPONSE), [{"epsilon": 0.5}]).sound
    assert "UNSOUND" in text_of(assert_sound, lambda epsilon: 0.1, delta_truth(RESPONSE), [{"epsilon": 0.5}])


def test_values_are_written_as_text_that_reads_back():
    from assay.testing.reproduction import python_text

    for value in (number("3/4"), exp("1/2") / 3, ln(3), ln("7/2") / 2, number(0)):
        read: dict[str, object] = {}
        exec("from assay import *\nvalue = " + python_text(value), read)
        assert read["value"] == value


def test_exceptions_of_the_sampler_are_errors_unless_declared():
    def fails(bit=0):
        if secrets.randbelow(2):
            raise ValueError("no")
        return bit

    law = {0: "1/2", Raised("ValueError", "no"): "1/2"}
    with pytest.raises(ValueError, match="no"):
        assert_distribution(fails, law)
    assert assert_distribution(fails, law, raises=ValueError).exact
    inputs = {"domain": [0, 1], "adjacency": adjacency.all_pairs()}
    with pytest.raises(ValueError, match="no"):
        assert_private(fails, 1, "1/2", **inputs)
    assert assert_private(fails, 1, "1/2", raises=(ValueError,), **inputs).holds
    with pytest.raises(InvalidValue, match="leave them out"):
        assert_private(RESPONSE, 1, raises=ValueError)
