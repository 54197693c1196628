"""Samplers that cannot be judged: each gets a clear answer, and none a wrong one."""

from __future__ import annotations

import math
import random
import sys
import time
from collections import deque
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from assay import Dist
from assay.errors import FloatRefused, InvalidType, InvalidValue, NondeterministicProgram, UnfinishedProgram
from assay.programs.sources import distribution, sampled


def unseen(kept):
    """A draw from where the tape does not look for a source: inside of a tuple."""
    return lambda: kept[0]() < 0.5


def refused(sampler, *args):
    """Why nothing is known of the sampler."""
    law = sampled(sampler, *args)
    assert not law.bounds.lower
    assert law.bounds.open_mass == 1
    return law.bounds.reason


@pytest.mark.parametrize(
    ("sampler", "words"),
    [
        (lambda: random.random(), "every bit"),
        (lambda: {random.random(): 1}, "a hash"),
        (lambda: random.random() < random.random(), "two uniform draws"),
        (lambda: random.random() * random.random() < 0.5, "two uniform draws"),
        (lambda: math.sin(random.random()) < 0.5, "C double"),
        (lambda: random.gauss(0, 1) < 0, "cosine"),
        (lambda: random.Random(1).random() < 0.5, "seed"),
        (lambda: random.seed(3) or random.random() < 0.5, "seed"),
        (lambda: random.getstate(), "state"),
        (lambda: np.random.default_rng(1).random() < 0.5, "seed"),
        (lambda: np.random.default_rng().normal() < 0, "normal"),
        (lambda: np.random.normal() < 0, "normal"),
        (lambda: random.random() * math.inf < 1, "inf"),
        (lambda: str(random.random()), "digits"),
        (lambda: random.getrandbits(64), "every bit"),
    ],
)
def test_what_is_not_followed_is_open(sampler, words):
    assert words in refused(sampler)
    with pytest.raises(UnfinishedProgram, match="distribution is known up to a mass"):
        distribution(sampler)


@pytest.mark.parametrize(
    ("sampler", "words"),
    [
        (lambda: time.time() > 0, "time.time"),
        (lambda: time.perf_counter() > 0, "perf_counter"),
        (unseen((random.Random().random,)), "random.random"),
    ],
)
def test_other_sources_are_found(sampler, words):
    with pytest.raises(NondeterministicProgram, match=words):
        distribution(sampler)


@pytest.mark.slow
def test_a_sampler_that_never_ends_is_open():
    def spin():
        while True:
            pass

    assert "without a draw" in refused(spin)


def test_a_rejection_loop_that_never_accepts_is_open():
    def never():
        while True:
            if random.randrange(4) > 5:
                return 1

    assert "forever" in refused(never)


def test_deep_recursion_is_open():
    def down():
        return down()

    assert "recursion" in refused(down)


def test_outputs_that_cannot_be_listed():
    with pytest.raises(InvalidValue, match="not equal to itself"):
        distribution(lambda: float("nan"))
    with pytest.raises(InvalidType, match="may hold more than its equality compares"):
        distribution(lambda: object() if random.random() < 0.5 else 1)
    with pytest.raises(InvalidType, match="can be told apart"):
        distribution(lambda: True if random.random() < 0.5 else 1)


def test_what_it_prints_is_kept_away_and_told(capsys):
    def prints():
        sys.stdout.write("hello")
        return random.randrange(2)

    assert sampled(prints).printed
    assert capsys.readouterr().out == ""


def test_bad_options():
    with pytest.raises(InvalidType, match="give a function"):
        sampled(3)
    with pytest.raises(InvalidValue, match="numpy:NAME"):
        sampled(random.random, rng="torch:g")
    with pytest.raises(InvalidValue, match="must be positive"):
        sampled(random.random, residual=0)
    with pytest.raises(FloatRefused):
        sampled(random.random, residual=1e-9)
    with pytest.raises(InvalidValue, match="must be positive"):
        sampled(random.random, seconds=-1)


def test_everything_is_put_back():
    before = random.random, math.log, np.random.default_rng, random.Random
    with pytest.raises(NondeterministicProgram):
        distribution(lambda: time.time())
    assert (random.random, math.log, np.random.default_rng, random.Random) == before
    assert "__assay_head__" not in globals()
    assert isinstance(random.random(), float)


def test_the_command_line_judges_a_function(tmp_path: Path, capsys):
    from assay.cli import main

    file = tmp_path / "mine.py"
    file.write_text("import random\n\ndef rr(b):\n    return b if random.random() < 0.75 else not b\n")
    given = ["--rng", "any", "--domain", "False, True", "--adjacency", "all-pairs"]
    assert main(["audit", f"{file}:rr", *given, "--epsilon", "ln 3"]) == 0
    assert "VERIFIED (tight)" in capsys.readouterr().out
    assert main(["audit", f"{file}:rr", *given, "--epsilon", "1"]) == 1
    assert main(["audit", f"{file}:rr", "--rng", "any"]) == 2
    assert "add --domain" in capsys.readouterr().err
    assert main(["audit", str(file), *given]) == 2


def test_randomness_from_a_file_is_found():
    def reads_the_device(bit):
        with open("/dev/urandom", "rb") as source:
            return bit ^ bool(source.read(1)[0] & 1)

    with pytest.raises(NondeterministicProgram, match="open"):
        distribution(reads_the_device, True)


def test_a_sampler_that_draws_nothing_is_not_believed():
    def constant(rng):
        return 3

    with pytest.raises(NondeterministicProgram, match="drew nothing"):
        distribution(constant, rng="rng")
    assert distribution(constant, rng="rng", deterministic=True) == Dist.point(3)


def test_a_draw_that_changes_nothing_is_a_draw():
    def wasteful():
        random.random()
        return 3

    assert distribution(wasteful) == Dist.point(3)


def default_counts(bit, calls=[]):  # noqa: B006
    """Remembers its calls, though each of them draws the same."""
    calls.append(bit)
    return random.random() < 0.5


QUEUE: deque[int] = deque()


def queue_counts():
    QUEUE.append(1)
    return random.random() < 0.5


def test_what_is_kept_in_defaults_closures_and_queues_is_found():
    count = 0

    def closure_counts():
        nonlocal count
        count += 1
        return random.random() < 0.5

    for sampler, words in (
        (lambda: default_counts(1), "default"),
        (queue_counts, "QUEUE"),
        (closure_counts, "closed-over"),
    ):
        with pytest.raises(NondeterministicProgram, match=words):
            distribution(sampler)


@pytest.mark.parametrize(
    ("sampler", "law"),
    [
        (lambda: ~random.getrandbits(8) < -128, {True: "1/2", False: "1/2"}),
        (lambda: divmod(random.randrange(10), 3)[1], {0: "2/5", 1: "3/10", 2: "3/10"}),
        (lambda: 3 // (1 + random.randrange(6)), {3: "1/6", 1: "1/3", 0: "1/2"}),
        (lambda: random.randrange(16).bit_count() > 3, {True: "1/16", False: "15/16"}),
        (lambda: type(random.random()) is float, {True: 1}),
        (lambda: type(random.randrange(9)) is int, {True: 1}),
    ],
)
def test_what_lazy_numbers_do_not_follow_draws_them(sampler, law):
    assert distribution(sampler) == Dist(law)


def test_numbers_of_other_kinds_are_equal_by_value():
    assert distribution(lambda: bool(random.randrange(10) == np.int64(3))) == Dist.bernoulli("1/10")
    assert distribution(lambda: random.randrange(10) == Fraction(3)) == Dist.bernoulli("1/10")
    assert distribution(lambda: float(np.floor(random.random() * 4))) == Dist.uniform([0.0, 1.0, 2.0, 3.0])
