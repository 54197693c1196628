"""What an exponential, logarithm, root, power, min or max is in terms of atoms, and the Coq script for it."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from assay.prove.coq.sum_forms import split_sum
from assay.prove.coq.terms import LARGEST_POWER, Unsupported, exponent
from assay.prove.expr import ONE, ZERO, Expr, const, log
from assay.prove.normal import normal, same
from assay.prove.polynomials import Monomial, Quotient, monomial_expr, polynomial_expr, quotient_expr
from assay.prove.statement import Relation

if TYPE_CHECKING:
    from assay.prove.coq.world import World

Scales = dict[Expr, int]


def _large(u: Quotient, scales: Scales) -> bool:
    """Whether a power of an exponential would be too large to write down."""
    return any(abs(c * scales[exp_atom(m, u)]) > LARGEST_POWER for m, c in u.top.items())


def exp_atom(m: Monomial, u: Quotient) -> Expr:
    """What an exponential of a sum is split into: the monomial over the denominator."""
    inner = monomial_expr(m)
    return inner if u.whole else inner / polynomial_expr(u.bottom)


def form_of(w: World, t: Expr, scales: Scales) -> tuple[str, str]:
    """What an opaque part is in terms of atoms, and the script that shows it."""
    if t.op == "exp":
        return _exponential(w, t, scales)
    if t.op == "log":
        return _logarithm(w, t)
    if t.op in ("min", "max"):
        return _extreme(w, t)
    if t.op == "sum":
        return split_sum(w, t)
    if t.op == "^" and exponent(t.args[1]) is None:
        return _power(w, t, scales)
    return _root(w, t)


def _exponential(w: World, t: Expr, scales: Scales) -> tuple[str, str]:
    """exp(sum of c m) as the product of exp(m / scale)^(c scale); exp(c log a) is a^c."""
    u = normal(t.args[0])
    if not u.top:
        return (
            "1",
            f"transitivity (exp 0).\n{{ apply f_equal. {w.identity(t.args[0], ZERO)}}}\napply exp_0.\n",
        )
    if _large(u, scales):
        whole = quotient_expr(u)
        return w.term(Expr("exp", (whole,))), f"apply f_equal. {w.identity(t.args[0], whole)}"
    if len(u.top) == 1:
        ((m, c),) = u.top.items()
        s = scales[exp_atom(m, u)]
        if c * s == 1 and not _is_log(m, u):
            canonical = const(c) * exp_atom(m, u) if c != 1 else exp_atom(m, u)
            form = w.term(Expr("exp", (canonical,)))
            return form, f"apply f_equal. {w.identity(t.args[0], canonical)}"
    total: Expr = ZERO
    factors: list[str] = []
    undo: list[str] = []
    for m, c in u.top.items():
        atom = exp_atom(m, u)
        s = scales[atom]
        n = int(c * s)
        small = const(Fraction(1, s)) * atom if s != 1 else atom
        total = total + const(n) * small
        if _is_log(m, u) and s == 1:
            base = w.term(m[0][0].args[0])
            factors.append(_to_the(base, n))
            undo.append(_undo_log(w, t, m[0][0].args[0], factors[-1], _to_the(f"(exp (ln {base}))", n)))
        else:
            factors.append(_to_the(w.term(Expr("exp", (small,))), n))
    script = (
        f"transitivity (exp {w.term(total)}).\n{{ apply f_equal. {w.identity(t.args[0], total)}}}\n"
        f"{''.join(undo)}assay_powers. apply f_equal. simpl INR. "
        "first [reflexivity | ring | field; repeat split; assay_nonzero].\n"
    )
    return "(" + " * ".join(factors) + ")", script


def _to_the(base: str, n: int) -> str:
    return f"({base} ^ {n})" if n > 0 else f"(/ ({base} ^ {-n}))"


def _undo_log(w: World, t: Expr, a: Expr, old: str, new: str) -> str:
    """Write a power of a as a power of exp (ln a); a > 0 is seen for a as it is written in t."""
    name = w.fresh("L")
    written = [p.args[0] for p in t.parts() if p.op == "log" and same(p.args[0], a)]
    b = next((p for p in written if w.knows(Relation(ZERO, "<", p))), a)
    moved = "" if a == b else f"replace {w.term(a)} with {w.term(b)}.\n2: {{ {w.identity(b, a)}}}\n"
    return (
        f"assert ({name} : exp (ln {w.term(a)}) = {w.term(a)}).\n"
        f"{{ apply exp_ln. {moved}{w.show(Relation(ZERO, '<', b))}}}\n"
        f"replace {old} with {new} by (rewrite {name}; reflexivity).\n"
    )


def _is_log(m: Monomial, u: Quotient) -> bool:
    return u.whole and len(m) == 1 and m[0][0].op == "log" and m[0][1] == 1


def _logarithm(w: World, t: Expr) -> tuple[str, str]:
    """log of a positive rational times exponentials as a sum, or the log of the normal form."""
    form = normal(t)
    e = quotient_expr(form)
    if e.op == "log":
        return w.term(e), f"apply f_equal. {w.identity(t.args[0], e.args[0])}"
    return w.term(e), f"apply assay_ln_is. {w.identity(Expr('exp', (e,)), t.args[0])}"


def _extreme(w: World, t: Expr) -> tuple[str, str]:
    """min or max: one of the arguments if they differ by a constant, else with both in normal form."""
    e = quotient_expr(normal(t))
    a, b = t.args
    if e.op == t.op:
        in_order = same(a, e.args[0]) and same(b, e.args[1])
        first, second = (a, b) if in_order else (b, a)
        swap = "" if in_order else f"rewrite R{t.op}_comm. "
        return w.term(e), (
            f"{swap}apply f_equal2.\n{{ {w.identity(first, e.args[0])}}}\n"
            f"{{ {w.identity(second, e.args[1])}}}\n"
        )
    left = same(a, e)
    lemma = f"R{t.op}_{'left' if left else 'right'}"
    low, high = (a, b) if (t.op == "min") == left else (b, a)
    return w.term(a if left else b), f"apply {lemma}. {w.show(Relation(low, '<=', high))}"


def _root(w: World, t: Expr) -> tuple[str, str]:
    """A square root, or an odd power of one."""
    base = t.args[0]
    k = Fraction(1, 2) if t.op == "sqrt" else exponent(t.args[1])
    if k is None or k.denominator != 2:
        raise Unsupported(f"Coq: the root {t} is not exported")
    e = quotient_expr(normal(Expr("sqrt", (base,))))
    if e.op == "^" and exponent(e.args[1]) == Fraction(1, 2):
        form = f"(sqrt {w.term(e.args[0])})"
        script = f"apply f_equal. {w.identity(base, e.args[0])}"
    elif any(p.op == "^" and (exponent(p.args[1]) or ONE) == Fraction(1, 2) for p in e.parts()):
        return w.term(t), "reflexivity.\n"
    else:
        form = w.term(e)
        script = (
            f"apply sqrt_lem_1.\n{{ {w.show(_le0(base))}}}\n"
            f"{{ {w.show(_le0(e))}}}\n{{ {w.identity(e * e, base)}}}\n"
        )
    if t.op == "sqrt":
        return form, script
    n = abs(k.numerator)
    outer = f"({form} ^ {n})" if k > 0 else f"(/ ({form} ^ {n}))"
    name = w.fresh("S")
    shown = f"assert ({name} : sqrt {w.term(base)} = {form}).\n{{ {script}}}\n"
    return outer, f"{shown}rewrite {name}. reflexivity.\n"


def _le0(e: Expr) -> Relation:
    return Relation(ZERO, "<=", e)


def _power(w: World, t: Expr, scales: Scales) -> tuple[str, str]:
    """base^e with both in normal form; a positive constant or exponential base becomes an exponential."""
    base, e = t.args
    b, u = normal(base), normal(e)
    if b.whole and len(b.top) == 1 and all(x.op in ("exp", "const") for m in b.top for x, _ in m):
        ((_, c),) = b.top.items()
        if c > 0:
            as_exp = Expr("exp", (e * log(base),))
            for m, q in normal(as_exp.args[0]).top.items():
                atom = exp_atom(m, normal(as_exp.args[0]))
                scales[atom] = lcm(scales.get(atom, 1), q.denominator)
            form, script = _exponential(w, as_exp, scales)
            positive = w.show(Relation(ZERO, "<", base))
            return form, f"rewrite assay_power_base.\n2: {{ {positive}}}\nassay_casts.\n{script}"
    rest = polynomial_expr(u.top)
    canonical = quotient_expr(b)
    inner = "" if canonical == base else _replace_base(w, base, canonical)
    form = f"(powerRZ {w.term(canonical)} {w.whole(rest)})"
    return form, f"{inner}replace {w.whole(e)} with {w.whole(rest)} by ring. reflexivity.\n"


def _replace_base(w: World, base: Expr, canonical: Expr) -> str:
    name = w.fresh("B")
    return (
        f"assert ({name} : {w.term(base)} = {w.term(canonical)}).\n{{ {w.identity(base, canonical)}}}\n"
        f"rewrite {name}. "
    )
