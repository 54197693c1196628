"""The table of measures: each has its methods, its worst case is that of its definition."""

from __future__ import annotations

import inspect

import pytest
from hypothesis import given

from assay import Mechanism, adjacency
from assay.dp.hockey_stick import DELTA
from assay.dp.measure import Measure, largest
from assay.dp.measures import MEASURES
from assay.dp.profile import EPSILON
from assay.dp.renyi import RENYI
from assay.dp.worst_case import WorstCase
from assay.errors import AssayError
from assay.fast.kernels import KERNELS
from tests.effort import fewer
from tests.measure_arguments import ARGUMENTS
from tests.strategies import RATIONAL, tables

OF_PAIRS = [measure for measure in MEASURES if measure.name != "random_dp"]
named = pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)


@named
def test_every_measure_has_its_methods_with_one_signature(measure):
    method, attained = getattr(Mechanism, measure.name), getattr(WorstCase, measure.name)
    assert list(inspect.signature(method).parameters) == list(inspect.signature(attained).parameters)
    assert measure.formula
    assert measure.source
    assert callable(measure.of_pair)


def test_every_method_of_a_worst_case_is_a_measure():
    others = {"of", "representatives"}
    methods = {name for name in vars(WorstCase) if not name.startswith("_")} - others
    assert methods == {measure.name for measure in MEASURES}
    assert set(KERNELS) < methods


@pytest.mark.parametrize("measure", OF_PAIRS, ids=lambda measure: measure.name)
@given(table=tables(RATIONAL))
@fewer(4)
def test_the_worst_case_is_attained_by_its_pair_and_exceeded_by_none(measure, table):
    given_arguments = ARGUMENTS.get(measure.name, ())
    read = measure.read(*given_arguments)
    found = Mechanism(table, list(table), adjacency.all_pairs()).worst_case.of(measure, *given_arguments)
    values = {(x, y): measure.of_pair(*laws(table, x, y), *read) for x in table for y in table if x != y}
    if measure.worst is largest:
        assert found.value == values[found.pair] == max(values.values())
        if measure.event is not None:
            assert found.event == measure.event(*laws(table, *found.pair), found.value, *read)
    elif found.pair is not None and measure.name != "posterior_odds":
        assert str(found.value) == str(values[found.pair])


def laws(table, x, y):
    """The two distributions of a pair of inputs."""
    m = Mechanism(table, list(table), adjacency.all_pairs(), engine="reference")
    return m.distribution(x), m.distribution(y)


def test_a_measure_without_a_kernel_is_answered_by_its_definition():
    m = Mechanism({0: {"a": 1}, 1: {"a": "1/2", "b": "1/2"}}, [0, 1], adjacency.all_pairs())
    outputs: Measure[int] = Measure(
        name="only_possible_on_x",
        formula="the number of outcomes with Q(o) = 0 < P(o)",
        text="outcomes that only P has",
        kind="divergence",
        of_pair=lambda p, q: sum(not q[o] for o in p.support),
        worst=largest,
        source="this test",
    )
    found = m.worst_case.of(outputs)
    assert (found.value, found.pair, found.event) == (1, (1, 0), None)
    assert m.notes["only_possible_on_x"].engine == "reference"


def test_arguments_are_read_before_anything_is_computed():
    m = Mechanism({0: {"a": 1}, 1: {"a": 1}}, [0, 1], adjacency.all_pairs())
    for measure, wrong in ((EPSILON, 2), (DELTA, -1), (RENYI, "two")):
        with pytest.raises(AssayError):
            m.worst_case.of(measure, wrong)
    assert m.notes == {}
