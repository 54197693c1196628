"""Rules of algebra: what one fact shows, identities that exhibit a sign, polynomials in one variable."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.balls import sign
from assay.prove.expr import ONE, ZERO, Expr, const, constant
from assay.prove.facts import Facts, Rejected, covers, satisfies
from assay.prove.normal import normal, same
from assay.prove.polynomials import Polynomial, multiply
from assay.prove.roots import Coefficients, has_sign
from assay.prove.rules.arguments import Arguments, expression, items, mapping, text
from assay.prove.statement import Range, Relation, Statement
from assay.prove.syntax import parse


def direct(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If F >= 0 is a fact and A - B = c F + r with rational c > 0 and r >= 0, then A >= B.

    Moreover A > B if F > 0 or r > 0, A = B if F = 0 and r = 0, A != B if F != 0 and r = 0; c < 0 is as good
    for the facts F = 0 and F != 0. Instead of F the ranges may bound A - B by interval arithmetic, or A - B
    is a number. A = B also from A <= B and A >= B.
    """
    if not facts.holds(claim.conclusion):
        raise Rejected(f"no range, side condition or premise shows {claim.conclusion}")


def absurd(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If a premise of this context says "p op q" and p - q is a number of another sign, then any
    claim.

    No situation then meets the ranges and side conditions.
    """
    for p in facts.premises:
        gap = sign(p.conclusion.excess)
        wrong = gap is not None and not satisfies(gap, p.conclusion.kind)
        if wrong and covers(p.context, claim.context):
            return
    raise Rejected("no premise is false as it stands")


def sturm(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If A - B = p/q with polynomials p, q in one variable, and p q > 0 on an interval, then
    A > B there.

    Likewise for >=, <, <= and !=; not for =. The sign is seen by counting real roots on the range of x, an
    interval with more than one point. A negative power x^-k has the sign of x^k.
    """
    facts.require_defined(claim.conclusion.left, claim.conclusion.right)
    form = normal(claim.conclusion.excess)
    p, name = coefficients(multiply(form.top, form.bottom))
    r, kind = claim.context.range(name) or Range(name), claim.conclusion.kind
    if kind == "=":
        raise Rejected("counting roots never shows =")
    if not (has_sign(p, r, kind != ">=") or (kind == "!=" and has_sign([-c for c in p], r, True))):
        raise Rejected(f"the polynomial of {claim.conclusion} does not keep the sign {kind} 0 for {r}")


def coefficients(p: Polynomial) -> tuple[Coefficients, str]:
    """A polynomial in one variable, lowest degree first, times an even power of the variable."""
    atoms = {atom for m in p for atom, _ in m}
    if len(atoms) > 1 or any(atom.op != "var" or k.denominator != 1 for m in p for atom, k in m):
        raise Rejected("not a polynomial in one variable with rational coefficients")
    powers = {(m[0][1].numerator if m else 0): c for m, c in p.items()}
    lowest = min([0, *powers])
    shift = lowest % 2 - lowest
    degree = max([0, *powers]) + shift
    if degree > 400:
        raise Rejected(f"degree {degree} is above 400")
    return [powers.get(k - shift, Fraction(0)) for k in range(degree + 1)], "".join(x.name for x in atoms)


def combine(claim: Statement, arguments: Arguments, facts: Facts) -> None:
    """Proposition. If m (A - B) = sum of w * f1 ... fn * s^2 + sum of z * t, where m > 0, each w >= 0 is a
    rational number, each f >= 0 and each z = 0, then A >= B.

    Moreover A > B if some term has w > 0, all its f > 0 and no s; A = B if there are only terms z * t. Normal
    forms show the identity, and the facts that m > 0, f >= 0 and z = 0. Arguments: `multiplier` is m, `terms`
    have `weight`, `factors` and `square`, `zeros` have `zero` and `times`.
    """
    goal = claim.conclusion
    if goal.kind == "!=":
        raise Rejected("an identity of signs cannot show !=; show < or >")
    facts.require_defined(goal.left, goal.right)
    multiplier = expression(arguments, "multiplier", "1")
    facts.require(Relation(multiplier, ">", ZERO), "multiplier")
    total: Expr = ZERO
    strict = False
    for entry in items(arguments, "terms"):
        value, positive = _term(facts, mapping(entry, "weight", "factors", "square"), goal.kind)
        total, strict = total + value, strict or positive
    for entry in items(arguments, "zeros"):
        total = total + _zero(facts, mapping(entry, "zero", "times"))
    if goal.kind == "=" and items(arguments, "terms"):
        raise Rejected("an equality follows from zeros only")
    if goal.kind == ">" and not strict:
        raise Rejected("no term is strictly positive")
    if not same(multiplier * goal.excess, total):
        raise Rejected(f"the identity fails: ({multiplier})*({goal.excess}) is not {total}")


def _term(facts: Facts, entry: Arguments, kind: str) -> tuple[Expr, bool]:
    weight = constant(expression(entry, "weight", "1"))
    if weight is None or weight < 0:
        raise Rejected(f"weight {entry.get('weight')!r} is not a rational number >= 0")
    value: Expr = const(weight)
    strict = weight > 0
    for factor in items(entry, "factors"):
        f = parse(text({"factor": factor}, "factor"))
        strict = strict and kind == ">" and facts.holds(Relation(f, ">", ZERO))
        if not strict:
            facts.require(Relation(f, ">=", ZERO), "factor")
        value = value * f
    if "square" in entry:
        root = parse(text(entry, "square"))
        facts.require_defined(root)
        value, strict = value * root**2, strict and root == ONE
    return value, strict


def _zero(facts: Facts, entry: Arguments) -> Expr:
    zero, factor = expression(entry, "zero"), expression(entry, "times", "1")
    facts.require(Relation(zero, "=", ZERO), "zero")
    facts.require_defined(factor)
    return zero * factor
