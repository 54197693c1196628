"""Certificates: the sign of every distinct inequality for all epsilon > 0, which `checker` re-checks.

    {"claim": ..., "mechanism": ..., "k": k, "on_square": ..., "inequalities":
        [{"terms": [[i, j, c], ...], "evidence": ...}, ...]}

Each inequality is about the sign of  F = sum c t^i y^j  for t > 0, y = e^(-t).  Its evidence is

    {"kind": "unit", "cells": [[low, high, n], ...]}        no t occurs; n in {0, 1} roots in low < y < high
    {"kind": "cells", "cells": [[low, high, sign], ...]}    the sign on low <= t <= high; 0: one simple root
    {"kind": "linear"}                                      a + b t or a + b y, whose root is rational
    {"kind": "factors", "content": c, "factors": [{"terms", "multiplicity", "evidence"}, ...]}

where the cells cover 0 < y < 1, or t > 0 (a last end of null is infinity).  The entries of "on_square" are
lists of terms [i, j, m, n, c] with  sum c theta^i psi^j u^m w^n <= 0  by the criterion of `tails`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...exact.roots import descartes_bound, unit_cells
from ..inequalities.distinct import Inequalities
from ..inequalities.tails import Fact
from ..probabilities.values import Poly, terms, univariate
from ..signs.exponential_polynomials import DENSE_DEGREE, ExponentialPolynomial
from ..signs.exponential_roots import Cell, scan
from ..signs.sign_table import QUICK_CELLS
from .checker import check


@dataclass(frozen=True)
class SignCertificate:
    """That every distinct inequality of a claim holds for all epsilon > 0."""

    mechanism: str
    claim: str
    k: int
    pairs: int
    polynomials: tuple[Poly, ...]
    on_square: tuple[Fact, ...]

    def __str__(self) -> str:
        return (
            f"{self.mechanism} is {self.claim}: {len(self.polynomials)} distinct inequalities from "
            f"{self.pairs} pairs, "
            "each a sign on all of eps > 0"
        )

    @cached_property
    def inequalities(self) -> list[dict[str, object]]:
        """The inequalities with the evidence for their signs, as JSON values."""
        return [{"terms": _terms(p), "evidence": evidence(p)} for p in self.polynomials]

    def to_json(self) -> dict[str, object]:
        """The certificate as JSON values."""
        return self.header() | {"inequalities": self.inequalities, "on_square": self.facts()}

    def header(self) -> dict[str, object]:
        """What it is about."""
        return {
            "kind": "signs of exponential polynomials",
            "mechanism": self.mechanism,
            "claim": self.claim,
            "k": self.k,
            "pairs": self.pairs,
        }

    def facts(self) -> list[list[list[int]]]:
        """The sums on the square."""
        return [[list(term) for term in fact] for fact in self.on_square]

    def without_evidence(self) -> dict[str, object]:
        """What it states, as JSON values."""
        inequalities = [{"terms": _terms(p)} for p in self.polynomials]
        return self.header() | {"inequalities": inequalities, "on_square": self.facts()}

    def check(self) -> int:
        """The number of inequalities that the independent checker confirms.

        Raises InvalidValue, with the inequality, where one is not confirmed.
        """
        return check(self.to_json())


def certificate(found: Inequalities) -> SignCertificate:
    """The certificate of a claim whose inequalities all hold."""
    claim = found.claim
    return SignCertificate(
        found.mechanism.name,
        str(claim),
        claim.k,
        found.pairs,
        tuple(i.poly for i in found.found.values()),
        tuple(found.on_square),
    )


def _terms(poly: Poly) -> list[list[int]]:
    return [[i, j, c] for i, j, c in terms(poly)]


def evidence(poly: Poly) -> dict[str, object]:
    """Why the sign of the polynomial is what it is for all t > 0."""
    direct = _without_roots(poly)
    if direct is not None:
        return direct
    content, factors = poly.factor()
    return {
        "kind": "factors",
        "content": int(content),
        "factors": [
            {"terms": _terms(f), "multiplicity": int(m), "evidence": _of_irreducible(f)} for f, m in factors
        ],
    }


def _without_roots(poly: Poly) -> dict[str, object] | None:
    """The evidence where the polynomial, as it is, shows at once that it has no root."""
    if int(poly.degrees()[0]) == 0 and int(poly.degrees()[1]) <= DENSE_DEGREE:
        if descartes_bound(univariate(poly)):
            return None
        return {"kind": "unit", "cells": [["0", "1", 0]]}
    cells = scan(ExponentialPolynomial.of(poly), QUICK_CELLS, one_sign=True)
    if cells is None:
        return None
    return {"kind": "cells", "cells": [_cell(c) for c in cells]}


def _of_irreducible(poly: Poly) -> dict[str, object]:
    if sum(int(d) for d in poly.degrees()) == 1:
        return {"kind": "linear"}
    if int(poly.degrees()[0]) == 0:
        cells = unit_cells(univariate(poly))
        return {"kind": "unit", "cells": [[str(low), str(high), roots] for low, high, roots in cells]}
    return {"kind": "cells", "cells": [_cell(c) for c in scan(ExponentialPolynomial.of(poly)) or []]}


def _cell(cell: Cell) -> list[object]:
    return [str(cell.low), None if cell.high is None else str(cell.high), cell.sign]
