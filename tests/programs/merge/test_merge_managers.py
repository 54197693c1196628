"""`with`, `partial`, caches, what is only written: followed as Python does it, or left to the enumeration."""

from __future__ import annotations

import logging
import sys
from functools import cache, partial

import pytest

from assay import flip, program, uniform
from assay.programs.merge import OutsideSubset, merged


class Keeper:
    def __init__(self, log, swallows):
        self.log, self.swallows = log, swallows

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, kind, error, trace):
        self.log.append("out" if kind is None else error.args)
        if flip("1/3"):
            self.log.append("late")
        return self.swallows


class Failing:
    def __enter__(self):
        if flip("1/2"):
            raise KeyError("enter")
        return 1

    def __exit__(self, kind, error, trace):
        if flip("1/2"):
            raise ValueError("exit")


class Traced:
    def __enter__(self):
        return self

    def __exit__(self, *what):
        return what[2] is not None


@program
def ways_out(x):
    log = []
    try:
        for i in range(2):
            with Keeper(log, flip("1/2")) as keeper, Keeper(log, False):
                if flip("1/2"):
                    break
                if flip("1/2"):
                    continue
                if flip("1/5"):
                    return 1, keeper.log is log, log
                if uniform(3) == x:
                    raise ValueError(i)
                log.append(i)
    except ValueError as error:
        log.append(error.args)
    return log


@program
def swallowed(x):
    def inner(k):
        with Keeper([], True), Keeper([], False):
            return [1][k]
        return "swallowed"

    return inner(uniform(2)), inner(x)


@program
def managers_that_fail(x):
    try:
        with Failing() as one:
            if flip("1/3"):
                raise IndexError("body")
            return one
    except (KeyError, ValueError, IndexError) as error:
        return error.args


def biased(sides, value, offset=0):
    return (uniform(sides) == 0) + value + offset


THIRD = partial(biased, 3, offset=2)


@program
def partials(x):
    half = partial(biased, 2)
    both = [half, THIRD, partial(half, 5)]
    return both[0](x), both[1](x), both[2](), list(map(partial(max, 1), [x, 2]))


@cache
def choose(n, k):
    return 1 if k in (0, n) else choose(n - 1, k - 1) + choose(n - 1, k)


@program
def cached(x):
    return choose(4, 1 + uniform(3)) + x


@program
def writing(x):
    print("x", x, sep="", file=sys.stderr)  # noqa: T201
    print(n := uniform(2))  # noqa: T201
    logging.info("%s", n)
    return n


@pytest.mark.slow
@pytest.mark.parametrize("x", [0, 1])
@pytest.mark.parametrize("asked", [ways_out, swallowed, managers_that_fail, partials, cached, writing])
def test_merging_gives_the_law_of_all_paths(asked, x):
    assert merged(asked, x) == asked.enumerated(x)


@cache
def shown(n):
    return str(n)


@cache
def drawn(n):
    return flip("1/2")


@program
def alike(x):
    return shown(1), shown(True)


@program
def cached_draw(x):
    return drawn(x)


@program
def reading_the_traceback(x):
    with Traced():
        raise ValueError(x)
    return flip("1/2")


@program
def compared_partials(x):
    return partial(biased, 2) == partial(biased, 2), flip("1/2")


@program
def stopping(x):
    def stops(v):
        raise StopIteration

    for _ in map(stops, [x]):
        return 1
    return flip("1/2")


@program
def printed_nowhere(x):
    print(*[x], file=None if flip("1/2") else sys.stdout)
    return x


@pytest.mark.parametrize(
    "asked", [alike, cached_draw, reading_the_traceback, compared_partials, stopping, printed_nowhere]
)
def test_what_is_not_followed_is_left_to_the_enumeration(asked):
    with pytest.raises(OutsideSubset):
        merged(asked, 1)


class Console:
    def __init__(self):
        self.n = 0

    def write(self, text):
        self.n += 1

    def flush(self):
        pass


class Counting(logging.Handler):
    def emit(self, record):
        raise AssertionError(record)


@pytest.mark.slow
def test_a_console_or_a_log_of_the_users_is_written_to(monkeypatch):
    monkeypatch.setattr(sys, "stdout", Console())
    with pytest.raises(OutsideSubset, match="writes somewhere else"):
        merged(writing, 0)
    monkeypatch.undo()
    handler = Counting()
    logging.root.addHandler(handler)
    try:
        with pytest.raises(OutsideSubset):
            merged(writing, 0)
    finally:
        logging.root.removeHandler(handler)
