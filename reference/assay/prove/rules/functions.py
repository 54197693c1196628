"""Rules about functions: exp, log, sqrt and powers keep order; exponents add; min and max are bounds."""

from __future__ import annotations

from assay.prove.expr import ZERO, Expr, constant
from assay.prove.facts import Facts, Rejected
from assay.prove.rules.arguments import Arguments, conclude, expression, text
from assay.prove.statement import Relation, Statement


def apply(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If a <= b then exp(a) <= exp(b); log(a) <= log(b) if a > 0; sqrt(a) <= sqrt(b) if a >= 0;
    a^r <= b^r if a >= 0 and r >= 0.

    Likewise for < and =, but a^r < b^r only for a rational number r > 0, else a^r <= b^r. The first premise
    says a <= b.
    """
    given = facts.premises[0].conclusion
    if given.op == "!=" or given not in facts.relations:
        raise Rejected(f"the first premise {facts.premises[0]} does not give a comparison here")
    function, op = text(arguments, "function", None, ("exp", "log", "sqrt", "power")), given.op
    low = given.left if op in ("<", "<=") else given.right
    if function != "exp":
        facts.require(Relation(low, ">" if function == "log" else ">=", ZERO), function)
    sides = [Expr(function, (side,)) for side in (given.left, given.right)]
    if function == "power":
        exponent = expression(arguments, "exponent")
        facts.require(Relation(exponent, ">=", ZERO), "exponent")
        if constant(exponent) in (None, 0):
            op = {"<": "<=", ">": ">="}.get(op, op)
        sides = [given.left**exponent, given.right**exponent]
    conclude(claim, facts, Relation(sides[0], op, sides[1]))


def powers(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If b^u, b^v and b^(u + v) are defined, then b^u b^v = b^(u + v).

    At b = 0 that makes u and v >= 0, and both sides are 1 if u = v = 0, else 0.
    """
    base, u, v = (expression(arguments, name) for name in ("base", "first", "second"))
    conclude(claim, facts, Relation(base**u * base**v, "=", base ** (u + v)))


def extreme(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If m = max(a, b), then m >= a, m >= b and (m - a)(m - b) = 0; m = a if a >= b, and m = b
    if a <= b.

    If m = min(a, b), the same with <= for >=.
    """
    m = expression(arguments, "of")
    if m.op not in ("min", "max"):
        raise Rejected(f"{m} is not a min or max")
    facts.require_defined(m)
    a, b = m.args
    op = ">=" if m.op == "max" else "<="
    derived = [Relation(m, op, a), Relation(m, op, b), Relation((m - a) * (m - b), "=", ZERO)]
    derived += [Relation(m, "=", x) for x, y in ((a, b), (b, a)) if facts.holds(Relation(x, op, y))]
    conclude(claim, facts, *derived)
