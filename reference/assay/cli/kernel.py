"""The inequalities of a decision, proved once more by the proof kernel, each with a theorem of its own."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..budgets.progress import track

if TYPE_CHECKING:
    from ..decide.certificates.certificate import SignCertificate
    from ..decide.probabilities.values import Poly


def kernel_report(certificate: SignCertificate, seconds: Fraction) -> list[dict[str, object]]:
    """For every inequality its statement, with the kernel's theorem or why there is none in so many seconds.

    The statement is about y in (0, 1), or about t in (0, inf) where powers of t occur next to y = exp(-t).
    """
    from ..dp import Proved
    from ..prove import Theorem, check, prove

    found: list[dict[str, object]] = []
    for poly in track(list(certificate.polynomials), "theorems"):
        text = statement(poly)
        verdict = prove(text, seconds=seconds)
        if isinstance(verdict, Proved) and isinstance(verdict.certificate, Theorem):
            theorem = verdict.certificate.to_json()
            check(theorem)
            found.append({"statement": text, "theorem": theorem})
        else:
            found.append({"statement": text, "theorem": None, "reason": str(verdict)})
    return found


def statement(poly: Poly) -> str:
    """P <= 0 in the language of the kernel."""
    if int(poly.degrees()[0]) > 0:
        return f"for t in (0, inf): {str(poly).replace('y', 'exp(-t)')} <= 0"
    return f"for y in (0, 1): {poly} <= 0"


def kernel_line(found: list[dict[str, object]], on_square: int) -> str:
    """How many of the inequalities are theorems."""
    theorems = sum(each["theorem"] is not None for each in found)
    rest = f"; {on_square} about tails of noisy values are left to the checker" if on_square else ""
    return f"proof kernel: theorems for {theorems} of {len(found)} inequalities{rest}"
