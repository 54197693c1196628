"""Exact numbers, logarithms and piecewise curves as sympy expressions, and in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .convert import Converter
from .door import name_of, symbol, sympy
from .expression import Sym
from .reading import read

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
