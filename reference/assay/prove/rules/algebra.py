"""Rules of algebra: what one fact shows, identities that exhibit a sign, polynomials in one variable."""

from __future__ import annotations

from collections.abc import Sequence
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


def direct(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """A op B, if the facts show it: with F one fact and c > 0, r >= 0 rational, A - B = r or A - B = c F + r.

    Or the ranges bound A - B from the right side. A = B also from A <= B and A >= B.
    """
    if not Facts(claim.context, tuple(premises)).holds(claim.conclusion):
        raise Rejected(f"no range, side condition or premise shows {claim.conclusion}")


def absurd(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """Anything, from a premise "p op q" in this context where p - q is a number of the wrong sign.

    No situation then meets the ranges and side conditions.
    """
    for p in premises:
        gap = sign(p.conclusion.excess)
        wrong = gap is not None and not satisfies(gap, p.conclusion.kind)
        if wrong and covers(p.context, claim.context):
            return
    raise Rejected("no premise is false as it stands")


def sturm(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """A op B (not A = B), if A - B is a rational function of one variable with this sign on its interval.

    It is seen by counting real roots: top/bottom has the sign of top * bottom, and negative powers x^-k
    that of x^k. The interval has more than one point.
    """
    facts = Facts(claim.context, tuple(premises))
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


def combine(claim: Statement, arguments: Arguments, premises: Sequence[Statement]) -> None:
    """multiplier * (left - right) = sum of weight * product of factors * square^2 + sum of zero * times.

    multiplier > 0, weights >= 0, factors >= 0 and zeros = 0 are discharged by the facts; then left >= right,
    and left > right if all factors of some term are > 0 and it has no square.
    """
    facts = Facts(claim.context, tuple(premises))
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
