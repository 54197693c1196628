"""From the state of a Mersenne Twister back to its seed.

The recurrence of the generator (Matsumoto and Nishimura, ACM TOMACS 8(1), 1998) and its initialisation by an
array of words (`init_by_array`, 2002) can both be inverted.  A generator that was made without a seed was
initialised by 624 words from the system; the words of a seed repeat before that, which shows them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

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
