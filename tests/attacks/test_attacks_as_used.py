"""Attacks as people use them: fits of tables, p-values for a release, epsilon from counted games, small d."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import mechanisms
from assay.attacks import reconstruction_fit
from assay.attacks.fingerprinting import FingerprintingCode
from assay.attacks.reconstruction_fit import closest_table, error_of, weighted_answers
from assay.attacks.reconstruction_queries import read_queries
from assay.attacks.tracing import simulate_tracing
from assay.attacks.tracing_bound import lower_bound
from assay.attacks.tracing_bound_sharper import _case, pure_bound, sharper_bound
from assay.attacks.tracing_confidence import clopper_pearson, epsilon_from_counts, joint
from assay.attacks.tracing_convolution import Distribution
from assay.attacks.tracing_statistics import homer, likelihood_ratio
from assay.errors import AssayError, FloatRefused, InvalidType, InvalidValue
from assay.exact import INFINITY, certified, ln, number

weights = st.fractions(-3, 3, max_denominator=3)
shares = st.integers(1, 7).map(lambda k: Fraction(k, 8))
eighths = st.integers(0, 8).map(lambda k: Fraction(k, 8))


# Reconstruction


@st.composite
def problems(draw):
    n, columns = draw(st.integers(1, 4)), draw(st.integers(1, 2))
    entries = [(i, j) for i in range(n) for j in range(columns)]
    queries = draw(st.lists(st.fixed_dictionaries(dict.fromkeys(entries, weights)), min_size=1, max_size=5))
    answers = [draw(st.fractions(-5, 5, max_denominator=4)) for _ in queries]
    return n, columns, queries, answers


@given(problems(), st.sampled_from(["l1", "l2", "max"]))
@settings(max_examples=40)
def test_the_bounds_enclose_the_best_table_and_integer_programs_find_it(problem, norm):
    n, columns, queries, answers = problem
    read = read_queries(queries, n, columns)
    best = min(error_of(bits, read, answers, norm) for bits in product((0, 1), repeat=n * columns))
    for integral in (False, True) if norm != "l2" else (False,):
        found = closest_table(queries, answers, n, columns=columns, norm=norm, integral=integral)
        assert 0 <= found.lower <= best <= found.error
        assert found.error == error_of([b for row in found.rows for b in row], read, answers, norm)
        assert found.error == best or not integral
        assert found.is_best <= (found.error == best)


@given(problems(), st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=5, max_size=5))
@settings(max_examples=40)
def test_no_prices_that_a_solver_may_return_give_a_wrong_bound(problem, prices):
    n, columns, queries, answers = problem
    read = read_queries(queries, n, columns)
    for norm in ("l1", "l2", "max"):
        best = min(error_of(bits, read, answers, norm) for bits in product((0, 1), repeat=n * columns))
        assert 0 <= reconstruction_fit._lower(read, answers, prices[: len(read)], norm) <= best


def test_whatever_the_solver_proposes_is_measured_exactly(monkeypatch):
    monkeypatch.setattr(
        reconstruction_fit, "propose_table", lambda *_: ([float("nan"), 7.0, 0.4], [float("nan")] * 2)
    )
    found = closest_table([0b001, 0b110], ["1/3", "5/4"], 3)
    assert found.rows == ((0,), (1,), (0,))
    assert (found.error, found.lower) == (Fraction(1, 3) + Fraction(1, 4), 0)


@pytest.mark.slow
def test_a_table_of_several_columns_comes_back():
    source = random.Random(4)
    table = tuple(tuple(source.getrandbits(1) for _ in range(3)) for _ in range(20))
    queries = [{(i, j): source.choice((-1, 1)) for i in range(20) for j in range(3)} for _ in range(180)]
    answers = [a + Fraction(source.randint(-10, 10), 10) for a in weighted_answers(table, queries)]
    for norm in ("l1", "l2"):
        assert closest_table(queries, answers, 20, columns=3, norm=norm).rows == table
    exact = closest_table(queries, weighted_answers(table, queries), 20, columns=3, integral=True)
    assert (exact.rows, exact.error, exact.is_best) == (table, 0, True)


def test_masks_weights_and_rows_name_the_same_query():
    for query in (0b101, [1, 0, 1], {0: 1, 2: 1}, {(0, 0): 1, (2, 0): "1"}):
        assert weighted_answers([(1,), (1,), (1,)], [query]) == (2,)
    assert closest_table([1, 2, 4], [1, 0, "3/4"], 3).column == (1, 0, 1)
    with pytest.raises(InvalidValue, match="2 columns"):
        _ = closest_table([{(0, 1): 1}], [1], 1, columns=2).column


@pytest.mark.parametrize(
    ("arguments", "said", "message"),
    [
        (([1.5], [1], 1), {}, "queries"),
        (([-1], [1], 1), {}, "bit mask"),
        (([4], [1], 2), {}, "bit mask"),
        (([True], [1], 1), {}, "queries"),
        ((["1"], [1], 1), {}, "queries"),
        (("1", [1], 1), {}, "queries"),
        (([], [], 1), {}, "empty"),
        (([[1, 2]], [1], 1), {}, "2 weights"),
        (([[0.5]], [1], 1), {}, "float"),
        (([[float("nan")]], [1], 1), {}, "float"),
        ((["sqrt(2)"], [1], 1), {}, "queries"),
        (([["sqrt(2)"]], [1], 1), {}, "irrational"),
        (([{0: 1, (0, 0): 2}], [1], 1), {}, "twice"),
        (([{1: 1}], [1], 1), {}, "outside"),
        (([{(0, 2): 1}], [1], 1), {"columns": 2}, "outside"),
        (([{0: 1}], [1], 1), {"columns": 2}, "outside"),
        (([1], [1], 1), {"columns": 2}, "columns"),
        (([1], [1, 2], 1), {}, "answers"),
        (([1], [float("inf")], 1), {}, "float"),
        (([1], [10**40], 1), {}, "too large"),
        (([1], [1], 0), {}, "n = 0"),
        (([1], [1], 1), {"columns": 0}, "columns"),
        (([1], [1], 1), {"norm": "l3"}, "norm"),
        (([1], [1], 1), {"norm": "l2", "integral": True}, "quadratic"),
        (([1], [1], 1), {"integral": 1}, "integral"),
    ],
)
def test_bad_queries_are_refused_by_name(arguments, said, message):
    with pytest.raises(AssayError, match=message):
        closest_table(*arguments, **said)


# P-values


def tail_by_hand(score, population, target):
    """P[T(X) >= T(x)] over all rows."""
    total = Fraction(0)
    for row in product((0, 1), repeat=len(population)):
        chance = Fraction(1)
        for bit, p in zip(row, population, strict=True):
            chance *= p if bit else 1 - p
        total += chance if score(row) >= score(target) else 0
    return total


studies = st.lists(st.tuples(eighths, shares, st.integers(0, 1)), min_size=1, max_size=6)


@given(studies, st.sampled_from([1, 5, 64, 1 << 15]))
@settings(max_examples=60)
def test_homers_p_value(study, places):
    release, population, target = zip(*study, strict=True)

    def score(row):
        return sum(abs(x - p) - abs(x - m) for x, p, m in zip(row, population, release, strict=True))

    found, exact = homer(release, population, target, places=places), tail_by_hand(score, population, target)
    assert found.lower <= exact <= found.upper
    assert found.statistic == score(target)
    assert found.is_exact or places < 1 << 15


@given(studies, st.sampled_from([1, 64, 1 << 15]))
@settings(max_examples=60)
def test_the_p_value_of_the_likelihood_ratio(study, places):
    release, population, target = zip(*study, strict=True)

    def ratio(row):
        found = Fraction(1)
        for x, p, m in zip(row, population, release, strict=True):
            found *= m / p if x else (1 - m) / (1 - p)
        return found

    found, exact = (
        likelihood_ratio(release, population, target, places=places),
        tail_by_hand(ratio, population, target),
    )
    assert found.lower <= exact <= found.upper
    assert found.statistic == (ln(ratio(target)) if ratio(target) else -INFINITY)


@given(st.lists(st.tuples(st.integers(-3, 3), shares), max_size=5), st.integers(-9, 9), st.booleans())
def test_the_law_of_a_sum(terms, at, balls):
    exact = sum(
        (
            Fraction(1) * _product(p if x else 1 - p for x, (_, p) in zip(taken, terms, strict=True))
            for taken in product((0, 1), repeat=len(terms))
            if sum(step * x for x, (step, _) in zip(taken, terms, strict=True)) >= at
        ),
        Fraction(0),
    )
    law = Distribution([step for step, _ in terms], [p for _, p in terms])
    low, high = law.tail(at)
    assert low == high == exact


def _product(values):
    found = Fraction(1)
    for value in values:
        found *= value
    return found


@pytest.mark.slow
def test_p_values_of_a_study_tell_members_from_others():
    source = random.Random(7)
    d, n = 400, 25
    population = [Fraction(source.randint(10, 90), 100) for _ in range(d)]
    draw = lambda: [int(source.random() < p) for p in population]  # noqa: E731
    pool = [draw() for _ in range(n)]
    release = [Fraction(sum(column), n) for column in zip(*pool, strict=True)]
    members = [homer(release, population, row).upper for row in pool]
    others = [homer(release, population, draw()).upper for _ in range(25)]
    assert sum(p < Fraction(1, 20) for p in members) > 15
    assert sum(p < Fraction(1, 20) for p in others) < 6
    sharp = likelihood_ratio(release, population, pool[0])
    assert sharp.lower < sharp.upper < 2 * sharp.lower
    assert "p in [" in str(sharp)


def test_a_target_that_the_pool_cannot_hold():
    found = likelihood_ratio([0, "1/2"], ["1/2", "1/2"], [1, 0])
    assert (found.statistic, found.lower, found.upper) == (-INFINITY, 1, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], [], []), "empty"),
        ((["1/2"], ["1/2", "1/2"], [1]), "lengths 1, 2 and 1"),
        ((["1/2"], [2], [1]), "outside"),
        ((["1/2"], ["1/2"], [2]), "target"),
        ((["1/2"], ["1/2"], [True]), "target"),
        ((["1/2"], [0], [1]), "probability 0"),
        (([0.5], ["1/2"], [1]), "float"),
        (([float("nan")], ["1/2"], [1]), "float"),
        ((["sqrt(2)"], ["1/2"], [1]), "irrational"),
        (("1", ["1/2"], [1]), "release"),
    ],
)
def test_bad_studies_are_refused_by_name(arguments, message):
    for statistic in (homer, likelihood_ratio):
        with pytest.raises(AssayError, match=message):
            statistic(*arguments)
    with pytest.raises(InvalidValue, match="clip noisy values"):
        likelihood_ratio(["3/2"], ["1/2"], [1])
    assert homer(["3/2"], ["1/2"], [1]).is_exact
    with pytest.raises(AssayError, match="places"):
        homer(["1/2"], ["1/2"], [1], places=0)


# Epsilon from counted games


@pytest.mark.parametrize("truth", [ln(3), ln("11/10"), ln(1)])
def test_an_epsilon_from_counts_is_below_the_truth_as_often_as_it_says(truth):
    """All outcomes of small games of randomised response: the chance of a wrong bound is at most 1/10."""
    from assay.exact import exp

    p = (exp(truth) / (exp(truth) + 1)).as_fraction()
    n, wrong = 12, Fraction(0)
    law = lambda k, chance: _binomial(n, k, chance)  # noqa: E731
    for with_record in range(n + 1):
        for without in range(n + 1):
            found = epsilon_from_counts({"yes": (with_record, n, without, n)}, 0, "9/10")
            if found.epsilon > truth:
                wrong += law(with_record, p) * law(without, 1 - p)
    assert wrong <= Fraction(1, 10)


def _binomial(n, k, p):
    from math import comb

    return comb(n, k) * p**k * (1 - p) ** (n - k)


def test_more_events_and_larger_deltas_show_less():
    one = epsilon_from_counts({"yes": (900, 1000, 100, 1000)})
    assert one.event == "yes, with against without" or one.event.startswith("not yes")
    two = epsilon_from_counts({"yes": (900, 1000, 100, 1000), "no": (100, 1000, 900, 1000)})
    leaky = epsilon_from_counts({"yes": (900, 1000, 100, 1000)}, "1/2")
    assert one.epsilon > two.epsilon > leaky.epsilon > 0
    assert len(two.intervals) == 4
    each = clopper_pearson(900, 1000, joint("99/100", 2))
    assert one.intervals[0] == each
    nothing = epsilon_from_counts({"yes": (5, 10, 5, 10)})
    assert (nothing.ratio, nothing.event) == (1, None)
    assert "nothing is shown" in str(nothing)
    assert "epsilon >= " in str(one)


def test_the_simulated_game_has_one_joint_confidence():
    found = simulate_tracing(FingerprintingCode(2, 60), None, trials=60, seed=3)
    shown = found.epsilon()
    assert shown.intervals == (found.accused, found.falsely)
    assert shown.confidence == number("99/100")
    assert shown.epsilon > 0  # exact answers have no privacy at all


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({}, {}),
        (None, {}),
        ([(1, 2, 3, 4)], {}),
        ({"yes": (1, 2, 3)}, {}),
        ({"yes": (2.7, 10, 1, 10)}, {}),
        ({"yes": (11, 10, 1, 10)}, {}),
        ({"yes": (-1, 10, 1, 10)}, {}),
        ({"yes": (True, 10, 1, 10)}, {}),
        ({"yes": (1, 0, 1, 10)}, {}),
        ({"yes": (1, 10, 1, 10)}, {"delta": 1}),
        ({"yes": (1, 10, 1, 10)}, {"delta": -1}),
        ({"yes": (1, 10, 1, 10)}, {"delta": 0.1}),
        ({"yes": (1, 10, 1, 10)}, {"confidence": 1}),
        ({"yes": (1, 10, 1, 10)}, {"confidence": 0.99}),
        ({"yes": (1, 10, 1, 10)}, {"confidence": "nan"}),
    ],
)
def test_bad_counts_are_refused(counts, said):
    with pytest.raises((InvalidValue, InvalidType, FloatRefused)):
        epsilon_from_counts(counts, **said)


# Bounds at small d


@pytest.mark.slow
def test_the_sharper_bound_says_something_at_a_thousand():
    assert lower_bound(1000, 1, "1/1000000").rows == 1
    found = sharper_bound(1000, 1, "1/1000000")
    assert found.rows > 30
    assert found.last is not None
    assert found.last.traced > found.last.protected
    assert sharper_bound(10**4, 1, "1/1000000").rows > lower_bound(10**4, 1, "1/1000000").rows
    assert pure_bound(1000, 1) > 400
    assert sharper_bound(1, 1).rows == 1


def test_the_sharper_comparison_is_the_one_stated():
    for d, delta in ((1000, "1/1000000"), (300, 0)):
        proof = sharper_bound(d, 1, delta).last
        m, k, tau = proof.users, proof.copies, proof.threshold
        g = Fraction(m + 2, 3 * m) - proof.alpha - (m + 1) * tau / (2 * d)
        assert g >= 0
        error = Fraction(1, 10) * proof.n / (k * m)
        traced = (1 - error / proof.alpha - certified(-2 * d * g * g).exp()) / m
        e = certified(1).exp()
        protected = certified(k - tau * tau / (2 * d)).exp() + number(delta) * (e**k - 1) / (e - 1)
        for ours, stated in ((proof.traced, traced), (proof.protected, protected)):
            assert ours.decimal(20) == certified(stated).decimal(20)


def test_mechanisms_that_exist_are_not_excluded():
    """Randomised response on one row, and Laplace noise with average error 1/10 on 20 d/epsilon rows."""
    for d in (10, 100, 1000):
        assert sharper_bound(d, 1).rows < 20 * d
        assert pure_bound(d, 1) < 20 * d
    # answering all rows by one that is public has error at most 1: no bound for gamma near 1
    assert sharper_bound(1000, 1, gamma="999/1000").rows <= 2
    # each bit of one row by randomised response, unbiased answers clipped: error 1 - tanh(eps/2) in each
    exact = mechanisms.randomised_response(ln(3)).epsilon()
    for d in (1, 2):  # d bits at ln 3 each are d ln 3, on one row
        assert not pure_bound(d, exact * d, gamma="1/2") > 1


@pytest.mark.parametrize(
    "bad", [{"d": 0}, {"epsilon": 0}, {"epsilon": "inf"}, {"delta": 1}, {"gamma": 1}, {"gamma": 0}]
)
def test_bad_bounds_are_refused(bad):
    good = {"d": 10, "epsilon": 1, "delta": 0, "gamma": "1/10", **bad}
    with pytest.raises(AssayError):
        sharper_bound(good["d"], good["epsilon"], good["delta"], gamma=good["gamma"])
    with pytest.raises(AssayError):
        _case(good["d"], good["epsilon"], good["delta"], good["gamma"])
