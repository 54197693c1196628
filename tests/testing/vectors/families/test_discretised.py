"""Losses on a grid: what is kept, and deltas on both sides of the exact one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import eps, ln
from assay.composition import PrivacyLoss
from assay.dp import Dist
from assay.errors import InvalidValue
from assay.exact import Number, exp
from assay.testing.vectors.families import reference
from assay.testing.vectors.families.discretised import discretised, index_above

WIDTHS = st.sampled_from([eps("1/3"), eps("1"), ln(2), ln(2) / 2, eps("2/5")])


@st.composite
def distributions(draw, size=3):
    weights = draw(st.lists(st.integers(0, 6), min_size=size, max_size=size).filter(any))
    return Dist({i: Fraction(w, sum(weights)) for i, w in enumerate(weights)})


@given(st.fractions(Fraction(1, 30), 50, max_denominator=30), WIDTHS)
def test_the_index_above_is_the_smallest(ratio, width):
    loss, i = ln(ratio), index_above(ln(ratio), width)
    assert width * i >= loss > width * (i - 1)


@given(distributions(), distributions(), WIDTHS, st.sampled_from(["up", "down", "connect"]))
def test_probabilities_are_kept_and_by_connected_dots_those_of_q_too(p, q, width, rounding):
    found = discretised(p, q, width, rounding)
    assert sum(found.masses.values(), found.infinite) == 1
    assert found.infinite == p.prob(o for o in p.support if not q[o])
    if rounding == "connect":
        of_q = sum((mass * exp(width * -i) for i, mass in found.masses.items()), Number(0))
        assert of_q == q.prob(o for o in p.support)
        assert all(mass >= 0 for mass in found.masses.values())


@given(distributions(), distributions(), WIDTHS, st.integers(1, 3), st.sampled_from(["0", "1/2", "ln(3)"]))
def test_the_exact_delta_lies_between(p, q, width, k, epsilon):
    level = eps(epsilon)
    exact = PrivacyLoss.of(p, q, k).delta(level)
    up, connected, down = (
        discretised(p, q, width, rounding).power(k).delta(width, level)
        for rounding in ("up", "connect", "down")
    )
    assert down <= exact <= connected <= up


def asked(**changes):
    given = {"p": ["3/4", "1/4"], "q": ["1/4", "3/4"], "width": "ln(2)", "rounding": "up", **changes}
    return reference("discretised_loss", given)


def test_by_hand():
    assert asked() == [["-1", "1/4"], ["2", "3/4"]]  # ln 3 is between ln 2 and ln 4
    assert asked(rounding="down") == [["-2", "1/4"], ["1", "3/4"]]
    # a + b = 3/4, a/2 + b/4 = 1/4; c + d = 1/4, 4 c + 2 d = 3/4
    assert asked(rounding="connect") == [["-2", "1/8"], ["-1", "1/8"], ["1", "1/4"], ["2", "1/2"]]
    assert asked(width="ln(3)") == [["-1", "1/4"], ["1", "3/4"]]
    one_sided = {"p": ["1/2", "1/2"], "q": ["1", "0"]}
    assert asked(**one_sided) == [["-1", "1/2"], ["inf", "1/2"]]
    given = {**one_sided, "width": "ln(2)", "k": "3", "epsilon": "0"}
    assert reference("pessimistic_delta", {**given, "rounding": "up"}) == "7/8"
    assert reference("optimistic_delta", given) == "7/8"


@pytest.mark.parametrize("bad", [{"width": "0"}, {"width": "inf"}, {"width": "1e-9"}, {"rounding": "even"}])
def test_what_is_no_grid_is_refused(bad):
    with pytest.raises(InvalidValue):
        asked(**bad)
