"""The joint distribution of the quantiles of X and X', against all sequences of rows."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist
from assay.dp.exchangeable import count_distribution
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.queries.random_sensitivity import pair_quantile, u_quantile
from assay.sensitivity import ratio_exceedance
from assay.sensitivity.neighbours import exchanges
from tests.effort import fewer

LAWS = st.sampled_from(
    [Dist({0: "1/2", 1: "1/2"}), Dist({3: "1/10", -1: "9/10"}), Dist({0: "1/2", 1: "1/3", 5: "1/6"})]
)
DELTAS = st.sampled_from(["0", "1/4", "1/2", "9/10"])
SENSITIVITIES = st.sampled_from([None, lambda x, y: (x - y) ** 2, lambda x, y: abs(x) + abs(y)])


def neighbours(*given, **more):
    """Every (d(X), d(X'), old row, new row, common counts) with its probability."""
    found = {}
    for seen in exchanges(*given, **more):
        for common, weight in seen.common.items():
            key = (seen.quantile, seen.other, seen.old, seen.new, common)
            assert key not in found
            found[key] = weight * seen.unit
        assert seen.mass == sum(seen.common.values()) * seen.unit
    return found


def by_sequences(rows, n, delta, h, process, counts):
    """Every sequence of n + 1 rows, one after the other."""
    quantile = pair_quantile if process == "pairs" else u_quantile
    values = sorted(rows.support)
    found = Counter()
    for draws in product(values, repeat=n + 1):
        x, y = draws[:n], (*draws[: n - 1], draws[n])
        common = tuple(draws[: n - 1].count(v) for v in values) if counts else None
        key = (quantile(x, delta, h), quantile(y, delta, h), x[-1], y[-1], common)
        found[key] += prod((rows[v].as_fraction() for v in draws), start=Fraction(1))
    return dict(found)


@pytest.mark.parametrize("n", [2, 4])
@given(LAWS, DELTAS, SENSITIVITIES)
@fewer(3)
def test_pairs_against_all_sequences(n, rows, delta, h):
    assert neighbours(rows, n, delta, h) == by_sequences(rows, n, delta, h, "pairs", True)
    without = neighbours(rows, n, delta, h, counts=False)
    assert without == by_sequences(rows, n, delta, h, "pairs", False)


@pytest.mark.parametrize("n", [2, 3, 4])
@given(LAWS, DELTAS, SENSITIVITIES)
@fewer(3)
def test_all_pairs_against_all_sequences(n, rows, delta, h):
    assert neighbours(rows, n, delta, h, process="u") == by_sequences(rows, n, delta, h, "u", True)


def test_the_ratio_of_quantiles_tends_to_one():
    rows = Dist({0: "1/2", 2: "1/4", 3: "1/4"})
    shares = [ratio_exceedance(rows, n, "2/5", "5/4") for n in (20, 80, 320)]
    assert shares[0] > 2 * shares[1] > 4 * shares[2] > 0
    assert 0 < ratio_exceedance(rows, 8, "2/5", "5/4", process="u") < 1


def test_hundreds_of_rows_have_a_distribution():
    found = neighbours(Dist({0: "9/10", 1: "1/10"}), 1000, "1/10", counts=False)
    assert sum(found.values()) == 1
    assert all(mass > 0 for mass in found.values())


FOUR = Dist({0: "2/5", 1: "3/10", 3: "1/5", 7: "1/10"})


@pytest.mark.parametrize("n", [8, pytest.param(30, marks=pytest.mark.slow)])
def test_four_values_followed_by_counts_are_those_of_order_statistics(n):
    """Two routes to the quantiles, and the multinomial distribution of the rows that both share."""
    quantiles, common = Counter(), Counter()
    for seen in exchanges(FOUR, n, "1/4"):
        quantiles[seen.quantile, seen.other, seen.old, seen.new] += seen.mass
        if seen.old == seen.new == 0:
            for counts, weight in seen.common.items():
                common[counts] += weight * seen.unit
    expected = {
        (seen.quantile, seen.other, seen.old, seen.new): seen.mass
        for seen in exchanges(FOUR, n, "1/4", counts=False)
    }
    assert quantiles == expected
    pair = FOUR[0].as_fraction() ** 2
    assert common == {c: mass.as_fraction() * pair for c, mass in count_distribution(FOUR, n - 1)}


def test_bad_input():
    fair = Dist({0: "1/2", 1: "1/2"})
    for call, error, message in (
        (lambda: neighbours(fair, 3, 0), InvalidValue, "n = 3 rows cannot be paired"),
        (lambda: neighbours(fair, 1, 0, process="u"), InvalidValue, "n = 1 rows have no pair"),
        (lambda: neighbours(fair, 4, 1), InvalidValue, "delta = 1 leaves no quantile"),
        (lambda: neighbours(fair, 4, 0.1), FloatRefused, "delta = 0.1"),
        (lambda: neighbours(fair, 4, 0, process="all"), InvalidValue, "give 'pairs' or 'u'"),
        (lambda: neighbours({0: 1}, 4, 0), InvalidType, "rows is"),
        (lambda: neighbours(fair, 4, 0, lambda x, y: x - y), InvalidValue, "is negative"),
        (lambda: neighbours(fair, 4, 0, 3), InvalidType, "h is 3"),
        (lambda: neighbours(fair, 4, 0, lambda x, y: x), InvalidValue, "give a symmetric h"),
        (lambda: neighbours(Dist.uniform("ab"), 4, 0), InvalidValue, "row = 'a'|'a'"),
        (lambda: neighbours(Dist.uniform(range(6)), 60, 0), BudgetExceeded, "use fewer rows"),
        (lambda: ratio_exceedance(fair, 4, 0, "1/2"), InvalidValue, "factor = 1/2 is below 1"),
    ):
        with pytest.raises(error, match=message):
            call()
