"""A reader of programs beside the distribution of all its runs."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from typing import Any
from unittest.mock import patch

from assay import Dist, Program, draw, exp, flip, number, program, uniform
from assay.errors import AssayError
from assay.programs.merge import OutsideSubset, evaluator, loops, merged_bounds
from assay.programs.sources import sampled

from .replay import Law, listed, shape
from .weights import exact

_files = count()
LIMITS: dict[str, Any] = {"max_paths": 2000, "max_draws": 2000, "max_steps": 60}
FEWER = patch.object(evaluator, "MOST_STATES", 400), patch.object(loops, "MOST_HEADS", 60)
"""Limits that end a program whose states are too many for a test."""


class Wrong(AssertionError):
    """A reader answered, and not with the distribution."""


def loaded(text: str, **names: Any) -> dict[str, Any]:
    """The names of a text that is executed with a file of its own."""
    file = f"<generated program {next(_files)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    found = {"__name__": "generated", **names}
    exec(compile(text, file, "exec", dont_inherit=True), found)
    return found


def asking(text: str) -> Program[..., Any]:
    """The program of a text that draws with Assay's own functions."""
    names = loaded(text, flip=flip, uniform=uniform, draw=draw, Dist=Dist, program=program, exp=exp)
    made: Program[..., Any] = names["main"].within(**LIMITS)
    return made


def merging(text: str, x: Any) -> tuple[dict[Any, Any], Any]:
    """Masses by shape, and what is open, of the reader that merges."""
    with FEWER[0], FEWER[1]:
        found = merged_bounds(asking(text), x)
    return {shape(o): p for o, p in found.lower.items()}, found.open_mass


def enumerating(text: str, x: Any) -> tuple[dict[Any, Any], Any]:
    """The same of the one that follows all paths."""
    found = asking(text).enumerated_bounds(x)
    return {shape(o): p for o, p in found.lower.items()}, found.open_mass


SOURCES = """
import random
def flip(p):
    a, b = ODDS[p]
    return random.randrange(b) < a
def uniform(n):
    return random.randrange(n)
def draw(twelfths):
    i = random.randrange(12)
    for outcome, n in twelfths.items():
        if i < n:
            return outcome
        i -= n
def program(function=None, *, raises=()):
    RAISES.extend(raises if isinstance(raises, tuple) else (raises,))
    return (lambda given: given) if function is None else function
"""
"""The same draws from the module random, for the tape."""


def taping(text: str, x: Any) -> tuple[dict[Any, Any], Any]:
    """The same of the tape."""
    if "exp(" in text:
        raise OutsideSubset("no source has the probability 1/e")
    odds = {p: Fraction(p).as_integer_ratio() for p in ("1/2", "1/3", "1/4", "1/7")}
    outputs: list[type[Exception]] = []
    names = loaded(SOURCES + text, ODDS=odds, Dist=twelfths, RAISES=outputs)
    found = sampled(names["main"], x, seconds=2, max_runs=3000, residual="1/1000", raises=outputs).bounds
    return {shape(o): p for o, p in found.lower.items()}, found.open_mass


def twelfths(masses: dict[Any, str]) -> dict[Any, int]:
    """A distribution as a table of twelfths."""
    return {outcome: int(12 * Fraction(mass)) for outcome, mass in masses.items()}


READERS: dict[str, Callable[[str, Any], tuple[dict[Any, Any], Any]]] = {
    "merging": merging,
    "enumeration": enumerating,
    "tape": taping,
}


def verdict(text: str, x: Any, reader: str, law: Law) -> str:
    """ "exact", "bounded", or why the reader did not answer; Wrong where its answer is another."""
    try:
        found, left = READERS[reader](text, x)
    except OutsideSubset as error:
        return f"outside: {error.reason}"
    except AssayError as error:
        return f"refused: {type(error).__name__}: {error}"
    except Exception as error:
        if type(error).__name__ not in law.raised:
            raise Wrong(f"{reader} raised {error!r}, which the program does not") from error
        return "raised"
    if law.raised and not exact(sum(law.raised.values())) <= left:
        raise Wrong(f"{reader} answered, although the program raises {law.raised}")
    expected: dict[Any, Any] = {}
    for seen, mass in law.returned.items():
        expected[listed(seen)] = expected.get(listed(seen), 0) + mass
    if len(expected) < len(law.returned):
        raise Wrong(f"{reader} answered, although outputs look alike: {sorted(law.returned)}")
    for outcome in expected.keys() | found.keys():
        low, mine = exact(expected.get(outcome, 0)), found.get(outcome, number(0))
        if not (low <= mine + left and mine <= low + exact(law.left)):
            raise Wrong(f"{reader}: {outcome} has {mine} (open {left}), not {low} (open {law.left})")
    total = sum(found.values(), number(0)) + left
    if total != 1:
        raise Wrong(f"{reader}: the masses are {total} together")
    return "exact" if not left and not law.left else "bounded"
