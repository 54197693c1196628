"""The random sources of numpy, drawn from the tape: what of Generator and RandomState can be followed.

Uniform integers, floats and bytes, choices, shuffles and permutations are; of the other distributions those
that numpy computes from one uniform float by a monotone formula (the formulas are numpy's own, in its
`distributions.c` and `legacy-distributions.c`). The others are refused by name. What stands in for
each source is listed with where numpy keeps it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NoReturn

import numpy as np

from . import numpy_draws
from .draws import current
from .lazy_float import uniform_float
from .randoms import tape_bytes


class _Methods:
    """What Generator and RandomState share."""

    __assay_source__ = True
    legacy = False

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """i / 2^53 for a uniform i."""
        if out is not None or np.dtype(dtype) != np.float64:
            current().refuse("random() with another dtype, or into an array, is not followed")
        return numpy_draws.each(size, uniform_float)

    def uniform(self, low: float = 0.0, high: float = 1.0, size: Any = None) -> Any:
        """low + (high - low) u."""
        return numpy_draws.each_of(size, lambda a, b: a + (b - a) * uniform_float(), low, high)

    def laplace(self, loc: float = 0.0, scale: float = 1.0, size: Any = None) -> Any:
        """The Laplace distribution."""
        return numpy_draws.each_of(size, numpy_draws.laplace, loc, scale)

    def geometric(self, p: float, size: Any = None) -> Any:
        """The geometric distribution on 1, 2, ..."""
        return numpy_draws.each_of(size, partial(numpy_draws.geometric, self.legacy), p)

    def binomial(self, n: int, p: float, size: Any = None) -> Any:
        """The number of successes in n trials."""
        return numpy_draws.each_of(size, partial(numpy_draws.binomial, self.legacy), n, p)

    def multinomial(self, n: int, pvals: Any, size: Any = None) -> Any:
        """How many of n trials end in each way, for one n and one row of probabilities."""
        if size is not None or np.ndim(n) or np.ndim(pvals) != 1:
            current().refuse("multinomial() of several rows is not followed")
        return numpy_draws.multinomial(self.legacy, n, pvals)

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
        is_count = isinstance(a, int | np.integer)
        if size is None and is_count and p is None:
            return numpy_draws.below(int(a), _CHOICE)
        items = np.arange(a) if is_count else np.asarray(a)
        if not replace and size is not None:
            if p is not None:
                current().refuse("choice without replacement and with probabilities is not followed")
            order = self.permutation(len(items))[: math.prod(np.atleast_1d(size))]
            return items[order].reshape(size)
        if p is None:
            return numpy_draws.each(size, lambda: items[int(numpy_draws.below(len(items)))])
        cumulative = np.cumsum(np.asarray(p, dtype=np.float64))
        cumulative /= cumulative[-1]
        found = numpy_draws.each(size, lambda: items[numpy_draws.first_above(cumulative, uniform_float())])
        return _CHOICE(found) if size is None and is_count else found

    def permutation(self, x: Any) -> Any:
        """A uniform ordering."""
        items = np.arange(x) if isinstance(x, int | np.integer) else np.array(x)
        self.shuffle(items)
        return items

    def shuffle(self, x: Any, axis: int = 0) -> None:
        """Order a sequence uniformly, in place (Fisher and Yates)."""
        for i in range(len(x) - 1, 0, -1):
            j = int(numpy_draws.below(i + 1))
            keep = x[i].copy() if isinstance(x, np.ndarray) and x.ndim > 1 else x[i]
            x[i], x[j] = x[j], keep

    def __deepcopy__(self, memo: object) -> Any:
        return self


ORIGINAL_GENERATOR: Any = np.random.Generator
ORIGINAL_STATE: Any = np.random.RandomState
_PCG64, _MT19937, _SEEDS = np.random.PCG64, np.random.MT19937, np.random.SeedSequence
"""Numpy's own classes, under names that are not replaced while a sampler runs."""


_GENERATOR, _STATE = ORIGINAL_GENERATOR(np.random.PCG64(0)), ORIGINAL_STATE(0)
"""Numpy's own, which say of what type its answers are."""

_CHOICE = type(_GENERATOR.choice(1))
"""The type of one of several numbers: an int, or an integer of numpy, by its version."""


class TapeGenerator(_Methods, ORIGINAL_GENERATOR):  # type: ignore[misc, no-any-unimported]
    """A `numpy.random.Generator` whose every outcome is followed."""

    def __init__(self, bit_generator: object = None) -> None:
        super().__init__(_PCG64(0))

    def integers(
        self,
        low: int,
        high: int | None = None,
        size: Any = None,
        dtype: Any = np.int64,
        endpoint: bool = False,
    ) -> Any:
        """A uniform integer in [low, high), or [0, low)."""
        kind = type(_GENERATOR.integers(1, dtype=dtype))
        return _integers(kind, low, high, size, endpoint)


class TapeRandomState(_Methods, ORIGINAL_STATE):  # type: ignore[misc, no-any-unimported]
    """A `numpy.random.RandomState` whose every outcome is followed."""

    legacy = True

    def __init__(self, seed: object = None) -> None:
        super().__init__(_MT19937(_SEEDS(0)))  # of no other source
        refuse_seed(seed)

    def seed(self, seed: object = None) -> None:
        """Nothing for no seed; a fixed seed is refused."""
        refuse_seed(seed)

    def rand(self, *shape: int) -> Any:
        """Uniform floats of this shape."""
        return numpy_draws.each(shape or None, uniform_float)

    def random_sample(self, size: Any = None) -> Any:
        """Uniform floats."""
        return numpy_draws.each(size, uniform_float)

    def randint(self, low: int, high: int | None = None, size: Any = None, dtype: Any = int) -> Any:
        """A uniform integer in [low, high), or [0, low)."""
        kind = type(_STATE.randint(1, dtype=dtype))
        return _integers(kind, low, high, size, endpoint=False)

    def exponential(self, scale: float = 1.0, size: Any = None) -> Any:
        """-scale log(1 - u)."""
        return numpy_draws.each_of(size, lambda s: -s * numpy_draws.logarithm(1.0 - uniform_float()), scale)


def _integers(kind: type, low: Any, high: Any, size: Any, endpoint: bool) -> Any:
    """Uniform integers of a type in [low, high), or [0, low)."""
    if np.ndim(low) or (high is not None and np.ndim(high)):
        current().refuse("integers between several bounds are not followed")
    first, last = (0, int(low)) if high is None else (int(low), int(high))
    count = last - first + (1 if endpoint else 0)
    if count <= 0:
        raise ValueError("low >= high")
    return numpy_draws.each(size, lambda: numpy_draws.below(count, kind, first))


def refuse_seed(seed: object) -> None:
    """A generator with a fixed seed has no randomness; the tape's own are made outside of a run."""
    if seed is not None:
        current().refuse(f"it makes a generator with the seed {seed!r}, which leaves no randomness")


def _refused(kind: str, name: str) -> Callable[..., NoReturn]:
    def refuse(self: object, *args: object, **kwargs: object) -> NoReturn:
        current().refuse(f"{kind}.{name} is not followed: numpy does not compute it from one uniform float")

    return refuse


def _close(cls: type, original: type) -> None:
    """Refuse by name every method and attribute of numpy's class that is not defined here."""
    own = {name for base in cls.__mro__[:-1] for name in vars(base) if base.__module__ == __name__}
    for name in dir(original):
        if (name.startswith("_") and name != "_bit_generator") or name in own:
            continue
        refuse = _refused(original.__name__, name)
        setattr(cls, name, refuse if callable(getattr(original, name)) else property(refuse))


_close(TapeGenerator, np.random.Generator)
_close(TapeRandomState, np.random.RandomState)


_TAPE_STATE = TapeRandomState()  # made here, since numpy seeds it from sources that are then the tape's


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
    for name in ("MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64", "SeedSequence"):
        yield np.random, name, _closed(getattr(np.random, name))
    for name in dir(np.random.RandomState):
        if not name.startswith("_") and hasattr(np.random, name):
            yield np.random, name, getattr(state, name)


def _closed(original: type) -> type:
    """A class of which no object can be made during a run: its bits would not be seen."""

    def new(cls: type, *args: object, **kwargs: object) -> Any:
        current().refuse(f"it makes a {original.__name__}, whose bits are not followed; use default_rng()")

    return type(original.__name__, (original,), {"__new__": new})


def stand_in(value: object) -> Any:
    """A source of the tape in the place of one of numpy's, or None for anything else."""
    if isinstance(value, ORIGINAL_GENERATOR) and not isinstance(value, TapeGenerator):
        return TapeGenerator()
    if isinstance(value, ORIGINAL_STATE) and not isinstance(value, TapeRandomState):
        return _TAPE_STATE
    return None
