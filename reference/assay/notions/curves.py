"""Guarantees by whole curves: points of a profile, a trade-off function, the pairs of a loss distribution.

Each says that every ordered adjacent pair (M(x), M(x')) is dominated, H_t(M(x), M(x')) <= H_t(P, Q) for every
t >= 0, by one of a few pairs (P, Q), its sides.  Whatever is true of all pairs that a side dominates (its
profile, its divergences, the largest loss) is true of M, and composition keeps it.
Source: Zhu, Dong and Wang 2022; Dong, Roth and Su 2022, for trade-off functions.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias, Unpack

from ..adjacency import explicit
from ..arguments import probability
from ..dp import Dist, Mechanism
from ..dp.curves import Profile, TradeOff
from ..dp.neyman_pearson import upper_boundary
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, number
from ..exact.real import brief
from ..outputs.text import with_type
from ..theorems._check import finite_epsilon
from ..theorems.guarantee import Guarantee
from ..theorems.scope import check_symmetric
from ..theorems.statement import About, Statement

Pair: TypeAlias = tuple[Dist[Any], Dist[Any]]
Point: TypeAlias = tuple[Number, Number]
ONE, ZERO = number(1), number(0)


class DominatedStatement(Statement):
    """A statement that every ordered adjacent pair is dominated by one of `sides`."""

    @property
    @abstractmethod
    def sides(self) -> tuple[Pair, ...]:
        """The pairs (P, Q); with a symmetric relation they dominate both orders of x and x'."""

    @cached_property
    def tightest(self) -> Mechanism[Any, Any]:
        """A mechanism whose ordered adjacent pairs are the sides: its measures are the ones that follow."""
        distributions = {
            (i, b): distribution for i, side in enumerate(self.sides) for b, distribution in enumerate(side)
        }
        pairs = [((i, 0), (i, 1)) for i in range(len(self.sides))]
        return Mechanism(
            distributions, list(distributions), explicit(pairs, symmetric=False), name=self.notion
        )

    def delta(self, epsilon: EpsilonLike) -> Number:
        """The largest delta(epsilon) of the sides."""
        return self.tightest.profile().exact(epsilon)


@dataclass(frozen=True, init=False, repr=False)
class ProfileGuarantee(DominatedStatement):
    """The statement that M is (epsilon_i, delta_i)-DP for all the points at once.

    points: {epsilon: delta}, finite epsilons.  The side has the largest profile that meets all of them: as a
    function of t = e^epsilon it is convex, falls, starts at H_0 = 1, and under a symmetric adjacency meets
    H_(1/t) <= 1 - (1 - delta)/t too, which is the other order of the same pair.
    The other arguments are those of `Guarantee`; without an adjacency, `symmetric` says whether the numbers
    hold in both directions.  Raises InvalidValue for no point, one outside these ranges, and where neither
    says.
    """

    points: tuple[tuple[Log, Number], ...]
    symmetric: bool

    def __init__(
        self,
        points: Mapping[int | str | Log, ExactLike],
        *,
        symmetric: bool | None = None,
        **about: Unpack[About],
    ) -> None:
        if not isinstance(points, Mapping):
            raise InvalidType(
                f"points is {with_type(points)}; give {{epsilon: delta}}, such as {{1: '1/10', 'ln 3': 0}}"
            )
        found = tuple((finite_epsilon(e), probability(d, f"delta at {brief(e)}")) for e, d in points.items())
        if not found:
            raise InvalidValue("points is empty; give at least one, such as {1: '1/100'}")
        self._read_about(**about)
        if self.scope is not None and symmetric is not None:
            raise InvalidValue("symmetric is said by the adjacency; give one of the two")
        both = check_symmetric(symmetric, "a profile") if self.scope is None else self.scope.symmetric
        object.__setattr__(self, "points", found)
        object.__setattr__(self, "symmetric", both)

    @property
    def notion(self) -> str:
        """The word profile."""
        return "profile"

    @cached_property
    def sides(self) -> tuple[Pair, ...]:
        """The pair with the largest profile through the points."""
        q, p = Profile(_tests([(e.exp(), d) for e, d in self.points], self.symmetric)).tradeoff().pair()
        return ((p, q),)

    def __str__(self) -> str:
        return f"{', '.join(f'({e}, {d})' for e, d in self.points)}-DP at once{self.about}"


@dataclass(frozen=True, init=False, repr=False)
class TradeoffGuarantee(DominatedStatement):
    """The statement T(M(x), M(x')) >= f for all adjacent x, x': no test has smaller errors than f allows.

    f: a `TradeOff`, such as mechanism.tradeoff() or TradeOff([("1/10", "1/2")]).
    The other arguments are those of `Guarantee`.  Source: Dong, Roth and Su 2022, definition 4.
    """

    f: TradeOff

    def __init__(self, f: TradeOff, **about: Unpack[About]) -> None:
        if not isinstance(f, TradeOff):
            raise InvalidType(f"f is {with_type(f)}; give a TradeOff, such as mechanism.tradeoff()")
        object.__setattr__(self, "f", f)
        self._read_about(**about)

    @property
    def notion(self) -> str:
        """The letter f."""
        return "f"

    @cached_property
    def sides(self) -> tuple[Pair, ...]:
        """The pair with T(P, Q) = f."""
        return (self.f.pair(),)

    def __str__(self) -> str:
        return f"f-DP with f = {self.f!r}{self.about}"


@dataclass(frozen=True, init=False, repr=False)
class PldGuarantee(DominatedStatement):
    """The statement that the pairs given dominate all ordered adjacent pairs: privacy loss distributions.

    remove: a pair (P, Q) of distributions for a record that leaves, or for every adjacent pair; add: one for
    a record that is added, where the two differ.  Under a symmetric adjacency the sides together have to
    dominate both orders: with one side only, that side both.
    The other arguments are those of `Guarantee`.
    """

    remove: Pair
    add: Pair | None

    def __init__(self, remove: Pair, add: Pair | None = None, **about: Unpack[About]) -> None:
        for name, side in (("remove", remove), ("add", add)):
            if not (name == "add" and side is None):
                _check_pair(side, name)
        object.__setattr__(self, "remove", remove)
        object.__setattr__(self, "add", add)
        self._read_about(**about)

    @property
    def notion(self) -> str:
        """The word PLD."""
        return "PLD"

    @property
    def sides(self) -> tuple[Pair, ...]:
        """The pairs that were given."""
        return (self.remove,) if self.add is None else (self.remove, self.add)

    def __str__(self) -> str:
        return f"PLD with {len(self.sides)} side{'s' if self.add is not None else ''}{self.about}"


def profile_of(guarantee: Guarantee, *, symmetric: bool | None = None) -> ProfileGuarantee:
    """All that (epsilon, delta)-DP says of every other epsilon: the profile of one point.

    symmetric: for a guarantee that does not say its adjacency, as for `profile_from_dp`.
    Raises InvalidValue for an infinite epsilon, InvalidType for what is no Guarantee.
    """
    if not isinstance(guarantee, Guarantee):
        raise InvalidType(
            f"guarantee is {with_type(guarantee)}; give Guarantee(epsilon, delta, adjacency=...)"
        )
    said = guarantee.scope
    both = check_symmetric(symmetric, "profile_of") if said is None else said.symmetric
    made = ProfileGuarantee({guarantee.epsilon: guarantee.delta}, symmetric=both)
    for name in ("scope", "adaptive", "interactive"):
        object.__setattr__(made, name, getattr(guarantee, name))
    return made


def _tests(points: list[Point], symmetric: bool) -> list[Point]:
    """The tests (Q(S), P(S)) of the largest profile with H_t <= h at the points (t, h).

    It is the lower hull of (0, 1) and the points, and constant from the last one on: a segment of slope -q
    is the line P(S) - t Q(S) with Q(S) = q.
    """
    known = list(points)
    if symmetric:
        known += [(1 / t, 1 - (1 - h) / t) for t, h in points]
    # the lower convex hull as far as it falls: the largest falling function is no larger beyond
    hull = [(t, -h) for t, h in upper_boundary((t, -h) for t, h in [(ZERO, ONE), *known])]
    tests = []
    for (t0, h0), (t1, h1) in pairwise(hull):
        slope = (h0 - h1) / (t1 - t0)
        tests.append((slope, h0 + slope * t0))
    return [*tests, (ZERO, hull[-1][1])]


def _check_pair(side: object, name: str) -> None:
    if not (
        isinstance(side, tuple)
        and len(side) == 2
        and all(isinstance(distribution, Dist) for distribution in side)
    ):
        raise InvalidType(f"{name} is {with_type(side)}; give a pair (P, Q) of Dist")
