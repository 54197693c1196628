"""Growth of the loss without bound: confirmed anew, refused once changed, none where there is privacy."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from assay.decide import Stream, between
from assay.decide.lengths.families import growth
from assay.decide.lengths.neighbours import KNOWN
from assay.decide.lengths.ray_search import ray
from assay.errors import InvalidValue
from assay.studies.literature.programs import streams as programs
from tests.decide.lengths.generated_streams import HEAD, module_of

ALL, ONE, SAME_WAY = KNOWN


def fractions(*numbers):
    return tuple(map(Fraction, numbers))


GROWS = {
    programs.above_threshold.svt6: "1",
    programs.values_at_crossings.svt3: "1/2",
    programs.values_at_crossings.bad_gap: "1/4",
    programs.noisy_ranges.disclosing: "1/4",
    programs.noisy_ranges.leaking_cycle: "1/2",
    programs.noisy_ranges.range_1: "1/4",
    programs.values_at_crossings.svt3_binned: "1/4",
    programs.sums.histogram: "1",
    programs.sums.prefix_sum: "1",
    programs.values_at_crossings.shown_threshold: "1/4",
    programs.above_threshold.quiet_threshold: "1/4",
}


@pytest.mark.parametrize(
    "program",
    [programs.sums.histogram, programs.values_at_crossings.bad_gap, programs.noisy_ranges.leaking_cycle],
)
def test_the_growth_of_what_is_not_private(program):
    found = growth(Stream(program).automaton, Stream(program).neighbours)
    assert found.slope == Fraction(GROWS[program])
    assert found.check() > 0


@pytest.mark.slow
@pytest.mark.parametrize(("program", "slope"), GROWS.items())
def test_growth_is_what_the_limit_says_at_each_size(program, slope):
    stream = Stream(program)
    found = growth(stream.automaton, stream.neighbours)
    assert found.slope == Fraction(slope)
    for n in (4, 7):
        limit = ray(stream.automaton, stream.neighbours, found.differences(n))
        assert limit is None or limit.multiple >= found.start + n * found.slope


@pytest.mark.slow
def test_a_changed_growth_is_refused():
    stream = Stream(programs.values_at_crossings.bad_gap)
    found = growth(stream.automaton, stream.neighbours)
    begin, cycle, end = found.parts
    for changed in (
        replace(found, slope=found.slope * 2),
        replace(found, start=found.start + 1),
        replace(found, neighbours=between(0, Fraction(1, 2))),
        replace(found, parts=(begin, replace(cycle, multipliers=(Fraction(1),)), end)),
        replace(found, parts=(begin, cycle, replace(end, growing=()))),
        replace(found, parts=(begin, cycle, replace(end, growing=tuple(2 * g for g in end.growing)))),
        replace(found, parts=(begin, replace(cycle, repeated=False), end)),
        replace(found, parts=(begin, replace(cycle, differences=fractions(-1)), end)),
    ):
        with pytest.raises((InvalidValue, ValueError)):
            changed.check()


@pytest.mark.parametrize(
    "program",
    [programs.above_threshold.above, pytest.param(programs.values_at_crossings.gap, marks=pytest.mark.slow)],
)
def test_what_is_private_does_not_grow(program):
    assert growth(Stream(program).automaton, Stream(program).neighbours) is None


NO_GROWTH = {
    # one answer that differs is one difference, however often the cycle runs
    "one": "    for q in answers:\n        assay.output(q + laplace(EPS))\n",
    # the same number, with noise in it and without
    "public": "    for q in answers:\n        if laplace(EPS) > q:\n            assay.output(bar)\n"
    "        else:\n            assay.output(1)\n",
}


def test_growth_needs_outputs_that_tell_and_neighbours(tmp_path):
    one = Stream(module_of(HEAD + NO_GROWTH["one"], tmp_path).program, ONE)
    assert growth(one.automaton, one.neighbours) is None
    text = HEAD.replace("(answers)", "(answers, bar)") + NO_GROWTH["public"]
    public = Stream(module_of(text, tmp_path).program)
    assert growth(public.automaton, public.neighbours) is None
