"""What a program may call: draws and coins, and functions of Python on numbers, tuples and lists."""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

from ...dp.dist import Dist
from ...exact import Log
from ...programs import flip
from ...programs.noise import language
from ...programs.noise.rates import EVERY_EPSILON
from .arithmetic import plain, rate_of
from .automaton import Decision, Noise
from .comparisons import Comparisons
from .counts import Budget
from .expressions import Affine
from .program_values import Channel, NotRead, holds_lists

NOISE: dict[Any, tuple[bool, bool]] = {
    language.geometric: (True, True),
    language.one_sided_geometric: (True, False),
    language.laplace: (False, True),
    language.exponential: (False, False),
}
"""The draws: whether on the integers, whether on both sides of 0."""

PLAIN: tuple[Any, ...] = (range, Fraction, float, len, min, max, abs, sum, int, bool, list, tuple)
"""What may be called on plain values."""


def called(function: Any, given: list[Any], comparisons: Comparisons) -> Any:
    """What a function makes of its arguments; draws and what they decide are recorded.  Raises NotRead."""
    if isinstance(function, Log) or not callable(function):
        raise NotRead(f"{function!r} is no function")
    kind = next((kind for known, kind in NOISE.items() if known is function), None)
    if kind is not None and len(given) == 1:
        return comparisons.draw(_noise(given[0], *kind))
    if function is flip and len(given) == 1:
        plain(Dist.bernoulli, *given)
        return comparisons.choose(Decision(None, False, True))
    if function in (list, tuple) and len(given) == 1 and isinstance(given[0], Channel):
        return Channel(given[0].name, function.__name__)
    if function is abs and len(given) == 1 and isinstance(given[0], Affine):
        return given[0] if comparisons.decide(given[0], False) else given[0].times(Fraction(-1))
    if function in (max, min) and len(given) > 1 and any(isinstance(each, Affine) for each in given):
        return _extreme(function, given, comparisons)
    if any(function is known for known in PLAIN):
        done = plain(function, *given)
        if function is not list and holds_lists(done):
            raise NotRead("it would be one list under two names; copy it by list(...)")
        return done
    raise NotRead(
        f"{getattr(function, '__name__', function)!r} is not read; draws, min, max, abs and range are"
    )


def _noise(rate: Any, discrete: bool, two_sided: bool) -> Noise:
    """A draw of rate s * EPS, or (s + t/c) * EPS."""
    if isinstance(rate, Budget):
        shared = rate.rate
        if shared is None or shared[0] < 0 or sum(shared) <= 0:
            raise NotRead("a rate is a positive multiple of EPS, whatever c >= 1 is")
        return Noise(shared[0], discrete, two_sided, shared[1])
    given = plain(rate_of, rate)
    found = EVERY_EPSILON.of(given)
    if found is None:
        raise NotRead(f"the rate {given} is not {EVERY_EPSILON}")
    return Noise(found, discrete, two_sided)


def _extreme(function: Any, given: list[Any], comparisons: Comparisons) -> Any:
    """max and min, by comparisons, as Python makes them."""
    best = given[0]
    for each in given[1:]:
        op = ast.Gt() if function is max else ast.Lt()
        if comparisons.compare(op, each, best):
            best = each
    return best
