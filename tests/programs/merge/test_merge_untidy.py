"""Programs in which equal values differ and lists are shared: the distribution of all paths, types included,
or a reason.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.errors import UnfinishedProgram
from assay.programs.merge import OutsideSubset, merged
from tests.effort import at_length, one_in
from tests.programs.merge.untidy_programs import HELPERS, UNTIDY, untidy_texts
from tests.programs.merge.wide_programs import compiled

patient = settings(suppress_health_check=list(HealthCheck), deadline=None)


def typed(value):
    """A value with the types of all that is in it."""
    if isinstance(value, tuple | frozenset):
        return (type(value), type(value)(map(typed, value)))
    return (type(value), repr(value))


def law_of(compute):
    """The distribution with types, or the type of the error."""
    try:
        return {typed(outcome): mass for outcome, mass in compute().items()}
    except Exception as error:
        return type(error)


def check(text: str, n: int) -> str:
    """Both evaluators on a text: "merged" and equal, "unfinished", or the reason for leaving it alone."""
    wide = compiled(text).within(max_paths=300, max_draws=300)
    try:
        law = merged(wide, n)
    except OutsideSubset as error:
        return error.reason
    expected = law_of(lambda: compiled(text).within(max_paths=300, max_draws=300).enumerated(n))
    if expected is UnfinishedProgram:
        return "unfinished"
    assert {typed(outcome): mass for outcome, mass in law.items()} == expected, text
    return "merged"


@settings(patient, max_examples=10)
@given(untidy_texts(), st.integers(0, 2))
def test_untidy_programs(text: str, n: int) -> None:
    check(text, n)


@pytest.mark.parametrize("examples", at_length(500))
def test_untidy_programs_at_length(examples: int) -> None:
    """Many of them; some are merged, so that something is compared."""
    seen: Counter[str] = Counter()

    @settings(patient, max_examples=examples, database=None)
    @given(untidy_texts(), st.integers(0, 2))
    def many(text: str, n: int) -> None:
        seen[check(text, n)] += 1

    many()
    assert seen["merged"] > examples / 20, seen


@pytest.mark.parametrize("number", ["True", "-0.0"])
@pytest.mark.parametrize("statement", one_in(3, UNTIDY), ids=lambda text: text.splitlines()[0])
def test_untidy_statements(statement: str, number: str) -> None:
    """Each of them on its own, on two states that look alike, with what it changed looked at afterwards."""
    lines = ["a = 1 if flip('1/2') else True", "b = 0.0 if flip('1/3') else -0.0", "c = uniform(2)"]
    lines += ["t = (a, b)", "f = None", *statement.format(n=number, m="c").splitlines()]
    lines += ["return repr((a, b, c, t, f))"]
    start = "\n@program\ndef wide(n):\n    l = [1]; m = l; d = {}; late = lambda: c\n"
    plain = "\n@program\ndef wide(n):\n"
    body = "".join(f"    {line}\n" for line in lines)
    for beginning in (start, plain):
        check(HELPERS + beginning + body, 1)
