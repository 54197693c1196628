"""Relations between streams: the same pairs, however their phases are spelled."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import AssayError
from assay.decide import Neighbours, Stream, between, smallest_multiple
from assay.decide.lengths.instances import mechanism, telling_pairs
from assay.decide.lengths.neighbours import KNOWN, Case, check_gaps, read_neighbours
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
    return Stream(programs.sums.smart_sum, ONE)


def test_an_exact_sum_that_is_set_back_needs_phases_that_remember(smart):
    certificate = smart.upper()
    assert certificate.multiple == 2
    assert certificate.neighbours != smart.neighbours
    assert smart.check(certificate.to_json()) == certificate.check() > 0


@pytest.mark.slow
def test_longer_blocks_cost_no_more():
    assert Stream(programs.sums.smart_sum, ONE, block=4).upper().multiple == 2
    assert Stream(programs.sums.bad_smart_sum, ONE, block=4).upper() is None


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


def stream(folder, body, relation):
    """The stream of a program with this body."""
    text = HEAD + "".join(f"    {line}\n" for line in body.splitlines())
    return Stream(module_of(text, folder).program, relation)


def test_a_relation_of_the_users_holds_both_ways(tmp_path):
    one_way = Neighbours("each grows by at most 1", (Case(((0, Fraction(0), Fraction(1), 0),)),))
    upwards = stream(tmp_path, "for q in answers:\n    return exponential(EPS) - q", one_way)
    assert upwards.neighbours.cases == between(0, 1).cases
    assert upwards.upper() is None


@pytest.mark.parametrize(
    ("draw", "relation"),
    [
        ("geometric(EPS)", between(Fraction(1, 3), Fraction(2, 3))),
        ("laplace(EPS)", between(0, 0)),
        ("laplace(EPS)", Neighbours("n", (Case(((0, 0, 0, 0), (1, 1, 1, 1))),))),
        ("geometric(EPS)", Neighbours("n", (Case(((0, 0, 0, 0), (0, 0.5, 0.5, 1), (1, 1, 1, 1))),))),
    ],
)
def test_a_relation_of_no_two_streams_is_refused(tmp_path, draw, relation):
    exact = tuple(
        Case(tuple((a, Fraction(b), Fraction(c), d) for a, b, c, d in k.steps)) for k in relation.cases
    )
    with pytest.raises(InvalidValue, match="no two different streams"):
        stream(tmp_path, f"for q in answers:\n    assay.output(q + {draw})", Neighbours(relation.text, exact))


def test_a_relation_that_takes_the_text_of_another_is_refused(tmp_path):
    with pytest.raises(InvalidValue, match="another relation"):
        stream(
            tmp_path,
            "for q in answers:\n    assay.output(q)",
            Neighbours("all differ by 1", between(0, 1).cases),
        )


@pytest.mark.parametrize(
    "steps",
    [(), ((1, Fraction(1), Fraction(1), 1),), ((0, 0.5, 1, 0),), ((0, Fraction(1), Fraction(0), 0),)],
)
def test_a_relation_that_is_none_is_refused(tmp_path, steps):
    body = "for q in answers:\n    assay.output(q)"
    with pytest.raises(AssayError):
        stream(tmp_path, body, Neighbours("none", (Case(steps),)))
    with pytest.raises(InvalidValue, match="has no case"):
        stream(tmp_path, body, Neighbours("none", ()))


ZERO, UNIT = Fraction(0), Fraction(1)
SAME_FIRST = Neighbours(
    "the first two are the same", (Case(((0, ZERO, ZERO, 1), (1, ZERO, ZERO, 2), (2, -UNIT, UNIT, 2))),)
)
FIRST_OF_TWO_BLOCKS = """n = 0
for block in answers:
    for q in block:
        assay.output(q)
        n += 1
        break
    if n == 2:
        return None
"""


def test_a_relation_that_counts_answers_is_refused_where_some_are_left_out(tmp_path):
    """The first answer of the second block is the fifth, say, and may differ."""
    with pytest.raises(InvalidValue, match="number of an answer"):
        stream(tmp_path, FIRST_OF_TWO_BLOCKS, SAME_FIRST)
    flat = "n = 0\nfor q in answers:\n    assay.output(q)\n    n += 1\n    if n == 2:\n        return None"
    assert stream(tmp_path, flat, SAME_FIRST).upper().multiple == 0
    assert stream(tmp_path, FIRST_OF_TWO_BLOCKS, ONE).upper() is None


def test_a_certificate_for_a_relation_that_counts_answers_is_refused(tmp_path):
    body = "for block in answers:\n    for q in block:\n        assay.output(0)"
    found = stream(tmp_path, body, ONE).upper()
    with pytest.raises(InvalidValue, match="number of an answer"):
        replace(found, neighbours=SAME_FIRST).check()


@given(STEPS)
def test_where_gaps_are_allowed_what_is_left_of_neighbours_are_neighbours(steps):
    relation = Neighbours("mine", (Case((*map(whole, range(3)), *steps)),))
    try:
        check_gaps(relation)
    except InvalidValue:
        return
    for run in differences(relation.cases[0], 4):
        for place in range(4):
            assert is_run(relation.cases[0], (*run[:place], *run[place + 1 :]))


@pytest.mark.parametrize("relation", [*KNOWN.values(), between(0, 2), KNOWN[ONE].remembering(2)])
def test_relations_that_count_no_answers_allow_gaps(relation):
    check_gaps(relation)
