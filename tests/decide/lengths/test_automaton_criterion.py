"""The criterion for one stored value, and alignments beside it: two routes to one answer."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from assay.decide import Stream
from assay.studies.literature.programs import streams as programs
from tests.decide.lengths.criterion import criterion
from tests.decide.lengths.generated_streams import module_of, one_variable

KNOWN = [
    (programs.above_threshold.above, ""),
    (programs.above_threshold.svt1, ""),
    (programs.above_threshold.svt2, ""),
    (programs.above_threshold.svt4, ""),
    (programs.values_at_crossings.numeric, ""),
    (programs.above_threshold.undivided, ""),
    (programs.values_at_crossings.svt3, "violating path"),
    (programs.above_threshold.svt6, "leaking pair"),
    (programs.values_at_crossings.bad_gap, "violating path"),
    (programs.noisy_ranges.leaking_cycle, "leaking cycle"),
    (programs.sums.histogram, "disclosing cycle"),
]


@pytest.mark.parametrize(("program", "reason"), KNOWN)
def test_the_literature(program, reason):
    found = criterion(Stream(program).automaton)
    assert found.private == (not reason)
    assert reason in found.reason


@pytest.mark.parametrize(
    "program",
    [
        programs.values_at_crossings.gap,
        programs.sums.argmax,
        programs.noisy_ranges.ranges,
        programs.above_threshold.above_geometric,
    ],
)
def test_other_programs_are_not_of_this_kind(program):
    assert criterion(Stream(program).automaton) is None


def both_routes(text, folder):
    """The criterion says that a constant exists exactly where an alignment is found."""
    stream = Stream(module_of(text, folder).program)
    found = criterion(stream.automaton)
    if found is not None:
        assert found.private == (stream.upper(seconds=1) is not None), text


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(one_variable())
def test_alignments_agree(tmp_path, text):
    both_routes(text, tmp_path)


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(one_variable())
def test_alignments_agree_on_many(tmp_path, text):
    both_routes(text, tmp_path)
