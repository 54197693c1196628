"""The watch over a run: what it remembers of functions, and the end of the stack that it must not miss."""

from __future__ import annotations

import functools
import random
import sys
import time
from types import FunctionType

import pytest

from assay.programs import watch
from assay.programs.watch import watched


def directly(n):
    try:
        return directly(n + 1)
    except Exception:
        return n


def by_max(n):
    try:
        return max([n], key=lambda m: by_max(m + 1))
    except Exception:
        return n


def by_sorted(n):
    try:
        return sorted([n], key=lambda m: by_sorted(m + 1))
    except Exception:
        return n


def by_map(n):
    try:
        return list(map(by_map, [n + 1]))
    except Exception:
        return n


def by_reduce(n):
    try:
        return functools.reduce(lambda x, y: by_reduce(x + 1), [n, n])
    except Exception:
        return n


class Special:
    """Special methods that call themselves by way of functions of C."""

    def __str__(self):
        try:
            return str(Special())
        except RecursionError:
            return ""

    def __len__(self):
        try:
            return len(Special())
        except RecursionError:
            return 0

    def __eq__(self, other):
        try:
            return Special() == other
        except RecursionError:
            return True

    def __hash__(self):
        try:
            return hash((Special(),))
        except RecursionError:
            return 0

    def __iter__(self):
        try:
            return iter(list(Special()))
        except RecursionError:
            return iter([])


SWALLOWING = {
    "directly": directly,
    "max": by_max,
    "sorted": by_sorted,
    "map": by_map,
    "reduce": by_reduce,
    "str": lambda n: str(Special()),
    "len": lambda n: len(Special()),
    "==": lambda n: Special() == n,
    "hash": lambda n: hash(Special()),
    "list": lambda n: list(Special()),
}


def deeper(levels, function):
    return deeper(levels - 1, function) if levels else function(0)


@pytest.mark.slow
@pytest.mark.parametrize("levels", range(12))
@pytest.mark.parametrize("name", SWALLOWING)
def test_who_goes_on_at_the_end_of_the_stack_is_seen_wherever_it_began(name, levels):
    seen = []
    with watched(seen.append):
        deeper(levels, SWALLOWING[name])
    assert seen


def test_a_tracer_that_the_end_of_the_stack_takes_out_is_noticed():
    seen, previous = [], sys.gettrace()

    def trace(frame, event, arg):
        return None

    sys.settrace(trace)
    try:
        with watched(seen.append):
            directly(0)
    finally:
        sys.settrace(previous)
    assert seen


def forbidden(function):
    seen = []
    with watched(seen.append):
        function()
    return seen


def test_what_is_remembered_of_a_function_does_not_hide_a_clock():
    for _ in range(2):
        assert forbidden(lambda: len("ab")) == []
        assert forbidden(lambda: time.time()) == ["time.time"]
        assert forbidden(lambda: random.choice([1, 2]))


def test_code_of_a_random_source_under_other_globals_is_not_remembered_as_harmless():
    """A copy of its function runs first, in a module that has no forbidden name."""
    method = random.Random.choice
    copy = FunctionType(method.__code__, {"__name__": "elsewhere", "len": len})

    class Still:
        def _randbelow(self, n):
            return 0

    forbidden(lambda: copy(Still(), [1, 2]))
    assert forbidden(lambda: random.choice([1, 2]))


def test_one_code_object_is_judged_with_each_of_its_globals():
    code = (lambda: 1).__code__
    plain, source = (FunctionType(code, {"__name__": name}) for name in ("plain", "secrets"))
    for _ in range(2):
        assert forbidden(plain) == []
        assert len(forbidden(source)) == 1


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(watch, "_MOST_KNOWN", 8)
    for n in range(20):
        forbidden(eval(f"lambda: {n}"))
        assert len(watch._ENTERED) == len(watch._CODES)
    assert len(watch._CODES) <= 8
