"""A witness can be checked again by a short script that knows nothing of this package.

`RECHECK` is that script: at most thirty lines, standard library only, reading a witness as JSON.  It adds up
the probabilities of the event, and compares them in decimal interval arithmetic: every operation is rounded
outwards, so that "confirmed" is a proof.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest

from assay import EPS, INFINITY, Dist, Mechanism, adjacency, eps, exp, ln, number, root

RECHECK = """
import ast, json, sys
from decimal import Context, Decimal, ROUND_CEILING, ROUND_FLOOR
DOWN, UP = Context(prec=400, rounding=ROUND_FLOOR), Context(prec=400, rounding=ROUND_CEILING)
OPERATION = {ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide"}
ZERO = (Decimal(0), Decimal(0))
def corners(op, x, y):  # interval arithmetic, rounded outwards
    ends = [(getattr(DOWN, op)(a, b), getattr(UP, op)(a, b)) for a in x for b in y]
    return min(low for low, _ in ends), max(high for _, high in ends)
def widened(f, x):  # exp, ln and sqrt are rounded correctly: one step further is outwards
    return getattr(DOWN, f)(x[0]).next_minus(DOWN), getattr(UP, f)(x[1]).next_plus(UP)
def value(n):  # an expression as an interval (low, high)
    if isinstance(n, ast.Constant): return Decimal(n.value), Decimal(n.value)
    if isinstance(n, ast.UnaryOp): return corners("subtract", ZERO, value(n.operand))
    if isinstance(n, ast.Call): return widened(n.func.id, value(n.args[0]))
    x, y = value(n.left), value(n.right)
    if isinstance(n.op, ast.Pow): return widened("exp", corners("multiply", widened("ln", x), y))
    return corners(OPERATION[type(n.op)], x, y)
def read(number): return value(ast.parse(number["exact"].replace("^", "**"), mode="eval").body)
def total(key, result):
    for outcome in w["outcomes"]: result = corners("add", result, read(outcome[key]))
    return result
w = json.load(sys.stdin)
p, q = total("p", ZERO), total("q", read(w["open_q"]))
if q[1] > 0:  # e^epsilon 0 = 0, also for an infinite epsilon
    factor = (Decimal("inf"),) * 2 if w["epsilon"]["exact"] == "inf" else widened("exp", read(w["epsilon"]))
    q = corners("multiply", factor, q)
excess = corners("subtract", corners("subtract", p, q), read(w["delta"]))
print("confirmed" if excess[0] > 0 else "wrong" if excess[1] <= 0 else "undecided")
"""


def recheck(witness) -> str:
    """What the script says, in a Python that cannot import the package."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", RECHECK],
        input=json.dumps(witness.to_json()),
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def response(keep):
    keep = number(keep)
    rows = {b: Dist({b: keep, 1 - b: 1 - keep}) for b in (0, 1)}
    return Mechanism(rows, [0, 1], adjacency.all_pairs())


def leak():
    rows = {0: Dist({0: "1/2", 1: "1/3", 2: "1/6"}), 1: Dist({0: "1/2", 1: "1/2"})}
    return Mechanism(rows, [0, 1], adjacency.all_pairs())


CASES = {
    "rational": (response("3/4"), ln(2), 0),
    "rational with delta": (response("3/4"), ln(2), "1/5"),
    "half a logarithm": (response("3/4"), ln(3) / 2, 0),
    "rational epsilon": (response("3/4"), eps("1/2"), 0),
    "a near tie with e": (response("3/4"), eps("1.0986122886681096913952452369225257"), 0),
    "powers of e": (response(exp("1/2") / (1 + exp("1/2"))), eps("49/100"), "1/1000"),
    "a radical": (response(root(3, 2) / (1 + root(3, 2))), eps("1/2"), 0),
    "a cube root": (response(root(2, 3) / 2), ln(2) / 3, "1/100"),
    "infinite loss": (leak(), eps(100), "1/10"),
    "infinite epsilon": (leak(), INFINITY, "1/10"),
    "two outcomes": (
        Mechanism(
            {0: {0: "1/4", 1: "1/4", 2: "1/2"}, 1: {0: "1/8", 1: "1/8", 2: "3/4"}},
            [0, 1],
            adjacency.all_pairs(),
        ),
        eps(0),
        "1/5",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_every_kind_of_witness_is_confirmed(name):
    mechanism, epsilon, delta = CASES[name]
    assert recheck(mechanism.audit(epsilon, delta).witness) == "confirmed"


def test_a_forged_witness_is_not_confirmed():
    witness = response("3/4").audit(ln(2), "1/5").witness
    found = witness.to_json()
    found["outcomes"][0]["p"]["exact"] = "2/3"

    class Forged:
        def to_json(self):
            return found

    assert recheck(Forged()) == "wrong"


def test_an_event_that_q_can_have_is_no_witness_at_infinity():
    found = leak().audit(INFINITY, "1/10").witness.to_json()
    found["outcomes"][0]["q"]["exact"] = "1/10"

    class Forged:
        def to_json(self):
            return found

    assert recheck(Forged()) == "wrong"


def test_equality_is_not_called_a_violation():
    tight = response("3/4").audit(ln(3)).attained
    assert recheck(tight) in ("undecided", "wrong")


def test_the_script_is_short_and_needs_the_standard_library_only():
    lines = [line for line in RECHECK.strip().splitlines() if line.strip()]
    assert len(lines) <= 30
    imported = {
        alias.name
        for node in ast.walk(ast.parse(RECHECK))
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {node.module for node in ast.walk(ast.parse(RECHECK)) if isinstance(node, ast.ImportFrom)}
    assert imported == {"ast", "json", "sys", "decimal"}
    assert imported <= sys.stdlib_module_names


def test_symbolic_witnesses_are_spelt_exactly():
    x = exp(EPS)
    witness = response(x / (1 + x)).with_engine("reference").audit(EPS / 2).witness.to_json()
    assert witness["p"] == {"exact": "exp(eps)/(1 + exp(eps))", "decimal": None}
    assert witness["epsilon"] == {"exact": "eps/2", "decimal": None}
