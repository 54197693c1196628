"""Rules about functions: exp, log, sqrt and powers keep order; min and max are bounds."""

from __future__ import annotations

from collections.abc import Sequence

from assay.prove.expr import ZERO, Expr, constant
from assay.prove.facts import Facts, Rejected
from assay.prove.rules.arguments import Arguments, expression, first, only, text
from assay.prove.statement import Relation, Statement


def conclude(claim: Statement, premises: Sequence[Statement], *derived: Relation) -> None:
    """The claim follows from a relation that has just been derived in its context."""
    found = tuple(Statement(claim.context, r) for r in derived)
    if not Facts(claim.context, (*premises, *found)).holds(claim.conclusion):
        raise Rejected(
            f"what follows is {' and '.join(map(str, derived))}, which does not show {claim.conclusion}"
        )


def apply(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """From a <= b: exp(a) <= exp(b), log(a) <= log(b); for a >= 0 sqrt(a) <= sqrt(b), a^r <= b^r.

    Strict and equal comparisons are kept (a power keeps < only for a constant exponent r > 0).
    """
    only(arguments, "function", "exponent")
    first(premises)
    facts = Facts(claim.context, tuple(premises))
    given = premises[0].conclusion
    if given.op == "!=" or given not in facts.relations():
        raise Rejected(f"the first premise {premises[0]} does not give a comparison here")
    low = given.left if given.op in ("<", "<=") else given.right
    function, op = text(arguments, "function"), given.op
    if function == "log":
        facts.require(Relation(low, ">", ZERO), "log")
    elif function in ("sqrt", "power"):
        facts.require(Relation(low, ">=", ZERO), function)
    elif function != "exp":
        raise Rejected(f"function {function!r}; it is exp, log, sqrt or power")
    exponent = expression(arguments, "exponent") if function == "power" else ZERO
    if function == "power":
        facts.require(Relation(exponent, ">=", ZERO), "exponent")
        if constant(exponent) in (None, 0):
            op = {"<": "<=", ">": ">="}.get(op, op)
    left, right = (_applied(function, side, exponent) for side in (given.left, given.right))
    facts.require_defined(left)
    facts.require_defined(right)
    conclude(claim, premises, Relation(left, op, right))


def _applied(function: str, a: Expr, exponent: Expr) -> Expr:
    return Expr("^", (a, exponent)) if function == "power" else Expr(function, (a,))


def extreme(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """m = max(a, b) is >= a and >= b and equals one of them; which one, if the facts order them.

    min likewise.
    """
    only(arguments, "of")
    m = expression(arguments, "of")
    if m.op not in ("min", "max"):
        raise Rejected(f"{m} is not a min or max")
    facts = Facts(claim.context, tuple(premises))
    facts.require_defined(m)
    a, b = m.args
    op = ">=" if m.op == "max" else "<="
    derived = [Relation(m, op, a), Relation(m, op, b), Relation((m - a) * (m - b), "=", ZERO)]
    derived += [Relation(m, "=", x) for x, y in ((a, b), (b, a)) if facts.holds(Relation(x, op, y))]
    conclude(claim, premises, *derived)
