"""Shipped proofs, changed as a whole: variables at corners, wider ranges, shadowed names, distributions
misused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from assay.errors import AssayError
from assay.prove import Theorem, check, infer
from assay.prove.expr import Expr, const, var
from assay.prove.reading import relation
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.stored import certificates_of
from assay.prove.syntax import parse
from tests.prove.attack.judge import refuted_at
from tests.prove.attack.terms import ENDS, OPS, WHOLE_ENDS, Draw, interval

SHIPPED = sorted((Path(__file__).parents[3] / "proofs" / "certificates").glob("*.json"))
Change = Callable[[Statement], Statement]


@cache
def proofs() -> tuple[Theorem, ...]:
    """Every shipped proof."""
    return tuple(check(c) for path in SHIPPED for c in certificates_of(path))


class Forger(Draw):
    """Changes a proof, and offers its steps from the first on."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tried = self.accepted = 0
        self.false: list[str] = []

    def run(self, steps: int) -> None:
        """Offer so many changed steps."""
        while self.tried < steps:
            with suppress(AssayError):  # an empty range, say
                self.forge(self.one(proofs()))

    def forge(self, proof: Theorem) -> None:
        """One change, made in every step, or (for claims) in one of them."""
        terms, change = self.one(
            [self.put, self.put, self.shifted, self.widened, self.shadowed, self.spoiled]
        )(proof)
        everywhere = self.maybe(0.7) or bool(terms)
        made: dict[Theorem, Theorem] = {}
        for step in _steps(proof):
            claim = change(step.statement) if everywhere or self.maybe(0.4) else step.statement
            arguments, premises = _with(step.arguments, terms), [made.get(p, p) for p in step.premises]
            if claim == step.statement and arguments == step.arguments and not made:
                continue
            found = self.offered(step.rule, claim, arguments, premises)
            if found is not None:
                made[step] = found

    def offered(
        self, rule: str, claim: Statement, arguments: Mapping[str, object], premises: Sequence[Theorem]
    ) -> Theorem | None:
        """The theorem, if the kernel accepts the step; it is evaluated at once."""
        self.tried += 1
        try:
            theorem = infer(rule, str(claim), arguments, premises)
        except AssayError:
            return None
        self.accepted += 1
        at = refuted_at(theorem.statement)
        if at is not None:
            self.false.append(f"{rule} accepts {theorem}, which fails at {at}")
            return None
        return theorem

    def variable(self, proof: Theorem) -> Range:
        """A variable of the proof."""
        ranges = [r for step in _steps(proof) for r in step.statement.context.ranges]
        return self.one(ranges or [Range("none")])

    def put(self, proof: Theorem) -> tuple[Mapping[str, Expr], Change]:
        """A number, a difference that is 0, or another variable in the place of a variable."""
        r = self.variable(proof)
        others = [var(s.name) for s in proof.statement.context.ranges if s.integer or not r.integer]
        ends = [const(e) for e in (r.low, r.high) if e is not None]
        zero = [e - e for e in others] or [const(0)]
        t = self.one([*ends, *ends, const(0), const(1), const(-1), self.one(zero), *others])
        return {r.name: t}, lambda s: _put(s, r.name, t)

    def shifted(self, proof: Theorem) -> tuple[Mapping[str, Expr], Change]:
        """n + 1 or n - 1 in the place of n, with the range moved along, or not quite."""
        r = self.variable(proof)
        k = self.one([1, 1, -1, 2])
        low = None if r.low is None else r.low - self.one([k, k, k + 1])
        high = None if r.high is None else r.high - k
        found = Range(r.name, low, high, r.low_open, r.high_open, r.integer)
        t = var(r.name) + k

        def change(s: Statement) -> Statement:
            conditions = tuple(c.substitute({r.name: t}) for c in s.context.conditions)
            ranges = s.context.replace(found).ranges
            return Statement(Context(ranges, conditions), s.conclusion.substitute({r.name: t}))

        return {r.name: t}, change

    def widened(self, proof: Theorem) -> tuple[Mapping[str, Expr], Change]:
        """Another range, with ends closed, opened, at infinity or equal."""
        r = self.variable(proof)
        options = [interval(r.name, e, r.integer) for e in (WHOLE_ENDS if r.integer else ENDS)]
        options += [Range(r.name, r.low, r.high, r.low is None, r.high is None, r.integer)] * 6
        options += [Range(r.name, r.low, None, r.low_open, True, r.integer)] * 3
        options += [Range(r.name, r.low, r.high, r.low_open, r.high_open, not r.integer)] * 2
        new = self.one(options)
        return {}, lambda s: Statement(s.context.replace(new), s.conclusion)

    def shadowed(self, proof: Theorem) -> tuple[Mapping[str, Expr], Change]:
        """A variable with the name of a sum's index, or of another variable."""
        r = self.variable(proof)
        names = sorted(
            {n for s in _steps(proof) for e in _sides(s.statement) for n in (*e.bound(), *e.free())}
        )
        new = self.one(names or ["i"])
        t = var(new)

        def change(s: Statement) -> Statement:
            ranges = {x.name: x for x in s.context.ranges}
            if (old := ranges.pop(r.name, None)) is not None:
                ranges.setdefault(
                    new, Range(new, old.low, old.high, old.low_open, old.high_open, old.integer)
                )
            conditions = tuple(c.substitute({r.name: t}) for c in s.context.conditions)
            return Statement(
                Context(tuple(ranges.values()), conditions), s.conclusion.substitute({r.name: t})
            )

        return {r.name: t}, change

    def spoiled(self, proof: Theorem) -> tuple[Mapping[str, Expr], Change]:
        """A claim rewritten by a distribution that fails at corners, or with another comparison, or less
        given.
        """

        def change(s: Statement) -> Statement:
            left, op, right = s.conclusion.left, s.conclusion.op, s.conclusion.right
            kind = self.rng.randrange(4)
            if kind == 0:
                return Statement(s.context, Relation(left, self.one(OPS), right))
            if kind == 1 and s.context.conditions:
                return Statement(Context(s.context.ranges, s.context.conditions[1:]), s.conclusion)
            return Statement(s.context, Relation(self.tempting(left), op, self.tempting(right)))

        return {}, change


def _steps(proof: Theorem) -> Iterator[Theorem]:
    """The steps of a proof, each after its premises."""
    seen: dict[Theorem, None] = {}

    def visit(t: Theorem) -> None:
        if t not in seen:
            for p in t.premises:
                visit(p)
            seen[t] = None

    visit(proof)
    return iter(seen)


def _sides(s: Statement) -> tuple[Expr, Expr]:
    return s.conclusion.left, s.conclusion.right


def _put(s: Statement, name: str, t: Expr) -> Statement:
    ranges = tuple(r for r in s.context.ranges if r.name != name)
    conditions = tuple(c.substitute({name: t}) for c in s.context.conditions)
    return Statement(Context(ranges, conditions), s.conclusion.substitute({name: t}))


def _with(value: Mapping[str, object], terms: Mapping[str, Expr]) -> dict[str, object]:
    """Arguments with terms for variables, wherever they are expressions or comparisons."""
    return {k: _changed(v, terms) for k, v in value.items()} if terms else dict(value)


def _changed(value: object, terms: Mapping[str, Expr]) -> object:
    if isinstance(value, Mapping):
        return _with(value, terms)
    if isinstance(value, list):
        return [_changed(v, terms) for v in value]
    for reader in (parse, relation):
        try:
            return str(reader(str(value)).substitute(terms))
        except AssayError:
            continue
    return value
