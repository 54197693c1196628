"""Random steps by every rule, near the border between true and false: what the rules are attacked with.

A step is a rule, a claim, arguments and premises. Half of it is drawn so that the rule may accept it, and
the rest spoils that: ends opened or closed, comparisons made strict or turned round, conditions dropped,
names shared with sum indices.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from assay.errors import AssayError
from assay.prove import Rejected, Theorem, infer
from assay.prove.calculus import derivative
from assay.prove.expr import ONE, ZERO, Expr, const, exp, finite_sum, log, sqrt, var
from assay.prove.statement import Context, Range, Relation, Statement

NUMBERS = [Fraction(k) for k in (-2, -1, 0, 1, 2, 3)] + [Fraction(1, 2), Fraction(-1, 2), Fraction(1, 3)]
OPS = ("<", "<=", ">", ">=", "=", "!=")
LEANING = (">=", ">=", ">=", ">", ">", "<=", "<", "=", "!=")


class Maker:
    """Draws statements and steps, and keeps the theorems it made as premises for later ones."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.theorems: list[Theorem] = []
        self.tried: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()

    def attempt(
        self,
        rule: str,
        claim: Statement,
        arguments: Mapping[str, object] | None = None,
        premises: Sequence[Theorem] = (),
    ) -> Theorem | None:
        """The theorem, if the rule accepts the step."""
        self.tried[rule] += 1
        try:
            made = infer(rule, claim, arguments, premises)
        except Rejected:
            return None
        self.accepted[rule] += 1
        self.theorems.append(made)
        return made

    def step(self) -> list[Theorem]:
        """Try one random step of every rule, and give the theorems that came of it."""
        before = len(self.theorems)
        for rule in STEPS:
            try:
                STEPS[rule](self)
            except (
                AssayError,
                ZeroDivisionError,
            ):  # no statement: an empty range, say
                continue
        made = self.theorems[before:]
        del self.theorems[:-400]
        return made

    def maybe(self, chance: float) -> bool:
        """True with this chance."""
        return self.rng.random() < chance

    def number(self) -> Fraction:
        """A small number."""
        return self.rng.choice(NUMBERS)

    def range(self, name: str, integer: bool = False) -> Range:
        """A range of any shape: a point, open, closed, infinite on either side."""
        low, high = sorted((self.number(), self.number()))
        shape = self.rng.randrange(8)
        left: Fraction | None = None if shape in (0, 1) else low
        right: Fraction | None = None if shape in (0, 2, 3) else high
        openings = [self.maybe(0.5) and low != high for _ in range(2)]
        return Range(name, left, right, left is None or openings[0], right is None or openings[1], integer)

    def context(self, *names: str) -> Context:
        """One to three variables, sometimes with a condition; n and k are integers."""
        names = names or tuple(self.rng.sample(["x", "y", "n"], self.rng.randint(1, 2)))
        where = Context(tuple(self.range(name, name in "nk") for name in names))
        if self.maybe(0.25):
            where = where.given(self.relation(names, 1))
        return where

    def relation(self, names: Sequence[str], depth: int) -> Relation:
        """A comparison of two terms, often with a number."""
        right = const(self.number()) if self.maybe(0.6) else self.term(names, depth)
        return Relation(self.term(names, depth), self.rng.choice(LEANING), right)

    def term(self, names: Sequence[str], depth: int) -> Expr:
        """A term with any of the functions, defined or not."""
        if depth == 0 or self.maybe(0.2):
            return var(self.rng.choice(names)) if names and self.maybe(0.7) else const(self.number())
        a, b = (self.term(names, depth - 1) for _ in range(2))
        return self.rng.choice(FORMS)(self, a, b, names)

    def smooth(self, x: str, others: Sequence[str]) -> Expr:
        """A term in x of the kind that derivatives decide."""
        u = self.rng.choice([var(x), var(x) - const(self.number()), const(self.number()) * var(x)])
        parts: list[Expr] = [
            u,
            u**2,
            u**3,
            exp(u),
            log(u),
            ONE / u,
            sqrt(u),
            u ** const(self.number()),
            abs_(u),
        ]
        parts += [
            var(x) * exp(u),
            const(self.number()),
            u * log(u),
            u ** var(y) if (y := self.one(others)) else u,
        ]
        total = self.rng.choice(parts) * const(self.number())
        for _ in range(self.rng.randrange(3)):
            total = total + self.rng.choice(parts) * const(self.number())
        return total

    def one(self, names: Sequence[str]) -> str:
        """One of the names; empty if there is none."""
        return self.rng.choice(names) if names else ""

    def shown(self, claim: Statement, premises: Sequence[Theorem] = ()) -> Theorem | None:
        """A theorem for the claim by a rule without arguments, if one of them shows it."""
        return self.attempt("direct", claim, {}, premises) or self.attempt("sturm", claim, {}, premises)

    def near(self, where: Context) -> Context:
        """The context, or one with a range or a condition changed a little."""
        kind = self.rng.randrange(6)
        if not where.ranges or kind < 2:
            return where
        r = self.rng.choice(where.ranges)
        low, high = r.low, r.high
        if kind == 2:
            return where.replace(Range(r.name, low, high, low is None, high is None, r.integer))
        if kind == 3:
            low = None if low is None else low - abs(self.number())
            return where.replace(Range(r.name, low, high, low is None, high is None, r.integer))
        if kind == 4 and where.conditions:
            return Context(where.ranges, where.conditions[1:])
        return where.replace(Range(r.name, low, high, r.low_open, r.high_open, not r.integer))

    def bent(self, op: str) -> str:
        """The comparison, sometimes another."""
        return self.rng.choice(OPS) if self.maybe(0.2) else op

    def nudge(self, e: Expr) -> Expr:
        """The term, sometimes with a number added."""
        return e + const(self.number()) if self.maybe(0.3) else e


def abs_(u: Expr) -> Expr:
    """The greater of u and -u."""
    return Expr("max", (u, -u))


FORMS: list[Callable[[Maker, Expr, Expr, Sequence[str]], Expr]] = [
    lambda m, a, b, n: a + b,
    lambda m, a, b, n: a - b,
    lambda m, a, b, n: a * b,
    lambda m, a, b, n: a * a,
    lambda m, a, b, n: a / b,
    lambda m, a, b, n: a / a,
    lambda m, a, b, n: -a,
    lambda m, a, b, n: exp(a),
    lambda m, a, b, n: log(a),
    lambda m, a, b, n: sqrt(a),
    lambda m, a, b, n: sqrt(a) ** 2,
    lambda m, a, b, n: a ** const(m.number()),
    lambda m, a, b, n: a**b,
    lambda m, a, b, n: a ** (b - b),
    lambda m, a, b, n: (a**b) * (a**-b),
    lambda m, a, b, n: Expr("min", (a, b)),
    lambda m, a, b, n: Expr("max", (a, b)),
    lambda m, a, b, n: m_sum(m, n),
]


def m_sum(m: Maker, names: Sequence[str]) -> Expr:
    """A sum with ends that may be in reverse order, and no numbers or not whole."""
    ends = [const(m.number()) if m.maybe(0.5) else m.term(names, 1) for _ in range(2)]
    index = m.rng.choice("ij")
    return finite_sum(index, ends[0], ends[1], m.term([*names, index], 1))


def direct(m: Maker) -> None:
    """Any comparison in any context; often of two terms that are equal where both are defined."""
    where = m.context()
    names = [r.name for r in where.ranges]
    m.attempt("direct", Statement(where, m.relation(names, 2)))
    e = m.term(names, 2)
    m.attempt("direct", Statement(where, Relation(e, m.bent("="), m.nudge(e))))
    if m.theorems:
        given = m.rng.choice(m.theorems)
        r = given.statement.conclusion
        factor = const(m.number())
        claim = Relation(m.nudge(r.left * factor), m.bent(r.op), r.right * factor)
        m.attempt("direct", Statement(m.near(given.statement.context), claim), {}, [given])


def sturm(m: Maker) -> None:
    """A product of powers of linear factors, with a denominator and a constant that may spoil its sign."""
    where, e = m.context("x"), ONE
    for _ in range(m.rng.randint(1, 3)):
        e = e * (var("x") - const(m.number())) ** const(m.rng.choice([1, 2, 2, 3, 4]))
    if m.maybe(0.4):
        e = e / (var("x") - const(m.number())) ** const(m.rng.choice([1, 2]))
    e = e + const(m.number()) if m.maybe(0.3) else e
    m.attempt("sturm", Statement(where, Relation(e if m.maybe(0.7) else -e, m.rng.choice(LEANING), ZERO)))


def combine(m: Maker) -> None:
    """An identity made from weights, factors, squares and zeros that may have the wrong sign or no value."""
    where = m.context()
    names = [r.name for r in where.ranges]
    known = [r.excess for r in where.conditions] + [r.excess for v in where.ranges for r in v.relations()]
    total, terms = ZERO, []
    for _ in range(m.rng.randint(0, 2)):
        weight = const(abs(m.number()) if m.maybe(0.9) else m.number())
        factors = [
            m.rng.choice(known) if known and m.maybe(0.8) else m.term(names, 1)
            for _ in range(m.rng.randrange(3))
        ]
        entry: dict[str, object] = {"weight": str(weight), "factors": [str(f) for f in factors]}
        for f in factors:
            weight = weight * f
        if m.maybe(0.4):
            square = m.term(names, 1)
            entry["square"], weight = str(square), weight * square**2
        total = total + weight
        terms.append(entry)
    arguments: dict[str, object] = {"terms": terms}
    if m.maybe(0.4):
        zero, times = m.rng.choice([*known, m.term(names, 1)]), m.term(names, 1)
        arguments["zeros"] = [{"zero": str(zero), "times": str(times)}]
        total = total + zero * times
    if m.maybe(0.4):
        multiplier = m.rng.choice([*known, m.term(names, 1), const(m.number())])
        arguments["multiplier"] = str(multiplier)
        total = total / multiplier
    m.attempt("combine", Statement(where, Relation(total, m.rng.choice(LEANING), ZERO)), arguments)


def _by_derivative(m: Maker, order: int) -> None:
    where = m.context("x", "y") if m.maybe(0.3) else m.context("x")
    r = where.range("x")
    assert r is not None
    f = m.smooth("x", [v.name for v in where.ranges if v.name != "x"])
    slope = f
    for _ in range(order):
        slope = derivative(slope, "x")
    low = m.maybe(0.5)
    if order == 2 or not low:
        slope = -slope
    inside = where.replace(Range("x", r.low, r.high)) if m.maybe(0.8) else m.near(where)
    sign = m.shown(Statement(inside, Relation(slope, m.rng.choice((">=", ">")), ZERO)))
    if sign is None:
        return
    ends = [x for x in (r.low, r.high) if x is not None]
    for _ in range(3):
        k = f.substitute({"x": const(m.rng.choice(ends))}) if ends and m.maybe(0.8) else const(m.number())
        claim = Statement(m.near(where), Relation(f - m.nudge(k), m.rng.choice((">=", ">")), ZERO))
        arguments = {"variable": "x"} | ({"end": "low" if low else "high"} if order == 1 else {})
        m.attempt("monotone" if order == 1 else "concave", claim, arguments, [sign])


def closure(m: Maker) -> None:
    """What holds in a context is claimed in one with its ends closed, or changed."""
    where = m.context()
    inside = where
    for r in where.ranges:
        inside = inside.replace(Range(r.name, r.low, r.high, True, True, r.integer))
    names = [r.name for r in where.ranges]
    shown = m.shown(Statement(inside if m.maybe(0.8) else where, m.relation(names, 2)))
    if shown is not None:
        m.attempt("closure", Statement(m.near(where), shown.statement.conclusion), {}, [shown])


def interval(m: Maker) -> None:
    """Any comparison on a context that is often compact."""
    where = m.context()
    names = [r.name for r in where.ranges]
    claim = Statement(where, Relation(m.term(names, 2), m.rng.choice(LEANING), const(m.number() - 1)))
    m.attempt("interval", claim, {"boxes": "12", "bits": "64"})


def apply(m: Maker) -> None:
    """A function of both sides of a theorem."""
    if not m.theorems:
        return
    given = m.rng.choice(m.theorems)
    r, where = given.statement.conclusion, given.statement.context
    function = m.rng.choice(("exp", "log", "sqrt", "power"))
    arguments: dict[str, object] = {"function": function}
    up = m.rng.choice([const(m.number()), *[var(v.name) for v in where.ranges]])
    sides = [Expr("^", (s, up)) if function == "power" else Expr(function, (s,)) for s in (r.left, r.right)]
    if function == "power":
        arguments["exponent"] = str(up)
    m.attempt(
        "apply", Statement(m.near(where), Relation(sides[0], m.bent(r.op), sides[1])), arguments, [given]
    )


def extreme(m: Maker) -> None:
    """A maximum or minimum beside its arguments."""
    where = m.context()
    names = [r.name for r in where.ranges]
    a, b = m.term(names, 1), m.term(names, 1)
    of = Expr(m.rng.choice(("min", "max")), (a, b))
    claims = [(of, a), (of, b), (a, of), ((of - a) * (of - b), ZERO), (of, m.term(names, 1))]
    left, right = m.rng.choice(claims)
    m.attempt("extreme", Statement(where, Relation(left, m.rng.choice(OPS), right)), {"of": str(of)})


def instantiate(m: Maker) -> None:
    """Terms for the variables of a theorem, inside their ranges or not, integers or not."""
    if not m.theorems:
        return
    given = m.rng.choice(m.theorems)
    where = (
        m.near(given.statement.context)
        if m.maybe(0.5)
        else m.context(*m.rng.choice(("x", "i", "n", "xy", "ij")))
    )
    names = [r.name for r in where.ranges]
    terms = {r.name: m.term(names, 1) for r in given.statement.context.ranges if m.maybe(0.7)}
    conclusion = given.statement.conclusion
    conclusion = Relation(conclusion.left, m.bent(conclusion.op), conclusion.right).substitute(terms)
    m.attempt(
        "instantiate", Statement(where, conclusion), {"terms": {k: str(v) for k, v in terms.items()}}, [given]
    )


def cases(m: Maker) -> None:
    """A claim shown on both sides of a comparison, or on sides that leave a gap."""
    where = m.context()
    names = [r.name for r in where.ranges]
    goal = m.relation(names, 1)
    on = (
        Relation(var(m.rng.choice(names)), m.rng.choice(OPS), const(m.number()))
        if m.maybe(0.7)
        else m.relation(names, 1)
    )
    other = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}[on.op]
    opposite = Relation(on.left, m.bent(other), on.right)
    parts = [m.shown(Statement(where.given(case), goal)) for case in (on, opposite)]
    if parts[0] and parts[1]:
        m.attempt("cases", Statement(m.near(where), goal), {"on": str(on)}, [parts[0], parts[1]])


def absurd(m: Maker) -> None:
    """Anything, from a comparison of numbers that conditions exclude, in this context or another."""
    a, b = m.number(), m.number()
    x = var("x")
    where = Context(
        (m.range("x"),), (Relation(x, ">", const(a)), Relation(x, m.rng.choice(("<", "<=")), const(b)))
    )
    terms = [{"weight": "1", "factors": [f"x - ({a})"]}, {"weight": "1", "factors": [f"({b}) - x"]}]
    clash = m.attempt(
        "combine", Statement(where, Relation(const(b - a), m.rng.choice((">", ">=")), ZERO)), {"terms": terms}
    )
    given = clash or (m.rng.choice(m.theorems) if m.theorems else None)
    if given is not None:
        context = given.statement.context
        m.attempt(
            "absurd", Statement(m.near(context), m.relation([r.name for r in context.ranges], 1)), {}, [given]
        )


def induction(m: Maker) -> None:
    """A claim from its start and its step, where either may be about another start or another claim."""
    where = m.context("n", "x") if m.maybe(0.4) else m.context("n")
    r = where.range("n")
    assert r is not None
    names = [v.name for v in where.ranges]
    goal = m.relation(names, 2)
    low = r.low if r.low is not None and m.maybe(0.8) else m.number()
    start = m.shown(
        Statement(where.without("n") if m.maybe(0.9) else where, goal.substitute({"n": const(low)}))
    )
    if start is None:
        return
    later = var("n") + const(m.rng.choice([1, 1, 1, 2, 0]))
    step = m.shown(Statement(where.given(goal) if m.maybe(0.9) else where, goal.substitute({"n": later})))
    if step is not None:
        open_ = where.replace(Range("n", r.low, None, r.low_open, True, True)) if m.maybe(0.6) else where
        m.attempt("induction", Statement(m.near(open_), goal), {"variable": "n"}, [start, step])


def _small_sum(m: Maker, names: Sequence[str]) -> Expr:
    low = const(Fraction(m.rng.randint(-2, 3))) if m.maybe(0.8) else m.term(names, 1)
    high = m.rng.choice([var(n) for n in names if n in "nk"] or [const(2)])
    return finite_sum("i", low, high + const(m.rng.choice([0, 0, 1, -1])), m.term([*names, "i"], 1))


def unfold(m: Maker) -> None:
    """A sum beside the sum without its first or last term, where it may be empty."""
    where = m.context("n", "x") if m.maybe(0.4) else m.context("n")
    whole = _small_sum(m, [r.name for r in where.ranges])
    low, high, body = whole.args
    end = m.rng.choice(("first", "last"))
    at, rest = (high, (low, high - 1)) if end == "last" else (low, (low + 1, high))
    parts = finite_sum("i", rest[0], rest[1], body) + m.nudge(body.substitute({"i": at}))
    m.attempt(
        "unfold", Statement(where, Relation(whole, m.bent("="), parts)), {"sum": str(whole), "end": end}
    )


def _terms(m: Maker, where: Context, whole: Expr, term: Relation) -> Theorem | None:
    low, high, _ = whole.args
    i = var("i")
    first = low.value if low.op == "const" and low.value.denominator == 1 and m.maybe(0.9) else None
    within = where.including(Range("i", first, None, first is None, True, True))
    if m.maybe(0.8):
        within = within.given(Relation(low, "<=", i), Relation(i, "<=", high if m.maybe(0.9) else high - 1))
    return m.shown(Statement(within, term))


def termwise(m: Maker) -> None:
    """Two sums compared as their terms are, by all terms or by some."""
    where = m.context("n")
    whole = _small_sum(m, ["n"])
    other = m.term(["n", "i"], 1)
    term = Relation(
        whole.args[2], m.rng.choice(("<=", ">=", "=", "<")), other if m.maybe(0.5) else m.nudge(whole.args[2])
    )
    shown = _terms(m, where, whole, term)
    if shown is not None:
        right = finite_sum(
            "i", whole.args[0], whole.args[1] + 1 if m.maybe(0.2) else whole.args[1], term.right
        )
        m.attempt("termwise", Statement(m.near(where), Relation(whole, m.bent(term.op), right)), {}, [shown])


def telescope(m: Maker) -> None:
    """A sum of differences, with terms off by something, over a range that may be shorter than empty."""
    where = m.context("n")
    g = m.term(["n", "i"], 2)
    step = g.substitute({"i": var("i") + 1}) - g
    whole = _small_sum(m, ["n"])
    body = m.nudge(step)
    whole = finite_sum("i", whole.args[0], whole.args[1], body)
    op = m.rng.choice(("<=", ">=", "="))
    shown = _terms(m, where, whole, Relation(body, op, step))
    if shown is not None:
        low, high, _ = whole.args
        total = g.substitute({"i": high + 1}) - g.substitute({"i": low})
        claim = Statement(m.near(where), Relation(whole, m.bent(op), m.nudge(total)))
        m.attempt("telescope", claim, {"sum": str(whole), "g": str(g), "op": op}, [shown])


STEPS: dict[str, Callable[[Maker], None]] = {
    "direct": direct,
    "sturm": sturm,
    "combine": combine,
    "monotone": lambda m: _by_derivative(m, 1),
    "concave": lambda m: _by_derivative(m, 2),
    "closure": closure,
    "interval": interval,
    "apply": apply,
    "extreme": extreme,
    "instantiate": instantiate,
    "cases": cases,
    "absurd": absurd,
    "induction": induction,
    "unfold": unfold,
    "termwise": termwise,
    "telescope": telescope,
}
