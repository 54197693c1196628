"""Terms: expressions as trees, of which nothing is shared with the proof kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Term:
    """A number, a name, an operation or a finite sum over the index `name` (from, to, body)."""

    op: str
    args: tuple[Term, ...] = ()
    value: Fraction = Fraction(0)
    name: str = ""

    def __add__(self, other: Term) -> Term:
        return Term("add", (self, other))

    def __sub__(self, other: Term) -> Term:
        return Term("sub", (self, other))

    def __mul__(self, other: Term) -> Term:
        return Term("mul", (self, other))

    def __pow__(self, other: Term) -> Term:
        return Term("pow", (self, other))

    def names(self) -> frozenset[str]:
        """The free variables."""
        if self.op == "name":
            return frozenset([self.name])
        if self.op == "sum":
            return self.args[0].names() | self.args[1].names() | (self.args[2].names() - {self.name})
        return frozenset[str]().union(*(a.names() for a in self.args))

    def indices(self) -> frozenset[str]:
        """The indices of the sums inside."""
        inside = frozenset[str]().union(*(a.indices() for a in self.args))
        return inside | {self.name} if self.op == "sum" else inside

    def put(self, values: Mapping[str, Term]) -> Term:
        """Terms for free variables, all at once; an index that would capture a variable is renamed."""
        if self.op == "name":
            return values.get(self.name, self)
        if self.op != "sum":
            return Term(self.op, tuple(a.put(values) for a in self.args), self.value, self.name)
        low, high, body = self.args
        inner = {k: v for k, v in values.items() if k != self.name and k in body.names()}
        index = self.name
        taken = frozenset[str]().union(body.names(), *(v.names() for v in inner.values()))
        if any(index in v.names() for v in inner.values()):
            while index in taken:
                index += "_"
            body = body.put({self.name: Term("name", name=index)})
        return Term("sum", (low.put(values), high.put(values), body.put(inner)), name=index)

    def parts(self) -> Iterator[Term]:
        """The term and all below it that have a value wherever it has one: not the body of a sum."""
        yield self
        for a in self.args[:2] if self.op == "sum" else self.args:
            yield from a.parts()

    def size(self) -> tuple[int, int]:
        """The number of nodes, and how many operations are at most inside each other."""
        nodes = depth = 0
        left = [(self, 1)]
        while left:
            term, level = left.pop()
            nodes, depth = nodes + 1, max(depth, level)
            left += [(a, level + 1) for a in term.args]
        return nodes, depth

    def constant(self) -> Fraction | None:
        """The number, if the term is one, perhaps with a sign or as a quotient."""
        if self.op == "number":
            return self.value
        inner = [a.constant() for a in self.args] if self.op in ("neg", "div") else [None]
        if self.op == "neg" and inner[0] is not None:
            return -inner[0]
        if self.op == "div" and inner[0] is not None and inner[1]:
            return inner[0] / inner[1]
        return None

    def __str__(self) -> str:
        if self.op == "number":
            return str(self.value) if self.value >= 0 and self.value.denominator == 1 else f"({self.value})"
        if self.op == "name":
            return self.name
        inner = [str(a) for a in self.args]
        if self.op == "neg":
            return f"(-{inner[0]})"
        if self.op in SIGNS:
            return f"({f' {SIGNS[self.op]} '.join(inner)})"
        return f"{self.op}({', '.join([self.name, *inner] if self.op == 'sum' else inner)})"


SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "^"}
OPERATION = {v: k for k, v in SIGNS.items()} | {"**": "pow"}


def number(value: int | Fraction) -> Term:
    """A rational number as a term."""
    return Term("number", value=Fraction(value))


def name(text: str) -> Term:
    """A variable as a term."""
    return Term("name", name=text)
