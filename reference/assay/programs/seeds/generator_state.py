"""Generators with a fixed seed, told by their state: what they draw is a function of the seed, and no noise.

A generator of numpy keeps what it was seeded with: 128 bits of the system where no seed was given.  Its state
has to follow from them.  A `random.Random` keeps no seed, but its state shows it: the recurrence of the
Mersenne Twister (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998) and its initialisation by an array of words
(`init_by_array`, 2002) can both be inverted.  A generator that was made without a seed was initialised by 624
words from the system; the words of a seed repeat before that, which shows them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from ...outputs.text import brief

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


WORDS, SHIFT = 624, 397
_MATRIX, _HIGH, _LOW, _ALL = 0x9908B0DF, 0x80000000, 0x7FFFFFFF, 0xFFFFFFFF
_LINEAR, _FIRST, _SECOND = 1812433253, 1664525, 1566083941
_OF_ARRAYS = 19650218

LONGEST = 600
"""Words of a seed that is found: some of the 624 have to repeat."""

BLOCKS = 32
"""So many times 624 numbers may have been drawn since."""


def seed_of(words: Sequence[int]) -> int | None:
    """The seed that gives a state after at most 32 * 624 draws, its words joined; None if none does."""
    for state in _backwards(list(words)):
        seed = _seed_of_array(state)
        if seed is None:
            seed = _seed_of_one(state)
        if seed is not None:
            return seed
    return None


def _backwards(state: list[int]) -> Iterator[list[int]]:
    """The state, and those before it; of the first one after a seed the low bits of word 0 are lost."""
    for _ in range(BLOCKS + 1):
        yield state
        state = state.copy()
        for i in reversed(range(WORDS)):
            high = _untwisted(state[i] ^ state[(i + SHIFT) % WORDS])
            low = _untwisted(state[i - 1] ^ state[(i + SHIFT - 1) % WORDS])
            state[i] = (high & _HIGH) | (low & _LOW)


def _untwisted(twisted: int) -> int:
    """The word y of which (y >> 1) ^ (y & 1) * MATRIX is known."""
    return ((twisted ^ _MATRIX) << 1 & _ALL) | 1 if twisted & _HIGH else twisted << 1


def _mixed(word: int) -> int:
    """The word before a multiplication of the initialisation; done twice it gives the word back."""
    return word ^ word >> 30


def _seed_of_one(state: list[int]) -> int | None:
    """The seed of `init_genrand`, by which numpy's RandomState is initialised with a number."""
    if any(state[i] != (_LINEAR * _mixed(state[i - 1]) + i) & _ALL for i in range(2, WORDS)):
        return None
    return _mixed((state[1] - 1) * pow(_LINEAR, -1, 1 << 32) & _ALL)


@lru_cache(maxsize=1)
def _start() -> list[int]:
    """The state that `init_by_array` begins with."""
    state = [_OF_ARRAYS]
    for i in range(1, WORDS):
        state.append((_LINEAR * _mixed(state[-1]) + i) & _ALL)
    return state


def _seed_of_array(state: list[int]) -> int | None:
    """The words of the array of `init_by_array`, joined, if there are at most 600."""
    first = state.copy()  # the state after the first of its two loops
    first[1] = (state[1] + 1 ^ _mixed(state[-1]) * _SECOND) & _ALL
    for i in range(2, WORDS):
        before = first[1] if i == 2 else state[i - 1]
        first[i] = (state[i] + i ^ _mixed(before) * _SECOND) & _ALL
    start = _start()
    added = [(first[i] - (start[i] ^ _mixed(first[i - 1]) * _FIRST)) & _ALL for i in range(3, WORDS)]
    period = next((n for n in range(1, LONGEST) if added[n:] == added[:-n]), None)
    if period is None:
        return None
    places = [(j - 2) % period for j in range(period)]  # the list begins with the third word
    return sum((added[n] - j & _ALL) << 32 * j for j, n in enumerate(places))
