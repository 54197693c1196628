"""Numbers, polynomials and names in the syntax of Coq."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from assay.prove.coq.audits.polynomials import Polynomial

LONGEST_NAME = 200
"""Characters of a name in a comment."""


LONGEST_DECIMAL = 13_000
"""Bits; Python writes longer numbers in hexadecimal alone, which Coq reads as well."""


def digits(n: int) -> str:
    """A whole number."""
    return str(n) if n.bit_length() <= LONGEST_DECIMAL else hex(n)


def poly(p: Polynomial) -> str:
    """A polynomial."""
    return f"[{'; '.join(map(digits, p))}]%Z"


def whole(p: Polynomial) -> str:
    """A polynomial without powers, as a whole number."""
    return digits(p[0] if p else 0)


def row(entries: Sequence[Polynomial], *, powers: bool) -> str:
    """One row of a table: of polynomials, or of whole numbers."""
    return f"[{'; '.join(map(poly if powers else whole, entries))}]"


def numbered(names: Iterable[str]) -> str:
    """Names with their numbers."""
    return ", ".join(f"{n} = {comment(name)}" for n, name in enumerate(names))


def comment(text: str) -> str:
    """Text as it may stand in a comment of Coq, which reads strings and comments in it: one line of ASCII."""
    plain = text.replace("*", "+").replace('"', "'").encode("ascii", "backslashreplace").decode("ascii")
    plain = "".join(c if c.isprintable() else " " for c in plain)
    return plain if len(plain) <= LONGEST_NAME else plain[: LONGEST_NAME - 3] + "..."


def ratio(value: Fraction) -> str:
    """A rational."""
    top = digits(value.numerator) if value >= 0 else f"- {digits(-value.numerator)}"
    return top if value.denominator == 1 else f"{top} / {digits(value.denominator)}"


def ln(value: Fraction) -> str:
    """The logarithm of a rational."""
    return f"ln {ratio(value)}" if value.denominator == 1 else f"ln ({ratio(value)})"


def tidy(value: Fraction) -> str:
    """The tactic that writes the logarithm of a/1 as that of a, and that of 1 as 0."""
    a, c = value.as_integer_ratio()
    if c != 1:
        return ""
    if a == 1:
        return "replace (ln (1 / 1)) with 0 by (symmetry; rewrite <- ln_1; f_equal; field);"
    return f"replace ({digits(a)} / 1) with {digits(a)} by field;"
