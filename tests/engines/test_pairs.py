"""One pair of each class, within a budget, gives what the definition over all pairs gives."""

from __future__ import annotations

import pytest
from hypothesis import given

from assay import Mechanism, adjacency
from assay.dp.measure import AdjacentPairs
from assay.errors import InvalidValue
from tests.dp.test_measures import OF_PAIRS
from tests.effort import fewer
from tests.measure_arguments import ARGUMENTS
from tests.strategies import RATIONAL, tables


@pytest.mark.parametrize("measure", OF_PAIRS, ids=lambda measure: measure.name)
@given(table=tables(RATIONAL))
@fewer(4)
def test_the_reference_is_the_definition(measure, table):
    read = measure.read(*ARGUMENTS.get(measure.name, ()))
    m = Mechanism({**table, "again": next(iter(table.values()))}, [*table, "again"], adjacency.all_pairs())
    expected = measure.worst(AdjacentPairs(m), measure, *read)
    found = m.with_engine("reference").computation.worst_case(measure, *read)
    assert str(found.value) == str(expected.value)
    assert (found.pair, found.event) == (expected.pair, expected.event)


def test_one_pair_of_every_class_is_looked_at():
    rows = {0: {"a": 1}, 1: {"a": 1}, 2: {"a": "1/2", "b": "1/2"}}
    m = Mechanism(rows, list(rows), adjacency.all_pairs(), engine="reference")
    assert list(AdjacentPairs(m)) == list(m.pairs)
    assert len(m.pairs) == 6
    assert list(m.worst_case.representatives()) == [(0, 1), (0, 2), (2, 0)]


def test_all_pairs_of_the_definition_without_a_pair_are_refused():
    m = Mechanism({0: {"a": 1}, 1: {"a": 1}}, [0, 1], adjacency.all_pairs())

    class NoPairs(AdjacentPairs):
        def __iter__(self):
            return iter(())

    with pytest.raises(InvalidValue, match="no adjacent pairs"):
        NoPairs(m).largest(lambda p, q: 0)
