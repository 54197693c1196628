"""The exponential adversary of the lecture: all subset queries, and any database that explains the
answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ...attacks.reconstruction import Bits, distance, true_answers
from ...attacks.reconstruction_exhaustive import exponential_adversary, largest_distance, subset_queries
from ...prove.lemma import proved, require
from ..finding import Finding
from ..formula import of_theorem
from ..region import Point, checked
from ..scope import Scope


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
