"""Above-threshold with Laplace noise on all of the real line, for every epsilon > 0 at once.

    assay decide above_threshold.py

The threshold 0 gets noise of rate eps/2, every query noise of rate eps/4; the first TRUE ends the run.
Source: M. Lyu, D. Su, N. Li, "Understanding the Sparse Vector Technique", VLDB 2017, algorithm 1 with c = 1.
"""

import assay
from assay.decide import SymbolicMechanism, laplace


@assay.program
def above_threshold(queries: tuple[int, ...]) -> tuple[bool, ...]:
    """Say of one query after the other whether it is above the threshold; stop after the first TRUE."""
    threshold = laplace(assay.EPS / 2)
    answers: tuple[bool, ...] = ()
    for query in queries:
        above = query + laplace(assay.EPS / 4) >= threshold
        answers = (*answers, above)
        if above:
            break
    return answers


mechanism = SymbolicMechanism(
    above_threshold,
    domain=[(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)],
    adjacency=assay.adjacency.linf(1),
    name="above_threshold",
)
