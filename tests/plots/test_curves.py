"""What a plot shows: points on the curve, several curves, a claim, exact labels."""

from __future__ import annotations

from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, eps, ln, mechanisms
from assay.errors import AssayError, FloatRefused, InvalidType, InvalidValue, UndecidedError
from assay.plots import curves, plot
from tests.strategies import dists


def shown(figure):
    """The two axes."""
    left, right = figure.axes
    return left, right


def texts(axes):
    return [each.get_text() for each in axes.texts], [t.get_text() for t in axes.get_legend().get_texts()]


def test_the_curve_passes_through_the_breakpoints():
    profile = mechanisms.geometric_truncated(4, ln("5/4")).profile()
    points = curves.profile_points(profile)
    corners = [(float(epsilon), float(delta)) for epsilon, delta in profile.breakpoints]
    assert len(corners) > 2
    assert points[::60][: len(corners)] == corners
    assert [e for e, _ in points] == sorted(e for e, _ in points)
    assert [d for _, d in points] == sorted((d for _, d in points), reverse=True)


@given(dists(), dists())
def test_points_lie_between_the_corners(p, q):
    profile = Mechanism({0: p, 1: q}, [0, 1], adjacency.all_pairs()).profile()
    top, bottom = float(profile.breakpoints[0][1]), float(profile.breakpoints[-1][1])
    for epsilon, delta in curves.profile_points(profile):
        assert isfinite(epsilon)
        assert bottom <= delta <= top


@pytest.mark.parametrize("epsilon", [0, "1/1000000", 1, 5000])
def test_extreme_epsilons_can_be_drawn(epsilon):
    m = mechanisms.randomised_response(eps(epsilon))
    assert all(isfinite(e) and isfinite(d) for e, d in curves.profile_points(m.profile()))
    assert all(0 <= a <= 1 and 0 <= b <= 1 for a, b in curves.tradeoff_points(m.profile()))


def test_two_breakpoints_that_are_one_float():
    small = "1/1" + "0" * 40
    p = Dist({0: f"1/3 + {small}", 1: f"1/3 + {small}/2", 2: f"1/3 - 3*{small}/2"})
    profile = Mechanism({0: p, 1: Dist.uniform(range(3))}, [0, 1], adjacency.all_pairs()).profile()
    corners = [float(epsilon) for epsilon, _ in profile.breakpoints]
    assert len(corners) > len({1 + c for c in corners})
    assert all(isfinite(e) and isfinite(d) for e, d in curves.profile_points(profile))


def test_one_mechanism_has_exact_labels_and_a_claim():
    m = mechanisms.randomised_response(ln(3))
    left, right = shown(m.plot(claim=(1, "1/10")))
    labels, legend = texts(left)
    assert labels == ["(0, 1/2)", "(ln(3), 0)"]
    assert legend == ["claim (1, 1/10)", "private", "delta(epsilon)"]
    assert right.get_title() == "trade-off function"


def test_several_mechanisms_in_one_picture():
    a, b = mechanisms.randomised_response(ln(3)), mechanisms.randomised_response(ln(2))
    left, right = shown(plot(a, b, a.profile(), logarithmic=True))
    assert texts(left)[1] == ["randomised_response", "randomised_response (2)", "profile"]
    assert texts(right)[1] == ["perfect privacy", "randomised_response", "randomised_response (2)", "profile"]
    assert left.get_yscale() == "log"


def test_perfect_privacy_has_no_logarithmic_axis():
    left, _ = shown(plot(mechanisms.randomised_response(0), logarithmic=True))
    assert left.get_yscale() == "linear"


@given(st.integers(0, 12))
def test_a_long_claim_is_shortened(digits):
    m = mechanisms.randomised_response(ln(3))
    left, _ = shown(m.plot(claim=("1/3" + "0" * digits, "1/7" + "0" * digits)))
    assert len(texts(left)[1][0]) <= len("claim (, )") + 2 * curves.LONGEST_LABEL


def test_bad_input():
    m = mechanisms.randomised_response(ln(3))
    with pytest.raises(InvalidValue, match="nothing to plot"):
        plot()
    with pytest.raises(InvalidType, match="has no privacy profile"):
        plot(m, 3)
    with pytest.raises(FloatRefused):
        m.plot(claim=(0.5, 0))
    with pytest.raises(InvalidValue, match="delta of the claim"):
        m.plot(claim=(1, 2))
    with pytest.raises(UndecidedError):
        mechanisms.randomised_response("eps").profile().plot()


def test_the_way_out_without_matplotlib(monkeypatch):
    monkeypatch.setattr("assay.plots.files.find_spec", lambda name: None)
    with pytest.raises(AssayError, match="pip install matplotlib"):
        mechanisms.randomised_response(1).plot()
