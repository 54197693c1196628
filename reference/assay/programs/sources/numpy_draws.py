"""Single draws of numpy's sources, and arrays of them; counts made of one uniform float at a time.

The formulas are those of numpy 2, to the last bit (its `distributions.c` and `legacy-distributions.c`), in
which Generator and RandomState differ. Where numpy takes another way (large counts, ziggurats) it is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .draws import current
from .lazy_float import LazyFloat, positive_only, uniform_float
from .lazy_int import LazyInt
from .uniforms import ENUMERATED, Uniform


def each(size: Any, one: Callable[[], Any]) -> Any:
    """One draw, or an array of them."""
    if size is None:
        return one()
    shape = (size,) if isinstance(size, int | np.integer) else tuple(size)
    count = math.prod(shape)
    values = [one() for _ in range(count)]
    lazy = any(type(value) in (LazyFloat, LazyInt) for value in values)
    flat = np.empty(count, dtype=object) if lazy else np.array(values)
    if lazy:
        flat[:] = values
    return flat.reshape(shape)


def each_of(size: Any, one: Callable[..., Any], *parameters: Any) -> Any:
    """One draw, or an array of them, with parameters that may be arrays themselves."""
    if all(np.ndim(parameter) == 0 for parameter in parameters):
        return each(size, lambda: one(*parameters))
    rows = np.broadcast_arrays(*parameters)
    shape = rows[0].shape if size is None else np.broadcast_shapes(size, rows[0].shape)
    items = zip(*(np.broadcast_to(row, shape).ravel().tolist() for row in rows), strict=True)
    return each(shape, lambda: one(*next(items)))


def below(n: int, kind: type = np.int64, first: int = 0) -> Any:
    """A uniform whole number of a type, one of n from `first` on."""
    run = current()
    run.drew = True
    if n == 1:
        return kind(first)
    if run.plain is not None:
        return kind(first + run.take())
    variable = Uniform(run, n)
    if n <= ENUMERATED:
        return kind(first + variable.settle("a uniform draw"))
    found = LazyInt(variable, kind=kind)
    return found + first if first else found


def laplace(loc: float, scale: float) -> Any:
    """loc -/+ scale log(...) of one uniform float; 0 is drawn again."""
    u = uniform_float()
    if u >= 0.5:
        return loc - scale * logarithm(_formula(u, "2-u-u", lambda v: 2.0 - v - v, -1))
    if u > 0.0:
        return loc + scale * logarithm(_formula(u, "u+u", lambda v: v + v, 1))
    return laplace(loc, scale)


def _formula(u: Any, name: str, formula: Callable[[float], float], sense: int) -> Any:
    """A monotone formula of a uniform float, lazy or plain."""
    return u.then(name, None, formula, sense, True) if type(u) is LazyFloat else formula(u)


def logarithm(value: Any) -> Any:
    """The logarithm of the C library, of which numpy's generators are made."""
    return positive_only("log", value, math.log) if type(value) is LazyFloat else math.log(value)


def log1p(value: Any) -> Any:
    """log(1 + v) of the C library, for -1 < v."""
    return positive_only("log1p", value, math.log1p, -1.0) if type(value) is LazyFloat else math.log1p(value)


def first_above(cumulative: Any, u: Any) -> int:
    """The number of entries at most u, as numpy's searchsorted(side="right") finds it."""
    for index, bound in enumerate(cumulative.tolist()):
        if u < bound:
            return index
    return len(cumulative)


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
