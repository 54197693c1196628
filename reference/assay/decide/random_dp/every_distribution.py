"""Random DP for every distribution at once: the failure probability as a polynomial in P, and its maximum.

For rows with the values 1, ..., k and P = (p_1, ..., p_k) the probability that X and X' fail is

    gamma(P) = sum over types m of  f(m) p_1^(m_1) ... p_k^(m_k),      m_1 + ... + m_k = n + 1,

where f(m) counts the sequences (x_1, ..., x_(n+1)) with m_j rows of value j that fail.  f(m) divided by the
number of all sequences of that type is the probability of a failure given the type (the order statistics).
These are the Bernstein coefficients of gamma on the simplex of all P, so that the largest one is an upper
bound, and cutting the simplex into smaller ones brings the bounds together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from ...arguments import probability
from ...budgets.progress import track
from ...dp.dist import Dist
from ...dp.random_dp import fails
from ...errors import InvalidValue
from ...exact import EpsilonLike, ExactLike, Number, eps, number
from ...outputs.text import with_type
from .simplex_maximum import Bracket, maximum

if TYPE_CHECKING:
    from ...dp.mechanism import Mechanism

R = TypeVar("R", bound=Hashable)
X = TypeVar("X")
T = TypeVar("T")

Type: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class FailurePolynomial(Generic[R]):
    """gamma(P) for the values `rows` of a row: `sequences[m]` is f(m), types with f(m) = 0 left out."""

    rows: tuple[R, ...]
    size: int
    sequences: Mapping[Type, int]

    def at(self, distribution: Dist[R]) -> Number:
        """gamma(P), exactly; InvalidValue where P gives another value a positive probability."""
        outside = [r for r in distribution.support if r not in self.rows]
        if outside:
            raise InvalidValue(
                f"P gives {with_type(outside[0])} a positive probability; the rows are {self.rows}"
            )
        p = [distribution[r] for r in self.rows]
        terms = (prod((q**e for q, e in zip(p, m, strict=True)), start=number(f)) for m, f in self._items())
        return sum(terms, number(0))

    def worst(self, width: ExactLike = Fraction(1, 1000)) -> Bracket:
        """The largest gamma(P) over all P: bounds at most `width` apart, and a P that attains the lower one.

        For k = 2 values `Bracket.exact` holds the maximum itself.  Raises InvalidValue for a width <= 0.
        """
        coefficients = {m: Fraction(f, _arrangements(m)) for m, f in self._items()}
        return maximum(coefficients, len(self.rows), self.size + 1, number(width, "width"))

    def _items(self) -> Sequence[tuple[Type, int]]:
        return sorted(self.sequences.items())

    def __str__(self) -> str:
        terms = (
            "*".join([str(f), *(f"p{j}^{e}" if e > 1 else f"p{j}" for j, e in enumerate(m, 1) if e)])
            for m, f in self._items()
        )
        return " + ".join(terms) or "0"


def _arrangements(m: Type) -> int:
    return factorial(sum(m)) // prod(factorial(e) for e in m)


def failure_polynomial(
    mechanism: Mechanism[tuple[R, ...], T],
    alpha: EpsilonLike,
    rows: Sequence[R],
    eta: ExactLike | None = None,
    *,
    coordinate: int | None = None,
) -> FailurePolynomial[R]:
    """gamma(P) of a mechanism on all n-tuples of `rows`, for definition 1, or 2 with eta.

    coordinate: which row is replaced (0, ..., n - 1); the last one, as in the definitions, if not given.
    All k^(n+1) sequences are tried.  Raises InvalidValue as `failures` does.
    """
    n = len(mechanism.domain[0])
    position = n - 1 if coordinate is None else coordinate
    if not 0 <= position < n:
        raise InvalidValue(f"coordinate = {coordinate} is not a position of a row; give one of 0 to {n - 1}")
    failing = _Failing(mechanism, alpha, eta)
    values = _distinct(rows)
    found: dict[Type, int] = {}
    for draws in track(tuple(product(range(len(values)), repeat=n + 1)), "sequences of rows"):
        chosen = tuple(values[d] for d in draws)
        x = chosen[:n]
        y = (*x[:position], chosen[n], *x[position + 1 :])
        if failing(x, y):
            m = tuple(draws.count(j) for j in range(len(values)))
            found[m] = found.get(m, 0) + 1
    return FailurePolynomial(values, n, found)


def failure_polynomial_of_counts(
    mechanism: Mechanism[tuple[int, ...], T], alpha: EpsilonLike, eta: ExactLike | None = None
) -> FailurePolynomial[int]:
    """gamma(P) of a mechanism whose inputs are all histograms (c_1, ..., c_k) of n rows.

    The first n - 1 rows matter by their counts alone.  Raises InvalidValue where a histogram is missing.
    """
    n, k = sum(mechanism.domain[0]), len(mechanism.domain[0])
    if len(mechanism.domain) != comb(n + k - 1, k - 1):
        raise InvalidValue(
            f"the domain of {mechanism.name} has {len(mechanism.domain)} inputs; all "
            f"{comb(n + k - 1, k - 1)} histograms of {n} rows in {k} cells are needed"
        )
    failing = _Failing(mechanism, alpha, eta)
    found: dict[Type, int] = {}
    common = {_plus(c, j, -1) for c in mechanism.domain for j in range(k) if c[j]}
    for c in track(tuple(sorted(common)), "histograms of n - 1 rows"):
        for i, j in product(range(k), repeat=2):
            if failing(_plus(c, i, 1), _plus(c, j, 1)):
                m = _plus(_plus(c, i, 1), j, 1)
                found[m] = found.get(m, 0) + _arrangements(c)
    return FailurePolynomial(tuple(range(k)), n, found)


def _plus(c: Type, j: int, step: int) -> Type:
    return (*c[:j], c[j] + step, *c[j + 1 :])


def _distinct(rows: Sequence[R]) -> tuple[R, ...]:
    values = tuple(dict.fromkeys(rows))
    if not values:
        raise InvalidValue("rows is empty; give the values that a row may take")
    return values


class _Failing(Generic[X, T]):
    """Whether the pair (x, x') fails, each pair computed once."""

    def __init__(self, mechanism: Mechanism[X, T], alpha: EpsilonLike, eta: ExactLike | None) -> None:
        self._distribution: Callable[[X], Dist[T]] = mechanism.distribution
        self._alpha = eps(alpha, "alpha")
        self._eta = None if eta is None else probability(eta, "eta")
        self._known: dict[tuple[X, X], bool] = {}

    def __call__(self, x: X, y: X) -> bool:
        if x == y:
            return False
        key = (x, y)
        if key not in self._known:
            self._known[key] = fails(self._distribution(x), self._distribution(y), self._alpha, self._eta)
        return self._known[key]
