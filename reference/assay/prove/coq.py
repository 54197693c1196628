"""Certificates as Coq files: every step becomes a lemma over Coq's standard reals.

Needs Coq 8.16 with Coquelicot and Interval to compile. Supported: statements in real variables without sums,
symbolic powers, min and max; the rules direct, sturm, combine, monotone, concave, interval, instantiate,
cases,
apply. Anything else raises `Unsupported`, with the
reason. Coq's automation may still fail on an exported step, so a file counts only once `coqc` has
accepted it. Coq's functions are total, so a Coq lemma says a
little less than the statement here, which also claims that both sides are defined.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from assay.errors import AssayError
from assay.prove.calculus import derivative
from assay.prove.coq_prelude import PRELUDE
from assay.prove.expr import ZERO, Expr, const, constant
from assay.prove.normal import monomial_expr, normal
from assay.prove.statement import Relation, Statement, relation
from assay.prove.syntax import parse
from assay.prove.theorem import Theorem


class Unsupported(AssayError):
    """The certificate uses something that the exporter cannot write in Coq."""


def export(theorem: Theorem, name: str = "claim") -> str:
    """The Coq file of a theorem; its last lemma is `name`.

    Raises:
        Unsupported: a step has no translation.
    """
    order: list[Theorem] = []
    _arrange(theorem, order)
    place = {id(t): f"{name}_{k}" for k, t in enumerate(order)}
    parts = [PRELUDE]
    for t in order:
        label = name if t is theorem else place[id(t)]
        premises = [(place[id(p)], p.statement) for p in t.premises]
        parts.append(f"Lemma {label} : {_statement(t.statement)}.\nProof.\n{_proof(t, premises)}Qed.\n")
    return "\n".join(parts)


def _arrange(t: Theorem, order: list[Theorem]) -> None:
    if any(t is o for o in order):
        return
    for p in t.premises:
        _arrange(p, order)
    order.append(t)


def term(e: Expr) -> str:
    """An expression as a Coq term."""
    if e.op == "const":
        q = e.value
        return f"({q.numerator})" if q.denominator == 1 else f"({q.numerator} / {q.denominator})"
    if e.op == "var":
        return f"v_{e.name}"
    if e.op == "neg":
        return f"(- {term(e.args[0])})"
    if e.op in "+-*/":
        return f"({term(e.args[0])} {e.op} {term(e.args[1])})"
    if e.op in ("exp", "sqrt"):
        return f"({e.op} {term(e.args[0])})"
    if e.op == "log":
        return f"(ln {term(e.args[0])})"
    if e.op == "^":
        return _power(e)
    raise Unsupported(f"Coq: {e.op} in {e} is not exported")


def _power(e: Expr) -> str:
    k = constant(e.args[1])
    k = normal(e.args[1]).constant() if k is None else k
    if k is None or k.denominator != 1 or abs(k) > 60:
        raise Unsupported(f"Coq: the exponent of {e} is not a small whole number")
    body = f"({term(e.args[0])} ^ {abs(k.numerator)})"
    return body if k >= 0 else f"(/ {body})"


def _relation(r: Relation) -> str:
    op = {"!=": "<>"}.get(r.op, r.op)
    return f"{term(r.left)} {op} {term(r.right)}"


def _hypotheses(s: Statement) -> list[Relation]:
    return [r for x in s.context.ranges for r in x.relations()] + list(s.context.conditions)


def _statement(s: Statement) -> str:
    if any(r.integer for r in s.context.ranges):
        raise Unsupported("Coq: integer variables are not exported")
    names = " ".join(f"v_{r.name}" for r in s.context.ranges)
    start = f"forall {names} : R, " if names else ""
    return start + "".join(f"{_relation(h)} -> " for h in _hypotheses(s)) + _relation(s.conclusion)


def _proof(t: Theorem, premises: list[tuple[str, Statement]]) -> str:
    writer = {
        "direct": _direct,
        "sturm": _direct,
        "interval": _interval,
        "combine": _combine,
        "monotone": _monotone,
        "concave": _concave,
        "instantiate": _instantiate,
        "cases": _cases,
        "apply": _apply,
    }.get(t.rule)
    if writer is None:
        raise Unsupported(f"Coq: the rule {t.rule} is not exported")
    return "intros.\n" + writer(t.statement, t.arguments, premises)


def _use(premises: list[tuple[str, Statement]], s: Statement) -> str:
    """Put each premise that holds in the context at hand among the hypotheses."""
    names = {r.name for r in s.context.ranges}
    lines = []
    for label, p in premises:
        if all(r.name in names for r in p.context.ranges):
            values = " ".join(f"v_{r.name}" for r in p.context.ranges)
            lines.append(
                f"try (assert ({_relation(p.conclusion)}) by (apply ({label} {values}); assay_side)).\n"
            )
    return "".join(lines)


def _unfold_exps(*expressions: Expr) -> str:
    """Equations that write every exponential as a product of powers of a few."""
    found = dict.fromkeys(p for e in expressions for p in e.parts() if p.op == "exp")
    scales: dict[Expr, int] = {}
    forms = {}
    for e in found:
        form = normal(e)
        if not form.whole or len(form.top) != 1:
            continue
        ((m, c),) = form.top.items()
        if c != 1 or any(a.op != "exp" for a, _ in m):
            continue
        forms[e] = m
        for a, k in m:
            scales[a] = lcm(scales.get(a, 1), k.denominator)
    lines = []
    for e, m in forms.items():
        factors = []
        for a, k in m:
            base = term(monomial_expr(((a, Fraction(1, scales[a])),)))
            n = int(k * scales[a])
            factors.append(f"{base} ^ {n}" if n > 0 else f"/ {base} ^ {-n}")
        lines.append(f"try (assay_exp {term(e)} ({' * '.join(factors) or '1'})).\n")
    return "".join(lines)


def _direct(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    return f"{_use(premises, s)}assay_fact.\n"


def _interval(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    names = ", ".join(f"i_bisect v_{r.name}" for r in s.context.ranges)
    if not names:
        return "interval.\n"
    op = "<" if s.conclusion.kind == ">" else "<="
    return f"assert (0 {op} {term(_excess(s))}) by (interval with ({names}, i_depth 25)).\nlra.\n"


def _excess(s: Statement) -> Expr:
    return s.conclusion.excess


def _conclude(s: Statement) -> str:
    """From 0 <= excess (or <, =) to the conclusion."""
    return "lra.\n"


def _combine(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    given = arguments.get("multiplier", "1")
    multiplier, excess = parse(str(given)), _excess(s)
    total: Expr = ZERO
    lines = [_use(premises, s)]
    for n, entry in enumerate(_list(arguments.get("terms"))):
        value: Expr = parse(str(entry.get("weight", "1")))
        lines.append(f"assert (W{n} : 0 <= {term(value)}) by lra.\n")
        for i, f in enumerate(_texts(entry.get("factors"))):
            factor = parse(f)
            lines.append(f"assert (F{n}_{i} : {_sign(s, factor)}) by assay_fact.\n")
            value = value * factor
        if "square" in entry:
            value = value * parse(str(entry["square"])) ** 2
        strict = s.conclusion.kind == ">" and "square" not in entry and n == _strict_index(arguments)
        lines.append(f"assert (T{n} : 0 {'<' if strict else '<='} {term(value)}) by assay_product.\n")
        total = total + value
    for n, entry in enumerate(_list(arguments.get("zeros"))):
        zero = parse(str(entry["zero"]))
        lines.append(f"assert (Z{n} : {term(zero)} = 0) by (first [lra | nra | field; assay_side]).\n")
        total = total + zero * parse(str(entry.get("times", "1")))
    lines.append(f"assert (P : 0 < {term(multiplier)}) by (first [assay_product | assay_fact]).\n")
    zeros = "".join(f"rewrite ?Z{n}. " for n in range(len(_list(arguments.get("zeros")))))
    lines.append(f"assert (I : {term(multiplier)} * {term(excess)} = {term(total)}).\n")
    lines.append(f"{{ {_unfold_exps(multiplier * excess, total)} assay_identity. }}\n")
    op = "<" if s.conclusion.kind == ">" else "<="
    lines.append(f"assert (S : 0 {op} {term(total)}) by ({zeros}lra).\n")
    lines.append(
        f"assert (0 {op} {term(excess)}) by (apply (assay_{'lt' if op == '<' else 'le'}_cancel "
        f"{term(multiplier)}); [exact P | rewrite I; exact S]).\n"
    )
    return "".join(lines) + _conclude(s)


def _strict_index(arguments: Mapping[str, object]) -> int:
    entries = _list(arguments.get("terms"))
    plain = [
        n
        for n, e in enumerate(entries)
        if "square" not in e and constant(parse(str(e.get("weight", "1")))) != 0
    ]
    return min(plain, key=lambda n: len(_texts(entries[n].get("factors"))), default=-1)


def _sign(s: Statement, factor: Expr) -> str:
    return f"0 <= {term(factor)}"


def _list(value: object) -> list[Mapping[str, object]]:
    return [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [str(v) for v in value] if isinstance(value, list) else []


def _function(e: Expr, x: str) -> str:
    return f"(fun v_{x} : R => {term(e)})"


def _monotone(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    x, low = str(arguments["variable"]), arguments.get("end", "low") == "low"
    r = s.context.range(x)
    end = None if r is None else r.low if low else r.high
    if r is None or end is None:
        raise Unsupported("Coq: monotone without an end")
    f = _excess(s)
    slope = derivative(f, x)
    strict = (
        premises[0][1].conclusion.kind == ">"
        and s.conclusion.kind == ">"
        and (r.low_open if low else r.high_open)
    )
    label, p = premises[0]
    values = " ".join(f"v_{q.name}" for q in p.context.ranges)
    top, bottom = f"v_{x}", term(const(end))
    span = ("{a} <= v_W <= {x}", "{a} < v_W < {x}") if low else ("{x} <= v_W <= {a}", "{x} < v_W < {a}")
    closed, inside = (w.format(a=bottom, x=top) for w in span)
    w = {x: Expr("var", name="W")}
    f_w, slope_w = f.substitute(w), slope.substitute(w)
    sign, wanted = (slope_w if low else -slope_w), _excess(p).substitute(w)
    op = "<" if strict else "<="
    base_op = "<=" if strict or s.conclusion.kind == ">=" else "<"
    name = f"assay_{'low' if low else 'high'}{'_strict' if strict else ''}"
    values = values.replace(top, "v_W") if top in values.split() else values
    return (
        f"assert (D : forall v_W, {closed} -> is_derive (fun v_W : R => {term(f_w)}) v_W {term(slope_w)}).\n"
        f"{{ intros v_W HW. "
        f"{_use_at(premises[1:], s, x)}auto_derive; [repeat split; assay_fact | assay_identity]. }}\n"
        f"assert (S : forall v_W, {inside} -> 0 {op} {term(sign)}).\n"
        f"{{ intros v_W HW. assert (Q : "
        f"{_relation(p.conclusion.substitute(w))}) by (apply ({label} {values}); assay_side).\n"
        f"{_use_at(premises[1:], s, x)}"
        f"assert (K : {term(sign)} = "
        f"{term(wanted)}).\n{{ {_unfold_exps(sign, wanted)} assay_identity. }}\nrewrite K. lra. }}\n"
        f"{_use(premises[1:], s)}"
        f"assert (B : 0 {base_op} {term(f.substitute({x: const(end)}))}) by (first [lra | assay_end "
        f"| assay_fact]).\n"
        f"pose proof ({name} (fun v_W : R => {term(f_w)}) (fun v_W : R => {term(slope_w)}) {bottom} "
        f"{top} ltac:(lra) D S) as M.\n"
        "cbv beta in M.\n" + _conclude(s)
    )


def _use_at(premises: list[tuple[str, Statement]], s: Statement, x: str) -> str:
    """The premises at the moving point W in place of x."""
    names = {r.name for r in s.context.ranges}
    lines = []
    for label, p in premises:
        if all(r.name in names for r in p.context.ranges):
            values = " ".join("v_W" if r.name == x else f"v_{r.name}" for r in p.context.ranges)
            moved = _relation(p.conclusion.substitute({x: Expr("var", name="W")}))
            lines.append(f"try (assert ({moved}) by (apply ({label} {values}); assay_side)).\n")
    return "".join(lines)


def _concave(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    x = str(arguments["variable"])
    r = s.context.range(x)
    if r is None or r.low is None or r.high is None or s.conclusion.kind != ">=":
        raise Unsupported("Coq: concave is exported for >= between two ends")
    f, (label, p) = _excess(s), premises[0]
    slope = derivative(f, x)
    bend = derivative(slope, x)
    w = {x: Expr("var", name="W")}
    f_w, slope_w, bend_w, wanted = (e.substitute(w) for e in (f, slope, bend, _excess(p)))
    a, b = term(const(r.low)), term(const(r.high))
    values = " ".join("v_W" if q.name == x else f"v_{q.name}" for q in p.context.ranges)
    functions = " ".join(f"(fun v_W : R => {term(e)})" for e in (f_w, slope_w, bend_w))
    derive = (
        f"{{ intros v_W HW. {_use_at(premises[1:], s, x)}"
        "auto_derive; [repeat split; assay_fact | assay_identity]. }\n"
    )
    ends = "".join(
        f"assert (B{n} : 0 <= {term(f.substitute({x: const(q)}))}) by (first [lra | assay_end | "
        f"assay_fact]).\n"
        for n, q in enumerate((r.low, r.high))
    )
    return (
        f"assert (D : forall v_W, {a} <= v_W <= {b} -> is_derive (fun v_W : R => {term(f_w)}) v_W "
        f"{term(slope_w)}).\n{derive}"
        f"assert (DD : forall v_W, {a} <= v_W <= {b} -> is_derive (fun v_W : R => {term(slope_w)}) "
        f"v_W {term(bend_w)}).\n{derive}"
        f"assert (S : forall v_W, {a} < v_W < {b} -> {term(bend_w)} <= 0).\n"
        f"{{ intros v_W HW. assert (Q : "
        f"{_relation(p.conclusion.substitute(w))}) by (apply ({label} {values}); assay_side).\n"
        f"assert (K : {term(-bend_w)} = "
        f"{term(wanted)}).\n{{ {_unfold_exps(bend_w, wanted)} assay_identity. }}\nlra. }}\n"
        f"{_use(premises[1:], s)}{ends}"
        f"pose proof (assay_concave {functions} {a} {b} v_{x} ltac:(lra) D DD S B0 B1) as M. cbv beta in M.\n"
        + _conclude(s)
    )


def _instantiate(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    label, p = premises[0]
    given = arguments.get("terms", {})
    terms = {r.name: Expr("var", name=r.name) for r in p.context.ranges}
    if isinstance(given, Mapping):
        terms |= {str(k): parse(str(v)) for k, v in given.items()}
    values = " ".join(term(terms[r.name]) for r in p.context.ranges)
    use = _use(premises[1:], s)
    got = p.conclusion.substitute(terms)
    unfold = _unfold_exps(got.excess, s.conclusion.excess)
    return (
        f"{use}pose proof ({label} {values}) as Q.\n"
        "repeat match type of Q with ?A -> _ => let H := fresh in assert (H : A) by assay_fact; "
        "specialize (Q H); clear H end.\n"
        f"first [lra | assert (K : {term(got.excess)} = {term(s.conclusion.excess)}) by "
        f"({unfold.replace('.' + chr(10), '; ')} assay_identity); lra | nra].\n"
    )


def _cases(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    on = relation(str(arguments["on"]))
    if on.op in ("=", "!="):
        raise Unsupported("Coq: a case split on an equality is not exported")
    calls = []
    for label, p in premises[:2]:
        values = " ".join(f"v_{r.name}" for r in p.context.ranges)
        calls.append(
            f"(pose proof ({label} {values}) as Q; repeat match type of Q with ?A -> _ => let H := "
            f"fresh in assert (H : A) by assay_side; specialize (Q H); clear H end; lra)"
        )
    return (
        f"destruct (Rle_or_lt {term(on.left)} {term(on.right)}); first [{calls[0]} | {calls[1]}].\n"
        if on.op in ("<=", ">")
        else f"destruct (Rle_or_lt {term(on.right)} {term(on.left)}); first [{calls[0]} | {calls[1]}].\n"
    )


def _apply(s: Statement, arguments: Mapping[str, object], premises: list[tuple[str, Statement]]) -> str:
    function, given = str(arguments.get("function")), premises[0][1].conclusion
    if function not in ("exp", "log") or given.op not in ("<=", "<", ">=", ">"):
        raise Unsupported(f"Coq: apply {function} to {given.op} is not exported")
    low, high = (given.left, given.right) if given.op in ("<=", "<") else (given.right, given.left)
    lemma = "assay_exp_le" if function == "exp" else "assay_ln_le"
    side = "" if function == "exp" else "; [assay_fact |]"
    name = "exp" if function == "exp" else "ln"
    return (
        f"{_use(premises, s)}assert (A : {name} {term(low)} <= {name} {term(high)}) by (apply "
        f"{lemma}{side}; lra).\n"
        f"rewrite ?ln_exp in A. first [lra | assay_fact].\n"
    )
