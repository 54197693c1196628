"""What stands in the places of an output: independent noisy values, and functions of them.

The noisy values w_1, w_2, ... of an output are sums of draws, and may share them, as prefix sums do:
(z1, z1 + z2).  They are taken apart one after the other.  A value whose draws occur nowhere else, once what
is known is subtracted from it, is a new value: w_2 - w_1 = z2.  The map from the outputs to these values is
one to one, and the values are independent, so that the distribution of the output is the product of theirs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from ...errors import InvalidType
from .linear import Linear, Terms
from .orders import Rational
from .outputs import Again, Coordinate, Mixed, Slot
from .values import Noisy, Rounded, drawn_as

Place: TypeAlias = "Slot | Again | Mixed"

Known: TypeAlias = "dict[int, Linear]"
"""The new values, by the place that each was found in."""


def arranged(noisy: list[Noisy | Rounded], subject: str) -> tuple[list[Place], list[Coordinate]]:
    """What stands in the places of the noisy values, and the independent values in the slots."""
    for part in noisy:
        d = drawn_as(part)
        if type(part) is Noisy and d.discrete and not d.whole:
            raise InvalidType(
                f"{subject} returns a noisy fraction; return the integer, and divide afterwards"
            )
    known, known_by = _new_values(noisy, subject)
    own: dict[int, Slot] = {}
    coordinates: list[Coordinate] = []
    for n in sorted(known):
        coordinate, step, discrete = _coordinate(noisy[n], known[n], subject)
        own[n] = Slot(len(coordinates), discrete, step)
        coordinates.append(coordinate)
    return [_place(part, n, known, known_by, own) for n, part in enumerate(noisy)], coordinates


def _new_values(noisy: list[Noisy | Rounded], subject: str) -> tuple[Known, dict[int, int]]:
    """The new values, and for every draw in them the place where it is.

    Rounded values are functions of a value of one draw, or new.  Raises InvalidType.
    """
    known: Known = {}
    known_by: dict[int, int] = {}
    waiting = {n: drawn_as(part) for n, part in enumerate(noisy) if type(part) is Noisy}
    while waiting:
        left = {n: _without(d, known, known_by)[0] for n, d in waiting.items()}
        waiting = {n: d for n, d in waiting.items() if left[n].terms}
        if waiting:
            n = _next({n: left[n] for n in waiting}, subject)
            known[n] = left[n]
            known_by |= dict.fromkeys((i for i, _ in left[n].terms), n)
            del waiting[n]
    for n, part in enumerate(noisy):
        if type(part) is Rounded and _source(part, known, known_by) is None:
            known[n] = drawn_as(part)
    return known, known_by


def _next(left: dict[int, Linear], subject: str) -> int:
    """The place whose value is new: of one draw, or of draws that are in no other value that waits."""
    for n, d in left.items():
        if len(d.terms) == 1:
            return n
    for n, d in left.items():
        if all(_apart(d.terms, other.terms) for m, other in left.items() if m != n):
            return n
    raise InvalidType(
        f"{subject} returns sums that share draws, and no one of them is new by a single draw, as in "
        "(z1 + z2, z1 - z2); return the draws, or sums that build on each other such as (z1, z1 + z2), and "
        "compute the others from the output"
    )


def _apart(a: Terms, b: Terms) -> bool:
    """Whether two sums share no draw, or one is a multiple of the other."""
    factors, other = dict(a), dict(b)
    if factors.keys().isdisjoint(other):
        return True
    return factors.keys() == other.keys() and len({Fraction(other[i]) / c for i, c in a}) == 1


def _without(d: Linear, known: Known, known_by: dict[int, int]) -> tuple[Linear, dict[int, Fraction]]:
    """What is left of a sum without the values that are known, and their factors by place."""
    factors: dict[int, Fraction] = {}
    left = d
    for i, c in d.terms:
        n = known_by.get(i)
        if n is not None and n not in factors:
            factors[n] = Fraction(c) / dict(known[n].terms)[i]
            left = left.plus(known[n].times(-_plain(factors[n])))
    if d.whole and left.offset.denominator == 1:
        left = left._replace(offset=int(left.offset))
    return left, factors


def _plain(factor: Fraction) -> Rational:
    """The factor as an int where it is one: a sum of integers stays one."""
    return int(factor) if factor.denominator == 1 else factor


def _source(part: Noisy | Rounded, known: Known, known_by: dict[int, int]) -> int | None:
    """The place of the value of one draw that a value is a function of."""
    terms = drawn_as(part).terms
    n = known_by.get(terms[0][0]) if len(terms) == 1 else None
    return n if n is not None and len(known[n].terms) == 1 else None


def _place(
    part: Noisy | Rounded, n: int, known: Known, known_by: dict[int, int], own: dict[int, Slot]
) -> Place:
    """What stands in place n."""
    if type(part) is Rounded:
        source = _source(part, known, known_by)
        return own[n] if source is None else _again(part, known[source], own[source].number)
    left, factors = _without(drawn_as(part), known, {i: m for i, m in known_by.items() if m != n})
    terms = tuple((own[m].number, factor) for m, factor in sorted(factors.items()))
    if not terms:
        return own[n]
    if n in own:
        return Mixed(terms, own[n])
    if len(terms) == 1:
        return Again(*terms[0], Fraction(left.offset))
    return Mixed(terms, None, Fraction(left.offset))


def _again(part: Noisy | Rounded, given: Linear, slot: int) -> Again:
    """The rounded value as a function of another one of the same draw."""
    d = drawn_as(part)
    factor = Fraction(d.terms[0][1]) / given.terms[0][1]
    return Again(slot, factor, d.offset - given.offset * factor, floored=type(part) is Rounded)


def _coordinate(part: Noisy | Rounded, d: Linear, subject: str) -> tuple[Coordinate, Rational, bool]:
    """(v, step, whether v is an integer) for a new value d: it is step * v + residue."""
    terms = tuple((i, -c if i in d.run.order.flipped else c) for i, c in d.terms)
    if type(part) is Rounded:
        return Coordinate(terms, d.offset, floored=True), 1, True
    if d.discrete and not d.whole:
        raise InvalidType(
            f"{subject} returns sums that share draws with different factors; return the draws, and add "
            "afterwards"
        )
    steps = {abs(Fraction(c)) for _, c in terms}
    if len(steps) > 1:
        raise InvalidType(
            f"{subject} returns a sum of draws with different factors; return the draws, and add afterwards"
        )
    step = steps.pop()
    signs = tuple((i, 1 if c > 0 else -1) for i, c in terms)
    if not d.discrete:
        return Coordinate(signs, d.offset / step), step, False
    whole = int(step)
    return Coordinate(signs, d.offset // whole, residue=int(d.offset % whole)), whole, True
