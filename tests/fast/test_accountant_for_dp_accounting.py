"""The drop-in accountant: dp-accounting's own events, never below the truth, close to dp-accounting."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.errors import InvalidType, InvalidValue
from assay.fast.accountant import Accountant, Bracket

pytestmark = pytest.mark.peer

dp = pytest.importorskip("dp_accounting", reason="pip install 'assay[peers]'")


@pytest.fixture
def accountant():
    from assay.fast.accountant.for_dp_accounting import CertifiedAccountant

    return CertifiedAccountant


def test_training_code_switches_by_one_line(accountant):
    training = dp.dp_event.SelfComposedDpEvent(
        dp.dp_event.PoissonSampledDpEvent(0.01, dp.dp_event.GaussianDpEvent(1.0)), 1000
    )
    exact = Accountant(width="1e-9").compose(f"gaussian sigma=1 q={Fraction(0.01)} k=1000")
    truth = exact.epsilon("1/1000000")
    found = accountant().compose(training).get_epsilon(1e-6)
    assert truth.lower <= Fraction(found) <= truth.lower * (1 + Fraction(1, 5000))
    theirs = dp.pld.PLDAccountant().compose(training).get_epsilon(1e-6)
    assert truth.lower <= Fraction(theirs) * (1 + Fraction(1, 10**6))


@pytest.mark.parametrize(
    "event",
    [
        dp.dp_event.GaussianDpEvent(2.0),
        dp.dp_event.LaplaceDpEvent(2.0),
        dp.dp_event.DiscreteLaplaceDpEvent(0.5, 1),
        dp.dp_event.ComposedDpEvent([dp.dp_event.GaussianDpEvent(2.0), dp.dp_event.LaplaceDpEvent(4.0)]),
    ],
    ids=lambda e: type(e).__name__,
)
def test_agrees_with_its_accountant_up_to_its_grid(accountant, event):
    for relation in (dp.NeighboringRelation.ADD_OR_REMOVE_ONE, dp.NeighboringRelation.REPLACE_ONE):
        mine = accountant(relation).compose(event, 5)
        if relation == dp.NeighboringRelation.ADD_OR_REMOVE_ONE:
            theirs = dp.pld.PLDAccountant(relation).compose(event, 5)
            assert abs(Fraction(mine.get_delta(1.0)) - Fraction(theirs.get_delta(1.0))) < Fraction(1, 1000)
        assert 0 < mine.get_delta(1.0) < 1


def test_extremes(accountant):
    assert accountant().get_epsilon(1e-6) == 0.0
    assert accountant().compose(dp.dp_event.NoOpDpEvent()).get_delta(0.0) == 0.0
    revealing = accountant().compose(dp.dp_event.NonPrivateDpEvent())
    assert revealing.get_epsilon(0.5) == float("inf")
    assert revealing.get_delta(float("inf")) == 1.0
    assert (
        accountant()
        .compose(dp.dp_event.PoissonSampledDpEvent(0.0, dp.dp_event.GaussianDpEvent(1.0)))
        .get_delta(0.0)
        == 0.0
    )


def test_unsupported_events_and_bad_input(accountant):
    assert not accountant().supports(dp.dp_event.UnsupportedDpEvent())
    with pytest.raises(dp.privacy_accountant.UnsupportedEventError):
        accountant().compose(dp.dp_event.UnsupportedDpEvent())
    with pytest.raises(InvalidValue, match="target_delta"):
        accountant().compose(dp.dp_event.GaussianDpEvent(1.0)).get_epsilon(float("nan"))
    with pytest.raises(InvalidType, match="target_delta"):
        accountant().compose(dp.dp_event.GaussianDpEvent(1.0)).get_epsilon("x")
    with pytest.raises(InvalidValue, match="neighboring_relation"):
        accountant(dp.NeighboringRelation.REPLACE_SPECIAL)


def test_the_bracket_type_is_what_it_promises():
    assert isinstance(Accountant().compose("gaussian sigma=1").delta(1), Bracket)
