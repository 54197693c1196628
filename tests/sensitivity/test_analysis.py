"""Every probability of section 6, against all sequences of rows."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, number
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import certified, eps
from assay.queries.random_sensitivity import pair_quantile, u_quantile
from assay.sensitivity import (
    laplace_delta,
    mean,
    median,
    ridge_logistic,
    ridge_logistic_sensitivity,
    sensitivity_analysis,
)
from tests.effort import fewer

LAWS = st.sampled_from(
    [Dist({0: "1/2", 1: "1/2"}), Dist({6: "1/10", 0: "9/10"}), Dist({0: "1/2", 1: "1/3", 5: "1/6"})]
)
QUANTILES = {"pairs": pair_quantile, "u": u_quantile}


def by_sequences(rows, n, alpha, beta, delta, estimator, process):
    """gamma1, gamma2, with h, with independent rows, gamma, in either order."""
    factor, eta = eps(beta).exp(), (-eps(alpha) / (2 * Fraction(beta))).exp()
    totals = [Fraction(0)] * 6
    for draws in product(rows.support, repeat=n + 1):
        mass = prod((rows[v].as_fraction() for v in draws), start=Fraction(1))
        x, y = draws[:n], (*draws[: n - 1], draws[n])
        s, t = (QUANTILES[process](z, delta) / n for z in (x, y))
        g, f = (estimator({v: z.count(v) for v in rows.support}) for z in (x, y))
        h, change = Fraction(abs(x[-1] - y[-1]), n), abs(g - f)
        outer = sum(
            (rows[a] * rows[b]).as_fraction()
            for a, b in product(rows.support, repeat=2)
            if number(Fraction(abs(a - b), n)) > min(s, t)
        )
        shift = certified(change) * certified(eps(alpha))
        one, two = (laplace_delta(2 * eps(alpha), shift, *both) > eta for both in ((s, t), (t, s)))
        holds = [int(e) for e in (s > factor * t, change > min(s, t), h > min(s, t))]
        shares = [*holds, outer, int(one), int(one or two)]
        totals = [total + mass * share for total, share in zip(totals, shares, strict=True)]
    return totals


@pytest.mark.parametrize("process", ["pairs", "u"])
@pytest.mark.parametrize("estimator", [mean, median])
@given(
    LAWS, st.sampled_from([1, "1/3"]), st.sampled_from(["1/10", "5/4"]), st.sampled_from([0, "1/4", "3/4"])
)
@fewer(12)
def test_against_all_sequences(process, estimator, rows, alpha, beta, delta):
    found = sensitivity_analysis(rows, 4, alpha, beta, delta, estimator=estimator, process=process)
    assert [
        found.gamma1,
        found.gamma2,
        found.gamma2_rows,
        found.gamma2_independent,
        found.gamma,
        found.gamma_both,
    ] == by_sequences(rows, 4, alpha, beta, delta, estimator, process)
    assert found.gamma <= found.gamma_both <= found.bound.gamma
    assert found.achieves(found.gamma_both)
    assert found.achieves(number(found.gamma_both) / 2) == (found.gamma_both == 0)
    if estimator is mean:
        assert found.covered
        assert sensitivity_analysis(rows, 4, alpha, beta, delta, process=process) == found


def test_logistic_regression():
    rows = Dist({-1: "1/3", 2: "2/3"})
    for h, covered in ((ridge_logistic_sensitivity("1/10"), True), (None, False)):
        found = sensitivity_analysis(rows, 6, 1, "1/5", "1/3", estimator=ridge_logistic("1/10"), h=h)
        assert found.covered == covered
        assert found.gamma_both <= found.bound.gamma
        assert found.gamma2 >= found.gamma2_rows or covered


def test_thousands_of_rows_and_its_text():
    found = sensitivity_analysis(Dist({0: "1/2", 1: "1/3", 3: "1/6"}), 2000, 1, "1/10", "1/10")
    assert found.achieves("1/10000")
    assert not found.achieves(0)
    text = str(found)
    assert "n = 2000" in text
    assert "2 gamma1 + gamma2" in text
    assert "exceeds h/n" not in text


def test_bad_input():
    fair = Dist({0: "1/2", 1: "1/2"})
    for call, error, message in (
        (lambda: sensitivity_analysis(fair, 3, 1, "1/2", 0), InvalidValue, "n = 3 rows cannot be paired"),
        (lambda: sensitivity_analysis(fair, 4, 0, "1/2", 0), InvalidValue, "alpha = 0"),
        (lambda: sensitivity_analysis(fair, 4, 1, 2, 0), InvalidValue, "e\\^beta <= 1"),
        (lambda: sensitivity_analysis(fair, 4, 1.0, 1, 0), FloatRefused, "alpha = 1.0"),
        (lambda: sensitivity_analysis(fair, 4, 1, 1, 1), InvalidValue, "delta = 1"),
        (lambda: sensitivity_analysis(fair, 4, 1, 1, 0, estimator=3), InvalidType, "estimator is 3"),
        (lambda: sensitivity_analysis(fair, 4, 1, 1, 0, process="x"), InvalidValue, "process = 'x'"),
        (lambda: sensitivity_analysis(fair, True, 1, 1, 0), InvalidType, "n = True"),
        (lambda: sensitivity_analysis(fair, 4, 1, 1, 0, estimator=lambda r: 0.5), FloatRefused, "g"),
        (lambda: sensitivity_analysis(fair, 4, 1, 1, 0).achieves(2), InvalidValue, "gamma = 2"),
        (lambda: sensitivity_analysis(Dist.uniform("ab"), 4, 1, 1, 0), InvalidValue, "row = 'a'|'a'"),
    ):
        with pytest.raises(error, match=message):
            call()
