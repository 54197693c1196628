"""What a claim of the ledger states in mathematics that the machine reads, in LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..prove.formulas import missing, of_claim, of_value


def formulas(claims: Iterable[str], witness: Mapping[str, str]) -> dict[str, object] | None:
    """The claims of certificates, and the values of a witness that are inequalities or exact numbers.

    None where sympy is missing.
    """
    if missing():
        return None
    shown = {name: of_witness(name, value) for name, value in witness.items()}
    return {
        "certificates": [of_claim(claim) for claim in claims],
        "witness": {name: formula for name, formula in shown.items() if formula is not None},
    }


def of_witness(name: str, value: str) -> str | None:
    """One value of a witness; None where it is words, or sympy is missing."""
    return of_claim(value) if name.startswith("inequality") else of_value(value)
