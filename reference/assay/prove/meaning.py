"""What the words of the grammar mean in a claim: terms of the kernel.

    ln(x)      log(x)                          sinh(x)    (exp(x) - exp(-x))/2
    |x|        max(x, -x)                      cosh(x)    (exp(x) + exp(-x))/2
    root(x, m) x^(1/m)                         tanh(x)    (exp(x) - exp(-x))/(exp(x) + exp(-x))
    floor(x)   the integer k with k <= x < k + 1        ceil(x)    the integer k with k - 1 < x <= k

A floor or ceiling of a number is computed, that of an integer is the integer; any other becomes an integer
variable with these side conditions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from assay.grammar import FUNCTIONS, Unreadable
from assay.prove.balls import enclose
from assay.prove.expr import ONE, Expr, const, constant, exp, finite_sum, var
from assay.prove.statement import Range, Relation
from assay.prove.syntax import KEYWORDS, MAX_DIGITS, MAX_TEXT

RESERVED = frozenset(KEYWORDS)


class Terms:
    """The terms of one claim, with the integer variables that its floors and ceilings need."""

    longest = MAX_TEXT
    digits_in_names = True

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.integers: set[str] = set()
        self.roundings: dict[tuple[str, Expr], str] = {}
        self.pending: list[Relation] = []
        self.sizes: dict[Expr, int] = {}

    def number(self, token: str) -> Expr:
        """A number as written."""
        _, _, exponent = token.lower().partition("e")
        if len(token) > MAX_DIGITS or len(exponent) > 5 or abs(int(exponent or "0")) > MAX_DIGITS:
            raise Unreadable(f"a number has more than {MAX_DIGITS} digits")
        return const(Fraction(token))

    def name(self, name: str) -> Expr:
        """The constant e, or a variable."""
        if name == "e":
            return exp(1)
        if name == "inf":
            raise Unreadable("'inf' stands only at the end of a range")
        if name in FUNCTIONS and name not in self.variables:
            raise Unreadable(f"{name} needs parentheses around what it applies to")
        if name in RESERVED:
            raise Unreadable(f"expected a number, a variable name or a function, found {name!r}")
        return var(name)

    def negated(self, a: Expr) -> Expr:
        """-a."""
        return self._small(-a)

    def joined(self, op: str, a: Expr, b: Expr) -> Expr:
        """a op b."""
        return self._small(Expr(op, (a, b)))

    def call(self, function: str, arguments: Sequence[Expr]) -> Expr:
        """The core term of a function."""
        a = arguments[0]
        if function in ("floor", "ceil"):
            return self._rounded(function, a)
        if function in ("min", "max"):
            return self._small(reduce(lambda x, y: Expr(function, (x, y)), arguments))
        if function == "root":
            return self._small(a ** const(Fraction(1, _degree(arguments[1]))))
        return self._small(_core(function, a))

    def total(self, index: str, ends: tuple[Expr, Expr], body: Expr) -> Expr:
        """sum(index, low, high, body)."""
        if index in RESERVED:
            raise Unreadable(f"expected the index of a sum, a variable name, found {index!r}")
        if any(index in a.free() for _, a in self.roundings):
            raise Unreadable(f"a floor or ceiling depends on the index {index!r} of a sum")
        return self._small(finite_sum(index, *ends, body))

    def taken(self) -> list[Relation]:
        """The side conditions of the floors and ceilings that were read since the last call."""
        found, self.pending = self.pending, []
        return found

    def rounded(self, ranges: Iterable[Range]) -> list[Range]:
        """The ranges of the variables that stand for floors and ceilings."""
        return [Range(name, integer=True) for name in self.roundings.values()]

    def _rounded(self, function: str, a: Expr) -> Expr:
        value = None if a.free() else _nearest(function, a)
        if value is not None:
            return const(value)
        if self._integral(a):
            return a
        if (function, a) not in self.roundings:
            name = f"{function}_{len(self.roundings) + 1}"
            while name in self.variables:
                name += "_"
            k = var(name)
            self.variables.add(name)
            self.integers.add(name)
            self.roundings[function, a] = name
            low, high = (Relation(k, "<=", a), Relation(a, "<", k + ONE))
            if function == "ceil":
                low, high = (Relation(k - ONE, "<", a), Relation(a, "<=", k))
            self.pending += [low, high]
        return var(self.roundings[function, a])

    def _integral(self, e: Expr) -> bool:
        """Whether a term is built from integers by operations that keep them."""
        if e.op == "const":
            return e.value.denominator == 1
        if e.op == "var":
            return e.name in self.integers
        return e.op in ("neg", "+", "-", "*", "min", "max") and all(map(self._integral, e.args))

    def _small(self, e: Expr) -> Expr:
        """The term, unless it is too long when written out: each function may use its argument twice."""
        size = self._size(e)
        if size > MAX_TEXT:
            raise Unreadable(f"written out in core terms it has more than {MAX_TEXT} operations")
        return e

    def _size(self, e: Expr) -> int:
        if e not in self.sizes:
            self.sizes[e] = 1 + sum(map(self._size, e.args))
        return self.sizes[e]


def _core(function: str, a: Expr) -> Expr:
    up, down = exp(a), exp(-a)
    return {
        "exp": lambda: up,
        "ln": lambda: Expr("log", (a,)),
        "log": lambda: Expr("log", (a,)),
        "sqrt": lambda: Expr("sqrt", (a,)),
        "abs": lambda: Expr("max", (a, -a)),
        "sinh": lambda: (up - down) / 2,
        "cosh": lambda: (up + down) / 2,
        "tanh": lambda: (up - down) / (up + down),
    }[function]()


def _degree(e: Expr) -> int:
    m = constant(e)
    if m is None or m.denominator != 1 or m < 1:
        raise Unreadable(f"root(b, m) needs a whole number m >= 1, not {e}")
    return m.numerator


def _nearest(function: str, a: Expr) -> int | None:
    """The floor or ceiling of a number, from an enclosure that settles it."""
    exact = constant(a)
    found = (exact, exact) if exact is not None else enclose(a, {}, 256)
    if found is None:
        return None
    low, high = (math.floor(x) if function == "floor" else math.ceil(x) for x in found)
    return low if low == high else None


def met(r: Range, other: Range) -> Range:
    """The values that both ranges have.

    Raises:
        InvalidValue: there are none.
    """
    low = max(r.ends[0], other.ends[0])
    high = min(r.ends[1], other.ends[1], key=lambda e: (e[0], not e[1]))
    left, right = (None if e[0][0] else e[0][1] for e in (low, high))
    return Range(r.name, left, right, low[1], high[1], r.integer)
