"""Relations between streams: the same pairs, however their phases are spelled."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.decide import Neighbours, Stream, smallest_multiple
from assay.decide.lengths.instances import mechanism, telling_pairs
from assay.decide.lengths.neighbours import KNOWN, Case, read_neighbours
from assay.errors import InvalidValue
from assay.studies.literature.programs import streams as programs
from tests.decide.lengths.generated_streams import HEAD, module_of

ONE = "one differs by 1"

STEPS = st.lists(
    st.tuples(st.integers(0, 2), st.integers(-1, 1), st.integers(0, 1), st.integers(0, 2)),
    max_size=5,
).map(lambda steps: tuple((a, Fraction(low), Fraction(low + more), b) for a, low, more, b in steps))


def whole(phase: int) -> tuple[int, Fraction, Fraction, int]:
    """A step that every phase has, so that streams go on."""
    return phase, Fraction(0), Fraction(0), phase


def differences(case: Case, length: int) -> set[tuple[int, ...]]:
    """All lists of integer differences of a length, by trying every one."""
    return {each for each in product((-1, 0, 1, 2), repeat=length) if is_run(case, each)}


def is_run(case: Case, run: tuple[int, ...]) -> bool:
    """Whether some way through the phases has these differences."""
    phases = {0}
    for d in run:
        phases = {b for a, low, high, b in case.steps if a in phases and low <= d <= high}
    return bool(phases)


@given(STEPS, st.integers(0, 3))
def test_phases_that_remember_spell_the_same_relation(steps, most):
    relation = read_neighbours(Neighbours("mine", (Case((*map(whole, range(3)), *steps)),)))
    for case, spelled in zip(relation.cases, relation.remembering(most).cases, strict=True):
        for length in range(5):
            assert differences(case, length) == differences(spelled, length)


@pytest.mark.parametrize("most", [1, 2, 3])
def test_phases_know_how_long_ago_the_difference_was(most):
    for case in KNOWN[ONE].remembering(most).cases:
        assert len({source for source, *_ in case.steps}) == most + 2


def test_relations_without_phases_are_spelled_in_one_way():
    assert [len(each.spelled) for each in KNOWN.values()] == [1, 3, 1]


@pytest.fixture(scope="module", name="smart")
def smart_sum() -> Stream:
    """Running sums in blocks of two."""
    return Stream(programs.smart_sum, ONE)


def test_an_exact_sum_that_is_set_back_needs_phases_that_remember(smart):
    certificate = smart.upper()
    assert certificate.multiple == 2
    assert certificate.neighbours != smart.neighbours
    assert smart.check(certificate.to_json()) == certificate.check() > 0


@pytest.mark.slow
def test_longer_blocks_cost_no_more():
    assert Stream(programs.smart_sum, ONE, block=4).upper().multiple == 2
    assert Stream(programs.bad_smart_sum, ONE, block=4).upper() is None


def test_another_relation_is_no_spelling(smart):
    found = smart.upper()
    first, second = found.neighbours.cases
    for cases in (KNOWN[ONE].remembering(2).cases, (first, first), (Case(second.steps[:-1]), second)):
        changed = replace(found, neighbours=Neighbours(ONE, cases))
        with pytest.raises(InvalidValue, match="not confirmed: its neighbours are not"):
            smart.check(changed.to_json())


WINDOWS = {
    "a window of two": ("assay.output(old + q + laplace(EPS))\n        old = q", "2"),
    "on the integers": ("assay.output(old + q + geometric(EPS))\n        old = q", "2"),
    "a larger share": ("assay.output(2 * old + q + laplace(EPS))\n        old = q", "3"),
    "never set back": ("old += q\n        assay.output(old + laplace(EPS))", None),
    "set back half": ("assay.output(old + q + laplace(EPS))\n        old = (old + q) / 2", None),
}


@pytest.mark.parametrize(("body", "multiple"), WINDOWS.values(), ids=WINDOWS.keys())
def test_exact_answers_that_are_kept_for_a_while(tmp_path, body, multiple):
    program = module_of(f"{HEAD}    old = 0\n    for q in answers:\n        {body}\n", tmp_path).program
    found = Stream(program, ONE).upper()
    assert (found and found.multiple) == (multiple and Fraction(multiple))
    for n in (1, 2, 3):
        pairs = telling_pairs(KNOWN[ONE], n, 1)
        if found is not None:
            assert smallest_multiple(mechanism(program, pairs, {}, "program")).low <= found.multiple
