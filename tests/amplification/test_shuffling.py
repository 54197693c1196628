from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adjacency import all_pairs, explicit
from assay.amplification import (
    blanket_delta,
    clones_closed_form,
    clones_delta,
    clones_pair,
    erlingsson_bound,
    shuffle,
)
from assay.dp import Dist, Mechanism, hockey_stick
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import eps, exp, ln, number
from assay.theorems import Guarantee, compare, slack
from assay.theorems.witnesses import canonical_mechanism
from tests.theorems.small import RATIOS, as_table, log, mechanism, mix, plain, ratios, tables

RR = canonical_mechanism(ln(3))


def as_multisets(row):
    """Forget the order of the reports."""
    return mix((p, {tuple(sorted(reports)): Fraction(1)}) for reports, p in row.items())


@given(tables(range(2)), st.integers(1, 3))
def test_shuffling_forgets_the_order_of_independent_reports(table, n):
    exact = shuffle(mechanism(table), n)
    for x in product(range(2), repeat=n):
        ordered = {}
        for reports in product(range(3), repeat=n):
            p = Fraction(1)
            for record, y in zip(x, reports, strict=True):
                p *= table[record].get(y, Fraction(0))
            ordered[reports] = p
        assert as_multisets(plain(exact.distribution(x))) == as_multisets(ordered)


def test_reports_come_in_the_order_of_the_outputs():
    m = Mechanism(lambda x: Dist.uniform(["b", "a"]), [0, 1], all_pairs())
    assert m.outputs == ("b", "a")
    assert set(shuffle(m, 3).distribution((0, 0, 0)).support) == {
        ("b",) * k + ("a",) * (3 - k) for k in range(4)
    }


def test_adjacent_inputs_differ_in_one_record_that_is_adjacent():
    m = Mechanism(lambda x: Dist.uniform([0, 1]), range(3), explicit([(0, 1), (1, 2)]))
    assert set(shuffle(m, 2).pairs) == {
        (x, y)
        for x, y in product(product(range(3), repeat=2), repeat=2)
        if sum(abs(a - b) for a, b in zip(x, y, strict=True)) == 1
    }
    one_way = Mechanism(lambda x: Dist.uniform([0, 1]), [0, 1], explicit([(0, 1)], symmetric=False))
    assert shuffle(one_way, 1).pairs == (((0,), (1,)),)


def test_a_domain_of_representatives_gives_the_same_worst_case():
    few = [(False,) * (4 - k) + (True,) * k for k in range(5)]
    assert shuffle(RR, 4, domain=few).profile() == shuffle(RR, 4).profile()


@given(tables(range(2), 2, least=1), st.integers(1, 4), ratios)
def test_clones_and_blanket_are_upper_bounds(table, n, t):
    m = mechanism(table)
    exact = shuffle(m, n).delta(log(t))
    blanket = blanket_delta(m, n, log(t))
    assert exact <= blanket
    assert exact <= clones_delta(m.epsilon(), n, log(t))


@given(tables(range(3), 3, least=1), st.integers(1, 3), ratios)
def test_clones_and_blanket_for_three_records(table, n, t):
    m = mechanism(table)
    exact = shuffle(m, n).delta(log(t))
    assert exact <= blanket_delta(m, n, log(t))
    assert exact <= clones_delta(m.epsilon(), n, log(t))


@pytest.mark.parametrize("epsilon", [ln(3), eps("1/2")])
def test_one_report_attains_both_bounds(epsilon):
    rr = canonical_mechanism(epsilon)
    for at in (eps(0), epsilon / 2):
        assert (
            rr.delta(at)
            == clones_delta(epsilon, 1, at)
            == blanket_delta(rr, 1, at)
            == shuffle(rr, 1).delta(at)
        )


@pytest.mark.parametrize(("epsilon0", "n"), [(10**5, 20), (10**5, 2), (10**9, 3), (1, 100), ("100000/7", 20)])
def test_a_pair_of_too_many_powers_of_e_is_refused_before_it_is_begun(epsilon0, n, monkeypatch):
    def begun(*_):
        raise AssertionError("it was begun")

    monkeypatch.setattr("assay.amplification.shuffling.exp", begun)
    with pytest.raises(BudgetExceeded, match="terms of powers of e"):
        clones_delta(epsilon0, n, 1)


@given(st.integers(1, 5), st.sampled_from(RATIOS))
def test_the_clones_pair_by_enumerating_every_coin(n, x):
    clone, truth = 1 / x, x / (x + 1)

    def law(flip):
        weighted = []
        for coins in product((None, 0, 1), repeat=n - 1):
            weight = Fraction(1)
            for c in coins:
                weight *= 1 - clone if c is None else clone / 2
            for report, p in ((0, 1 - truth), (1, truth)):
                seen = Counter((*coins, report ^ flip))
                weighted.append((weight * p, {(seen[1], seen[0]): Fraction(1)}))
        return mix(weighted)

    p, q = clones_pair(log(x), n)
    assert (plain(p), plain(q)) == (law(0), law(1))


@given(tables(range(2), 2, least=1), st.integers(1, 4), ratios)
def test_the_blanket_by_enumerating_its_draws(table, n, t):
    m = mechanism(table)
    least = {y: min(row[y] for row in table.values()) for y in range(2)}
    share = sum(least.values())

    def bound(p, q):
        total = Fraction(0)
        for size in range(1, n + 1):
            chance = comb(n, size) * share**size * (1 - share) ** (n - size)
            for draws in product(range(2), repeat=size):
                weight, gain = Fraction(1), Fraction(0)
                for y in draws:
                    weight *= least[y] / share
                    gain += (p[y] - t * q[y]) / (least[y] / share)
                total += chance * weight * max(gain, Fraction(0))
        return total / (n * share)

    assert blanket_delta(m, n, log(t)) == max(bound(table[x], table[y]) for x, y in m.pairs)


def test_shuffling_does_not_help_pure_privacy_but_helps_every_positive_delta():
    for n in (2, 3, 5):
        few = [(False,) * (n - k) + (True,) * k for k in range(n + 1)]
        exact = shuffle(RR, n, domain=few)
        assert exact.epsilon() == ln(3)
        assert exact.delta(ln(2)) < RR.delta(ln(2))
    assert compare(shuffle(RR, 2), Guarantee(ln(3))).status == "tight"


def test_reports_that_keep_their_order_are_not_amplified():
    # the same reports with their positions: the worst case is one report, whatever n is
    ordered = Mechanism(
        lambda x: Dist.product(*(RR.distribution(b) for b in x)), [(False, False), (True, False)], all_pairs()
    )
    assert ordered.delta(0) == RR.delta(0) > clones_delta(ln(3), 2, 0)


def binomial_randomised_response(n, x):
    """Counts of ones among n shuffled answers when everybody has a 0, and when the first has a 1."""
    lie, truth = 1 / (1 + x), x / (1 + x)
    others = [comb(n - 1, k) * lie**k * truth ** (n - 1 - k) for k in range(n)]

    def law(p):
        return {
            k: (others[k] * (1 - p) if k < n else 0) + (others[k - 1] * p if k else 0) for k in range(n + 1)
        }

    return law(lie), law(truth)


@pytest.mark.parametrize(("n", "x"), [(40, Fraction(3, 2)), (60, Fraction(3))])
def test_bounds_at_larger_n_against_randomised_response(n, x):
    p, q = binomial_randomised_response(n, x)
    exact = hockey_stick(Dist(p), Dist(q), ln("11/10"))
    assert 0 < exact <= clones_delta(ln(x), n, ln("11/10"))


@pytest.mark.parametrize(
    ("n", "ratio"),
    [
        (100, Fraction(1)),
        (130, Fraction(4, 3)),
        pytest.param(180, Fraction(3, 2), marks=pytest.mark.slow),
        pytest.param(300, Fraction(3), marks=pytest.mark.slow),
    ],
)
def test_the_closed_form_lies_above_the_exact_clones(ratio, n):
    delta = Fraction(1, 50)
    bound = clones_closed_form(ln(ratio), n, delta)
    assert clones_delta(ln(ratio), n, bound.rounded_up().epsilon) <= delta


@pytest.mark.slow
@pytest.mark.parametrize("ratio", [Fraction(5, 4), Fraction(8, 5)])
@pytest.mark.parametrize("delta", [Fraction(1, 100), Fraction(1, 1000)])
def test_erlingsson_lies_above_randomised_response(ratio, delta):
    bound = erlingsson_bound(ln(ratio), 1000, delta).rounded_up()
    p, q = binomial_randomised_response(1000, ratio)
    assert hockey_stick(Dist(p), Dist(q), bound.epsilon) <= delta


def test_the_closed_form_needs_its_condition():
    # n = 16 e^epsilon0 ln(4/delta) at epsilon0 = 0, delta = 4 e^-5: n >= 80
    assert clones_closed_form(0, 80, 4 * exp(-5)).rounded_up().epsilon == 0
    with pytest.raises(InvalidValue, match=r"n >= 16 e\^epsilon0 ln\(4/delta\)"):
        clones_closed_form(0, 79, 4 * exp(-5))
    with pytest.raises(InvalidValue, match="violate the condition"):
        clones_closed_form(ln(2), 10, "1/100")
    with pytest.raises(InvalidValue, match="violate the condition"):
        clones_closed_form("1/2", 10, "1/100")
    assert clones_closed_form("1/2", 1000, "1/100").epsilon < 2


def test_closed_forms_by_another_system():
    # ln(1 + 1/3 (8 sqrt(2 ln(400)/1000) + 16/1000)) and 12 ln(5/4) sqrt(ln(100)/1000), by mpmath
    assert str(clones_closed_form(ln(2), 1000, "1/100").epsilon.decimal(10)) == "0.2602421500"
    assert str(erlingsson_bound(ln("5/4"), 1000, "1/100").epsilon.decimal(10)) == "0.1817140169"


def test_clones_need_all_pairs_of_records():
    # ln 2 between the records 0 and 1 only: the report of record 2 is no clone of theirs and hides nobody
    lie, truth = Fraction(1, 3), Fraction(2, 3)
    table = {0: {0: truth, 1: lie}, 1: {0: lie, 1: truth}, 2: {2: Fraction(1)}}
    far = Mechanism(table, range(3), explicit([(0, 1)]))
    assert far.epsilon() == ln(2)
    exact = shuffle(far, 2, domain=[(0, 2), (1, 2)])
    assert exact.delta(0) == number("1/3")
    assert slack(clones_delta(ln(2), 2, 0), exact.delta(0)).status == "violated"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: shuffle(RR, 0), InvalidValue, "n = 0"),
        (lambda: shuffle(RR, True), InvalidType, "n = True is a bool"),
        (lambda: shuffle(3, 2), InvalidType, "randomiser is 3"),
        (lambda: blanket_delta(3, 2, 1), InvalidType, "randomiser is 3"),
        (lambda: shuffle(RR, 2, domain=[(True,)]), InvalidValue, "has 1 records, not n = 2"),
        (lambda: shuffle(RR, 2, domain=[(True, True)]), InvalidValue, "no two inputs of the domain differ"),
        (lambda: clones_pair("inf", 2), InvalidValue, "epsilon0 = inf"),
        (lambda: clones_pair(1, 0), InvalidValue, "n = 0"),
        (lambda: clones_delta(0.5, 2, 1), FloatRefused, "0.5"),
        (lambda: clones_closed_form(1, 100, 0), InvalidValue, "delta = 0"),
        (lambda: erlingsson_bound("0.51", 1000, "1/100"), InvalidValue, "epsilon0 <= 1/2"),
        (lambda: erlingsson_bound("1/2", 999, "1/100"), InvalidValue, "n >= 1000"),
        (lambda: erlingsson_bound("1/2", 1000, "1/99"), InvalidValue, "delta <= 1/100"),
        (lambda: erlingsson_bound("1/2", 1000, 0), InvalidValue, "delta = 0"),
        (
            lambda: blanket_delta(canonical_mechanism(1, "1/10"), 2, 1),
            InvalidValue,
            "surely .* has probability 0",
        ),
        (lambda: blanket_delta(RR, 2, "inf"), InvalidValue, "finite"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_table_of_a_shuffled_mechanism_is_exact():
    assert as_table(shuffle(mechanism({0: {0: Fraction(1, 3), 1: Fraction(2, 3)}, 1: {1: Fraction(1)}}), 2))[
        (0, 0)
    ] == {
        (0, 0): Fraction(1, 9),
        (0, 1): Fraction(4, 9),
        (1, 1): Fraction(4, 9),
    }
