"""Judged claims as theorems: the files compile for true claims, and for no others."""

from __future__ import annotations

import shutil
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Log, Mechanism, number
from assay.adjacency import all_pairs
from assay.dp import Refuted
from assay.exact import INFINITY
from assay.prove.coq.audits import (
    AuditClaim,
    Draw,
    ProgramTree,
    Return,
    SymbolicClaim,
    Violation,
    check_file,
    signs,
    symbolic_file,
    theorem_file,
    writing,
)
from assay.prove.coq.audits.generator import parts, polynomials
from assay.prove.coq.audits.signs import AboveOne, Known
from assay.prove.coq.audits.text import comment
from assay.prove.coq.compiling import CoqRefused
from assay.prove.coq.terms import Unsupported
from tests.project.coq_theory import THEORY

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


def coin(p, nodes):
    """A draw between two nodes."""
    return Draw((number(p), 1 - number(p)), nodes)


def program(claimed, *nodes, starts):
    """The same claim about a program."""
    return replace(claimed, program=ProgramTree((Return(0), Return(1), *nodes), starts))


HALVES = (coin("1/2", (0, 1)), coin("1/2", (0, 2)), coin("1/2", (2, 1)))
TRUE |= {
    "a program": program(TRUE["attained"], *HALVES, starts=(3, 4)),
    "a program, a rational epsilon": program(TRUE["a rational epsilon"], *HALVES, starts=(3, 4)),
    "a false claim about a program": program(TRUE["false"], *HALVES, starts=(3, 4)),
    "a program with unequal draws": program(
        claim([["2/3", "1/3"], ["5/12", "7/12"]], "ln 2"),
        Draw((number("1/6"), number("1/2"), number("1/3")), (0, 0, 1)),
        Draw((number("3/8"), number("5/8")), (1, 2)),
        starts=(2, 3),
    ),
    "a program with powers of e": program(
        TRUE["a power of e"],
        coin("exp(1/2)/(1+exp(1/2))", (0, 1)),
        coin("1/(1+exp(1/2))", (0, 1)),
        starts=(2, 3),
    ),
    "a program with roots": program(
        TRUE["roots, a rational epsilon"], coin("sqrt(2)/2", (0, 1)), coin("sqrt(2)/2", (1, 0)), starts=(2, 3)
    ),
    "a program that draws nothing": program(claim([[1, 0], [1, 0]], "0"), starts=(0, 0)),
    "impossible outputs": claim([["1/2", "1/2", 0], ["1/4", "1/4", "1/2"]], "ln 2", "1/2"),
    "delta = 1": claim([[1, 0], [0, 1]], "0", 1),
    "numbers of thousands of digits": claim(
        [[Fraction(1, 3**10000), 1 - Fraction(1, 3**10000)]] * 2, "0", Fraction(1, 7**6000)
    ),
    "names that would end a comment": replace(
        TRUE["attained"], name='*) Qed. "', outputs=['*)\n"(*', "\u00e9\u2028\x00" * 300]
    ),
}


def symbolic(table, factor, delta=((), (1,)), violation=None, at=None, k=1):
    """A claim for every eps > 0, in x = e^(eps/k)."""
    return SymbolicClaim("it", ["0", "1"], ["0", "1"], table, PAIR, k, factor, delta, "so", violation, at)


# x/(1 + x) and 1/(1 + x)
RESPONSE = [[((0, 1), (1, 1)), ((1,), (1, 1))], [((1,), (1, 1)), ((0, 1), (1, 1))]]
# (x - 1)/x and 1/x, against fair coins
LEAVING = [[((-1, 1), (0, 1)), ((1,), (0, 1))], [((1,), (2,)), ((1,), (2,))]]
EVERY = {
    "attained": symbolic(RESPONSE, ((0, 1), (1,))),
    "half the unit": symbolic(RESPONSE, ((0, 1), (1,)), k=2),
    "with delta": symbolic(RESPONSE, ((1,), (1,)), ((-1, 1), (1, 1))),
    "the logarithm of a sum": symbolic(RESPONSE, ((1, 1), (2,)), ((-1, 1), (1, 1))),
    "more than one event": symbolic(LEAVING, ((2,), (1,)), ((1,), (2,))),
    "false for all": symbolic(RESPONSE, ((1,), (1,)), violation=first(0), at=Fraction(1)),
    "false for large eps": symbolic(RESPONSE, ((3,), (1,)), violation=first(0), at=Fraction(2)),
    "false for large eps, far away": symbolic(
        RESPONSE, ((3,), (1,)), violation=first(0), at=Fraction(9, 2), k=2
    ),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_what_is_true_for_every_eps_compiles(tmp_path, name):
    path = tmp_path / "audit.v"
    path.write_text(symbolic_file(EVERY[name]), encoding="utf-8")
    check_file(path)


FALSE_FOR_SOME = {
    "a smaller epsilon": symbolic(RESPONSE, ((1,), (1,))),
    "a smaller delta": symbolic(RESPONSE, ((1,), (1,)), ((-1, 1), (2, 1))),
    "a weight that is negative for some eps": symbolic(
        [[((-2, 1), (0, 1)), ((2,), (0, 1))], [((1,), (2,)), ((1,), (2,))]], ((0, 1), (1,)), ((1,), (1,))
    ),
    "an event that shows nothing": symbolic(RESPONSE, ((3,), (1,)), violation=first(1), at=Fraction(2)),
    "an eps where it holds": symbolic(RESPONSE, ((3,), (1,)), violation=first(0), at=Fraction(1)),
}


@pytest.mark.parametrize("name", FALSE_FOR_SOME)
def test_what_is_false_for_some_eps_is_not_written(name):
    with pytest.raises(Unsupported, match=r"divisions of the line|too little"):
        symbolic_file(FALSE_FOR_SOME[name])


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", ["a smaller epsilon", "a weight that is negative for some eps"])
def test_what_is_false_for_some_eps_does_not_compile_where_nobody_stops_it(tmp_path, monkeypatch, name):
    monkeypatch.setattr(signs, "_settles_pair", lambda *_: True)
    monkeypatch.setattr(signs.AboveOne, "not_negative", lambda *_: True)
    path = tmp_path / "audit.v"
    path.write_text(symbolic_file(FALSE_FOR_SOME[name]), encoding="utf-8")
    with pytest.raises(CoqRefused, match=r"audit\.v does not compile"):
        check_file(path)


whole = st.lists(st.integers(-6, 6), max_size=5).map(tuple)


@pytest.mark.slow
@given(whole)
def test_signs_above_one_are_those_of_sturm(p):
    x = sympy.Symbol("x")
    poly = sympy.Poly(sum(c * x**n for n, c in enumerate(p)), x)
    above = sympy.Interval.open(1, sympy.oo)
    least = sympy.calculus.util.minimum(poly.as_expr(), x, above) if len(p) > 1 and any(p[1:]) else sum(p)
    if AboveOne(12).not_negative(p):
        assert least >= 0
    elif least > 0:
        assert AboveOne(40).not_negative(p)


@given(whole, st.fractions(Fraction(11, 10), 9))
def test_lower_bounds_are_bounds(p, theta):
    bits = 8
    known = Known(bits, floor(theta * 2**bits), ceil(theta * 2**bits))
    assert known.lower(p) <= 2**bits * sum(c * theta**n for n, c in enumerate(p))


def test_a_claim_about_no_neighbours_is_refused():
    for made, writer in ((TRUE["attained"], theorem_file), (EVERY["attained"], symbolic_file)):
        with pytest.raises(Unsupported, match="neighbours"):
            writer(replace(made, pairs=[]))


def test_the_claim_is_that_of_the_theory():
    text = (THEORY / "Claim.v").read_text(encoding="utf-8")
    first_section = (
        theorem_file(TRUE["attained"]).partition("Require Import")[2].partition("(* 2. Tables.")[0]
    )
    assert text.partition("Require Import")[2].strip() == first_section.strip()


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_compiles(tmp_path, name):
    path = tmp_path / "audit.v"
    path.write_text(theorem_file(TRUE[name]), encoding="utf-8")
    check_file(path)


FAIR_DRAW = "draw 2 [1 ~> 0; 1 ~> 1]"

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
    "weights of a draw that do not sum to 1": (
        "a program",
        "draw 2 [1 ~> 0; 1 ~> 1]",
        "draw 2 [1 ~> 0; 2 ~> 1]",
    ),
    "another law": ("a program", "draw 2 [1 ~> 0; 1 ~> 1]", "draw 3 [1 ~> 0; 2 ~> 1]"),
    "a node that is not before": ("a program", "draw 2 [1 ~> 0; 1 ~> 1]", "draw 2 [1 ~> 2; 1 ~> 1]"),
    "another output": ("a program", "Return 1;", "Return 0;"),
    "an output that is none": ("a program", "Return 1;", "Return 2;"),
    "another start": ("a program", "[3; 4]%nat", "[3; 3]%nat"),
    "a missing start": ("a program", "[3; 4]%nat", "[3]%nat"),
    "a false claim about another program": ("a false claim about a program", "[3; 4]%nat", "[4; 3]%nat"),
    "an enclosure that is too high": (
        "a power of e",
        "enclosure : known := Known 8",
        "enclosure : known := Known 7",
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
    monkeypatch.setattr(signs, "settles", lambda *_: True)
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
