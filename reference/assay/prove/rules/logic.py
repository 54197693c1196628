"""Rules of logic: substitution, case split, induction."""

from __future__ import annotations

from assay.errors import InvalidValue
from assay.prove.expr import const, var
from assay.prove.facts import Facts, Rejected, integral
from assay.prove.ranges import span
from assay.prove.reading import relation
from assay.prove.rules.arguments import Arguments, conclude, expression, mapping, text
from assay.prove.statement import Context, Range, Relation, Statement


def instantiate(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If P(x) for all x of a range with C(x), and t is in that range and C(t), then P(t).

    The first premise says P(x) of one or more variables; one that gets no term stands for the variable of the
    same name. The other premises are facts, by which t is seen to be in the range.
    """
    general, here = facts.premises[0], Facts(claim.context, facts.premises[1:])
    names = [r.name for r in general.context.ranges]
    given = mapping(arguments.get("terms", {}), *names)
    terms = {name: expression(given, name, name) for name in names}
    for r in general.context.ranges:
        here.require_defined(terms[r.name])
        if r.integer and not integral(terms[r.name], claim.context):
            raise Rejected(f"cannot see that {terms[r.name]} is an integer")
        for bound in r.relations():
            here.require(bound.substitute(terms), f"range of {r.name}")
    for condition in general.context.conditions:
        here.require(condition.substitute(terms), "side condition")
    conclude(claim, here, general.conclusion.substitute(terms))


NEGATION = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


def cases(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If P where C, and P where not C, then P; C is the comparison `on`, whose sides are
    defined.

    The first premise has P where C, the second P where not C: as a side condition, or as a narrower range if
    it compares a variable with a number. Further premises are facts in both.
    """
    on = relation(text(arguments, "on"))
    Facts(claim.context).require_defined(on.left, on.right)
    for p, case in zip(facts.premises, (on, Relation(on.left, NEGATION[on.op], on.right)), strict=False):
        inside = _narrowed(claim.context.given(case))
        Facts(inside, (p, *facts.premises[2:])).require(claim.conclusion, f"the case {case}")


def _narrowed(inside: Context) -> Context:
    """The context with the conditions `variable op number` worked into the ranges of the variables."""
    try:
        return Context(tuple(_cut(r, inside) for r in inside.ranges), inside.conditions)
    except InvalidValue:  # no number of the range is in this case
        return inside


def _cut(r: Range, inside: Context) -> Range:
    (low, low_open), (high, high_open) = span(var(r.name), inside)
    left, right = (None if e[0] else e[1] for e in (low, high))
    return Range(r.name, left, right, low_open, high_open, r.integer)


def induction(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If P(a), and P(n) gives P(n + 1) for integers n >= a, then P(n) for integers n >= a."""
    n = text(arguments, "variable")
    r = claim.context.range(n)
    if r is None or not r.integer or r.low is None or r.high is not None:
        raise Rejected(f"{n!r} does not range over all integers from some start")
    if any(n in c.free() for c in claim.context.conditions):
        raise Rejected(f"a side condition mentions {n}")
    start, step = (claim.conclusion.substitute({n: e}) for e in (const(r.low), var(n) + 1))
    Facts(claim.context.without(n), facts.premises).require(start, "start")
    Facts(claim.context.given(claim.conclusion), facts.premises).require(step, "step")
