"""Numpy's whole-number distributions that it computes from one uniform float at a time.

The formulas are those of numpy 2, to the last bit (its `distributions.c` and `legacy-distributions.c`), in
which Generator and RandomState differ. Where numpy takes another way (large counts, ziggurats) it is refused.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .draws import current
from .lazy_float import uniform_float
from .numpy_draws import log1p

GEOMETRIC_BY_SEARCH = 1 / 3
BINOMIAL_BY_INVERSION = 30.0


_count: Any = type(np.random.RandomState(0).binomial(1, 0.5))
"""The type of numpy's counts: int, or an integer of numpy, by its version."""


def geometric(legacy: bool, p: float) -> Any:
    """The number of trials up to the first success: by search, and for p < 1/3 by inversion (RandomState)."""
    if not 0 < p <= 1:
        raise ValueError("p <= 0, p > 1 or p contains NaNs")
    if p >= GEOMETRIC_BY_SEARCH:
        return _searched(p)
    if not legacy:
        current().refuse(f"numpy draws geometric({p}) from an exponential variable, which is not followed")
    return _count(math.ceil(log1p(-uniform_float()) / math.log(1.0 - p)))


def _searched(p: float) -> Any:
    u, x, total, product, before = uniform_float(), 1, p, p, 0.0
    while u > total:
        if total == before:
            current().refuse(f"numpy's geometric({p}) never ends where its uniform float is above {total!r}")
        product *= 1.0 - p
        before, total = total, total + product
        x += 1
    return _count(x)


def binomial(legacy: bool, n: int, p: float) -> Any:
    """The number of successes in n trials, by inversion where min(p, 1 - p) n <= 30."""
    if n < 0 or not 0 <= p <= 1:
        raise ValueError("n < 0, p < 0, p > 1 or p is NaN")
    if n == 0 or p == 0:
        return _count(0)
    likely = p > 0.5
    rare = 1.0 - p if likely else p
    if rare * n > BINOMIAL_BY_INVERSION:
        current().refuse(
            f"numpy draws binomial({n}, {p}) by rejection from pairs of floats, which is not followed"
        )
    found = _inverted(legacy, n, rare)
    return _count(n - found if likely else found)


def _inverted(legacy: bool, n: int, p: float) -> int:
    """The first x whose cumulative probability is at least u, in numpy's float arithmetic."""
    q, mean = 1.0 - p, n * p
    none = math.exp(n * (math.log(q) if legacy else math.log1p(-p)))
    bound = int(min(float(n), mean + 10.0 * math.sqrt(mean * q + 1)))
    u, x, share = uniform_float(), 0, none
    while u > share:
        x += 1
        if x > bound:
            u, x, share = uniform_float(), 0, none
        else:
            u = u - share
            share = ((n - x + 1) * p * share) / (x * q)
    return x


def multinomial(legacy: bool, n: int, shares: Any) -> Any:
    """How many of n trials end in each of several ways: one binomial variable after another."""
    weights = [float(share) for share in np.asarray(shares, dtype=np.float64)]
    counts, left, rest = [0] * len(weights), n, 1.0
    for index, weight in enumerate(weights[:-1]):
        counts[index] = int(binomial(legacy, left, weight / rest))
        left -= counts[index]
        if left <= 0:
            break
        rest -= weight
    if left > 0:
        counts[-1] = left
    return np.array(counts, dtype=np.int64)
