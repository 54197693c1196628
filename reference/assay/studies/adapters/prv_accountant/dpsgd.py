"""Differentially private gradient descent: the accountants for it, the command, and the noise they find."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from ....testing.claims.judgement import Bound
from ....testing.claims.values import Real
from ...survey.case import Calibration, Case, Claims, Point
from ...survey.definitions import kept
from ...survey.noise import Noise
from .._truths import rough_composition, rough_epsilon
from .calls import COMMAND, LIBRARY, VARIABLES, command, noise, variable

POINTS: list[Point] = [
    {"rate": 0.01, "sigma": 1.0, "count": 3, "delta": 1e-5},
    {"rate": 0.5, "sigma": 2.0, "count": 2, "delta": 1e-6},
]
RENYI: dict[str, list[Point]] = {
    "gaussian": [
        {"sigma": 0.5, "count": 1000, "delta": 1e-6},
        {"sigma": 100.0, "count": 10_000, "delta": 1e-14},
    ],
    "laplace": [
        {"mu": 0.01, "count": 10_000, "delta": 1e-12},
        {"mu": 1.0, "count": 100, "delta": 1e-6},
    ],
    "pure": [
        {"eps": 0.1, "count": 1000, "delta": 1e-6},
        {"eps": 1.0, "count": 100, "delta": 1e-6},
        {"eps": 1.0, "count": 1000, "delta": 1e-6},
    ],
}
SIDES: tuple[tuple[Bound, int], ...] = (("lower", 0), ("upper", 2))


def cases() -> Iterator[Case]:
    """Both ends of each accountant's answer; the other accountant that is shipped; the calibration."""
    for bound, index in SIDES:
        yield _case(
            "prv_accountant.dpsgd.DPSGDAccountant.compute_epsilon",
            _dpsgd(index),
            bound,
            "from prv_accountant.dpsgd import DPSGDAccountant\n"
            "accountant = DPSGDAccountant(noise_multiplier={sigma!r}, sampling_probability={rate!r},"
            " max_steps={count!r}, eps_error=0.1, delta_error={delta!r}/1000)\n"
            f"print(accountant.compute_epsilon({{delta!r}}, {{count!r}})[{index}])\n",
        )
        yield _case(
            "prv_accountant.accountant.Accountant.compute_epsilon",
            _deprecated(index),
            bound,
            "from prv_accountant import Accountant\n"
            "accountant = Accountant(noise_multiplier={sigma!r}, sampling_probability={rate!r},"
            " delta={delta!r}, max_compositions={count!r}, eps_error=0.1)\n"
            f"print(accountant.compute_epsilon({{count!r}})[{index}])\n",
        )
        yield _case(COMMAND, _printed("PRV", index), bound, _shell())
    yield _case(COMMAND, _printed("RDP", 2), "upper", _shell())
    yield _case(
        "prv_accountant.other_accountants.RDP.compute_epsilon",
        _renyi,
        "upper",
        "from prv_accountant import PoissonSubsampledGaussianMechanism\n"
        "from prv_accountant.other_accountants import RDP\n"
        "prv = PoissonSubsampledGaussianMechanism("
        "sampling_probability={rate!r}, noise_multiplier={sigma!r})\n"
        "print(RDP([prv]).compute_epsilon({delta!r}, [{count!r}])[2])\n",
    )
    for family, points in RENYI.items():
        yield _renyi_rounds(family, points)
    yield _calibration()


def _renyi_rounds(family: str, points: list[Point]) -> Case:
    """The Renyi accountant on many rounds of one mechanism."""

    def privacy_map(count: int, delta: float, **parameters: float) -> float:
        made = LIBRARY.load("other_accountants").RDP([variable(family, parameters)])
        return float(made.compute_epsilon(delta, [count])[2])

    def rounds(count: int, **parameters: Any) -> list[Noise]:
        return [noise(family, parameters, count)]

    return Claims(
        function="prv_accountant.other_accountants.RDP.compute_epsilon",
        privacy_map=privacy_map,
        points=points,
        **rough_composition(rounds),
        snippet=(
            "from prv_accountant import *\nfrom prv_accountant.other_accountants import RDP\n"
            f"prv = {VARIABLES[family]}\nprint(RDP([prv]).compute_epsilon({{delta!r}}, [{{count!r}}])[2])\n"
        ),
        promise=f"{VARIABLES[family].partition('(')[0]}: upper bound of epsilon(delta) of `count` rounds",
        note="the documentation: returns lower bound, estimate and upper bound",
    )


def _rounds(count: int, **parameters: Any) -> list[Noise]:
    return [noise("sampled", parameters, count)]


def _case(function: str, privacy_map: Callable[..., float], bound: Bound, snippet: str) -> Case:
    return Claims(
        function=function,
        privacy_map=privacy_map,
        **rough_composition(_rounds),
        points=POINTS,
        bound=bound,
        snippet=snippet,
        promise=f"{bound} bound of epsilon(delta) of `count` steps on Poisson samples",
        note="the documentation: returns lower bound, estimate and upper bound",
    )


def _shell() -> str:
    return (
        "import subprocess\n"
        f"subprocess.run(['{COMMAND}', '-p', '{{rate}}', '-s', '{{sigma}}', '-i', '{{count}}',"
        " '-d', '{delta}'])\n"
    )


def _dpsgd(index: int) -> Callable[..., float]:
    def privacy_map(rate: float, sigma: float, count: int, delta: float) -> float:
        made = LIBRARY.load("dpsgd").DPSGDAccountant(
            noise_multiplier=sigma, sampling_probability=rate, max_steps=count, delta_error=delta / 1000
        )
        return float(made.compute_epsilon(delta, count)[index])

    return privacy_map


def _deprecated(index: int) -> Callable[..., float]:
    def privacy_map(rate: float, sigma: float, count: int, delta: float) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made = LIBRARY.load().Accountant(
                noise_multiplier=sigma,
                sampling_probability=rate,
                delta=delta,
                max_compositions=count,
                eps_error=0.1,
            )
        return float(made.compute_epsilon(count)[index])

    return privacy_map


def _printed(accountant: str, index: int) -> Callable[..., float]:
    def privacy_map(rate: float, sigma: float, count: int, delta: float) -> float:
        return command(rate, sigma, count, delta)[accountant][index]

    return privacy_map


def _renyi(rate: float, sigma: float, count: int, delta: float) -> float:
    made = LIBRARY.load("other_accountants").RDP([variable("sampled", {"rate": rate, "sigma": sigma})])
    return float(made.compute_epsilon(delta, [count])[2])


def _calibration() -> Case:
    def calibrate(rate: float, count: int, epsilon: float, delta: float) -> float:
        find = LIBRARY.load("dpsgd").find_noise_multiplier
        return float(
            find(sampling_probability=rate, num_steps=count, target_epsilon=epsilon, target_delta=delta)
        )

    def attained(sigma: Any, epsilon: Any, delta: Any, rate: Any, count: int) -> Real:
        return rough_epsilon(_rounds(count, rate=rate, sigma=sigma), delta)

    known = kept("epsilon", lambda sigma, rate, count: _rounds(count, rate=rate, sigma=sigma))
    return Calibration(
        function="prv_accountant.dpsgd.find_noise_multiplier",
        calibrate=calibrate,
        attained=attained,
        definition=known["definition"],
        target="epsilon",
        points=[
            {"rate": 0.01, "count": 3, "epsilon": 1.0, "delta": 1e-5},
            {"rate": 1.0, "count": 1, "epsilon": 0.5, "delta": 1e-6},
        ],
        snippet=(
            "from prv_accountant.dpsgd import find_noise_multiplier\n"
            "print(find_noise_multiplier(sampling_probability={rate!r}, num_steps={count!r},"
            " target_epsilon={epsilon!r}, target_delta={delta!r}))\n"
        ),
        promise="the noise keeps the target epsilon",
        note="the documentation: find a noise multiplier that satisfies a given target epsilon;"
        " eps_error (0.1): error allowed for final epsilon",
    )
