"""Every vectorised operation at the limits of its words, against Python's integers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Mechanism, adjacency, eps, ln
from assay.errors import BudgetExceeded
from assay.fast.kernels import array_classes, row_pairs
from assay.fast.kernels.array_classes import ArrayClasses, Surveyed
from assay.fast.kernels.list_classes import ListClasses
from assay.fast.kernels.matrix import TOP, matrix_of
from assay.fast.kernels.row_pairs import LARGEST, check_sums, first_of_each, first_pairs
from tests.fast.kernels.test_kernels import both, taken_for

SIZES = [0, 1, 2, 3, TOP // 3, TOP - 1, TOP, TOP + 1, LARGEST - 1, LARGEST]
SIGNED = [*SIZES, *(-x for x in SIZES)]


def two_kinds(outcomes: int):
    """Two rows that share half of their outcomes, the same classes as arrays and as lists."""
    half = outcomes // 2
    table = {
        0: dict.fromkeys(range(outcomes), Fraction(1, outcomes)),
        1: {o: Fraction(1, half) for o in range(half)},
        2: {outcomes: 1},
    }
    m = Mechanism(table, [0, 1, 2], adjacency.all_pairs())
    matrix = matrix_of(m)
    return ArrayClasses(m, matrix, merged=True), ListClasses(m, matrix), matrix


def exact_or_refused(question, expected):
    """The sums of the lists, or a refusal: never other numbers."""
    try:
        found = question()
    except BudgetExceeded as error:
        assert "64 bits" in str(error)  # noqa: PT017
        return False
    assert found.values.tolist() == expected.values
    return True


@pytest.mark.parametrize("outcomes", [2, 6, 64])
@settings(max_examples=12)
@given(data=st.data())
def test_sums_are_exact_or_refused(outcomes: int, data: st.DataObject) -> None:
    arrays, lists, matrix = two_kinds(outcomes)
    ranks = len(matrix.pool) - 1  # rank 0 is no probability, and adds nothing
    numbers = st.lists(st.sampled_from(SIGNED), min_size=ranks, max_size=ranks)
    above, below = ([0, *data.draw(numbers)] for _ in "ab")
    exact_or_refused(lambda: arrays.excesses(above, below), lists.excesses(above, below))
    values = [abs(v) for v in above]
    limits = [0, *data.draw(st.lists(st.integers(0, ranks), min_size=ranks, max_size=ranks))]
    for reverse in (False, True):
        exact_or_refused(
            lambda r=reverse: arrays.masses(values, limits, reverse=r),
            lists.masses(values, limits, reverse=reverse),
        )
    each = {key: data.draw(st.sampled_from(SIGNED)) for key in sorted(arrays.distinct())}
    each[0, 0] = 0
    exact_or_refused(lambda: arrays.totals(each), lists.totals(each))


@pytest.mark.parametrize("outcomes", [2, 6, 64, 1000])
def test_what_a_survey_of_probabilities_may_reach_is_not_refused(outcomes: int) -> None:
    """A row of floor(2^60 p), against t Q cut to 2^60, and the same with the roles exchanged."""
    arrays, lists, matrix = two_kinds(outcomes)
    fixed, top = matrix.fixed, [0, *[TOP] * (len(matrix.pool) - 1)]
    for above, below in ((fixed, top), (fixed, fixed), ([-x for x in top], [-x for x in fixed])):
        expected = lists.excesses(above, below)
        assert exact_or_refused(lambda a=above, b=below: arrays.excesses(a, b), expected)
    everything = [len(fixed)] * len(fixed)
    assert exact_or_refused(lambda: arrays.masses(fixed, everything), lists.masses(fixed, everything))
    each = dict.fromkeys(arrays.distinct(), TOP // len(matrix.outputs) + 1)
    each[0, 0] = 0
    assert exact_or_refused(lambda: arrays.totals(each), lists.totals(each))


def test_a_row_that_sums_to_the_whole_word() -> None:
    """Disjoint points: the excess is 2^60 itself."""
    table = {0: {"a": 1}, 1: {"b": 1}}
    m = Mechanism(table, [0, 1], adjacency.all_pairs())
    matrix = matrix_of(m)
    survey = ArrayClasses(m, matrix, merged=False).excesses(matrix.fixed, matrix.fixed)
    assert survey.values.tolist() == [TOP, TOP]
    assert survey.highest(0) == [0, 1]


def test_bounds_beyond_the_word() -> None:
    survey = Surveyed(np.array([-5, 0, LARGEST], dtype=np.int64))
    assert survey.at_least(10**30) == []
    assert survey.at_least(-(10**30)) == [0, 1, 2]
    assert survey.highest(10**30) == [0, 1, 2]


def test_sums_are_refused_from_the_first_that_does_not_fit() -> None:
    largest = (1 << 63) - 1
    check_sums(np.array([[largest]]))
    check_sums(np.array([[largest - 7, 7], [0, 0]]))
    check_sums(np.array([[largest - 7]]), np.array([[3, 4]]))
    for tables in (
        [[[largest, 1]]],
        [[[0, 0], [largest, 1]]],
        [[[largest]], [[1]]],
        [[[1 << 62, 1 << 62]]],
        [[[1 << 62] * 4]],  # 2^64 is 0 in the word
    ):
        with pytest.raises(BudgetExceeded, match="64 bits"):
            check_sums(*(np.array(table, dtype=np.int64) for table in tables))


def test_values_that_are_no_words_are_refused() -> None:
    arrays, _, matrix = two_kinds(2)
    zeros = [0] * len(matrix.pool)
    for value in ((1 << 61) + 1, -(1 << 61) - 1, 1 << 63, -(1 << 64)):
        for question in (
            lambda v: arrays.excesses([v, *zeros[1:]], zeros),
            lambda v: arrays.excesses(zeros, [v, *zeros[1:]]),
            lambda v: arrays.masses([abs(v), *zeros[1:]], zeros),
            lambda v: arrays.totals(dict.fromkeys(arrays.distinct(), v)),
        ):
            with pytest.raises(BudgetExceeded, match="64 bits"):
                question(value)


def test_words_of_two_ranks() -> None:
    """With 2^31 - 1 ranks the largest word is (2^31 - 2) 2^31 + ..., below 2^62, and is told apart."""
    size = (1 << 31) - 1
    arrays, _, _ = two_kinds(2)
    arrays._table = np.array([[size - 1, size - 2], [size - 2, size - 1]], dtype=np.int32)
    arrays._left, arrays._right = np.array([0, 1], dtype=np.int32), np.array([1, 0], dtype=np.int32)
    arrays._size, arrays._keys = size, None
    found = arrays._words(slice(0, 2)).tolist()
    assert found[0] == [(size - 1) * size + size - 2, (size - 2) * size + size - 1]
    assert arrays.distinct() == {(size - 1, size - 2), (size - 2, size - 1)}
    assert arrays.holding(frozenset({(size - 2, size - 1)})) == 0
    assert dict(arrays.distribution(0)) == {(size - 1, size - 2): 1, (size - 2, size - 1): 1}


def test_colliding_hashes_are_noticed() -> None:
    """Every pair has the hash 0: the pairs are compared, and the engine says that it gives up."""
    fast, _ = both({0: {"a": "1/3", "b": "2/3"}, 1: {"a": 1}, 2: {"b": 1}}, adjacency.all_pairs())

    def flat(self, chosen, seed):
        return np.zeros(len(self._left[chosen]), dtype=np.uint64)

    with (
        taken_for(True),
        patch.object(ArrayClasses, "_hash", flat),
        pytest.raises(BudgetExceeded, match="collided"),
    ):
        tuple(fast.worst_case.representatives())


def test_one_collision_takes_another_hash() -> None:
    table = {0: {"a": "1/3", "b": "2/3"}, 1: {"a": 1}, 2: {"b": 1}, 3: {"a": "2/3", "b": "1/3"}}
    fast, slow = both(table, adjacency.all_pairs())
    true, first = ArrayClasses._hash, array_classes.SEEDS[0]

    def once(self, chosen, seed):
        found = true(self, chosen, seed)
        return np.zeros_like(found) if seed == first else found

    with taken_for(True), patch.object(ArrayClasses, "_hash", once):
        found = tuple(fast.worst_case.representatives())
    assert found == tuple(slow.worst_case.representatives())


@pytest.mark.parametrize(
    "bound", [row_pairs.LARGEST_COORDINATE, row_pairs.LARGEST_COORDINATE + 1, 1 << 62, 1 << 70]
)
@pytest.mark.parametrize("relation", [adjacency.l1, adjacency.linf], ids=["l1", "linf"])
def test_distances_of_large_coordinates(bound: int, relation) -> None:
    """Coordinates at the limit are compared in words; larger ones are listed by Python."""
    domain = [(s * bound, t * (bound - 1)) for s, t in product((-1, 0, 1), repeat=2)]
    for k in (bound - 1, bound, 2 * bound, 4 * bound, 10**30):
        adjacent = relation(k)
        expected = adjacent.pairs(tuple(domain))
        m = SimpleNamespace(adjacency=adjacent, domain=tuple(domain), pairs=expected)
        found = [
            (domain[i], domain[j])
            for left, right in row_pairs.blocks(m)
            for i, j in zip(left.tolist(), right.tolist(), strict=True)
        ]
        assert found == list(expected)


def test_numbers_of_pairs_of_a_large_domain() -> None:
    """i n + j for n = 2^31 - 1 stays below 2^62."""
    n = (1 << 31) - 1
    i = np.array([n - 1], dtype=np.int32)
    keys = i.astype(np.int64) * n + i
    assert keys.tolist() == [(n - 1) * n + n - 1]
    words, firsts = first_of_each(
        [(np.array([3, 1]), np.array([5, 6])), (np.array([1, 3]), np.array([0, 1]))]
    )
    assert (words.tolist(), firsts.tolist()) == ([1, 3], [6, 5])


def test_words_of_parts() -> None:
    """base^kinds just below 2^62: 31 parts of 12 kinds; the words of all pairs, digit by digit."""
    base, kinds = 32, 12
    assert base**kinds < 1 << 62 < base ** (kinds + 1)
    rows = [(0,) * 31, (kinds - 1,) * 31]
    table = [[max(a, b) for b in range(kinds)] for a in range(kinds)]
    m = Mechanism({x: {"a": 1} for x in (0, 1)}, [0, 1], adjacency.all_pairs())
    found, count = first_pairs(m, rows, table, base)
    assert found == [(31 * base ** (kinds - 1), (0, 1))]
    assert count == 2


def test_factors_beyond_all_probabilities() -> None:
    """e^epsilon of thousands of digits, and 10^-40: t Q is cut to 2^60, and no sum is lost."""
    tiny = Fraction(1, 10**40)
    table = {0: {"a": tiny, "b": 1 - tiny}, 1: {"a": tiny**2, "b": 1 - tiny**2}, 2: {"b": 1}}
    fast, slow = both(table, adjacency.all_pairs())
    with taken_for(True):
        for epsilon in (ln(10**3000), eps(0), ln(1 + tiny), ln(1 / tiny), "inf"):
            assert fast.worst_case.delta(epsilon) == slow.worst_case.delta(epsilon)
            assert fast.worst_case.probabilistic_delta(epsilon) == slow.worst_case.probabilistic_delta(
                epsilon
            )
        for delta in (0, tiny, tiny**2, tiny - tiny**2, 1):
            assert fast.worst_case.epsilon(delta) == slow.worst_case.epsilon(delta)
            assert fast.worst_case.posterior_odds(1, delta) == slow.worst_case.posterior_odds(1, delta)
        assert fast.profile() == slow.profile()
        assert fast.tradeoff() == slow.tradeoff()
        assert fast.renyi(50) == slow.renyi(50)
