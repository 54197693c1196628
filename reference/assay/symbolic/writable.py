"""What is written as a sympy expression and in LaTeX, known without loading sympy."""

from __future__ import annotations

from .expression import Sym


class InSympy:
    """An object whose text is that of a sympy expression, or that writes one of its own."""

    __slots__ = ()

    def to_sympy(self) -> Sym:
        """The value as a sympy expression, in a positive symbol eps if it is symbolic; oo where infinite.

        Raises AssayError where sympy is not installed.
        """
        from .numbers import to_sympy

        return to_sympy(str(self))

    def latex(self) -> str:
        """The expression in LaTeX, as sympy writes it.  Raises AssayError where sympy is not installed."""
        from .numbers import latex

        return latex(self.to_sympy())
