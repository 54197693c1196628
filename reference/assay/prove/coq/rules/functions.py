"""Coq scripts for the rules apply, powers, extreme, instantiate and cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.prove.coq.rules.steps import Arguments, Premise, applied, entered, opening, parsed, using
from assay.prove.coq.terms import Unsupported, desugar, exponent, whole
from assay.prove.coq.world import World
from assay.prove.expr import ZERO, Expr, constant, exp, log
from assay.prove.facts import Facts
from assay.prove.normal import normal
from assay.prove.reading import relation
from assay.prove.rules.logic import NEGATION
from assay.prove.statement import Relation, Statement


def apply(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """exp, log, sqrt and powers keep order."""
    w, start = entered(s, premises)
    function, given = str(arguments.get("function")), w.read(premises[0][1].conclusion)
    power = parsed(w, arguments.get("exponent", "0"))

    def image(a: Expr) -> Expr:
        return desugar(Expr("^", (a, power)), w.integers) if function == "power" else Expr(function, (a,))

    op, k = given.op, normal(power).constant()
    if function == "power" and constant(power) in (None, 0):
        op = {"<": "<=", ">": ">="}.get(op, op)
    got = Relation(image(given.left), op, image(given.right))
    low, high = (given.left, given.right) if given.op in ("<", "<=") else (given.right, given.left)
    strict = op in ("<", ">")
    lines = [start, f"assert (Q : {w.says(got)}).\n{{ "]
    if given.op == "=":
        lines.append(f"assert (E : {w.says(given)}).\n{{ {w.show(given)}}}\nrewrite E. reflexivity. }}\n")
    else:
        lines.append({">=": "apply Rle_ge. ", ">": "apply Rlt_gt. "}.get(op, ""))
        lines.append(
            _image(w, function, low, high, strict, power, image(low).op == "exp" and k is None) + "}\n"
        )
    return "".join(lines) + w.having(("Q", got)).show(s.conclusion)


def _image(w: World, function: str, low: Expr, high: Expr, strict: bool, power: Expr, real: bool) -> str:
    ordered = w.show(Relation(low, "<" if strict else "<=", high))
    if function == "exp":
        return f"apply {'exp_increasing' if strict else 'assay_exp_le'}.\n{ordered}"
    if function == "log":
        positive = w.show(Relation(ZERO, "<", low))
        return f"apply {'ln_increasing' if strict else 'assay_ln_le'}.\n{{ {positive}}}\n{ordered}"
    below = w.show(Relation(ZERO, "<=", low))
    if function == "sqrt":
        return (
            f"apply assay_sqrt_lt.\n{{ {below}}}\n{ordered}" if strict else f"apply sqrt_le_1_alt.\n{ordered}"
        )
    k = normal(power).constant()
    if k is not None and k.denominator == 1 and strict:
        return f"apply assay_pow_lt; [ | | lia].\n{{ {below}}}\n{ordered}"
    if k is not None and k.denominator == 1:
        return f"apply pow_incr. split.\n{{ {below}}}\n{ordered}"
    if k is not None and k.denominator == 2:
        root = f"sqrt_le_1_alt.\n{ordered}" if not strict else f"assay_sqrt_lt.\n{{ {below}}}\n{ordered}"
        if strict:
            return f"apply assay_pow_lt; [apply sqrt_pos | | lia]. apply {root}"
        return f"apply pow_incr. split; [apply sqrt_pos |]. apply {root}"
    if real or (k is not None and k.denominator > 2):
        positive = w.show(Relation(ZERO, "<", low))
        nonneg = w.show(Relation(ZERO, "<=", power))
        order = "ln_increasing" if strict else "assay_ln_le"
        if strict:
            rise = "apply exp_increasing. apply Rmult_lt_compat_l. { lra. }\n"
            return f"{rise}apply {order}.\n{{ {positive}}}\n{ordered}"
        return (
            f"apply assay_exp_le. apply Rmult_le_compat_l.\n{{ {nonneg}}}\n"
            f"apply {order}.\n{{ {positive}}}\n{ordered}"
        )
    return f"apply assay_power_le; [ | | assay_whole].\n{{ {below}}}\n{ordered}"


def powers(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """Exponents add: for whole ones by powerRZ, for others by the exponential that they are written as."""
    w, start = entered(s, premises)
    base, u, v = (parsed(w, arguments[name]) for name in ("base", "first", "second"))
    got = w.read(Relation(base**u * base**v, "=", base ** (u + v)))
    if whole(u, w.integers) and whole(v, w.integers):
        shown = _whole_powers(w, base, u, v)
    else:
        shown = _real_powers(w, base, u, v, got.right)
    asserted = f"assert (Q : {w.says(got)}).\n{{ {shown}}}\n"
    return start + asserted + w.having(("Q", got)).show(s.conclusion)


def _real_powers(w: World, base: Expr, u: Expr, v: Expr, total: Expr) -> str:
    """Whole symbolic exponents are written as exponentials too."""
    positive, lines, factors = w.show(Relation(ZERO, "<", base)), [], []
    for k in (u, v):
        if (q := exponent(k)) is not None and q.denominator != 1:
            raise Unsupported(f"Coq: the root {base**k} beside a power with a real exponent")
        if whole(k, w.integers) and q is None:
            lines.append(f"rewrite (assay_power_base {w.term(base)} {w.whole(k)}).\n2: {{ {positive}}}\n")
            factors.append(exp(k * log(base)))
        else:
            factors.append(desugar(base**k, w.integers))
    casts = "assay_casts.\n" if lines else ""
    return "".join(lines) + casts + w.identity(factors[0] * factors[1], total)


def _whole_powers(w: World, base: Expr, u: Expr, v: Expr) -> str:
    """A power with a constant exponent is one of powerRZ by computation."""
    b, m, n, total = w.term(base), w.whole(u), w.whole(v), normal(u + v).constant()
    orders = [Relation(e, ">=", ZERO) for e in (u, v)]
    if all(w.knows(r) for r in orders):
        side = "right. split; assay_whole. "
    else:
        side = f"left. {w.show(Relation(base, '!=', ZERO))}"
    equal = f"transitivity (powerRZ {b} {m} * powerRZ {b} {n}).\n{{ reflexivity. }}\n"
    end = "reflexivity.\n"
    if total is not None:
        end = f"replace ({m} + {n})%Z with ({total})%Z by ring. {end}"
    return f"{equal}rewrite (assay_powers {b} {m} {n}).\n2: {{ {side}}}\n{end}"


def extreme(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """A min or max is a bound, and one of its arguments."""
    w, start = entered(s, premises)
    m = parsed(w, arguments["of"])
    a, b = m.args
    n = "R" + m.op
    op = ">=" if m.op == "max" else "<="
    facts = [
        ("Q0", Relation(m, op, a), f"unfold {n}; destruct (Rle_dec _ _); lra."),
        ("Q1", Relation(m, op, b), f"unfold {n}; destruct (Rle_dec _ _); lra."),
        ("Q2", Relation((m - a) * (m - b), "=", ZERO), f"unfold {n}; destruct (Rle_dec _ _); ring."),
    ]
    kernel = Facts(s.context, tuple(p for _, p in premises))
    for k, (x, y) in enumerate(((a, b), (b, a))):
        if kernel.holds(Relation(x, op, y)):
            order = w.fresh("O")
            shown = f"assert ({order} : {w.says(Relation(x, op, y))}).\n{{ {w.show(Relation(x, op, y))}}}\n"
            facts.append(
                (f"Q{k + 3}", Relation(m, "=", x), f"{shown}unfold {n}; destruct (Rle_dec _ _); lra.")
            )
    lines = [f"assert ({label} : {w.says(r)}).\n{{ {proof} }}\n" for label, r, proof in facts]
    w = w.having(*((label, r) for label, r, _ in facts))
    return start + "".join(lines) + w.show(s.conclusion)


def instantiate(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """A premise at terms."""
    w, start = opening(s)
    label, p = premises[0]
    w, more = using(w, s.context, premises[1:])
    given = arguments.get("terms", {})
    terms = {str(k): parsed(w, v) for k, v in given.items()} if isinstance(given, Mapping) else {}
    got = w.read(p.conclusion.substitute(terms))
    w2 = w.having(("Q", got))
    return (
        f"{start}{more}assert (Q : {w.says(got)}).\n{{ {applied(w, label, p, terms)}}}\n"
        f"{w2.show(s.conclusion)}"
    )


def cases(s: Statement, arguments: Arguments, premises: Sequence[Premise]) -> str:
    """A comparison is true or false."""
    w, start = opening(s)
    on = w.read(relation(str(arguments["on"])))
    negated = Relation(on.left, NEGATION[on.op], on.right)
    branches = []
    for (label, p), case in zip(premises, (on, negated), strict=False):
        inside = w.having(("X", case))
        inside, more = using(inside, s.context.given(case), premises[2:])
        conclusion = inside.read(p.conclusion)
        branches.append(
            f"{{ assert (Y : {inside.says(conclusion)}).\n{{ {applied(inside, label, p, {})}}}\n"
            f"{more}{inside.having(('Y', conclusion)).show(s.conclusion)}}}\n"
        )
    choice = f"assert (O : {w.says(on)} \\/ {w.says(negated)}).\n{{ {_decide(w, on)} }}\n"
    return f"{start}{choice}destruct O as [X|X].\n{''.join(branches)}"


def _decide(w: World, on: Relation) -> str:
    a, b = w.term(on.left), w.term(on.right)
    if on.op in ("=", "!="):
        return f"destruct (Req_dec {a} {b}); tauto."
    return f"destruct (Rle_or_lt {a} {b}); destruct (Rle_or_lt {b} {a}); lra."
