"""The adversary by linear programming: what it reports is exact, whatever the solver rounded."""

from __future__ import annotations

import random

import pytest

from assay.attacks.reconstruction import distance, true_answers
from assay.attacks.reconstruction_lp import linear_programming_adversary, random_queries
from assay.errors import InvalidValue
from assay.linear import proposals
from assay.linear.proposals import SolverMissing

pytest.importorskip("scipy", reason="needs the optional extra lp")


@pytest.mark.parametrize("seed", range(4))
def test_few_rows_are_wrong_and_the_deviation_is_exact(seed):
    source = random.Random(seed)
    n = 40
    x = tuple(source.getrandbits(1) for _ in range(n))
    queries = random_queries(n, 8 * n, seed)
    answers = [a + source.randint(-2, 2) for a in true_answers(x, queries)]
    guess = linear_programming_adversary(queries, answers, n)
    assert distance(guess.rows, x) <= n // 10
    counts = true_answers(guess.rows, queries)
    assert guess.deviation == max(abs(a - c) for a, c in zip(answers, counts, strict=True))


def test_exact_answers_give_the_database():
    x = (1, 0, 0, 1, 1, 0, 1, 0)
    queries = random_queries(8, 64, 3)
    guess = linear_programming_adversary(queries, true_answers(x, queries), 8)
    assert (guess.rows, guess.deviation) == (x, 0)


def test_queries_depend_on_the_seed_alone():
    assert random_queries(9, 5, 1) == random_queries(9, 5, 1) != random_queries(9, 5, 2)
    assert all(0 <= q < 512 for q in random_queries(9, 100, 1))


def test_without_scipy_the_way_out_is_named(monkeypatch):
    monkeypatch.setattr(proposals, "find_spec", lambda name: None)
    with pytest.raises(SolverMissing, match=r"pip install 'assay\[lp\]'"):
        linear_programming_adversary([1], [1], 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: random_queries(0, 3, 1),
        lambda: random_queries(3, 0, 1),
        lambda: linear_programming_adversary([], [], 2),
        lambda: linear_programming_adversary([1, 2], [1], 2),
    ],
)
def test_bad_input(call):
    with pytest.raises(InvalidValue):
        call()
