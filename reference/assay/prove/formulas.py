"""Claims and exact numbers in LaTeX, written by sympy; where it is not installed, that is said."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..errors import AssayError
from ..exact import Log, Number, eps, number
from .claims import statement
from .statement import Range


@cache
def missing() -> str:
    """Why there are no formulas; empty where sympy is installed."""
    try:
        import_module("assay.symbolic.door")
    except AssayError as error:
        return f"LaTeX: {error}"
    return ""


def of_claim(claim: str) -> str | None:
    """A claim of the kernel's language in LaTeX; None where sympy is missing.

    Raises:
        InvalidValue: the text is no claim.
    """
    return None if missing() else statement(claim).latex()


def of_range(r: Range) -> str:
    """The range of a variable in LaTeX, where sympy is installed."""
    return str(import_module("assay.prove.sympy_claims").range_latex(r))


def of_value(text: str) -> str | None:
    """An exact number or epsilon, as Assay prints it, in LaTeX; None for other text, or without sympy."""
    found = _value(text)
    return None if found is None or missing() else found.latex()


def _value(text: str) -> Number | Log | None:
    """The number that is printed like this: 01 is none, but a row of bits."""
    for read in (number, eps):
        try:
            found = read(text)
        except AssayError:
            continue
        if str(found) == text:
            return found
    return None
