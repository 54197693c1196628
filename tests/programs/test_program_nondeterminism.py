"""Programs that are no function of their draws are refused, and the message says what gave them away."""

from __future__ import annotations

import cProfile
import datetime
import functools
import gc
import itertools
import os
import random
import re
import secrets
import sys
import threading
import time
import uuid

import pytest

from assay import Dist, draw, flip, program, uniform
from assay.errors import NondeterministicProgram
from assay.programs.run import Run

CALLS = [
    ("time.time", lambda: time.time() > 0),
    ("time.monotonic_ns", lambda: time.monotonic_ns() > 0),
    ("time.perf_counter", lambda: time.perf_counter() >= 0),
    ("time.localtime", lambda: time.localtime().tm_year > 0),
    ("datetime.datetime.now", lambda: datetime.datetime.now(datetime.UTC).year > 0),
    ("datetime.date.today", lambda: datetime.date.today().year > 0),
    ("random.random", lambda: random.random() < 2),
    ("random.randint", lambda: random.randint(0, 1) < 2),
    ("random.Random", lambda: random.Random(0) is None),
    ("random.getrandbits", lambda: random.getrandbits(1) < 2),
    ("os.urandom", lambda: len(os.urandom(4))),
    ("secrets.token_bytes", lambda: len(secrets.token_bytes(4))),
    ("secrets.randbelow", lambda: secrets.randbelow(5) < 5),
    ("uuid.uuid4", lambda: uuid.uuid4() is None),
    ("uuid.uuid1", lambda: uuid.uuid1() is None),
    ("id", lambda: id(object()) > 0),
    ("threading.Thread", lambda: threading.Thread(target=print).start()),
]


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[name for name, _ in CALLS])
def test_a_clock_or_random_source_is_named_even_where_it_changes_nothing(name, call):
    with pytest.raises(NondeterministicProgram) as caught:
        program(lambda: call() and flip("1/2")).distribution()
    assert re.search(
        rf"{re.escape(name)}, .* is named in test_program_nondeterminism.py, line \d+", str(caught.value)
    )
    assert "program <lambda>()" in str(caught.value)


def test_a_call_on_one_path_only_is_found():
    @program
    def rare() -> int:
        if all(flip("1/2") for _ in range(5)):
            return int(time.time()) * 0
        return 1

    with pytest.raises(NondeterministicProgram, match=r"time\.time, a clock, is named in"):
        rare.distribution()


def test_a_call_that_no_name_shows_is_seen_when_it_is_made():
    zero = datetime.datetime(2020, 1, 1)

    @program
    def rare(moment: object) -> int:
        if all(flip("1/2") for _ in range(5)):
            return type(moment).now().year * 0  # type: ignore[attr-defined]
        return 1

    with pytest.raises(NondeterministicProgram) as caught:
        rare.distribution(zero)
    assert re.search(r"datetime\.(datetime\.)?now", str(caught.value))


def test_a_source_that_a_cache_hides_after_its_first_call():
    @functools.cache
    def noise() -> bool:
        return random.random() < 0.5

    with pytest.raises(NondeterministicProgram, match=r"random\.random, randomness"):
        program(lambda: noise()).distribution()


def test_a_swallowed_error_is_still_an_error():
    @program
    def quiet() -> int:
        try:
            return int(time.time())
        except Exception:
            return 0

    with pytest.raises(NondeterministicProgram, match=r"time\.time, a clock"):
        quiet.distribution()


def test_a_coarse_clock():
    @program
    def day() -> int:
        return datetime.date.today().toordinal()

    with pytest.raises(NondeterministicProgram, match=r"datetime\.date\.today, a clock"):
        day.distribution()


def counter_program(change_at: int):
    calls = itertools.count()
    return program(lambda: next(calls) >= change_at)


@pytest.mark.parametrize("change_at", [1, 2, 3, 10, 40, 64, 10**9])
def test_a_counter_is_found_in_the_first_run(change_at):
    with pytest.raises(NondeterministicProgram, match="a run changed the closed-over variable calls"):
        counter_program(change_at).distribution()


@pytest.mark.parametrize("period", [2, 3, 7])
def test_state_that_changes_the_draws_is_found(period):
    calls = itertools.count(1)

    @program
    def fickle() -> bool:
        return flip("1/3" if next(calls) % period else "1/2")

    with pytest.raises(NondeterministicProgram, match="a run changed the closed-over variable calls"):
        fickle.distribution()


def test_an_iterator_that_cannot_be_seen_into_is_named():
    for then in (itertools.chain([1], itertools.repeat(2)), (n for n in range(2)), map(len, ["a"])):

        @program
        def varying(plan=then) -> int:
            return sum(flip("1/2") for _ in range(next(plan)))

        with pytest.raises(
            NondeterministicProgram, match=r"the function varying .*which cannot be seen into"
        ):
            varying.distribution()


def test_a_changed_argument_is_found():
    @program
    def grow(rows: list[int]) -> int:
        rows.append(1)
        return len(rows)

    with pytest.raises(NondeterministicProgram, match=r"program grow\(\[1\]\).*a run changed an argument"):
        grow.distribution([1])


def test_a_draw_kept_in_a_global_is_found():
    memory: dict[str, bool] = {}

    @program
    def remembers() -> bool:
        if "coin" not in memory:
            memory["coin"] = flip("1/2")
        return memory["coin"]

    with pytest.raises(NondeterministicProgram, match="a run changed the closed-over variable memory"):
        remembers.distribution()


@pytest.mark.parametrize("flips", [0, 1, 3, 5, 6, 7, 11])
def test_every_path_is_replayed_and_small_programs_at_least_64_times(flips, monkeypatch):
    runs = []
    execute = Run.execute
    monkeypatch.setattr(Run, "execute", lambda run, body: runs.append(1) or execute(run, body))
    program(lambda: sum(flip("1/2") for _ in range(flips))).enumerated()
    paths = 2**flips
    first_and_at_once = 2 * paths
    at_the_end = max(64 - paths, min(paths, 1024))
    assert len(runs) == first_and_at_once + at_the_end


def test_numpy_generators_are_found_by_replay():
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(0)
    for source in (lambda: int(rng.integers(2)), lambda: bool(numpy.random.rand() < 0.5)):
        with pytest.raises(NondeterministicProgram):
            program(source).distribution()


def test_numpy_generators_are_found_where_they_change_nothing():
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.default_rng(0)
    legacy = numpy.random.RandomState(0)
    sources = [
        lambda: bool(rng.random() < 2),
        lambda: bool(legacy.rand() < 2),
    ]
    for source in sources:
        with pytest.raises(NondeterministicProgram, match="a random generator of numpy"):
            program(source).distribution()
    with pytest.raises(NondeterministicProgram, match=r"numpy\.random\.rand, randomness"):
        program(lambda: bool(numpy.random.rand() < 2)).distribution()
    with pytest.raises(NondeterministicProgram, match="a random generator of numpy"):
        program(lambda generator: bool(generator.random() < 2)).distribution(rng)
    assert program(lambda generator: flip("1/2")).distribution(rng) == Dist.bernoulli("1/2")


def test_a_random_distribution_is_found():
    with pytest.raises(NondeterministicProgram):
        program(lambda: draw(Dist.uniform(range(random.choice([2, 3]))))).distribution()


def test_harmless_neighbours_are_allowed():
    @program
    def harmless() -> str:
        moment = datetime.datetime(2020, 1, 1) + datetime.timedelta(days=uniform(2))
        return f"{moment:%Y-%m-%d} {uuid.UUID(int=5)} {uuid.uuid5(uuid.NAMESPACE_DNS, 'a')}"[:10]

    assert harmless.distribution() == Dist.uniform(["2020-01-01", "2020-01-02"])


def test_an_import_inside_a_program_is_allowed(tmp_path, monkeypatch):
    (tmp_path / "reads_the_clock_once.py").write_text("import time\nSTARTED = time.time()\nVALUE = 7\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    @program
    def importing() -> int:
        import reads_the_clock_once

        return reads_the_clock_once.VALUE + uniform(2)

    try:
        assert importing.distribution() == Dist.uniform([7, 8])
    finally:
        sys.modules.pop("reads_the_clock_once", None)


@pytest.mark.slow
def test_the_garbage_collector_may_read_a_clock():
    ticks: list[float] = []

    def callback(phase: str, info: dict[str, int]) -> None:
        ticks.append(time.perf_counter())

    @program
    def allocates() -> bool:
        rings = [[] for _ in range(20_000)]
        for ring in rings:
            ring.append(ring)
        return flip("1/2")

    gc.callbacks.append(callback)
    try:
        assert allocates.distribution() == Dist.bernoulli("1/2")
    finally:
        gc.callbacks.remove(callback)
    assert ticks


def test_a_finalizer_is_refused():
    class Finalized:
        def __del__(self) -> None:
            pass

    with pytest.raises(NondeterministicProgram, match=r"the finalizer Finalized\.__del__"):
        program(lambda: Finalized() is not None and flip("1/2")).distribution()


def test_the_profiler_in_use_is_put_back():
    seen: list[str] = []

    def profiler(frame: object, event: str, arg: object) -> None:
        seen.append(event)

    sys.setprofile(profiler)
    try:
        program(lambda: flip("1/2")).distribution()
        assert sys.getprofile() is profiler
    finally:
        sys.setprofile(None)
    assert seen


def test_cprofile_survives():
    with cProfile.Profile() as profile:
        program(lambda: flip("1/2")).distribution()
        sorted([3, 1, 2])
    names = {
        entry.code if isinstance(entry.code, str) else entry.code.co_name for entry in profile.getstats()
    }
    assert any("sorted" in name for name in names)


def test_an_exploration_inside_a_program_does_not_blind_the_watch():
    inner = program(lambda: flip("1/2"))

    @program
    def outer() -> int:
        draw(inner.distribution())
        return int(time.time()) * 0

    with pytest.raises(NondeterministicProgram, match=r"time\.time, a clock"):
        outer.distribution()


def test_the_clock_of_an_inner_search_is_not_the_outer_programs():
    inner = program(lambda: flip("1/2")).within(deadline=60)
    assert program(lambda: draw(inner.distribution())).distribution() == Dist.bernoulli("1/2")


def test_a_nondeterministic_program_inside_another():
    inner = program(lambda: random.random() < 2)

    @program
    def outer() -> bool:
        return draw(inner.distribution())

    with pytest.raises(NondeterministicProgram, match=r"random\.random, randomness"):
        outer.distribution()
