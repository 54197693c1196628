"""A sparse histogram of n = 8 rows in k = 2 cells: noise on occupied cells, none on empty ones.

    assay audit sparse_histogram.py --epsilon "ln 4"

It is refuted: a cell that is empty shows it. For rows that are drawn at random that is rare enough, and the
mechanism is (ln 4, 1/2)-Random DP for every distribution of the rows, as 2k <= n/2:

    rows = assay.Dist({0: "3/4", 1: "1/4"})
    mechanism.random_dp("ln 4", rows, size=8, encode=lambda drawn: (8 - sum(drawn), sum(drawn)))

Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", 2012, equation (5), with geometric noise.
"""

import assay
from assay.queries.sparse_histogram import sparse_histogram_clamped as catalogue

N = 8

DISTRIBUTION = catalogue(N, 2, "ln 4", "1/2").distribution


@assay.program
def sparse_histogram(counts: tuple[int, ...]) -> tuple[int, ...]:
    """The counts, with noise on those that are not 0."""
    return assay.draw(DISTRIBUTION(counts))


mechanism = assay.Mechanism(
    sparse_histogram,
    domain=[(ones, N - ones) for ones in range(N + 1)],
    adjacency=assay.adjacency.l1(2),
    name="sparse_histogram",
)
