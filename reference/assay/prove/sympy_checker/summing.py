"""Steps about finite sums: one term split off, a comparison of each term, telescoping."""

from __future__ import annotations

from assay.prove.sympy_checker.arguments import Move
from assay.prove.sympy_checker.claims import Compared
from assay.prove.sympy_checker.outcome import Wrong
from assay.symbolic.terms import Term, name, number

WEAK = ("<=", ">=", "=")
ONE = number(1)


def _plus(a: Term, b: Term) -> Term:
    return Term("add", (a, b))


def _minus(a: Term, b: Term) -> Term:
    return Term("sub", (a, b))


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
    rest = (low, _minus(high, ONE), body) if last else (_plus(low, ONE), high, body)
    one = body.put({whole.name: high if last else low})
    move.conclude(Compared(whole, "=", _plus(Term("sum", rest, name=whole.name), one)))


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
    after = _plus(high, ONE)
    total = _minus(g.put({whole.name: after}), g.put({whole.name: low}))
    here = move.world()
    here.require(Compared(low, "<=", after), "the sum starts at most one after its end")
    here.define(whole, total)
    step = _minus(g.put({whole.name: _plus(name(whole.name), ONE)}), g)
    _require_each(move, whole, Compared(body, op, step))
    move.conclude(Compared(whole, op, total))


def _require_each(move: Move, whole: Term, each: Compared) -> None:
    """The comparison holds for every index."""
    inside, i = move.world().each(whole)
    inside.require(each.put({whole.name: i}), "each term")
