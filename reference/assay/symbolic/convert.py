"""Terms, exact numbers, logarithms and piecewise curves as sympy expressions, and in LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..errors import BudgetExceeded, InvalidValue
from .door import FUNCTION, fraction, is_finite_real, name_of, rational, symbol, sympy
from .expression import Sym
from .reading import read
from .terms import Term

LARGEST_EXPONENT, LONGEST = 10_000, 200_000


class Converter:
    """Makes sympy expressions of terms, with given symbols for the variables; others are real symbols."""

    def __init__(self, symbols: Mapping[str, Sym] | None = None) -> None:
        self.symbols: dict[str, Sym] = dict(symbols or {})
        self._known: dict[Term, Sym] = {}

    def __call__(self, t: Term) -> Sym:
        """The expression.

        Raises:
            InvalidValue: it is not a real number (1/0, log(-1)). BudgetExceeded: it is too large.
        """
        found = self._known.get(t)
        if found is None:
            found = self._convert(t)
            if not is_finite_real(found):
                raise InvalidValue(f"{t} is not a real number")
            self._known[t] = found
        return found

    def _convert(self, t: Term) -> Sym:
        if t.op == "number":
            return rational(t.value)
        if t.op == "name":
            return self.name(t.name)
        if t.op == "sum":
            return self.finite_sum(t)
        if t.op in ("min", "max"):
            return self.extreme(t)
        a = self(t.args[0])
        if t.op == "neg":
            return -a
        if t.op in FUNCTION:
            return FUNCTION[t.op](a)
        if t.op == "sqrt":
            return sympy.sqrt(a)
        b = self(t.args[1])
        if t.op == "pow":
            return self.power(a, b)
        if t.op == "div":
            return a / b
        return a + b if t.op == "add" else a - b if t.op == "sub" else a * b

    def name(self, text: str) -> Sym:
        """The symbol of a variable."""
        if text not in self.symbols:
            self.symbols[text] = symbol(text, integer=False, low=None, low_open=True, high=None)
        return self.symbols[text]

    def power(self, base: Sym, exponent: Sym) -> Sym:
        """A power; of numbers it is computed, which has to fit."""
        k, q = fraction(exponent), fraction(base)
        if k is not None:
            bits = 0 if q is None else max(q.numerator.bit_length(), q.denominator.bit_length())
            if max(abs(k.numerator), k.denominator) > LARGEST_EXPONENT or abs(k) * bits > LONGEST:
                raise BudgetExceeded(
                    f"an exponent is above {LARGEST_EXPONENT}, or a power has above {LONGEST} bits"
                )
        return base**exponent

    def extreme(self, t: Term) -> Sym:
        """A maximum or minimum."""
        a, b = self(t.args[0]), self(t.args[1])
        return sympy.Max(a, b) if t.op == "max" else sympy.Min(a, b)

    def finite_sum(self, t: Term) -> Sym:
        """A finite sum over an index that is a whole number."""
        index = symbol(t.name, integer=True, low=None, low_open=True, high=None)
        body = Converter({**self.symbols, t.name: index})(t.args[2])
        ends = self(t.args[0]), self(t.args[1])
        with sympy.evaluate(True):  # otherwise the body becomes 1*body
            return sympy.Sum(body, (index, *ends))


INFINITIES = {"inf": sympy.oo, "-inf": -sympy.oo}


def epsilon() -> Sym:
    """The symbol eps of privacy profiles and of symbolic numbers: positive."""
    return symbol("eps", integer=False, low=Fraction(0), low_open=True, high=None)


def alpha() -> Sym:
    """The symbol alpha of trade-off functions: the type I error, >= 0."""
    return symbol("alpha", integer=False, low=Fraction(0), low_open=False, high=None)


def exponential(e: Sym) -> Sym:
    """e^x."""
    return sympy.exp(e)


def to_sympy(text: str) -> Sym:
    """The sympy expression of a number or logarithm as Assay prints it.

    Raises:
        InvalidValue, BudgetExceeded: the text is none, or too large.
    """
    return INFINITIES[text] if text in INFINITIES else Converter({"eps": epsilon()})(read(text))


def piecewise(x: Sym, pieces: Sequence[tuple[Sym, Sym]], last: Sym) -> Sym:
    """The function that is each piece up to its end, and `last` from there on."""
    cases = [(piece, sympy.Le(x, end)) for piece, end in pieces]
    return sympy.Piecewise(*cases, (last, sympy.true))


def latex(e: Sym) -> str:
    """An expression in LaTeX; a symbol eps is written as epsilon."""
    names = {s: r"\varepsilon" for s in e.free_symbols if name_of(s) == "eps"}
    return sympy.latex(e, symbol_names=names, ln_notation=True)
