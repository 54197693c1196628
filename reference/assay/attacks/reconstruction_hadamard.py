"""A polynomial adversary with a proved error bound: N subset queries, one Walsh-Hadamard transform, exact
rounding.

Query r counts the rows i with an even number of ones in r & i.  With N a power of two and H the Hadamard
matrix, the true answers are s = (t 1 + H x)/2, where t is the number of ones, so that for i != 0 the row
is x_i = (2/N) (H s)_i, and x_0 = (2/N) (H s)_0 - t with t = s_0.

Proved: if every answer is within E of the truth, at most 16 E^2 rows i != 0 are wrong.  The errors d_i =
(2/N) (H e)_i of the estimates satisfy sum_i d_i^2 = (4/N) sum_r e_r^2 <= 4 E^2 (Parseval), and a wrong
row needs |d_i| >= 1/2.

Source: Dwork and Yekhanin, "New Efficient Attacks on Statistical Disclosure Control Mechanisms", CRYPTO 2008.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import ExactLike
from ..exact.real import brief
from .reconstruction import Bits, database, exact_answers, noise_bound, size

LARGEST = 1 << 20
"""The largest number of queries."""


MOST_BITS = 1 << 26
"""Lists of queries with more bits are not begun."""


def query_count(n: int) -> int:
    """N, the smallest power of two >= n: n queries if n is a power of two, fewer than 2n otherwise.

    Raises:
        InvalidValue: n < 1 or n > 2^20.
    """
    return 1 << (size(n, LARGEST) - 1).bit_length()


def first_position(n: int) -> int:
    """Where row 0 is put among the N positions: position 0 is left free if there is room."""
    return 1 if n < query_count(n) else 0


def hadamard_queries(n: int) -> tuple[int, ...]:
    """The N queries as bit masks over the n rows."""
    start = first_position(n)
    check_size(
        n * query_count(n),
        "bits of queries",
        f"n = {brief(n)}",
        "use hadamard_answers, or a smaller n",
        MOST_BITS,
    )
    return tuple(
        sum(1 << i for i in range(n) if not (r & (i + start)).bit_count() & 1) for r in range(query_count(n))
    )


def hadamard_answers(rows: Iterable[int]) -> tuple[int, ...]:
    """The true answers to the N queries, by one transform."""
    x = database(rows)
    n, start = query_count(len(x)), first_position(len(x))
    padded = [0] * start + list(x) + [0] * (n - len(x) - start)
    total = sum(x)
    return tuple((total + h) // 2 for h in walsh_hadamard(padded))


def hadamard_adversary(answers: Iterable[ExactLike], n: int) -> Bits:
    """The rows from the answers to `hadamard_queries(n)`: each estimate rounded to 0 or 1, halves up.

    Raises:
        InvalidValue: the answers are not N rationals.
    """
    positions, start = query_count(n), first_position(n)
    given = exact_answers(answers, positions)
    scaled, unit = _integers(given)
    sums = walsh_hadamard(scaled)
    # x_i >= 1/2 for the estimate x_i = 2 sums_i/(N unit), and for position 0 less the total
    threshold = positions * unit
    found = [int(4 * s >= threshold) for s in sums]
    if start == 0:
        found[0] = int(4 * sums[0] - 2 * positions * scaled[0] >= threshold)
    return tuple(found[start : start + n])


def _integers(values: Sequence[Fraction]) -> tuple[list[int], int]:
    """The values over their common denominator."""
    unit = lcm(*(v.denominator for v in values))
    return [v.numerator * (unit // v.denominator) for v in values], unit


def wrong_rows_bound(n: int, error: ExactLike) -> int:
    """The proved bound on the number of wrong rows: min(n, floor(16 E^2)), and one more where position 0
    is used.

    For E = o(sqrt n) it is o(n), so that the mechanism is blatantly non-private.  No row is wrong for E <
    1/4 (E < 1/6 where position 0 is used, whose estimate has an error of at most 3E).
    """
    bound = noise_bound(error)
    if bound < Fraction(1, 6):
        return 0
    return min(n, int(16 * bound * bound) + (1 if first_position(n) == 0 else 0))


def walsh_hadamard(values: Iterable[int]) -> list[int]:
    """(H v)_r = sum over i of (-1)^(number of ones in r & i) v_i, for a length that is a power of two.

    N log2(N) additions of integers; H H = N.

    Raises:
        InvalidValue: the length is not a power of two.
    """
    v = list(values)
    if not v or len(v) & (len(v) - 1):
        raise InvalidValue(
            f"values has length {len(v)}; the transform needs a power of two, padded with zeros"
        )
    for _ in range(len(v).bit_length() - 1):
        # sums in front and differences behind: the lowest bit of the position becomes the highest
        even, odd = v[::2], v[1::2]
        v = [a + b for a, b in zip(even, odd, strict=True)] + [a - b for a, b in zip(even, odd, strict=True)]
    return v
