"""Lower bounds for every epsilon: never above what alignments prove, confirmed anew, refused once changed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.decide import Stream, smallest_multiple
from assay.decide.lengths.families import growth
from assay.decide.lengths.instances import mechanism
from assay.decide.lengths.neighbours import KNOWN
from assay.decide.lengths.ray_search import ray
from assay.errors import InvalidValue
from assay.studies.literature.programs import streams as programs
from tests.decide.lengths.generated_streams import module_of, one_variable
from tests.decide.lengths.generated_streams import programs as generated

ALL, ONE, SAME_WAY = KNOWN


def fractions(*numbers):
    return tuple(map(Fraction, numbers))


LIMITS = [
    (programs.above_threshold.above, (1, 1, 1, -1), "1"),
    (programs.above_threshold.above, (1, 1, -1), "3/4"),
    (programs.above_threshold.above_geometric, (1, 1, 1, -1), "1"),
    (programs.sums.argmax, (1, -1), "1"),
    (programs.sums.argmax_exponential, (1, -1), "1"),
    (programs.values_at_crossings.numeric, (1, 1, -1), "7/4"),
    (programs.values_at_crossings.gap, (1, 1, 1, -1), "1"),
    (programs.above_threshold.svt6, (1, 1, -1, -1), "2"),
    (programs.sums.mean, (1, 1, 1), "7/8"),
    (programs.sums.maximum, (1, 1, 1, 1), "2"),
]


@pytest.mark.parametrize(("program", "differences", "multiple"), LIMITS)
def test_the_limit_along_a_line(program, differences, multiple):
    stream = Stream(program)
    found = ray(stream.automaton, stream.neighbours, fractions(*differences))
    assert found.multiple == Fraction(multiple)
    assert found.check() > 0


def test_exact_losses_come_near_to_the_limit():
    """Two answers and the threshold: e^(loss/eps) at one pair after another, by the engine."""
    needed = []
    for k in (0, 1, 2, 3):
        pair = ((k, -k), (k + 1, -k - 1))
        needed.append(
            smallest_multiple(mechanism(programs.sums.argmax, [pair, pair[::-1]], {}, "argmax")).low
        )
    assert needed == sorted(needed)
    assert needed[-1] == 1


def test_a_changed_bound_is_refused():
    stream = Stream(programs.values_at_crossings.numeric)
    found = ray(stream.automaton, stream.neighbours, fractions(1, 1, -1))
    (way, multipliers), *_ = found.ways
    for changed in (
        replace(found, multiple=found.multiple + 1),
        replace(found, differences=fractions(2, 1, -1)),
        replace(found, differences=fractions(1, 1, 1)),
        replace(found, ways=((way, tuple(2 * y for y in multipliers)),)),
        replace(found, ways=((way, tuple(-y for y in multipliers)),)),
        replace(found, point={s: -v for s, v in found.point.items()}),
        replace(found, ways=((replace(way, noises=way.noises[:-1]), multipliers),)),
    ):
        with pytest.raises(InvalidValue, match="not confirmed"):
            changed.check()


def below_is_not_above(text, folder, relation):
    """No limit is above the constant of an alignment, and where there is one nothing grows."""
    stream = Stream(module_of(text, folder).program, relation)
    certificate = stream.upper(seconds=1)
    if certificate is None:
        return 0
    assert (
        growth(stream.automaton, stream.neighbours, iter([True] * 40 + [False] * 10**6).__next__) is None
    ), text
    best = Fraction(0)
    for differences in ((1, 1, -1), (1, -1), (-1, 1), (1,), (1, 0), (0, -1), (-1, -1), (1, 1, 1)):
        found = ray(stream.automaton, stream.neighbours, fractions(*differences))
        assert found is None or found.multiple <= certificate.multiple, text
        best = max(best, Fraction(0) if found is None else found.multiple)
    return 1 + (best == certificate.multiple)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.one_of(generated(), one_variable(), generated("exponential")), st.sampled_from((ALL, ONE, SAME_WAY))
)
def test_lower_bounds_are_not_above_upper_ones(tmp_path, text, relation):
    below_is_not_above(text, tmp_path, relation)
