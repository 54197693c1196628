"""Signs of a polynomial in one variable for Coq: a product of factors whose sign is plain.

p is split by multiplicity. Of each part the roots at the ends of the range are taken out as x - a and b - x;
what remains has no root on the closed range, so on finitely many pieces [l, u] it is a positive constant plus
non-negative multiples of (x - l)^i (u - x)^j (Bernstein's basis), or of (x - l)^i on a half-line.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from flint import fmpq

from assay.prove.coq.terms import Unsupported, rational
from assay.prove.expr import var
from assay.prove.roots import Coefficients, sample
from assay.prove.roots import polynomial as flint_polynomial
from assay.prove.roots import rational as flint_rational
from assay.prove.statement import Range

if TYPE_CHECKING:
    from assay.prove.coq.world import World

MOST_DEGREE, MOST_PIECES = 40, 60


@dataclass(frozen=True)
class Factor:
    """g^multiplicity; sign * g > 0, or >= 0 if `g` is linear with its root at an end that is included."""

    g: Coefficients
    multiplicity: int
    sign: int
    script: str
    strict: bool


def polynomial(p: Coefficients, x: str) -> str:
    """The Coq term of a polynomial."""
    return "(" + (" + ".join(f"{rational(c)} * {x} ^ {k}" for k, c in enumerate(p) if c) or "0") + ")"


def layers(p: Coefficients) -> list[tuple[Coefficients, int]]:
    """The products of the irreducible factors of each multiplicity (monic)."""
    _, found = flint_polynomial(p).factor_squarefree()
    monic = [([_fraction(c / f[f.degree()]) for c in f.coeffs()], k) for f, k in found if f.degree() > 0]
    return sorted(monic, key=lambda layer: layer[1])


def _fraction(q: fmpq) -> Fraction:
    return Fraction(int(q.p), int(q.q))


def value(p: Coefficients, x: Fraction) -> Fraction:
    """p(x)."""
    return _fraction(flint_polynomial(p)(flint_rational(x)))


def sign_script(w: World, p: Coefficients, r: Range, strict: bool) -> str:
    """The script for 0 <= p(x), or 0 < p(x), on the range.

    Raises:
        Unsupported: the degree or the number of pieces is too large.
    """
    if len(p) > MOST_DEGREE:
        raise Unsupported(f"Coq: a polynomial of degree {len(p) - 1} is not exported")
    x = w.term(var(r.name))
    op = "<" if strict else "<="
    if len(p) <= 1:
        return "lra.\n"
    factors = [f for g, k in layers(p) for f in _split(w, g, k, r, x, strict)]
    lines = [f.script for f in factors]
    scale, texts, proof = p[-1], [], "lra.\n"
    for n, f in enumerate(factors):
        scale *= f.sign**f.multiplicity
        text = f"({f.sign} * {polynomial(f.g, x)})"
        texts.append(f"{text} ^ {f.multiplicity}")
        if strict or f.strict:
            power = f"apply pow_lt; exact F{n}."
        elif f.multiplicity % 2:
            power = f"apply pow_le; exact F{n}."
        else:
            power = f"apply (assay_even {text} {f.multiplicity // 2})."
        power = power if strict or not f.strict else f"apply Rlt_le; {power}"
        proof = f"apply {'Rmult_lt_0_compat' if strict else 'Rmult_le_pos'}.\n{{ {proof}}}\n{{ {power} }}\n"
        if f.script:
            sign_op = "<" if f.strict else "<="
            lines[n] = f"assert (F{n} : 0 {sign_op} {text}).\n{{ {f.script}}}\n"
    product = " * ".join([rational(scale), *texts])
    return (
        "".join(lines) + f"assert (F : {polynomial(p, x)} = {product}) by field.\n"
        f"assert (FS : 0 {op} {product}).\n{{ {proof}}}\nrewrite F. exact FS.\n"
    )


def _split(w: World, g: Coefficients, k: int, r: Range, x: str, strict: bool) -> list[Factor]:
    """The factors of one layer with their signs."""
    found = []
    for end, is_open, s in ((r.low, r.low_open, 1), (r.high, r.high_open, -1)):
        if end is not None and value(g, end) == 0:
            linear = flint_polynomial([-end, Fraction(1)])
            g = [_fraction(c) for c in (flint_polynomial(g) // linear).coeffs()]
            found.append(Factor([-end, Fraction(1)], k, s, "lra.\n", is_open))
    if len(g) == 1:
        return found
    if k % 2 == 0 and not strict:
        return [*found, Factor(g, k, 1, "", False)]
    s = 1 if value(g, sample(r)) > 0 else -1
    return [*found, Factor(g, k, s, _positive([s * c for c in g], r, x, f"({s} * {polynomial(g, x)})"), True)]


def _positive(h: Coefficients, r: Range, x: str, text: str) -> str:
    """The script for 0 < h(x), where h has no root on the closed range."""
    pieces = _pieces(h, r.low, r.high)
    script = ""
    for low, high in reversed(pieces):
        one = _piece(h, low, high, x, text)
        if not script:
            script = one
        elif high is not None:
            script = f"destruct (Rle_or_lt {x} {rational(high)}).\n{{ {one}}}\n{{ {script}}}\n"
    return script


Piece = tuple[Fraction | None, Fraction | None]


def _pieces(h: Coefficients, low: Fraction | None, high: Fraction | None) -> list[Piece]:
    """Pieces on each of which all coefficients are positive (constant) or >= 0."""
    if low is None and high is None:
        return _pieces(h, None, Fraction(0)) + _pieces(h, Fraction(0), None)
    todo: list[Piece] = [(low, high)]
    done: list[Piece] = []
    while todo:
        a, b = todo.pop()
        if _basis(h, a, b) is not None:
            done.append((a, b))
            continue
        if len(todo) + len(done) > MOST_PIECES:
            raise Unsupported("Coq: the polynomial needs too many pieces")
        if a is not None and b is not None:
            middle = (a + b) / 2
        elif a is not None:
            middle = a + max(Fraction(1), abs(a))
        else:
            edge = b if b is not None else Fraction(0)
            middle = edge - max(Fraction(1), abs(edge))
        todo += [(middle, b), (a, middle)]
    return done


def _shift(h: Coefficients, a: Fraction) -> Coefficients:
    """The coefficients of h(a + t)."""
    return [
        sum((c * comb(k, j) * a ** (k - j) for k, c in enumerate(h) if k >= j), Fraction(0))
        for j in range(len(h))
    ]


def _basis(h: Coefficients, a: Fraction | None, b: Fraction | None) -> tuple[Fraction, Coefficients] | None:
    """A constant > 0 and coefficients >= 0 of h on the piece, if they are so."""
    if a is None and b is not None:
        return _basis([c * (-1) ** k for k, c in enumerate(h)], -b, None)
    if a is None:
        return None
    if b is None:
        shifted = _shift(h, a)
        return (shifted[0], [Fraction(0), *shifted[1:]]) if shifted[0] > 0 and min(shifted) >= 0 else None
    d = len(h) - 1
    unit = [c * (b - a) ** k for k, c in enumerate(_shift(h, a))]
    bernstein = [
        sum((Fraction(comb(i, k), comb(d, k)) * unit[k] for k in range(i + 1)), Fraction(0))
        for i in range(d + 1)
    ]
    least = min(bernstein)
    if least <= 0:
        return None
    return least, [(c - least) * comb(d, i) / (b - a) ** d for i, c in enumerate(bernstein)]


def _piece(h: Coefficients, a: Fraction | None, b: Fraction | None, x: str, text: str) -> str:
    found = _basis(h, a, b)
    if found is None:
        raise Unsupported("Coq: no positive coefficients on a piece")
    constant, coefficients = found
    d = len(h) - 1
    low = f"({x} - {rational(a)})" if a is not None else "1"
    high = f"({rational(b)} - {x})" if b is not None else "1"
    lines, terms = [], [rational(constant)]
    for i, c in enumerate(coefficients):
        if c == 0:
            continue
        if a is not None and b is not None:
            t = f"{low} ^ {i} * {high} ^ {d - i}"
            sign = "apply Rmult_le_pos; apply pow_le; lra"
        else:
            t = f"{low if a is not None else high} ^ {i}"
            sign = "apply pow_le; lra"
        lines.append(f"assert (X{i} : 0 <= {rational(c)} * ({t})) by (apply Rmult_le_pos; [lra | {sign}]).\n")
        terms.append(f"{rational(c)} * ({t})")
    names = " ".join(f"X{i}" for i, c in enumerate(coefficients) if c)
    total = " + ".join(terms)
    return (
        "".join(lines)
        + f"assert (XE : {text} = {total}) by field.\nrewrite XE. clear XE. revert {names}.\n"
        + "".join(f"generalize ({t}). " for t in terms[1:])
        + "intros. lra.\n"
        if names
        else f"assert (XE : {text} = {total}) by field.\nrewrite XE. lra.\n"
    )
