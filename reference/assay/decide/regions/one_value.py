"""The regions of the one noisy value of an outcome that comparisons depend on: integers, strips and tails."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise

from ..probabilities.noise import reflected
from ..probabilities.piecewise import Piecewise
from ..probabilities.values import ZERO, Value
from .cases import Strip, Tail, terms_from
from .one_sign import Sign
from .ranges import Range, mass

Merged = tuple[Range, Value, Value]


def one_by_one(outcome: Hashable, left: object, right: object, sign: Sign) -> Iterator[Merged]:
    """The regions of the one value that is examined."""
    f, g = (each if isinstance(each, Piecewise) else None for each in (left, right))
    both = f or g
    if both is None:
        return
    breaks = sorted({b for each in (f, g) if each is not None for b in each.breaks}) or [0]
    step = 1 if both.family.discrete else 0
    for v in range(breaks[0], breaks[-1]) if step else ():
        at = Range(v, v)
        yield at, _mass(f, at), _mass(g, at)
    for start, end in pairwise(breaks) if not step else ():
        yield from _strips(outcome, (start, end), f, g, sign)
    high, low = breaks[-1], breaks[0] - step
    upper = Tail(outcome, both.family, high, True, terms_from(f, high, high), terms_from(g, high, high))
    down = [reflected(terms_from(each, low, breaks[0] - 1)) for each in (f, g)]
    for tail in (upper, Tail(outcome, both.family, low, False, down[0], down[1])):
        yield from _tail(tail, f, g, sign)


def _mass(f: Piecewise | None, r: Range) -> Value:
    return ZERO if f is None else mass(f, r)


def _tail(tail: Tail, f: Piecewise | None, g: Piecewise | None, sign: Sign) -> Iterator[Merged]:
    """A tail as one region, after a few values that are taken one by one."""
    first = 0 if _one_rate(tail) else sign.from_start(tail)
    for s in range(first):
        at = Range(int(tail.value(s)), int(tail.value(s)))
        yield at, _mass(f, at), _mass(g, at)
    end = int(tail.value(first))
    rest = Range(end, None) if tail.upper else Range(None, end)
    yield rest, _mass(f, rest), _mass(g, rest)


def _one_rate(tail: Tail) -> bool:
    """Whether both distributions are a multiple of one and the same e^(-as)."""
    found = {*tail.p, *tail.q}
    return len(found) <= 1 and all(i == 0 for _, i in found)


def _strips(
    outcome: Hashable, ends: tuple[int, int], f: Piecewise | None, g: Piecewise | None, sign: Sign
) -> Iterator[Merged]:
    """A strip as one region where p - F p' has one sign on it for every epsilon, else its halves.

    So it is cut where the sign changes, if that is at a whole number for every epsilon; a strip of length 1
    is one region in any case, and may stay open.
    """
    start, end = ends
    strip = Strip(
        outcome, start, terms_from(f, start, start), terms_from(g, start, start), length=end - start
    )
    if end - start == 1 or sign.is_one_on(strip):
        sign.on(strip)
        whole = Range(start, end)
        yield whole, _mass(f, whole), _mass(g, whole)
        return
    middle = (start + end) // 2
    yield from _strips(outcome, (start, middle), f, g, sign)
    yield from _strips(outcome, (middle, end), f, g, sign)
