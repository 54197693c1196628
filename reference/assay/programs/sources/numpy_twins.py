"""Where numpy keeps its random sources, and what stands in for each of them on the tape."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

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
    for name in dir(np.random.RandomState):
        if not name.startswith("_") and hasattr(np.random, name):
            yield np.random, name, getattr(state, name)


def stand_in(value: object) -> Any:
    """A source of the tape in the place of one of numpy's, or None for anything else."""
    if isinstance(value, ORIGINAL_GENERATOR) and not isinstance(value, TapeGenerator):
        return TapeGenerator()
    if isinstance(value, ORIGINAL_STATE) and not isinstance(value, TapeRandomState):
        return _STATE
    return None
