"""A decided claim for every eps > 0 as a file: the table is one of polynomials in x = e^(eps/k) > 1."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from assay.exact._flint import fmpz_poly
from assay.exact.fields import Quotient as FlintQuotient
from assay.prove.coq.audits.claim import Quotient, SymbolicClaim, Violation
from assay.prove.coq.audits.generator import Generator
from assay.prove.coq.audits.polynomials import Polynomials, over_denominators
from assay.prove.coq.audits.signs import LARGEST_PRECISION, AboveOne, Known, enclosed, settles
from assay.prove.coq.audits.text import poly, ratio
from assay.prove.coq.audits.writing import (
    MACHINERY,
    RESULTS,
    by_computation,
    check_pairs,
    described,
    header,
    neighbours,
    table,
    theory,
)
from assay.prove.coq.terms import Unsupported

from .symbolic_parameters import delta_proof, delta_text, epsilon_text, factor_of, power_proof

DEEPEST = 48
"""So often the line x > 1 is divided to see a sign on all of it."""


def symbolic_file(claim: SymbolicClaim, file: str = "audit") -> str:
    """The whole file.

    Raises:
        Unsupported: a sign is not seen by coefficients, or at that eps it is too close to tell.
    """
    check_pairs(claim)
    polys = _polynomials(claim)
    definitions, machinery = theory("theory.v", MACHINERY)
    is_not = "is" if claim.violation is None else "is not"
    return "".join(
        [
            header(claim, f"{is_not} {claim.text}", file),
            definitions,
            data(claim, polys),
            machinery,
            common(claim, polys),
            _private(polys) if claim.violation is None else _not_private(claim, claim.violation, polys),
        ]
    )


def _polynomials(claim: SymbolicClaim) -> Polynomials:
    """Everything over common denominators."""
    rows = [[_reduced(q) for q in row] for row in claim.table]
    found = over_denominators(rows, _reduced(claim.delta), _reduced(claim.factor), _positive)
    return found.map(lambda p: tuple(int(c) for c in p.coeffs()))


def _reduced(q: Quotient) -> FlintQuotient:
    """Numerator and denominator without a common factor; the denominator is positive for large x."""
    num, den = fmpz_poly(list(q[0])), fmpz_poly(list(q[1]))
    shared = num.gcd(den)
    num, den = num // shared, den // shared
    return (num, den) if _positive(den) == den else (-num, -den)


def _positive(p: fmpz_poly) -> fmpz_poly:
    """The polynomial or its negative, whichever is positive for large x."""
    return p if p.coeffs()[-1] > 0 else -p


def _seen(polys: Polynomials, pairs: list[tuple[int, int]], event: tuple[int, ...] | None) -> AboveOne | None:
    """What is known of every x > 1, divided as often as the signs need it; None where that is not enough."""
    return next((k for k in map(AboveOne, (0, 4, 16, DEEPEST)) if settles(k, polys, pairs, event)), None)


def data(claim: SymbolicClaim, polys: Polynomials) -> str:
    """The mechanism, its neighbours, and the two parameters, as functions of eps."""
    return f"""\
{described(claim.name, claim.inputs, claim.outputs)}
Definition theta (eps : R) : R := exp (eps / {claim.k}).
Definition outputs : nat := {len(claim.outputs)}.
{table(polys, powers=True)}\
Definition mechanism (eps : R) : nat -> nat -> R := mechanism_of (theta eps) denominators table.
{neighbours(claim.pairs)}\
Definition epsilon (eps : R) : R := {epsilon_text(claim, polys)}.
Definition delta (eps : R) : R := {delta_text(polys)}.

"""


def common(claim: SymbolicClaim, polys: Polynomials) -> str:
    """What holds of every eps > 0 whether the claim is true or false.

    Raises:
        Unsupported: the table, or the claim, has a sign that is not seen.
    """
    event = None if claim.violation is None else claim.violation.event
    pairs = list(claim.pairs) if claim.violation is None else [(claim.violation.x, claim.violation.y)]
    seen = _seen(polys, pairs, event) or (None if event is None else _seen(polys, [], None))
    if seen is None:
        raise Unsupported(
            f"{DEEPEST} divisions of the line do not show the sign of a polynomial in e^eps for all eps > 0: "
            "it is 0 at an irrational point, or the best event changes too often; assay audit is for one eps"
        )
    en, ed = factor_of(polys)
    return f"""{RESULTS}
Definition enclosure : known := {seen}.
Lemma enclosed eps : 0 < eps -> holds enclosure (theta eps).
Proof. intros positive; apply above_one_holds; lra. Qed.

Lemma power_of_epsilon eps : 0 < eps ->
  exp (epsilon eps) * value (theta eps) {poly(ed)} = value (theta eps) {poly(en)}.
Proof.
  intros positive.
{power_proof(claim, polys)}Qed.

Lemma quotient_of_delta eps : 0 < eps ->
  delta eps * value (theta eps) {poly(polys.dd)} = value (theta eps) {poly(polys.dn)}.
Proof.
  intros positive; {delta_proof(polys)}
Qed.

Theorem mechanism_is_well_posed : forall eps, 0 < eps ->
  well_posed {len(claim.inputs)} outputs (mechanism eps) adjacency.
Proof.
  intros eps positive.
  refine (well_posed_by_computation enclosure (theta eps) outputs denominators table neighbours
    (enclosed eps positive) _).
  vm_cast_no_check (eq_refl true).
Qed.
"""


def _private(polys: Polynomials) -> str:
    """The theorem of a claim that holds."""
    return f"""
Theorem mechanism_is_private : forall eps, 0 < eps ->
  dp outputs (mechanism eps) adjacency (epsilon eps) (delta eps).
Proof.
  intros eps positive.
{_computed(polys, None, "enclosure", "eps", "(enclosed eps positive)", "positive")}"""


def _computed(
    polys: Polynomials, violation: Violation | None, known: str, eps: str, holds: str, positive: str
) -> str:
    """The end of the proof of the verdict at some eps."""
    rule = by_computation(f"{known} (theta {eps})", f"(epsilon {eps}) (delta {eps})", polys, violation)
    order = "Req_le_sym" if violation is None else "Req_le"
    return f"""\
  refine ({rule} {holds}
    (mechanism_is_well_posed {eps} {positive}) ({order} _ _ (power_of_epsilon {eps} {positive}))
    (quotient_of_delta {eps} {positive}) _).
  vm_cast_no_check (eq_refl true).
Qed.
"""


def _not_private(claim: SymbolicClaim, violation: Violation, polys: Polynomials) -> str:
    """The theorem of a claim that fails: for every eps > 0 if that is seen, and else at one."""
    if _seen(polys, [(violation.x, violation.y)], violation.event):
        return f"""
Theorem mechanism_is_not_private : forall eps, 0 < eps ->
  ~ dp outputs (mechanism eps) adjacency (epsilon eps) (delta eps).
Proof.
  intros eps positive.
{_computed(polys, violation, "enclosure", "eps", "(enclosed eps positive)", "positive")}"""
    known, j, step = _near(claim, violation, polys)
    u, d = step.as_integer_ratio()
    low, high = (f"({n} ^ Z.of_nat {j})" for n in (known.low, known.high))
    return f"""
Definition chosen_eps : R := {ratio(claim.at or Fraction(0))}.
Definition near : known := Known (Z.of_nat {j} * {known.bits}) {low} {high} 0 0.
Lemma enclosed_there : holds near (theta chosen_eps).
Proof.
  unfold near, theta; replace (exp (chosen_eps / {claim.k})) with (exp ({u} / {d}) ^ {j}).
  - apply power_holds, (exp_holds _ _ {known.terms}); vm_compute; reflexivity.
  - rewrite exp_pow, INR_IZR_INZ; change (Z.of_nat {j}) with {j}%Z; unfold chosen_eps; f_equal; field.
Qed.
Lemma positive_there : 0 < chosen_eps.
Proof. unfold chosen_eps; lra. Qed.

Theorem mechanism_is_not_private : 0 < chosen_eps /\\
  ~ dp outputs (mechanism chosen_eps) adjacency (epsilon chosen_eps) (delta chosen_eps).
Proof.
  split; [exact positive_there|].
{_computed(polys, violation, "near", "chosen_eps", "enclosed_there", "positive_there")}"""


def _near(claim: SymbolicClaim, violation: Violation, polys: Polynomials) -> tuple[Known, int, Fraction]:
    """An enclosure of e^(u/d) whose j-th power is x at that eps, close enough; j and u/d.

    Raises:
        Unsupported: no precision suffices.
    """
    exponent = (claim.at or Fraction(0)) / claim.k
    j = max(ceil(exponent), 1)
    bits = 8
    while bits <= LARGEST_PRECISION:
        known = enclosed(Generator(step=exponent / j), bits)
        power = Known(known.bits * j, known.low**j, known.high**j)
        if settles(power, polys, [(violation.x, violation.y)], violation.event):
            return known, j, exponent / j
        bits *= 2
    raise Unsupported(
        f"the claim fails by too little at eps = {claim.at}: {LARGEST_PRECISION} bits do not show it"
    )
