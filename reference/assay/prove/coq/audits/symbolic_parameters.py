"""Epsilon and delta of a claim for every eps: in Coq, and the proofs that they are their quotients."""

from __future__ import annotations

from fractions import Fraction

from assay.prove.coq.audits.claim import SymbolicClaim
from assay.prove.coq.audits.polynomials import Polynomial, Polynomials
from assay.prove.coq.audits.text import digits, ln, poly, ratio, tidy


def _monomial(p: Polynomial) -> tuple[int, int] | None:
    """(j, c) of c x^j; None for any other polynomial."""
    found = [(j, c) for j, c in enumerate(p) if c]
    return found[0] if len(found) == 1 else None


def _power(polys: Polynomials) -> tuple[int, Fraction] | None:
    """(j, v) where e^epsilon = v x^j; None for any other."""
    up, down = map(_monomial, factor_of(polys))
    return None if up is None or down is None else (up[0] - down[0], Fraction(up[1], down[1]))


def factor_of(polys: Polynomials) -> tuple[Polynomial, Polynomial]:
    """Numerator and denominator of e^epsilon."""
    return polys.factor or ((), ())


def epsilon_text(claim: SymbolicClaim, polys: Polynomials) -> str:
    """Epsilon in Coq."""
    found = _power(polys)
    if found is None:
        en, ed = factor_of(polys)
        return f"ln (value (theta eps) {poly(en)} / value (theta eps) {poly(ed)})"
    j, value = found
    multiple = "eps" if j == claim.k else f"{ratio(Fraction(j, claim.k))} * eps"
    terms = ([multiple] if j else []) + ([ln(value)] if value != 1 else [])
    return " + ".join(terms) or "0"


def delta_text(polys: Polynomials) -> str:
    """Delta in Coq."""
    if len(polys.dn) <= 1 and len(polys.dd) == 1:
        return ratio(Fraction(polys.dn[0] if polys.dn else 0, polys.dd[0]))
    return f"value (theta eps) {poly(polys.dn)} / value (theta eps) {poly(polys.dd)}"


def power_proof(claim: SymbolicClaim, polys: Polynomials) -> str:
    """The proof that e^epsilon is its quotient."""
    found = _power(polys)
    if found is None:
        en, ed = map(poly, factor_of(polys))
        return (
            f"  apply (exp_of_quotient enclosure (theta eps) {en} {ed});\n"
            "    [exact (enclosed eps positive) | vm_compute; reflexivity | vm_compute; reflexivity].\n"
        )
    j, value = found
    a, c = map(digits, value.as_integer_ratio())
    sign, rule = ("- ", "exp_of_negative_multiple") if j < 0 else ("", "exp_of_multiple")
    return (
        f"  replace (epsilon eps) with ({sign}(INR {abs(j)} * (eps / {claim.k})) + ln ({a} / {c}))\n"
        f"    by (unfold epsilon; rewrite ?INR_IZR_INZ; change (Z.of_nat {abs(j)}) with {abs(j)}%Z;\n"
        f"        {tidy(value)} field).\n"
        f"  apply ({rule} {abs(j)} (eps / {claim.k}) {a} {c}); lra.\n"
    )


def delta_proof(polys: Polynomials) -> str:
    """The proof that delta is its quotient."""
    if len(polys.dn) <= 1 and len(polys.dd) == 1:
        return "unfold delta; cbn [value]; field."
    return (
        "apply (quotient (theta eps) enclosure);\n"
        "    [exact (enclosed eps positive) | vm_compute; reflexivity]."
    )
