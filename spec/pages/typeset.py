"""Formulas of statements in LaTeX, written by sympy in the order in which they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from assay.grammar import Reader, Unreadable
from assay.grammar.reader import is_name
from assay.symbolic.door import name_of, rational, symbol, sympy
from assay.symbolic.expression import Sym

RELATIONS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "=": "=", "==": "=", "!=": r"\neq"}
JOINED = re.compile(r" (and|or) ")
GREEK = {"eps": r"\varepsilon"}


def of_formula(text: str) -> str | None:
    """An expression, or comparisons joined by `and` and `or`, in LaTeX; None for other text.

    Raises:
        AssayError: sympy is not installed.
    """
    try:
        with sympy.evaluate(False):
            pieces = JOINED.split(text)
            found = [_comparison(piece) for piece in pieces[::2]]
    except (Unreadable, TypeError, ZeroDivisionError):
        return None
    words = [rf"\text{{ {word} }}" for word in pieces[1::2]]
    return "".join(a + b for a, b in zip(found, [*words, ""], strict=True))


def _comparison(text: str) -> str:
    reader: Reader[Sym] = Reader(text, _Symbols())
    found = _latex(reader.expression())
    if op := reader.take(*RELATIONS):
        found += f" {RELATIONS[op]} {_latex(reader.expression())}"
    reader.end()
    return found


def _latex(e: Sym) -> str:
    names = {s: GREEK[name_of(s)] for s in e.free_symbols if name_of(s) in GREEK}
    return sympy.latex(e, symbol_names=names, order="none").replace("e^{1}", "e")


class _Symbols:
    """The words of the grammar as sympy expressions."""

    longest = 10_000
    digits_in_names = True

    def number(self, token: str) -> Sym:
        """A number."""
        return rational(Fraction(token))

    def name(self, name: str) -> Sym:
        """The constant e, or a symbol."""
        if not is_name(name):
            raise Unreadable(f"{name!r} is no name")
        if name == "e":
            return sympy.S.Exp1
        return symbol(name, integer=False, low=None, low_open=True, high=None)

    def negated(self, a: Sym) -> Sym:
        """-a."""
        return -a

    def joined(self, op: str, a: Sym, b: Sym) -> Sym:
        """a op b."""
        return {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "/": lambda: a / b,
            "^": lambda: a**b,
        }[op]()

    def call(self, function: str, arguments: Sequence[Sym]) -> Sym:
        """A function."""
        a = arguments[0]
        if function in ("min", "max"):
            return reduce(sympy.Min if function == "min" else sympy.Max, arguments)
        if function == "sqrt":
            return sympy.sqrt(a)
        known = {
            "exp": sympy.exp,
            "log": sympy.log,
            "ln": sympy.log,
            "abs": sympy.Abs,
            "floor": sympy.floor,
            "ceil": sympy.ceiling,
        }
        if function not in known:
            raise Unreadable(f"{function} is not typeset")
        return known[function](a)

    def total(self, index: str, ends: tuple[Sym, Sym], body: Sym) -> Sym:
        """A sum."""
        with sympy.evaluate(True):
            return sympy.Sum(body, (self.name(index), *ends))
