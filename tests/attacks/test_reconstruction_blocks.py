"""n queries for n rows: the bound against all databases and errors, the expectation against enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist
from assay.attacks.reconstruction import distance, expected_fraction, noisy_counts, true_answers
from assay.attacks.reconstruction_blocks import (
    block_adversary,
    block_answers,
    block_queries,
    block_wrong_rows_bound,
    blocks,
    expected_reconstruction,
)
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import exp

NOISES = [Dist({-1: "1/4", 0: "1/2", 1: "1/4"}), Dist({0: "2/3", 2: "1/3"}), Dist.point(1)]


@given(st.integers(1, 10**6))
def test_blocks_are_the_binary_digits(n):
    assert sum(blocks(n)) == n
    assert len(blocks(n)) == n.bit_count()
    assert list(blocks(n)) == sorted(blocks(n), reverse=True)


@given(st.lists(st.integers(0, 1), min_size=1, max_size=70))
def test_true_answers_give_the_database_back(rows):
    n = len(rows)
    assert len(block_queries(n)) == n
    assert block_answers(rows) == true_answers(rows, block_queries(n))
    assert block_adversary(block_answers(rows), n) == tuple(rows)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6])
@pytest.mark.parametrize("error", [Fraction(1, 8), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)])
def test_the_bound_holds_for_all_databases_and_errors(n, error):
    worst = 0
    for x in product((0, 1), repeat=n) if n < 6 else [(0,) * 6, (1,) * 6, (0, 1, 1, 0, 0, 1)]:
        answers = block_answers(x)
        for signs in product((-1, 1), repeat=n):
            noisy = [a + s * error for a, s in zip(answers, signs, strict=True)]
            worst = max(worst, distance(block_adversary(noisy, n), x))
    assert worst <= block_wrong_rows_bound(n, error)
    assert error >= Fraction(1, 6) or worst == 0


def test_it_is_a_small_share_of_many_rows():
    for n in (10**4 + 1, 10**5 - 1, 10**6 - 1):
        assert block_wrong_rows_bound(n, 4) < n / 2
    assert block_wrong_rows_bound(10**6 - 1, 4) * 100 < 10**6


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("noise", NOISES)
def test_the_expectation_is_that_of_all_draws(n, noise):
    if n > 3 and noise is not NOISES[1]:
        noise = NOISES[2]
    listed = expected_fraction(noisy_counts(n, block_queries(n), noise), lambda a: block_adversary(a, n))
    found = expected_reconstruction(n, noise)
    assert (found.average, found.worst, found.best) == (listed.average, listed.worst, listed.best)


def test_hundreds_of_rows():
    found = expected_reconstruction(300, Dist.uniform(range(-2, 3)))
    assert Fraction(9, 10) < found.worst <= found.average <= found.best < 1
    assert expected_reconstruction(301, Dist.point(0)).worst == 1


def test_bad_input():
    for call, error, message in (
        (lambda: blocks(0), InvalidValue, "n = 0"),
        (lambda: blocks(2**20 + 1), InvalidValue, "beyond"),
        (lambda: block_queries(2**14), BudgetExceeded, "use block_answers"),
        (lambda: block_adversary([1, 2], 3), InvalidValue, "has length 2"),
        (lambda: block_adversary(5, 3), InvalidType, "answers is 5"),
        (lambda: block_adversary([0.5], 1), FloatRefused, "answers"),
        (lambda: block_answers([2]), InvalidValue, "not 0 or 1"),
        (lambda: block_wrong_rows_bound(3, -1), InvalidValue, "error = -1"),
        (lambda: expected_reconstruction(3, [0, 1]), InvalidType, "give a Dist"),
        (lambda: expected_reconstruction(3, Dist.uniform("ab")), InvalidType, "noise = 'a'"),
        (lambda: expected_reconstruction(3, Dist({0: exp(-1), 1: 1 - exp(-1)})), InvalidValue, "irrational"),
        (lambda: expected_reconstruction(10**5, Dist.uniform(range(99))), BudgetExceeded, "use less noise"),
    ):
        with pytest.raises(error, match=message):
            call()
