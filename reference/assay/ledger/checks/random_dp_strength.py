"""The footnote on the definition, a row less or a row replaced; and the adversary who holds n - 1 rows."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from ...adjacency import add_remove_one, replace_one
from ...dp import Dist, Mechanism
from ...dp.odds import posterior_odds
from ...exact import INFINITY, Log, exp
from ...mechanisms.noise import two_sided_geometric_clamped
from ...prove.lemma import require
from ...queries.histogram import noisy_histogram_clamped
from ...queries.projection import histograms
from ...queries.sparse_histogram import sparse_histogram_clamped
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope

Rows: TypeAlias = tuple[int, ...]
Table: TypeAlias = Mapping[Rows, Dist[Any]]

SETS: tuple[Rows, ...] = ((), (0,), (1,))


def _losses(table: Table) -> tuple[Log, Log]:
    """The exact epsilon for a removed or added row, and for a replaced one."""
    relations = add_remove_one("sequence"), replace_one("sequence")
    removed, replaced = (Mechanism(table, SETS, relation).epsilon() for relation in relations)
    return removed, replaced


def _odds(t: Fraction) -> Table:
    """A bit whose odds are t for a row 1, 1/t for a row 0, and even without a row."""
    shares = {(): Fraction(1, 2), (0,): 1 / (1 + t), (1,): t / (1 + t)}
    return {x: Dist({1: p, 0: 1 - p}) for x, p in shares.items()}


def at_the_same_epsilon(scope: Scope) -> Finding:
    """A bit with the odds t: (1 + t)/2 for a removed row, t for a replaced one."""
    points: list[tuple[Point, bool]] = []
    for t in scope.fractions("t"):
        removed, replaced = _losses(_odds(t))
        points.append(({"t": t}, bool(replaced <= removed)))
    removed, replaced = _losses(_odds(Fraction(3)))
    witness = {
        "inequality": f"3/4 > {exp(removed)} * 1/4",
        "mechanism": "a bit that is 1 with probability 1/2, 1/4 and 3/4 on (), (0) and (1)",
        "epsilon of a removed row": str(removed),
        "epsilon of a replaced row": str(replaced),
    }
    return Finding.refuted(
        witness, checked("t = 1", points, where="in this family of bits, for positive odds t")
    )


def twice_the_epsilon(scope: Scope) -> Finding:
    """Replacing is removing and adding; noise on both counts attains the factor."""
    denominator, cases = scope.integer("denominator"), 0
    factor = scope.formula("factor").number().as_fraction()
    shares = [Fraction(i, denominator) for i in range(denominator + 1)]
    for chosen in product(shares, repeat=len(SETS)):
        table: Table = {x: Dist({1: p, 0: 1 - p}) for x, p in zip(SETS, chosen, strict=True)}
        removed, replaced = _losses(table)
        require(removed.is_infinite or bool(replaced <= factor * removed), f"{table}")
        cases += 1
    for level in scope.epsilons("alpha"):
        cells: Table = {
            x: Dist.product(*(two_sided_geometric_clamped(level, 0, 1, centre=x.count(v)) for v in (0, 1)))
            for x in SETS
        }
        removed, replaced = _losses(cells)
        require(replaced == factor * removed, f"attained at {level}")
        cases += 1
    return Finding.verified(cases=cases)


def number_of_rows(scope: Scope) -> Finding:
    """The number of rows is the same where one is replaced, and another where one is removed."""
    removed, replaced = _losses({x: Dist.point(len(x)) for x in SETS})
    require(replaced == scope.formula("none").number() and removed == INFINITY, "the number of rows")
    level = scope.epsilon("alpha")
    return Finding.verified(
        cases=2, witness={"inequality": f"1 > {exp(level)}*0", "event": "there is no row"}
    )


def lonely_row(scope: Scope) -> Finding:
    """An entry that is not 0 in a cell that is otherwise empty proves that the row is there."""
    n, alpha, cases = scope.integer("n"), scope.epsilon("alpha"), 0
    release = (-scope.integer("reach"), n + scope.integer("reach"))
    m = sparse_histogram_clamped(n, 2, alpha, scope.fraction("gamma"), release=release)
    alone, together = m.distribution((n - 1, 1)), m.distribution((n, 0))
    seen = alone.prob(lambda z: z[1] != 0)
    require(together.prob(lambda z: z[1] != 0) == 0, "an empty cell never shows noise")
    a = scope.formula("a").number(alpha=alpha)
    require(seen == scope.formula("seen").number(a=a), "revealed unless the noise is exactly -1")
    require(m.epsilon() == INFINITY, "no bound on the odds")
    private = noisy_histogram_clamped(
        alpha, cells=2, largest=n, sensitivity=2, release=release, domain=histograms(n, 2)
    )
    odds = posterior_odds(private.distribution((n - 1, 1)), private.distribution((n, 0)))
    require(
        odds.upper == scope.formula("odds").number(alpha=alpha),
        "with noise on every cell the odds move by at most e^alpha",
    )
    cases += len(m.pairs)
    witness = {
        "inequality": f"{seen} > {exp(alpha)}*0",
        "rows known": f"{n - 1}, all in the first cell",
        "event": "the second entry is not 0, which happens only if the last row is in the second cell",
        "probability of being revealed": str(seen),
    }
    return Finding.verified(cases=cases, witness=witness)
