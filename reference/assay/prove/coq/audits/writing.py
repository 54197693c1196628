"""The text of the file: what is claimed first, then how it is decided, then the theorems."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from importlib.resources import files

from assay.exact import Number
from assay.prove.coq.audits.claim import AuditClaim
from assay.prove.coq.audits.enclosure import Known, settled
from assay.prove.coq.audits.generator import Generator, Parts, Polynomial, Polynomials, parts, polynomials

MACHINERY = "(* 3. How it is decided. *)\n"
"""Where the data stand in the theory: after the definitions, before their proofs."""

HEADER = """\
(* {what}.
   Written by Assay for Coq 8.16; it needs the standard library alone: coqc {file}.v
   To read: section 1 is what is claimed, section 2 what a table is; then comes the table of this mechanism.
   The theorems are at the end. *)

"""


def theorems(*, refuted: bool) -> tuple[str, str]:
    """The names of the two theorems of a file."""
    return ("mechanism_is_well_posed", "mechanism_is_not_private" if refuted else "mechanism_is_private")


def theorem_file(claim: AuditClaim, file: str = "audit") -> str:
    """The whole file.

    Raises:
        Unsupported: the numbers are of no supported kind, or too close to tell.
    """
    split = parts(claim.epsilon)
    polys = polynomials(claim.table, split, claim.delta)
    violation = claim.violation
    chosen = claim.pairs if violation is None else [(violation.x, violation.y)]
    event = None if violation is None else violation.event
    polys, theta, step = settled(polys, split, chosen, event)
    theory = files("assay.prove.coq.audits").joinpath("theory.v").read_text(encoding="utf-8")
    definitions, proofs = theory.split(MACHINERY)
    is_not = "is" if violation is None else "is not"
    what = comment(f"{claim.name} {is_not} ({claim.epsilon}, {claim.delta})-differentially private")
    return "".join(
        [
            HEADER.format(what=what, file=comment(file)),
            definitions,
            data(claim, polys, split),
            MACHINERY,
            proofs,
            proved(claim, polys, theta, power(polys, split, step, refuted=violation is not None)),
        ]
    )


def data(claim: AuditClaim, polys: Polynomials, split: Parts) -> str:
    """The mechanism, its neighbours, and the two parameters."""
    rows = ";\n  ".join(row(each, polys.theta) for each in polys.table)
    whole = "" if has_powers(polys.theta) else "whole "
    every = whole and f"map {whole}"
    pairs = "; ".join(f"({x}, {y})" for x, y in claim.pairs)
    return f"""\
(* The mechanism: {comment(claim.name)}.
   inputs: {numbered(claim.inputs)}
   outputs: {numbered(claim.outputs)} *)
Definition theta : R := {polys.theta}.
Definition outputs : nat := {len(claim.outputs)}.
Definition denominators : list polynomial := {whole}{column(polys.denominators, polys.theta)}.
Definition table : list (list polynomial) := {every}[
  {rows}]%Z.
Definition mechanism : nat -> nat -> R := mechanism_of theta denominators table.
Definition neighbours : list (nat * nat) := [{pairs}]%nat.
Definition adjacency : nat -> nat -> Prop := adjacency_of neighbours.
Definition epsilon : R := {epsilon_text(split)}.
Definition delta : R := {delta_text(claim.delta, polys)}.

"""


def has_powers(theta: Generator) -> bool:
    """Whether entries are polynomials, not whole numbers."""
    return bool(theta.degree or theta.step)


def row(entries: Sequence[Polynomial], theta: Generator) -> str:
    """One row of the table."""
    if has_powers(theta):
        return f"[{'; '.join(map(poly, entries))}]"
    return f"[{'; '.join(str(p[0] if p else 0) for p in entries)}]"


def column(entries: Sequence[Polynomial], theta: Generator) -> str:
    """The denominators of the rows."""
    return row(entries, theta) + "%Z"


def poly(p: Polynomial) -> str:
    """A polynomial in Coq."""
    return f"[{'; '.join(map(str, p))}]%Z"


def numbered(names: Iterable[str]) -> str:
    """Names with their numbers."""
    return ", ".join(f"{n} = {comment(name)}" for n, name in enumerate(names))


def comment(text: str) -> str:
    """Text as it may stand in a comment of Coq, which reads strings and comments inside it."""
    return text.replace("*", "+").replace('"', "'").replace("\n", " ")


def ratio(value: Fraction) -> str:
    """A rational in Coq."""
    top = str(value.numerator) if value >= 0 else f"- {-value.numerator}"
    return top if value.denominator == 1 else f"{top} / {value.denominator}"


def logarithm(split: Parts) -> str:
    """The logarithm in epsilon, in Coq."""
    value = ratio(split.value)
    text = f"ln {value}" if split.value.denominator == 1 else f"ln ({value})"
    return text if split.part == 1 else f"{text} / {split.part}"


def epsilon_text(split: Parts) -> str:
    """Epsilon in Coq."""
    if split.value == 1:
        return ratio(split.rational)
    return f"{ratio(split.rational)} + {logarithm(split)}" if split.rational else logarithm(split)


def delta_text(delta: Number, polys: Polynomials) -> str:
    """Delta in Coq."""
    if delta.is_rational:
        return ratio(delta.as_fraction())
    return f"value theta {poly(polys.dn)} / value theta {poly(polys.dd)}"


def proved(claim: AuditClaim, polys: Polynomials, enclosure: Known, power_of_epsilon: str) -> str:
    """The theorems."""
    refuted = claim.violation is not None
    arguments = " ".join(poly(p) for p in (polys.en, polys.ed, polys.dn, polys.dd))
    common = (
        "enclosure theta outputs denominators cofactors table common_denominator neighbours\n"
        f"    epsilon delta {arguments}"
    )
    _, name = theorems(refuted=refuted)
    if claim.violation is None:
        statement, rule = "dp outputs mechanism adjacency epsilon delta", f"private_by_computation {common}"
    else:
        event = f"[{'; '.join(map(str, claim.violation.event))}]%nat"
        statement = "~ dp outputs mechanism adjacency epsilon delta"
        rule = f"not_private_by_computation {common} {claim.violation.x} {claim.violation.y} {event}"
    return f"""
(* 5. The theorems. *)

Definition common_denominator : polynomial := {poly(polys.common)}.
Definition cofactors : list polynomial := [{"; ".join(map(poly, polys.cofactors))}].
Definition enclosure : known := {enclosure}.
Lemma enclosed : holds enclosure theta.
Proof. {encloses(polys.theta, enclosure)} Qed.

Lemma power_of_epsilon : {compared(polys, refuted=refuted)}.
Proof.
{power_of_epsilon}Qed.

Lemma quotient_of_delta : delta * value theta {poly(polys.dd)} = value theta {poly(polys.dn)}.
Proof. {bound(claim.delta)} Qed.

Theorem mechanism_is_well_posed : well_posed {len(claim.inputs)} outputs mechanism adjacency.
Proof.
  refine (well_posed_by_computation enclosure theta outputs denominators table neighbours enclosed _).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem {name} : {statement}.
Proof.
  refine ({rule}
    enclosed mechanism_is_well_posed power_of_epsilon quotient_of_delta _).
  vm_cast_no_check (eq_refl true).
Qed.
"""


def compared(polys: Polynomials, *, refuted: bool) -> str:
    """How e^epsilon compares with its quotient: at least that, and at most that for a refutation."""
    power, quotient = f"exp epsilon * value theta {poly(polys.ed)}", f"value theta {poly(polys.en)}"
    return f"{power} <= {quotient}" if refuted else f"{quotient} <= {power}"


def encloses(theta: Generator, enclosure: Known) -> str:
    """The proof of the enclosure."""
    if theta.degree:
        return "apply root_holds; vm_compute; reflexivity."
    if theta.step:
        return f"apply (exp_holds _ _ {enclosure.terms}); vm_compute; reflexivity."
    return "exact one_holds."


def bound(delta: Number) -> str:
    """The proof that delta is the quotient of its polynomials."""
    if delta.is_rational:
        return "unfold delta; cbn [value]; field."
    return "apply (quotient theta enclosure); [exact enclosed | vm_compute; reflexivity]."


def power(polys: Polynomials, split: Parts, step: Known, *, refuted: bool) -> str:
    """The proof that e^epsilon is the quotient of its polynomials, or on the one side of it."""
    a, c = split.value.as_integer_ratio()
    if polys.theta.degree:
        equal = f"apply Req_le{'' if refuted else '_sym'}"
        start = f"  {equal}; replace epsilon with (ln ({a} / {c}) / INR {split.part})\n"
        same = f"    by (unfold epsilon; rewrite INR_IZR_INZ; simpl Z.of_nat; {tidy(split)} field).\n"
        rule = f"exp_of_part_of_ln enclosure theta {split.part} {a} {c}"
        return f"{start}{same}  apply ({rule}); [exact enclosed | vm_compute; reflexivity].\n"
    if not split.rational:
        return (
            f"  apply Req_le{'' if refuted else '_sym'}.\n"
            f"  replace epsilon with (ln ({a} / {c})) by (unfold epsilon; {tidy(split)} reflexivity).\n"
            f"  cbn [value]; rewrite !Rmult_0_r, !Rplus_0_r; apply exp_of_ln; lra.\n"
        )
    j, u, d = _steps(split.rational, (polys.power or polys.theta).step)
    start = (
        f"  replace epsilon with ({'- ' if j < 0 else ''}(INR {abs(j)} * ({u} / {d})) + ln ({a} / {c}))\n"
        f"    by (unfold epsilon; rewrite INR_IZR_INZ; change (Z.of_nat {abs(j)}) with {abs(j)}%Z;\n"
        f"        {tidy(split)} field).\n"
    )
    if polys.power is None:
        rule = "exp_of_negative_fraction" if j < 0 else "exp_of_fraction"
        return f"{start}  apply Req_le{'' if refuted else '_sym'}, ({rule} {abs(j)} {u} {d} {a} {c}); lra.\n"
    ends = (*polys.ed, *polys.en) if refuted else (*polys.en, *polys.ed)
    rule = f"{'power_below' if refuted else 'power_above'} {j} {u} {d} {a} {c} ({step}) {ends[0]} {ends[1]}"
    shown = f"apply (exp_holds _ _ {step.terms}); vm_compute; reflexivity"
    return f"{start}  apply ({rule}); try lra; [{shown} | vm_compute; reflexivity].\n"


def _steps(rational: Fraction, step: Fraction) -> tuple[int, int, int]:
    """A rational as j (u/d)."""
    return (int(rational / step), *step.as_integer_ratio())


def tidy(split: Parts) -> str:
    """The tactic that writes the logarithm of a/1 as that of a, and that of 1 as 0."""
    a, c = split.value.as_integer_ratio()
    if c != 1:
        return ""
    if a == 1:
        return "replace (ln (1 / 1)) with 0 by (symmetry; rewrite <- ln_1; f_equal; field);"
    return f"replace ({a} / 1) with {a} by field;"
