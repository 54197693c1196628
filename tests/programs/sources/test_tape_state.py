"""State: what samplers carry from draw to draw, what is merged, and what would make merging wrong."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from fractions import Fraction

import pytest

from assay import Dist
from assay.errors import NondeterministicProgram
from assay.programs.sources import distribution, instrument, sampled

COUNTER = [0]
CACHE: dict[int, int] = {}


def counts_calls() -> bool:
    COUNTER[0] += 1
    return random.random() < 0.5


def append_and_draw(items: list[int]) -> int:
    """Changes its argument: the call cannot be replaced by a draw from its distribution."""
    items.append(random.randrange(2))
    return items[-1]


def collects() -> tuple[int, ...]:
    items: list[int] = []
    for _ in range(3):
        append_and_draw(items)
    return tuple(items)


def same_list(items: list[int]) -> list[int]:
    """Returns its argument, which the caller goes on to change."""
    random.randrange(2)
    return items


def aliased() -> int:
    mine = [0]
    other = same_list(mine)
    other.append(1)
    return len(mine)


@dataclass
class Walker:
    at: int = 0
    path: list[int] = field(default_factory=list)

    def step(self) -> None:
        self.at += 1 if random.random() < 0.5 else -1
        self.path.append(self.at)

    def walk(self, steps: int) -> int:
        for _ in range(steps):
            self.step()
        return self.path[-1]


def stale_variable() -> tuple[int, int]:
    """What was drawn before the loop is read after it: the two may not be merged at the loop head."""
    first = random.randrange(2)
    while random.randrange(2):
        pass
    return first, 0


def reads_in_handler() -> int:
    """A variable that only an exception handler reads is live all the same."""
    x = 0
    try:
        while True:
            x = random.randrange(3)
            if random.randrange(2):
                raise ValueError
    except ValueError:
        return x


def closure_reads() -> int:
    x = random.randrange(2)

    def read() -> int:
        return x

    while random.randrange(2):
        pass
    return read()


def finally_counts() -> int:
    n = 0
    while n < 2:
        try:
            if random.randrange(2):
                continue
        finally:
            n += 1
    return n


def breaks_and_else() -> str:
    last = 0
    for i in range(3):
        last = i
        if random.randrange(2):
            break
    else:
        return "else"
    return f"break {last}"


def nested() -> int:
    total = 0
    for i in range(2):
        for _ in range(i + 1):
            while random.randrange(2):
                total += 1
                if total > 3:
                    return total
    return total


@pytest.mark.slow
@pytest.mark.parametrize(
    "sampler",
    [
        collects,
        aliased,
        stale_variable,
        reads_in_handler,
        closure_reads,
        finally_counts,
        breaks_and_else,
        nested,
    ],
)
def test_merging_agrees_with_following_every_path(sampler):
    merged = sampled(sampler, max_runs=200)
    plain = sampled(sampler, merge=False, residual=Fraction(1, 2**6), max_runs=500)
    assert merged.exact or sampler is closure_reads  # a state that holds a local function has no name
    for outcome, mass in plain.bounds.lower.items():
        assert mass <= merged.bounds.upper(outcome)
        assert merged.bounds.lower[outcome] <= mass + plain.bounds.open_mass
    assert set(plain.bounds.lower) == set(merged.bounds.lower)


def test_the_laws_of_the_small_samplers():
    assert distribution(collects) == Dist.uniform([(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    assert distribution(aliased) == Dist.point(2)
    assert distribution(stale_variable) == Dist.uniform([(0, 0), (1, 0)])
    assert distribution(breaks_and_else) == Dist(
        {"break 0": "1/2", "break 1": "1/4", "break 2": "1/8", "else": "1/8"}
    )


def test_an_object_of_the_samplers_own_is_its_state():
    assert distribution(lambda: Walker().walk(4)) == Dist(
        {-4: "1/16", -2: "1/4", 0: "3/8", 2: "1/4", 4: "1/16"}
    )


def test_a_loop_is_merged_by_its_live_variables():
    def long_walk():
        at = 0
        for _ in range(16):
            step = random.randrange(2)
            at += step
        return at

    law = sampled(long_walk)
    assert law.exact
    assert law.runs < 1000  # of the 2^16 paths


def test_what_a_call_leaves_behind_is_found():
    with pytest.raises(NondeterministicProgram, match="COUNTER"):
        distribution(counts_calls)


def test_code_is_only_copied_where_its_source_is_what_runs():
    namespace: dict[str, object] = {}
    exec("def made():\n    while True:\n        return 1", namespace)
    assert instrument.instrument(namespace["made"]) is None
    assert instrument.instrument(nested) is not None


def waits_long() -> int:
    waited = 0
    while random.random() < 0.9999:
        waited += 1
    return waited


def waits_before() -> int:
    return waits_long()


def test_time_is_left_to_use_an_inner_law_that_was_not_finished():
    found = sampled(waits_before, seconds=1)
    assert not found.exact
    assert len(found.bounds.lower) > 10


def test_a_clock_is_seen_after_draws_and_calls_on_the_tape():
    """Watching is paused for the tape's own work only, also where that ends in an exception."""

    def raises() -> None:
        if random.random() < 0.5:
            raise ValueError

    def reads_the_clock() -> bool:
        try:
            raises()
        except ValueError:
            return time.time() > 0
        return False

    with pytest.raises(NondeterministicProgram, match="time"):
        sampled(reads_the_clock)
