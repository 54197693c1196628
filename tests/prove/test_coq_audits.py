"""Judged claims as theorems: the files compile for true claims, and for no others."""

from __future__ import annotations

import shutil
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Log, Mechanism, number
from assay.adjacency import all_pairs
from assay.dp import Refuted
from assay.exact import INFINITY
from assay.prove.coq.audits import AuditClaim, Violation, check_file, enclosure, theorem_file, writing
from assay.prove.coq.audits.generator import parts, polynomials
from assay.prove.coq.audits.text import comment
from assay.prove.coq.compiling import CoqRefused
from assay.prove.coq.terms import Unsupported

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian: coq)")

PAIR = [(0, 1), (1, 0)]
FAIR = [["3/4", "1/4"], ["1/4", "3/4"]]
EXPONENTIAL = [["exp(1/2)/(1+exp(1/2))", "1/(1+exp(1/2))"], ["1/(1+exp(1/2))", "exp(1/2)/(1+exp(1/2))"]]

ROOTS = [["sqrt(2)/2", "1 - sqrt(2)/2"], ["1 - sqrt(2)/2", "sqrt(2)/2"]]


def roots():
    """Randomised response at ln(3)/2."""
    root = Log("ln(3)/2").exp()
    low = number(1) / (root + 1)
    return [[root * low, low], [low, root * low]]


def claim(table, epsilon, delta=0, violation=None):
    """The claim about a table on two inputs."""
    rows = [[number(p) for p in row] for row in table]
    names = [str(o) for o in range(len(rows[0]))]
    return AuditClaim("it", ["0", "1"], names, rows, PAIR, Log(epsilon), number(delta), violation)


def first(*event):
    return Violation(0, 1, event)


TRUE = {
    "attained": claim(FAIR, "ln 3"),
    "zero": claim(FAIR, "0", "1/2"),
    "a rational epsilon": claim(FAIR, "5/4"),
    "with delta": claim(FAIR, "1", "1/10"),
    "both parts": claim(FAIR, "1/2 + ln 2"),
    "a negative part": claim(FAIR, "-1/2 + ln 9"),
    "a part of a logarithm": claim(FAIR, "ln(10)/2"),
    "a power of e": claim(EXPONENTIAL, "1/2"),
    "an irrational delta": claim(EXPONENTIAL, "0", "exp(1/2)/(1+exp(1/2)) - 1/(1+exp(1/2))"),
    "roots": claim(roots(), "ln(3)/2"),
    "both parts, a part of a logarithm": claim(FAIR, "1 + ln(3)/2"),
    "roots, a rational epsilon": claim(ROOTS, "1"),
    "false, roots, a rational epsilon": claim(ROOTS, "1/2", violation=first(0)),
    "powers of e, a part of a logarithm": claim(EXPONENTIAL, "ln(3)/2"),
    "powers of e, an epsilon between them": claim(EXPONENTIAL, "501/1000"),
    "the logarithm of a root": claim(ROOTS, "ln(sqrt(2)+1)"),
    "the logarithm of a sum of powers of e": claim(EXPONENTIAL, "ln(1/2+exp(1/2))"),
    "such a logarithm and more": claim(EXPONENTIAL, "1/2 + ln(1/2+exp(1/2))"),
    "such a logarithm less a number": claim(EXPONENTIAL, "-1/2 + ln(1/2+exp(1/2))", "1/5"),
    "false": claim(FAIR, "1", violation=first(0)),
    "false with delta": claim(FAIR, "ln 2", "1/5", violation=first(0)),
    "false, roots": claim(roots(), "ln(3)/4", violation=first(0)),
    "false, powers of e": claim(EXPONENTIAL, "1/3", violation=first(0)),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_compiles(tmp_path, name):
    path = tmp_path / "audit.v"
    path.write_text(theorem_file(TRUE[name]), encoding="utf-8")
    check_file(path)


PLANTED = {
    "a smaller epsilon": ("attained", "epsilon : R := ln 3.", "epsilon : R := ln (29 / 10)."),
    "a smaller delta": ("with delta", "delta : R := 1 / 10.", "delta : R := 1 / 20."),
    "weights that do not sum to 1": ("attained", "[3; 1];", "[2; 1];"),
    "a negative weight": ("attained", "[3; 1];", "[5; -1];"),
    "another table": ("a power of e", "[0; 1]%Z; [1]%Z", "[0; 0; 1]%Z; [1]%Z"),
    "no pair": ("attained", "[(0, 1); (1, 0)]", "[]"),
    "a pair of no inputs": ("attained", "[(0, 1); (1, 0)]", "[(0, 2); (1, 0)]"),
    "an event that shows nothing": ("false", " 0 1 [0]%nat", " 0 1 [1]%nat"),
    "no neighbours": ("false", "[(0, 1); (1, 0)]", "[(1, 0)]"),
    "an enclosure that is too high": (
        "a power of e",
        "enclosure : known := Known 1",
        "enclosure : known := Known 2",
    ),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_what_is_false_does_not_compile(tmp_path, name):
    which, old, new = PLANTED[name]
    text = theorem_file(TRUE[which])
    assert text.count(old) == 1
    path = tmp_path / "audit.v"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CoqRefused, match=r"audit\.v does not compile"):
        check_file(path)


@needs_coq
@pytest.mark.slow
def test_a_false_claim_does_not_compile_where_nobody_stops_it(tmp_path, monkeypatch):
    monkeypatch.setattr(enclosure, "settles", lambda *_: True)
    path = tmp_path / "audit.v"
    path.write_text(theorem_file(claim(FAIR, "1")), encoding="utf-8")
    with pytest.raises(CoqRefused, match="does not compile"):
        check_file(path)


@needs_coq
@pytest.mark.slow
def test_an_axiom_is_found(tmp_path):
    path = tmp_path / "audit.v"
    axiom = "Axiom yes : forall x : bool, x = true.\nTheorem mechanism_is_well_posed"
    text = theorem_file(TRUE["attained"]).replace("Theorem mechanism_is_well_posed", axiom)
    path.write_text(text.replace("vm_cast_no_check (eq_refl true)", "apply yes"), encoding="utf-8")
    with pytest.raises(CoqRefused, match=r"rests on the axioms audit\.yes"):
        check_file(path)


weights = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


@given(
    weights,
    weights,
    st.sampled_from(["0", "1/10", "1/2", "1", "ln 2", "ln 3", "3", "1/4 + ln 2"]),
    st.sampled_from([0, "1/10", "1/3"]),
)
def test_a_file_is_written_exactly_where_the_verdict_is(left, right, epsilon, delta):
    table = [[Fraction(w, sum(row)) for w in row] for row in (left, right)]
    mechanism = Mechanism(lambda x: Dist(dict(enumerate(table[x]))), range(2), all_pairs())
    verdict = mechanism.audit(epsilon, delta)
    if isinstance(verdict, Refuted):
        with pytest.raises(Unsupported, match="too close"):
            theorem_file(claim(table, epsilon, delta))
        x, y = verdict.witness.inputs
        violation = Violation(x, y, tuple(verdict.witness.event))
        assert "mechanism_is_not_private : ~ dp" in theorem_file(claim(table, epsilon, delta, violation))
    else:
        assert "mechanism_is_private : dp" in theorem_file(claim(table, epsilon, delta))


@given(weights, weights)
def test_the_polynomials_are_the_numbers(left, right):
    table = [[number(Fraction(w, sum(row))) for w in row] for row in (left, right)]
    _, found = polynomials(claim(table, "ln 2", "1/7"), parts(Log("ln 2")))
    for row, d, numbers in zip(found.table, found.denominators, table, strict=True):
        assert [number(Fraction(p[0] if p else 0, d[0])) for p in row] == numbers


@pytest.mark.parametrize(
    ("epsilon", "match"),
    [(INFINITY, "infinite"), (Log("eps"), "symbol eps"), (Log("ln(1+exp(1))/2"), "irrational number")],
)
def test_what_is_no_epsilon_of_a_theorem_is_refused(epsilon, match):
    with pytest.raises(Unsupported, match=match):
        parts(epsilon)


@pytest.mark.parametrize(
    ("table", "epsilon", "match"),
    [
        ([["sqrt(2)/2", "1 - sqrt(2)/2"], ["exp(1)/3", "1 - exp(1)/3"]], "ln 3", "the numbers lie in"),
        ([["sqrt(2)/2", "1 - sqrt(2)/2"]] * 2, "1 + ln(sqrt(2)+1)", "epsilon has the rational part 1"),
    ],
)
def test_numbers_of_several_kinds_are_refused(table, epsilon, match):
    with pytest.raises(Unsupported, match=match):
        theorem_file(claim(table, epsilon))


def test_names_do_not_end_a_comment():
    assert comment('a *) "b" (* \n') == "a +) 'b' (+  "


def test_the_machinery_follows_the_claim():
    text = theorem_file(TRUE["attained"])
    assert text.index("Definition dp") < text.index("Definition table") < text.index(writing.MACHINERY)
