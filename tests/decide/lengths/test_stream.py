"""`decide.Stream`: the literature for every length, and constants against the engine for finite domains."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay import EPS, AssayError
from assay.decide import ProvedForEveryLength, RefutedAtLength, Stream, between, smallest_multiple
from assay.decide.lengths.certificate import certificate_from_json
from assay.decide.lengths.instances import mechanism, telling_pairs
from assay.decide.lengths.neighbours import KNOWN
from assay.errors import InvalidType, InvalidValue
from assay.studies.literature.programs import streams as programs
from tests.decide.lengths.generated_streams import module_of, told_apart
from tests.decide.lengths.generated_streams import programs as generated

ALL, ONE, SAME_WAY = KNOWN

PRIVATE = [
    (programs.above_threshold.above, ALL, {}, "1"),
    (programs.above_threshold.above, ONE, {}, "1/4"),
    (programs.above_threshold.above, SAME_WAY, {}, "3/4"),
    (programs.above_threshold.above_geometric, ALL, {}, "1"),
    (programs.above_threshold.svt1, ALL, {"c": 2}, "1"),
    (programs.above_threshold.svt2, ALL, {}, "1"),
    (programs.above_threshold.svt4, ALL, {}, "7/4"),
    (programs.above_threshold.undivided, ALL, {}, "3/2"),
    (programs.values_at_crossings.numeric, ALL, {}, "7/4"),
    (programs.values_at_crossings.num_svt, ALL, {"c": 2}, "1"),
    (programs.values_at_crossings.gap, ALL, {}, "1"),
    (programs.sums.argmax, ALL, {}, "1"),
    (programs.sums.argmax, ONE, {}, "1/2"),
    (programs.sums.argmax_exponential, ALL, {}, "1"),
    (programs.sums.argmax_one_sided, ALL, {}, "1"),
    (programs.noisy_ranges.range_2, ALL, {}, "5/4"),
    (programs.noisy_ranges.ranges, ALL, {"m": 1}, "1"),
    (programs.noisy_ranges.min_max, ALL, {"k": 2}, "1"),
    (programs.noisy_ranges.ranges, ALL, {"m": 10}, "1"),
    (programs.sums.partial_sum, ONE, {}, "1"),
    (programs.sums.bad_partial_sum, ONE, {}, "2"),
    (programs.sums.smart_sum, ONE, {}, "2"),
    (programs.sums.prefix_sum, ONE, {}, "1"),
    (programs.sums.histogram, ONE, {}, "1"),
    (programs.sums.mean, ALL, {}, "1"),
    (programs.sums.mean, ONE, {}, "1/2"),
    (programs.above_threshold.adaptive, ALL, {}, "1"),
    (programs.above_threshold.sampled, ALL, {}, "1"),
    (programs.above_threshold.nested, ONE, {}, "1/4"),
    (programs.above_threshold.own_thresholds, ALL, {}, "1"),
    (programs.values_at_crossings.svt3, ONE, {}, "1/2"),
]

NOT_PRIVATE = [
    programs.values_at_crossings.svt3,
    programs.above_threshold.svt5,
    programs.above_threshold.svt6,
    programs.above_threshold.quiet_threshold,
    programs.values_at_crossings.bad_gap,
    programs.values_at_crossings.shown_threshold,
    programs.sums.maximum,
    programs.sums.maximum_exponential,
    programs.values_at_crossings.svt3_binned,
    programs.sums.smart_sum,
    programs.sums.bad_smart_sum,
    programs.noisy_ranges.range_1,
    programs.noisy_ranges.two_ranges_1,
    programs.noisy_ranges.disclosing,
    programs.noisy_ranges.leaking_cycle,
    programs.sums.partial_sum,
    programs.sums.prefix_sum,
    programs.sums.histogram,
    programs.above_threshold.nested,
]


@pytest.mark.parametrize(("program", "relation", "parameters", "multiple"), PRIVATE)
def test_the_constant_of_a_private_program(program, relation, parameters, multiple):
    certificate = Stream(program, relation, **parameters).upper()
    assert certificate.multiple == Fraction(multiple)
    assert certificate.check() > 0


@pytest.mark.parametrize("program", NOT_PRIVATE)
def test_a_program_that_is_not_private_has_no_alignment(program):
    assert Stream(program, ALL).upper() is None


def test_noise_that_is_used_for_every_answer_costs_nothing_more():
    assert Stream(programs.above_threshold.reused_noise).upper() is None
    assert Stream(programs.above_threshold.reused_noise, ONE).upper() is None


def test_tightness_names_the_length():
    verdict = Stream(programs.above_threshold.above).decide()
    assert isinstance(verdict, ProvedForEveryLength)
    assert verdict.is_tight
    assert str(verdict) == (
        "proved for every length, every real answer and every public parameter: c*eps-private with c = 1; "
        "tight: N = 4 attains 1, N = 3 needs 3/4; for every eps > 0 the loss of the output "
        "[output 0, output 0, output 0, end 1] comes to at least 1*eps between x + (K, K, K, -K) and the "
        "same with K + 1 for K, as K grows"
    )
    assert verdict.to_json()["needed"][:2] == [
        {"length": 1, "multiple": "1/4"},
        {"length": 2, "multiple": "1/2"},
    ]


@pytest.mark.parametrize(
    ("program", "parameters"),
    [
        pytest.param(programs.noisy_ranges.ranges, {"m": 3}, marks=pytest.mark.slow),
        pytest.param(programs.noisy_ranges.min_max, {}, marks=pytest.mark.slow),
        pytest.param(programs.above_threshold.svt1, {"c": 2}, marks=pytest.mark.slow),
        pytest.param(programs.sums.argmax, {}, marks=pytest.mark.slow),
        pytest.param(programs.noisy_ranges.two_ranges_2, {}, marks=pytest.mark.nightly),
        pytest.param(programs.above_threshold.svt1, {"c": 3}, marks=pytest.mark.nightly),
    ],
)
def test_tight_where_the_program_points_at_longer_streams(program, parameters):
    assert Stream(program, **parameters).decide(2 * EPS, seconds=100).is_tight


@pytest.mark.slow
def test_a_refutation_is_confirmed_without_the_package(tmp_path):
    stream = Stream(programs.above_threshold.svt6)
    verdict = stream.decide()
    assert isinstance(verdict, RefutedAtLength)
    assert verdict.length == 3
    path = tmp_path / "witness.json"
    path.write_text(json.dumps(stream.recheck(verdict)), encoding="utf-8")
    script = Path(__file__).parents[3] / "spec" / "recheck_witness.py"
    done = subprocess.run([sys.executable, str(script), str(path)], capture_output=True, check=False)
    assert done.returncode == 0


def test_a_smaller_claim_is_refuted_and_a_larger_one_proved():
    stream = Stream(programs.sums.argmax)
    assert stream.decide(EPS).holds
    assert stream.decide(EPS / 2).exit_status == 1
    assert stream.decide(2 * EPS).holds


def test_undecided_says_what_is_known():
    verdict = Stream(programs.sums.mean).decide(EPS * Fraction(99, 100), longest=2)
    assert verdict.exit_status == 3
    assert verdict.known["smallest c"] == "3/4 <= c <= 1"


def test_relations():
    assert Stream(programs.above_threshold.above, between(0, 1)).upper().multiple == Fraction(3, 4)
    assert Stream(programs.above_threshold.above, between(-2, 2)).upper().multiple == 2
    assert Stream(programs.above_threshold.above_geometric, between(-2, 2)).upper().multiple == 2
    assert (
        Stream(programs.above_threshold.above_geometric, between(-(10**9), 10**9)).upper() is None
    )  # too many integers
    with pytest.raises(InvalidValue, match="low = 2 is above high = 1"):
        between(2, 1)
    with pytest.raises(InvalidType, match=r"low = 0\.5 is a float"):
        between(0.5, 1)
    with pytest.raises(InvalidValue, match="'all differ' is not known"):
        Stream(programs.above_threshold.above, "all differ")


def neighbours(relation: str, n: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Neighbouring streams with answers in {-1, 0, 1}, by the definition of the relation."""
    related = {
        ALL: lambda d: all(abs(e) <= 1 for e in d),
        ONE: lambda d: sum(map(abs, d)) == 1,
        SAME_WAY: lambda d: all(0 <= e <= 1 for e in d) or all(-1 <= e <= 0 for e in d),
    }[relation]
    cube = list(product((-1, 0, 1), repeat=n))
    return [
        (x, y) for x in cube for y in cube if x != y and related([b - a for a, b in zip(x, y, strict=True)])
    ]


def check_against_the_engine(program, relation, lengths):
    """No finite instance needs more than the constant that is proved."""
    stream = Stream(program, relation)
    certificate = stream.upper(seconds=1)
    if certificate is None:
        return
    assert certificate_from_json(json.loads(json.dumps(certificate.to_json()))).check() == certificate.check()
    for n in lengths:
        pairs = neighbours(relation, n) if n <= 2 else telling_pairs(stream.neighbours, n, 1)
        try:
            smallest = smallest_multiple(mechanism(program, pairs, {}, "program"))
        except AssayError:
            return
        assert smallest.low is not None
        assert smallest.low <= certificate.multiple


FEW = settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
WORDS = ("laplace", "exponential", "geometric", "one_sided_geometric")


@FEW
@given(st.sampled_from(WORDS).flatmap(generated), st.sampled_from((ALL, ONE, SAME_WAY)))
def test_no_short_stream_needs_more(tmp_path, text, relation):
    check_against_the_engine(module_of(text, tmp_path).program, relation, (1, 2))


@pytest.mark.slow
@MANY
@given(told_apart())
def test_what_tells_answers_apart_is_not_private(tmp_path, text):
    check_against_the_engine(module_of(text, tmp_path).program, ONE, (1, 2))


@pytest.mark.slow
@MANY
@given(st.sampled_from(WORDS).flatmap(generated), st.sampled_from((ALL, ONE, SAME_WAY)))
def test_no_stream_of_three_needs_more(tmp_path, text, relation):
    check_against_the_engine(module_of(text, tmp_path).program, relation, (1, 2, 3))


@pytest.mark.slow
@pytest.mark.parametrize(("program", "relation", "parameters", "multiple"), PRIVATE)
def test_no_finite_instance_of_the_literature_needs_more(program, relation, parameters, multiple):
    stream = Stream(program, relation, **parameters)
    if not stream.sides.is_flat or program in (
        programs.values_at_crossings.gap,
        programs.noisy_ranges.ranges,
    ):
        return
    for n, reach in product((1, 2, 3), (0, 1, 2)):
        pairs = telling_pairs(stream.neighbours, n, reach)
        found = smallest_multiple(mechanism(program, pairs, parameters, "program"))
        assert found.low <= Fraction(multiple)
