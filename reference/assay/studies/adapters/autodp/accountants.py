"""autodp's accountants and transformers: composition, and amplification by sampling."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....exact import number
from ....testing.claims import grid
from ....testing.claims.values import Real
from ...survey.case import Case
from ...survey.definitions import composed, formula
from ...survey.noise import Noise, gaussians
from .. import _formulas as formulas
from .. import _renyi as renyi
from .._truths import enclosed, rough_composition
from .calls import CURVE, claim
from .truths import GAUSSIAN_DELTA, SAMPLED_RENYI, Truthful, sampled
from .zoo import FOURIER

CLASS = "rdp_acct.anaRDPacct"
GAUSS = "mechanism_zoo.GaussianMechanism"
SAMPLED = "Renyi divergence of Gaussian noise on a Poisson sample"
SUBSET = "; not below that of one record of value 0 or 1 in a sum, the others 0"
SAMPLES = grid(sigma=(1.0, 4.0), prob=(0.01, 0.5), alpha=(2.0, 3.0, 32.0))


def cases() -> Iterator[Case]:
    """The Renyi accountant, that of Kairouz, Oh and Viswanath, and the transformers."""
    yield from _renyi_accountant()
    yield from _bounds()
    yield from _classical()
    yield from _transformers()
    yield from _amplification()


def _renyi_accountant() -> Iterator[Case]:
    points = grid(sigma=(1.0, 5.0), count=(1, 20), delta=(1e-9, 1e-5, 0.01))
    text = f"composed('compose_mechanism', {CURVE}, coeff=count).get_eps(delta)"
    also = [f"{CLASS}.compose_mechanism"]
    yield claim(
        f"{CLASS}.get_eps", text, composed("epsilon", gaussians), points, "epsilon at delta", also=also
    )
    for method, extra, promise in (
        ("compose_poisson_subsampled_mechanisms", "", SAMPLED),
        ("compose_poisson_subsampled_mechanisms1", "", SAMPLED),
        ("compose_subsampled_mechanism", "", f"Renyi divergence on a random subset{SUBSET}"),
        ("compose_subsampled_mechanism", ", improved_bound_flag=True", f"the same, improved bound{SUBSET}"),
    ):
        text = f"composed('{method}', {CURVE}, prob{extra}).get_rdp([alpha])[0]"
        names = [f"{CLASS}.{method}", f"{CLASS}.build_zeroth_oracle"]
        yield claim(f"{CLASS}.get_rdp", text, SAMPLED_RENYI, SAMPLES, promise, also=names)
    lower = "compose_subsampled_mechanisms_lowerbound"
    yield claim(
        f"{CLASS}.get_rdp",
        f"composed('{lower}', {CURVE}, prob).get_rdp([alpha])[0]",
        SAMPLED_RENYI,
        SAMPLES,
        "a lower bound for subsampled mechanisms, exact for Gaussian noise on a Poisson sample",
        bound="lower",
        also=[f"{CLASS}.{lower}"],
    )
    yield claim(
        f"{CLASS}.get_eps",
        f"composed('compose_poisson_subsampled_mechanisms', {CURVE}, prob, coeff=count).get_eps(delta)",
        rough_composition(sampled),
        grid(sigma=(1.0,), prob=(0.5,), count=(2,), delta=(1e-5,)),
        "epsilon at delta of `count` Gaussian rounds on Poisson samples",
    )
    yield claim(
        "dp_bank.get_eps_rdp_subsampled",
        f"dp_bank.get_eps_rdp_subsampled({CURVE}, delta, prob)",
        rough_composition(sampled),
        grid(sigma=(2.0,), prob=(0.0, 0.01, 0.5, 1.0), delta=(1e-5,)),
        f"epsilon at delta on a random subset{SUBSET}",
    )


def _bounds() -> Iterator[Case]:
    """Upper bounds of the logarithm of the moment, (alpha - 1) times the divergence."""

    def moment(sigma: Fraction, prob: Fraction, mm: int) -> Real:
        found: Real = enclosed(renyi.sampled_gaussian_renyi(prob, sigma, Fraction(mm))) * (mm - 1)
        return found

    truth: Truthful = {
        "truth": moment,
        "definition": lambda sigma, prob, mm: formula(formulas.moment(prob, sigma, mm))(),
    }
    points = grid(sigma=(1.0, 4.0), prob=(0.01, 0.5), mm=(3, 8, 32))
    promise = f"(alpha - 1) times the {SAMPLED}, alpha = mm"
    for name, extra in (
        ("fast_poission_subsampled_cgf_upperbound", ""),
        ("fast_k_subsample_upperbound", ", 5"),
        ("general_upperbound", ""),
        ("fast_subsampled_cgf_upperbound", ", None"),
    ):
        text = f"rdp_acct.{name}({CURVE}, mm, prob{extra})"
        yield claim(f"rdp_acct.{name}", text, truth, points, promise)


def _classical() -> Iterator[Case]:
    def losses(eps: Fraction, delta0: Fraction, count: int) -> list[Noise]:
        return [Noise("approximate", {"epsilon": eps, "delta": delta0}, count=count)]

    composition = "dp_acct.DP_acct"
    points = grid(eps=(0.125, 1.0), delta0=(0.0, 1e-8), count=(1, 10), delta=(1e-5, 0.01))
    text = "spent([(eps, delta0)] * count).get_eps(delta)"
    also = [f"{composition}.update_DPlosses"]
    promise = "epsilon at delta of `count` mechanisms that are (eps, delta0)-private"
    yield claim(f"{composition}.get_eps", text, composed("epsilon", losses), points, promise, also=also)
    pure: Truthful = {
        "truth": lambda eps, count, delta: number(eps * count),
        "definition": composed("epsilon", lambda eps, count: losses(eps, Fraction(0), count))["definition"],
    }
    integers = grid(eps=(0.125, 1.0), count=(1, 10), delta=(0,))
    text = "spent([(eps, 0)] * count).get_eps(delta)"
    yield claim(f"{composition}.get_eps", text, pure, integers, "epsilon at delta = 0 of pure mechanisms")
    naive: Truthful = {"truth": lambda eps, count: number(eps * count)}
    text = "spent([(eps, 0.0)] * count).get_eps_delta_naive()[0]"
    yield claim(
        f"{composition}.get_eps_delta_naive",
        text,
        naive,
        grid(eps=(0.125, 1.0), count=(1, 10)),
        "sum of epsilons",
    )
    least: Truthful = {
        "truth": lambda delta0, count: number(1 - (1 - delta0) ** count),
        "definition": formula("1-(1-delta0)**count"),
    }
    text = "spent([(1.0, delta0)] * count).get_minimum_possible_delta()"
    yield claim(
        f"{composition}.get_minimum_possible_delta",
        text,
        least,
        grid(delta0=(0.0, 1e-12, 0.25), count=(1, 10)),
        "1 - (1 - delta0)^count",
    )


def _transformers() -> Iterator[Case]:
    composition = "transformer_zoo.Composition"
    points = grid(sigma=(1.0, 5.0), count=(3,), delta=(1e-9, 1e-5, 0.01))
    promise = "epsilon at delta of `count` Gaussian rounds"
    for name in (composition, "transformer_zoo.ComposeGaussian"):
        text = f"{name}()([{GAUSS}(sigma)], [count]).get_approxDP(delta)"
        yield claim(f"{name}.compose", text, composed("epsilon", gaussians), points, promise)

    def mixed(eps: Fraction, b: Fraction, count: int) -> Real:
        return number(count * eps + count / b)

    text = (
        f"{composition}()([mechanism_zoo.PureDP_Mechanism(eps), mechanism_zoo.LaplaceMechanism(b)],"
        " [count, count]).get_approxDP(delta)"
    )
    some = grid(eps=(0.5,), b=(2.0,), count=(2,), delta=(0.0,))
    pure: Truthful = {"truth": lambda eps, b, count, delta: mixed(eps, b, count)}
    yield claim(f"{composition}.compose", text, pure, some, "epsilon at delta = 0 of pure mechanisms")
    fourier = "transformer_zoo.ComposeAFA"
    made = f"{fourier}()([{GAUSS}(sigma, phi_off=False)], [count])"
    few = grid(sigma=(2.0, 5.0), count=(3,), delta=(1e-5, 0.01))
    yield claim(
        f"{fourier}.compose",
        f"{made}.get_approxDP(delta)",
        composed("epsilon", gaussians),
        few,
        promise,
        note=FOURIER,
    )
    deltas = grid(sigma=(2.0, 5.0), count=(3,), epsilon=(0.5, 2.0))
    promise = "delta at epsilon of `count` Gaussian rounds"
    yield claim(
        f"{fourier}.compose",
        f"{made}.get_approx_delta(epsilon)",
        GAUSSIAN_DELTA,
        deltas,
        promise,
        note=FOURIER,
    )


def _amplification() -> Iterator[Case]:
    name = "transformer_zoo.AmplificationBySampling"
    base = f"{GAUSS}(sigma)"
    replaced = f"[setattr(m, 'neighbouring', 'replace_one') or m for m in [{base}]][0]"
    points = grid(sigma=(1.0, 2.0), prob=(0.01, 0.5), delta=(1e-5,))
    for options, mechanism, flag, promise in (
        ("", base, "", "epsilon at delta on a Poisson sample"),
        ("", base, ", improved_bound_flag=True", "epsilon at delta on a Poisson sample, improved bound"),
        ("PoissonSampling=False", replaced, "", f"epsilon at delta on a random subset{SUBSET}"),
        (
            "PoissonSampling=False",
            replaced,
            ", improved_bound_flag=True",
            f"the same, improved bound{SUBSET}",
        ),
    ):
        text = f"{name}({options})({mechanism}, prob{flag}).get_approxDP(delta)"
        yield claim(f"{name}.amplify", text, composed("epsilon", sampled), points, promise)
    fourier = "transformer_zoo.AmplificationBySampling_pld"
    for side in ("add_only", "remove_only"):
        text = f"{fourier}(neighboring='{side}')({GAUSS}(sigma, phi_off=False), prob).get_approxDP(delta)"
        few = grid(sigma=(1.0,), prob=(0.01, 0.5), delta=(1e-5,))
        yield claim(
            f"{fourier}.amplify",
            text,
            _one_side(side),
            few,
            f"epsilon at delta on a Poisson sample, {side.replace('_', ' ')}",
            note=FOURIER,
        )


def _one_side(side: str) -> Truthful:
    """epsilon of one direction: of the distribution without the record from the one with it, or the other
    way.

    To a script it is told that epsilon is positive at these points, which are below delta(0).
    """

    def truth(sigma: Fraction, prob: Fraction, delta: Any) -> Real:
        from ....accounting import Rounds
        from .._truths import ROUGH, bracketed

        released = sampled(sigma, prob)[0].round()
        pair = released.dominating("add" if side == "add_only" else "remove").pair
        return bracketed(Rounds([(pair, 1)]).epsilon(delta, ROUGH))

    return {"truth": truth, "definition": formula("0")}
