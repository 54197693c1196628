"""The polynomial adversary of the lecture: n queries, one Walsh-Hadamard transform, a proved bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import floor

from ...attacks.reconstruction import Bits, true_answers
from ...attacks.reconstruction_blocks import block_adversary, block_queries, block_wrong_rows_bound
from ...attacks.reconstruction_hadamard import (
    hadamard_adversary,
    hadamard_queries,
    query_count,
    wrong_rows_bound,
)
from ...prove.lemma import proved, require
from ..finding import Comparisons, Finding
from ..scope import Scope


def most_wrong(
    n: int,
    errors: Sequence[Fraction | int],
    queries: Sequence[int] | None = None,
    adversary: Callable[[list[Fraction | int], int], Bits] = hadamard_adversary,
) -> int:
    """The exact worst case over all databases and all answers off by one of the errors.

    An estimate is the bit plus a number that the errors alone decide, so that every row is at its worst in
    one of the two constant databases, whatever the others hold.
    """
    queries, worst = hadamard_queries(n) if queries is None else queries, 0
    truths = [(bit, true_answers((bit,) * n, queries)) for bit in (0, 1)]
    for offsets in product(errors, repeat=len(queries)):
        wrong = [False] * n
        for bit, truth in truths:
            found = adversary([a + e for a, e in zip(truth, offsets, strict=True)], n)
            wrong = [w or f != bit for w, f in zip(wrong, found, strict=True)]
        worst = max(worst, sum(wrong))
    return worst


def _require_within(scope: Scope, n: int, error: Fraction, most: int) -> None:
    """The bound of the statement is that of the package where n is a power of two, and holds there."""
    if query_count(n) == n:
        stated = scope.formula("bound").number(E=error)
        require(most <= stated, f"{most} wrong of {n} at E = {error}")
        known = wrong_rows_bound(n, error)
        require(known in (0, min(n, floor(stated))), f"the bound at {n}, {error}")
        large, rows = 2, 1 << 12  # an error and a number of rows at which n does not hide the bound
        far = scope.formula("bound").number(E=large)
        require(wrong_rows_bound(rows, large) == far, f"the bound at {rows}, {large}")


def error_bound(scope: Scope) -> Finding:
    """At most 16 E^2 wrong rows beside row 0, with n queries where n is a power of two.

    Parseval: each of the log2(N) rounds of the transform replaces pairs a, b by a + b, a - b.
    """
    theorems = [
        proved("for real a, real b: (a + b)^2 + (a - b)^2 = 2*(a^2 + b^2)"),
        proved(f"for {scope.quantifiers('E', 'w')}, D >= 0 where w/4 <= D and D <= 4*E^2: w <= 16*E^2"),
    ]
    errors, found, shown = scope.fractions("errors"), Comparisons(), {}
    for n in scope.integers("n"):
        require((query_count(n) == n) == (n & (n - 1) == 0), f"{n} queries for {n} rows")
        for error in errors:
            most = most_wrong(n, [-error, 0, error])
            _require_within(scope, n, error, most)
            found.at_most(most, wrong_rows_bound(n, error), f"{most} wrong of {n} at E = {error}", most=n)
            shown[f"n={n}, E={error}"] = f"{most} wrong at most, bound {wrong_rows_bound(n, error)}"
    return Finding.verified(certificates=theorems, cases=found.total(), witness=shown)


def fractional_errors(scope: Scope) -> Finding:
    """With every answer off by exactly E, a fraction: none wrong for E = 1/8, some from E = 1/4 on."""
    shown, found = {}, Comparisons()
    for n in scope.integers("n"):
        for error in scope.fractions("errors"):
            most = most_wrong(n, [-error, error])
            _require_within(scope, n, error, most)
            found.at_most(most, wrong_rows_bound(n, error), f"{most} wrong of {n} at E = {error}", most=n)
            shown[f"n={n}, E={error}"] = f"{most} wrong at most, bound {wrong_rows_bound(n, error)}"
    return Finding.verified(cases=found.total(), witness=shown)


def exactly_n_queries(scope: Scope) -> Finding:
    """For every n, n queries: a transform for each binary digit of n, and its bound for each of them."""
    found, errors, bound = Comparisons(), scope.fractions("errors"), scope.formula("bound")
    for n in scope.integers("n"):
        queries = block_queries(n)
        require(len(queries) == n, f"{len(queries)} queries for {n} rows")
        for error in errors:
            most = most_wrong(n, [-error, 0, error], queries, block_adversary)
            known, digits = block_wrong_rows_bound(n, error), n.bit_count()
            require(known <= bound.number(digits=digits, E=error), f"the bound at {n}, {error}")
            found.at_most(most, known, f"{most} wrong of {n} at E = {error}", most=n)
    large, rows = 2, (1 << 12) + (1 << 10)  # an error and a number of rows at which n does not hide the bound
    far = bound.number(digits=rows.bit_count(), E=large)
    require(block_wrong_rows_bound(rows, large) == far, f"the bound at {rows}, {large}")
    return Finding.verified(cases=found.total())
