"""Smith's Lemma 3 and its notes: the chains of inequalities for a 1-DP mechanism on a Poisson sample."""

from __future__ import annotations

from ...prove.lemma import proved
from ..finding import Finding
from ..scope import Scope


def upper_chain(scope: Scope) -> Finding:
    """(1 - q) + q e = 1 + q (e - 1) <= exp(2 q)."""
    ranges = scope.quantifiers("q")
    return Finding.proved(
        [
            proved(f"for {ranges}: (1 - q) + q*e = 1 + q*(e - 1)"),
            proved(f"for {ranges}: 1 + q*(e - 1) <= exp(2*q)"),
        ]
    )
