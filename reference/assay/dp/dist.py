"""Finite probability distributions with exact probabilities.

A `Dist` is a function P from a finite set of outcomes to exact numbers with P(o) > 0 and

    sum of P(o) over all outcomes o  =  1   (exactly)

together with the few operations that probability theory needs: pushforward (`map`), the distribution of total
probability (`bind`, `mixture`), independence (`product`), conditioning, expectation, total variation.
Source: any textbook; notation of Dwork & Roth, "The Algorithmic Foundations of Differential Privacy" (2014).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, KeysView, Mapping
from types import MappingProxyType
from typing import Generic, TypeVar, cast, overload

from ..arguments import is_positive, probability
from ..budgets.sizes import bounded_list, check_product
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, Number, number
from ..outputs.alphabet import Tally, listed, refuse_lookalike, restrict, same_output
from ..outputs.identity import key
from ..outputs.text import brief, spelled, with_type
from ..rich_display import Shown
from .weights import ONE, ZERO, check_sum_is_one, nonnegative

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")
V = TypeVar("V")

MOST_KEPT = 1 << 10
"""So many conditional distributions are held before they are mixed."""


class Dist(Shown, Generic[T_co]):
    """An immutable finite distribution: outcomes in the order first seen, those of probability 0 dropped.

    `Dist({outcome: probability})` with probabilities as `int`, `Fraction`, `Decimal`, `str` or `Number`.

    Raises:
        FloatRefused: a probability is a float.
        InvalidType: an outcome holds what cannot be compared (see `outputs.key`), or equals another one and
            can be told apart from it; the argument is not a mapping.
        InvalidValue: a probability is not provably >= 0, an outcome is NaN, or the sum is not exactly 1.
    """

    __slots__ = ("_hash", "_keys", "_outcomes", "_table")

    def __init__(self, probabilities: Mapping[T_co, ExactLike]) -> None:
        tally = nonnegative(probabilities, "probability")
        check_sum_is_one(tally.mass, "probabilities")
        self._set(tally.mass, tally.alphabet.keys)

    def _set(self, table: dict[T_co, Number], keys: Mapping[T_co, Hashable]) -> None:
        """Keep the outcomes of positive probability."""
        self._table: dict[T_co, Number] = {o: p for o, p in table.items() if p}
        self._outcomes: dict[T_co, T_co] = {o: o for o in self._table}
        self._keys = keys
        self._hash: int | None = None

    @classmethod
    def _trusted(cls, table: dict[U, Number], keys: Mapping[U, Hashable] | None = None) -> Dist[U]:
        """For tables derived from valid distributions, whose sum is 1 by construction: nothing is checked.

        keys: of the outcomes that stand for an output which is not their own form, see `outputs.alphabet`.
        """
        dist = cast("Dist[U]", object.__new__(cls))
        dist._set(table, keys or {})
        return dist

    @classmethod
    def _tallied(cls, tally: Tally[U]) -> Dist[U]:
        """The distribution of a tally whose sum is 1 by construction."""
        return Dist._trusted(tally.mass, tally.alphabet.keys)

    def __assay_output__(self) -> Hashable:
        """All that can be seen of a distribution that is itself an output."""
        return tuple((self._keys[o] if o in self._keys else key(o), p) for o, p in self._table.items())

    # Constructors

    @staticmethod
    def point(outcome: U) -> Dist[U]:
        """The point mass: P(outcome) = 1."""
        tally: Tally[U] = Tally()
        tally.add(outcome, ONE)
        return Dist._tallied(tally)

    @staticmethod
    def uniform(outcomes: Iterable[U]) -> Dist[U]:
        """P(o) = #{i : x_i = o} / n for the list x_1, ..., x_n: one entry drawn at random.

        Raises:
            InvalidType: not an iterable. InvalidValue: empty.
        """
        if not isinstance(outcomes, Iterable):
            raise InvalidType(f"outcomes is {with_type(outcomes)}; give an iterable, such as range(6)")
        entries = bounded_list(outcomes, "outcomes", "the uniform distribution", "give fewer")
        if not entries:
            raise InvalidValue("outcomes is empty; a uniform distribution needs at least one outcome")
        tally: Tally[U] = Tally()
        for outcome in entries:
            tally.add(outcome, ONE)
        return Dist._trusted({o: n / len(entries) for o, n in tally.mass.items()}, tally.alphabet.keys)

    @staticmethod
    def bernoulli(p: ExactLike) -> Dist[bool]:
        """P(True) = p, P(False) = 1 - p, for 0 <= p <= 1."""
        heads = probability(p, "p")
        return Dist._trusted({True: heads, False: ONE - heads})

    @staticmethod
    def from_weights(weights: Mapping[U, ExactLike]) -> Dist[U]:
        """P(o) = w(o) / (sum of all w), for weights w >= 0 with a positive sum."""
        tally = nonnegative(weights, "weight")
        total = sum(tally.mass.values(), ZERO)
        if not is_positive(total):
            raise InvalidValue(f"the weights sum to {total} (Number); at least one must be positive")
        return Dist._trusted({o: w / total for o, w in tally.mass.items()}, tally.alphabet.keys)

    @overload
    @staticmethod
    def product(first: Dist[T], second: Dist[U], /) -> Dist[tuple[T, U]]: ...
    @overload
    @staticmethod
    def product(first: Dist[T], second: Dist[U], third: Dist[V], /) -> Dist[tuple[T, U, V]]: ...
    @overload
    @staticmethod
    def product(*dists: Dist[T]) -> Dist[tuple[T, ...]]: ...
    @staticmethod
    def product(*dists: Dist[object]) -> Dist[tuple[object, ...]]:
        """Independent draws: P(o_1, ..., o_n) = P_1(o_1) * ... * P_n(o_n), on tuples."""
        table: dict[tuple[object, ...], Number] = {(): ONE}
        for dist in dists:
            check_is_dist(dist, "factor")
        check_product(list(map(len, dists)), "outcomes", "the product", "multiply fewer distributions")
        for dist in dists:
            table = {(*os, o): p * q for os, p in table.items() for o, q in dist.items()}
        return Dist._trusted(table)

    @staticmethod
    def mixture(components: Iterable[tuple[ExactLike, Dist[U]]]) -> Dist[U]:
        """P(o) = w_1 P_1(o) + ... + w_n P_n(o) for weights w >= 0 that sum to 1."""
        pairs = list(components)
        for _, dist in pairs:
            check_is_dist(dist, "component")
        weights = nonnegative(dict(enumerate(w for w, _ in pairs)), "weight of component").mass
        check_sum_is_one(weights, "weights")
        return Dist._trusted(weights).bind(lambda i: pairs[i][1])

    # Probabilities

    def probability(self, outcome: object) -> Number:
        """P(outcome), which is 0 for an outcome outside the support.

        Raises:
            InvalidType: equal to an outcome of the support but distinct from it (1, True).
        """
        form = cast("T_co", outcome if type(outcome) is str else listed(outcome, "outcome"))
        if form not in self._table:
            return ZERO
        refuse_lookalike(form, self._outcomes[form])
        return self._table[form]

    __getitem__ = probability

    def prob(self, event: Iterable[object] | Callable[[T_co], bool]) -> Number:
        """P(E) = sum of P(o) over o in E, where E is a set of outcomes or a predicate on outcomes."""
        return sum(restrict(self._table, event).values(), ZERO)

    @property
    def support(self) -> tuple[T_co, ...]:
        """The outcomes of positive probability, first seen first."""
        return tuple(self._table)

    def keys(self) -> KeysView[T_co]:
        """The outcomes of positive probability, first seen first; with `dist[o]` it makes `dict(dist)`."""
        return MappingProxyType(self._table).keys()

    def items(self) -> ItemsView[T_co, Number]:
        """The pairs (o, P(o)) with P(o) > 0."""
        return MappingProxyType(self._table).items()

    def __iter__(self) -> Iterator[T_co]:
        """The outcomes of positive probability, first seen first."""
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    # Transformations

    def map(self, f: Callable[[T_co], U]) -> Dist[U]:
        """The distribution of f(o): P_f(u) = sum of P(o) over o with f(o) = u."""
        tally: Tally[U] = Tally()
        for outcome, p in self._table.items():
            tally.add(f(outcome), p)
        return Dist._tallied(tally)

    def bind(self, f: Callable[[T_co], Dist[U]]) -> Dist[U]:
        """Draw o, then draw from f(o): P(u) = sum over o of P(o) * f(o)(u)."""
        tally: Tally[U] = Tally()
        # one and the same conditional distribution is taken once, with the mass of all who draw from it
        drawn: dict[int, tuple[Dist[U], dict[int, tuple[Number, int]]]] = {}
        for outcome, p in self._table.items():
            conditional = f(outcome)
            if type(conditional) is not Dist:  # its text, for the message, is long
                check_is_dist(conditional, f"f({brief(outcome)})")
            if len(drawn) == MOST_KEPT and id(conditional) not in drawn:
                _add_mixture(tally, drawn)
                drawn = {}
            times = drawn.setdefault(id(conditional), (conditional, {}))[1]
            times[id(p)] = p, times.get(id(p), (p, 0))[1] + 1
        _add_mixture(tally, drawn)
        return Dist._tallied(tally)

    def condition(self, event: Iterable[object] | Callable[[T_co], bool]) -> Dist[T_co]:
        """P(o | E) = P(o) / P(E) for o in E.

        Raises:
            InvalidValue: P(E) is 0, or not provably positive.
        """
        table = restrict(self._table, event)
        mass = sum(table.values(), ZERO)
        if not is_positive(mass):
            raise InvalidValue(
                f"the event has probability {mass} (Number); only a positive one can be conditioned on"
            )
        return Dist._trusted({o: p / mass for o, p in table.items()}, self._keys)

    def expectation(self, f: Callable[[T_co], ExactLike] | None = None) -> Number:
        """E[f(o)] = sum over o of P(o) * f(o); f is the identity when not given."""
        total = ZERO
        for outcome, p in self._table.items():
            value = cast("ExactLike", outcome) if f is None else f(outcome)
            total += p * number(value, f"value at outcome {brief(outcome)}")
        return total

    def total_variation(self, other: Dist[object]) -> Number:
        """TV(P, Q) = max over events E of P(E) - Q(E) = sum over o of max(P(o) - Q(o), 0)."""
        check_is_dist(other, "other")
        differences = (p - other.probability(o) for o, p in self._table.items())
        return sum((d for d in differences if d > 0), ZERO)

    # Identity

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        if self is other:
            return True
        return self._table == other._table and all(same_output(o, other._outcomes[o]) for o in self._outcomes)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._table.items()))
        return self._hash

    def __repr__(self) -> str:
        return "Dist({" + ", ".join(f"{spelled(o)}: {p}" for o, p in self._table.items()) + "})"


def _add_mixture(
    tally: Tally[U], drawn: Mapping[int, tuple[Dist[U], Mapping[int, tuple[Number, int]]]]
) -> None:
    """Add every conditional distribution with the probabilities of those who draw from it."""
    for conditional, times in drawn.values():
        mass = sum((p * many for p, many in times.values()), ZERO)
        for u, q in conditional.items():
            tally.add(u, mass * q)


def check_is_dist(value: object, name: str) -> None:
    """Refuse anything that is not a `Dist`."""
    if not isinstance(value, Dist):
        raise InvalidType(f"{name} is {with_type(value)}; give a Dist, such as Dist({{0: '1/2', 1: '1/2'}})")
