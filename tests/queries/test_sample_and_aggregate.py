"""Sample and aggregate: votes of blocks, whatever the function is."""

from __future__ import annotations

from itertools import product

import pytest

from assay import Mechanism, adjacency, ln
from assay.errors import InvalidType, InvalidValue
from assay.mechanisms import geometric_clamped
from assay.queries import sample_and_aggregate_clamped


@pytest.mark.parametrize(
    "function", [lambda block: block[0], lambda block: sum(block) % 2, lambda block: int(any(block))]
)
def test_votes_are_counted_with_noise(function):
    m, count = sample_and_aggregate_clamped(2, ln(3), function=function), geometric_clamped(2, ln(3))
    for x in m.domain:
        assert m.distribution(x) == count.distribution(function(x[:2]) + function(x[2:]))
    assert m.epsilon() == ln(3)


def test_a_constant_function_says_nothing():
    assert sample_and_aggregate_clamped(2, ln(3), function=lambda block: 1).epsilon() == 0


def test_blocks_that_share_a_row_cost_more():
    # of three rows the one in the middle is in both blocks: its vote counts twice
    apart, rows = sample_and_aggregate_clamped(2, ln(3), function=any_of), [*product((0, 1), repeat=3)]
    table = {x: apart.distribution((x[0], x[1], x[1], x[2])) for x in rows}
    assert Mechanism(table, rows, adjacency.hamming(1)).epsilon() == ln(9)


def any_of(block):
    return int(any(block))


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: sample_and_aggregate_clamped(0, 1), InvalidValue, "blocks = 0"),
        (
            lambda: sample_and_aggregate_clamped(1, 1, function=sum).distribution((1, 1)),
            InvalidValue,
            "no vote",
        ),
        (lambda: sample_and_aggregate_clamped(1, 1, function=3), InvalidType, "function"),
        (
            lambda: sample_and_aggregate_clamped(1, 1, domain=[(0,), (1,)]).matrix(),
            InvalidValue,
            "1 blocks of 2",
        ),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
