"""The vectors by a second program, written from the files alone; the flags by programs with the bugs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.effort import one_of
from tests.testing.vectors import solver
from tests.testing.vectors.compare import agrees
from tests.testing.vectors.mutants import FLAGS, FOLDER, flags_of, is_wrong, measured, shipped
from tests.testing.vectors.solver import Refused, answer

FEWEST = 10
"""Every bug fails so many tests at least."""
STEP = 29
"""One in so many tests is solved at every change, the others before a merge."""


@pytest.fixture(scope="module")
def tests():
    return shipped(FOLDER)


def wrong(tests):
    found = []
    for test in tests:
        try:
            value = answer(test["prompt"])
        except Refused:
            value = None
        if not agrees(test["expected"], value):
            found.append((test["name"], value))
    return found


def test_a_program_that_reads_the_files_alone_solves_some(tests):
    assert wrong(tests[::STEP]) == []


@pytest.mark.slow
def test_a_program_that_reads_the_files_alone_solves_all(tests):
    assert wrong(tests) == []


def test_it_imports_nothing_of_assay():
    assert {name for name in sys.modules if name.startswith(solver.__name__)} > {solver.__name__}
    for path in Path(solver.__file__).parent.glob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if "import" in line.split() and "assay" in line] == []


@pytest.mark.parametrize(
    ("kind", "truth", "value"),
    [
        ("delta", "1/3", solver.DECIMALS.of(1) / 3 + solver.DECIMALS.of(1) / 10**20),
        ("delta", {"exact": None, "lower": "0.1", "upper": "0.2"}, solver.DECIMALS.of(1)),
        ("distribution", [["0", "1"]], [("1", solver.DECIMALS.of(1))]),
        ("float", "0x1.0p+0", "0x1.0000000000001p+0"),
        ("trade-off", [["0", "1"], ["1", "0"]], [(0, 1)]),
        ("guarantee", {"epsilon": "inf", "delta": "0"}, {"epsilon": 1, "delta": 0}),
    ],
)
def test_another_value_is_told_from_the_expected_one(kind, truth, value):
    assert not agrees({"kind": kind, "value": truth}, value)
    assert not agrees({"kind": kind, "value": truth}, None)
    assert not agrees({"kind": "refusal"}, value)


# Flags


def test_every_bug_fails_ten_tests_or_more(tests):
    flags = json.loads(FLAGS.read_text(encoding="ascii"))
    assert {flag: len(ids) for flag, ids in flags.items() if len(ids) < FEWEST} == {}
    assert {i for ids in flags.values() for i in ids} <= {test["id"] for test in tests}


def test_a_test_has_the_flags_of_the_bugs_that_fail_it_one_in_many(tests):
    chosen = tests[:: 5 * STEP]
    assert [(t["name"], t["flags"], flags_of(t)) for t in chosen if t["flags"] != flags_of(t)] == []


@pytest.mark.parametrize("step", one_of(5))
def test_a_test_has_the_flags_of_the_bugs_that_fail_it(tests, step):
    chosen, standing = tests[::step], {}
    for test in chosen:
        for flag in test["flags"]:
            standing.setdefault(flag, []).append(test["id"])
    assert {flag: sorted(ids) for flag, ids in standing.items()} == measured(chosen)


@pytest.mark.parametrize(
    ("kind", "truth", "value", "fails"),
    [
        ("delta", "1/2", "0.4", True),
        ("delta", "1/2", "0.6", False),
        ("delta", "1", "1.3", True),
        ("epsilon", "1/2", "0.6", False),
        ("epsilon", "1/2", "inf", True),
        ("type-two-error", "1/2", "0.6", True),
        ("type-two-error", "1/2", "0.4", False),
        ("probability", "1/2", "0.6", True),
    ],
)
def test_a_bug_fails_on_the_unsafe_side(kind, truth, value, fails):
    number = solver.DECIMALS.of(float("inf") if value == "inf" else value)
    assert is_wrong(kind, truth, number, solver.DECIMALS.of(0)) == fails
