"""Hadamard response against the matrix that is built by doubling."""

from __future__ import annotations

import pytest

from assay import ln
from assay.errors import BudgetExceeded, InvalidValue
from assay.mechanisms import hadamard_response


def sylvester(size: int) -> list[list[int]]:
    """H_(2n) = [[H_n, H_n], [H_n, -H_n]]."""
    matrix = [[1]]
    while len(matrix) < size:
        matrix = [row + row for row in matrix] + [row + [-v for v in row] for row in matrix]
    return matrix


@pytest.mark.parametrize("k", [2, 3, 4, 7, 8])
def test_a_column_is_likelier_where_the_row_is_one(k):
    m = hadamard_response(k, ln(3))
    columns = m.output_count
    assert columns // 2 <= k < columns
    matrix = sylvester(columns)
    for x in range(k):
        row = m.distribution(x)
        likely = [y for y in range(columns) if row[y] == max(row[o] for o in row.support)]
        assert likely == [y for y in range(columns) if matrix[x + 1][y] == 1]
        assert row.prob(likely) == ln(3).exp() / (1 + ln(3).exp())
    assert m.epsilon() == ln(3)


def test_bad_parameters_are_refused():
    with pytest.raises(InvalidValue, match="k = 1"):
        hadamard_response(1, 1)
    with pytest.raises(BudgetExceeded, match="use a smaller k"):
        hadamard_response(10**6, 1)
