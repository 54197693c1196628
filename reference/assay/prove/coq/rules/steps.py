"""What every exported step needs: entering a statement, using premises, reading arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from assay.prove.coq.terms import Unsupported, bases, desugar
from assay.prove.coq.world import Fact, World
from assay.prove.expr import ZERO, Expr, var
from assay.prove.facts import Facts, covers
from assay.prove.statement import Context, Relation, Statement
from assay.prove.syntax import parse

Premise = tuple[str, Statement]
Arguments = Mapping[str, object]


def opening(s: Statement) -> tuple[World, str]:
    """The world of a statement, and the script that enters it."""
    facts: list[Fact] = []
    counter = count(1)
    world = World(s.context.ranges, (), counter)
    given = [r for x in s.context.ranges for r in x.relations()] + list(s.context.conditions)
    for r in given:
        facts.append((world.fresh("H"), world.read(r)))
    _require_positive_bases(s, world)
    names = " ".join([*(f"v_{r.name}" for r in s.context.ranges), *(n for n, _ in facts)])
    return world.having(*facts), f"intros {names}.\n" if names else ""


def entered(s: Statement, premises: Sequence[Premise]) -> tuple[World, str]:
    """The world of a statement with the premises that hold in it, and the script that enters it."""
    world, start = opening(s)
    world, more = using(world, s.context, premises)
    return world, start + more


def _require_positive_bases(s: Statement, w: World) -> None:
    """A power with a real exponent is exported as exp(a ln b): right for b > 0 only."""
    facts = Facts(s.context)
    for r in (*s.context.conditions, s.conclusion):
        for b in (*bases(r.left, w.integers), *bases(r.right, w.integers)):
            if not facts.holds(Relation(b, ">", ZERO)):
                raise Unsupported(f"Coq: a power of {b} with a real exponent, where {b} may be 0")


def using(w: World, where: Context, premises: Sequence[Premise]) -> tuple[World, str]:
    """Put each premise that holds in the context among the hypotheses."""
    lines = []
    for label, p in premises:
        if covers(p.context, where):
            name = w.fresh("P")
            conclusion = w.read(p.conclusion)
            lines.append(f"assert ({name} : {w.says(conclusion)}).\n{{ {applied(w, label, p, {})}}}\n")
            w = w.having((name, conclusion))
    return w, "".join(lines)


def applied(w: World, label: str, p: Statement, terms: Mapping[str, Expr]) -> str:
    """Apply a premise to terms; each of its hypotheses is discharged."""
    values = [
        w.whole(terms.get(r.name, var(r.name))) if r.integer else w.term(terms.get(r.name, var(r.name)))
        for r in p.context.ranges
    ]
    name = w.fresh("A")
    lines = [f"pose proof ({' '.join([label, *values])}) as {name}.\n"]
    given = [r for x in p.context.ranges for r in x.relations()] + list(p.context.conditions)
    for r in given:
        goal = w.fresh("G")
        wanted = w.read(r.substitute(terms))
        lines.append(
            f"assert ({goal} : {w.says(wanted)}).\n{{ {w.show(wanted)}}}\n"
            f"specialize ({name} ltac:(first [exact {goal} | assay_casts; exact {goal}])).\n"
        )
    return (
        "".join(lines)
        + f"first [exact {name} | assay_casts_in {name}; exact {name} | assay_casts; exact {name}\n"
        + f"  | rewrite !powerRZ_Rpower by lra; assay_casts; exact {name}].\n"
    )


def parsed(w: World, text: object) -> Expr:
    """An argument as an expression."""
    return desugar(parse(str(text)), w.integers)


def entries(arguments: Arguments, name: str) -> list[Arguments]:
    """An argument that is a list of maps."""
    value = arguments.get(name, [])
    return [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []


def texts(value: object) -> list[str]:
    """An argument that is a list of text."""
    return [str(v) for v in value] if isinstance(value, list) else []
