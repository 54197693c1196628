"""An adversary by linear programming, for any queries: the fractional database closest to the answers,
rounded.

The answer of the floating-point solver is rounded, since an attack need not be exact to succeed; what is
reported about the database found (its deviation from the answers, its distance from the truth) is
computed exactly from the rounded bits. Source: Dinur and Nissim 2003, section 4; Dwork, McSherry and
Talwar, STOC 2007.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import integer, positive_integer
from ..budgets.sizes import check_size
from ..exact import ExactLike, integer_text
from ..linear.proposals import require_solver
from .reconstruction import Bits, count_ones, exact_answers, query_masks, size
from .reconstruction_fit import propose_table
from .reconstruction_hadamard import MOST_BITS


@dataclass(frozen=True)
class Guess:
    """The rounded database, and the exact largest deviation of its counts from the answers."""

    rows: Bits
    deviation: Fraction


def random_queries(n: int, queries: int, seed: int) -> tuple[int, ...]:
    """Uniformly random subsets of n rows as bit masks, from the seed of Python's generator.

    Raises:
        InvalidValue: n < 1 or queries < 1.
    """
    rows, many = size(n), positive_integer(queries, "queries")
    because = f"n = {integer_text(rows)} rows in {integer_text(many)} queries"
    check_size(rows * many, "bits", because, "use fewer of them", MOST_BITS)
    source = random.Random(integer(seed, "seed"))
    return tuple(source.getrandbits(rows) for _ in range(many))


MOST_ENTRIES = 1 << 24
"""Matrices with more entries are not made."""


def linear_programming_adversary(queries: Sequence[int], answers: Iterable[ExactLike], n: int) -> Guess:
    """Minimise t subject to |q x - a_q| <= t for all queries q and 0 <= x <= 1, and round x, halves up.

    Raises:
        SolverMissing: scipy is not installed.
        InvalidValue, InvalidType: the numbers of queries and of answers differ; a query is no bit mask over
        n rows.
    """
    rows = size(n)
    masks = query_masks(queries, rows)
    because = f"n = {integer_text(rows)} for {len(masks)} queries"
    check_size(rows * len(masks), "entries of a matrix", because, "use a smaller n", MOST_ENTRIES)
    given = exact_answers(answers, len(masks))
    require_solver("the adversary by linear programming")
    weights = [{i: Fraction(1) for i in range(rows) if q >> i & 1} for q in masks]
    proposed, _ = propose_table(weights, given, rows, "max")
    found = tuple(int(2 * value >= 1) for value in proposed)
    deviation = max(abs(count_ones(found, q) - a) for q, a in zip(masks, given, strict=True))
    return Guess(found, deviation)
