"""Training code as it is written around dp-accounting's accountants, with the certified one instead."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from math import isfinite, isnan

import numpy as np
import pytest

from assay.accounting import Bracket, Rounds
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue

pytestmark = pytest.mark.peer

dp = pytest.importorskip("dp_accounting", reason="pip install 'assay[peers]'")

INF = float("inf")
E = dp.dp_event


@pytest.fixture
def accountant():
    from assay.accounting.for_dp_accounting import CertifiedAccountant

    return CertifiedAccountant


def sgd_event(noise: float, batch: int, records: int, epochs: int):
    """The event of DP-SGD as tutorials build it."""
    steps = epochs * records // batch
    builder = dp.dp_event_builder.DpEventBuilder()
    builder.compose(E.PoissonSampledDpEvent(batch / records, E.GaussianDpEvent(noise)), steps)
    return builder.build()


def test_epsilon_of_a_training_run(accountant):
    event = sgd_event(1.1, 256, 60_000, 15)
    found = {}
    for name, make in {
        "rdp": lambda: dp.rdp.RdpAccountant(),
        "pld": lambda: dp.pld.PLDAccountant(),
        "ours": lambda: accountant(),
    }.items():
        made = make()
        made.compose(event)
        found[name] = made.get_epsilon(1e-5)
    assert found["ours"] <= found["pld"] * 1.001
    assert found["pld"] <= found["ours"] * 1.01
    assert found["ours"] < found["rdp"]


def test_step_by_step_is_the_whole_run(accountant):
    one = E.PoissonSampledDpEvent(0.01, E.GaussianDpEvent(1.0))
    stepwise, whole = accountant(), accountant().compose(one, 300)
    for _ in range(300):
        assert stepwise.compose(one) is stepwise
    assert stepwise.get_epsilon(1e-5) == whole.get_epsilon(1e-5)
    assert stepwise.ledger == whole.ledger == E.SelfComposedDpEvent(one, 300)
    assert accountant().compose(E.SelfComposedDpEvent(one, 300)).get_epsilon(1e-5) == whole.get_epsilon(1e-5)


def test_adaptive_clipping_and_federated_rounds(accountant):
    """Several Gaussian sums of one sample, as adaptive clipping composes them."""
    event = E.PoissonSampledDpEvent(
        0.02, E.ComposedDpEvent([E.GaussianDpEvent(1.2), E.GaussianDpEvent(np.float64(20.0))])
    )
    rounds = E.ComposedDpEvent([E.SelfComposedDpEvent(event, 50), E.GaussianDpEvent(30.0)])
    mine = accountant().compose(rounds).get_epsilon(1e-6)
    renyi = dp.rdp.RdpAccountant().compose(rounds).get_epsilon(1e-6)
    alone = accountant().compose(E.PoissonSampledDpEvent(0.02, E.GaussianDpEvent(1.2)), 50).get_epsilon(1e-6)
    assert alone < mine < renyi


def test_calibration_of_noise(accountant):
    target, delta = 2.0, 1e-6

    def event(noise: float):
        return E.SelfComposedDpEvent(E.GaussianDpEvent(noise), 100)

    noise = dp.calibrate_dp_mechanism(accountant, event, target, delta)
    mine = accountant().compose(event(noise)).get_epsilon(delta)
    assert mine <= target
    assert accountant().compose(event(noise * 0.999)).get_epsilon(delta) > target
    other = dp.calibrate_dp_mechanism(dp.pld.PLDAccountant, event, target, delta)
    assert abs(Fraction(noise) / Fraction(other) - 1) < Fraction(1, 1000)


def test_calibration_of_sampled_noise_and_of_steps(accountant):
    def make():
        return accountant(dp.NeighboringRelation.ADD_OR_REMOVE_ONE, "1/1000")

    def trained(noise: float):
        return E.SelfComposedDpEvent(E.PoissonSampledDpEvent(0.01, E.GaussianDpEvent(noise)), 500)

    bracket = dp.ExplicitBracketInterval(0.5, 3.0)
    noise = dp.calibrate_dp_mechanism(make, trained, 1.0, 1e-5, bracket, tol=1e-3)
    assert make().compose(trained(noise)).get_epsilon(1e-5) <= 1.0

    def many(steps: int):
        return E.SelfComposedDpEvent(E.GaussianDpEvent(20.0), steps) if steps else E.NoOpDpEvent()

    steps = dp.calibrate_dp_mechanism(make, many, 1.0, 1e-5, dp.LowerEndpointAndGuess(0, 10), discrete=True)
    assert make().compose(many(steps)).get_epsilon(1e-5) <= 1.0
    assert make().compose(many(steps + 2)).get_epsilon(1e-5) > 1.0


def test_it_is_one_of_their_accountants(accountant):
    mine = accountant()
    assert isinstance(mine, dp.PrivacyAccountant)
    assert mine.neighboring_relation == dp.NeighboringRelation.ADD_OR_REMOVE_ONE
    assert mine.ledger == E.NoOpDpEvent()
    assert mine.supports(E.GaussianDpEvent(1.0))
    assert mine.ledger == E.NoOpDpEvent()
    for absent in ("get_epsilon_and_optimal_order", "rdp", "orders"):
        assert not hasattr(mine, absent)
    mine.compose(E.GaussianDpEvent(1.0))
    before = mine.get_epsilon(1e-5)
    for twin in (copy.deepcopy(mine), pickle.loads(pickle.dumps(mine))):
        assert twin.get_epsilon(1e-5) == before
        assert twin.compose(E.GaussianDpEvent(1.0)).get_epsilon(1e-5) > before
    assert mine.get_epsilon(1e-5) == before


def test_parameters_of_their_constructors(accountant):
    replace = dp.NeighboringRelation.REPLACE_ONE
    assert accountant(replace).neighboring_relation == replace
    assert accountant(neighboring_relation=replace).neighboring_relation == replace
    for name, value in (("value_discretization_interval", 1e-4), ("orders", [2.0, 3.0])):
        with pytest.raises(InvalidType, match=f"{name} = .*leave it out"):
            accountant(**{name: value})
    with pytest.raises(InvalidType, match=r"neighboring_relation = \[1\.5, 2\.0\] is a list"):
        accountant([1.5, 2.0])
    with pytest.raises(FloatRefused, match="relative_width"):
        accountant(replace, 1e-4)
    with pytest.raises(InvalidValue, match="relative_width"):
        accountant(relative_width=0)


def test_parameters_of_numpy(accountant):
    event = E.PoissonSampledDpEvent(np.float32(0.25), E.GaussianDpEvent(np.float64(1.5)))
    plain = E.PoissonSampledDpEvent(0.25, E.GaussianDpEvent(1.5))
    mine = accountant().compose(E.SelfComposedDpEvent(event, 7))
    other = accountant().compose(plain, 7)
    assert mine.get_epsilon(np.float64(1e-5)) == other.get_epsilon(1e-5)
    assert isinstance(mine.get_epsilon(1e-5), float)
    mixed = E.MixtureOfGaussiansDpEvent(1, np.array([0.0, 1.0]), np.array([0.75, 0.25]))
    assert accountant().compose(mixed).get_delta(1) == accountant().compose(
        E.PoissonSampledDpEvent(0.25, E.GaussianDpEvent(1))
    ).get_delta(1.0)


WRONG = [
    E.GaussianDpEvent(-1.0),
    E.GaussianDpEvent(float("nan")),
    E.GaussianDpEvent(INF),
    E.GaussianDpEvent("1"),
    E.GaussianDpEvent(None),
    E.GaussianDpEvent(True),
    E.GaussianDpEvent(np.array([1.0, 2.0])),
    E.LaplaceDpEvent(-1.0),
    E.DiscreteLaplaceDpEvent(1.0, 1.5),
    E.DiscreteLaplaceDpEvent(1.0, -1),
    E.DiscreteLaplaceDpEvent(1.0, None),
    E.PoissonSampledDpEvent(-0.1, E.GaussianDpEvent(1.0)),
    E.PoissonSampledDpEvent(1.1, E.GaussianDpEvent(1.0)),
    E.PoissonSampledDpEvent(float("nan"), E.GaussianDpEvent(1.0)),
    E.PoissonSampledDpEvent(0.1, None),
    E.SelfComposedDpEvent(E.GaussianDpEvent(1.0), -1),
    E.SelfComposedDpEvent(E.GaussianDpEvent(1.0), 1.5),
    E.SelfComposedDpEvent(None, 2),
    E.ComposedDpEvent(None),
    E.ComposedDpEvent([None]),
    E.ComposedDpEvent([E.GaussianDpEvent(1.0), E.GaussianDpEvent(-2.0)]),
    E.MixtureOfGaussiansDpEvent(1.0, [0.0, -1.0], [0.5, 0.5]),
    E.MixtureOfGaussiansDpEvent(1.0, [0.0, 1.0], [0.5, 0.4]),
    E.MixtureOfGaussiansDpEvent(1.0, [0.0, 1.0], [0.5]),
    E.MixtureOfGaussiansDpEvent(1.0, [], []),
    E.MixtureOfGaussiansDpEvent(1.0, None, [1.0]),
    E.MixtureOfGaussiansDpEvent(-1.0, [1.0], [1.0]),
    E.TruncatedSubsampledGaussianDpEvent(-5, 0.1, 2, 1.0),
    E.TruncatedSubsampledGaussianDpEvent(5, 2.0, 2, 1.0),
    E.TruncatedSubsampledGaussianDpEvent(5, 0.5, 2, -1.0),
    E.TruncatedSubsampledGaussianDpEvent(10**14, 0.5, 10**13 * 5, 1.0),
]


@pytest.mark.parametrize("event", WRONG, ids=lambda e: str(e)[:80])
def test_wrong_events_are_refused_before_anything_is_composed(accountant, event):
    mine = accountant()
    assert not mine.supports(event)
    with pytest.raises(dp.privacy_accountant.UnsupportedEventError, match="DpEvent") as refused:
        mine.compose(event)
    assert "caused by subevent" in str(refused.value)
    assert mine.ledger == E.NoOpDpEvent()
    assert mine.get_epsilon(1e-5) == 0.0


def test_the_innermost_event_is_blamed(accountant):
    inner = E.GaussianDpEvent(-2.0)
    with pytest.raises(dp.privacy_accountant.UnsupportedEventError) as refused:
        accountant().compose(E.ComposedDpEvent([E.GaussianDpEvent(1.0), E.SelfComposedDpEvent(inner, 2)]))
    assert str(refused.value).endswith(f"caused by subevent {inner}.")


def test_counts_are_judged_as_theirs_are(accountant):
    for count in (0, -1):
        with pytest.raises((ValueError, dp.privacy_accountant.UnsupportedEventError)):
            accountant().compose(E.GaussianDpEvent(1.0), count)
    with pytest.raises(TypeError):
        accountant().compose("no event")


EXTREMES = {
    "nothing": E.NoOpDpEvent(),
    "never sampled": E.PoissonSampledDpEvent(0.0, E.GaussianDpEvent(1.0)),
    "always sampled": E.PoissonSampledDpEvent(1.0, E.GaussianDpEvent(1.0)),
    "everything revealed": E.NonPrivateDpEvent(),
    "no noise": E.GaussianDpEvent(0.0),
    "revealed at random": E.PoissonSampledDpEvent(0.5, E.NonPrivateDpEvent()),
    "a million": E.SelfComposedDpEvent(E.GaussianDpEvent(1000.0), 10**6),
    "ten thousand sampled": E.SelfComposedDpEvent(
        E.PoissonSampledDpEvent(0.01, E.GaussianDpEvent(1.0)), 10**4
    ),
    "a million of Laplace": E.SelfComposedDpEvent(E.LaplaceDpEvent(1000.0), 10**6),
    "little noise": E.GaussianDpEvent(1e-5),
    "huge noise": E.GaussianDpEvent(1e300),
    "tiny rate": E.PoissonSampledDpEvent(1e-300, E.GaussianDpEvent(1.0)),
    "few of a mixture": E.SelfComposedDpEvent(
        E.MixtureOfGaussiansDpEvent(1.0, [0.0, 1.0, 2.0], [0.81, 0.18, 0.01]), 3
    ),
    "a response": E.RandomizedResponseDpEvent(0.5, 3),
}


@pytest.mark.filterwarnings("ignore::assay.accounting.for_dp_accounting.WideBound")
@pytest.mark.parametrize("name", EXTREMES)
def test_extremes_are_never_nan_nor_negative(accountant, name):
    relation = dp.NeighboringRelation.REPLACE_SPECIAL
    mine = accountant(relation, "1/100").compose(EXTREMES[name])
    epsilons = {delta: mine.get_epsilon(delta) for delta in (0.0, 5e-324, 1e-300, 1e-6, 0.5, 1.0)}
    deltas = {epsilon: mine.get_delta(epsilon) for epsilon in (0.0, 1e-300, 1.0, 1e6, 1e308, INF)}
    for value in (*epsilons.values(), *deltas.values()):
        assert isinstance(value, float)
        assert not isnan(value)
        assert value >= 0
    assert all(delta <= 1 for delta in deltas.values())
    assert list(epsilons.values()) == sorted(epsilons.values(), reverse=True)
    assert epsilons[1.0] == 0
    assert deltas[0.0] >= deltas[1.0] >= deltas[1e6] >= deltas[INF]
    if name in ("nothing", "never sampled"):
        assert set(epsilons.values()) == set(deltas.values()) == {0.0}
    if name in ("everything revealed", "no noise"):
        assert set(deltas.values()) == {1.0}
        assert epsilons[0.5] == INF
    if name == "revealed at random":
        assert min(deltas.values()) >= 0.5
        assert max(deltas.values()) <= 0.5 * (1 + 2**-50)
        assert epsilons[1e-6] == INF
        assert epsilons[0.5] == 0.0
    if name in (
        "a million",
        "ten thousand sampled",
        "a million of Laplace",
        "huge noise",
        "few of a mixture",
    ):
        assert isfinite(epsilons[1e-300])
        assert deltas[1e308] < 1e-300


def test_an_epsilon_beyond_all_floats(accountant):
    from assay.accounting.for_dp_accounting import WideBound

    with pytest.warns(WideBound):
        assert accountant().compose(E.GaussianDpEvent(1e-300)).get_epsilon(1e-6) == INF


def test_delta_and_epsilon_out_of_range(accountant):
    mine = accountant().compose(E.GaussianDpEvent(1.0))
    for delta in (-1e-9, 1.5, float("nan"), INF, -INF):
        with pytest.raises(InvalidValue, match="delta"):
            mine.get_epsilon(delta)
    for epsilon in (-1e-9, float("nan"), -INF):
        with pytest.raises(InvalidValue, match="target_epsilon"):
            mine.get_delta(epsilon)
    for wrong in ("1e-5", None, [1e-5], True):
        with pytest.raises(InvalidType, match="target_delta"):
            mine.get_epsilon(wrong)


def test_a_bound_that_is_too_wide_is_still_a_bound(accountant, monkeypatch):
    """Where the budget ends first, the larger of the known bounds of both directions, with a warning."""
    from assay.accounting.for_dp_accounting import WideBound

    mine = accountant().compose(E.PoissonSampledDpEvent(0.5, E.LaplaceDpEvent(1.0)), 3)
    rounds = mine._certified.rounds
    ends: dict[str, Fraction | None] = {"remove": Fraction(3), "add": Fraction(2)}

    def stopped(self, delta, width="1/1000"):
        raise BudgetExceeded("no time", {"bracket": Bracket(Fraction(1), ends[self.directions[0]])})

    assert rounds.directions == ("remove", "add")
    monkeypatch.setattr(Rounds, "epsilon", stopped)
    with pytest.warns(WideBound, match="no time"):
        assert mine.get_epsilon(1e-5) == 3.0
    ends["add"] = None
    with pytest.warns(WideBound):
        assert mine.get_epsilon(1e-5) == INF
