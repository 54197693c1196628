"""Steps about functions: exp, log, sqrt and powers keep order; exponents add; extremes are bounds."""

from __future__ import annotations

from assay.prove.sympy_checker.algebra import rational_value
from assay.prove.sympy_checker.arguments import NOUGHT, Move
from assay.prove.sympy_checker.claims import Compared
from assay.prove.sympy_checker.outcome import Unsettled, Wrong
from assay.symbolic.terms import Term


def apply(move: Move) -> None:
    """From a <= b (the first premise): exp(a) <= exp(b), and so on, where both sides lie in the domain."""
    here, first = move.world(), move.premise()
    given = first.says
    if given.op == "!=" or not here.meets(first.setting):
        raise Unsettled("the first premise gives no order here")
    function = move.word("function", "", "exp", "log", "sqrt", "power")
    low = given.upward.right
    if function != "exp":
        here.require(Compared(low, ">" if function == "log" else ">=", NOUGHT), f"the argument of {function}")
    if function != "power":
        left, right = (Term(function, (side,)) for side in (given.left, given.right))
        move.conclude(Compared(left, given.op, right))
        return
    exponent = move.term("exponent")
    here.require(Compared(exponent, ">=", NOUGHT), "the exponent")
    k = exponent.constant()
    op = given.op if k is not None and k > 0 else {"<": "<=", ">": ">="}.get(given.op, given.op)
    left, right = (Term("pow", (side, exponent)) for side in (given.left, given.right))
    move.conclude(Compared(left, op, right))


def powers(move: Move) -> None:
    """b^u b^v = b^(u + v), where all three have values."""
    base, first, second = (move.term(key) for key in ("base", "first", "second"))
    product = Term("mul", (Term("pow", (base, first)), Term("pow", (base, second))))
    move.conclude(Compared(product, "=", Term("pow", (base, Term("add", (first, second))))))


def extreme(move: Move) -> None:
    """max(a, b) >= a, >= b, and equal to the larger one; min likewise."""
    whole, here = move.term("of"), move.world()
    if whole.op not in ("min", "max"):
        raise Wrong(f"{whole} is no min or max")
    here.define(whole)
    a, b = whole.args
    op = ">=" if whole.op == "max" else "<="
    difference = rational_value(here.algebra(Term("sub", (a, b))))
    sides = [Term("sub", (whole, side)) for side in (a, b)]
    derived = [Compared(whole, op, a), Compared(whole, op, b)]
    derived.append(Compared(Term("mul", (sides[0], sides[1])), "=", NOUGHT))
    for x, y in ((a, b), (b, a)):
        if difference is None and here.follows(Compared(x, op, y)):
            derived.append(Compared(whole, "=", x))
    move.conclude(*derived)
