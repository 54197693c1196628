"""Small generated mechanisms, and a judge that shares no code with the package: fractions and all events."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from itertools import chain, combinations, product
from typing import Any, TypeAlias

from hypothesis import strategies as st

from assay.adjacency import Adjacency, add_remove_one, all_pairs, replace_one
from assay.dp import Dist, Mechanism
from assay.exact import Log, ln

Row: TypeAlias = dict[Hashable, Fraction]
Table: TypeAlias = dict[Any, Row]
Record: TypeAlias = int
Data: TypeAlias = tuple[Record, ...]

RATIOS = [Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(7)]
"""Values of e^epsilon."""

ratios = st.sampled_from(RATIOS)
probabilities = st.integers(0, 8).map(lambda k: Fraction(k, 8))
inner_probabilities = st.integers(1, 7).map(lambda k: Fraction(k, 8))


def log(ratio: Fraction) -> Log:
    """The epsilon with e^epsilon = ratio."""
    return ln(ratio)


def rows(outputs: int, least: int = 0) -> st.SearchStrategy[Row]:
    """Distributions on 0, ..., outputs - 1 with small integer weights."""
    weights = st.lists(st.integers(least, 6), min_size=outputs, max_size=outputs).filter(any)
    return weights.map(lambda ws: {i: Fraction(w, sum(ws)) for i, w in enumerate(ws) if w})


def tables(inputs: Iterable[Any], outputs: int = 3, least: int = 0) -> st.SearchStrategy[Table]:
    """A distribution for every input; `least` = 1 makes every output possible on every input."""
    keys = list(inputs)
    return st.lists(rows(outputs, least), min_size=len(keys), max_size=len(keys)).map(
        lambda found: dict(zip(keys, found, strict=True))
    )


def mechanism(table: Table, adjacency: Adjacency | None = None) -> Mechanism[Any, Any]:
    """The mechanism of a table."""
    return Mechanism(table, list(table), adjacency or all_pairs())


def sequences(alphabet: int, longest: int, shortest: int = 0) -> list[Data]:
    """All sequences of records 0, ..., alphabet - 1 of these lengths."""
    return [x for n in range(shortest, longest + 1) for x in product(range(alphabet), repeat=n)]


def multisets(alphabet: int, longest: int, shortest: int = 0) -> list[Data]:
    """All multisets as sorted tuples."""
    return sorted({tuple(sorted(x)) for x in sequences(alphabet, longest, shortest)})


def events(outputs: Iterable[Hashable]) -> Iterable[tuple[Hashable, ...]]:
    """All subsets."""
    outcomes = list(outputs)
    return chain.from_iterable(combinations(outcomes, size) for size in range(len(outcomes) + 1))


def brute_delta(p: Row, q: Row, t: Fraction) -> Fraction:
    """max over all events S of P(S) - t Q(S)."""
    outcomes = set(p) | set(q)
    gains = (
        sum((p.get(o, Fraction(0)) - t * q.get(o, Fraction(0)) for o in s), Fraction(0))
        for s in events(outcomes)
    )
    return max(gains)


def worst_delta(table: Table, pairs: Iterable[tuple[Any, Any]], t: Fraction) -> Fraction:
    """The largest brute-force delta over the pairs."""
    return max(brute_delta(table[x], table[y], t) for x, y in pairs)


def mix(weighted: Iterable[tuple[Fraction, Row]]) -> Row:
    """The mixture of rows."""
    result: Row = {}
    for w, row in weighted:
        for o, p in row.items():
            result[o] = result.get(o, Fraction(0)) + w * p
    return {o: p for o, p in result.items() if p}


def plain(dist: Dist[Any]) -> Row:
    """A Dist of rational probabilities as fractions."""
    return {o: p.as_fraction() for o, p in dist.items()}


def as_table(m: Mechanism[Any, Any]) -> Table:
    """All rows of a mechanism as fractions."""
    return {x: plain(m.distribution(x)) for x in m.domain}


def tabulate(domain: Iterable[Any], law: Callable[[Any], Mapping[Any, Fraction]]) -> Table:
    """A table of a function."""
    return {x: dict(law(x)) for x in domain}


REPLACE = replace_one("sequence")
ADD_REMOVE = add_remove_one("sequence")
