"""What changed between two runs: one name for every change that counts, and none for the others."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.testing.vectors import Answered, Judgement, read, vectors_folder
from assay.testing.vectors.judgement import BROKEN, FAILING, MEANING, NOT_IMPLEMENTED, PASSING
from assay.testing.vectors.report.history_pages import KINDS, changes, kind_of
from assay.testing.vectors.results import Result

TEST = read(vectors_folder())[0]


def answered(status, slack=None):
    return Answered(TEST, Judgement(status, "", slack), {"value": "1"})


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (answered("exact"), answered("unsound"), "newly unsound"),
        (answered("wrong"), answered("unsound"), "newly unsound"),
        (answered(NOT_IMPLEMENTED), answered("unsound"), "newly unsound"),
        (answered("unsound"), answered("unsound"), None),
        (answered("unsound"), answered("sound", Fraction(1, 2)), "repaired"),
        (answered("crashed"), answered("exact"), "repaired"),
        (answered("sound"), answered("hung"), "newly failing"),
        (answered("sound", Fraction(1, 2)), answered("sound", Fraction(2, 3)), "looser"),
        (answered("exact", Fraction(0)), answered("sound", Fraction(1, 9)), "looser"),
        (answered("sound", Fraction(1, 2)), answered("exact"), "closer"),
        (answered("exact"), answered("agrees", Fraction(0)), None),
        (answered(NOT_IMPLEMENTED), answered("sound"), "newly implemented"),
        (None, answered("wrong"), "newly implemented"),
        (None, answered(NOT_IMPLEMENTED), None),
        (answered("sound"), answered(NOT_IMPLEMENTED), "no longer implemented"),
        (answered("wrong"), answered("malformed"), "failing in another way"),
        (answered("unsound"), answered("one-ulp"), "failing in another way"),
    ],
)
def test_a_change_has_a_name(before, after, kind):
    assert kind_of(before, after) == kind


def test_every_pair_of_statuses_has_a_known_name_or_none():
    found = {(b, a): kind_of(answered(b), answered(a)) for b in MEANING for a in MEANING}
    assert set(found.values()) <= {None, *KINDS}
    assert all(found[status, status] is None for status in MEANING)
    fails = {*FAILING, *BROKEN}
    assert all(found[b, a] == "repaired" for b in fails for a in PASSING)
    assert all(found[b, a] in ("newly failing", "newly unsound") for b in PASSING for a in fails)


def test_tests_that_the_later_run_was_not_asked_are_no_changes():
    before = Result("x", {TEST.id: answered("exact")})
    assert list(changes(before, Result("x", {}))) == []
    (change,) = changes(Result("x", {}), before)
    assert (change.kind, change.test, change.before) == ("newly implemented", TEST, None)
