"""Comparisons among released values: where both are in the output, whoever has it knows the answer.

    a, b = q[0] + laplace(EPS/2), q[1] + laplace(EPS/2)
    return (1, a, b) if a > b else (2, a, b)

returns on either path two values that depend on each other.  The pair (a, b) alone reveals as much, and its
values are independent.  So paths that differ by the answer to a comparison of released values are one path to
a *joint* output, which says for each output in which part of the plane of the values it stands.

**Lemma.**  Let two paths return the values v in the same coordinates, with the same probability of finite
draws; let c be a comparison of draws that are values of their own, with each other or with a number, and E
constraints that both imply.  If E and c imply the first, and E and not c the second, then P(o and v) of the
first is p(v) on c and 0 elsewhere, that of the second is p(v) on not c, where p is that of E.  *Proof.*  The
first is E and c, the second is E and not c, and v tells c.

With the same parts on all inputs, sum over o of integral of max(0, P - e^epsilon Q) is that of p and q alone:
claims about the outputs and about v are the same.  Where the parts differ, nothing is joined.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from ..budgets.progress import spend
from ..errors import InvalidType
from ..outputs.text import brief
from ..programs.noise.orders import ORIGIN, Constraint, Distribution, Order
from ..programs.noise.outputs import mapped
from ..programs.noise.paths import Path
from ..programs.noise.places import Again, Coordinate, Mixed

T = TypeVar("T")

Side = tuple[int, int, int, int, Fraction]
"""(c, s, d, r, n): the values in the slots c and d satisfy s v_c - r v_d <= n; s or r is 0 for a number."""

Part = tuple[Hashable, frozenset[Side]]
"""A shape, and where in the space of its values it is the output."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A path with its outcome: a shape, and the noisy values in its slots."""

    path: Path
    shape: Hashable
    coordinates: tuple[Coordinate, ...]


@dataclass(frozen=True)
class Joint:
    """The outputs of several shapes whose values, one for each slot, tell which of the shapes it is."""

    parts: frozenset[Part]

    @property
    def shapes(self) -> frozenset[Hashable]:
        """The shapes."""
        return frozenset(shape for shape, _ in self.parts)

    def __repr__(self) -> str:
        return " or ".join(sorted(map(repr, self.shapes)))


@dataclass(frozen=True)
class _Joined:
    """Paths that became one."""

    leaf: Leaf
    parts: frozenset[Part]


def joined(leaves: list[Leaf]) -> list[Leaf]:
    """The leaves of one input, those joined that the lemma joins."""
    if not any(_among_released(leaf) for leaf in leaves):
        return leaves
    single = (_Joined(_reduced(leaf), frozenset({(leaf.shape, frozenset())})) for leaf in leaves)
    return [_named(each) for each in united(single, _union)]


def united(parts: Iterable[T], union: Callable[[T, T], T | None]) -> list[T]:
    """The parts, any two of which are made one as long as they have a union."""
    found: list[T] = []
    for part in parts:
        spend()
        new, n = part, 0
        while n < len(found):
            both = union(found[n], new)
            if both is None:
                n += 1
                continue
            found.pop(n)
            new, n = both, 0
        found.append(new)
    return found


def check_parts(rows: Iterable[Iterable[Hashable]], subject: str) -> None:
    """Raises InvalidType where a shape of a joint output also occurs by itself, or in another one."""
    owner: dict[Hashable, Hashable] = {}
    for name in {name for row in rows for name in row}:
        for shape in name.shapes if isinstance(name, Joint) else (name,):
            if owner.setdefault(shape, name) != name:
                raise InvalidType(
                    f"{subject} returns noisy values that are compared with each other, and "
                    f"{brief(shape)} is not the output for the same values on all inputs; compare the noisy "
                    "values as they are returned, or return either the values or what was found"
                )


def _named(each: _Joined) -> Leaf:
    shapes = {shape for shape, _ in each.parts}
    return each.leaf if len(shapes) == 1 else replace(each.leaf, shape=Joint(each.parts))


def _own(leaf: Leaf) -> dict[int, tuple[int, Coordinate]]:
    """The draws that are values of their own, each with its slot."""
    return {
        c.terms[0][0]: (slot, c)
        for slot, c in enumerate(leaf.coordinates)
        if len(c.terms) == 1 and not c.floored
    }


def _among_released(leaf: Leaf) -> bool:
    own = _own(leaf)
    return any(c.i in own and c.j in own for c in leaf.path.order.constraints)


def _reduced(leaf: Leaf) -> Leaf:
    """The leaf without comparisons that follow from those with numbers."""
    order = leaf.path.order
    return replace(
        leaf, path=replace(leaf.path, order=_order(order.tightest, order.distributions, order.flipped))
    )


def _union(a: _Joined, b: _Joined) -> _Joined | None:
    """One path for two where the lemma joins them."""
    first, second = a.leaf, b.leaf
    one, two = first.path.order, second.path.order
    same = (first.coordinates, first.path.weight) == (second.coordinates, second.path.weight)
    if not same or one.distributions != two.distributions or _depends(first) or _depends(second):
        return None
    own = _own(first)
    known = {*own, ORIGIN} if _among_released(first) and _among_released(second) else {*own}
    for (i, j), n in one.tightest.items():
        c = Constraint(i, j, n)
        if not known.issuperset((i, j)) or two.tightest.get((j, i)) != one.negated(c).n:
            continue
        common = {
            pair: max(m, two.tightest[pair]) for pair, m in one.tightest.items() if pair in two.tightest
        }
        if _is(common, c, one) and _is(common, one.negated(c), two):
            order = _order(common, one.distributions, one.flipped)
            path = replace(first.path, order=order)
            return _Joined(
                replace(first, path=path), _cut(a.parts, c, own) | _cut(b.parts, one.negated(c), own)
            )
    return None


def _cut(parts: frozenset[Part], c: Constraint, own: dict[int, tuple[int, Coordinate]]) -> frozenset[Part]:
    """The parts with a constraint on the draws as one on the values: z = s (v - offset), s = 1 or -1."""
    (left, s, first), (right, r, second) = (
        (-1, 0, Fraction(0))
        if i == ORIGIN
        else (own[i][0], int(own[i][1].terms[0][1]), Fraction(own[i][1].offset))
        for i in (c.i, c.j)
    )
    side = (left, s, right, r, Fraction(c.n) + s * first - r * second)
    return frozenset((shape, sides | {side}) for shape, sides in parts)


def _is(common: dict[tuple[int, int], int | Fraction], c: Constraint, order: Order) -> bool:
    """Whether the common bounds and c imply all of an order."""
    found = _order(common, order.distributions, order.flipped)
    found.assume(c)
    return all(found.tightest.get(pair, n + 1) <= n for pair, n in order.tightest.items())


def _order(
    bounds: dict[tuple[int, int], int | Fraction], distributions: list[Distribution], flipped: set[int]
) -> Order:
    """Bounds as an order, those that follow from others left out."""
    found = Order(list(distributions), [], {}, set(flipped))
    for (i, j), n in sorted(bounds.items(), key=lambda each: ORIGIN not in each[0]):
        c = Constraint(i, j, n)
        if found.tightest.get((i, j), n + 1) > n:
            found.assume(c)
    return found


def _depends(leaf: Leaf) -> bool:
    """Whether an output holds functions of its values, which may make it equal to another one."""
    met: list[object] = []
    mapped(leaf.shape, met.append)
    return any(type(part) in (Again, Mixed) for part in met)
