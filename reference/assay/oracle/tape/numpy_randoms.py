"""The random sources of numpy, drawn from the tape: what of Generator and RandomState can be followed
exactly.

Uniform integers, floats and bytes, choices, shuffles and permutations are; of the other distributions those
that numpy computes from one uniform float by a monotone formula (the formulas are numpy's own, in its
`distributions.c` and `legacy-distributions.c`). The others are refused by name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NoReturn

import numpy as np

from . import numpy_counts
from .draws import current
from .lazy_float import LazyFloat, positive_only, uniform_float
from .lazy_int import LazyInt
from .randoms import tape_bytes
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


def below(n: int) -> Any:
    """A uniform whole number below n, as numpy's integer type where it is drawn at once."""
    run = current()
    run.drew = True
    if n == 1:
        return np.int64(0)
    if run.plain is not None:
        return np.int64(run.take())
    variable = Uniform(run, n)
    return np.int64(variable.settle("a uniform draw")) if n <= ENUMERATED else LazyInt(variable)


def laplace(loc: float, scale: float) -> Any:
    """loc -/+ scale log(...) of one uniform float; 0 is drawn again."""
    u = uniform_float()
    if u >= 0.5:
        return loc - scale * _log(_step(u, "2-u-u", lambda v: 2.0 - v - v, -1))
    if u > 0.0:
        return loc + scale * _log(_step(u, "u+u", lambda v: v + v, 1))
    return laplace(loc, scale)


def _step(u: Any, name: str, formula: Callable[[float], float], sense: int) -> Any:
    """A monotone formula of a uniform float, lazy or plain."""
    return u.then(name, None, formula, sense, True) if type(u) is LazyFloat else formula(u)


def _log(value: Any) -> Any:
    """The logarithm of the C library, of which numpy's generators are made."""
    return positive_only("log", value, math.log) if type(value) is LazyFloat else math.log(value)


class _Methods:
    """What Generator and RandomState share."""

    __assay_source__ = True
    legacy = False

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """i / 2^53 for a uniform i."""
        if out is not None or np.dtype(dtype) != np.float64:
            current().refuse("random() with another dtype, or into an array, is not followed")
        return each(size, uniform_float)

    def uniform(self, low: float = 0.0, high: float = 1.0, size: Any = None) -> Any:
        """low + (high - low) u."""
        return each_of(size, lambda a, b: a + (b - a) * uniform_float(), low, high)

    def laplace(self, loc: float = 0.0, scale: float = 1.0, size: Any = None) -> Any:
        """The Laplace distribution."""
        return each_of(size, laplace, loc, scale)

    def geometric(self, p: float, size: Any = None) -> Any:
        """The geometric distribution on 1, 2, ..."""
        return each_of(size, partial(numpy_counts.geometric, self.legacy), p)

    def binomial(self, n: int, p: float, size: Any = None) -> Any:
        """The number of successes in n trials."""
        return each_of(size, partial(numpy_counts.binomial, self.legacy), n, p)

    def multinomial(self, n: int, pvals: Any, size: Any = None) -> Any:
        """How many of n trials end in each way, for one n and one row of probabilities."""
        if size is not None or np.ndim(n) or np.ndim(pvals) != 1:
            current().refuse("multinomial() of several rows is not followed")
        return numpy_counts.multinomial(self.legacy, n, pvals)

    def bytes(self, length: int) -> Any:
        """Uniform bytes."""
        return tape_bytes(length)

    def choice(
        self,
        a: Any,
        size: Any = None,
        replace: bool = True,
        p: Any = None,
        axis: int = 0,
        shuffle: bool = True,
    ) -> Any:
        """One of several, uniformly or with given probabilities; several without replacement."""
        items = np.arange(a) if isinstance(a, int | np.integer) else np.asarray(a)
        if not replace and size is not None:
            if p is not None:
                current().refuse("choice without replacement and with probabilities is not followed")
            order = self.permutation(len(items))[: math.prod(np.atleast_1d(size))]
            return items[order].reshape(size)
        if p is None:
            return each(size, lambda: items[int(below(len(items)))])
        cumulative = np.cumsum(np.asarray(p, dtype=np.float64))
        cumulative /= cumulative[-1]
        return each(size, lambda: items[_first_above(cumulative, uniform_float())])

    def permutation(self, x: Any) -> Any:
        """A uniform ordering."""
        items = np.arange(x) if isinstance(x, int | np.integer) else np.array(x)
        self.shuffle(items)
        return items

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Order a sequence uniformly, in place (Fisher and Yates)."""
        for i in range(len(x) - 1, 0, -1):
            j = int(below(i + 1))
            keep = x[i].copy() if isinstance(x, np.ndarray) and x.ndim > 1 else x[i]
            x[i], x[j] = x[j], keep

    def __deepcopy__(self, memo: object) -> Any:
        return self


def _first_above(cumulative: Any, u: Any) -> int:
    """The number of entries at most u, as numpy's searchsorted(side="right") finds it."""
    for index, bound in enumerate(cumulative.tolist()):
        if u < bound:
            return index
    return len(cumulative)


_Generator: Any = np.random.Generator
_RandomState: Any = np.random.RandomState


class TapeGenerator(_Methods, _Generator):  # type: ignore[misc, no-any-unimported]
    """A `numpy.random.Generator` whose every outcome is followed."""

    def __init__(self, bit_generator: object = None) -> None:
        super().__init__(np.random.PCG64(0))

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: Any = None,
        dtype: Any = np.int64,
        endpoint: bool = False,
    ) -> Any:
        """A uniform integer in [low, high), or [0, low)."""
        first, last = (0, low) if high is None else (low, high)
        count = int(last) - int(first) + (1 if endpoint else 0)
        if count <= 0:
            raise ValueError("low >= high")
        return each(size, lambda: first + below(count))


class TapeRandomState(_Methods, _RandomState):  # type: ignore[misc, no-any-unimported]
    """A `numpy.random.RandomState` whose every outcome is followed."""

    legacy = True

    def __init__(self, seed: object = None) -> None:
        super().__init__(0)
        refuse_seed(seed)

    def seed(self, seed: object = None) -> None:
        """Nothing for no seed; a fixed seed is refused."""
        refuse_seed(seed)

    def rand(self, *shape: int) -> Any:
        """Uniform floats of this shape."""
        return each(shape or None, uniform_float)

    def random_sample(self, size: Any = None) -> Any:
        """Uniform floats."""
        return each(size, uniform_float)

    def randint(self, low: int, high: int | None = None, size: Any = None, dtype: Any = int) -> Any:
        """A uniform integer in [low, high), or [0, low)."""
        first, last = (0, low) if high is None else (low, high)
        if last <= first:
            raise ValueError("low >= high")
        return each(size, lambda: first + below(int(last) - int(first)))

    def exponential(self, scale: float = 1.0, size: Any = None) -> Any:
        """-scale log(1 - u)."""
        return each_of(size, lambda s: -s * _log(1.0 - uniform_float()), scale)


def refuse_seed(seed: object) -> None:
    """A generator with a fixed seed has no randomness; the tape's own are made outside of a run."""
    if seed is not None:
        current().refuse(f"it makes a generator with the seed {seed!r}, which leaves no randomness")


def _refused(kind: str, name: str) -> Callable[..., NoReturn]:
    def refuse(self: object, *args: object, **kwargs: object) -> NoReturn:
        current().refuse(f"{kind}.{name} is not followed: numpy does not compute it from one uniform float")

    return refuse


def _close(cls: type, original: type) -> None:
    """Refuse by name every method of numpy's class that is not defined here."""
    own = {name for base in cls.__mro__[:-1] for name in vars(base) if base.__module__ == __name__}
    for name in dir(original):
        if not name.startswith("_") and name not in own and callable(getattr(original, name)):
            setattr(cls, name, _refused(original.__name__, name))


_close(TapeGenerator, np.random.Generator)
_close(TapeRandomState, np.random.RandomState)


_STATE = TapeRandomState()  # made here, since numpy seeds it from sources that are then the tape's


def default_rng(seed: object = None) -> Any:
    """A generator of the tape; one that exists is taken as it is, and a fixed seed is refused."""
    if isinstance(seed, TapeGenerator):
        return seed
    refuse_seed(seed)
    return TapeGenerator()


def numpy_twins() -> Iterator[tuple[Any, str, Any]]:
    """Where numpy keeps its sources, by module and name, each with what stands in for it."""
    state = TapeRandomState()
    yield np.random, "default_rng", default_rng
    yield np.random, "RandomState", TapeRandomState
    yield np.random.mtrand, "_rand", state
    for name in dir(np.random.RandomState):
        if not name.startswith("_") and hasattr(np.random, name):
            yield np.random, name, getattr(state, name)


def stand_in(value: object) -> Any:
    """A source of the tape in the place of one of numpy's, or None for anything else."""
    if isinstance(value, _Generator) and not isinstance(value, TapeGenerator):
        return TapeGenerator()
    if isinstance(value, _RandomState) and not isinstance(value, TapeRandomState):
        return _STATE
    return None
