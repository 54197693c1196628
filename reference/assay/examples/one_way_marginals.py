"""One-way marginals with L-infinity noise: how many of n = 3 people said yes to each of d = 2 questions.

    assay audit one_way_marginals.py --epsilon "ln 3"

Both counts get noise at once, which decays in the larger of its two coordinates. One person moves each count
by at most 1, so that the release is ln(3)-DP, whatever the number of questions; independent geometric noise
of the same rate in each count would cost twice as much. Counts outside 0..n are moved to the nearest end.
Source: Steinke and Ullman, "Between pure and approximate differential privacy", 2017, Theorem 4.1.
"""

from itertools import product

import assay

N = 3
D = 2

DISTRIBUTION = assay.queries.l_infinity(D, assay.ln(3), low=0, high=N).distribution


@assay.program
def one_way_marginals(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Both counts, with noise."""
    return assay.draw(DISTRIBUTION(counts))


mechanism = assay.Mechanism(
    one_way_marginals,
    domain=product(range(N + 1), repeat=D),
    adjacency=assay.adjacency.linf(1),
    name="one_way_marginals",
)
