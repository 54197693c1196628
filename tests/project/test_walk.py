"""How many files stand between a question and the sign decision that answers it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assay import Dist, Mechanism, adjacency, ln, number
from assay.cli import main

from .walk import Walk

ROWS = {0: Dist({"a": "2/3", "b": "1/3"}), 1: Dist({"a": "1/3", "b": "2/3"})}
TABLE = Mechanism(ROWS, [0, 1], adjacency.all_pairs(), engine="reference")
LEVEL, DELTA = ln("3/2"), number("1/6")


def by_definition() -> int:
    return 0 if TABLE.delta(LEVEL) == DELTA else 1


def audited() -> int:
    return main(["audit", "assay.mechanisms:randomised_response", "--arg", "epsilon=1/2", "--epsilon", "1"])


QUESTIONS: dict[str, tuple[int, int, Callable[[], int]]] = {
    "audit a program": (
        41,
        127,
        lambda: main(["audit", "assay.examples.almost_random", "--epsilon", "ln 3"]),
    ),
    "audit a mechanism": (35, 80, audited),
    "delta by its definition": (11, 14, by_definition),
    "account for many rounds": (
        33,
        64,
        lambda: main(["account", "gaussian sigma=1 q=1/100 k=1000", "--delta", "1e-5"]),
    ),
}
"""By question, the most files that somebody has to read who follows it, and the most whose code is called."""


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_is_followed_through_few_files(name, capsys):
    most, most_called, question = QUESTIONS[name]
    walk = Walk(question)
    assert walk.answer == 0
    assert walk.decisions > 0
    assert "exact/order.py" in walk.files
    assert len(walk.files) <= most, list(walk.files)
    assert set(walk.files) <= set(walk.called)
    assert len(walk.called) <= most_called, list(walk.called)


def test_the_walk_begins_at_the_door_and_ends_where_signs_are_decided(capsys):
    files = list(Walk(audited).files)
    assert files[:2] == ["cli/main.py", "cli/commands/audit.py"]
    assert {"dp/mechanism.py", "engines/computation.py", "fast/engine.py"} <= set(files)


def test_what_decides_no_sign_has_no_files():
    assert Walk(lambda: None).files == {}
    assert list(Walk(lambda: LEVEL.is_infinite).called) == ["exact/logs.py"]
