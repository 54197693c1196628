"""The proof kernel: inequalities with certificates that anyone can re-check.

    from assay.prove import check, prove

    verdict = prove("for q in [0, 1]: 1 + q*(e - 1) <= exp(2*q)")
    verdict.holds, verdict.certificate                  # True, a Theorem
    check(verdict.certificate.to_json())                # the same theorem, by the rules alone
    reports(verdict.certificate.to_json(), "sympy")     # what a second checker says of it

What is trusted: `expr`, `syntax`, `statement`, `reading` (what is claimed), `work`, `polynomials`, `normal`,
`ranges`, `balls`, `roots`, `calculus`, `facts` (exact arithmetic and enclosures), `rules` and `theorem`. The
rest reads short forms, searches, writes certificates and exports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assay.prove.checkers import reports
    from assay.prove.claims import infer
    from assay.prove.facts import Rejected
    from assay.prove.outcome import RefutedAt, prove
    from assay.prove.statement import Statement
    from assay.prove.theorem import Theorem, check

_HOME = {
    "Rejected": "facts",
    "RefutedAt": "outcome",
    "Statement": "statement",
    "Theorem": "theorem",
    "check": "theorem",
    "infer": "claims",
    "prove": "outcome",
    "reports": "checkers",
}

__all__ = ["RefutedAt", "Rejected", "Statement", "Theorem", "check", "infer", "prove", "reports"]


def __getattr__(name: str) -> object:
    """Import on first use: checking a certificate loads the rules, not the search."""
    from importlib import import_module

    if name not in _HOME:
        raise AttributeError(f"module 'assay.prove' has no attribute {name!r}")
    return getattr(import_module(f"assay.prove.{_HOME[name]}"), name)
