"""What objects hold: generators made before, which are on the tape, and state, which has to be declared."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

from assay import Dist
from assay.errors import InvalidType, NondeterministicProgram
from assay.programs.sources import distribution, sampled

COUNTER = [0]


class Noisy:
    """Holds a generator that was made before the exploration."""

    def __init__(self, rng: object = None) -> None:
        self._rng = random.Random() if rng is None else rng

    def flips(self) -> bool:
        return self._rng.random() < 0.25  # type: ignore[attr-defined]


class Holder:
    def __init__(self) -> None:
        self.inner = Noisy()

    def flips(self) -> bool:
        return self.inner.flips()


NOISY = Noisy()


def flips_a_global() -> bool:
    return NOISY.flips()


def closed_over() -> object:
    rng = random.Random()
    return lambda: rng.random() < 0.25


@pytest.mark.parametrize(
    "sampler",
    [
        Noisy().flips,
        Noisy(np.random.default_rng()).flips,
        Noisy(np.random.RandomState()).flips,
        Holder().flips,
        flips_a_global,
        closed_over(),
    ],
)
def test_generators_that_objects_hold_are_on_the_tape(sampler):
    quarter = Dist({True: "1/4", False: "3/4"})
    assert distribution(sampler) == quarter
    assert distribution(sampler, merge=False) == quarter


def test_generators_are_put_back():
    made = Noisy()
    before = made._rng
    distribution(made.flips)
    assert made._rng is before
    assert type(NOISY._rng) is random.Random
    assert isinstance(made.flips(), bool)


class Caches:
    """Computes its bias once, and counts its calls."""

    def __init__(self) -> None:
        self.bias: float | None = None
        self.calls = 0

    def flips(self) -> bool:
        self.calls += 1
        if self.bias is None:
            self.bias = 0.25
        return random.random() < self.bias * self.calls


CACHES = Caches()


def asks_what_caches() -> bool:
    return CACHES.flips()


def counts_and_answers() -> int:
    COUNTER[0] += 1
    return COUNTER[0] if random.random() < 0.5 else 0


def test_hidden_state_has_to_be_declared_and_is_put_back():
    with pytest.raises(NondeterministicProgram, match="CACHES"):
        sampled(asks_what_caches)
    vars(CACHES).update(bias=None, calls=0)  # as it was before the run that was refused
    assert distribution(asks_what_caches, hidden=[CACHES]) == Dist({True: "1/4", False: "3/4"})
    assert (CACHES.bias, CACHES.calls) == (None, 0)
    asks_what_caches()
    assert distribution(asks_what_caches, hidden=[CACHES]) == Dist({True: "1/2", False: "1/2"})


def test_every_run_begins_with_the_declared_state():
    before = COUNTER[0]
    for declared in (COUNTER, (sys.modules[__name__], "COUNTER")):
        law = distribution(counts_and_answers, hidden=[declared])
        assert law == Dist({before + 1: "1/2", 0: "1/2"})
    assert COUNTER[0] == before


def test_what_is_not_declared_is_still_found():
    with pytest.raises(NondeterministicProgram, match="COUNTER"):
        sampled(counts_and_answers, hidden=[CACHES])


@pytest.mark.parametrize("declared", [7, random, (random, "no such name"), Caches])
def test_state_that_cannot_be_put_back_is_refused(declared):
    with pytest.raises(InvalidType, match="hidden state"):
        sampled(counts_and_answers, hidden=[declared])
