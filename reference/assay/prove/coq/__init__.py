"""Certificates as Coq files: every step becomes a lemma over Coq's standard reals.

Needs Coq 8.16 with Coquelicot and Interval. Coq's functions are total, so a lemma there says a little less
than the statement here, which also claims that both sides are defined. What cannot be written raises
`Unsupported` with the reason.
"""

from __future__ import annotations

from importlib.resources import files

from assay.prove.coq.rules import WRITERS, Premise, opening
from assay.prove.coq.terms import Unsupported
from assay.prove.statement import Statement
from assay.prove.stored import below
from assay.prove.theorem import Theorem

__all__ = ["Unsupported", "export", "prelude"]


def prelude() -> str:
    """The lemmas and tactics that the exported lemmas use: the file AssayPrelude.v."""
    return files("assay.prove.coq").joinpath("prelude.v").read_text(encoding="utf-8")


def export(theorem: Theorem, name: str = "claim", *, standalone: bool = True) -> str:
    """The Coq lemmas of a theorem; the last is `name`. Standalone: after the prelude itself.

    Raises:
        Unsupported: a step has no translation.
    """
    order = below(theorem)
    place = {id(t): f"{name}_{k}" for k, t in enumerate(order)}
    parts = [prelude()] if standalone else []
    for t in order:
        label = name if t is theorem else place[id(t)]
        premises: list[Premise] = [(place[id(p)], p.statement) for p in t.premises]
        script = WRITERS[t.rule](t.statement, t.arguments, premises)
        parts.append(f"(* {t.rule} *)\nLemma {label} : {proposition(t.statement)}.\nProof.\n{script}Qed.\n")
    return "\n".join(parts)


def proposition(s: Statement) -> str:
    """A statement as a Coq proposition."""
    world, _ = opening(s)
    variables = "".join(f"forall v_{r.name} : {'Z' if r.integer else 'R'}, " for r in s.context.ranges)
    hypotheses = "".join(f"{world.says(fact)} -> " for _, fact in world.facts)
    return variables + hypotheses + world.says(world.read(s.conclusion))
