"""The checks on random differential privacy notice defects that are planted in what they check."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.exact import certified
from assay.ledger.checks import (
    minimax_hypercube,
    minimax_uniform,
    random_dp_accuracy,
    random_dp_composed,
    random_dp_examples,
    random_dp_histogram,
    random_dp_sparse,
    random_dp_strength,
    sensitivity_noise,
    sensitivity_quantiles,
)
from assay.ledger.record import formulas
from assay.ledger.scope import Scope
from assay.theorems.random_dp import RandomGuarantee

FOLDER = Path(__file__).parents[2] / "spec" / "claims"


def scope(part, **changes):
    """The scope that the record states, with smaller ranges where given."""
    record = tomllib.loads((FOLDER / f"{part.split('.')[0]}.toml").read_text(encoding="utf-8"))
    found = next(p for p in record["parts"] if p["id"] == part)
    assert set(changes) <= set(found["scope"])
    return Scope({**found["scope"], **changes}, formulas(found["statement"]))


def test_all_claims_about_random_dp_have_a_record():
    assert {f"H{i}" for i in range(1, 16)} <= {path.stem for path in FOLDER.glob("H*.toml")}


def test_noise_of_the_wrong_rate_is_noticed(monkeypatch):
    small = scope("H1.b", n=[2], k=[2])
    assert random_dp_histogram.discrete_histogram(small).verdict == "verified"
    right = random_dp_histogram._histogram
    monkeypatch.setattr(random_dp_histogram, "_histogram", lambda n, k, alpha: right(n, k, alpha / 2))
    with pytest.raises(InvalidValue, match="exact epsilon"):
        random_dp_histogram.discrete_histogram(small)


def test_a_rule_for_ties_that_looks_at_the_data_is_noticed(monkeypatch):
    small = scope("H2.d", n=[1], k=[2])
    right = random_dp_histogram._resolved
    monkeypatch.setattr(
        random_dp_histogram,
        "_resolved",
        lambda n, k, alpha, _: right(n, k, alpha, random_dp_histogram._towards_the_data),
    )
    with pytest.raises(InvalidValue, match="uniform choice"):
        random_dp_histogram.random_minimiser(small)


@pytest.mark.slow
@pytest.mark.parametrize("factor", [Fraction(101, 100), Fraction(3, 2)])
def test_a_minimax_bound_that_is_too_large_is_noticed(monkeypatch, factor):
    # for one row and two cells the bound on both cells is attained, so that any factor above 1 is too large
    small = scope("H3.e", sizes=["1 x 2"], alpha=["ln 2"])
    assert minimax_hypercube.corrected(small).verdict == "verified"
    right = minimax_hypercube.minimax_bounds.best_two_cell_bound
    monkeypatch.setattr(
        minimax_hypercube.minimax_bounds, "best_two_cell_bound", lambda n, alpha: factor * right(n, alpha)
    )
    with pytest.raises(InvalidValue, match="two cells"):
        minimax_hypercube.corrected(small)


@pytest.mark.slow
def test_a_uniform_bound_that_is_too_large_is_noticed(monkeypatch):
    small = scope("H4.b", n=[1, 2], alpha=["ln 2"])
    assert minimax_uniform.with_conditions(small).verdict == "verified"
    right = minimax_uniform.minimax_bounds.uniform_bound
    monkeypatch.setattr(
        minimax_uniform.minimax_bounds, "uniform_bound", lambda *arguments: 2 * right(*arguments)
    )
    with pytest.raises(InvalidValue, match="n = 1"):
        minimax_uniform.with_conditions(small)


def test_gammas_that_do_not_add_are_noticed(monkeypatch):
    small = scope("H8.a", denominator=2, p=["1/2"], alpha=["ln 2"], **{"alpha'": ["ln 2"]})
    assert random_dp_composed.two_releases(small).verdict == "verified"

    def halved(parts):
        gammas = [part.gamma for part in parts]
        return RandomGuarantee(sum(part.alpha for part in parts), 0, max(gammas) / 2)

    monkeypatch.setattr(random_dp_composed, "random_dp_composition", halved)
    with pytest.raises(InvalidValue, match="fails"):
        random_dp_composed.two_releases(small)


def test_a_wrong_failure_probability_is_noticed(monkeypatch):
    small = scope("H9.b", sizes=["4 x 2"], weights=2)
    assert random_dp_sparse.exact_failure(small).verdict == "verified"
    right = random_dp_sparse.failure_probability
    monkeypatch.setattr(
        random_dp_sparse, "failure_probability", lambda law, n: right(law, n) * Fraction(99, 100)
    )
    with pytest.raises(InvalidValue, match="n = 4"):
        random_dp_sparse.exact_failure(small)


@pytest.mark.slow
def test_a_failure_bound_that_is_too_small_is_noticed(monkeypatch):
    small = scope("H9.c", sizes=["4 x 2"])
    assert random_dp_sparse.worst_case(small).verdict == "verified"
    monkeypatch.setattr(random_dp_sparse, "failure_bound", lambda n, k: Fraction(1, 8))
    with pytest.raises(InvalidValue, match="bound"):
        random_dp_sparse.worst_case(small)


def test_a_projection_that_is_not_nearest_is_noticed(monkeypatch):
    small = scope("H10.e", n=[2], k=[2])
    assert random_dp_accuracy.nearest_is_nearer(small).verdict == "verified"
    monkeypatch.setattr(random_dp_accuracy, "project", lambda z, n, rule: (n, 0))
    with pytest.raises(InvalidValue, match="fails"):
        random_dp_accuracy.nearest_is_nearer(small)


@pytest.mark.slow
def test_an_eta_that_is_too_small_is_noticed(monkeypatch):
    small = scope("H11.b", alpha=["3"], beta=["5/4"])
    assert sensitivity_noise.small_beta(small).verdict == "verified"
    right = sensitivity_noise._claimed
    monkeypatch.setattr(sensitivity_noise, "_claimed", lambda a, b: right(9 * a, b))
    with pytest.raises(InvalidValue, match="alpha = 3"):
        sensitivity_noise.small_beta(small)


def test_conditions_that_promise_too_little_are_noticed(monkeypatch):
    small = scope("H12.b", alpha=[1], p=["1/2"], s=["1/4", "8"])
    assert sensitivity_noise.repaired(small).verdict == "verified"
    monkeypatch.setattr(sensitivity_noise, "_conditions", lambda *_: (0, 0, 0))
    with pytest.raises(InvalidValue, match="alpha"):
        sensitivity_noise.repaired(small)


def test_a_quantile_that_is_too_low_is_noticed(monkeypatch):
    small = scope("H13.b", sizes=[8], values=[2], delta=["0"], **{"delta'": ["1/2"]})
    assert sensitivity_quantiles.quantile_inequality(small).verdict == "verified"
    monkeypatch.setattr(sensitivity_quantiles, "_quantile", lambda counts, delta: 0)
    with pytest.raises(InvalidValue, match="n = 8"):
        sensitivity_quantiles.quantile_inequality(small)


def test_examples_compared_the_wrong_way_round_are_noticed(monkeypatch):
    small = scope("H14.a", alpha=["1"])
    assert random_dp_examples.one_dimension(small).verdict == "verified"
    right = random_dp_examples.projected_loss
    monkeypatch.setattr(
        random_dp_examples,
        "projected_loss",
        lambda theta, alpha, sparse: right(theta, alpha, sparse=not sparse),
    )
    with pytest.raises(InvalidValue, match="projected loss"):
        random_dp_examples.one_dimension(small)


def test_a_revealing_cell_with_noise_is_noticed(monkeypatch):
    small = scope("H15.a")
    assert random_dp_strength.lonely_row(small).verdict == "verified"
    right = random_dp_strength.sparse_histogram_clamped
    monkeypatch.setattr(
        random_dp_strength,
        "sparse_histogram_clamped",
        lambda n, k, alpha, gamma, release: right(n, k, alpha, 0),
    )
    with pytest.raises(InvalidValue, match="empty cell"):
        random_dp_strength.lonely_row(small)


@pytest.mark.parametrize(("alpha", "beta"), [(1, 1), (3, Fraction(5, 4)), (Fraction(1, 2), 5)])
def test_the_exact_delta_of_the_narrower_law_is_that_of_its_best_event(alpha, beta):
    # P = Lap(0, 1), Q = Lap(d, w) with w = e^-beta, d = alpha w; the event is {x < -low or x > high}
    w, factor = certified(-beta).exp(), certified(2 * alpha).exp()

    def gain(low, high):
        p = ((-low).exp() + (-high).exp()) / 2
        q = ((-(low + alpha * w) / w).exp() + (-(high - alpha * w) / w).exp()) / 2
        return p - factor * q

    gap = certified(beta).exp() - 1
    low, high = (alpha + beta) / gap, (3 * alpha + beta) / gap
    best, closed = gain(low, high), sensitivity_noise._narrower(Fraction(alpha), Fraction(beta))
    assert best.lower(40) <= closed.upper(40)
    assert closed.lower(40) <= best.upper(40)
    for step in (Fraction(1, 100), -Fraction(1, 100)):
        assert gain(low + step, high) < closed
        assert gain(low, high + step) < closed
