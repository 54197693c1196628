"""The drop-ins for opacus: its methods and its arguments, upper bounds, and the noise they find."""

from __future__ import annotations

import sys
from fractions import Fraction
from math import comb, exp, inf, pi, sqrt
from types import ModuleType, SimpleNamespace

import pytest

from assay.accounting import Accountant, for_opacus
from assay.accounting.for_opacus import (
    CertifiedAccountant,
    get_noise_multiplier,
    is_beyond_floats,
    pair_of,
    register,
)
from assay.errors import InvalidType, InvalidValue


def trained(*steps):
    accountant = CertifiedAccountant()
    for noise, rate, count in steps:
        for _ in range(count):
            accountant.step(noise_multiplier=noise, sample_rate=rate)
    return accountant


def test_epsilon_is_the_upper_end_at_the_values_of_the_floats():
    accountant = trained((1.0, 0.01, 20), (2.0, 0.5, 1), (1.0, 0.01, 2))
    assert accountant.history == [(1.0, 0.01, 20), (2.0, 0.5, 1), (1.0, 0.01, 2)]
    assert len(accountant) == 23
    exact = (
        Accountant(width="1e-6")
        .compose(f"gaussian sigma=1 q={Fraction(0.01)} k=22")
        .compose("gaussian sigma=2 q=1/2")
    )
    truth = exact.epsilon(Fraction(1e-6))
    found = Fraction(accountant.get_epsilon(1e-6))
    assert truth.lower <= found <= truth.upper * (1 + Fraction(1, 500))
    assert Fraction(accountant.get_epsilon(delta=1e-6, relative_width="1e-5")) <= truth.upper * (
        1 + Fraction(1, 50000)
    )


def test_extremes():
    assert CertifiedAccountant().get_epsilon(1e-6) == 0.0
    assert len(CertifiedAccountant()) == 0
    assert trained((0.0, 0.01, 2)).get_epsilon(1e-6) == float("inf")
    assert trained((0.0, 0.0, 2)).get_epsilon(1e-6) == 0.0
    assert trained((0.0, 0.01, 2)).get_epsilon(0.5) == 0.0


def test_the_hook_counts_accumulated_iterations():
    accountant = CertifiedAccountant()
    hook = accountant.get_optimizer_hook_fn(0.125)
    for batches in (2, 2, 1, 3):
        hook(SimpleNamespace(noise_multiplier=1.5, accumulated_iterations=batches))
    assert accountant.history == [(1.5, 0.125, 2, 2), (1.5, 0.125, 1), (1.5, 0.125, 1, 3)]
    assert len(accountant) == 4
    other = CertifiedAccountant()
    other.load_state_dict(accountant.state_dict())
    assert other.history == accountant.history


@pytest.mark.parametrize("batches", [2, 3])
def test_a_record_in_several_accumulated_batches_counts_as_often(batches):
    """delta by its definition: noise on a sum that a record moves by J ~ Bin(batches, 1/2)."""
    accountant = CertifiedAccountant()
    accountant.step(noise_multiplier=1.0, sample_rate=0.5, batches=batches)
    bound, delta = accountant.get_epsilon(1e-3), 0.0
    for i in range(-12_000, 20_000):
        x = i / 1000
        p = sum(comb(batches, j) / 2**batches * exp(-((x - j) ** 2) / 2) for j in range(batches + 1))
        delta += max(0.0, p - exp(bound) * exp(-x * x / 2)) / sqrt(2 * pi) / 1000
    assert 0.99e-3 < delta < 1.0001e-3
    one = CertifiedAccountant()
    one.step(noise_multiplier=1.0, sample_rate=0.5 * min(batches, 2))
    assert bound > one.get_epsilon(1e-3)


def test_without_noise_accumulated_batches_reveal_who_is_in_one_of_them():
    accountant = CertifiedAccountant()
    accountant.step(noise_multiplier=0.0, sample_rate=0.5, batches=3)
    assert accountant.get_epsilon(0.875) == 0.0
    assert accountant.get_epsilon(0.87) == float("inf")
    accountant.step(noise_multiplier=0.0, sample_rate=0.0, batches=2)
    assert accountant.get_epsilon(0.875) == 0.0


@pytest.mark.parametrize("batches", [0, -1, 1.5, True, "2"])
def test_batches_that_are_none(batches):
    with pytest.raises((InvalidValue, InvalidType), match="batches"):
        CertifiedAccountant().step(noise_multiplier=1.0, sample_rate=0.5, batches=batches)


def test_the_state_goes_from_one_to_the_next():
    accountant = trained((1.0, 0.01, 3))
    state = accountant.state_dict()
    assert state == {"history": [(1.0, 0.01, 3)], "mechanism": "assay"}
    assert accountant.state_dict({"more": 1})["more"] == 1
    other = CertifiedAccountant()
    other.load_state_dict(state)
    assert other.history == accountant.history
    other.step(noise_multiplier=1.0, sample_rate=0.01)
    assert accountant.history == [(1.0, 0.01, 3)]


@pytest.mark.parametrize(
    "state",
    [
        *[None, {}, {"history": []}, {"mechanism": "rdp", "history": []}, {"mechanism": "assay"}],
        *[
            {"mechanism": "assay", "history": x}
            for x in (None, 5, "abc", [None], [(1.0,)], [(1.0, 0.1, 1, 1, 1)])
        ],
    ],
)
def test_other_states_are_refused(state):
    with pytest.raises(InvalidValue, match="state_dict"):
        CertifiedAccountant().load_state_dict(state)


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ({"noise_multiplier": -1.0, "sample_rate": 0.1}, InvalidValue),
        ({"noise_multiplier": 1.0, "sample_rate": 1.1}, InvalidValue),
        ({"noise_multiplier": float("nan"), "sample_rate": 0.1}, InvalidValue),
        ({"noise_multiplier": "1", "sample_rate": 0.1}, InvalidType),
        ({"noise_multiplier": True, "sample_rate": 0.1}, InvalidType),
    ],
)
def test_steps_that_are_none(step, error):
    accountant = CertifiedAccountant()
    with pytest.raises(error):
        accountant.step(**step)
    assert accountant.history == []
    with pytest.raises(InvalidValue):
        trained((1.0, 0.5, 1)).get_epsilon(2.0)


@pytest.mark.parametrize(
    ("epsilon", "delta", "rate", "steps"),
    [
        (3.0, 1e-5, 0.01, 1000),
        (50.0, 1e-5, 1.0, 3),
        pytest.param(1.0, 1e-12, 0.1, 10, marks=pytest.mark.slow),
    ],
)
def test_the_noise_is_enough_and_hardly_more(epsilon, delta, rate, steps):
    noise = get_noise_multiplier(target_epsilon=epsilon, target_delta=delta, sample_rate=rate, steps=steps)
    for factor, is_enough in ((1, True), (Fraction(998, 1000), False)):
        accountant = Accountant().compose(
            f"gaussian sigma={Fraction(noise) * factor} q={Fraction(rate)} k={steps}"
        )
        found = accountant.delta(Fraction(epsilon))
        assert (found.upper <= Fraction(delta)) is is_enough
        assert (found.lower <= Fraction(delta)) is is_enough


def test_calls_as_opacus_has_them():
    by_epochs = get_noise_multiplier(
        target_epsilon=3.0,
        target_delta=1e-5,
        sample_rate=0.25,
        epochs=2,
        accountant="rdp",
        epsilon_tolerance=0.01,
    )
    assert by_epochs == get_noise_multiplier(target_epsilon=3.0, target_delta=1e-5, sample_rate=0.25, steps=8)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, "one of them"),
        ({"epochs": 1, "steps": 1}, "one of them"),
        ({"steps": 0}, "nothing is released"),
        ({"steps": 1, "sample_rate": 0.0}, "nothing is released"),
        ({"steps": 1, "sample_rate": 2.0}, "sample_rate"),
        ({"steps": 1, "target_delta": 0.0}, "no value of sigma"),
        ({"steps": 1, "accountant": 3}, "accountant"),
    ],
)
def test_calls_that_are_refused(given, expected):
    call = {"target_epsilon": 1.0, "target_delta": 1e-5, "sample_rate": 0.1} | given
    with pytest.raises((InvalidValue, InvalidType), match=expected):
        get_noise_multiplier(**call)


@pytest.mark.parametrize(("epochs", "rate"), [(1, 0.1), (2, 0.01), (10, 0.07), (60, 256 / 60000), (3, 1 / 3)])
def test_epochs_are_as_many_steps_as_opacus_takes(monkeypatch, epochs, rate):
    """The floats 0.1 and 0.01 are above the decimals, so that exact division gives a step less."""
    asked = []
    monkeypatch.setattr(
        for_opacus, "calibrate", lambda text, **_: asked.append(text) or SimpleNamespace(value=1)
    )
    get_noise_multiplier(target_epsilon=1.0, target_delta=1e-5, sample_rate=rate, epochs=epochs)
    assert int(asked[0].rpartition("k=")[2]) == int(epochs / rate)


def test_register_tells_opacus(monkeypatch):
    known = {}
    registry = ModuleType("opacus.accountants.registry")
    registry.register_accountant = known.__setitem__
    for name in ("opacus", "opacus.accountants"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, "opacus.accountants.registry", registry)
    register()
    assert known == {CertifiedAccountant.mechanism(): CertifiedAccountant}


@pytest.mark.parametrize("noise", [1e-300, 1e-160, 5e-324])
@pytest.mark.parametrize(("rate", "steps"), [(0.1, 1), (0.1, 3), (1.0, 2)])
def test_an_epsilon_above_all_floats_is_infinite(noise, rate, steps):
    accountant = CertifiedAccountant()
    for _ in range(steps):
        accountant.step(noise_multiplier=noise, sample_rate=rate)
    assert accountant.get_epsilon(1e-5) == inf


@pytest.mark.parametrize(("noise", "rate"), [(1e-300, 1e-7), (1e-150, 0.1), (1e-5, 1.0), (1.0, 0.1)])
def test_what_floats_may_hold_is_not_called_infinite(noise, rate):
    assert not is_beyond_floats(pair_of(noise, rate), Fraction(1, 10**5))
