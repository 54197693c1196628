"""The best private mechanism: against grids of mechanisms, known optima, and itself without shortcuts."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, adjacency, eps, ln, number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import geometric_clamped, randomised_response
from assay.utility import (
    LinearProgram,
    Optimum,
    bayes_loss,
    error_distribution,
    expected_loss,
    histograms,
    l1_loss,
    minimax_bounds,
    minimax_risk,
    optimal_mechanism,
    row,
    solve,
    worst_loss,
)
from assay.utility.risk import l1, l2_squared, l_infinity
from tests.effort import fewer


def gap(x, y):
    return abs(x - y)


COUNTS = adjacency.l1(1)


@pytest.mark.parametrize("epsilon", ["ln 2", "ln(3/2)", "ln 5", "1/2", "1"])
def test_for_one_bit_randomised_response_is_optimal(epsilon):
    found = optimal_mechanism([0, 1], [0, 1], gap, epsilon, adjacency.all_pairs())
    assert found.risk == 1 / (1 + eps(epsilon).exp())
    assert found.mechanism.epsilon() == eps(epsilon)
    assert expected_loss(randomised_response(epsilon), True, lambda x, y: int(x != y)) == found.risk


@given(st.integers(1, 4), st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(7)]), st.data())
@fewer(4)
def test_nothing_private_beats_it_and_it_is_private(n, factor, data):
    weights = data.draw(st.lists(st.integers(0, 3), min_size=n + 1, max_size=n + 1).filter(any))
    prior = Dist.from_weights(dict(enumerate(weights)))
    found = optimal_mechanism(range(n + 1), range(n + 1), gap, ln(factor), COUNTS, prior=prior)
    found.certificate.check()
    assert found.mechanism.epsilon() <= ln(factor)
    assert bayes_loss(found.mechanism, prior, gap) == found.risk
    # the geometric mechanism with the best remapping of its outputs attains it (Ghosh et al.)
    geometric = geometric_clamped(n, ln(factor))
    remapped = sum(
        min(
            sum(prior[x] * geometric.distribution(x)[z] * gap(x, y) for x in range(n + 1))
            for y in range(n + 1)
        )
        for z in range(n + 1)
    )
    assert remapped == found.risk


@given(st.integers(1, 3), st.sampled_from([Fraction(0), Fraction(1, 10), Fraction(1, 2)]))
@fewer(4)
def test_delta_is_used_up_and_never_exceeded(n, delta):
    found = optimal_mechanism(range(n + 1), range(n + 1), gap, ln(2), COUNTS, delta=delta)
    assert found.mechanism.delta(ln(2)) <= delta
    pure = optimal_mechanism(range(n + 1), range(n + 1), gap, ln(2), COUNTS)
    assert found.risk < pure.risk if delta else found.risk == pure.risk
    exact = optimal_mechanism(range(n + 1), range(n + 1), gap, ln(2), COUNTS, delta=delta, method="simplex")
    assert exact.risk == found.risk


def test_at_infinity_everything_is_released_and_at_zero_nothing():
    assert optimal_mechanism(range(3), range(3), gap, "inf", COUNTS, delta=1).risk == 0
    assert optimal_mechanism(range(3), range(3), gap, 0, COUNTS).risk == 1


@pytest.mark.parametrize(("n", "k"), [(1, 2), (2, 2), (5, 2), (1, 3), (2, 3), (3, 3), (2, 4)])
@pytest.mark.parametrize("alpha", ["ln 2", "ln(11/10)", "ln 20"])
def test_symmetry_and_the_floating_point_solver_change_nothing(n, k, alpha):
    found = minimax_risk(n, k, alpha)
    assert minimax_risk(n, k, alpha, symmetric=False).value == found.value
    if len(histograms(n, k)) <= 6:
        assert minimax_risk(n, k, alpha, method="simplex").value == found.value
    found.upper.certificate.check()
    assert worst_loss(found.upper.mechanism, l1_loss)[0] == found.value
    assert found.upper.mechanism.epsilon() <= ln(1) + eps(alpha)


@pytest.mark.parametrize("alpha", ["ln 2", "ln 3", "ln(11/10)"])
@pytest.mark.parametrize("n", [1, 4, 6])
def test_minimax_risk_of_two_cells_is_that_of_a_remapped_geometric_mechanism(n, alpha):
    # Gupte and Sundararajan: the best stochastic remapping T of the geometric mechanism G is optimal.
    # min t with t >= sum_z G(x, z) sum_y T(z, y) 2|x - y|/n for all x, and T stochastic
    geometric, counts = geometric_clamped(n, alpha), range(n + 1)
    place = {(z, y): z * (n + 1) + y for z in counts for y in counts}
    rows = [row({place[z, y]: 1 for y in counts}, "=", 1) for z in counts]
    for x in counts:
        law = geometric.distribution(x)
        costs = {place[z, y]: -law[z] * Fraction(2 * abs(x - y), n) for z in counts for y in counts}
        rows.append(row({**costs, len(place): 1}, ">=", 0))
    remapped = solve(LinearProgram(len(place) + 1, {len(place): number(1)}, tuple(rows)))
    assert remapped.value == minimax_risk(n, 2, alpha).value


def test_an_irrational_factor_is_bracketed_by_rational_ones():
    bracket = minimax_risk(5, 3, 1)
    assert not bracket.is_exact
    assert minimax_risk(5, 3, "ln(27/10)").value > bracket.upper.risk > bracket.lower.risk
    assert bracket.upper.mechanism.epsilon() <= eps(1)
    with pytest.raises(InvalidValue, match="lies between"):
        _ = bracket.value


@pytest.mark.parametrize("alpha", [1, "1/2", "ln(3)/2"])
def test_an_irrational_factor_is_no_obstacle_where_the_program_is_small(alpha):
    found = minimax_risk(3, 2, alpha)
    assert found.is_exact
    found.upper.check()
    level = eps(alpha)
    direct = optimal_mechanism(histograms(3, 2), histograms(3, 2), l1_loss, level, adjacency.l1(2))
    assert found.value == direct.risk
    assert found.upper.mechanism.epsilon() <= level
    below, above = (ln(Fraction(floor(level.exp() * 1000) + i, 1000)) for i in (0, 1))
    assert minimax_risk(3, 2, above).value < found.value < minimax_risk(3, 2, below).value
    if alpha == 1:
        assert str(found.value.decimal(9)) == "0.370871989"


@pytest.mark.parametrize(("n", "k"), [(1, 2), (3, 2), (8, 2), (2, 3), (4, 3), (3, 4)])
@pytest.mark.parametrize("alpha", ["ln(21/20)", "ln 2", "ln 8"])
def test_the_bounds_lie_below_the_exact_risk(n, k, alpha):
    exact = minimax_risk(n, k, alpha).value
    for tau in range(1, n // (k - 1) + 1):
        sharper = minimax_bounds.affinity_bound(n, k, alpha, tau)
        assert minimax_bounds.pinsker_bound(n, k, alpha, tau) < sharper <= exact
    assert minimax_bounds.laplace_upper_bound(n, k, alpha) > exact
    if k == 2:
        assert minimax_bounds.best_two_cell_bound(n, alpha) <= exact
        for moved in range(1, (n + 1) // 2 + 1):
            bound = minimax_bounds.uniform_bound(n, alpha, moved, exact)
            mechanism = minimax_risk(n, k, alpha).upper.mechanism
            assert all(expected_loss(mechanism, x, l1_loss) >= bound for x in mechanism.domain)


def test_the_two_cell_bound_is_attained_by_one_row():
    for alpha in ("ln 2", "ln 7"):
        assert minimax_risk(1, 2, alpha).value == minimax_bounds.two_cell_bound(1, alpha, 1)


def test_a_risk_limit_makes_the_best_at_one_input_worse():
    ends = Dist.point((2, 0))
    arguments = (histograms(2, 2), histograms(2, 2), l1_loss, "ln 2", adjacency.l1(2))
    least = minimax_risk(2, 2, "ln 2").value
    free = optimal_mechanism(*arguments, prior=ends).risk
    limited = optimal_mechanism(*arguments, prior=ends, risk_limit=least).risk
    assert free == 0 < limited <= least
    with pytest.raises(InvalidValue, match="no feasible point"):
        optimal_mechanism(*arguments, risk_limit=least - Fraction(1, 10**30))


def test_histograms_are_all_compositions():
    for n, k in product(range(1, 5), range(1, 4)):
        expected = {c for c in product(range(n + 1), repeat=k) if sum(c) == n}
        assert set(histograms(n, k)) == expected
        assert len(histograms(n, k)) == len(expected)


def test_the_law_of_the_error_and_the_losses():
    law = error_distribution(randomised_response("ln 3"), True, lambda x, y: int(x != y))
    assert law == Dist({number(0): "3/4", number(1): "1/4"})
    assert (l1((1, 2), (3, 1)), l2_squared((1, 2), (3, 1)), l_infinity((1, 2), (3, 1))) == (3, 5, 2)
    with pytest.raises(InvalidValue, match="entries"):
        l1((1,), (1, 2))


@pytest.mark.parametrize(
    ("n", "k", "alpha", "message"),
    [
        (0, 2, "ln 2", "n = 0"),
        (2, 1, "ln 2", "k = 1"),
        (2, 2, 0, "alpha = 0"),
        (2, 2, "inf", "alpha = inf"),
        (2, 2, -1, "alpha = -1"),
    ],
)
def test_parameters_outside_the_range_of_the_claim_are_named(n, k, alpha, message):
    with pytest.raises(InvalidValue, match=message):
        minimax_risk(n, k, alpha)
    for bound in (minimax_bounds.affinity_bound, minimax_bounds.pinsker_bound):
        with pytest.raises(InvalidValue, match=message):
            bound(n, k, alpha, 1)


def test_bad_arguments():
    with pytest.raises(InvalidValue, match="hypercube"):
        minimax_bounds.affinity_bound(3, 3, "ln 2", 2)
    with pytest.raises(InvalidValue, match="the bound is empty"):
        minimax_bounds.best_affinity_bound(1, 3, "ln 2")
    with pytest.raises(InvalidValue, match="more than half"):
        minimax_bounds.uniform_bound(4, "ln 2", 3, 1)
    with pytest.raises(InvalidValue, match="worst = -1"):
        minimax_bounds.uniform_bound(4, "ln 2", 1, -1)
    with pytest.raises(InvalidType, match=r"n = 2\.0"):
        minimax_risk(2.0, 2, "ln 2")
    with pytest.raises(FloatRefused):
        minimax_risk(2, 2, 0.5)
    with pytest.raises(InvalidValue, match="negative"):
        optimal_mechanism([0, 1], [0, 1], lambda x, y: x - y, 1, adjacency.all_pairs())
    with pytest.raises(FloatRefused):
        optimal_mechanism([0, 1], [0, 1], lambda x, y: 0.5, 1, adjacency.all_pairs())
    with pytest.raises(InvalidValue, match="not in the domain"):
        optimal_mechanism([0, 1], [0, 1], gap, 1, adjacency.all_pairs(), prior=Dist.point(2))
    with pytest.raises(InvalidType, match="prior is"):
        optimal_mechanism([0, 1], [0, 1], gap, 1, adjacency.all_pairs(), prior={0: 1})
    with pytest.raises(InvalidValue, match="outputs is empty"):
        optimal_mechanism([0, 1], [], gap, 1, adjacency.all_pairs())
    with pytest.raises(InvalidValue, match="symmetries do not leave"):
        optimal_mechanism(
            [0, 1], [0, 1], lambda x, y: x * gap(x, y), 1, adjacency.all_pairs(), symmetries=[(flip, flip)]
        )
    with pytest.raises(InvalidValue, match="leads outside"):
        optimal_mechanism([0, 1], [0, 1], gap, 1, adjacency.all_pairs(), symmetries=[(up, up)])


def flip(x):
    return 1 - x


def up(x):
    return x + 1


QUESTIONS = {
    "as it is": ((range(3), range(3), gap, ln(2), COUNTS), {}),
    "another loss": ((range(3), range(3), lambda x, y: 2 * gap(x, y), ln(2), COUNTS), {}),
    "another epsilon": ((range(3), range(3), gap, ln(3), COUNTS), {}),
    "another delta": ((range(3), range(3), gap, ln(2), COUNTS), {"delta": "1/10"}),
    "another adjacency": ((range(3), range(3), gap, ln(2), adjacency.all_pairs()), {}),
    "one way": ((range(3), range(3), gap, ln(2), adjacency.l1(1, symmetric=False)), {}),
    "a prior": ((range(3), range(3), gap, ln(2), COUNTS), {"prior": Dist.uniform(range(3))}),
    "another prior": ((range(3), range(3), gap, ln(2), COUNTS), {"prior": Dist.point(1)}),
    "a limit": ((range(3), range(3), gap, ln(2), COUNTS), {"risk_limit": 2}),
    "other outputs": ((range(3), range(2), gap, ln(2), COUNTS), {}),
    "other inputs": ((range(4), range(3), gap, ln(2), COUNTS), {}),
    "other names": ((range(3), range(1, 4), lambda x, y: gap(x, y - 1), ln(2), COUNTS), {}),
}


def test_a_certificate_is_about_one_question():
    found = {name: optimal_mechanism(*given, **options) for name, (given, options) in QUESTIONS.items()}
    assert len({answer.question.digest for answer in found.values()}) == len(found)
    for name, answer in found.items():
        answer.check()
        answer.question.check(Optimum.from_json(json.loads(json.dumps(answer.certificate.to_json()))))
        for other, stranger in found.items():
            if other == name:
                continue
            with pytest.raises(InvalidValue, match="is about the question"):
                replace(answer, certificate=stranger.certificate, risk=stranger.risk).check()
            renamed = replace(stranger.certificate, question=answer.question.digest)
            if renamed.program != answer.certificate.program:
                with pytest.raises(InvalidValue, match="the program of the certificate"):
                    answer.question.check(renamed)


def test_a_mechanism_that_is_not_the_solution_is_refused():
    answer = optimal_mechanism(range(3), range(3), gap, ln(2), COUNTS)
    other = optimal_mechanism(range(3), range(3), gap, ln(3), COUNTS).mechanism
    with pytest.raises(InvalidValue, match="not the solution"):
        replace(answer, mechanism=other).check()
    with pytest.raises(InvalidValue, match="the risk"):
        replace(answer, risk=answer.risk / 2).check()


@pytest.mark.parametrize("delta", [0, "1/10", "99/100"])
def test_an_infimum_at_infinity_that_is_not_attained_is_said(delta):
    with pytest.raises(
        InvalidValue, match="0, the risk of the best mechanism without privacy, is an infimum"
    ):
        optimal_mechanism(range(3), range(3), gap, "inf", COUNTS, delta=delta)
    blind = optimal_mechanism(range(3), range(3), lambda x, y: y, "inf", COUNTS, delta=delta)
    assert blind.mechanism.delta("inf") == blind.risk == 0
    blind.check()
