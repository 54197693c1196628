"""Where samples come from: seeds that are kept, child processes, and tests that time ends."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from assay import Dist, dp
from assay.testing.blackbox import Command, Seeded, compare
from tests.programs.sources.samplers import chooses

SKEWED = Dist({"a": "1/2", "b": "1/3", "c": "1/6"})


def test_progress_is_told_and_time_ends_a_test():
    seen = []
    with dp.budget(report=lambda *state: seen.append(state)):
        compare(Seeded(chooses([3, 2, 1]), 1), SKEWED, samples=50)
    assert ("samples", 50, 50) in seen
    late = compare(Seeded(chooses([3, 2, 1]), 1), SKEWED, samples=10**9, seconds=Fraction(1, 20))
    assert late.stopped == "the time is up"
    assert not late.contradicted


def test_seeds_are_fresh_and_repeat_a_finding():
    first = Seeded(chooses([1, 1, 1]))
    found = compare(first, SKEWED, samples=5000)
    again = compare(Seeded(chooses([1, 1, 1]), first.seed), SKEWED, samples=5000)
    assert found == again
    assert Seeded(chooses([1])).seed != first.seed


CHILD = (
    "import random, sys\nr = random.Random(int(sys.argv[1]))\nfor _ in range(400): print(r.choice('aabb'))"
)


def test_a_child_process_is_a_sampler():
    with Command([sys.executable, "-c", CHILD, "{seed}"], seed=7) as child:
        found = compare(child, Dist({"a": "1/2", "b": "1/2"}), samples=300)
    assert found.seed == 7
    assert found.samples == 300
    assert not found.contradicted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("print('a'); raise SystemExit('broken')", "ended with status 1 after 1 samples: broken"),
        (
            "import time; print('a', flush=True); time.sleep(60)",
            "has written nothing for 1 s after 1 samples",
        ),
    ],
)
def test_a_child_that_ends_or_is_silent_ends_the_test(code, says):
    with Command([sys.executable, "-c", code], seconds=1) as child:
        found = compare(child, Dist({"a": "1/2", "b": "1/2"}))
    assert says in found.stopped
    assert not found.contradicted


def test_garbage_of_a_child_is_an_output():
    with Command([sys.executable, "-c", "print('1\\nx')"], int) as child:
        found = compare(child, Dist({1: "1/2", 2: "1/2"}))
    assert found.certain
    assert "ValueError" in str(found)
