"""A bootstrap resample offered as differential privacy: n = 7 rows of one bit, Z = 3.

    assay audit bootstrap.py --epsilon 1/3

The source claims epsilon = 1/Z for the number of ones in a resample of ceil(n/Z) = 3 rows, drawn with
replacement.  Where no row is a one, no resample shows a one; where one row is, some do: epsilon is infinite.

The data sets are those with 0, 1, ..., 7 ones, one each: the count does not depend on the order of the rows,
so that every pair of neighbours is, up to that order, one of the pairs here.
Source: J. Mount and N. Zumel, "A simple differentially private procedure", Win-Vector Blog, 2015.
"""

from fractions import Fraction
from math import ceil

import assay

N = 7
Z = 3


@assay.program
def bootstrap(rows: tuple[int, ...]) -> int:
    """The number of ones in a resample of ceil(n/Z) rows."""
    resample = [rows[assay.uniform(N)] for _ in range(ceil(Fraction(N, Z)))]
    return sum(resample)


mechanism = assay.Mechanism(
    bootstrap,
    domain=[(0,) * (N - ones) + (1,) * ones for ones in range(N + 1)],
    adjacency=assay.adjacency.hamming(1),
    name="bootstrap",
)
