"""Steps about functions and finite sums: order, exponents, extremes, terms split off, telescoping."""

from __future__ import annotations

from assay.prove.sympy_checker.algebra import rational_value
from assay.prove.sympy_checker.arguments import NOUGHT, ONE, Move
from assay.prove.sympy_checker.claims import Compared, Unsettled, Wrong
from assay.symbolic.terms import Term, name


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
    move.conclude(Compared(given.left**exponent, op, given.right**exponent))


def powers(move: Move) -> None:
    """b^u b^v = b^(u + v), where all three have values."""
    base, first, second = (move.term(key) for key in ("base", "first", "second"))
    move.conclude(Compared(base**first * base**second, "=", base ** (first + second)))


def extreme(move: Move) -> None:
    """max(a, b) >= a, >= b, and equal to the larger one; min likewise."""
    whole, here = move.term("of"), move.world()
    if whole.op not in ("min", "max"):
        raise Wrong(f"{whole} is no min or max")
    here.define(whole)
    a, b = whole.args
    op = ">=" if whole.op == "max" else "<="
    difference = rational_value(here.algebra(a - b))
    derived = [Compared(whole, op, a), Compared(whole, op, b)]
    derived.append(Compared((whole - a) * (whole - b), "=", NOUGHT))
    for x, y in ((a, b), (b, a)):
        if difference is None and here.follows(Compared(x, op, y)):
            derived.append(Compared(whole, "=", x))
    move.conclude(*derived)


WEAK = ("<=", ">=", "=")


def _sum(move: Move) -> Term:
    whole = move.term("sum")
    if whole.op != "sum":
        raise Wrong(f"{whole} is no sum")
    return whole


def unfold(move: Move) -> None:
    """A sum that is not empty is its last term, or its first, and the rest."""
    whole, last = _sum(move), move.word("end", "last", "last", "first") == "last"
    low, high, body = whole.args
    move.world().require(Compared(low, "<=", high), "the sum is not empty")
    rest = (low, high - ONE, body) if last else (low + ONE, high, body)
    one = body.put({whole.name: high if last else low})
    move.conclude(Compared(whole, "=", Term("sum", rest, name=whole.name) + one))


def termwise(move: Move) -> None:
    """Sums compare as their terms do, for <=, >= and =."""
    says, here = move.claim.says, move.world()
    left, right = says.left, says.right
    if left.op != "sum" or right.op != "sum" or left.name != right.name or left.args[:2] != right.args[:2]:
        raise Wrong("both sides are to be sums over the same index and range")
    if says.op not in WEAK:
        raise Wrong("a sum may be empty; only <=, >= and = pass to it")
    here.define(left, right)
    _require_each(move, left, Compared(left.args[2], says.op, right.args[2]))


def telescope(move: Move) -> None:
    """sum of f <= g(high + 1) - g(low), where f(i) <= g(i + 1) - g(i) for each i and low <= high + 1."""
    whole, g, op = _sum(move), move.term("g"), move.word("op", "=", *WEAK)
    low, high, body = whole.args
    after = high + ONE
    total = g.put({whole.name: after}) - g.put({whole.name: low})
    here = move.world()
    here.require(Compared(low, "<=", after), "the sum starts at most one after its end")
    here.define(whole, total)
    step = g.put({whole.name: name(whole.name) + ONE}) - g
    _require_each(move, whole, Compared(body, op, step))
    move.conclude(Compared(whole, op, total))


def _require_each(move: Move, whole: Term, each: Compared) -> None:
    """The comparison holds for every index."""
    inside, i = move.world().each(whole)
    inside.require(each.put({whole.name: i}), "each term")
