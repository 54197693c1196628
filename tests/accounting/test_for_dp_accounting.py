"""The drop-in accountant: dp-accounting's own events, never below the truth, close to dp-accounting."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.accounting import Accountant, Bracket
from assay.errors import InvalidType, InvalidValue

pytestmark = pytest.mark.peer

dp = pytest.importorskip("dp_accounting", reason="pip install 'assay[peers]'")


@pytest.fixture
def accountant():
    from assay.accounting.for_dp_accounting import CertifiedAccountant

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
    with pytest.raises(InvalidType, match="neighboring_relation = 'ADD'"):
        accountant("ADD")


GRID = [(0.01, 0.8, 30), (0.1, 2.0, 5), (1.0, 3.0, 20), (0.001, 1.0, 2000)]


@pytest.mark.parametrize(("rate", "noise", "count"), GRID)
@pytest.mark.parametrize("kind", ["GaussianDpEvent", "LaplaceDpEvent"])
def test_sampled_noise_beside_its_accountant(accountant, kind, rate, noise, count):
    if kind == "LaplaceDpEvent" and count > 100:
        count = 100
    one = getattr(dp.dp_event, kind)(noise)
    event = dp.dp_event.SelfComposedDpEvent(dp.dp_event.PoissonSampledDpEvent(rate, one), count)
    mine, theirs = accountant().compose(event), dp.pld.PLDAccountant().compose(event)
    for delta in (1e-3, 1e-6):
        upper, other = mine.get_epsilon(delta), theirs.get_epsilon(delta)
        # theirs is pessimistic on a grid of 1e-4: it is not below the truth, and little above it
        assert (
            Fraction(upper) * Fraction(9998, 10000)
            <= Fraction(other)
            <= Fraction(upper) + Fraction(count, 100)
        )


@pytest.mark.parametrize(("noise", "buckets"), [(0.5, 2), (0.25, 5), (1.0, 3), (0.5, 1)])
def test_randomised_response_is_exact(accountant, noise, buckets):
    event = dp.dp_event.RandomizedResponseDpEvent(noise, buckets)
    mine = accountant(dp.NeighboringRelation.REPLACE_ONE).compose(event, 1)
    high, low = 1 - Fraction(noise) + Fraction(noise) / buckets, Fraction(noise) / buckets
    assert Fraction(mine.get_delta(0.0)) >= (high - low if buckets > 1 else 0)
    if noise < 1:
        theirs = dp.pld.PLDAccountant(dp.NeighboringRelation.REPLACE_ONE).compose(event, 1)
        assert abs(Fraction(mine.get_delta(0.25)) - Fraction(theirs.get_delta(0.25))) < Fraction(1, 1000)
    else:
        assert mine.get_delta(0.0) == 0.0


def test_the_bracket_type_is_what_it_promises():
    assert isinstance(Accountant().compose("gaussian sigma=1").delta(1), Bracket)
