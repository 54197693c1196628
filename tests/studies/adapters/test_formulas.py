"""The closed forms as text, against the truths that they are to recompute."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from assay.exact import INFINITY, certified
from assay.studies.adapters import _formulas as formulas
from assay.studies.adapters import _renyi
from assay.studies.adapters._truths import ball
from assay.studies.adapters.autodp import banks, truths
from tests.studies.survey.recheck.values import evaluated

HALF, TWO, TENTH = Fraction(1, 2), Fraction(2), Fraction(1, 10)


def exponential(x):
    return ball(lambda b: b.exp(), f"exp({x})", x)


def screened(logp, logq, alpha):
    return _renyi.coins_renyi(exponential(logp), exponential(logq), alpha)


def of_orders(definition, truth, **point):
    return [
        (definition, truth, {**point, "alpha": alpha})
        for alpha in (Fraction(1), Fraction(3, 2), TWO, INFINITY)
    ]


CASES = [
    *of_orders(formulas.LAPLACE, lambda b, alpha: _renyi.laplace_renyi(b, alpha), b=TWO),
    (formulas.LAPLACE, lambda b, alpha: _renyi.laplace_renyi(b, alpha), {"b": TWO, "alpha": HALF}),
    *of_orders(formulas.PURE, lambda eps, alpha: _renyi.response_renyi(eps, alpha), eps=HALF),
    *of_orders(formulas.RESPONSE, truths.response_divergence, p=TENTH),
    *of_orders(formulas.SCREEN, screened, logp=-HALF, logq=-TWO),
    (formulas.TRADEOFF, truths.approximate_tradeoff, {"eps": HALF, "delta": TENTH, "fpr": HALF}),
    (
        formulas.PURE_TRADEOFF,
        lambda eps, fpr: truths.approximate_tradeoff(eps, 0, fpr),
        {"eps": HALF, "fpr": TENTH},
    ),
    (formulas.LOG_DELTA, banks._log_delta, {"sigma": TWO, "eps": HALF}),
    (truths.tradeoff_definition, truths.gaussian_tradeoff, {"sigma": TWO, "fpr": TENTH}),
    (
        lambda rate, sigma, alpha: formulas.sampled(rate, sigma, alpha),
        _renyi.sampled_gaussian_renyi,
        {"rate": TENTH, "sigma": TWO, "alpha": Fraction(5)},
    ),
]


@pytest.mark.parametrize(("definition", "truth", "point"), CASES)
def test_the_text_is_the_closed_form(definition, truth, point):
    text = definition(**point)
    exact = certified(truth(**point))
    with mpmath.workdps(50):
        found = evaluated(text["formula"], text["at"])
        assert mpmath.almosteq(found, mpmath.mpf(str(exact.decimal(30))), rel_eps=mpmath.mpf(10) ** -25)


def test_a_quantile_that_is_too_small_is_noticed():
    """The text is large then, so that it refutes nothing."""
    text = formulas.gaussian_tradeoff(Fraction(1))(sigma=TWO, fpr=TENTH)
    assert evaluated(text["formula"], text["at"]) > 1
