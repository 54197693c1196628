"""The drop-ins for prv-accountant: its classes and arguments, and ends that contain the truth."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.accounting import Accountant
from assay.accounting import for_prv_accountant as prv
from assay.errors import InvalidType, InvalidValue

MECHANISMS = [
    (prv.GaussianMechanism(2.0), "gaussian sigma=2"),
    (prv.GaussianMechanism(2.0, l2_sensitivity=0.5), "gaussian sigma=4"),
    (prv.PoissonSubsampledGaussianMechanism(0.25, 1.0), "gaussian sigma=1 q=1/4"),
    (prv.LaplaceMechanism(0.5), "laplace scale=2"),
    (prv.PureDPMechanism(0.25), "pure epsilon=1/4"),
    (prv.ApproximateDPMechanism(0.25, 0.0009765625), "approximate epsilon=1/4 delta=1/1024"),
]


@pytest.mark.parametrize(("mechanism", "text"), MECHANISMS)
def test_one_mechanism(mechanism, text):
    accountant = prv.PRVAccountant(prvs=mechanism, max_self_compositions=4, eps_error=0.1, delta_error=1e-10)
    truth = Accountant(width="1e-6").compose(text, 3)
    low, middle, high = map(Fraction, accountant.compute_epsilon(0.03125, 3))
    exact = truth.epsilon("1/32")
    assert low <= exact.lower
    assert exact.upper <= high
    assert low <= middle <= high <= low * (1 + Fraction(1, 500))
    low, middle, high = map(Fraction, accountant.compute_delta(0.5, [3]))
    exact = truth.delta("1/2")
    assert low <= exact.lower
    assert exact.upper <= high
    assert low <= middle <= high <= low * (1 + Fraction(1, 500))


def test_several_mechanisms_and_the_error_that_is_asked_for():
    parts = [prv.PoissonSubsampledGaussianMechanism(0.25, 1.0), prv.LaplaceMechanism(0.5)]
    accountant = prv.PRVAccountant(parts, 1e-5, 1e-9, [50, 2])
    low, _, high = accountant.compute_epsilon(1e-6, [40, 2])
    assert high - low <= 1e-5
    exact = Accountant(width="1e-7").compose("gaussian sigma=1 q=1/4", 40).compose("laplace scale=2", 2)
    assert Fraction(low) <= exact.epsilon(Fraction(1e-6)).upper
    assert exact.epsilon(Fraction(1e-6)).lower <= Fraction(high)


@pytest.mark.slow
def test_private_gradient_descent():
    accountant = prv.DPSGDAccountant(noise_multiplier=1.0, sampling_probability=0.01, max_steps=100)
    assert accountant.compute_epsilon(1e-6, 100) == accountant.compute_epsilon(delta=1e-6, num_steps=[100])
    noise = prv.find_noise_multiplier(0.01, 100, 1.0, 1e-6, eps_error=0.1)
    assert prv.DPSGDAccountant(noise, 0.01, 100).compute_epsilon(1e-6, 100)[0] <= 1.0
    assert prv.DPSGDAccountant(noise * 0.99, 0.01, 100).compute_epsilon(1e-6, 100)[2] > 1.0


def test_infinity():
    accountant = prv.PRVAccountant(prv.ApproximateDPMechanism(0.25, 0.5))
    assert accountant.compute_epsilon(0.25, 1) == (float("inf"),) * 3


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: prv.PRVAccountant([], max_self_compositions=[]), InvalidType),
        (lambda: prv.PRVAccountant(["gaussian"], max_self_compositions=[1]), InvalidType),
        (lambda: prv.Mechanism().pair(), InvalidType),
        (lambda: prv.PRVAccountant(prv.GaussianMechanism(1.0), 0.1, 1e-9, [1, 2]), InvalidValue),
        (lambda: prv.PRVAccountant(prv.GaussianMechanism(1.0), eps_error=0.0), InvalidValue),
        (
            lambda: prv.PRVAccountant(prv.GaussianMechanism(1.0), 0.1, 1e-9, 3).compute_epsilon(1e-6, 4),
            InvalidValue,
        ),
        (lambda: prv.PRVAccountant(prv.GaussianMechanism(1.0)).compute_epsilon(2.0, 1), InvalidValue),
        (lambda: prv.PRVAccountant(prv.GaussianMechanism(1.0)).compute_delta(-1.0, 1), InvalidValue),
        (lambda: prv.PRVAccountant(prv.LaplaceMechanism("1")), InvalidType),
        (lambda: prv.PRVAccountant(prv.GaussianMechanism(0.0)), InvalidValue),
        (lambda: prv.PRVAccountant(prv.GaussianMechanism(1.0, l2_sensitivity=-1.0)), InvalidValue),
    ],
)
def test_what_is_refused(call, error):
    with pytest.raises(error):
        call()


@pytest.mark.parametrize("bad", [0.0, -1.0, float("nan"), float("inf"), "0.1", True, [], b"1"])
@pytest.mark.parametrize("name", ["eps_error", "delta_error", "eps_max"])
def test_an_error_that_is_no_positive_float_is_refused_by_its_name(name, bad):
    with pytest.raises((InvalidType, InvalidValue), match=name):
        prv.PRVAccountant([prv.GaussianMechanism(1.0)], **{name: bad})


@pytest.mark.parametrize("name", ["eps_error", "mu_max"])
def test_the_search_for_noise_refuses_them_too(name):
    with pytest.raises(InvalidValue, match=name):
        prv.find_noise_multiplier(0.01, 10, 1.0, 1e-5, **{name: float("nan")})


@pytest.mark.parametrize("bad", [5, -0.0, True, "gaussian", b"1", object()])
def test_what_is_no_list_of_mechanisms_is_refused(bad):
    with pytest.raises(InvalidType, match="prvs"):
        prv.PRVAccountant(bad)


@pytest.mark.parametrize("bad", ["12", b"1", bytearray(b"1"), [b"1"], 1.0, True, None])
def test_what_is_no_count_is_refused(bad):
    with pytest.raises(InvalidType, match="num_self_compositions"):
        prv.PRVAccountant(prv.GaussianMechanism(1.0)).compute_epsilon(1e-6, bad)
