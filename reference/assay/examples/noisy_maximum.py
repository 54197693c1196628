"""The value of a noisy maximum: releasing it costs more than releasing its index, for every epsilon > 0.

    assay decide noisy_maximum.py
    assay decide noisy_maximum.py --epsilon 3*eps/2

Each of three answers gets Laplace noise of rate eps/2, and the largest noisy answer itself is released.
Source: C. Dwork, A. Roth, "The Algorithmic Foundations of Differential Privacy", 2014, section 3.3.
"""

import assay
from assay.decide import SymbolicMechanism, laplace


@assay.program
def noisy_maximum(queries: tuple[int, ...]) -> object:
    """The largest noisy answer, as it is."""
    return max(query + laplace(assay.EPS / 2) for query in queries)


mechanism = SymbolicMechanism(
    noisy_maximum,
    domain=[(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)],
    adjacency=assay.adjacency.linf(1),
    name="noisy_maximum",
)
