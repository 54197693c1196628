"""An unrelated prover agrees on the polynomial claims: z3 finds no point where a proved claim fails."""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from assay.prove.claims import statement
from assay.prove.expr import Expr, constant
from assay.prove.statement import Relation, Statement
from assay.prove.stored import certificates_of
from tests.effort import one_of
from tests.prove.claims import TRUE_CLAIMS, proved

z3 = pytest.importorskip("z3", reason="z3-solver is not installed")


class NotPolynomial(Exception):
    """The claim has something besides polynomials and quotients."""


def term(e: Expr) -> object:
    """The expression for z3."""
    if e.op == "const":
        return z3.RealVal(str(Fraction(e.value)))
    if e.op == "var":
        return z3.Real(e.name)
    k = constant(e.args[1]) if e.op == "^" else None
    if e.op == "^" and k is not None and k.denominator == 1 and k >= 0:
        return term(e.args[0]) ** int(k)
    operators: dict[str, Callable[..., object]] = {
        "neg": lambda a: -a,
        "+": lambda a, b: a + b,
        "-": lambda a, b: a - b,
        "*": lambda a, b: a * b,
        "/": lambda a, b: a / b,
        "max": lambda a, b: z3.If(a >= b, a, b),
        "min": lambda a, b: z3.If(a <= b, a, b),
    }
    if e.op not in operators:
        raise NotPolynomial(e.op)
    if e.op == "/" and not e.args[1].free() and constant(e.args[1]) is None:
        raise NotPolynomial(str(e))
    return operators[e.op](*map(term, e.args))


def formula(r: Relation) -> object:
    """The comparison for z3."""
    a, b = term(r.left), term(r.right)
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}[r.op]


def polynomial(s: Statement) -> bool:
    """Whether the claim can be written for z3."""
    try:
        formula(s.conclusion)
    except NotPolynomial:
        return False
    return not any(r.integer for r in s.context.ranges)


# What the certificates claim; that each proves it is tested elsewhere, and takes too long for an import.
SHIPPED = {
    claim.removeprefix("for "): s
    for path in sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))
    for certificate in certificates_of(path)
    for claim in [certificate["claim"]]
    for s in [statement(claim)]
    if polynomial(s)
}
CLAIMS = [c for c in TRUE_CLAIMS if polynomial(statement(c))]


def refute(s: Statement) -> object:
    """What z3 says about the existence of a point where the claim fails."""
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    for r in [x for v in s.context.ranges for x in v.relations()] + list(s.context.conditions):
        solver.add(formula(r))
    solver.add(z3.Not(formula(s.conclusion)))
    return solver.check()


@pytest.mark.parametrize("claim", CLAIMS)
def test_z3_finds_no_counterexample(claim: str) -> None:
    assert refute(proved(claim).statement) == z3.unsat


def test_z3_would_find_one() -> None:
    assert len(CLAIMS) >= 5
    assert refute(statement("for real x, real y: x*y <= (x^2 + y^2)/3")) == z3.sat


QUICK = [name for name in SHIPPED if "max(" not in name and "min(" not in name and "/" not in name]


@pytest.mark.parametrize("name", QUICK[::3])
def test_z3_finds_no_counterexample_to_a_shipped_lemma(name: str) -> None:
    assert refute(SHIPPED[name]) != z3.sat


@pytest.mark.parametrize("step", one_of(3))
def test_z3_agrees_with_every_polynomial_lemma(step: int) -> None:
    answers = {name: refute(s) for name, s in list(SHIPPED.items())[::step]}
    assert [name for name, answer in answers.items() if answer == z3.sat] == []
    agreed = sum(answer == z3.unsat for answer in answers.values())
    silent = [name for name, answer in answers.items() if answer == z3.unknown]
    sys.stdout.write(f"z3 agrees with {agreed} of {len(answers)} polynomial lemmas; no answer: {silent}\n")
    assert agreed >= len(answers) * 3 // 4


@pytest.mark.slow
def test_z3_refutes_weakened_lemmas() -> None:
    from tests.prove.mutations import mutants, surely_false

    refuted = 0
    for name, s in list(SHIPPED.items())[::4]:
        for mutant in list(mutants(str(s)))[:12]:
            if polynomial(mutant) and surely_false(mutant) and "/" not in name:
                assert refute(mutant) != z3.unsat, f"z3 proves the false {mutant}"
                refuted += 1
    assert refuted >= 20
