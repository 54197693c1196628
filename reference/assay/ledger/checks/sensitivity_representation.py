"""The representation of empirical quantiles: the sign in the source, and the rate of the remainder."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...exact import number
from ...prove.lemma import require
from ...sensitivity import quantile_remainder
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope


def as_printed(scope: Scope) -> Finding:
    """With D - H the mean square of the remainder, times N, tends to 4 p (1 - p): exact for uniform h."""
    points: list[tuple[Point, bool]] = []
    witness: dict[str, str] = {}
    for pairs, p in product(scope.integers("N"), scope.fractions("p")):
        scaled = pairs * quantile_remainder(pairs, p).as_printed
        least = scope.formula("vanishing").number(p=p)
        points.append(({"N": Fraction(pairs), "p": p}, bool(scaled < least)))
        if not witness:
            witness = {
                "inequality": f"{scaled} > {least}",
                "h": "uniform on [0, 1]",
                "N": str(pairs),
                "p": str(p),
            }
    region = checked("nowhere", points, remark="at no N and p that were looked at")
    return Finding.refuted(witness, region)


def with_the_other_sign(scope: Scope) -> Finding:
    """With H - D the mean square of the remainder is of the order N^(-3/2): exact for uniform h."""
    cases = 0
    for pairs, p in product(scope.integers("N"), scope.fractions("p")):
        square = number(quantile_remainder(pairs, p).linear) ** 2 * pairs**3
        require(square <= scope.formula("bound").number(p=p), f"N = {pairs}, p = {p}")
        cases += 1
    return Finding.verified(cases=cases)
