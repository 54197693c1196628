"""Coq scripts for interval arithmetic: a bound of every part of an expression, from the parts below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assay.prove.coq.terms import exponent, rational
from assay.prove.expr import ZERO, Expr, const, constant
from assay.prove.normal import normal
from assay.prove.ranges import Span, _span, negate, nonnegative, positive, span
from assay.prove.statement import End, Relation

if TYPE_CHECKING:
    from assay.prove.coq.world import World

NUMBER = (
    "(first [lra | rewrite exp_0; lra | rewrite ln_1; lra | rewrite ?sqrt_0, ?sqrt_1; lra | interval "
    "| interval with (i_prec 100)])"
)


@dataclass
class Bounds:
    """The bounds asserted so far, by expression: names of the hypotheses."""

    world: World
    lines: list[str] = field(default_factory=list)
    names: dict[Expr, list[str]] = field(default_factory=dict)

    def add(self, e: Expr, only: str = "") -> list[str]:
        """Assert the finite bounds of e (or one of them), after those of its parts; the names."""
        if e in self.names:
            return self.names[e]
        k = exponent(e.args[1]) if e.op == "^" else None
        if k is not None and k.denominator == 2:
            return self.add(Expr("sqrt", e.args[:1]) ** const(2 * k))
        known = self.world.known
        whole, own = span(e, known), _span(e, known)
        below = (
            []
            if e.op in ("const", "var", "sum") or constant(e) is not None
            else [self.add(a) for a in self.parts(e)]
        )
        names = []
        for side, end in enumerate(whole):
            if end[0][0] or (only and (only == "high") != (side == 1)):
                continue
            name = self.world.fresh("U" if side else "L")
            given = end != own[side] or e.op == "var" or constant(e) is not None
            proof = "lra.\n" if given else self.step(e, side == 1, end, below)
            self.lines.append(_asserted(name, self.says(e, side == 1, end), proof))
            names.append(name)
        self.names[e] = names
        return names

    def parts(self, e: Expr) -> tuple[Expr, ...]:
        """The parts whose bounds matter."""
        if e.op == "^" and exponent(e.args[1]) is not None:
            return e.args[:1]
        return e.args

    def says(self, e: Expr, up: bool, end: End) -> str:
        """The bound as a proposition."""
        op = "<" if end[1] else "<="
        text, q = self.world.term(e), rational(end[0][1])
        return f"{text} {op} {q}" if up else f"{q} {op} {text}"

    def spans(self, e: Expr) -> list[Span]:
        """The ranges of the parts."""
        return [span(a, self.world.known) for a in self.parts(e)]

    def step(self, e: Expr, up: bool, end: End, below: list[list[str]]) -> str:
        """The proof of one bound."""
        if e.op in ("neg", "+", "-"):
            return "lra.\n"
        if e.op in ("min", "max"):
            return f"unfold R{e.op}; destruct (Rle_dec _ _); lra.\n"
        if e.op == "*":
            return self.product(e, up, end, below)
        if e.op == "/":
            return self.quotient(e, up, end, below)
        if e.op in ("exp", "log", "sqrt"):
            return self.function(e, up, end)
        if e.op == "sum":
            return self.sum(e, up)
        return self.power(e, up, end, below)

    def product(self, e: Expr, up: bool, end: End, below: list[list[str]]) -> str:
        """A product of two intervals."""
        a, b = self.spans(e)
        if e.args[0] == e.args[1] and not up and end[0][1] == 0 and not end[1]:
            return "apply assay_sq.\n"
        if not up and end[0][1] == 0 and nonnegative(a) and nonnegative(b):
            strict = end[1] and positive(a) and positive(b)
            return "apply Rmult_lt_0_compat; lra.\n" if strict else "apply Rmult_le_pos; lra.\n"
        if any(constant(a) is not None for a in e.args):
            return "lra.\n"
        return self.nonlinear([x for names in below for x in names], list(e.args))

    def nonlinear(self, names: list[str], parts: list[Expr], inverse: str = "") -> str:
        """By products of the bounds of the parts alone."""
        terms = [inverse] * bool(inverse) + [
            self.world.term(p) for p in dict.fromkeys(parts) if constant(p) is None
        ]
        general = "".join(f"generalize {t}. " for t in terms)
        return f"revert {' '.join(names)}. {general}clear. intros. nra.\n" if names else "nra.\n"

    def quotient(self, e: Expr, up: bool, end: End, below: list[list[str]]) -> str:
        """a / b = a * / b, where b has a sign; for b > 0 a bound q of a / b is a bound of a by q b."""
        bottom = self.world.term(e.args[1])
        a, b = self.spans(e)
        i, j = self.world.fresh("J"), self.world.fresh("J")
        if positive(b):
            start = f"unfold Rdiv. assert ({i} : 0 < / {bottom}) by (apply Rinv_0_lt_compat; lra).\n"
            if nonnegative(a) and not up and end[0][1] == 0:
                return start + f"apply {'Rmult_lt_0_compat' if end[1] else 'Rmult_le_pos'}; lra.\n"
            return f"apply assay_div_{'high' if up else 'low'}{'_strict' if end[1] else ''}; lra.\n"
        start = f"unfold Rdiv. assert ({i} : / {bottom} < 0) by (apply Rinv_lt_0_compat; lra).\n"
        inverse = f"assert ({j} : {bottom} * / {bottom} = 1) by (apply Rinv_r; lra).\n"
        names = [*below[0], *below[1], i, j]
        return start + inverse + self.nonlinear(names, [e.args[1], e.args[0]], f"(/ {bottom})")

    def function(self, e: Expr, up: bool, end: End) -> str:
        """exp, log and sqrt keep order."""
        low, high = self.spans(e)[0]
        inner = high if up else low
        name = {"log": "ln"}.get(e.op, e.op)
        if e.op == "sqrt" and not up and end[0][1] == 0:
            return "apply sqrt_lt_R0; lra.\n" if end[1] else "apply sqrt_pos.\n"
        if inner[0][0] or (e.op == "exp" and not up and end[0][1] == 0):
            return "apply exp_pos.\n" if e.op == "exp" else "interval.\n"
        q = rational(inner[0][1])
        text, limit = self.world.term(e.args[0]), rational(end[0][1])
        rise = {
            "exp": ("apply assay_exp_le; lra", "apply exp_increasing; lra"),
            "log": ("apply assay_ln_le; lra", "apply ln_increasing; lra"),
            "sqrt": ("apply sqrt_le_1_alt; lra", "apply assay_sqrt_lt; lra"),
        }[e.op]
        exact = f"({name} {q})"
        pair = (f"{name} {text}", exact) if up else (exact, f"{name} {text}")
        lines = [
            f"assert ({pair[0]} <= {pair[1]}) by ({rise[0]}).\n",
            f"assert ({exact} <= {limit}) by {NUMBER}.\n"
            if up
            else f"assert ({limit} <= {exact}) by {NUMBER}.\n",
        ]
        if end[1]:
            if inner[1]:
                lines[0] = f"assert ({pair[0]} < {pair[1]}) by ({rise[1]}).\n"
            else:
                lines[1] = lines[1].replace("<=", "<")
        return "".join(lines) + "lra.\n"

    def power(self, e: Expr, up: bool, end: End, below: list[list[str]]) -> str:
        """A power with a whole exponent, or a symbolic one."""
        k = exponent(e.args[1])
        base = self.world.term(e.args[0])
        if k is None:
            if not up and end[0][1] == 0:
                lemma = "assay_power_pos; lra" if end[1] else "assay_power_nonneg; [lra | assay_whole]"
                return f"first [apply {lemma} | apply Rlt_le, assay_power_pos; lra].\n"
            if not up:
                return "apply assay_power_ge_1; [lra | assay_whole].\n"
            return "apply assay_power_le_1; [lra | lra | assay_whole].\n"
        n = abs(k.numerator)
        if k < 0:
            i, j = self.world.fresh("J"), self.world.fresh("J")
            body = f"({base} ^ {n})"
            return (
                f"assert ({i} : 0 < {body}) by ({_positive_power(base, n)}).\n"
                f"pose proof (Rinv_0_lt_compat {body} {i}) as {j}.\nfirst [lra | interval | "
                f"(assert (/ {body} * {body} = 1) by (apply Rinv_l; lra); nra)].\n"
            )
        if not up and end[0][1] == 0:
            even = f"apply (assay_even {base} {n // 2})" if n % 2 == 0 else "apply pow_le; lra"
            strict = f"{_positive_power(base, n)}.\n"
            return strict if end[1] else f"first [apply pow_le; lra | {even}].\n"
        inside = self.spans(e)[0]
        edge = inside[1 if up else 0]
        if not edge[0][0] and n % 2 and nonnegative(negate(inside)):
            return self.negative_power(base, n, up, edge, end[1])
        if not edge[0][0] and edge[0][1] >= 0:
            q = rational(edge[0][1])
            move = "apply assay_pow_lt; [lra | lra | lia]" if end[1] else "apply pow_incr; lra"
            pair = f"{base} ^ {n}", f"{q} ^ {n}"
            left, right = pair if up else pair[::-1]
            return (
                f"assert ({left} {'<' if end[1] else '<='} {right}) by ({move}).\n"
                "first [lra | (simpl in *; lra)].\n"
            )
        return self.nonlinear(below[0], [e.args[0]])

    def negative_power(self, base: str, n: int, up: bool, edge: End, strict: bool) -> str:
        """An odd power of something <= 0: x^n = -(-x)^n."""
        q = rational(edge[0][1])
        move = "apply assay_pow_lt; [lra | lra | lia]" if strict else "apply pow_incr; lra"
        pair = f"(- {q}) ^ {n}", f"(- {base}) ^ {n}"
        left, right = pair if up else pair[::-1]
        return (
            f"assert ({left} {'<' if strict else '<='} {right}) by ({move}).\n"
            f"assert ({base} ^ {n} = - (- {base}) ^ {n}) by ring.\n"
            f"assert ({q} ^ {n} = - (- {q}) ^ {n}) by field.\n"
            "first [lra | (simpl in *; lra)].\n"
        )

    def sum(self, e: Expr, up: bool) -> str:
        """A sum has the sign of its terms."""
        first, last = (normal(a).constant() for a in e.args[:2])
        if first is not None and last is not None and first > last:
            return "rewrite assay_sum_empty by lia; lra.\n"
        inside, intro = self.world.summand(e.name, *e.args[:2])
        wanted = Relation(e.args[2], "<=", ZERO) if up else Relation(ZERO, "<=", e.args[2])
        return f"apply assay_sum_{'nonpos' if up else 'nonneg'}. {intro}{inside.show(wanted)}"


def _asserted(name: str, says: str, proof: str) -> str:
    """A bound; one that needs products of bounds may fail, as not every bound is needed in the end."""
    if not proof.endswith("nra.\n"):
        return f"assert ({name} : {says}).\n{{ {proof}}}\n"
    steps = [s.strip() for s in re.split(r"\.\s", proof) if s.strip()]
    return f"try (assert ({name} : {says}) by ({'; '.join(steps)})).\n"


def script(world: World, e: Expr, side: str) -> str:
    """Assert the bounds of e and of everything below it."""
    found = Bounds(world)
    found.add(e, side)
    return "".join(found.lines)


def _positive_power(base: str, n: int) -> str:
    """0 < base^n: of a base > 0, or an even power of a base < 0."""
    if n % 2:
        return "apply pow_lt; lra"
    moved = f"replace ({base} ^ {n}) with ((- {base}) ^ {n}) by ring; apply pow_lt; lra"
    return f"first [apply pow_lt; lra | {moved}]"
