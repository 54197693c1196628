"""A noisy count as it is often written: two-sided geometric noise from floats, claimed to be ln 2-private.

    assay audit float_noise.py:noisy_count --rng any --domain '0, 1' --adjacency all-pairs --epsilon "ln 2"

On paper the noise has infinitely many values, and P(z) is proportional to 2^-|z|. This code has 2^53 uniform
floats to make it of, so that its tails end, and nothing but an unlucky draw keeps the count secret.
Source of the mechanism: Ghosh, Roughgarden and Sundararajan, STOC 2009; of the problem: Mironov, CCS 2012.
"""

import math
import random


def geometric() -> int:
    """The number of failures before the first success of a fair coin, by inversion."""
    return math.floor(math.log(1.0 - random.random()) / math.log(0.5))


def noisy_count(count: int) -> int:
    """The count with two-sided geometric noise."""
    return count + geometric() - geometric()
