"""The lecture's "nothing about an individual, then nothing at all", as theorems about finite mechanisms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from ... import adjacency
from ...dp import Dist, Mechanism
from ...prove import infer
from ...prove.lemma import require
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope

Bits = tuple[int, ...]


def posterior(
    distribution: Mapping[Bits, Dist[int]], prior: Mapping[Bits, Fraction], row: int, outcome: int
) -> Fraction | None:
    """P[x_row = 1 | outcome], None where the outcome cannot happen."""
    joint = {x: w * distribution[x][outcome].as_fraction() for x, w in prior.items()}
    total = sum(joint.values(), Fraction(0))
    return sum((j for x, j in joint.items() if x[row]), Fraction(0)) / total if total else None


def uniform_prior(scope: Scope) -> Finding:
    """Under the uniform prior the parity of n >= 2 rows says nothing about any row, yet something."""
    points: list[tuple[Point, bool]] = []
    for n in scope.integers("n"):
        databases = list(product((0, 1), repeat=n))
        distribution = {x: Dist.point(sum(x) % 2) for x in databases}
        prior = {x: Fraction(1, len(databases)) for x in databases}
        unchanged = all(
            posterior(distribution, prior, row, o) == Fraction(1, 2) for row, o in product(range(n), (0, 1))
        )
        points.append(({"n": n}, not unchanged))
    parity = {x: Dist.point(sum(x) % 2) for x in product((0, 1), repeat=2)}
    believed = sum(parity[x][0].as_fraction() for x in parity) / 4  # that the parity is 0
    before, after = Fraction(1, 4), Fraction(1, 4) / believed
    require(all(posterior(parity, dict.fromkeys(parity, before), r, 0) == before * 2 for r in (0, 1)), "rows")
    witness = {
        "inequality": f"{after} != {before}",
        "mechanism": "the parity of two rows",
        "prior": "uniform: 1/4 for each database",
        "posterior": "1/2 for 00 and for 11 after the outcome 0; 1/2 for each row to be 1, as before",
    }
    return Finding.refuted(witness, checked("n = 1", points), cases=len(points))


def _mechanisms(n: int, grid: list[Fraction]) -> Iterator[dict[Bits, Dist[int]]]:
    """All maps from databases to P[1] on the grid."""
    databases = list(product((0, 1), repeat=n))
    for values in product(grid, repeat=len(databases)):
        yield {x: Dist({1: p, 0: 1 - p}) for x, p in zip(databases, values, strict=True)}


def every_prior(scope: Scope) -> Finding:
    """If no prior's belief about a row changes, neighbours have one distribution, and all databases have one
    distribution.
    """
    ranges, condition = scope.quantifiers("a", "b", "c"), "c*a <= c*(c*a + (1 - c)*b)"
    terms = [{"weight": "1", "factors": ["c*(c*a + (1 - c)*b) - c*a"]}]
    step = infer(
        "combine", f"for {ranges} where {condition}: a <= b", {"multiplier": "c*(1 - c)", "terms": terms}
    )
    grid, cases, constant = list(scope.fractions("grid")), 0, 0
    for n in scope.integers("n"):
        for distribution in _mechanisms(n, grid):
            found = Mechanism(distribution, list(distribution), adjacency.hamming(1))
            silent = all(
                posterior(distribution, {x: Fraction(1, 2), y: Fraction(1, 2)}, row, o)
                in (None, Fraction(1, 2))
                for x, y in adjacency.hamming(1).pairs(list(distribution))
                for row in range(n)
                if x[row] != y[row]
                for o in (0, 1)
            )
            same = len(set(distribution.values())) == 1
            require(silent == same == (found.epsilon() == scope.formula("none").log()), f"{distribution}")
            cases, constant = cases + 1, constant + same
    require(0 < constant < cases, "constant mechanisms and others in the scope")
    return Finding.verified(certificates=[step], cases=cases)


def disconnected(scope: Scope) -> Finding:
    """Where the databases are not connected by neighbours, epsilon = 0 does not make the mechanism
    constant.
    """
    domain = list(range(scope.integer("databases")))
    pairs = adjacency.explicit([(0, 1), (2, 3)])
    split = Mechanism({x: Dist.point(x // 2) for x in domain}, domain, pairs)
    require(
        split.epsilon() == scope.formula("none").log() and split.distribution(0) != split.distribution(2),
        "a mechanism on two parts",
    )
    witness = {
        "inequality": "1 != 0",
        "neighbours": "0 ~ 1 and 2 ~ 3",
        "mechanism": "M(0) = M(1) = 0, M(2) = M(3) = 1",
    }
    return Finding.verified(cases=1, witness=witness)
