"""Steps of algebra: what is already known, contradictions, identities, polynomials in one variable."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from assay.prove.sympy_checker.algebra import rational_value, vanishes
from assay.prove.sympy_checker.arguments import NOUGHT, Move, fields, rational, term
from assay.prove.sympy_checker.claims import Claim, Compared, Domain, Unsettled, Wrong
from assay.prove.sympy_checker.points import compares, refutation
from assay.prove.sympy_checker.world import World
from assay.symbolic import door
from assay.symbolic.door import Polynomial, sympy
from assay.symbolic.terms import Term, number


def direct(move: Move) -> None:
    """The claim is a range, a condition, a premise, a multiple of one, or holds by intervals."""
    move.world().require(move.claim.says, "direct")


def absurd(move: Move) -> None:
    """A premise that applies here compares two numbers wrongly, so that nothing meets the conditions."""
    here = World(move.claim.setting)
    for p in move.premises:
        gap = rational_value(here.algebra(p.says.gap)) if not p.says.gap.names() else None
        if gap is None and p.says.gap.names() <= {d.name for d in move.claim.setting.domains}:
            gap = rational_value(here.algebra(p.says.gap))
        false = gap is not None and not compares(p.says.upward.op, (gap > 0) - (gap < 0))
        if false and here.meets(p.setting):
            return
    raise Unsettled("no premise contradicts itself here")


def combine(move: Move) -> None:
    """multiplier (left - right) = sum of weight * factors * square^2 + sum of zero * times, by expanding."""
    here, says = move.world(), move.claim.says
    op = says.upward.op
    if op == "!=":
        raise Wrong("an identity of signs does not show !=")
    here.define(says.left, says.right)
    multiplier = move.term("multiplier", "1")
    here.require(Compared(multiplier, ">", NOUGHT), "the multiplier")
    entries = [_summand(here, fields(e, "weight", "factors", "square"), op) for e in move.list("terms")]
    zeros = [_nothing(here, fields(e, "zero", "times")) for e in move.list("zeros")]
    if op == "=" and entries:
        raise Wrong("an equality follows from zeros only")
    if op == ">" and not any(strict for _, strict in entries):
        raise Unsettled("no summand is seen to be > 0")
    right = sum([t for t, _ in entries] + zeros, NOUGHT)
    identity = Compared(multiplier * says.gap, "=", right)
    if vanishes(here.algebra(identity.gap)):
        return
    at = refutation(Claim(move.claim.setting, identity), 12)
    if at is not None:
        raise Wrong(f"the identity fails at {', '.join(f'{n} = {x}' for n, x in at.items())}")
    raise Unsettled("sympy does not decide the identity")


def _summand(here: World, entry: Mapping[str, object], op: str) -> tuple[Term, bool]:
    """weight * factors * square^2, all >= 0, and whether it is seen to be > 0."""
    weight = rational(entry.get("weight", "1"))
    factors = entry.get("factors", [])
    if weight < 0 or not isinstance(factors, list):
        raise Wrong(f"the weight {weight} is negative, or the factors are no list")
    strict, product = weight > 0, number(weight)
    for text in factors:
        factor = term(text)
        strict = strict and op == ">" and here.shows(Compared(factor, ">", NOUGHT))
        if not strict:
            here.require(Compared(factor, ">=", NOUGHT), "a factor")
        product = product * factor
    if "square" in entry:
        root = term(entry["square"])
        here.define(root)
        strict = strict and here.shows(Compared(root, "!=", NOUGHT))
        product = product * root ** number(2)
    return product, strict


def _nothing(here: World, entry: Mapping[str, object]) -> Term:
    """zero * times, which is 0."""
    nought, times = term(entry.get("zero")), term(entry.get("times", "1"))
    here.require(Compared(nought, "=", NOUGHT), "a zero")
    here.define(times)
    return nought * times


def sturm(move: Move) -> None:
    """A rational function of one variable keeps its sign: the roots of above times below are counted."""
    here, says = move.world(), move.claim.says
    here.define(says.left, says.right)
    quotient = sympy.cancel(sympy.together(here.algebra(says.gap)))
    above, below = quotient.as_numer_denom()
    names = {door.name_of(x) for x in quotient.free_symbols}
    if len(names) > 1:
        raise Wrong(f"more than one variable: {', '.join(sorted(names))}")
    variable = min(names, default="x")
    domain = move.claim.setting.domain(variable) or Domain(variable, False, None, True, None, True)
    x = here.algebra.name(variable)
    p = door.polynomial(sympy.expand(above * below), x)
    op = says.upward.op
    if op == "=":
        shown = p.is_zero
    else:
        shown = keeps_sign(p, domain, op != ">=")
        if op == "!=" and not shown:
            shown = keeps_sign(door.polynomial(sympy.expand(-above * below), x), domain, True)
    if not shown:
        raise Unsettled("the polynomial does not keep its sign there")


def keeps_sign(p: Polynomial, domain: Domain, strict: bool) -> bool:
    """Whether p >= 0 (or > 0) on a range: no root inside where p changes sign, and the sign at one point."""
    inside = door.rational(_middle(domain))
    if p.is_zero:
        return not strict
    if domain.low is not None and domain.low == domain.high:
        at = p.eval(inside)
        return bool(at.is_positive) or (not strict and bool(at.is_zero))
    for factor, times in p.sqf_list()[1]:
        if (strict or times % 2) and roots_inside(factor, domain):
            return False
    ends = ((domain.low, domain.low_open), (domain.high, domain.high_open))
    if strict and any(e is not None and not out and p.eval(door.rational(e)).is_zero for e, out in ends):
        return False
    return _positive_somewhere(p, domain)


def _positive_somewhere(p: Polynomial, domain: Domain) -> bool:
    """The sign at a point inside that is no root; there is one among deg + 1 points."""
    middle = _middle(domain)
    width = (domain.high - middle) if domain.high is not None else Fraction(1)
    for k in range(p.degree() + 1):
        at = p.eval(door.rational(middle + width * k / (p.degree() + 2)))
        if not at.is_zero:
            return bool(at.is_positive)
    return False


def roots_inside(p: Polynomial, domain: Domain) -> int:
    """The number of different roots strictly between the ends."""
    low, high = (None if e is None else door.rational(e) for e in (domain.low, domain.high))
    ends = sum(e is not None and bool(p.eval(e).is_zero) for e in (low, high))
    return p.count_roots(low, high) - ends


def _middle(d: Domain) -> Fraction:
    """A point strictly between the ends (or the only one)."""
    if d.low is not None and d.high is not None:
        return (d.low + d.high) / 2
    return d.low + 1 if d.low is not None else d.high - 1 if d.high is not None else Fraction(0)
