"""Mechanisms with the symbol eps, drawn over eps."""

import pytest

from assay import EPS, ln, mechanisms
from assay.errors import InvalidValue, UndecidedError
from assay.plots import plot
from assay.plots.curves import PLACES, is_symbolic


def test_the_curve_is_the_exact_loss():
    m = mechanisms.randomised_response(2 * EPS)
    figure = plot(m)
    (axes,) = figure.axes
    guide, curve = axes.lines
    assert [*guide.get_xdata()] == [0, float(PLACES[-1])]
    assert [*curve.get_xdata()] == [float(eps) for eps in PLACES]
    assert [*curve.get_ydata()] == [float(2 * eps) for eps in PLACES]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["eps", "randomised_response"]


def test_an_infinite_loss_is_said_and_not_drawn():
    figure = plot(mechanisms.randomised_response(EPS), mechanisms.svt_stoddard(EPS))
    texts = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert texts[-1] == "svt_stoddard: the loss is infinite for every eps"


def test_what_cannot_be_drawn_over_eps():
    symbolic, constant = mechanisms.randomised_response(EPS), mechanisms.randomised_response(ln(3))
    assert is_symbolic(symbolic)
    assert not is_symbolic(constant)
    for options in ({"claim": (1, 0)}, {"logarithmic": True}):
        with pytest.raises(InvalidValue, match="substitute an epsilon first"):
            plot(symbolic, **options)
    with pytest.raises(UndecidedError, match="substitute an epsilon first"):
        plot(symbolic, constant)
