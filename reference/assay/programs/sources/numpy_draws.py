"""Single draws of numpy's sources, and arrays of them."""

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
