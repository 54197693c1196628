"""What stands in the places of an output: independent noisy values, and functions of them.

The noisy values w_1, w_2, ... of an output are sums of draws, and may share them, as prefix sums do:
(z1, z1 + z2).  They are taken apart one after the other.  A value whose draws occur nowhere else, once what
is known is subtracted from it, is a new value: w_2 - w_1 = z2.  The map from the outputs to these values is
one to one, and the values are independent, so that the distribution of the output is the product of theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias, cast

from ...errors import InvalidType
from .linear import Linear, Terms
from .orders import Rational
from .values import Noisy, Rounded, drawn_as


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in an outcome where a noisy value stands; slots are numbered from the left.

    What stands there is step * v + residue, for the noisy value v.
    """

    number: int
    discrete: bool
    step: Rational = 1
    residue: int = 0

    def __repr__(self) -> str:
        name = f"v{self.number + 1}"
        scaled = name if self.step == 1 else f"{self.step}*{name}"
        return f"{scaled} + {self.residue}" if self.residue else scaled


@dataclass(frozen=True, slots=True)
class Again:
    """A place that holds factor * v + offset, for what stands in a slot, v; rounded down if `floored`."""

    slot: int
    factor: Fraction
    offset: Fraction
    floored: bool = False

    def __repr__(self) -> str:
        name = f"v{self.slot + 1}" if self.factor == 1 else f"{self.factor}*v{self.slot + 1}"
        moved = f"{name} + {self.offset}" if self.offset else name
        return f"floor({moved})" if self.floored else moved


@dataclass(frozen=True, slots=True)
class Mixed:
    """A place that holds  factor * v + ... + own  for what stands in other slots, v, and in its own one.

    Without a slot of its own it holds  factor * v + ... + offset.
    """

    terms: tuple[tuple[int, Fraction], ...]
    own: Slot | None
    offset: Fraction = Fraction(0)

    def with_own(self, leaf: Callable[[object], object]) -> Mixed:
        """The same with leaf(slot) in place of its own slot."""
        return self if self.own is None else replace(self, own=cast("Slot", leaf(self.own)))

    def __repr__(self) -> str:
        parts = [repr(Again(slot, factor, Fraction(0))) for slot, factor in self.terms]
        if self.own is not None:
            parts.append(repr(self.own))
        return " + ".join(parts if not self.offset else [*parts, str(self.offset)])


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The noisy value v in a slot: the sum of its draws and the offset, rounded down if `floored`.

    Without draws it is the integer `offset`.  The constraints of a path have the negative of the draws in
    `Order.flipped`; so have the terms here.
    """

    terms: Terms
    offset: Rational
    floored: bool = False
    residue: int = 0

    @classmethod
    def integer(cls, n: int, step: int) -> Coordinate:
        """A plain integer where other paths return multiples of a step."""
        return cls((), n // step, residue=n % step)


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
