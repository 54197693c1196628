"""Partitions, thresholds, parts, filters and trees, by enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.dp import Dist, hockey_stick
from assay.exact import Number, exp
from assay.mechanisms import noise
from assay.outputs.json_values import real
from assay.testing.vectors.families import reference
from assay.testing.vectors.families.trees_functions import noise_sum_mass, range_nodes

RATIOS = {"0": 1, "ln(2)": 2, "ln(3)": 3, "ln(5)": 5}


# Partition selection

rates = st.sampled_from(["ln(2)", "ln(3)", "ln(5)"])
deltas = st.fractions(Fraction(1, 1000), Fraction(1, 3), max_denominator=1000)


def best(x, d, people):
    """The largest probability that both directions allow after that of one person less."""
    keep = [Fraction(0)]
    for _ in range(people):
        q = keep[-1]
        keep.append(min(x * q + d, 1 - (1 - q - d) / x, Fraction(1)))
        assert q <= x * keep[-1] + d
        assert 1 - keep[-1] <= x * (1 - q) + d
    return keep


@given(rates, deltas)
def test_the_best_probabilities_are_those_of_the_recursion(epsilon, d):
    keep = best(RATIOS[epsilon], d, 12)
    given = {"epsilon": epsilon, "delta": str(d), "partitions": "1"}
    assert [reference("partition_selection_probability", {**given, "n": str(n)}) for n in range(13)] == [
        str(p) for p in keep
    ]
    certain = int(reference("partition_selection_certain", given))
    before, at = best(RATIOS[epsilon], d, certain)[-2:]
    assert before < at == 1
    table = {"keep": [str(p) for p in keep[1:]], "epsilon": epsilon}
    assert reference("partition_selection_delta", table) == str(d)


@pytest.mark.parametrize(("epsilon", "delta"), [("ln(2)", "1/22"), ("ln(2)", "1/10"), ("ln(3)", "1/25")])
def test_truncated_noise_attains_the_best_probabilities_where_its_last_mass_is_delta(epsilon, delta):
    k = reference("truncated_geometric_bound", {"epsilon": epsilon, "delta": delta})
    last = reference("truncated_geometric_probability", {"epsilon": epsilon, "k": k, "n": "1"})
    if last == delta:
        for n in map(str, range(12)):
            noisy = reference("truncated_geometric_probability", {"epsilon": epsilon, "k": k, "n": n})
            given = {"epsilon": epsilon, "delta": delta, "partitions": "1", "n": n}
            assert noisy == reference("partition_selection_probability", given)
    assert (last == delta) == (delta != "1/25")


# Thresholds


def released(count, scale, threshold, high):
    if not count:
        return Dist.point(None)
    clamped = noise.discrete_laplace_clamped(scale, threshold - 1, high, centre=count)
    return Dist({None if v < threshold else v: p for v, p in clamped.items()})


@pytest.mark.parametrize("scale", ["1", "3/2", "4"])
@pytest.mark.parametrize("threshold", [1, 4])
@pytest.mark.parametrize("epsilon", ["0", "1/4", "1"])
def test_the_delta_of_a_histogram_is_the_worst_over_all_counts(scale, threshold, epsilon):
    high, counts = 9, range(8)
    rows = [released(c, scale, threshold, high) for c in counts]
    worst = max(hockey_stick(rows[a], rows[b], epsilon) for a in counts for b in counts if abs(a - b) == 1)
    given = {"scale": scale, "threshold": str(threshold), "epsilon": epsilon}
    assert reference("integer_histogram_delta", given) == real(worst)


@pytest.mark.parametrize("partitions", [1, 2, 5])
@pytest.mark.parametrize("delta", ["1/3", "1/1000"])
def test_an_integer_threshold_is_enough_and_one_less_is_not(partitions, delta):
    given = {"scale": "2", "partitions": str(partitions), "delta": delta}
    t = int(reference("integer_laplace_threshold", given))
    kept = [noise.two_sided_geometric_tail(exp(Fraction(-1, 2)), at - 1) for at in (t, t - 1)]
    assert [1 - (1 - p) ** partitions <= Fraction(delta) for p in kept] == [True, False]


# Parts of the data


def canonical(x, d):
    """The worst pair of an (ln x, d)-DP mechanism."""
    hidden = 1 - d
    return [
        (d, 0),
        (hidden * x / (1 + x), hidden / (1 + x)),
        (hidden / (1 + x), hidden * x / (1 + x)),
        (0, d),
    ]


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(RATIOS)), st.fractions(0, 1, max_denominator=20)),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(sorted(RATIOS)),
)
def test_the_least_delta_of_parts_is_that_of_the_worst_pairs(parts, at):
    for m in range(1, len(parts) + 1):
        worst = Fraction(0)
        for chosen in combinations(parts, m):
            total = Fraction(0)
            for outcome in product(*(canonical(Fraction(RATIOS[e]), d) for e, d in chosen)):
                p = q = Fraction(1)
                for each in outcome:
                    p, q = p * each[0], q * each[1]
                total += max(p - RATIOS[at] * q, 0)
            worst = max(worst, total)
        listed = [{"epsilon": e, "delta": str(d)} for e, d in parts]
        found = reference("parallel_delta", {"guarantees": listed, "affected": str(m), "at": at})
        assert found == str(worst)


# Filters

costs = st.sampled_from([Fraction(n, 12) for n in range(9)])


@given(st.lists(st.tuples(costs, costs), min_size=1, max_size=8), costs, costs)
def test_a_basic_filter_by_sums_of_all_that_was_admitted(rounds, epsilon, delta):
    admitted, decisions = [], []
    for each in rounds:
        sums = [sum(x) for x in zip(*admitted, each, strict=True)]
        decisions.append(sums[0] <= epsilon and sums[1] <= delta)
        admitted += [each] * decisions[-1]
    given = {
        "rounds": [{"epsilon": str(e), "delta": str(d)} for e, d in rounds],
        "epsilon": str(epsilon),
        "delta": str(delta),
    }
    assert reference("basic_filter", given) == decisions
    spent = reference("basic_filter_spent", given)
    assert [spent["epsilon"], spent["delta"]] == [
        str(sum((e for e, _ in admitted), Fraction(0))),
        str(sum((d for _, d in admitted), Fraction(0))),
    ]


# Trees


def intervals(n):
    found, length = [], 1
    while length <= n:
        found += [(first, first + length - 1) for first in range(1, n - length + 2, length)]
        length *= 2
    return found


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 11, 16])
def test_nodes_of_steps_and_of_ranges_by_listing_all(n):
    nodes = intervals(n)
    holding = {t: {i for i in nodes if i[0] <= t <= i[1]} for t in range(1, n + 1)}
    for t, inside in holding.items():
        assert reference("tree_nodes", {"n": str(n), "t": str(t)}) == str(len(inside))
        for s, others in holding.items():
            given = {"n": str(n), "s": str(s), "t": str(t)}
            assert reference("tree_moved_nodes", given) == str(len(inside ^ others))
    assert reference("tree_levels", {"n": str(n)}) == str(max(map(len, holding.values())))
    for first in range(1, n + 1):
        fewest = {first - 1: 0}  # by the end of what is covered
        for end in range(first, n + 1):
            fewest[end] = min(
                (1 + fewest.get(low - 1, inf) for low, high in nodes if high == end and low >= first),
                default=inf,
            )
            assert range_nodes(first, end) == fewest[end]


@pytest.mark.parametrize("nodes", [1, 2, 3, 4])
@pytest.mark.parametrize("z", [0, 1, -3, 7])
def test_the_sum_of_noises_by_convolution(nodes, z):
    width, a = 40, Fraction(1, 2)
    one = {v: (1 - a) / (1 + a) * a ** abs(v) for v in range(-width, width + 1)}
    total = {0: Fraction(1)}
    for _ in range(nodes):
        after = {}
        for left, p in total.items():
            for right, q in one.items():
                after[left + right] = after.get(left + right, 0) + p * q
        total = after
    found = noise_sum_mass(Number(a), nodes, z).as_fraction()
    outside = nodes * 2 * a**width
    assert total[z] <= found <= total[z] + outside


@pytest.mark.parametrize(("n", "levels"), [("1", 1), ("3", 2), ("4", 3)])
@pytest.mark.parametrize("epsilon", ["0", "1/2", "2"])
def test_the_delta_of_a_tree_is_that_of_the_noisy_counts(n, levels, epsilon):
    rows = [Dist.product(*[noise.discrete_laplace_clamped("3/2", -1, 2, centre=c)] * levels) for c in (0, 1)]
    found = reference("tree_integer_delta", {"n": n, "scale": "3/2", "epsilon": epsilon})
    assert found == real(hockey_stick(rows[0], rows[1], epsilon))
