"""Rules composed at degenerate points: claims that hold but for corners, from premises that hold at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from assay.errors import AssayError
from assay.prove import Theorem, infer
from assay.prove.calculus import derivative
from assay.prove.expr import ONE, ZERO, Expr, const, finite_sum, var
from assay.prove.normal import normal
from assay.prove.polynomials import quotient_expr
from assay.prove.statement import Context, Range, Relation, Statement
from tests.prove.attack.judge import refuted_at
from tests.prove.attack.terms import ENDS, OPS, WHOLE_ENDS, Draw, interval

NEGATION = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


class Attack(Draw):
    """Tries steps, keeps the theorems for later ones, and the false ones among them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.theorems: list[Theorem] = []
        self.tried: Counter[str] = Counter()
        self.accepted: Counter[str] = Counter()
        self.false: list[str] = []

    def run(self, steps: int) -> None:
        """Try so many steps."""
        while self.tried.total() < steps:
            try:
                self.one(STEPS)(self)
            except AssayError:  # an empty range, or a substitution that captures
                continue
            del self.theorems[:-300]

    def attempt(
        self, rule: str, claim: Statement, arguments: Mapping[str, object], premises: Sequence[Theorem] = ()
    ) -> Theorem | None:
        """The theorem, if the kernel accepts the step; it is evaluated at once."""
        self.tried[rule] += 1
        try:
            made = infer(rule, str(claim), arguments, premises)
        except AssayError:
            return None
        self.accepted[rule] += 1
        at = refuted_at(made.statement)
        if at is not None:
            self.false.append(f"{rule} accepts {made}, which fails at {at}")
            return None
        self.theorems.append(made)
        return made

    def given(self) -> Theorem:
        """A theorem to go on from."""
        if not self.theorems:
            raise AssayError
        return self.one(self.theorems)

    def general(self) -> Theorem | None:
        """A theorem for all variables of simple ranges, to be used at their ends."""
        ranges = (interval("n", self.one(WHOLE_ENDS), True), interval("x", self.one(ENDS)))
        self.where = where = Context(ranges)
        u = self.exponent("n")
        e = self.one([self.base("xn") ** u, var("x") ** u, self.term("xn", 1)])
        right, op = self.one([(e, "="), (e, "="), (ZERO, ">="), (ZERO, self.one(OPS))])
        return self.attempt("direct", Statement(where, Relation(e, op, right)), {})

    def followed(self, where: Context, derived: Relation) -> Statement:
        """A claim about what a rule derives: the same, or one of its sides beside its normal form."""
        if self.maybe(0.3):
            return Statement(where, derived)
        e = self.one([derived.left, derived.left, derived.right, derived.excess])
        if self.maybe(0.6):
            return Statement(where, Relation(e, self.one(("=", "=", "<=")), quotient_expr(normal(e))))
        return self.claim(where, e, self.near(e))

    def shifted(self, r: Range, name: str) -> tuple[Expr, Range]:
        """A variable plus a number, and its range: the same values."""
        k = self.rng.choice([0, 1, 1, -1, 2]) if r.integer or self.maybe(0.5) else 0
        low, high = (None if e is None else e - k for e in (r.low, r.high))
        found = Range(name, low, high, r.low_open, r.high_open, r.integer)
        return (var(name) + k if k else var(name)), found

    def near(self, e: Expr) -> Expr:
        """What a term is but for corners: rewritten, its normal form, a number, or a number beside it."""
        kind = self.rng.randrange(10)
        if kind < 5:
            return self.tempting(e)
        if kind < 7:
            return quotient_expr(normal(e))
        return self.one([ZERO, ONE, const(-1), e]) if kind < 9 else e + self.one([ONE, const(-1)])

    def claim(self, where: Context, left: Expr, right: Expr) -> Statement:
        """A comparison of two terms."""
        return Statement(where, Relation(left, self.one(OPS), right))

    def names(self, where: Context) -> str:
        """The variables of a context, for drawing terms."""
        return "".join(r.name for r in where.ranges if r.name in "xynm") or "x"

    def moved(self, where: Context) -> Context:
        """The context, sometimes with other ends or without a condition."""
        if where.conditions and self.maybe(0.2):
            where = Context(where.ranges, where.conditions[1:])
        if not where.ranges or self.maybe(0.5):
            return where
        r = self.one(where.ranges)
        return where.replace(interval(r.name, self.one(WHOLE_ENDS if r.integer else ENDS), r.integer))


def facts(a: Attack) -> None:
    """A term beside what it is but for corners, by the rules without premises."""
    where = a.context()
    names = a.names(where)
    e = a.one([a.term(names, a.rng.randrange(3)), a.base(names) ** a.exponent(names)])
    claim = a.followed(where, Relation(e, a.one(OPS), a.near(e)))
    a.attempt("direct", claim, {}, a.theorems[-2:])
    if a.maybe(0.3):
        a.attempt(*a.one([("sturm", claim, {}), ("interval", claim, {"boxes": "8", "bits": "64"})]))


def squares(a: Attack) -> None:
    """A combination whose parts are weighted by terms that may have no value or sign."""
    where = a.context()
    names = a.names(where)
    e, s, t = a.term(names, 1), a.term(names, 1), a.term(names, 0)
    known = [*where.conditions, *(r for v in where.ranges for r in v.relations())]
    known += [p.statement.conclusion for p in a.theorems[-40:] if p.statement.context == where]
    factor = a.one([r.excess for r in known] or [t])
    arguments: dict[str, object] = {"terms": [{"factors": [str(factor)], "square": str(s)}]}
    total = e + factor * s**2
    if a.maybe(0.6):
        arguments = {"zeros": [{"zero": str(factor), "times": str(s)}]}
        total = e + factor * s
    if a.maybe(0.3):
        arguments["multiplier"] = str(t)
        total = e + (total - e) / t
    claim = Statement(where, Relation(total, a.one((">=", "=", "=", ">")), a.near(e)))
    a.attempt("combine", claim, arguments, a.theorems[-6:])


def powers(a: Attack) -> None:
    """Exponents added."""
    where = a.context()
    names = a.names(where)
    b, u, v = a.base(names), a.exponent(names), a.exponent(names)
    left = a.one([b**u * b**v, a.near(b**u * b**v)])
    claim = Statement(
        where, Relation(left, a.one(("=", "=", "<=", ">")), a.one([b ** (u + v), a.near(b ** (u + v))]))
    )
    a.attempt("powers", claim, {"base": str(b), "first": str(u), "second": str(v)}, a.theorems[-2:])


def instances(a: Attack) -> None:
    """A theorem at the ends of its ranges and at shifted variables."""
    general = a.given() if a.maybe(0.6) else a.general()
    if general is None:
        return
    terms: dict[str, Expr] = {}
    ranges: list[Range] = []
    for r, name in zip(general.statement.context.ranges, a.one(("mx", "ny", "mn", "xy", "xm")), strict=False):
        if a.maybe(0.1):
            terms[r.name] = a.exponent("nm") if r.integer else a.base("xy")
        elif a.maybe(0.4) and (r.low is not None or r.high is not None):
            terms[r.name] = const(a.one([e for e in (r.low, r.high) if e is not None]))
        else:
            terms[r.name], found = a.shifted(r, name)
            ranges.append(found)
    extra = [interval(v, a.one(WHOLE_ENDS if v in "nm" else ENDS), v in "nm") for v in "nx" if a.maybe(0.2)]
    a.where = where = Context(tuple({r.name: r for r in (*extra, *ranges)}.values()))
    conclusion = general.statement.conclusion.substitute(terms)
    shown = {k: str(t) for k, t in terms.items()}
    a.attempt("instantiate", a.followed(where, conclusion), {"terms": shown}, [general, *a.theorems[-3:]])


def images(a: Attack) -> None:
    """A function of both sides, with an exponent that may be 0 or below."""
    given = a.given()
    where, r = a.moved(given.statement.context), given.statement.conclusion
    function = a.one(("exp", "log", "sqrt", "power", "power"))
    if where.range("m") is None and a.maybe(0.5):
        where = where.including(interval("m", a.one(WHOLE_ENDS), True))
    a.where = where
    exponent = a.exponent(a.names(where))
    sides = [s**exponent if function == "power" else Expr(function, (s,)) for s in (r.left, r.right)]
    arguments = {"function": function} | ({"exponent": str(exponent)} if function == "power" else {})
    derived = Relation(sides[0], r.op if a.maybe(0.7) else a.one(OPS), sides[1])
    a.attempt("apply", a.followed(where, derived), arguments, [given])


def extremes(a: Attack) -> None:
    """A maximum or minimum of terms that are equal or have no value at a corner."""
    where = a.context()
    e = a.term(a.names(where), 1)
    m = Expr(a.one(("min", "max")), (e, a.near(e)))
    claim = a.claim(where, m, a.one([*m.args, a.near(e)]))
    a.attempt("extreme", claim, {"of": str(m)}, a.theorems[-2:])


def slopes(a: Attack) -> None:
    """A function by its slope or bend and its ends."""
    x = interval("x", a.one(ENDS))
    other = interval(a.one("yn"), a.one(ENDS))
    a.where = where = Context((x, interval("n", a.one(WHOLE_ENDS), True) if a.maybe(0.4) else other))
    names = a.names(where)
    f = (
        a.term(names, 1)
        if a.maybe(0.5)
        else a.one([var("x") ** a.exponent(names), a.base("x") ** a.exponent("x")])
    )
    f = f - a.near(
        f.substitute({"x": const(a.one([e for e in (x.low, x.high) if e is not None] or [x.low or 0]))})
    )
    rule = a.one(("monotone", "monotone", "concave"))
    low = a.maybe(0.5)
    slope = derivative(f, "x")
    sign = -derivative(slope, "x") if rule == "concave" else slope if low else -slope
    inside = where.replace(Range("x", x.low, x.high)) if x.low is None or x.low != x.high else where
    shown = a.attempt("direct", Statement(inside, Relation(sign, a.one((">=", ">")), ZERO)), {})
    premises = [p for p in (shown, *a.theorems[-2:]) if p is not None]
    arguments = {"variable": "x"} | ({} if rule == "concave" else {"end": "low" if low else "high"})
    a.attempt(rule, Statement(a.moved(where), Relation(f, a.one((">=", ">")), ZERO)), arguments, premises)


def cases(a: Attack) -> None:
    """On each side of a comparison that cuts off a corner, or both sides but the corner."""
    where = a.context()
    names = a.names(where)
    on = a.condition(names)
    e = a.term(names, 1)
    goal = Relation(e, a.one(OPS), a.near(e))
    other = Relation(on.left, NEGATION[on.op] if a.maybe(0.8) else a.one(OPS), on.right)
    parts = [a.attempt("direct", Statement(where.given(c), goal), {}) for c in (on, other)]
    shown = [p for p in (*parts, *a.theorems[-1:]) if p is not None]
    a.attempt("cases", Statement(a.moved(where), goal), {"on": str(on)}, shown)


def inductions(a: Attack) -> None:
    """From a start that may be below the first power that has a value."""
    a.where = where = Context((interval("n", a.one(WHOLE_ENDS), True), interval("x", a.one(ENDS))))
    b, n = a.base("xn"), var("n")
    e = a.one([b**n, b ** (n + 1), b ** (n - 1), a.sum("n"), a.term("xn", 1)])
    goal = Relation(e, a.one(OPS), a.near(e))
    low = where.ranges[0].low
    if low is None:
        return
    start = a.attempt("direct", Statement(where.without("n"), goal.substitute({"n": const(low)})), {})
    later = goal.substitute({"n": n + 1})
    next_ = a.attempt("direct", Statement(where.given(goal), later), {}, a.theorems[-2:])
    if start is not None and next_ is not None:
        a.attempt("induction", Statement(a.moved(where), goal), {"variable": "n"}, [start, next_])


def absurdities(a: Attack) -> None:
    """Anything, where conditions exclude each other, or seem to."""
    v = var(a.one("xn"))
    base = Context((interval(v.name, a.one(WHOLE_ENDS if v.name == "n" else ENDS), v.name == "n"),))
    low, high = a.one([ZERO, ONE]), a.one([ZERO, ONE, const(-1)])
    where = base.given(Relation(v, a.one((">", ">=")), low), Relation(v, a.one(("<", "<=")), high))
    terms = [{"factors": [str(v - low)]}, {"factors": [str(high - v)]}]
    excess = a.one([high - low, ZERO])
    wrong = a.attempt(
        "combine", Statement(where, Relation(excess, a.one((">", ">=")), ZERO)), {"terms": terms}
    )
    e = a.term(v.name, 1)
    given = [p for p in (wrong, *a.theorems[-1:]) if p is not None]
    a.attempt("absurd", a.claim(a.one([where, where, base]), e, a.near(e)), {}, given)


def sums(a: Attack) -> None:
    """Sums with empty ranges, equal ends and shadowed names, by one of the rules about them."""
    where = a.context()
    names = a.names(where)
    whole = a.sum(names)
    low, high, body = whole.args
    rule = a.one(("unfold", "termwise", "telescope"))
    if rule == "unfold":
        laws = [finite_sum(whole.name, low, high - 1, body) + body.substitute({whole.name: high})]
        laws += [
            body.substitute({whole.name: low}) + finite_sum(whole.name, low + 1, high, body),
            a.near(whole),
        ]
        a.attempt(
            rule, a.claim(where, whole, a.one(laws)), {"sum": str(whole), "end": a.one(("first", "last"))}
        )
        return
    i = var(whole.name)
    g = a.one([i, i**2, body, i * body, a.term(names + "i", 1)])
    step = g.substitute({whole.name: i + 1}) - g
    other = a.near(body) if rule == "termwise" else step
    within = where.including(Range(whole.name, None, None, True, True, True))
    if a.maybe(0.8):
        within = within.given(Relation(low, "<=", i), Relation(i, "<=", high))
    op = a.one(("<=", ">=", "=", "="))
    body = body if rule == "termwise" or a.maybe(0.3) else step
    whole = finite_sum(whole.name, low, high, body)
    a.attempt("direct", Statement(within, Relation(body, op, other)), {})
    if rule == "termwise":
        claim = Statement(
            where, Relation(whole, op, finite_sum(whole.name, low, a.one([high, high, high + 1]), other))
        )
        a.attempt(rule, claim, {}, a.theorems[-3:] or [])
        return
    total = g.substitute({whole.name: high + 1}) - g.substitute({whole.name: low})
    claim = Statement(where, Relation(whole, op, a.one([total, a.near(total)])))
    a.attempt(rule, claim, {"sum": str(whole), "g": str(g), "op": op}, a.theorems[-3:])


STEPS: tuple[Callable[[Attack], None], ...] = (
    *(
        facts,
        facts,
        squares,
        squares,
        powers,
        instances,
        instances,
        instances,
        instances,
        images,
        images,
        extremes,
    ),
    *(slopes, slopes, cases, inductions, absurdities, sums, sums),
)
