"""The lecture's adversaries, exponential and polynomial: what they reconstruct, and its "low bar"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import floor

from ...attacks.reconstruction import Bits, distance, expected_fraction, noisy_counts, true_answers
from ...attacks.reconstruction_blocks import block_adversary, block_queries, block_wrong_rows_bound
from ...attacks.reconstruction_exhaustive import exponential_adversary, largest_distance, subset_queries
from ...attacks.reconstruction_hadamard import (
    hadamard_adversary,
    hadamard_queries,
    query_count,
    wrong_rows_bound,
)
from ...exact import number
from ...mechanisms import geometric_clamped, randomised_response_bits
from ...prove.lemma import proved, require
from ..finding import Comparisons, Finding
from ..formula import of_theorem
from ..region import Point, checked
from ..scope import Scope


def private_rows(scope: Scope) -> Finding:
    """From a uniform database at most e^epsilon/(1 + e^epsilon) of the rows are reconstructed, in
    expectation.
    """
    theorem = proved(
        f"for {scope.quantifiers('eps', 'p', 'q')} where p <= exp(eps)*q and p + q <= 1: "
        "p <= exp(eps)/(1 + exp(eps))"
    )
    cases = 0
    for n in scope.integers("n"):
        for level in scope.epsilons("epsilon"):
            most = scope.formula("most").number(eps=level)
            told = expected_fraction(randomised_response_bits(n, level), lambda rows: rows)
            require(told.average == most, f"randomised response attains it at {level}")
            queries = hadamard_queries(n)
            counted = noisy_counts(n, queries, geometric_clamped(n, level / len(queries)))
            require(counted.epsilon() <= level, "the budget is shared by the queries")
            by_transform = expected_fraction(counted, partial(hadamard_adversary, n=n))
            require(number("1/2") <= by_transform.average <= most, f"transform at n = {n}, {level}")
            cases += 2
    n = scope.integer("exhaustive")
    for level in scope.epsilons("epsilon"):
        every = subset_queries(n)
        counted = noisy_counts(n, every, geometric_clamped(n, level / len(every)))
        by_search = expected_fraction(counted, lambda answers: exponential_adversary(answers, n).rows)
        require(by_search.average <= scope.formula("most").number(eps=level), f"search at n = {n}, {level}")
        cases += 1
    return Finding.verified(certificates=[theorem], cases=cases)


def _confusable(n: int, error: Fraction) -> Iterator[tuple[Bits, Bits]]:
    """The databases with common answers within the error: no subset count differs by more than 2E."""
    databases = list(product((0, 1), repeat=n))
    counts = {x: true_answers(x, subset_queries(n)) for x in databases}
    for x, c in product(databases, repeat=2):
        if all(abs(a - b) <= 2 * error for a, b in zip(counts[x], counts[c], strict=True)):
            yield x, c


def within_four_errors(scope: Scope) -> Finding:
    """At most 4E rows are wrong: for every database, every candidate, and every noise the adversary can
    meet.
    """
    ranges = scope.quantifiers("E")
    step = proved(f"for {ranges}, a >= 0, b >= 0 where a <= 2*E and b <= 2*E: a + b <= 4*E")
    pairs, far, noises = 0, of_theorem(step, "right"), scope.integers("noise")
    for n in scope.integers("n"):
        for error in scope.fractions("errors"):
            for x, c in _confusable(n, error):
                require(distance(x, c) <= far.number(E=error), f"{x} and {c} at E = {error}")
                pairs += 1
    n, most = scope.integer("attacked"), max(map(abs, noises))
    for x in product((0, 1), repeat=n):
        truth = true_answers(x, subset_queries(n))
        for noise in product(noises, repeat=len(truth)):
            answers = [a + z for a, z in zip(truth, noise, strict=True)]
            found = exponential_adversary(answers, n, most).rows
            wrong, bound = distance(x, found), far.number(E=most)
            require(wrong <= largest_distance(n, most) and wrong <= bound, f"{x} with the noise {noise}")
            pairs += 1
    return Finding.verified(certificates=[step], cases=pairs)


def attained(scope: Scope) -> Finding:
    """The largest distance is min(n, 2 floor(2E)): 4E itself iff 2E is an integer and n >= 4E."""
    points: list[tuple[Point, bool]] = []
    for n in scope.integers("n"):
        for error in scope.fractions("errors"):
            most = max(distance(x, c) for x, c in _confusable(n, error))
            stated = scope.formula("most").number(n=n, E=error)
            require(most == largest_distance(n, error) == stated, f"n = {n}, E = {error}: {most}")
            points.append(({"n": n, "E": error}, bool(most == scope.formula("far").number(E=error))))
    x, c = (0, 1), (1, 0)
    require((x, c) in set(_confusable(2, Fraction(1, 2))), "the witness")
    error = Fraction(1, 2)
    require(distance(x, c) == scope.formula("far").number(E=error), "the distance of the witness")
    witness = {
        "inequality": f"{distance(x, c)} == 4*({error})",
        "E": str(error),
        "x": "01",
        "candidate": "10",
        "answers": "0 1/2 1/2 1",
    }
    region = checked("2*E = floor(2*E) and n >= 4*E", points)
    return Finding.verified(cases=len(points), witness=witness, region=region)


def small_error(scope: Scope) -> Finding:
    """E <= n/(4k) leaves at most n/k rows wrong, so that E = o(n) leaves o(n)."""
    return Finding.proved([proved(f"for {scope.quantifiers('E', 'n', 'k')} where E <= n/(4*k): 4*E <= n/k")])


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
