"""Strategies, trees and sketches: the answers that they ask, their sensitivity, and too little noise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import adjacency, ln
from assay.errors import InvalidType, InvalidValue
from assay.queries import (
    binary_tree_sums_clamped,
    count_sketch_clamped,
    hierarchical_histogram_clamped,
    matrix_mechanism_clamped,
    noisy_histogram_clamped,
)
from assay.queries.linear_queries import _tree, sensitivity


def exact_answers(m, x):
    """The likeliest output with little noise."""
    row = m.distribution(x)
    return max(row.support, key=lambda y: row[y])


ROWS = st.lists(st.lists(st.integers(-1, 1), min_size=2, max_size=2), min_size=1, max_size=2)


@given(ROWS.filter(lambda rows: any(map(any, rows))))
def test_a_matrix_costs_epsilon_for_its_largest_column(rows):
    m = matrix_mechanism_clamped(rows, ln(9))
    assert m.epsilon() == ln(9)
    for x in m.domain:
        assert exact_answers(matrix_mechanism_clamped(rows, "inf"), x) == tuple(
            sum(a * v for a, v in zip(row, x, strict=True)) for row in rows
        )


def test_the_identity_is_the_noisy_histogram():
    one = matrix_mechanism_clamped([(1, 0), (0, 1)], ln(4), largest=2)
    assert one.matrix() == noisy_histogram_clamped(ln(4), cells=2, largest=2).matrix()


@pytest.mark.parametrize(
    ("cells", "branching", "height"), [(1, 2, 1), (2, 2, 2), (4, 2, 3), (9, 3, 3), (3, 3, 2)]
)
def test_every_cell_is_counted_once_on_each_level(cells, branching, height):
    tree = _tree(cells, branching)
    assert sensitivity(tree) == height
    assert tree[0] == (1,) * cells
    assert [sum(column) for column in zip(*tree, strict=True)] == [height] * cells


def test_trees_cost_epsilon():
    assert hierarchical_histogram_clamped(2, ln(4)).epsilon() == ln(4)
    assert hierarchical_histogram_clamped(3, ln(4), branching=3).epsilon() == ln(4)
    assert binary_tree_sums_clamped(2, ln(4)).epsilon() == ln(4)
    assert exact_answers(binary_tree_sums_clamped(4, "inf"), (1, 0, 1, 1)) == (3, 1, 2, 1, 0, 1, 1)


def test_noise_for_one_level_is_too_small_for_all():
    wrong = binary_tree_sums_clamped(2, ln(9) * 2)
    assert not wrong.audit(ln(9)).holds


def test_a_replaced_row_costs_twice_an_added_one():
    m = hierarchical_histogram_clamped(2, ln(4), adjacency=adjacency.explicit([((1, 0), (0, 1))]))
    assert m.epsilon() == ln(4)  # the root does not change, two leaves do
    row = matrix_mechanism_clamped([(1, 0), (0, 1)], ln(4), adjacency=adjacency.explicit([((1, 0), (0, 1))]))
    assert row.epsilon() == ln(16)


def test_a_sketch_adds_what_shares_a_bucket():
    m = count_sketch_clamped([(0, 1, 1), (1, 0, 1)], "inf", signs=[(1, 1, -1), (-1, 1, 1)])
    assert exact_answers(m, (1, 1, 1)) == (1, 0, 1, 0)
    assert exact_answers(m, (1, 0, 0)) == (1, 0, 0, -1)
    assert count_sketch_clamped([(0, 1), (1, 1)], ln(4)).epsilon() == ln(4)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: matrix_mechanism_clamped([], 1), InvalidValue, "strategy is empty"),
        (lambda: matrix_mechanism_clamped([(0, 0)], 1), InvalidValue, "asks nothing"),
        (lambda: matrix_mechanism_clamped([(1, 0), (1,)], 1), InvalidValue, "rows of one length"),
        (lambda: matrix_mechanism_clamped([(0.5,)], 1), InvalidType, "strategy[0][0] = 0.5"),
        (lambda: hierarchical_histogram_clamped(3, 1), InvalidValue, "cells = 3"),
        (lambda: binary_tree_sums_clamped(6, 1), InvalidValue, "cells = 6"),
        (lambda: count_sketch_clamped([(0, 2)], 1), InvalidValue, "outside 0..1"),
        (lambda: count_sketch_clamped([(0, 1)], 1, signs=[(1,)]), InvalidValue, "signs"),
        (lambda: count_sketch_clamped([(0, 1)], 1, signs=[(1, 0)]), InvalidValue, "signs"),
        (lambda: matrix_mechanism_clamped([(1, 1)], 1, domain=[(0,), (1,)]).matrix(), InvalidValue, "give 2"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
