"""The text of the file: what is claimed first, then how it is decided, then the theorems."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

from assay.exact import Number
from assay.prove.coq.audits import powers, programs
from assay.prove.coq.audits.claim import AuditClaim, SymbolicClaim, Violation
from assay.prove.coq.audits.generator import Generator, Parts, parts, polynomials
from assay.prove.coq.audits.polynomials import Polynomials
from assay.prove.coq.audits.signs import Known, settled
from assay.prove.coq.audits.text import comment, numbered, poly, ratio, row
from assay.prove.coq.terms import Unsupported

MACHINERY = "(* 3. How it is decided. *)\n"
"""Where the data stand in the theory: after the definitions, before their proofs."""

OF_PROGRAMS = "(* 4b. The distributions of a program."
"""The same in the theory of programs."""

RESULTS = "\n(* 5. The theorems. *)\n"

HEADER = """\
(* {what}.
   Written by Assay for Coq 8.16; it needs the standard library alone: coqc {file}.v
   To read: section 1 is what is claimed, section 2 what {object} is; then comes {this}.
   The theorems are at the end.{trusted} *)

"""

COMPUTED = """
   Not proved: that the program has this table, which Assay computed, since {why}."""
"""What a file says of the table of a program that has no tree."""


def theorems(text: str) -> list[str]:
    """The names of the theorems of a file."""
    return re.findall(r"^Theorem (\w+) :", text.partition(RESULTS)[2], re.MULTILINE)


def theory(name: str, mark: str) -> tuple[str, str]:
    """Definitions, and what is proved of them."""
    text = files("assay.prove.coq.audits").joinpath(name).read_text(encoding="utf-8")
    before, found, after = text.partition(mark)
    return before, found + after


def theorem_file(claim: AuditClaim, file: str = "audit") -> str:
    """The whole file.

    Raises:
        Unsupported: the numbers are of no supported kind, or too close to tell.
    """
    check_pairs(claim)
    split = parts(claim.epsilon)
    theta, polys = polynomials(claim, split)
    violation = claim.violation
    chosen = claim.pairs if violation is None else [(violation.x, violation.y)]
    event = None if violation is None else violation.event
    polys, known, bound = settled(polys, theta, split, chosen, event)
    power = powers.proof(polys, theta, split, bound, refuted=violation is not None)
    definitions, machinery = theory("theory.v", MACHINERY)
    of_programs = theory("program.v", OF_PROGRAMS) if claim.program else ("", "")
    is_not = "is" if violation is None else "is not"
    return "".join(
        [
            header(claim, f"{is_not} ({claim.epsilon}, {claim.delta})-differentially private", file),
            definitions,
            of_programs[0],
            data(claim, polys, theta, split),
            machinery,
            of_programs[1],
            proved(claim, polys, theta, known, power),
        ]
    )


def check_pairs(claim: AuditClaim | SymbolicClaim) -> None:
    """Refuse a claim about nothing.  Raises Unsupported where no inputs are neighbours."""
    if not claim.pairs:
        raise Unsupported(f"no two inputs of {claim.name} are neighbours, so that there is nothing to prove")


def header(claim: AuditClaim | SymbolicClaim, verdict: str, file: str) -> str:
    """The first comment."""
    of_program = isinstance(claim, AuditClaim) and claim.program is not None
    computed = claim.computed if isinstance(claim, AuditClaim) else ""
    return HEADER.format(
        what=comment(f"{claim.name} {verdict}"),
        file=comment(file),
        object="a program" if of_program else "a table",
        this="the decision tree of this program" if of_program else "the table of this mechanism",
        trusted=COMPUTED.format(why=comment(computed)) if computed else "",
    )


def data(claim: AuditClaim, polys: Polynomials, theta: Generator, split: Parts) -> str:
    """The mechanism, its neighbours, and the two parameters."""
    has_powers = bool(theta.degree or theta.step)
    if claim.program is None:
        mechanism = (
            f"{table(polys, powers=has_powers)}"
            "Definition mechanism : nat -> nat -> R := mechanism_of theta denominators table.\n"
        )
    else:
        mechanism = (
            f"{programs.tree(claim.program, polys, powers=has_powers)}"
            "Definition mechanism : nat -> nat -> R := mechanism_of_program theta program starts.\n"
        )
    return f"""\
{described(claim.name, claim.inputs, claim.outputs)}
Definition theta : R := {theta}.
Definition outputs : nat := {len(claim.outputs)}.
{mechanism}{neighbours(claim.pairs)}\
Definition epsilon : R := {powers.epsilon_text(split, theta, polys)}.
Definition delta : R := {delta_text(claim.delta, polys)}.

"""


def described(name: str, inputs: Iterable[str], outputs: Iterable[str]) -> str:
    """The names of a mechanism, its inputs and its outputs."""
    return f"""\
(* The mechanism: {comment(name)}.
   inputs: {numbered(inputs)}
   outputs: {numbered(outputs)} *)"""


def table(polys: Polynomials, *, powers: bool) -> str:
    """The denominators and the rows."""
    rows = ";\n  ".join(row(each, powers=powers) for each in polys.table)
    whole = "" if powers else "whole "
    every = whole and f"map {whole}"
    return f"""\
Definition denominators : list polynomial := {whole}{row(polys.denominators, powers=powers)}%Z.
Definition table : list (list polynomial) := {every}[
  {rows}]%Z.
"""


def neighbours(found: Iterable[tuple[int, int]]) -> str:
    """The relation."""
    pairs = "; ".join(f"({x}, {y})" for x, y in found)
    return f"""\
Definition neighbours : list (nat * nat) := [{pairs}]%nat.
Definition adjacency : nat -> nat -> Prop := adjacency_of neighbours.
"""


def delta_text(delta: Number, polys: Polynomials) -> str:
    """Delta in Coq."""
    if delta.is_rational:
        return ratio(delta.as_fraction())
    return f"value theta {poly(polys.dn)} / value theta {poly(polys.dd)}"


def proved(claim: AuditClaim, polys: Polynomials, theta: Generator, known: Known, power: str) -> str:
    """The theorems."""
    refuted = claim.violation is not None
    what = "mechanism" if claim.program is None else "table"
    return f"""{RESULTS}
{"" if claim.program is None else derived(polys, powers=bool(theta.degree or theta.step))}\
Definition enclosure : known := {known}.
Lemma enclosed : holds enclosure theta.
Proof. {encloses(theta, known)} Qed.

Lemma power_of_epsilon : {powers.power_of_epsilon(polys, refuted)}.
Proof.
{power}Qed.

Lemma quotient_of_delta : delta * value theta {poly(polys.dd)} = value theta {poly(polys.dn)}.
Proof. {quotient_of(claim.delta)} Qed.
{about_the_table(claim, polys, what)}\
{"" if claim.program is None else programs.transferred(len(claim.inputs), refuted=refuted)}"""


def derived(polys: Polynomials, *, powers: bool) -> str:
    """The table of a program, and the factors that show it."""
    return table(polys, powers=powers) + programs.scales(polys)


def about_the_table(claim: AuditClaim, polys: Polynomials, what: str) -> str:
    """The two theorems about a table; lemmas, where they are for a program."""
    kind = "Theorem" if claim.program is None else "Lemma"
    of = "mechanism" if claim.program is None else "(mechanism_of theta denominators table)"
    verdict, negation = ("private", "") if claim.violation is None else ("not_private", "~ ")
    return f"""
{kind} {what}_is_well_posed : well_posed {len(claim.inputs)} outputs {of} adjacency.
Proof.
  refine (well_posed_by_computation enclosure theta outputs denominators table neighbours enclosed _).
  vm_cast_no_check (eq_refl true).
Qed.

{kind} {what}_is_{verdict} : {negation}dp outputs {of} adjacency epsilon delta.
Proof.
  refine ({by_computation("enclosure theta", "epsilon delta", polys, claim.violation)}
    enclosed {what}_is_well_posed power_of_epsilon quotient_of_delta _).
  vm_cast_no_check (eq_refl true).
Qed.
"""


def by_computation(theta: str, parameters: str, polys: Polynomials, violation: Violation | None) -> str:
    """The theorem that is applied, with the data: over one denominator, or pair by pair."""
    en, ed = polys.factor or ((), ())
    claimed = f"{parameters} {' '.join(poly(p) for p in (en, ed, polys.dn, polys.dd))}"
    if violation is not None:
        event = f"{violation.x} {violation.y} [{'; '.join(map(str, violation.event))}]%nat"
        return f"not_private_pairwise {theta} outputs denominators table neighbours\n    {claimed} {event}"
    first = polys.denominators[0]
    if any(d != first for d in polys.denominators):
        return f"private_pairwise {theta} outputs denominators table neighbours\n    {claimed}"
    ones = f"(repeat [1%Z] {len(polys.table)})"
    common = f"denominators {ones} table {poly(first)} neighbours"
    return f"private_by_computation {theta} outputs {common}\n    {claimed}"


def encloses(theta: Generator, known: Known) -> str:
    """The proof of the enclosure."""
    if theta.degree:
        return "apply root_holds; vm_compute; reflexivity."
    if theta.step:
        return f"apply (exp_holds _ _ {known.terms}); vm_compute; reflexivity."
    return "exact one_holds."


def quotient_of(delta: Number) -> str:
    """The proof that delta is the quotient of its polynomials."""
    if delta.is_rational:
        return "unfold delta; cbn [value]; field."
    return "apply (quotient theta enclosure); [exact enclosed | vm_compute; reflexivity]."
