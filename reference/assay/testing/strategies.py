"""Hypothesis strategies: exact distributions, finite mechanisms, adjacent pairs, epsilons.

Importing this module makes them known by type, so that `@given(...)` with `Dist[str]` or
`Mechanism[int, bool]` finds them. The pytest plugin imports it, once the tests are collected, where they use
both Hypothesis and Assay; `st.from_type(Dist[str])` in a decorator is read before that and needs the import.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeVar, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from .. import adjacency
from ..dp import Adjacency, Dist, Mechanism
from ..errors import InvalidValue
from ..exact import Log, Number, eps, exp, ln, number

T = TypeVar("T")
X = TypeVar("X")

LARGEST_WEIGHT = 12
TINY = Fraction(1, 10**30)


def epsilons(largest: int = 4) -> SearchStrategy[Log]:
    """Epsilons from 0 to about `largest`: rationals, logarithms of rationals, and some next to 0."""
    rationals = st.fractions(0, largest, max_denominator=12).map(eps)
    logarithms = st.fractions(1, 3**largest, max_denominator=12).map(ln)
    return st.one_of(rationals, logarithms, st.just(ln(1 + TINY)))


def probabilities() -> SearchStrategy[Fraction]:
    """Rationals in [0, 1], both ends and their close neighbours among them."""
    ends = st.sampled_from([Fraction(0), Fraction(1), TINY, 1 - TINY])
    return st.one_of(st.fractions(0, 1, max_denominator=20), ends)


def weights() -> SearchStrategy[Number]:
    """Nonnegative weights: small whole numbers, tiny ones, and multiples of e, e^2 and 1/e."""
    whole = st.integers(0, LARGEST_WEIGHT).map(number)
    factors = st.sampled_from([number(1), exp(1), exp(2), exp(-1), number(TINY)])
    return st.one_of(whole, st.builds(lambda w, f: w * f, whole, factors))


@st.composite
def distributions(
    draw: st.DrawFn,
    outcomes: SearchStrategy[T] | None = None,
    *,
    min_size: int = 1,
    max_size: int = 5,
) -> Dist[T]:
    """Exact distributions on at most `max_size` outcomes (whole numbers unless a strategy is given)."""
    among = draw(_outcomes(outcomes, min_size, max_size))
    return draw(on(among))


@st.composite
def on(draw: st.DrawFn, among: tuple[T, ...]) -> Dist[T]:
    """Exact distributions on these outcomes, some of which may get probability 0."""
    table = {outcome: draw(weights()) for outcome in among}
    if not any(table.values()):
        table[draw(st.sampled_from(among))] = number(1)
    return Dist.from_weights(table)


@st.composite
def distribution_pairs(
    draw: st.DrawFn, outcomes: SearchStrategy[T] | None = None, *, max_size: int = 5
) -> tuple[Dist[T], Dist[T]]:
    """Two exact distributions on common outcomes: an adjacent pair as privacy sees it."""
    among = draw(_outcomes(outcomes, 1, max_size))
    return draw(on(among)), draw(on(among))


@st.composite
def mechanisms(
    draw: st.DrawFn,
    inputs: SearchStrategy[X] | None = None,
    outcomes: SearchStrategy[T] | None = None,
    *,
    max_inputs: int = 4,
    max_outputs: int = 4,
) -> Mechanism[X, T]:
    """Finite mechanisms: a table of exact distributions; all pairs of inputs are adjacent, or a path."""
    if max_inputs < 2:
        raise InvalidValue(f"max_inputs = {max_inputs} leaves no pair of inputs; give at least 2")
    domain = draw(_outcomes(inputs, 2, max_inputs))
    among = draw(_outcomes(outcomes, 1, max_outputs))
    table = {x: draw(on(among)) for x in domain}
    path = list(pairwise(domain))
    relation = draw(st.sampled_from([adjacency.all_pairs(), adjacency.explicit(path)]))
    return Mechanism(table, domain, relation, name="generated")


def adjacent_pairs(domain: Iterable[X], relation: Adjacency) -> SearchStrategy[tuple[X, X]]:
    """Ordered adjacent pairs of a finite domain.  Raises InvalidValue where there are none."""
    pairs = relation.pairs(tuple(domain))
    if not pairs:
        raise InvalidValue(f"{relation!r} relates no two inputs of the domain; give another domain")
    return st.sampled_from(pairs)


def _outcomes(
    values: SearchStrategy[Any] | None, min_size: int, max_size: int
) -> SearchStrategy[tuple[Any, ...]]:
    """Different values that can name an outcome (NaN cannot)."""
    each = st.integers(0, 9) if values is None else values.filter(lambda value: bool(value == value))
    return st.lists(each, min_size=min_size, max_size=max_size, unique=True).map(tuple)


def _argument(thing: Any, place: int) -> SearchStrategy[Any] | None:
    """The strategy of a type argument, as of str in Dist[str]; None where it is left open."""
    arguments = get_args(thing)
    if len(arguments) <= place or isinstance(arguments[place], TypeVar) or arguments[place] is Any:
        return None
    return st.from_type(arguments[place])


def _some_mechanisms(thing: Any) -> SearchStrategy[Mechanism[Any, Any]]:
    inputs, outcomes = _argument(thing, 0), _argument(thing, 1)
    # a type such as bool has two values and no more
    small = 2 if get_args(thing)[:1] == (bool,) else 4
    return mechanisms(inputs, outcomes, max_inputs=small)


def register() -> None:
    """Make type-based generation find these strategies for Dist, Mechanism, Adjacency, Log and Number."""
    st.register_type_strategy(Dist, lambda thing: distributions(_argument(thing, 0)))
    st.register_type_strategy(Mechanism, _some_mechanisms)
    st.register_type_strategy(Adjacency, st.sampled_from([adjacency.all_pairs(), adjacency.hamming()]))
    st.register_type_strategy(Log, epsilons())
    st.register_type_strategy(Number, probabilities().map(number))


register()
