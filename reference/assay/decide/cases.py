"""The finitely many cases that cover all outcomes of an adjacent pair, also where outcomes hold noisy values.

For an outcome without noisy values there is one case: the pair (p, p') of its probabilities on the two
inputs.

A noisy value is *free* if no comparison depends on its draw.  **Lemma.**  If the value v is free in all
paths of both inputs, with one law of rate r, then p/p' as a function of v takes its supremum at one of the
offsets n of the paths.
*Proof.*  p(v) = sum_a A_a f(v - n_a) with A_a >= 0, and p' alike.  For two-sided noise and v between two
neighbouring offsets, p = A w + B/w with w = y^(rv), so p/p' = (A w^2 + B)/(A' w^2 + B') is monotone in w;
outside of all offsets it is constant, and so it is everywhere between neighbours for one-sided noise, where
the law is right-continuous. With several free values the others are held fixed.

Where a plain integer n stands in the place of a free integer value on some paths (an *atom*), the lemma holds
on the values that are no atom, and p/p' is constant below all offsets and atoms and above all of them: the
integers from one below the least to one above the largest are examined.

A value that is not free is examined at every integer between the breakpoints of both laws, and for
continuous noise on the `Strip` between two neighbouring integers; the two sides beyond the breakpoints are a
`Tail` each.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import product

from .noise import Family, Terms
from .outcome_laws import Marginal, OutcomeLaw
from .piecewise import Piecewise
from .values import ONE, ZERO, Value


@dataclass(frozen=True)
class Case:
    """p and p' of one outcome; `values` are its noisy values, if it holds any."""

    outcome: Hashable
    values: tuple[int, ...]
    p: Value
    q: Value
    ranges: tuple[Hashable, ...] = ()
    """Ranges of noisy values that are taken together, see `regions`."""


@dataclass(frozen=True)
class Tail:
    """All outcomes with the noisy value v = start + s (upper) or start - s (lower), for whole or real s >= 0.

    p and p' are sums of terms in s, see `noise`.
    """

    outcome: Hashable
    family: Family
    start: int
    upper: bool
    p: Terms
    q: Terms

    def at(self, s: int) -> tuple[Value, Value]:
        """(p, p') at one s."""
        return self.family.at(self.p, s), self.family.at(self.q, s)

    def key(self) -> tuple[object, ...]:
        """Equal for tails that say the same."""
        return self.family.discrete, frozenset(self.p.items()), frozenset(self.q.items())

    def value(self, s: int) -> int:
        """The noisy value v."""
        return self.start + (s if self.upper else -s)


@dataclass(frozen=True)
class Strip:
    """All outcomes with a continuous noisy value start + s, 0 <= s <= 1; p and p' are sums of terms in s."""

    outcome: Hashable
    start: int
    p: Terms
    q: Terms

    def key(self) -> tuple[object, ...]:
        """Equal for strips that say the same."""
        return frozenset(self.p.items()), frozenset(self.q.items())


@dataclass(frozen=True)
class OpenOutcome:
    """Outcomes that no case covers, and why."""

    outcome: Hashable
    reason: str


AnyCase = Case | Tail | Strip | OpenOutcome


def cases(outcome: Hashable, p: OutcomeLaw, q: OutcomeLaw) -> Iterator[AnyCase]:
    """The cases of one outcome, or the reason why there are none."""
    if p.is_number and q.is_number:
        yield Case(outcome, (), p.value(), q.value())
        return
    products = [*p.products, *q.products]
    width = len(products[0].marginals)
    slots = [[each.marginals[j] for each in products] for j in range(width)]
    bound = [j for j in range(width) if not is_free(slots[j])]
    if len(bound) > 1:
        yield OpenOutcome(
            outcome, "it holds several noisy values that were compared; bin all but one of them"
        )
        return
    examined = [_examined(slot) for slot in slots]
    if not bound:
        if len(p.products) == 1 and len(q.products) <= 1 and not any(m.atom for slot in slots for m in slot):
            examined = [[marginal.offset] for marginal in p.products[0].marginals]
        for values in product(*examined):
            yield Case(outcome, values, p.at(values), q.at(values))
        return
    yield from _one_bound(outcome, p, q, bound[0], examined)


def is_free(slot: list[Marginal]) -> bool:
    """Whether all that stands in a slot is one free law, moved by offsets, and atoms."""
    kinds = {each.free for each in slot if not each.atom}
    return not kinds or (len(kinds) == 1 and None not in kinds)


def _examined(slot: list[Marginal]) -> list[int]:
    """The values of a free slot that are examined."""
    offsets = sorted({each.offset for each in slot})
    mixed = len({each.atom for each in slot}) > 1
    return list(range(offsets[0] - 1, offsets[-1] + 2)) if mixed else offsets


def _one_bound(
    outcome: Hashable, p: OutcomeLaw, q: OutcomeLaw, slot: int, examined: list[list[int]]
) -> Iterator[AnyCase]:
    """The cases of a value that comparisons depend on: window and tails."""
    others = [[0] if j == slot else each for j, each in enumerate(examined)]
    for values in product(*others):
        left, right = (law_in_slot(law, slot, values) for law in (p, q))
        both = left or right
        if both is None:
            continue
        breaks = sorted({b for f in (left, right) if f is not None for b in f.breaks}) or [0]
        step = 1 if both.family.discrete else 0
        for v in range(breaks[0], breaks[-1] + 1 - step):
            at = (*values[:slot], v, *values[slot + 1 :])
            yield Case(outcome, at, _value(left, v), _value(right, v))
            if not both.family.discrete:
                yield Case(outcome, at, _value_below(left, v), _value_below(right, v))
                if v < breaks[-1]:
                    yield Strip(outcome, v, terms_from(left, v, v), terms_from(right, v, v))
        high, low = breaks[-1], breaks[0] - step
        yield Tail(
            outcome, both.family, high, True, terms_from(left, high, high), terms_from(right, high, high)
        )
        down = (mirrored(terms_from(f, low, breaks[0] - 1)) for f in (left, right))
        yield Tail(outcome, both.family, low, False, *down)


def law_in_slot(law: OutcomeLaw, slot: int, values: tuple[int, ...]) -> Piecewise | None:
    """The law as a function of the value in one slot, at fixed values in the others."""
    total: Piecewise | None = None
    for each in law.products:
        weight = each.weight
        for j, marginal in enumerate(each.marginals):
            weight = weight * (ONE if j == slot else marginal.at(values[j]))
        part = each.marginals[slot].moved().scale(weight)
        total = part if total is None else total + part
    return total


def _value(f: Piecewise | None, v: int) -> Value:
    return ZERO if f is None else f.at(v)


def _value_below(f: Piecewise | None, v: int) -> Value:
    """The limit of a continuous law from below."""
    return ZERO if f is None else f.family.at(f.piece_at(v - 1), v)


def terms_from(f: Piecewise | None, start: int, inside: int) -> Terms:
    """The terms of s -> f(start + s), for the piece that holds at `inside`."""
    return {} if f is None else f.family.shift(f.piece_at(inside), start)


def mirrored(found: Terms) -> Terms:
    """The terms of s -> f(-s)."""
    return {(-a, i): c * Value.of((-1) ** i) for (a, i), c in found.items()}
