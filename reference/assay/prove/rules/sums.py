"""Rules about finite sums: split off a term, compare term by term, telescope."""

from __future__ import annotations

from assay.prove.expr import Expr, var
from assay.prove.facts import Facts, Rejected
from assay.prove.rules.arguments import Arguments, conclude, expression, sum_argument, text
from assay.prove.statement import Relation, Statement

WEAK = ("<=", ">=", "=")


def unfold(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If lo <= hi, then sum(i, lo, hi, f) = sum(i, lo, hi - 1, f) + f(hi); or the first term
    likewise.
    """
    whole, last = sum_argument(arguments), text(arguments, "end", "last", ("first", "last")) == "last"
    lo, hi, body = whole.args
    facts.require(Relation(lo, "<=", hi), "sum")
    rest = (lo, hi - 1, body) if last else (lo + 1, hi, body)
    parts = Expr("sum", rest, name=whole.name) + body.substitute({whole.name: hi if last else lo})
    facts.require_defined(whole, parts)
    conclude(claim, facts, Relation(whole, "=", parts))


def termwise(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If f(i) <= g(i) for all integers lo <= i <= hi, then
    sum(i, lo, hi, f) <= sum(i, lo, hi, g).

    Likewise for >= and =, not for <: the sum may be empty.
    """
    left, op, right = claim.conclusion.left, claim.conclusion.op, claim.conclusion.right
    if left.op != "sum" or right.op != "sum" or left.name != right.name or left.args[:2] != right.args[:2]:
        raise Rejected("both sides must be sums over the same index and range")
    if op not in WEAK:
        raise Rejected("the sum may be empty; only <=, >= and = pass to sums")
    facts.require_defined(left, right)
    facts.indexed(left, left.name).require(Relation(left.args[2], op, right.args[2]), "each term")


def telescope(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If f(i) <= g(i + 1) - g(i) for all integers lo <= i <= hi, and lo <= hi + 1, then
    sum(i, lo, hi, f) <= g(hi + 1) - g(lo).

    Likewise for >= and =; `g` is an expression in the index.
    """
    whole, g, op = sum_argument(arguments), expression(arguments, "g"), text(arguments, "op", "=", WEAK)
    lo, hi, body = whole.args

    def at(e: Expr) -> Expr:
        return g.substitute({whole.name: e})

    total = at(hi + 1) - at(lo)
    facts.require(Relation(lo, "<=", hi + 1), "sum")
    facts.require_defined(whole, total)
    each = Relation(body, op, at(var(whole.name) + 1) - g)
    facts.indexed(whole, whole.name).require(each, "each term")
    conclude(claim, facts, Relation(whole, op, total))
