"""The pytest plugin: what passes, what fails and how it reads, fixtures, strategies, and a light import."""

from __future__ import annotations

import json
import random
import secrets
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Log, Mechanism, Number, adjacency, exp, ln, number
from assay.errors import InvalidType, InvalidValue, NondeterministicProgram
from assay.oracle import strategies, tape
from assay.oracle.blackbox import Seeded
from assay.oracle.pytest_plugin import assert_distribution, assert_private, assert_sound

pytest_plugins = ["pytester"]

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


def modulo_roll():
    """A die from three bits, not fair."""
    return random.getrandbits(3) % 6 + 1


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


def test_a_distribution_on_the_tape():
    assert assert_distribution(roll, DIE).exact
    text = text_of(assert_distribution, modulo_roll, DIE)
    assert "REFUTED: modulo_roll does not have the promised distribution" in text
    assert "1/4 = 0.25" in text
    assert "1/6 = 0.166666666667..." in text
    run_snippet(text)


def test_an_open_mass_has_to_be_allowed():
    def forever():
        n = 0
        while secrets.randbelow(2):
            n += 1
        return min(n, 1)

    law = Dist({0: "1/2", 1: "1/2"})
    assert "UNDECIDED" in text_of(assert_distribution, forever, law)
    assert assert_distribution(forever, law, open_mass="1e-18").bounds.open_mass > 0
    text_of(assert_distribution, forever, Dist({0: "1/4", 1: "3/4"}), open_mass="1e-18")


def test_samples_where_the_tape_declines():
    fair = {"a": "1/2", "b": "1/2"}
    coin = Seeded(lambda seed: (lambda rng: lambda: rng.choice("ab"))(random.Random(seed)), 3)
    assert not assert_distribution(coin, fair, samples=2000).contradicted
    text = text_of(assert_distribution, coin, {"a": "1/4", "b": "3/4"}, false_alarm="1e-6")
    assert "CONTRADICTED" in text
    assert "with the seed 3" in text
    assert "CONTRADICTED, certainly" in text_of(assert_distribution, coin, {"a": 1})
    with pytest.raises(InvalidValue, match="samples only"):
        assert_distribution(coin, fair, method="tape")
    with pytest.raises(NondeterministicProgram):
        assert_distribution(hidden, {0: "1/2", 1: "1/2"}, method="tape")


def urandom():
    """A fair coin from a source that the tape does not see."""
    with open("/dev/urandom", "rb") as source:
        return source.read(1)[0] & 1


def test_one_output_without_a_known_source_is_not_believed_to_be_the_law():
    assert not assert_distribution(urandom, {0: "1/2", 1: "1/2"}, samples=500).contradicted
    for wrong in ({0: 1}, {1: 1}):
        assert "CONTRADICTED, certainly" in text_of(assert_distribution, urandom, wrong, samples=500)
    assert not assert_distribution(lambda: 3, {3: 1}, samples=10).contradicted
    with pytest.raises(NondeterministicProgram, match=r"calls io\.open"):
        assert_distribution(urandom, {0: "1/2", 1: "1/2"}, method="tape")


def test_a_sampler_without_a_known_source_is_not_called_private():
    inputs = {"domain": [0, 1], "adjacency": adjacency.all_pairs()}
    with pytest.raises(NondeterministicProgram, match=r"calls io\.open"):
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
    from assay.oracle.claims import delta_truth

    assert assert_sound(lambda epsilon: 0.5, delta_truth(RESPONSE), [{"epsilon": 0.5}]).sound
    assert "UNSOUND" in text_of(assert_sound, lambda epsilon: 0.1, delta_truth(RESPONSE), [{"epsilon": 0.5}])


# Strategies


@given(st.from_type(Dist[str]), st.from_type(Mechanism[int, bool]), st.from_type(Log), st.from_type(Number))
def test_types_are_enough(law, mechanism, epsilon, value):
    assert sum(law[o] for o in law.support) == 1
    assert all(isinstance(outcome, str) for outcome in law.support)
    assert all(isinstance(x, int) for x in mechanism.domain)
    assert set(mechanism.outputs) <= {False, True}
    assert mechanism.pairs
    assert epsilon >= 0
    assert 0 <= value <= 1


@given(strategies.mechanisms(), strategies.epsilons(), strategies.probabilities())
def test_generated_mechanisms_are_judged(mechanism, epsilon, delta):
    verdict = mechanism.audit(epsilon, delta)
    assert verdict.holds == (mechanism.epsilon(delta) <= epsilon)


@given(strategies.distribution_pairs(st.text(max_size=2)))
def test_pairs_share_their_outcomes(pair):
    p, q = pair
    assert 0 <= p.total_variation(q) <= 1


def test_adjacent_pairs():
    @given(strategies.adjacent_pairs([0, 1, 5], adjacency.explicit([(0, 1)])))
    def draw(pair):
        assert pair in [(0, 1), (1, 0)]

    draw()
    with pytest.raises(InvalidValue, match="relates no two"):
        strategies.adjacent_pairs([(0,), (5,)], adjacency.linf())


def test_a_mechanism_needs_two_inputs():
    @given(strategies.mechanisms(max_inputs=1))
    def draw(mechanism):
        raise AssertionError("no mechanism has a single input")

    with pytest.raises(InvalidValue, match="max_inputs"):
        draw()


# As a plugin


SUITE = """
import random, secrets
from assay import Dist
from assay.oracle.blackbox import Seeded
from assay.oracle.pytest_plugin import assert_distribution, assert_private

def coin():
    return random.random() < 0.5

def test_law(exact_law):
    assert exact_law(coin) == Dist.bernoulli("1/2")

def test_sampled(assay_seed):
    box = Seeded(lambda seed: lambda r=random.Random(seed): r.random() < 0.5, assay_seed)
    assert_distribution(box, Dist.bernoulli("1/2"), samples=500)

def test_wrong(assay_seed):
    assert_distribution(coin, Dist.bernoulli("1/3"))
"""


def test_a_run_with_the_plugin(pytester):
    pytester.makepyfile(SUITE)
    done = pytester.runpytest_inprocess("-p", "assay", "--assay-seed=17")
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(
        [
            "*REFUTED: coin does not have the promised distribution*",
            "*probability*1/2 = 0.5",
            "*promised*1/3 = 0.333333333333*",
            "*repeat with --assay-seed=17*",
            "*test_sampled: tested with 500 samples instead of exactly: a black box gives samples only*",
        ]
    )
    done.stdout.no_fnmatch_line("*oracle/assertions.py*")


def test_type_based_generation_in_a_new_session(pytester):
    pytester.makepyfile(
        """
        from hypothesis import given, settings
        from assay import Dist, Mechanism

        @settings(max_examples=5, database=None)
        @given(...)
        def test_it(law: Dist[int], mechanism: Mechanism[bool, str]):
            assert len(law) and mechanism.pairs
        """
    )
    done = pytester.runpytest_subprocess("-p", "assay", "-p", "no:cacheprovider")
    done.assert_outcomes(passed=1)


def test_loading_the_plugin_loads_nothing_else():
    code = (
        "import sys, json, pytest; before = set(sys.modules)\n"
        "import assay.oracle.pytest_plugin\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout))
    assert "assay.oracle.pytest_plugin" in loaded
    assert {name for name in loaded if name.startswith("assay")} == {
        "assay",
        "assay.oracle",
        "assay.oracle.pytest_plugin",
    }
    assert not {"hypothesis", "numpy", "flint"} & {name.partition(".")[0] for name in loaded}


def test_values_are_written_as_text_that_reads_back():
    from assay.oracle.reproduction import written

    for value in (number("3/4"), exp("1/2") / 3, ln(3), ln("7/2") / 2, number(0)):
        read: dict[str, object] = {}
        exec("from assay import *\nvalue = " + written(value), read)
        assert read["value"] == value
