"""The polynomial adversary with exactly n queries, for every n: a Hadamard block for each binary digit of n.

n = 2^a + 2^b + ... with a > b > ...; the first 2^a rows are asked about by 2^a queries, the next 2^b by 2^b,
and so on.  If every answer is within E of the truth, each block has at most min(2^a, floor(16 E^2) + 1) wrong
rows (`reconstruction_hadamard`), so that all together are O(E^2 log(n/E^2)) = o(n) for E = o(sqrt n).

How many rows are right in expectation is exact for independent integer noise, for thousands of rows: the
estimate of a row is off by (2/N)(A - B), where A and B are sums of N/2 draws each, and that of the first row
of a block by (2/N)(e_1 + ... + e_(N-1)) - (1 - 2/N) e_0.
Source: Dwork and Yekhanin, CRYPTO 2008, for n a power of two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, integer_text
from ..exact._flint import fmpz_poly
from ..outputs.text import with_type
from .reconstruction import Bits, database, exact_answers, size
from .reconstruction_hadamard import (
    LARGEST,
    MOST_BITS,
    hadamard_adversary,
    hadamard_answers,
    hadamard_queries,
    wrong_rows_bound,
)

MOST_EXACT = 1 << 22
"""Sums of noise with more values, times their number of terms, are not begun."""


def blocks(n: int) -> tuple[int, ...]:
    """The powers of two that n is the sum of, the largest first; InvalidValue for n < 1 or n > 2^20."""
    rows = size(n, LARGEST)
    return tuple(1 << i for i in reversed(range(rows.bit_length())) if rows >> i & 1)


def block_queries(n: int) -> tuple[int, ...]:
    """The n queries as bit masks over the n rows."""
    check_size(n * n, "bits of queries", f"n = {integer_text(n)}", "use block_answers", MOST_BITS)
    return tuple(q << start for start, width in _places(n) for q in hadamard_queries(width))


def block_answers(rows: Iterable[int]) -> tuple[int, ...]:
    """The true answers to the n queries."""
    x = database(rows)
    return tuple(a for start, width in _places(len(x)) for a in hadamard_answers(x[start : start + width]))


def block_adversary(answers: Iterable[ExactLike], n: int) -> Bits:
    """The rows from the answers to `block_queries(n)`; InvalidValue unless these are n rationals."""
    given = exact_answers(answers, size(n, LARGEST))
    return tuple(
        bit for start, width in _places(n) for bit in hadamard_adversary(given[start : start + width], width)
    )


def block_wrong_rows_bound(n: int, error: ExactLike) -> int:
    """No more rows are wrong if every answer is within E: the sum of the bounds of the blocks."""
    return sum(wrong_rows_bound(width, error) for width in blocks(n))


@dataclass(frozen=True)
class Reconstructed:
    """Exact expected fractions of rows that come out right: of random, of the worst and of the best bits."""

    average: Fraction
    worst: Fraction
    best: Fraction


def expected_reconstruction(n: int, noise: Dist[int]) -> Reconstructed:
    """E of the fraction of right rows, each answer with independent noise from `noise`, exactly.

    Raises InvalidType, InvalidValue unless the noise is a Dist of integers with rational probabilities,
    BudgetExceeded for sums of too many values.
    """
    rows, weights = size(n), _weights(noise)
    span = max(weights) - min(weights) + 1
    check_size(span * rows * rows.bit_length(), "values of sums", f"n = {rows}", "use less noise", MOST_EXACT)
    wrong = [pair for width in blocks(rows) for pair in _wrong(width, weights)]
    shares = [
        sum((times * pick(pair) for times, *pair in wrong), Fraction(0)) / rows for pick in (_mean, max, min)
    ]
    return Reconstructed(*(1 - share for share in shares))


def _mean(pair: list[Fraction]) -> Fraction:
    return (pair[0] + pair[1]) / 2


def _places(n: int) -> Iterator[tuple[int, int]]:
    """Where each block starts, and its size."""
    start = 0
    for width in blocks(n):
        yield start, width
        start += width


def _weights(noise: Dist[int]) -> dict[int, Fraction]:
    if not isinstance(noise, Dist):
        raise InvalidType(f"noise is {with_type(noise)}; give a Dist of integers")
    found = {}
    for value, p in noise.items():
        if p.is_symbolic or not p.is_rational:
            raise InvalidValue(f"noise has the irrational probability {p}; give rational ones")
        found[integer(value, "noise")] = p.as_fraction()
    return found


def _wrong(width: int, weights: dict[int, Fraction]) -> Iterator[tuple[int, Fraction, Fraction]]:
    """(rows, P(a 0 comes out as 1), P(a 1 comes out as 0)) of a block."""
    if width == 1:  # x_0 = s_0 - e: the estimate is off by e
        yield 1, _at_least(weights, Fraction(1, 2)), 1 - _at_least(weights, Fraction(-1, 2))
        return
    half = _power(weights, width // 2)
    spread = _plus(half, {-v: p for v, p in half.items()})
    bound = Fraction(width, 4)
    yield width - 1, _at_least(spread, bound), 1 - _at_least(spread, -bound)
    rest = _power(weights, width - 1)
    first = {0: Fraction(1)} if width == 2 else {-(width - 2) * v: p for v, p in weights.items()}
    # twice the sum of the others less (N - 2) e_0, over N
    total = _plus({2 * v: p for v, p in rest.items()}, first)
    yield 1, _at_least(total, Fraction(width, 2)), 1 - _at_least(total, -Fraction(width, 2))


def _at_least(law: dict[int, Fraction], bound: Fraction) -> Fraction:
    return sum((p for v, p in law.items() if v >= bound), Fraction(0))


def _power(law: dict[int, Fraction], times: int) -> dict[int, Fraction]:
    """The distribution of a sum of so many independent draws."""
    low, poly, unit = _polynomial(law)
    return _distribution(low * times, poly**times, unit**times)


def _plus(one: dict[int, Fraction], two: dict[int, Fraction]) -> dict[int, Fraction]:
    """The distribution of the sum of two independent draws."""
    (low, p, unit), (least, q, other) = _polynomial(one), _polynomial(two)
    return _distribution(low + least, p * q, unit * other)


def _polynomial(law: dict[int, Fraction]) -> tuple[int, fmpz_poly, int]:
    low, unit = min(law), lcm(*(p.denominator for p in law.values()))
    weights = [0] * (max(law) - low + 1)
    for v, p in law.items():
        weights[v - low] = int(p * unit)
    return low, fmpz_poly(weights), unit


def _distribution(low: int, poly: fmpz_poly, unit: int) -> dict[int, Fraction]:
    return {low + i: Fraction(int(c), unit) for i, c in enumerate(poly.coeffs()) if int(c)}
