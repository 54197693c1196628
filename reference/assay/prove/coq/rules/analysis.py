"""Coq scripts for the rules of analysis: monotone, concave, interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.prove.calculus import derivative
from assay.prove.coq.identity import identity
from assay.prove.coq.rules.steps import Arguments, Premise, opening, using
from assay.prove.coq.terms import Unsupported, exponent, rational
from assay.prove.coq.world import World
from assay.prove.expr import ONE, ZERO, Expr, const
from assay.prove.facts import Facts
from assay.prove.statement import Range, Relation, Statement


def monotone(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """The mean value theorem between the end and the point."""
    x, low = str(arguments["variable"]), arguments.get("end", "low") == "low"
    w, start = opening(s)
    r = s.context.range(x)
    end = None if r is None else r.low if low else r.high
    if r is None or end is None:
        raise Unsupported("Coq: monotone without an end")
    goal = w.read(s.conclusion)
    f, q = goal.excess, const(end)
    slope = derivative(f, x)
    strict_inside = (
        goal.kind == ">" and premises[0][1].conclusion.kind == ">" and (r.low_open if low else r.high_open)
    )
    at_end = f.substitute({x: q})
    base = Relation(ZERO, "<=" if strict_inside or goal.kind == ">=" else "<", at_end)
    edge, at = using(w.without(x), s.context.without(x), premises)
    op = "<" if strict_inside else "<="
    name = f"assay_{'low' if low else 'high'}{'_strict' if strict_inside else ''}"
    point, limit = f"v_{x}", rational(end)
    closed = f"{limit} <= W <= {point}" if low else f"{point} <= W <= {limit}"
    opened = f"{limit} < W < {point}" if low else f"{point} < W < {limit}"
    sign = slope if low else -slope
    functions = [f"(fun v_{x} : R => {w.term(e)})" for e in (f, slope)]
    reach = Range(x, end, r.high, False, r.high_open) if low else Range(x, r.low, end, r.low_open, False)
    return (
        f"{start}assert (B : {w.says(base)}).\n{{ {at}{edge.show(base)}}}\n"
        f"assert (D : forall W, {closed} -> is_derive {functions[0]} W ({functions[1]} W)).\n"
        f"{{ {_derivative(w, s, premises, reach, f, slope)}}}\n"
        f"assert (S : forall W, {opened} -> 0 {op} {'' if low else '- '}({functions[1]} W)).\n"
        f"{{ {_slope(w, s, premises, r, sign, op)}}}\n"
        f"pose proof ({name} {functions[0]} {functions[1]} {limit} {point} ltac:(lra) D S) as V.\n"
        "cbv beta in V. clear - B V. lra.\n"
    )


def concave(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """The second derivative inside, and both ends."""
    x = str(arguments["variable"])
    w, start = opening(s)
    r = s.context.range(x)
    if r is None or r.low is None or r.high is None:
        raise Unsupported("Coq: concave without two ends")
    goal = w.read(s.conclusion)
    f = goal.excess
    slope = derivative(f, x)
    bend = derivative(slope, x)
    edge, at = using(w.without(x), s.context.without(x), premises)
    ends = [f.substitute({x: const(q)}) for q in (r.low, r.high)]
    lines = [start]
    kernel = Facts(s.context.without(x), tuple(p for _, p in premises))
    ops = ["<" if goal.kind == ">" and kernel.holds(Relation(e, ">", ZERO)) else "<=" for e in ends]
    for n, (e, op) in enumerate(zip(ends, ops, strict=True)):
        lines.append(f"assert (B{n} : 0 {op} {w.term(e)}).\n{{ {at}{edge.show(Relation(ZERO, op, e))}}}\n")
    a, b = rational(r.low), rational(r.high)
    functions = [f"(fun v_{x} : R => {w.term(e)})" for e in (f, slope, bend)]
    closed, opened = Range(x, r.low, r.high, False, False), Range(x, r.low, r.high)
    lines.append(
        f"assert (D : forall W, {a} <= W <= {b} -> is_derive {functions[0]} W ({functions[1]} W)).\n"
        f"{{ {_derivative(w, s, premises, closed, f, slope)}}}\n"
        f"assert (DD : forall W, {a} < W < {b} -> is_derive {functions[1]} W ({functions[2]} W)).\n"
        f"{{ {_derivative(w, s, premises, opened, slope, bend)}}}\n"
        f"assert (S : forall W, {a} < W < {b} -> 0 <= - ({functions[2]} W)).\n"
        f"{{ {_slope(w, s, premises, r, -bend, '<=')}}}\n"
    )
    point = f"v_{x}"
    if goal.kind == ">=":
        together = f"{' '.join(functions)} {a} {b} {point} ltac:(lra) D DD S B0 B1"
        lines.append(f"pose proof (assay_concave {together}) as V.\n")
        return "".join(lines) + "cbv beta in V. clear - V. lra.\n"
    strict = premises[0][1].conclusion.kind == ">"
    if strict:
        lines.append(
            f"assert (SS : forall W, {a} < W < {b} -> 0 < - ({functions[2]} W)).\n"
            f"{{ {_slope(w, s, premises, r, -bend, '<')}}}\n"
        )
    which = (
        "right; right; exact SS" if strict else "left; exact B0" if ops[0] == "<" else "right; left; exact B1"
    )
    lines.append(_strictly_inside(functions, a, b, point, which))
    return "".join(lines) + "cbv beta in V. clear - V. lra.\n"


def _strictly_inside(functions: Sequence[str], a: str, b: str, point: str, which: str) -> str:
    """V : 0 < f at a point between a and b, by what `which` names as strict: an end, or the curvature."""
    return (
        f"destruct (Req_dec {a} {point}) as [X|X]; [subst; lra|].\n"
        f"destruct (Req_dec {point} {b}) as [Y|Y]; [subst; lra|].\n"
        f"assert (V : 0 < {functions[0]} {point}).\n"
        f"{{ apply (assay_concave_strict {' '.join(functions)} {a} {b}); "
        f"[lra | exact D | exact DD | exact S | cbv beta; lra | cbv beta; lra | {which}]. }}\n"
    )


def _enter(w: World, r: Range) -> tuple[World, str]:
    """The world of a moving point in a range, and the script that gives it the name of the variable.

    The hypotheses about the old point become statements about an old name.
    """
    facts = tuple((w.fresh("W"), k) for k in r.relations())
    ranges = tuple(r if q.name == r.name else q for q in w.ranges)
    inner = replace(w, ranges=ranges, facts=(*w.without(r.name).facts, *facts))
    asserted = "".join(f"assert ({n} : {w.says(k)}) by lra.\n" for n, k in facts)
    return inner, f"intros W HW. rename v_{r.name} into u_{r.name}. rename W into v_{r.name}.\n{asserted}"


def _derivative(
    w: World, s: Statement, premises: Sequence[Premise], reach: Range, f: Expr, slope: Expr
) -> str:
    """f' at every point of the closed range."""
    inner, moved = _enter(w, reach)
    inner, at = using(inner, s.context.replace(reach), premises)
    raw, script = derived(inner, f, reach.name)
    return (
        f"{moved}{at}cbv beta.\n"
        f"assert (K : {inner.term(slope)} = {inner.term(raw)}).\n{{ {identity(inner, slope, raw)}}}\n"
        f"try rewrite K. {script}"
    )


def _slope(w: World, s: Statement, premises: Sequence[Premise], r: Range, sign: Expr, op: str) -> str:
    """The sign of the derivative, from the first premise."""
    inside = Range(r.name, r.low, r.high)
    inner, moved = _enter(w, inside)
    p = premises[0][1]
    inner, at = using(inner, s.context.replace(inside), premises)
    excess = inner.read(p.conclusion).excess
    return (
        f"{moved}{at}cbv beta.\n"
        f"assert (K : {inner.term(sign)} = {inner.term(excess)}).\n{{ {identity(inner, sign, excess)}}}\n"
        f"try rewrite K. lra.\n"
    )


def interval(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """Subdivision, by the tactic of the same name."""
    w, start = opening(s)
    goal = w.read(s.conclusion)
    over = ", ".join(f"i_bisect v_{r.name}" for r in s.context.ranges)
    options = f" with ({over}, i_depth 25)" if over else " with (i_prec 200)"
    op = "<" if goal.kind in (">", "!=") else "<="
    tactic = f"interval{options}"
    shown = f"assert (C : 0 {op} {w.term(goal.excess)}) by {tactic}.\n"
    if goal.kind == "!=":
        shown = (
            f"assert (C : 0 < {w.term(goal.excess)} \\/ {w.term(goal.excess)} < 0) by "
            f"(first [left; {tactic} | right; {tactic}]).\n"
        )
    return f"{start}{shown}lra.\n"


def derived(w: World, e: Expr, x: str) -> tuple[Expr, str]:
    """The derivative of e by x as the lemmas of the prelude give it, and the script that shows it."""
    if x not in e.free():
        return ZERO, "apply assay_d_const.\n"
    if e.op == "var":
        return ONE, "apply assay_d_id.\n"
    f = [f"(fun v_{x} : R => {w.term(a)})" for a in e.args]
    u = e.args[0]
    if e.op == "^":
        return _power(w, e, x, f[0])
    du, first = derived(w, u, x)
    if e.op == "neg":
        return -du, f"apply (assay_d_opp {f[0]}). {first}"
    if e.op == "exp":
        return e * du, f"apply (assay_d_exp {f[0]}). {first}"
    if e.op in ("log", "sqrt"):
        name = "ln" if e.op == "log" else "sqrt"
        positive = w.show(Relation(ZERO, "<", u))
        d = du / u if e.op == "log" else du / (const(2) * e)
        return d, f"apply (assay_d_{name} {f[0]}).\n{{ {first}}}\n{{ {positive}}}\n"
    if e.op not in "+-*/":
        raise Unsupported(f"Coq: the derivative of {e} is not exported")
    v = e.args[1]
    dv, second = derived(w, v, x)
    parts = f"\n{{ {first}}}\n{{ {second}}}\n"
    if e.op == "/":
        nonzero = w.show(Relation(v, "!=", ZERO))
        return (du * v - u * dv) / v**2, f"apply (assay_d_div {f[0]} {f[1]}).{parts}{{ {nonzero}}}\n"
    name = {"+": "plus", "-": "minus", "*": "mult"}[e.op]
    d = {"+": du + dv, "-": du - dv, "*": du * v + u * dv}[e.op]
    return d, f"apply (assay_d_{name} {f[0]} {f[1]}).{parts}"


def _power(w: World, e: Expr, x: str, f: str) -> tuple[Expr, str]:
    u, k = e.args[0], exponent(e.args[1])
    if k is None and x not in e.args[1].free():
        du, first = derived(w, u, x)
        z, v = w.whole(e.args[1]), e.args[1]
        if w.knows(Relation(v, ">=", ZERO)):
            side = "right. assay_whole. "
        else:
            side = f"left. {w.show(Relation(u, '!=', ZERO))}"
        return v * u ** (v - 1) * du, f"apply (assay_d_power {f} {z}).\n{{ {first}}}\n{{ {side}}}\n"
    if k is None or k.denominator > 2:
        raise Unsupported(f"Coq: the derivative of {e} is not exported")
    if k.denominator == 2:
        return derived(w, Expr("sqrt", (u,)) ** const(k * 2), x)
    if k < 0:
        d, script = derived(w, ONE / u ** const(-k), x)
        body = f"(fun v_{x} : R => {w.term(ONE / u ** const(-k))})"
        return d, f"apply (is_derive_ext {body}).\n{{ intros ext. apply Rmult_1_l. }}\n{script}"
    du, first = derived(w, u, x)
    n = k.numerator
    d = const(n) * u ** const(max(n - 1, 0)) * du
    exact = (
        f"replace ({w.term(d)}) with (INR {n} * {w.term(u)} ^ pred {n} * {w.term(du)}) by "
        f"(simpl INR; simpl pred; ring).\n"
    )
    return d, f"{exact}apply (assay_d_pow {f} {n}). {first}"
