"""`Measure`: what is said of a pair of output distributions, and how its worst case is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from ..arguments import probability
from ..budgets.progress import interruptible
from ..enclosures.enclosed import largest as largest_enclosed
from ..errors import InvalidValue, MixedFields
from ..exact import Log, Number, eps
from ..exact.order import only_highest, raised
from .attained import Attained
from .dist import Dist

if TYPE_CHECKING:
    from .mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")
Ordered = TypeVar("Ordered", Number, Log)
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)

Found = Attained[Any, Any, Any]

Kind: TypeAlias = Literal["epsilon", "delta", "divergence", "profile", "trade-off", "odds"]


REQUIRED = object()
"""The default of a parameter that has none."""


@dataclass(frozen=True)
class Parameter:
    """A parameter of a measure.

    read: read(value, name), the exact value; raises InvalidValue, InvalidType or FloatRefused.
    values: what it ranges over, "epsilon", "probability", "order" or "odds"; None for what is no number.
    default: the value where it is left out.
    """

    name: str
    read: Callable[[Any, str], Any]
    values: str | None = None
    default: object = REQUIRED


def read_all(
    parameters: tuple[Parameter, ...], given: tuple[Any, ...], named: dict[str, Any]
) -> tuple[Any, ...]:
    """The arguments, by place or by name, as exact values in the order of the parameters.

    Raises InvalidValue for one too many, an unknown or a missing one, and what reading them raises.
    """
    names = [each.name for each in parameters]
    values = {each.name: each.default for each in parameters} | dict(zip(names, given, strict=False)) | named
    if len(given) > len(names) or values.keys() != set(names) or named.keys() & set(names[: len(given)]):
        raise InvalidValue(f"the measure has the arguments {names}; given are {len(given)} and {[*named]}")
    missing = [name for name, value in values.items() if value is REQUIRED]
    if missing:
        raise InvalidValue(f"the argument {missing[0]} of the measure is missing; give an exact value")
    return tuple(each.read(values[each.name], each.name) for each in parameters)


class AdjacentPairs(Generic[X, T]):
    """The ordered adjacent pairs (x, x') of a mechanism, each with P = M(x) and Q = M(x')."""

    def __init__(self, mechanism: Mechanism[X, T]) -> None:
        self.mechanism = mechanism

    def __iter__(self) -> Iterator[tuple[X, X]]:
        """All of them, in the order of the domain."""
        return iter(self.mechanism.pairs)

    def distributions(self, x: X, y: X) -> tuple[Dist[T], Dist[T]]:
        """(M(x), M(y))."""
        return self.mechanism.distribution(x), self.mechanism.distribution(y)

    def each(self, measure: Callable[[Dist[T], Dist[T]], V]) -> dict[tuple[X, X], V]:
        """The measure of every pair."""
        return {(x, y): measure(*self.distributions(x, y)) for x, y in self}

    def largest(self, measure: Callable[[Dist[T], Dist[T]], Ordered]) -> tuple[Ordered, tuple[X, X]]:
        """The largest value of the measure, and the first pair that attains it."""
        highest: list[tuple[Ordered, tuple[X, X]]] = []
        for x, y in self:
            highest = raised(highest, measure(*self.distributions(x, y)), (x, y))
        return self.only(highest)

    def only(self, highest: list[tuple[Ordered, tuple[X, X]]]) -> tuple[Ordered, tuple[X, X]]:
        """The one largest value.  Raises InvalidValue if there is no pair, UndecidedError for several."""
        if not highest:
            raise InvalidValue(f"{self.mechanism.name} has no adjacent pairs; give another adjacency")
        return only_highest(highest)


class Worst(Protocol):
    """How the worst case of a measure over all adjacent pairs is found."""

    def __call__(self, pairs: AdjacentPairs[Any, Any], measure: Measure[Any], *arguments: Any) -> Found:
        """The value, the pair and the event."""


@dataclass(frozen=True)
class Measure(Generic[V_co]):
    """A measure of privacy.  Adding one is its own module with an instance, and its name in `measures`.

    name: the method of `Mechanism` and of its `worst_case`, and its name in JSON.
    text: what a report calls the value, with {parameter} in place of an argument.
    formula: what is computed of P = M(x) and Q = M(x').
    kind: what the value is; of a trade-off function less is less private, of all others more.
    of_pair: of_pair(P, Q, *arguments), the definition.
    worst: how it is maximised over all adjacent pairs.
    event: event(P, Q, value, *arguments), the outcomes that show the value; None where no event does.
    enclosed: of_pair as a certified number, where the exact one is in no field.
    source: where it is defined.
    parameters: what it depends on besides P and Q.
    reported: whether every report of a mechanism has it; the others are there when they are asked for.
    """

    name: str
    text: str
    formula: str
    kind: Kind
    of_pair: Callable[..., V_co]
    worst: Worst
    source: str
    event: Callable[..., tuple[Any, ...] | None] | None = None
    enclosed: Callable[..., Any] | None = None
    parameters: tuple[Parameter, ...] = ()
    reported: bool = False

    def read(self, *given: Any, **named: Any) -> tuple[Any, ...]:
        """Its arguments as exact values; raises InvalidValue, InvalidType or FloatRefused."""
        return read_all(self.parameters, given, named)

    def attained(self, pairs: AdjacentPairs[Any, Any], value: Any, pair: Any, *arguments: Any) -> Found:
        """The value with the pair that attains it, and its event."""
        event = None if self.event is None else self.event(*pairs.distributions(*pair), value, *arguments)
        return Attained(value, pair, event)


AT_EPSILON = Parameter("epsilon", eps, "epsilon")
AT_DELTA = Parameter("delta", probability, "probability", default=0)


def largest(pairs: AdjacentPairs[Any, Any], measure: Measure[Any], *arguments: Any) -> Found:
    """The largest value; certified where the values are in no common field."""
    try:
        value, pair = pairs.largest(lambda p, q: measure.of_pair(p, q, *arguments))
    except MixedFields:
        if measure.enclosed is None:
            raise
        return _largest_enclosed(pairs, measure, measure.enclosed, *arguments)
    return measure.attained(pairs, value, pair, *arguments)


def largest_divergence(pairs: AdjacentPairs[Any, Any], measure: Measure[Any], *arguments: Any) -> Found:
    """The largest of values that may be certified, which need not have a decidable order."""
    return _largest_enclosed(pairs, measure, measure.of_pair, *arguments)


def _largest_enclosed(
    pairs: AdjacentPairs[Any, Any], measure: Measure[Any], of_pair: Callable[..., Any], *arguments: Any
) -> Found:
    each = pairs.each(lambda p, q: of_pair(p, q, *arguments))
    with interruptible():
        value, pair = largest_enclosed(each)
    return measure.attained(pairs, value, pair, *arguments)


@dataclass(frozen=True)
class Envelope(Generic[V]):
    """The least function of its kind on the safe side of those of all pairs.

    The pair is the first that attains it everywhere, or None: it may take several.
    """

    of: Callable[[Iterable[V]], V]

    def __call__(self, pairs: AdjacentPairs[Any, Any], measure: Measure[V], *arguments: Any) -> Found:
        """The envelope of the functions of all pairs."""
        each = pairs.each(lambda p, q: measure.of_pair(p, q, *arguments))
        with interruptible():
            value = self.of(each.values())
        return Attained(value, next((pair for pair, f in each.items() if f == value), None), None)
