"""Coq scripts for induction and for finite sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.prove.coq.rules.steps import Arguments, Premise, entered, opening, parsed, using
from assay.prove.coq.terms import Unsupported
from assay.prove.expr import Expr, const, var
from assay.prove.statement import Context, Relation, Statement


def induction(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """Over the integers from the start of the range."""
    n = str(arguments["variable"])
    w, start = opening(s)
    r = s.context.range(n)
    if r is None or r.low is None:
        raise Unsupported("Coq: induction without a start")
    claim = w.read(s.conclusion)
    edge, at = using(w.without(n), s.context.without(n), premises)
    base = claim.substitute({n: const(r.low)})
    clear = "".join(f"clear {name}. " for name, f in w.facts if n in f.free())
    step_world = replace(w, facts=w.without(n).facts)
    step_world = step_world.having(("HN", Relation(const(r.low), "<=", var(n))), ("IH", claim))
    step_world, more = using(step_world, s.context.given(s.conclusion), premises)
    step = claim.substitute({n: var(n) + 1})
    low = r.low.numerator
    motive = f"(fun v_{n} : Z => {w.says(claim)})"
    cast = "assay_casts"
    return (
        f"{start}assert (N0 : ({low} <= v_{n})%Z) by (apply le_IZR; lra).\n{clear}revert N0. revert v_{n}.\n"
        f"apply (assay_induction {motive}).\n"
        f"{{ assert (B : {edge.says(base)}).\n{{ {at}{edge.show(base)}}}\n"
        f"first [exact B | {cast}; exact B | simpl in *; lra]. }}\n"
        f"{{ intros v_{n} N1 IH. assert (HN : {low} <= IZR v_{n}) by (apply IZR_le; exact N1).\n"
        "cbv beta in IH.\n"
        f"assert (B : {step_world.says(step)}).\n{{ {more}{step_world.show(step)}}}\n"
        f"cbv beta. first [exact B | {cast}; exact B]. }}\n"
    )


def unfold(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """Split the first or the last term off a sum."""
    w, start = entered(s, premises)
    t = parsed(w, arguments["sum"])
    lo, hi, body = t.args
    last = arguments.get("end", "last") == "last"
    rest = Expr("sum", (lo, hi - 1, body) if last else (lo + 1, hi, body), name=t.name)
    got = Relation(t, "=", rest + body.substitute({t.name: hi if last else lo}))
    ordered = w.show(Relation(lo, "<=", hi))
    return (
        f"{start}assert (Q : {w.says(got)}).\n{{ rewrite assay_sum_{'last' if last else 'first'}.\n"
        f"2: {{ apply le_IZR. assay_casts. {ordered}}}\n"
        f"{'' if last else 'rewrite Rplus_comm. '}cbv beta. assay_casts. first [reflexivity | ring]. }}\n"
        f"{w.having(('Q', got)).show(s.conclusion)}"
    )


def termwise(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """Compare two sums term by term."""
    w, start = opening(s)
    goal = w.read(s.conclusion)
    left, right = goal.left, goal.right
    inside, intro = w.summand(left.name, *left.args[:2])
    where = Context(inside.ranges, (*s.context.conditions, *(r for _, r in inside.facts[-2:])))
    inside, more = using(inside, where, premises)
    term = Relation(left.args[2], goal.op, right.args[2])
    lemma = {"=": "assay_sum_ext", "<=": "assay_sum_le", ">=": "assay_sum_le"}[goal.op]
    ge = "apply Rle_ge. " if goal.op == ">=" else ""
    shown = Relation(term.right, "<=", term.left) if goal.op == ">=" else term
    return f"{start}{ge}apply {lemma}. {intro}{more}{inside.show(shown)}"


def telescope(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """A sum of differences."""
    w, start = opening(s)
    t, g, op = parsed(w, arguments["sum"]), parsed(w, arguments["g"]), str(arguments.get("op", "="))
    lo, hi, body = t.args
    i = var(t.name)
    inside, intro = w.summand(t.name, lo, hi)
    where = Context(inside.ranges, (*s.context.conditions, *(r for _, r in inside.facts[-2:])))
    inside, at = using(inside, where, premises)
    w, more = using(w, s.context, premises)
    gap = g.substitute({t.name: i + 1}) - g
    total = g.substitute({t.name: hi + 1}) - g.substitute({t.name: lo})
    got = Relation(t, op, total)
    function = f"(fun v_{t.name} : Z => {inside.term(g)})"
    sums = f"assay_sum {w.whole(lo)} {w.whole(hi)}"
    gap_sum = f"({sums} (fun v_{t.name} : Z => {inside.term(gap)}))"
    lemma = {"=": "assay_sum_ext", "<=": "assay_sum_le", ">=": "assay_sum_le"}[op]
    shown = Relation(gap, "<=", body) if op == ">=" else Relation(body, op, gap)
    return (
        f"{start}{more}assert (C : {w.term(t)} {op} {gap_sum}).\n"
        f"{{ {'apply Rle_ge. ' if op == '>=' else ''}apply {lemma}. {intro}{at}{inside.show(shown)}}}\n"
        f"assert (O : ({w.whole(lo)} <= {w.whole(hi + 1)})%Z).\n"
        f"{{ apply le_IZR. assay_casts. {w.show(Relation(lo, '<=', hi + 1))}}}\n"
        f"assert (V : {gap_sum} = {w.term(total)}).\n"
        f"{{ pose proof (assay_telescope {w.whole(lo)} {w.whole(hi)} {function} O) as V. cbv beta in V.\n"
        "assay_casts_in V. first [exact V | (rewrite <- V; apply assay_sum_ext; intros; cbv beta; "
        "assay_casts; first [reflexivity | ring])]. }\n"
        f"assert (Q : {w.says(got)}) by (rewrite <- V; exact C).\n"
        f"{w.having(('Q', got)).show(s.conclusion)}"
    )
