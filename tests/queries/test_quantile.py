"""The quantile by the exponential mechanism against ranks that are counted anew."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist, exp, ln
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.queries import exponential_quantile


@pytest.mark.parametrize("quantile", [0, "1/3", "1/2", 1])
def test_a_value_is_the_likelier_the_nearer_its_rank(quantile):
    m = exponential_quantile(2, ln(4), quantile=quantile, values=(0, 3))
    wanted = Fraction(quantile) * 2
    for x in m.domain:
        ranks = {y: abs(len([v for v in x if v < y]) - wanted) for y in range(4)}
        assert m.distribution(x) == Dist.from_weights({y: exp(ln(2) * -r) for y, r in ranks.items()})
    assert m.audit(ln(4)).holds


def test_the_extremes_cost_more_than_half_of_the_claim_with_many_rows():
    ordered = [(0,) * (9 - k) + (9,) * k for k in range(10)]
    m = exponential_quantile(9, ln(16), quantile=0, values=(0, 9), domain=ordered)
    assert m.audit(ln(16)).holds
    assert not m.audit(ln("399/100")).holds


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: exponential_quantile(2, 1, quantile=0.5), FloatRefused, "quantile = 0.5"),
        (lambda: exponential_quantile(2, 1, quantile=2), InvalidValue, "quantile = 2"),
        (lambda: exponential_quantile(0, 1), InvalidValue, "n = 0"),
        (lambda: exponential_quantile(2, 1, values=(1, 0)), InvalidValue, "empty"),
        (lambda: exponential_quantile(2, 1, values=3), InvalidType, "values = 3"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
