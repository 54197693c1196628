"""Objects of sympy, known without loading sympy, and those of Assay that can be written as such."""

from __future__ import annotations

import sys

from .expression import Sym


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
