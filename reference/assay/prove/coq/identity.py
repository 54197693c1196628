"""Coq scripts for identities: exponentials, logarithms, roots, powers and sums become polynomials in atoms.

For every such part t of the two sides an equation t = form is proved and rewritten, the largest first; what
is left is an identity of rational functions, for `ring` or `field`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from assay.prove.coq.forms import Scales, exp_atom, form_of
from assay.prove.coq.terms import Unsupported, exponent
from assay.prove.expr import ZERO, Expr, const
from assay.prove.normal import normal, same
from assay.prove.polynomials import monomial_expr, quotient_expr
from assay.prove.statement import Relation

if TYPE_CHECKING:
    from assay.prove.coq.world import World


def opaque(e: Expr) -> bool:
    """Whether `ring` and `field` see e as an atom."""
    if e.op == "^":
        k = exponent(e.args[1])
        return k is None or k.denominator != 1
    return e.op in ("exp", "log", "sqrt", "min", "max", "sum")


def opaque_parts(*sides: Expr) -> list[Expr]:
    """All opaque parts outside of sums, the largest first."""
    found = {p for e in sides for p in e.parts() if opaque(p)}
    return sorted(found, key=lambda p: (-len(str(p)), str(p)))


def denominators(e: Expr) -> Iterator[Expr]:
    """What e divides by, outside of opaque parts."""
    if opaque(e):
        return
    if e.op == "/":
        yield e.args[1]
    if e.op == "^" and (exponent(e.args[1]) or 0) < 0:
        yield e.args[0]
    for a in e.args[:1] if e.op == "^" else e.args:
        yield from denominators(a)


def identity(w: World, a: Expr, b: Expr) -> str:
    """The script that shows a = b, two expressions with the same normal form."""
    if a == b:
        return "reflexivity.\n"
    if not same(a, b):
        raise Unsupported(f"Coq: {a} = {b} is not an identity")
    parts = opaque_parts(a, b)
    parts = opaque_parts(a, b, *parts, *(o for t in parts if t.op == "sum" for o in _outside(t)))
    scales = _scales(parts)
    lines, equations, clear = [], [], []
    nonzero: dict[str, Expr] = {}
    for d in dict.fromkeys([*denominators(a), *denominators(b)]):
        if d.op not in ("const", "exp") and normal(d).constant() is None:
            name = w.fresh("N")
            lines.append(f"assert ({name} : {w.term(d)} <> 0).\n{{ {_nonzero(w, d, nonzero)}}}\n")
            clear.append(_cleared(w, d, scales, name))
            nonzero[name] = d
    for t in parts:
        form, script = form_of(w, t, scales)
        if form != w.term(t):
            name = w.fresh("E")
            equations.append(name)
            lines.append(f"assert ({name} : {w.term(t)} = {form}).\n{{ {script}}}\n")
    for name in equations:
        targets = "".join(f" try rewrite {name} in {n}." for n in nonzero)
        lines.append(f"try rewrite {name}.{targets}\n")
    squares = _squares(w, parts)
    end = "assay_field.\n"
    if squares:
        names = " ".join(name for name, _ in squares)
        end = f"first [assay_field | field [{names}]; repeat split; assay_nonzero | ring [{names}]].\n"
    return "".join([*lines, *clear, *(script for _, script in squares), end])


def _nonzero(w: World, d: Expr, known: Mapping[str, Expr]) -> str:
    """The script for d <> 0: as the kernel sees it, or as a multiple of a product of known denominators."""
    wanted = Relation(d, "!=", ZERO)
    found = w.found(wanted)
    if found is not None:
        return found
    for m, x in known.items():
        for n, y in known.items():
            c = normal(d / (x * y)).constant()
            one = normal(d / x).constant()
            if one is not None or c is not None:
                product = x if one is not None else x * y
                other = const(one or c or 0) * product
                shown = f"exact {m}"
                if one is None:
                    shown = f"apply Rmult_integral_contrapositive_currified; [exact {m} | exact {n}]"
                return (
                    f"replace {w.term(d)} with {w.term(other)}.\n2: {{ {identity(w, other, d)}}}\n"
                    f"apply Rmult_integral_contrapositive_currified; [lra | {shown}].\n"
                )
    return w.show(wanted)


def _cleared(w: World, d: Expr, scales: Scales, name: str) -> str:
    """With d also d times the exponentials that it divides by: what `field` asks for."""
    least: dict[Expr, int] = {}
    form = normal(d)
    for m in (*form.top, *form.bottom):
        for x, k in m:
            if x.op == "exp" and k < 0:
                s = scales.get(x.args[0], 1)
                small = Expr("exp", (const(Fraction(1, s)) * x.args[0] if s != 1 else x.args[0],))
                least[small] = max(least.get(small, 0), int(-k * s))
    if not least:
        return ""
    factor = " * ".join(f"{w.term(x)} ^ {n}" for x, n in least.items())
    return f"pose proof (Rmult_integral_contrapositive_currified _ ({factor}) {name} ltac:(assay_nonzero)).\n"


def _outside(t: Expr) -> Iterator[Expr]:
    """What leaves a sum when it is split."""
    for m in normal(t).top:
        yield monomial_expr(tuple(f for f in m if f[0].op != "sum"))


def _squares(w: World, parts: list[Expr]) -> list[tuple[str, str]]:
    """That the square of each root is what is below it."""
    roots: dict[Expr, Expr] = {}
    for t in parts:
        k = exponent(t.args[1]) if t.op == "^" else None
        if t.op == "sqrt" or (k is not None and k.denominator == 2):
            e = quotient_expr(normal(Expr("sqrt", (t.args[0],))))
            if e.op == "^" and exponent(e.args[1]) == Fraction(1, 2):
                roots.setdefault(e.args[0], t.args[0])
    found = []
    for canonical, written in roots.items():
        name = w.fresh("R")
        x, y = w.term(canonical), w.term(written)
        moved = "" if x == y else f"replace {x} with {y}.\n2: {{ {identity(w, written, canonical)}}}\n"
        shown = f"apply pow2_sqrt. {moved}{w.show(Relation(ZERO, '<=', written))}"
        found.append((name, f"assert ({name} : sqrt {x} ^ 2 = {x}).\n{{ {shown}}}\n"))
    return found


def _scales(parts: list[Expr]) -> Scales:
    """For each exponential atom, the whole number that clears the denominators of its powers."""
    scales: Scales = {}
    for t in parts:
        if t.op == "exp":
            for m, c in normal(t.args[0]).top.items():
                atom = exp_atom(m, normal(t.args[0]))
                scales[atom] = lcm(scales.get(atom, 1), c.denominator)
    return scales
