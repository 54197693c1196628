"""Sympy expressions as text in Assay's grammar; what the grammar does not have is refused by name."""

from __future__ import annotations

import unicodedata

from ..errors import FloatRefused, InvalidValue
from .door import fraction, head, is_expression, name_of, sympy
from .expression import Sym
from .reading import UNARY

DIGITS = 1_000
RESERVED = {*UNARY, "e", "min", "max", "sum", "abs", "for", "where", "and", "in", "integer", "real", "inf"}
SHORT = {"epsilon": "eps", "lamda": "lam"}
CALLS = {"exp": "exp", "log": "log", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh"}
CALLS |= {"floor": "floor", "ceiling": "ceil"}


def of_value(value: object) -> str:
    """The text of an expression or of an infinity.

    Raises:
        FloatRefused: a floating-point number occurs. InvalidValue: it is no expression, or cannot be read.
    """
    if not is_expression(value):
        raise InvalidValue(f"sympy expression: {value} is a {type(value).__name__}, which is no number")
    for s in value.free_symbols:
        if name_of(s) != "eps" or s.is_positive is not True:
            raise InvalidValue(
                f"sympy expression: {s} in {value} is no number; only Symbol('eps', positive=True) is"
            )
    return {sympy.oo: "inf", -sympy.oo: "-inf"}.get(value) or to_text(value)


def to_text(e: Sym) -> str:
    """The text of a real expression, such as `3/4 - exp(1/2)/4`, with generous brackets.

    Raises:
        FloatRefused: a floating-point number occurs. InvalidValue: something that the grammar does not have.
    """
    kind = head(e)
    if e.is_Float:
        raise FloatRefused(
            f"sympy.Float: {e} is a float, which is not exact; "
            f"write sympy.Rational('{e}') if you mean exactly that"
        )
    if e.is_Rational:
        return _number(e)
    if e.is_Symbol:
        return variable(e)
    if kind == "Exp1":
        return "exp(1)"
    if kind in ("Add", "Mul"):
        return f"({(' + ' if kind == 'Add' else '*').join(to_text(a) for a in e.args)})"
    if kind == "Pow":
        return _power(*e.args)
    if kind in CALLS and len(e.args) == 1:
        return f"{CALLS[kind]}({to_text(e.args[0])})"
    if kind in ("Max", "Min", "maximum", "minimum"):
        return _nested(kind.lower()[:3], [to_text(a) for a in e.args])
    if kind == "Abs":
        return f"max({to_text(e.args[0])}, -{to_text(e.args[0])})"
    if kind == "Sum" and len(e.args) == 2:
        return _sum(*e.args)
    raise InvalidValue(
        f"sympy expression: {kind} in {e} cannot be read; "
        "what can is +, *, powers, exp, log, sqrt, sinh, cosh, tanh, Abs, Max, Min, floor, ceiling and "
        "finite sums of symbols and rationals"
    )


def variable(e: Sym) -> str:
    """The name of a symbol in Assay's grammar: Greek letters are spelled, a word of it gets an underscore.

    Raises:
        InvalidValue: it is no name even so.
    """
    name = name_of(e)
    found = "".join(map(_spelled, name))
    if not found.isidentifier() or not found.isascii():
        raise InvalidValue(f"sympy symbol {name}: it is no name of a variable here; use letters and digits")
    return f"{found}_" if found in RESERVED else found


def _spelled(character: str) -> str:
    """A Greek letter by its name, any other as it is."""
    kind, _, letter = unicodedata.name(character, "").lower().partition(" small letter ")
    return SHORT.get(letter, letter) if kind == "greek" else character


def _number(e: Sym) -> str:
    q = fraction(e)
    if q is None or max(abs(q.numerator), q.denominator) >= 10**DIGITS:
        raise InvalidValue(f"sympy expression: a number of more than {DIGITS} digits")
    return str(q) if q >= 0 and q.denominator == 1 else f"({q})"


def _power(base: Sym, exponent: Sym) -> str:
    if base == sympy.S.Exp1:
        return f"exp({to_text(exponent)})"
    k = fraction(exponent)
    if k is not None and k.denominator == 2 and abs(k.numerator) == 1:
        root = f"sqrt({to_text(base)})"
        return root if k > 0 else f"(1/{root})"
    if k is not None and k < 0:
        return f"(1/{_power(base, -exponent)})" if k != -1 else f"(1/{to_text(base)})"
    return f"({to_text(base)}^{to_text(exponent)})"


def _nested(function: str, parts: list[str]) -> str:
    """A maximum of several as maxima of two."""
    if len(parts) == 1:
        return parts[0]
    return f"{function}({parts[0]}, {_nested(function, parts[1:])})"


def _sum(body: Sym, limits: Sym) -> str:
    index, low, high = limits.args
    return f"sum({variable(index)}, {to_text(low)}, {to_text(high)}, {to_text(body)})"
