"""Reading the parameters of a mechanism: a refusal shows the value, its name, its type and the way out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeVar

from ..adjacency import Adjacency, explicit, linf
from ..arguments import integer, rational
from ..budgets.sizes import bounded_list, check_power, check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Number, eps, exp, integer_text, number

T = TypeVar("T", bound=Hashable)
V = TypeVar("V")
Choice = TypeVar("Choice", bound=str)

MOST_ENTRIES = 1 << 14
"""A matrix with more is not read."""

MOST_COMPARED = 1 << 22
"""More pairs of inputs than these are not compared to find the adjacent ones."""


def integer_range(low: object, high: object, names: tuple[str, str] = ("low", "high")) -> range:
    """The integers low, low + 1, ..., high."""
    first, last = integer(low, names[0]), integer(high, names[1])
    because = f"{names[0]} = {integer_text(first)} to {names[1]} = {integer_text(last)}"
    if first > last:
        raise InvalidValue(f"the range {because} is empty; give {names[0]} <= {names[1]}")
    check_size(last - first + 1, "integers", because, "give a shorter range")
    return range(first, last + 1)


def interval(bounds: object, name: str) -> range:
    """The integers of a pair (low, high), both ends included."""
    if not isinstance(bounds, tuple | list) or len(bounds) != 2:
        raise InvalidType(
            f"{name} = {bounds!r} is a {type(bounds).__name__}; give a pair of ints, such as (-3, 3)"
        )
    return integer_range(bounds[0], bounds[1], (f"{name}[0]", f"{name}[1]"))


def decay(epsilon: EpsilonLike, times: Fraction | int = 1, name: str = "epsilon") -> Number:
    """e^(-times * epsilon) for epsilon, times >= 0; at epsilon = infinity the limit: 0, or 1 at times = 0."""
    rate = eps(epsilon, name)
    if times == 0:
        return number(1)
    return number(0) if rate.is_infinite else exp(-(rate * times))


def one_of(value: Choice, name: str, choices: Sequence[Choice]) -> Choice:
    """One of the given words."""
    if value not in choices:
        known = ", ".join(map(repr, choices))
        raise InvalidValue(f"{name} = {value!r} ({type(value).__name__}) is unknown; choose one of {known}")
    return value


def exactly_one(**given: object) -> None:
    """Refuse unless exactly one of the named parameters is not None."""
    if sum(value is not None for value in given.values()) != 1:
        shown = ", ".join(f"{name} = {value!r}" for name, value in given.items())
        raise InvalidValue(f"give exactly one of {' and '.join(given)}, not {shown}")


def not_empty(values: Iterable[T], name: str) -> tuple[T, ...]:
    """The values as a tuple with at least one entry."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidType(f"{name} = {values!r} is a {type(values).__name__}; give a list of values")
    entries = tuple(bounded_list(values, "values", name, "give fewer"))
    if not entries:
        raise InvalidValue(f"{name} is empty; give at least one value")
    return entries


def vectors(alphabet: Iterable[int], n: object) -> tuple[tuple[int, ...], ...]:
    """All vectors of length n >= 1 over an alphabet; BudgetExceeded for too many."""
    letters = tuple(bounded_list(alphabet, "letters", "the alphabet", "give a smaller one"))
    length = integer(n, "n", 1)
    check_power(len(letters), length, "vectors", f"n = {integer_text(length)} (int)", "use a smaller n")
    return tuple(product(letters, repeat=length))


def integer_vector(x: object, name: str = "input") -> tuple[int, ...]:
    """A tuple of integers."""
    if not isinstance(x, tuple) or not x:
        raise InvalidType(
            f"{name} = {x!r} is a {type(x).__name__}; give a tuple of ints with at least one entry"
        )
    return tuple(integer(value, f"{name}[{i}]") for i, value in enumerate(x))


def on_vectors(
    name: str,
    distribution: Callable[[tuple[int, ...]], Dist[T]],
    n: int,
    domain: Iterable[tuple[int, ...]] | None,
    adjacency: Adjacency | None,
    *,
    letters: Sequence[int] = (-1, 0, 1),
    relation: Callable[[int], Adjacency] = linf,
) -> Mechanism[tuple[int, ...], T]:
    """A mechanism on vectors of integers; unless given, those of n letters, all of which may differ by 1."""
    return Mechanism(
        lambda q: distribution(integer_vector(q)),
        vectors(letters, n) if domain is None else domain,
        relation(1) if adjacency is None else adjacency,
        name=name,
    )


def vector_of_length(x: object, length: int) -> tuple[int, ...]:
    """An input that is a tuple of so many integers."""
    values = integer_vector(x)
    if len(values) != length:
        raise InvalidValue(f"input = {x!r} (tuple) has {len(values)} entries; give {integer_text(length)}")
    return values


def integer_matrix(rows: Iterable[Sequence[int]], name: str) -> tuple[tuple[int, ...], ...]:
    """Rows of integers, all of one length; BudgetExceeded for more than MOST_ENTRIES in all."""
    given = not_empty(rows, name)
    check_size(max(map(len, given)) * len(given), "entries", name, "give fewer", MOST_ENTRIES)
    table = tuple(integer_vector(tuple(row), f"{name}[{i}]") for i, row in enumerate(given))
    lengths = sorted({*map(len, table)})
    if len(lengths) > 1:
        raise InvalidValue(f"{name} has rows of {lengths} entries; give rows of one length")
    return table


def sequences(alphabet: Iterable[int], longest: int, because: str) -> list[tuple[int, ...]]:
    """All tuples over an alphabet of at most a length, the shorter first; BudgetExceeded for too many."""
    letters = tuple(bounded_list(alphabet, "values", because, "use fewer values"))
    check_power(len(letters) + 1, longest, "tuples", because, "use fewer values or shorter tuples")
    return [x for n in range(longest + 1) for x in product(letters, repeat=n)]


def adjacent_where(inputs: Sequence[T], related: Callable[[T, T], bool]) -> Adjacency:
    """x ~ x' for the inputs where related(x, x') or related(x', x); BudgetExceeded for too many of them."""
    because = f"a domain of {len(inputs):,} inputs"
    check_size(len(inputs) ** 2, "pairs", because, "give fewer, or an adjacency", MOST_COMPARED)
    return explicit([(x, y) for x in inputs for y in inputs if x != y and related(x, y)])


def boolean(x: object) -> bool:
    """True or False."""
    if not isinstance(x, bool):
        raise InvalidType(f"input = {x!r} is a {type(x).__name__}; give True or False")
    return x


def category(x: object, k: int) -> int:
    """One of 0, 1, ..., k - 1."""
    value = integer(x, "input", 0)
    if value >= k:
        raise InvalidValue(f"input = {integer_text(value)} (int) is too large; give one of 0..{k - 1}")
    return value


def score_vector(x: object) -> tuple[ExactLike, ...]:
    """A tuple of scores, at least one."""
    if not isinstance(x, tuple) or not x:
        raise InvalidType(
            f"input = {x!r} is a {type(x).__name__}; give a tuple of scores with at least one entry"
        )
    return x


def bit_vector(x: object, n: int) -> tuple[int, ...]:
    """A tuple of n zeros and ones."""
    bits = integer_vector(x)
    if len(bits) != n or not set(bits) <= {0, 1}:
        raise InvalidValue(f"input = {x!r} (tuple) is not an input; give a tuple of {n} entries 0 or 1")
    return bits


def not_empty_table(table: Mapping[T, V], name: str) -> Mapping[T, V]:
    """A mapping with at least one entry."""
    if not isinstance(table, Mapping):
        raise InvalidType(
            f"{name} = {table!r} is a {type(table).__name__}; give a mapping such as {{'a': 1, 'b': 0}}"
        )
    if not table:
        raise InvalidValue(f"{name} is empty; give at least one output with its value")
    return table


def score_table(scores: Mapping[T, ExactLike]) -> dict[T, Fraction]:
    """Rational scores, at least one."""
    return {o: rational(score, f"scores[{o!r}]") for o, score in not_empty_table(scores, "scores").items()}
