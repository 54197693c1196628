"""The decision tree of a program in Coq, and the proof that its distributions are the table."""

from __future__ import annotations

from assay.prove.coq.audits.claim import ProgramTree, Return
from assay.prove.coq.audits.polynomials import Drawn, Polynomial, Polynomials
from assay.prove.coq.audits.text import poly, whole

TABLE = "enclosure theta outputs program scales starts denominators table"

THEOREMS = f"""
Theorem program_draws_well : draws_well_everywhere theta outputs program.
Proof.
  refine (proj1 (program_by_computation {TABLE} enclosed _)).
  vm_cast_no_check (eq_refl true).
Qed.

Theorem program_has_the_table : length starts = length table /\\
  forall x o, (x < length table)%nat -> (o < outputs)%nat ->
    mechanism x o = mechanism_of theta denominators table x o.
Proof.
  refine (proj2 (program_by_computation {TABLE} enclosed _)).
  vm_cast_no_check (eq_refl true).
Qed.
"""


FROM_THE_TABLE = """
Theorem mechanism_is_well_posed : well_posed {inputs} outputs mechanism adjacency.
Proof. exact (well_posed_same _ _ _ _ _ (proj2 program_has_the_table) table_is_well_posed). Qed.
"""

PRIVATE = """
Theorem mechanism_is_private : dp outputs mechanism adjacency epsilon delta.
Proof.
  exact (dp_same _ _ _ _ _ _ _ (proj2 program_has_the_table) (proj1 (proj2 table_is_well_posed))
    table_is_private).
Qed.
"""

NOT_PRIVATE = """
Theorem mechanism_is_not_private : ~ dp outputs mechanism adjacency epsilon delta.
Proof.
  intros private; apply table_is_not_private; revert private.
  exact (dp_same _ _ _ _ _ _ _ (fun x o X O => eq_sym (proj2 program_has_the_table x o X O))
    (proj1 (proj2 table_is_well_posed))).
Qed.
"""


def tree(program: ProgramTree, polys: Polynomials, *, powers: bool) -> str:
    """The nodes, and where each input starts."""
    nodes = [
        f"Return {node.output}" if isinstance(node, Return) else _draw(node.nodes, drawn, powers=powers)
        for node, drawn in zip(program.nodes, polys.draws, strict=True)
    ]
    last = len(nodes) - 1
    lines = "\n".join(f"  {node}{';' if n < last else ''}  (* {n} *)" for n, node in enumerate(nodes))
    starts = "; ".join(map(str, program.starts))
    return f"""\
Definition program : list node := [
{lines}
].
Definition starts : list nat := [{starts}]%nat.
"""


def _draw(nodes: tuple[int, ...], drawn: Drawn[Polynomial] | None, *, powers: bool) -> str:
    """One draw."""
    if drawn is None:
        raise TypeError("a draw without weights")
    shown = poly if powers else whole
    ways = "; ".join(f"{shown(w)} ~> {n}" for w, n in zip(drawn.weights, nodes, strict=True))
    return f"{'Draw' if powers else 'draw'} {shown(drawn.denominator)} [{ways}]"


def scales(polys: Polynomials) -> str:
    """What the distributions of the program are computed with."""
    lines = [
        "([], [])" if d is None else f"({poly(d.scale)}, [{'; '.join(map(poly, d.factors))}])"
        for d in polys.draws
    ]
    return "Definition scales : list denominated := [\n  " + ";\n  ".join(lines) + "].\n"


def transferred(inputs: int, *, refuted: bool) -> str:
    """The theorems about the program, from those about its table."""
    return THEOREMS + FROM_THE_TABLE.format(inputs=inputs) + (NOT_PRIVATE if refuted else PRIVATE)
