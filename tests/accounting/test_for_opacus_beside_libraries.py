"""The drop-ins beside the libraries that they stand for: the same calls, and never below the truth.

pip install -e '.[test,peers,training]' && pytest -m peer tests/accounting/test_for_opacus_beside_libraries.py
"""

from __future__ import annotations

import inspect
from fractions import Fraction

import pytest

from assay.accounting import Accountant, for_opacus
from assay.accounting import for_prv_accountant as ours

pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]  # theirs, in numpy and about orders

STEPS = [(1.0, 0.01, 50), (2.0, 0.5, 3), (0.7, 0.001, 500), (4.0, 1.0, 10)]


def optional(name):
    """A library, or a test that is skipped."""
    return pytest.importorskip(name, exc_type=ImportError)


def parameters(function):
    """Names with their kinds and defaults, but for self and what takes the rest."""
    found = inspect.signature(function).parameters.values()
    return {p.name: p for p in found if p.name != "self" and p.kind is not p.VAR_KEYWORD}


def assert_takes(own, theirs):
    """Whatever may be given to theirs may be given to ours in the same way."""
    mine = parameters(own)
    placed = [name for name, p in parameters(theirs).items() if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert list(mine)[: len(placed)] == placed
    for name, parameter in parameters(theirs).items():
        assert name in mine, name
        assert mine[name].kind is parameter.kind, name
        if parameter.default is not parameter.empty:
            assert mine[name].default is not parameter.empty, name


def truth(steps, delta):
    accountant = Accountant(width="1e-6")
    for noise, rate, count in steps:
        accountant.compose(f"gaussian sigma={Fraction(noise)} q={Fraction(rate)} k={count}")
    return accountant.epsilon(Fraction(delta))


# opacus


@pytest.mark.parametrize("kind", ["PRVAccountant", "RDPAccountant"])
def test_the_accountants_of_opacus_have_no_method_that_ours_lacks(kind):
    theirs = getattr(optional("opacus.accountants"), kind)
    own = for_opacus.CertifiedAccountant
    names = [n for n in dir(theirs) if not n.startswith("_") and callable(getattr(theirs, n))]
    assert len(names) > 4
    for name in names:
        if name != "get_privacy_spent":  # it returns the order of a Renyi divergence
            assert_takes(getattr(own, name), getattr(theirs, name))
    assert_takes(for_opacus.get_noise_multiplier, optional("opacus.accountants.utils").get_noise_multiplier)


@pytest.mark.parametrize("kind", ["PRVAccountant", "RDPAccountant"])
def test_epsilon_beside_opacus(kind):
    """Not below the truth, and not above what opacus says beyond what it states as its own error."""
    theirs, own = getattr(optional("opacus.accountants"), kind)(), for_opacus.CertifiedAccountant()
    for noise, rate, count in STEPS:
        for _ in range(count):
            own.step(noise_multiplier=noise, sample_rate=rate)
    theirs.history = [(noise, rate, count) for noise, rate, count in STEPS]
    assert own.history == theirs.history
    exact, found = truth(STEPS, 1e-5), own.get_epsilon(delta=1e-5)
    assert exact.lower <= Fraction(found) <= exact.upper * Fraction(1001, 1000)
    assert found <= theirs.get_epsilon(delta=1e-5) * 1.001


def test_keywords_of_both_accountants_of_opacus_are_taken():
    own = for_opacus.CertifiedAccountant()
    own.step(noise_multiplier=1.0, sample_rate=0.01)
    plain = own.get_epsilon(1e-5)
    assert own.get_epsilon(1e-5, alphas=[2.0, 3.0]) == plain
    assert own.get_epsilon(1e-5, eps_error=0.01, delta_error=1e-8) == plain


@pytest.mark.parametrize(("epsilon", "rate", "steps"), [(3.0, 0.01, 100), (0.5, 0.1, 10)])
def test_noise_beside_opacus(epsilon, rate, steps):
    theirs = optional("opacus.accountants.utils").get_noise_multiplier
    call = {"target_epsilon": epsilon, "target_delta": 1e-5, "sample_rate": rate, "steps": steps}
    found = for_opacus.get_noise_multiplier(**call)
    exact = truth([(found, rate, steps)], 1e-5)
    assert exact.upper <= Fraction(epsilon)
    assert found <= theirs(**call, accountant="prv") * 1.001


@pytest.mark.parametrize("given", [{}, {"epochs": 1, "steps": 1}])
def test_what_opacus_refuses_is_refused(given):
    theirs = optional("opacus.accountants.utils").get_noise_multiplier
    call = {"target_epsilon": 1.0, "target_delta": 1e-5, "sample_rate": 0.1} | given
    for function in (theirs, for_opacus.get_noise_multiplier):
        with pytest.raises(ValueError, match="epochs"):
            function(**call)


def test_opacus_uses_it_by_its_name():
    accountants = optional("opacus.accountants")
    for_opacus.register()
    made = accountants.create_accountant("assay")
    assert isinstance(made, for_opacus.CertifiedAccountant)
    find = optional("opacus.accountants.utils").get_noise_multiplier
    found = find(
        target_epsilon=3.0, target_delta=1e-5, sample_rate=0.01, steps=100, accountant="assay", eps_error=0.01
    )
    assert truth([(found, 0.01, 100)], 1e-5).upper <= 3


# prv-accountant

CLASSES = (
    "GaussianMechanism",
    "PoissonSubsampledGaussianMechanism",
    "LaplaceMechanism",
    "PureDPMechanism",
    "ApproximateDPMechanism",
    "PRVAccountant",
)


@pytest.mark.parametrize("name", CLASSES)
def test_the_classes_of_prv_accountant_take_the_same(name):
    theirs = getattr(optional("prv_accountant"), name)
    assert_takes(getattr(ours, name).__init__, theirs.__init__)


@pytest.mark.parametrize("name", ["compute_epsilon", "compute_delta"])
def test_the_methods_of_prv_accountant_take_the_same(name):
    theirs = optional("prv_accountant").PRVAccountant
    assert_takes(getattr(ours.PRVAccountant, name), getattr(theirs, name))


def test_the_accountant_of_gradient_descent_takes_the_same():
    dpsgd = optional("prv_accountant.dpsgd")
    assert_takes(ours.DPSGDAccountant.__init__, dpsgd.DPSGDAccountant.__init__)
    assert_takes(ours.DPSGDAccountant.compute_epsilon, dpsgd.DPSGDAccountant.compute_epsilon)
    assert_takes(ours.find_noise_multiplier, dpsgd.find_noise_multiplier)


MECHANISMS = [
    ("GaussianMechanism", {"noise_multiplier": 5.0}, 20),
    ("PoissonSubsampledGaussianMechanism", {"noise_multiplier": 1.0, "sampling_probability": 0.01}, 100),
    ("LaplaceMechanism", {"mu": 0.1}, 30),
    ("PureDPMechanism", {"eps": 0.125}, 12),
]


@pytest.mark.parametrize(("name", "given", "count"), MECHANISMS, ids=[name for name, _, _ in MECHANISMS])
def test_ends_beside_prv_accountant(name, given, count):
    """Our ends are within theirs, where the truth is."""
    prv = optional("prv_accountant")
    found = {}
    for module in (prv, ours):
        accountant = module.PRVAccountant(
            prvs=[getattr(module, name)(**given)],
            max_self_compositions=[count],
            eps_error=0.1,
            delta_error=1e-9,
        )
        found[module] = accountant.compute_epsilon(delta=1e-6, num_self_compositions=[count])
    (low, _, high), (least, _, most) = found[ours], found[prv]
    assert least <= low <= high <= most
    assert high - low <= 0.1


def test_what_prv_accountant_refuses_is_refused():
    prv = optional("prv_accountant")
    for module in (prv, ours):
        accountant = module.PRVAccountant(
            prvs=[module.GaussianMechanism(5.0)], max_self_compositions=[3], eps_error=0.1, delta_error=1e-9
        )
        with pytest.raises(ValueError, match="compositions"):
            accountant.compute_epsilon(1e-6, [4])
        with pytest.raises(ValueError, match=r".*"):
            accountant.compute_epsilon(1e-6, [1, 1])


# dp-accounting: test_for_dp_accounting.py has its tests, and this the three in one environment


def test_the_three_drop_ins_say_the_same_of_the_same_training():
    optional("dp_accounting")
    from dp_accounting import dp_event

    from assay.accounting.for_dp_accounting import CertifiedAccountant

    one = CertifiedAccountant()
    one.compose(dp_event.PoissonSampledDpEvent(0.01, dp_event.GaussianDpEvent(1.0)), 100)
    other = for_opacus.CertifiedAccountant()
    other.history = [(1.0, 0.01, 100)]
    third = ours.DPSGDAccountant(1.0, 0.01, 100).compute_epsilon(1e-6, 100)
    exact = truth([(1.0, 0.01, 100)], 1e-6)
    for found in (one.get_epsilon(1e-6), other.get_epsilon(1e-6), third[2]):
        assert exact.lower <= Fraction(found) <= exact.upper * Fraction(1001, 1000)
