"""Random neighbours without an order, against all sequences of rows."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import prod

import pytest

from assay import Dist, number
from assay.dp.exchangeable import (
    CountsOf,
    compositions,
    count_distribution,
    exchangeable_neighbours,
    multinomial,
    values_of,
)
from assay.errors import InvalidType, InvalidValue


@pytest.mark.parametrize("counts", ["abc", "cab", "dbca", ""])
@pytest.mark.parametrize("n", [1, 2, 3])
def test_neighbours_are_those_of_all_sequences(n, counts):
    rows = Dist({"b": "1/3", "a": "1/2", "c": "1/6"})
    expected = Counter()
    for draws in product("abc", repeat=n + 1):
        pair = []
        for x in (draws[:n], (*draws[: n - 1], draws[n])):
            pair.append(tuple(x.count(v) for v in counts) if counts else tuple(sorted(x)))
        expected[tuple(pair)] += prod((rows[v] for v in draws), start=number(1))
    assert dict(
        exchangeable_neighbours(rows, n, CountsOf(tuple(counts)) if counts else None).items()
    ) == dict(expected)


def test_counts_and_their_number():
    assert list(compositions(2, 2)) == [(2, 0), (1, 1), (0, 2)]
    assert sum(multinomial(c) for c in compositions(5, 3)) == 3**5
    assert sum(mass for _, mass in count_distribution(Dist({0: "1/7", 1: "6/7"}), 9)) == 1


def test_values_that_cannot_be_compared_keep_their_order():
    assert values_of(Dist({2: "1/2", 1: "1/2"})) == (1, 2)
    assert values_of(Dist({"x": "1/2", None: "1/2"})) == ("x", None)


def test_every_value_is_counted_once():
    for values in ((), (0, 1, 0), (1, True)):
        with pytest.raises(InvalidValue, match="every value of a row once"):
            CountsOf(values)
    with pytest.raises(InvalidType, match="give them in order"):
        CountsOf({0, 1})
    for missing in (2, None):
        with pytest.raises(InvalidValue, match=f"rows has the value {missing}, which"):
            exchangeable_neighbours(Dist({0: "1/2", missing: "1/2"}), 2, CountsOf((0, 1)))
