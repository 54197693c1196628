"""Rules about finite sums: split off a term, compare term by term, telescope."""

from __future__ import annotations

from collections.abc import Sequence

from assay.prove.expr import Expr, var
from assay.prove.facts import Facts, Rejected, constant_value
from assay.prove.rules.arguments import Arguments, conclude, expression, sum_argument, text
from assay.prove.statement import Relation, Statement, integers

WEAK = ("<=", ">=", "=")


def unfold(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """sum(i, lo, hi, f) = sum(i, lo, hi - 1, f) + f(hi) where lo <= hi; or the first term likewise."""
    whole, last = sum_argument(arguments), text(arguments, "end", "last", ("first", "last")) == "last"
    facts = Facts(claim.context, tuple(premises))
    lo, hi, body = whole.args
    facts.require(Relation(lo, "<=", hi), "sum")
    rest = (lo, hi - 1, body) if last else (lo + 1, hi, body)
    parts = Expr("sum", rest, name=whole.name) + body.substitute({whole.name: hi if last else lo})
    facts.require_defined(whole, parts)
    conclude(claim, premises, Relation(whole, "=", parts))


def termwise(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """sum(i, lo, hi, f) <= sum(i, lo, hi, g) from f <= g for every i (first premise); also >= and =."""
    left, op, right = claim.conclusion.left, claim.conclusion.op, claim.conclusion.right
    if left.op != "sum" or right.op != "sum" or left.name != right.name or left.args[:2] != right.args[:2]:
        raise Rejected("both sides must be sums over the same index and range")
    if op not in WEAK:
        raise Rejected("the sum may be empty; only <=, >= and = pass to sums")
    Facts(claim.context, tuple(premises)).require_defined(left, right)
    _require_each(claim, premises, left, Relation(left.args[2], op, right.args[2]))


def telescope(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """sum(i, lo, hi, f) <= g(hi + 1) - g(lo) from f(i) <= g(i + 1) - g(i) for every i, where lo <= hi + 1.

    The comparison may also be >= or =; `g` is an expression in the index.
    """
    whole, g, op = sum_argument(arguments), expression(arguments, "g"), text(arguments, "op", "=", WEAK)
    lo, hi, body = whole.args

    def at(e: Expr) -> Expr:
        return g.substitute({whole.name: e})

    total = at(hi + 1) - at(lo)
    facts = Facts(claim.context, tuple(premises))
    facts.require(Relation(lo, "<=", hi + 1), "sum")
    facts.require_defined(whole, total)
    _require_each(claim, premises, whole, Relation(body, op, at(var(whole.name) + 1) - g))
    conclude(claim, premises, Relation(whole, op, total))


def _require_each(claim: Statement, premises: Sequence[Statement], whole: Expr, term: Relation) -> None:
    """The comparison holds for every index of the sum: an integer between its ends."""
    lo, hi, i = whole.args[0], whole.args[1], var(whole.name)
    index = integers(whole.name, constant_value(lo), constant_value(hi))
    inside = Facts(claim.context, tuple(premises)).including(
        index, Relation(lo, "<=", i), Relation(i, "<=", hi)
    )
    inside.require(term, "each term")
