"""Random differential privacy: privacy for data sets that are drawn at random.

The rows X_1, ..., X_(n+1) are drawn independently from a distribution P of rows.  X = (X_1, ..., X_n), and X'
is X with one coordinate replaced by X_(n+1).  The mechanism may fail to hide that change on a set of draws of
probability gamma.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar, cast

from ..arguments import probability
from ..budgets.progress import track
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps
from ..outputs.text import with_type
from .attained import Attained
from .dist import Dist
from .exchangeable import CountsOf, exchangeable_neighbours, values_of
from .hockey_stick import hockey_stick, hockey_stick_event
from .measure import AdjacentPairs, Measure, Parameter
from .weights import ZERO

if TYPE_CHECKING:
    from .mechanism import Mechanism

R = TypeVar("R")
X = TypeVar("X")
T = TypeVar("T")

Encoding: TypeAlias = Callable[[tuple[R, ...]], X] | CountsOf | Literal["sorted"]
"""How a data set is spelt; without an order: how often each value occurs, or its rows in increasing order."""


def fails(p: Dist[T], q: Dist[T], alpha: Log, eta: Number | None) -> bool:
    """Whether X and X' with output distributions P and Q count as a failure.

    Without eta (definition 1, two-sided): unless e^-alpha <= P(B)/Q(B) <= e^alpha for all events B.
    With eta (definition 2, one-sided): unless P(B) <= e^alpha Q(B) + eta for all events B.
    """
    if eta is None:
        return bool(hockey_stick_event(p, q, alpha) or hockey_stick_event(q, p, alpha))
    return hockey_stick(p, q, alpha) > eta


def neighbour_distribution(
    rows: Dist[R], size: int, coordinate: int, encode: Callable[[tuple[R, ...]], X]
) -> Dist[tuple[X, X]]:
    """The distribution of (X, X') under P^(n+1): X = (X_1, ..., X_n), and X' has X_(n+1) at `coordinate`."""

    def neighbours(draws: tuple[R, ...]) -> tuple[X, X]:
        x = draws[:size]
        replaced = (*x[:coordinate], draws[size], *x[coordinate + 1 :])
        return encode(x), encode(replaced)

    return Dist.product(*[rows] * (size + 1)).map(neighbours)


def neighbour_distributions(
    mechanism: Mechanism[X, T],
    rows: Dist[R],
    n: int,
    coordinate: int | None,
    encode: Encoding[R, X] | None,
) -> list[Dist[tuple[X, X]]]:
    """The distribution of (X, X') for each coordinate replaced; one for data sets without an order."""
    replaced = coordinates(coordinate, n)
    if isinstance(encode, str) and encode != "sorted":
        raise InvalidValue(
            f"encode = {with_type(encode)} is no spelling of a data set; give CountsOf(values), in the order "
            "in which the mechanism counts them, 'sorted' or a function"
        )
    if isinstance(encode, str | CountsOf):
        found = exchangeable_neighbours(rows, n, encode if isinstance(encode, CountsOf) else None)
        if isinstance(encode, str):
            _check_ignores_order(mechanism, values_of(rows), n)
        return [cast("Dist[tuple[X, X]]", found)]
    encoding = encode if encode is not None else cast("Callable[[tuple[R, ...]], X]", tuple)
    return [neighbour_distribution(rows, n, i, encoding) for i in replaced]


def _check_ignores_order(mechanism: Mechanism[X, T], values: tuple[R, ...], n: int) -> None:
    """Raise InvalidValue where rows in another order, also in the domain, have another distribution."""
    for x in mechanism.domain:
        if not isinstance(x, tuple) or len(x) != n or not all(v in values for v in x):
            continue
        in_order = cast("X", tuple(sorted(x, key=values.index)))
        if in_order != x and mechanism.distribution(x) != mechanism.distribution(in_order):
            raise InvalidValue(
                f"encode = 'sorted': {mechanism.name} looks at the order of rows, it answers differently on "
                f"{x!r} and on {in_order!r}; leave encode and size out"
            )


def failures(
    mechanism: Mechanism[X, T],
    alpha: EpsilonLike,
    rows: Dist[R],
    eta: ExactLike | None = None,
    *,
    coordinate: int | None = None,
    size: int | None = None,
    encode: Encoding[R, X] | None = None,
) -> dict[tuple[X, X], Number]:
    """The pairs (X, X') that fail, each with its probability; together they make up the smallest gamma.

    Definition 1, (alpha, gamma), if eta is None; definition 2, (alpha, eta, gamma), otherwise.  Inputs are
    n-tuples of rows, or encode(n-tuple) with n = size; for a mechanism on data sets without an order
    encode = CountsOf(values), how often each value occurs, in the order in which the mechanism counts them,
    or "sorted", the n-tuple in increasing order: then C(n + k - 2, k - 1) k^2 pairs stand for all k^(n + 1)
    draws.  The definitions replace
    the last row of a mechanism that ignores the order of rows; here the coordinate with the largest gamma is
    replaced, unless one is named (0, ..., n-1).

    Raises InvalidType or InvalidValue where the inputs are no n-tuples and `encode` and `size` are not given,
    where a drawn data set is not in the domain or has a value that is not counted, where "sorted" is said of
    a mechanism that looks at the order, or where alpha, eta or coordinate is out of range.
    Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", JPC 4(2), 2012, definitions 1 and 2.
    """
    bound, allowed = eps(alpha, "alpha"), None if eta is None else probability(eta, "eta")
    if not isinstance(rows, Dist):
        raise InvalidType(f"rows is {with_type(rows)}; give the distribution of a row as a Dist")
    n = data_size(mechanism, size, encode is not None)
    worst: dict[tuple[X, X], Number] = {}
    gamma = None
    for neighbours in neighbour_distributions(mechanism, rows, n, coordinate, encode):
        failed: dict[tuple[X, X], Number] = {}
        for (x, y), mass in track(tuple(neighbours.items()), "pairs of data sets"):
            if fails(mechanism.distribution(x), mechanism.distribution(y), bound, allowed):
                failed[x, y] = mass
        total = sum(failed.values(), ZERO)
        if gamma is None or total > gamma:
            gamma, worst = total, failed
    return worst


def coordinates(coordinate: int | None, n: int) -> range:
    """All coordinates, or the one that is named."""
    if coordinate is None:
        return range(n)
    if type(coordinate) is not int or not 0 <= coordinate < n:
        raise InvalidValue(
            f"coordinate = {with_type(coordinate)} is not a position of a row; give one of 0 to {n - 1}"
        )
    return range(coordinate, coordinate + 1)


def data_size(mechanism: Mechanism[X, T], size: int | None, encoded: bool) -> int:
    """The number n of rows of a data set."""
    if encoded != (size is not None):
        raise InvalidValue(
            "encode and size belong together; give both, or neither if the inputs are tuples of rows"
        )
    if size is not None:
        if type(size) is not int or size < 1:
            raise InvalidValue(f"size = {with_type(size)} is not a number of rows; give an int >= 1")
        return size
    lengths = {len(x) if isinstance(x, tuple) else 0 for x in mechanism.domain}
    if len(lengths) > 1 or 0 in lengths:
        raise InvalidType(
            f"the inputs of {mechanism.name}, such as {with_type(mechanism.domain[0])}, are not tuples of "
            f"rows, "
            "all of one length; give encode (from a tuple of rows to an input) and size (the number of rows)"
        )
    return lengths.pop()


def _as_given(value: Any, name: str) -> Any:
    """What is checked where it is used."""
    return value


def _smallest_gamma(
    pairs: AdjacentPairs[Any, Any], measure: Measure[Any], alpha: Log, rows: Any, eta: Any, *given: Any
) -> Attained[Number, Any, Any]:
    """The probability of all pairs that fail, with the likeliest of them and an event that shows it."""
    coordinate, size, encode = given
    failed = failures(pairs.mechanism, alpha, rows, eta, coordinate=coordinate, size=size, encode=encode)
    if not failed:
        return Attained(ZERO, None, None)
    pair = max(failed, key=lambda each: failed[each])
    p, q = pairs.distributions(*pair)
    event = hockey_stick_event(p, q, alpha) or hockey_stick_event(q, p, alpha)
    return Attained(sum(failed.values(), ZERO), pair, event)


RANDOM_DP: Measure[Any] = Measure(
    name="random_dp",
    text="smallest gamma",
    formula="the probability that X and X' with distributions P and Q fail, for rows drawn at random",
    kind="delta",
    parameters=(
        Parameter("alpha", eps, "epsilon"),
        Parameter("rows", _as_given),
        Parameter("eta", lambda eta, name: None if eta is None else probability(eta, name), default=None),
        *(Parameter(name, _as_given, default=None) for name in ("coordinate", "size", "encode")),
    ),
    of_pair=fails,
    worst=_smallest_gamma,
    source="Hall, Rinaldo and Wasserman, JPC 2012, definitions 1 and 2",
)
"""The smallest gamma; the arguments after eta are as they were given."""
