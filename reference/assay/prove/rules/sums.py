"""Rules about finite sums: split off a term, compare term by term, telescope."""

from __future__ import annotations

from collections.abc import Sequence

from assay.prove.expr import Expr, var
from assay.prove.facts import Facts, Rejected
from assay.prove.normal import normal
from assay.prove.rules.arguments import Arguments, expression, first, only, text
from assay.prove.rules.functions import conclude
from assay.prove.statement import Context, Relation, Statement, integers


def _sum_argument(arguments: Arguments, name: str) -> Expr:
    e = expression(arguments, name)
    if e.op != "sum":
        raise Rejected(f"{e} is not a sum")
    return e


def unfold(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """sum(i, lo, hi, f) = sum(i, lo, hi - 1, f) + f(hi) where lo <= hi; or the first term likewise."""
    only(arguments, "sum", "end")
    whole, end = _sum_argument(arguments, "sum"), text(arguments, "end", "last")
    facts = Facts(claim.context, tuple(premises))
    lo, hi, body = whole.args
    facts.require(Relation(lo, "<=", hi), "sum")
    if end not in ("first", "last"):
        raise Rejected(f"argument 'end' is {end!r}; it is first or last")
    rest = (lo, hi - 1, body) if end == "last" else (lo + 1, hi, body)
    term = body.substitute({whole.name: hi if end == "last" else lo})
    parts = Expr("sum", rest, name=whole.name) + term
    facts.require_defined(whole)
    facts.require_defined(parts)
    conclude(claim, premises, Relation(whole, "=", parts))


def _inside(claim: Statement, lo: Expr, hi: Expr, index: str) -> Context:
    """The context of one term: the index is an integer between the ends."""
    first_, last = normal(lo).constant(), normal(hi).constant()
    i = var(index)
    return claim.context.including(integers(index, first_, last)).given(
        Relation(lo, "<=", i), Relation(i, "<=", hi)
    )


def termwise(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """sum(i, lo, hi, f) <= sum(i, lo, hi, g) from f <= g for every i (first premise); also >= and =."""
    only(arguments)
    first(premises)
    left, op, right = claim.conclusion.left, claim.conclusion.op, claim.conclusion.right
    if left.op != "sum" or right.op != "sum" or left.name != right.name or left.args[:2] != right.args[:2]:
        raise Rejected("both sides must be sums over the same index and range")
    if op not in ("<=", ">=", "="):
        raise Rejected("the sum may be empty; only <=, >= and = pass to sums")
    lo, hi = left.args[:2]
    facts = Facts(claim.context, tuple(premises))
    facts.require_defined(left)
    facts.require_defined(right)
    term = Relation(left.args[2], op, right.args[2])
    if not Facts(_inside(claim, lo, hi, left.name), tuple(premises)).holds(term):
        raise Rejected(f"the premises do not show {term} for every {left.name}")


def telescope(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """sum(i, lo, hi, f) <= g(hi + 1) - g(lo) from f(i) <= g(i + 1) - g(i) for every i, where lo <= hi + 1.

    The comparison may also be >= or =; `g` is an expression in the index.
    """
    only(arguments, "sum", "g", "op")
    first(premises)
    whole, g, op = _sum_argument(arguments, "sum"), expression(arguments, "g"), text(arguments, "op", "=")
    if op not in ("<=", ">=", "="):
        raise Rejected(f"argument 'op' is {op!r}; it is <=, >= or =")
    lo, hi, body = whole.args
    i = var(whole.name)
    facts = Facts(claim.context, tuple(premises))
    facts.require(Relation(lo, "<=", hi + 1), "sum")
    facts.require_defined(whole)
    step = Relation(body, op, g.substitute({whole.name: i + 1}) - g)
    if not Facts(_inside(claim, lo, hi, whole.name), tuple(premises)).holds(step):
        raise Rejected(f"the premises do not show {step} for every {i}")
    total = g.substitute({whole.name: hi + 1}) - g.substitute({whole.name: lo})
    facts.require_defined(total)
    conclude(claim, premises, Relation(whole, op, total))
