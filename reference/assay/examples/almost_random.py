"""AlmostRandom: with a fair coin tell the truth, with another fair coin answer at random.

    assay audit almost_random.py --epsilon "ln 3"

It is (ln 3, 0)-differentially private, and no less than ln 3 will do.
Source: M. Gaboardi, lecture CSE660 "Differential Privacy", University at Buffalo, 2017.
"""

import assay


@assay.program
def almost_random(b: bool) -> bool:
    """Return b if the first coin says so, and otherwise a second coin."""
    if assay.flip("1/2"):
        return b
    return assay.flip("1/2")


mechanism = assay.Mechanism(
    almost_random,
    domain=[False, True],
    adjacency=assay.adjacency.all_pairs(),
    name="almost_random",
)
