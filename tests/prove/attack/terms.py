"""Terms and contexts with corners, and the rewritings that are right everywhere but there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from assay.prove.expr import ONE, ZERO, Expr, const, exp, finite_sum, log, sqrt, var
from assay.prove.statement import Context, Range, Relation

T = TypeVar("T")
OPS = ("<", "<=", ">", ">=", "=", "=", "=", "!=")
ENDS: tuple[tuple[int | None, int | None, str], ...] = (
    *((0, 1, "[]"), (0, 0, "[]"), (1, 1, "[]"), (0, 1, "()"), (0, 1, "[)"), (0, 1, "(]")),
    *((0, None, "[)"), (0, None, "()"), (1, None, "[)"), (1, None, "()"), (-1, 1, "[]"), (-1, 0, "[)")),
    *((None, 0, "(]"), (None, 0, "()"), (None, None, "()"), (-1, None, "[)"), (2, 3, "[]")),
)
WHOLE_ENDS: tuple[tuple[int | None, int | None, str], ...] = (
    *((0, None, "[)"), (-1, None, "[)"), (1, None, "[)"), (None, None, "()"), (0, 0, "[]"), (1, 1, "[]")),
    *((-1, 1, "[]"), (0, 2, "[]"), (None, 0, "(]"), (-2, -1, "[]")),
)


def interval(name: str, ends: tuple[int | None, int | None, str], integer: bool = False) -> Range:
    """A range from two ends and their brackets."""
    low, high, brackets = ends
    left, right = (None if e is None else Fraction(e) for e in (low, high))
    return Range(name, left, right, brackets[0] == "(", brackets[1] == ")", integer)


class Draw:
    """A source of terms with corners."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.where = Context()

    def maybe(self, chance: float) -> bool:
        """True with this chance."""
        return self.rng.random() < chance

    def one(self, choices: Sequence[T]) -> T:
        """One of them."""
        return self.rng.choice(choices)

    def context(self) -> Context:
        """Some of x, y, n, m in ranges with corners, sometimes with a condition on them."""
        names = self.one(["x", "n", "xn", "xn", "xn", "xy", "nm", "xnm", "xyn"])
        where = Context(
            tuple(interval(v, self.one(WHOLE_ENDS if v in "nm" else ENDS), v in "nm") for v in names)
        )
        self.where = where.given(self.condition(names)) if self.maybe(0.25) else where
        return self.where

    def vanishing(self, names: str) -> list[Expr]:
        """What is 0 at an end of a range of the last context."""
        ranges = [r for r in self.where.ranges if r.name in names]
        low = [var(r.name) - const(r.low) if r.low else var(r.name) for r in ranges if r.low is not None]
        return low + [const(r.high) - var(r.name) for r in ranges if r.high is not None]

    def condition(self, names: str) -> Relation:
        """A side condition that leaves a corner, or cuts one off."""
        v, w = var(self.one(names)), var(self.one(names))
        left = self.one([v, v, v - w, v * w, v + 1, v - 1])
        return Relation(left, self.one(("=", "!=", "<=", ">=", ">", "<")), self.one([ZERO, ZERO, ONE]))

    def base(self, names: str) -> Expr:
        """What is 0, 1 or negative at a corner."""
        if (found := self.vanishing(names)) and self.maybe(0.3):
            return self.one([*found, ZERO, found[0] - found[0]])
        v, w = var(self.one(names)), var(self.one(names))
        constants: list[Expr] = [ZERO, ZERO, ONE, const(-1), const(2), const(Fraction(1, 2))]
        plain = [v, v, v, -v, v - 1, ONE - v, v + 1, v - v, v * w, v - w, v / w, v**2]
        odd = [exp(v), log(v), sqrt(v), Expr("max", (v, ZERO)), Expr("min", (v, ZERO)), self.sum(names)]
        return self.one([self.one(constants), self.one(plain), self.one(plain), self.one(odd)])

    def exponent(self, names: str) -> Expr:
        """What is 0 or negative at a corner."""
        if (found := self.vanishing(names)) and self.maybe(0.5):
            return self.one(found)
        v, w = var(self.one(names)), var(self.one(names))
        k = const(self.one([Fraction(k) for k in (-2, -1, 0, 1, 2)] + [Fraction(1, 2), Fraction(-1, 2)]))
        return self.one([v, v, v + 1, v + 1, v - 1, -v, const(2) * v, v + w, v - w, v - v, k, k])

    def sum(self, names: str) -> Expr:
        """A sum that is empty at a corner, of what may have no value there."""
        v, i = var(self.one(names)), var("i")
        ends: list[tuple[Expr, Expr]] = [
            (ONE, ZERO),
            (ONE, v),
            (ZERO, v - 1),
            (v, v),
            (v + 1, v),
            (ONE, const(2)),
        ]
        ends += [(v, ONE), (v, v + 1), (ONE, v - v)]
        body = self.one([ONE, i, v, i * v, v**i, ONE / i, ZERO**i, ONE / v, i - i, const(-1) ** i])
        low, high = self.one(ends)
        index = self.one(["i", "i", "i", "i", "x"])
        return finite_sum(index, low, high, body.substitute({"i": var(index)}))

    def term(self, names: str, depth: int = 2) -> Expr:
        """Powers, products of powers of one base, quotients that cancel, functions and their inverses."""
        if depth == 0:
            return self.base(names)
        b, u, v = self.base(names), self.exponent(names), self.exponent(names)
        a, c = (self.term(names, depth - 1) for _ in range(2))
        forms = [b**u, b**u, b**u * b**v, b ** (u + v), (b**u) ** v, b ** (u * v), b**u / b**v]
        forms += [
            b / b,
            b**u / b**u,
            exp(log(b)),
            log(exp(b)),
            sqrt(b**2),
            sqrt(b) ** 2,
            log(b**u),
            exp(u * log(b)),
        ]
        forms += [(b * a) ** u, b**u * a**u, self.sum(names), log(a * b), a - a, a * ZERO, a / a, a**ZERO]
        forms += [Expr("max", (a, a + 1)), Expr("min", (a, a)), Expr("max", (b, -b))]
        forms += [a + c, a - c, a * c, a / c, a * b, a + b, a - b]
        return self.one(forms)

    def tempting(self, e: Expr) -> Expr:
        """The term, rewritten somewhere by a distribution that holds but for corners."""
        options = _laws(e)
        if options and (not e.args or self.maybe(0.6)):
            return self.one(options)
        if not e.args:
            return e
        k = self.rng.randrange(len(e.args))
        return Expr(e.op, (*e.args[:k], self.tempting(e.args[k]), *e.args[k + 1 :]), e.value, e.name)


def _laws(e: Expr) -> list[Expr]:
    """What e is, but for corners."""
    found: list[Expr] = []
    if e.op == "^":
        found += _power_laws(*e.args)
    if e.op == "/":
        a, b = e.args
        found += [a * b ** const(-1)] + ([ONE] if a == b else [])
        found += [a.args[0]] if a.op == "*" and a.args[1] == b else []
    if e.op == "*":
        a, b = e.args
        if a.op == b.op == "^" and a.args[0] == b.args[0]:
            found.append(a.args[0] ** (a.args[1] + b.args[1]))
        found += [ZERO] if ZERO in e.args else []
        found += (
            [(a.args[0] * b.args[0]) ** a.args[1]] if a.op == b.op == "^" and a.args[1] == b.args[1] else []
        )
    if e.op in ("exp", "log") and e.args[0].op == {"exp": "log", "log": "exp"}[e.op]:
        found.append(e.args[0].args[0])
    if e.op == "log" and e.args[0].op in ("*", "^"):
        a, b = e.args[0].args
        found.append(log(a) + log(b) if e.args[0].op == "*" else b * log(a))
    if e.op == "sqrt":
        found.append(e.args[0] ** const(Fraction(1, 2)))
        found += [e.args[0].args[0]] if e.args[0].op == "^" and e.args[0].args[1] == const(2) else []
    if e.op == "-" and e.args[0] == e.args[1]:
        found.append(ZERO)
    if e.op == "sum":
        found += _sum_laws(e)
    return found


def _power_laws(b: Expr, u: Expr) -> list[Expr]:
    found = [exp(u * log(b))]
    if u.op in ("+", "-"):
        found.append(b ** u.args[0] * b ** (u.args[1] if u.op == "+" else -u.args[1]))
        found.append(b ** u.args[0] / b ** (-u.args[1] if u.op == "+" else u.args[1]))
    if b.op == "^":
        found.append(b.args[0] ** (b.args[1] * u))
    if b.op == "*":
        found.append(b.args[0] ** u * b.args[1] ** u)
    if b in (ZERO, ONE):
        found.append(b)
    if u == ZERO or (u.op == "-" and u.args[0] == u.args[1]):
        found.append(ONE)
    if u.op == "*":
        found.append((b ** u.args[0]) ** u.args[1])
    return found


def _sum_laws(e: Expr) -> list[Expr]:
    low, high, body = e.args
    found = [finite_sum(e.name, low, high - 1, body) + body.substitute({e.name: high})]
    found.append(body.substitute({e.name: low}) + finite_sum(e.name, low + 1, high, body))
    if e.name not in body.free():
        found.append(body * (high - low + 1))
    return found
