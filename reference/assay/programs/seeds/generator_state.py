"""Generators with a fixed seed, told by their state: what they draw is a function of the seed, and no noise.

A `random.Random` keeps no seed, but its state shows it (`mersenne_twister`).  A generator of numpy keeps what
it was seeded with: 128 bits of the system where no seed was given.  Its state has to follow from them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from typing import Any

from ...outputs.text import brief
from .mersenne_twister import seed_of

ENTROPY = 96
"""Bits that a number which numpy took from the system has at least, but for one in 2^32."""

POOL = 128
"""The bits that numpy takes from the system."""

ADVANCED = 2000
"""Blocks of numbers that a generator of numpy may have drawn where its state is followed."""

STREAMS = {"PCG64": "inc", "PCG64DXSM": "inc", "Philox": "key"}
"""The part of the state that draws leave as it is."""

BY_HAND = "a state that was set by hand, or by jumped()"


def is_shared(source: Any) -> bool:
    """Whether a source is the one behind the functions of `random` or `numpy.random`.  Anybody in the process
    may seed that one, so that its state says nothing of the program.
    """
    numpys = sys.modules.get("numpy.random.mtrand")
    return source is vars(random).get("_inst") or (numpys is not None and source is vars(numpys).get("_rand"))


def fixed_seed(source: Any) -> str | None:
    """The seed of a generator in words; None if it was made without one."""
    if isinstance(source, random.SystemRandom):
        return None
    if isinstance(source, random.Random):
        seed = seed_of(random.Random.getstate(source)[1][:-1])
        return None if seed is None else _seed(seed)
    return _of_numpy(source) if type(source).__module__.startswith("numpy.random") else None


def entropy_of(source: Any) -> int | None:
    """The number that a generator of numpy was seeded with; None for anything else."""
    entropy = getattr(_seeds(_bits(source)), "entropy", None)
    return entropy if type(entropy) is int else None


def _seed(seed: Any) -> str:
    """A seed in words; a text is joined with its hash, and is a long number."""
    if type(seed) is int and seed.bit_length() > POOL:
        return f"a seed of {seed.bit_length()} bits"
    return f"the seed {brief(seed)}"


def _bits(source: Any) -> Any:
    """What gives the bits to a generator of numpy."""
    return getattr(source, "bit_generator", None) or getattr(source, "_bit_generator", source)


def _seeds(bits: Any) -> Any:
    """What numpy keeps of the seed; None where it was given by `RandomState(seed)`."""
    return getattr(bits, "seed_seq", None) or getattr(bits, "_seed_seq", None)


def _of_numpy(source: Any) -> str | None:
    """The seed of a generator of numpy."""
    bits = _bits(source)
    if not hasattr(bits, "random_raw"):
        return None
    seeds, state = _seeds(bits), bits.state
    if seeds is None:
        words = _words(state["state"]["key"]) if state["bit_generator"] == "MT19937" else ()
        seed = seed_of(words) if words else None
        return BY_HAND if seed is None else _seed(seed)
    entropy = entropy_of(source)
    if entropy is None or not ENTROPY <= entropy.bit_length() <= POOL:
        return _seed(getattr(seeds, "entropy", seeds))
    return None if _follows(bits, state, seeds) else BY_HAND


def _follows(bits: Any, state: dict[str, Any], seeds: Any) -> bool:
    """Whether a state may come from these seeds by draws alone."""
    fresh = type(bits)(type(seeds)(seeds.entropy, spawn_key=seeds.spawn_key, pool_size=seeds.pool_size))
    name = state["bit_generator"]
    if name in STREAMS:
        return _words(state["state"][STREAMS[name]]) == _words(fresh.state["state"][STREAMS[name]])
    if name == "SFC64":
        drawn = int(state["state"]["state"][3]) - int(fresh.state["state"]["state"][3])
        fresh.random_raw(drawn if 0 < drawn < ADVANCED << 10 else 0, output=False)
        return _words(fresh.state["state"]["state"]) == _words(state["state"]["state"])
    for _ in range(ADVANCED):
        if _words(fresh.state["state"]["key"])[1:] == _words(state["state"]["key"])[1:]:
            return True
        fresh.random_raw(len(state["state"]["key"]), output=False)
    return False


def _words(value: Any) -> Sequence[int]:
    """A number, or an array of numbers, as plain ones."""
    return [value] if isinstance(value, int) else [int(word) for word in value]
