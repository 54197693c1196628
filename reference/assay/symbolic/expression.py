"""A sympy expression: its type, as far as Assay uses it, and how one is known without loading sympy.

`InSympy` is what Assay's own objects have that can be written as one.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Protocol

Assumption = bool | None


class Sym(Protocol):
    """A sympy expression, as far as it is used here. A truth value of None means that it is not known."""

    args: tuple[Sym, ...]
    free_symbols: set[Sym]
    is_Rational: bool
    is_Float: bool
    is_Symbol: bool
    is_number: bool
    is_integer: Assumption
    is_real: Assumption
    is_zero: Assumption
    is_positive: Assumption
    is_negative: Assumption
    is_nonnegative: Assumption
    is_nonpositive: Assumption

    def __add__(self, other: Sym | int) -> Sym: ...
    def __sub__(self, other: Sym | int) -> Sym: ...
    def __mul__(self, other: Sym | int) -> Sym: ...
    def __truediv__(self, other: Sym | int) -> Sym: ...
    def __pow__(self, other: Sym | int) -> Sym: ...
    def __neg__(self) -> Sym: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def has(self, *patterns: object) -> bool: ...
    def xreplace(self, rule: Mapping[Sym, Sym]) -> Sym: ...
    def atoms(self, *types: object) -> set[Sym]: ...
    def as_coefficients_dict(self) -> Mapping[Sym, Sym]: ...
    def as_numer_denom(self) -> tuple[Sym, Sym]: ...
    def count_ops(self) -> int: ...


def is_sympy(value: object) -> bool:
    """Whether a value is an object of sympy; if sympy was never imported, there are none."""
    module = sys.modules.get("sympy")
    base = getattr(module, "Basic", None)
    return isinstance(base, type) and isinstance(value, base)


def text_of(value: object) -> str | None:
    """The text of a sympy expression, such as `3/4 - exp(1/2)/4`; None if the value is not sympy's.

    Raises:
        FloatRefused: it contains a float. InvalidValue: it cannot be read.
    """
    if not is_sympy(value):
        return None
    from .writing import of_value

    return of_value(value)


class InSympy:
    """An object whose text is that of a sympy expression, or that writes one of its own."""

    __slots__ = ()

    def to_sympy(self) -> Sym:
        """The value as a sympy expression, in a positive symbol eps if it is symbolic; oo where infinite.

        Raises AssayError where sympy is not installed.
        """
        from .convert import to_sympy

        return to_sympy(str(self))

    def latex(self) -> str:
        """The expression in LaTeX, as sympy writes it.  Raises AssayError where sympy is not installed."""
        from .convert import latex

        return latex(self.to_sympy())
