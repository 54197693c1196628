"""Poisson sampling whose batch is cut to a largest size, with Gaussian noise.

Of n records each is sampled with probability q; where more than B are, a uniform subset of B of them is kept;
noise of sigma times the largest norm is added to their sum.  Let X be the number of the other n - 1 records
that are sampled, whose distribution does not depend on the record, and T = P(X >= B).

* X < B: nothing is cut, with or without the record: Poisson sampling at q.
* X >= B: the others alone would give a uniform batch of B of them.  With the record, it takes the place of a
  uniform one of these with probability B/(X + 1) where it is sampled; given X >= B with probability

      p = q E[B/(X + 1) | X >= B] = (B/n) P(Bin(n, q) > B)/T,

  and the sum moves by at most twice the largest norm.

To tell whether X >= B only helps an observer, so that `Revealed` of both pairs dominates.
Source: the argument above; Ganesh, "Tighter Privacy Analysis for Truncated Poisson Sampling", 2025, has a
looser pair where something is cut and a record is added or removed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..arguments import positive_integer, positive_rational
from ..composition.arguments import sampling_rate
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..composition.round import Round
from ..errors import InvalidValue
from ..exact import ExactLike
from .densities import Gaussian, ReplacedGaussian
from .revealed import Binomial, Event, Revealed
from .subsets import SubsetSampled
from .with_replacement import rounded_up

ADD_REMOVE, REPLACE, ZERO_OUT = "add-remove-one", "replace-one", "zero-out"
"""What a neighbour is: with a record more or less; with another record; or (zero-out) a record is replaced by
one that contributes nothing, but is sampled, and may take a place, as before.
"""


def truncated_gaussian(
    sigma: ExactLike, rate: ExactLike, size: int, largest_batch: int, adjacency: str = ADD_REMOVE
) -> Round:
    """One round of the mechanism of this module on `size` records, the larger number of both data sets.

    sigma: the deviation of the noise, in units of the largest norm of a record's contribution.
    adjacency: "add-remove-one", "replace-one" or "zero-out".  The p of cut batches is rounded up to 256 bits,
    so that answers are upper bounds by as much.
    Raises InvalidValue for a rate outside [0, 1], sizes below 1, or a sigma that is not positive.
    """
    if adjacency not in (ADD_REMOVE, REPLACE, ZERO_OUT):
        raise InvalidValue(f"adjacency = {adjacency!r} is not one of {ADD_REMOVE}, {REPLACE}, {ZERO_OUT}")
    q, records = sampling_rate(rate, "rate"), positive_integer(size, "size")
    batch = positive_integer(largest_batch, "largest_batch")
    noise = positive_rational(sigma, "sigma")

    def moved(at: Fraction) -> DominatingPair:
        return ReplacedGaussian.of(noise, at) if adjacency == REPLACE else Gaussian.of(noise).sampled(at)

    def exchanged(at: Fraction) -> DominatingPair:
        if adjacency == ADD_REMOVE:
            return Gaussian.of(noise, 2).sampled(at)
        return ReplacedGaussian.of(noise, at, 2)

    pair = _pair(moved, exchanged, q, records, batch)
    return Round.directed(pair, pair) if adjacency == REPLACE else Round.of(pair)


def truncated_noise(
    noise: Callable[[int], DominatingPair],
    rate: Fraction,
    records: int,
    batch: int,
    adjacency: str = ADD_REMOVE,
) -> Round:
    """The same with other noise on sums: noise(m) is the symmetric pair where a sum moves by at most m norms.

    A record replaced has the pair of a batch of fixed size (`SubsetSampled`) at the rates q and p.
    Raises InvalidValue for an unknown adjacency.
    """
    if adjacency not in (ADD_REMOVE, REPLACE):
        raise InvalidValue(f"adjacency = {adjacency!r} is not one of {ADD_REMOVE}, {REPLACE}")
    if adjacency == REPLACE:
        pair = _pair(
            lambda at: SubsetSampled.of(noise(2), at),
            lambda at: SubsetSampled.of(noise(2), at),
            rate,
            records,
            batch,
        )
        return Round.directed(pair, pair)
    return Round.of(
        _pair(lambda at: noise(1).sampled(at), lambda at: noise(2).sampled(at), rate, records, batch)
    )


def _pair(moved: At, exchanged: At, rate: Fraction, records: int, batch: int) -> DominatingPair:
    """Batches that are not cut, and those that are."""
    if rate == 0:
        return NOTHING
    if batch >= records:
        return moved(rate)
    if rate == 1:
        return exchanged(Fraction(batch, records))
    others, everyone = Binomial(records - 1, rate), Binomial(records, rate)
    taken = rounded_up(lambda: everyone.at_least(batch + 1) / others.at_least(batch) * batch / records)
    return Revealed(
        (
            (Event(others, 0, batch - 1), moved(rate)),
            (Event(others, batch, records - 1), exchanged(taken)),
        )
    )


At = Callable[[Fraction], DominatingPair]
"""The pair at a sampling rate."""
