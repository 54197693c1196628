"""Whether a value is sympy's, found out without importing sympy."""

from __future__ import annotations

import sys


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
