"""Secrecy of the sample: is record 0 in a data set, asked of a Poisson sample of rate 1/4.

    assay audit amplification.py --epsilon 1/2

On the whole data set the answer is 1-DP. On a secret sample of rate q it is 2q-DP by Smith's lemma, and
exactly ln(1 + q(e - 1))-DP, so that --epsilon 3/8 holds as well and --epsilon 1/3 does not.
Source: A. Smith, "Differential privacy and the secrecy of the sample", 2009.
"""

from itertools import combinations

import assay
from assay.amplification import poisson_sampling, subsample
from assay.theorems import witnesses

RATE = "1/4"
RECORDS = range(3)
DATA_SETS = [frozenset(s) for size in range(4) for s in combinations(RECORDS, size)]
NEIGHBOURS = assay.adjacency.add_remove_one(kind="set")


def amplification() -> assay.Mechanism[frozenset[int], str]:
    """The presence of record 0, asked of a sample."""
    presence = witnesses.presence(0, 1, 0, DATA_SETS, NEIGHBOURS)
    sampled = subsample(presence, poisson_sampling(RATE), DATA_SETS, NEIGHBOURS)
    return assay.Mechanism(sampled.distribution, DATA_SETS, NEIGHBOURS, name="amplification")


mechanism = amplification()
