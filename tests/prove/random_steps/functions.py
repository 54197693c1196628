"""Functions of both sides, sums of exponents, and maxima and minima beside their arguments."""

from __future__ import annotations

from assay.prove.expr import ZERO, Expr, const, var
from assay.prove.statement import Relation, Statement
from tests.prove.random_steps.maker import OPS, Maker


def apply(m: Maker) -> None:
    """A function of both sides of a theorem."""
    if not m.theorems:
        return
    given = m.rng.choice(m.theorems)
    r, where = given.statement.conclusion, given.statement.context
    function = m.rng.choice(("exp", "log", "sqrt", "power"))
    arguments: dict[str, object] = {"function": function}
    up = m.rng.choice([const(m.number()), *[var(v.name) for v in where.ranges]])
    sides = [Expr("^", (s, up)) if function == "power" else Expr(function, (s,)) for s in (r.left, r.right)]
    if function == "power":
        arguments["exponent"] = str(up)
    m.attempt(
        "apply", Statement(m.near(where), Relation(sides[0], m.bent(r.op), sides[1])), arguments, [given]
    )


def powers(m: Maker) -> None:
    """A product of powers of one base beside the power with their sum, or something near."""
    where = m.context("n", "x") if m.maybe(0.6) else m.context("x", "y")
    names = [r.name for r in where.ranges]
    base = const(m.number()) if m.maybe(0.3) else m.term(names, 1)
    u, v = (const(m.number()) if m.maybe(0.4) else m.nudge(var(m.rng.choice(names))) for _ in range(2))
    product = base**u * base**v
    claim = Relation(product, m.bent("="), base ** m.nudge(u + v))
    arguments = {"base": str(base), "first": str(u), "second": str(v)}
    m.attempt("powers", Statement(where, claim), arguments)


def extreme(m: Maker) -> None:
    """A maximum or minimum beside its arguments."""
    where = m.context()
    names = [r.name for r in where.ranges]
    a, b = m.term(names, 1), m.term(names, 1)
    of = Expr(m.rng.choice(("min", "max")), (a, b))
    claims = [(of, a), (of, b), (a, of), ((of - a) * (of - b), ZERO), (of, m.term(names, 1))]
    left, right = m.rng.choice(claims)
    m.attempt("extreme", Statement(where, Relation(left, m.rng.choice(OPS), right)), {"of": str(of)})
