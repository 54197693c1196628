"""The adversary who holds n - 1 rows, and a last row that is alone in its cell."""

from __future__ import annotations

from ...dp.odds import posterior_odds
from ...exact import INFINITY, exp
from ...prove.lemma import require
from ...queries.histogram import noisy_histogram_clamped
from ...queries.projection import histograms
from ...queries.sparse_histogram import sparse_histogram_clamped
from ..finding import Finding
from ..scope import Scope


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
