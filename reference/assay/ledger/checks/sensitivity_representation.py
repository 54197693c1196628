"""The representation of empirical quantiles: the sign in the source, and the rate of the remainder."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ...exact import number
from ...prove.lemma import require
from ...sensitivity import quantile_remainder
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope


def _settings(scope: Scope) -> Iterator[tuple[int, Fraction, str]]:
    """The number of pairs, the level, and the distribution of h."""
    return product(scope.integers("N"), scope.fractions("p"), scope.texts("h"))


def _intervals(law: str) -> list[tuple[str, str, str]]:
    """`0 1 1/5; 2 5 4/5`: the ends of each interval on which h is uniform, and its probability."""
    found = []
    for part in law.split("; "):
        low, high, mass = part.split(" ")
        found.append((low, high, mass))
    return found


def as_printed(scope: Scope) -> Finding:
    """With D - H the mean square of the remainder, times N f^2, tends to 4 p (1 - p), exactly."""
    points: list[tuple[Point, bool]] = []
    witness: dict[str, str] = {}
    for pairs, p, law in _settings(scope):
        found = quantile_remainder(pairs, p, _intervals(law))
        scaled = pairs * found.as_printed * found.density**2
        least = scope.formula("vanishing").number(p=p)
        points.append(({"N": Fraction(pairs), "p": p}, bool(scaled < least)))
        if not witness:
            witness = {
                "inequality": f"{scaled} > {least}",
                "h": law,
                "N": str(pairs),
                "p": str(p),
            }
    region = checked("nowhere", points, remark="at no N and p that were looked at")
    return Finding.refuted(witness, region)


def with_the_other_sign(scope: Scope) -> Finding:
    """With H - D the mean square of the remainder is of the order N^(-3/2), exactly."""
    cases = 0
    for pairs, p, law in _settings(scope):
        found = quantile_remainder(pairs, p, _intervals(law))
        square = number(found.linear * found.density**2) ** 2 * pairs**3
        require(square <= scope.formula("bound").number(p=p), f"N = {pairs}, p = {p}")
        cases += 1
    return Finding.verified(cases=cases)
