"""Every way in which a check can fail to judge its part is noticed."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction

import pytest

from assay.errors import InvalidType, InvalidValue
from assay.ledger import Finding, Scope
from assay.ledger.finding import Vacuous
from assay.ledger.judge import from_json, judge
from assay.ledger.region import checked
from assay.prove.lemma import proved
from tests.ledger import planted
from tests.ledger.planted import part

REGION = checked("n = 0", [({"n": 0}, True), ({"n": 1}, False)])


@pytest.fixture(autouse=True)
def _planted(monkeypatch):
    monkeypatch.setitem(sys.modules, planted.MODULE, planted)


def test_a_good_check_agrees():
    found = judge(part("good", kind="PF"))
    assert (found.status, found.message, found.computed, found.counts) == (
        "agrees",
        "",
        "proved",
        {"cases": 3},
    )
    assert found.certificates == ("for q in [0, 1]: 1 + q*(exp(1) - 1) <= exp(2*q)",)
    assert found.certificate_bytes > 100
    assert from_json(found.to_json()) == found


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ("nothing_there", "there is no such check"),
        ("raises", "ZeroDivisionError: planted"),
        ("no_finding", "not a Finding"),
        ("no_case", "cases = 0"),
        ("no_pair", "pairs = 0"),
        ("no_event", "events = 0"),
        ("no_count", "no count"),
        ("no_theorem", "no theorem"),
        ("ignores_a_key", "ignores what the record states: q"),
        ("ignores_values", "n: 2; n: 3"),
        ("narrower_range", "no certificate covers the range that the record states: q in [0, 1]"),
    ],
)
def test_a_check_that_does_not_judge_fails(check, message):
    verdict, kind = ("proved", "P") if check in ("no_theorem", "narrower_range") else ("verified", "F")
    found = judge(part(check, verdict=verdict, kind=kind))
    assert found.status == "failed"
    assert message in found.message


def test_a_module_that_is_not_there_fails():
    found = judge(replace(part("good"), check="assay.ledger.checks.nowhere:x"))
    assert (found.status, found.computed) == ("failed", "")
    assert "nowhere" in found.message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"verdict": "refuted", "kind": "PW"}, "gives no witness"),
        ({"kind": "P", "verdict": "verified"}, "the record says verified, the check finds proved"),
        ({"kind": "P", "region": "iff q = 0"}, "the record has the region 'iff q = 0', the check finds ''"),
        ({"kind": "P", "witness": {"a": "1"}}, "witness.a: the record has '1', the check finds None"),
        ({"kind": "P", "proves": ("for q in [0, 1]: 1 + q*(e - 1) <= exp(q)",)}, "no certificate does"),
        ({"kind": "PFW"}, "gives no witness"),
        ({"kind": "PF", "counts": {"cases": 4}}, "the record counts {'cases': 4}, the check {'cases': 3}"),
    ],
)
def test_another_result_than_the_records_is_noticed(changes, message):
    found = judge(part("good", **changes))
    assert found.status in ("differs", "failed")
    assert message in found.message


def test_a_certificate_of_another_claim_is_noticed():
    claim = "for q in [0, 1]: 1 + q*(e - 1) <= exp(2*q)"
    assert judge(part("good", proves=(claim,))).status == "agrees"
    assert judge(part("other_claim", proves=(claim,))).status == "differs"
    both = part("good", proves=(claim, "for q in [0, 1]: q <= 1"))
    assert "no certificate does" in judge(both).message
    two = judge(part("two_claims", proves=(claim,)))
    assert "a certificate proves what the record does not list" in two.message
    assert judge(part("other_claim")).status == "agrees"  # which is why a record says what is proved


def test_kind_f_needs_counts_and_kind_p_theorems():
    assert "counts no cases" in judge(part("other_claim", kind="PF")).message
    refuted = {"verdict": "refuted", "region": "iff n = 0", "witness": {"inequality": "1 < 2", "n": "1"}}
    assert judge(part("refutes", kind="W", **refuted)).status == "agrees"
    assert "no theorem" in judge(part("refutes", kind="PW", **refuted)).message


def test_a_refutation_with_another_witness_or_region_differs():
    recorded = {"kind": "W", "verdict": "refuted", "region": "iff n = 0"}
    assert judge(part("refutes", **recorded, witness={"inequality": "1 < 3", "n": "1"})).status == "differs"
    changed = {**recorded, "region": "iff n = 1"}
    assert judge(part("refutes", **changed, witness={"inequality": "1 < 2", "n": "1"})).status == "differs"


def test_undecided_is_no_pass_unless_recorded():
    assert judge(part("gives_up")).status == "undecided"
    assert judge(part("gives_up", verdict="undecided")).status == "agrees"


def test_deep_scopes_are_handed_over():
    counted = part("good", kind="PF", deep={"n": [1, 2, 3, 4, 5]}, counts={"cases": 3})
    assert judge(counted).status == "agrees"
    found = judge(counted, deep=True)
    assert found.status == "agrees"
    assert found.counts == {"cases": 5}


def test_scope_reads_every_kind_and_knows_what_was_not_read():
    scope = Scope({"n": [1, 2], "q": ["1/2", 3], "e": "ln 3", "t": "text", "r": "integer >= 1", "unread": 1})
    assert list(scope.integers("n")) == [1, 2]
    assert list(scope.fractions("q")) == [Fraction(1, 2), Fraction(3)]
    assert str(scope.epsilon("e")) == "ln(3)"
    assert scope.text("t") == "text"
    assert scope.quantifiers("r") == "integer r in [1, inf)"
    assert scope.never_read() == scope.unused() == ["unread"]
    assert scope.integers("n")[1:] == (2,)
    assert list(scope["n"]) == [1, 2]


@pytest.mark.parametrize("values", [{"n": []}, {"n": 0.5}, {"n": [1, True]}, {"n": {"a": 1}}, {"n": [[1]]}])
def test_scope_refuses_what_is_not_exact(values):
    with pytest.raises((InvalidType, InvalidValue)):
        Scope(values)


def test_scope_refuses_a_reading_that_does_not_fit():
    scope = Scope({"n": ["x"], "q": "[1, 0]", "many": [1, 2]})
    for read in (
        lambda: scope.integers("n"),
        lambda: scope.numbers("n"),
        lambda: scope.range("q"),
        lambda: scope.integer("many"),
        lambda: scope.integer("other"),
    ):
        with pytest.raises(InvalidValue, match="scope: "):
            read()


def test_findings_refuse_what_is_empty_or_inexact():
    theorem = proved("1 < 2")
    assert Finding.proved([theorem], cases=1).counts == {"cases": 1}
    with pytest.raises(Vacuous):
        Finding.proved([theorem], cases=0)
    with pytest.raises(InvalidType, match="not a Theorem"):
        Finding.proved(["1 < 2"])
    with pytest.raises(InvalidType, match="count them"):
        Finding.verified(cases=True)
    with pytest.raises(InvalidType, match="float"):
        Finding.refuted({"inequality": 0.5}, REGION)
    with pytest.raises(InvalidValue, match="inequality"):
        Finding.refuted({"n": 1}, REGION)
    with pytest.raises(InvalidType, match="no Region"):
        Finding.refuted({"inequality": "1 < 2"}, "iff n = 0")
    with pytest.raises(InvalidValue, match="reason"):
        Finding.undecided("")
