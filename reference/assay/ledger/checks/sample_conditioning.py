"""The two conditional facts in the proof of Smith's Lemma 3, for every mechanism on a grid."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import prod

from ...amplification import poisson_sampling, sampling_without_replacement
from ...exact import Log, exp
from ...prove.lemma import require
from ..finding import Finding
from ..scope import Scope

Set = frozenset[int]


def _subsets(x: Set) -> list[Set]:
    return [frozenset(s) for k in range(len(x) + 1) for s in combinations(sorted(x), k)]


def private_tables(size: int, grid: list[Fraction], level: Log) -> Iterator[dict[Set, Fraction]]:
    """Every map from the subsets of {0, ..., size - 1} to P[A(T) = 1] on the grid that is epsilon-DP."""
    sets, factor = _subsets(frozenset(range(size))), exp(level)
    close = {
        (p, r)
        for p, r in product(grid, repeat=2)
        if p <= factor * r and r <= factor * p and 1 - p <= factor * (1 - r) and 1 - r <= factor * (1 - p)
    }
    steps = [
        (i, j)
        for (i, s), (j, t) in product(enumerate(sets), repeat=2)
        if len(s) < len(t) and len(t - s) == 1 and s < t
    ]
    for values in product(grid, repeat=len(sets)):
        if all((values[i], values[j]) in close for i, j in steps):
            yield dict(zip(sets, values, strict=True))


def _sampled(table: dict[Set, Fraction], x: Set, q: Fraction, kept: Set) -> Fraction:
    """P[A(T) = 1 | kept is in T] for a Poisson sample T of x."""
    free = x - kept
    return sum(
        (prod(q if i in t else 1 - q for i in free) * table[t | kept] for t in _subsets(free)), Fraction(0)
    )


def conditional_distributions(scope: Scope) -> Finding:
    """p_x(S | i not in T) = p_x'(S), and p_x(S | i in T) lies within e^(+-epsilon) of p_x'(S)."""
    grid, size = list(scope.fractions("grid")), scope.integer("domain")
    pairs = moved = 0
    for level in scope.epsilons("epsilon"):
        factor = exp(level)
        for table, q in product(private_tables(size, grid, level), scope.fractions("q")):
            for x in _subsets(frozenset(range(size))):
                for i in sorted(x):
                    rest, whole = _sampled(table, x - {i}, q, frozenset()), _sampled(table, x, q, frozenset())
                    present = _sampled(table, x, q, frozenset([i]))
                    absent = (whole - q * present) / (1 - q)
                    require(absent == rest, f"the distribution without {i} from {set(x)}")
                    for inside, outside in ((present, rest), (1 - present, 1 - rest)):
                        require(inside <= factor * outside, f"upper bound for {table}")
                        require(outside <= factor * inside, f"lower bound for {table}")
                    pairs, moved = pairs + 1, moved + (present != rest)
    require(moved > 0, "some mechanism of the scope depends on the data")
    return Finding.verified(pairs=pairs, events=2 * pairs)


def independent_inclusion(scope: Scope) -> Finding:
    """The distribution of T without i, given that i is in T, is the distribution of T given that i is not: of
    Poisson samples only.
    """
    cases = 0
    for n in scope.integers("n"):
        for q in scope.fractions("q"):
            distribution = poisson_sampling(q)(n).distribution
            require(
                distribution.map(len).expectation() == scope.formula("size").number(q=q, n=n),
                f"the expected size at n = {n}, q = {q}",
            )
            for i in range(n):
                given = distribution.condition(partial(_holds, i)).map(partial(_without, i))
                require(given == distribution.condition(partial(_lacks, i)), f"record {i} of {n} at q = {q}")
                cases += 1
        fixed = sampling_without_replacement(1)(n).distribution
        apart = fixed.condition(partial(_holds, 0)).map(partial(_without, 0))
        require(n < 2 or apart != fixed.condition(partial(_lacks, 0)), "a sample of one record")
    return Finding.verified(cases=cases)


def _holds(i: int, sample: tuple[int, ...]) -> bool:
    return i in sample


def _lacks(i: int, sample: tuple[int, ...]) -> bool:
    return i not in sample


def _without(i: int, sample: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(j for j in sample if j != i)
