"""Where numpy keeps its random sources, and what stands in for each of them on the tape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .draws import current
from .numpy_randoms import ORIGINAL_GENERATOR, ORIGINAL_STATE, TapeGenerator, TapeRandomState, refuse_seed

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
        return _STATE
    return None
