"""The border to prv-accountant: its objects by the names of the families, its answers as numbers."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from ....errors import InvalidValue
from ....processes.child import run
from ...survey.library import Library, LibraryMissing
from ...survey.noise import Noise
from .._border import Quoted

LIBRARY = Library(name="prv-accountant", module="prv_accountant", tested="0.2.0")

COMMAND = "compute-dp-epsilon"
SECONDS = 100

EPS_ERROR = 0.1
"""The error of epsilon that the documentation calls typical."""

Parameters = Mapping[str, Any]

VARIABLES = {
    "gaussian": "GaussianMechanism(noise_multiplier={sigma!r})",
    "laplace": "LaplaceMechanism(mu={mu!r})",
    "pure": "PureDPMechanism(eps={eps!r})",
    "approximate": "ApproximateDPMechanism(epsilon={eps!r}, delta={delta0!r})",
    "sampled": "PoissonSubsampledGaussianMechanism("
    "sampling_probability={rate!r}, noise_multiplier={sigma!r})",
}
"""How a privacy random variable is made of the parameters of a point."""


def variable(family: str, parameters: Parameters) -> Any:
    """The library's privacy random variable."""
    text = VARIABLES[family].format(**{name: Quoted(value) for name, value in parameters.items()})
    return eval(text, dict(vars(LIBRARY.load())))


def noise(family: str, parameters: Parameters, count: int) -> Noise:
    """What the documentation says that the variable is: N(0, sigma^2) against N(1, sigma^2), and so on."""
    p = {name: Fraction(value) for name, value in parameters.items()}
    if any(value < 0 for value in p.values()):
        raise InvalidValue(f"{dict(parameters)} makes no mechanism")
    if family == "gaussian":
        return Noise("gaussian", {"sigma": p["sigma"]}, count=count)
    if family == "laplace":
        return Noise("laplace", {"scale": 1 / p["mu"]}, count=count)
    if family in ("pure", "approximate"):
        made = {"epsilon": p["eps"], "delta": p.get("delta0", Fraction(0))}
        return Noise("approximate", made, count=count)
    return Noise("gaussian", {"sigma": p["sigma"]}, rate=p["rate"], count=count)


def quiet_accountant(variables: list[Any], counts: list[int], delta_error: float) -> Any:
    """PRVAccountant for these variables, with warnings about its own assumptions kept away."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return LIBRARY.load().PRVAccountant(
            prvs=variables, max_self_compositions=counts, eps_error=EPS_ERROR, delta_error=delta_error
        )


def command(rate: float, sigma: float, count: int, delta: float) -> dict[str, tuple[float, float, float]]:
    """What the command prints: accountant -> (lower, estimate, upper).  Raises LibraryMissing without it."""
    script = Path(sys.executable).with_name(COMMAND)
    if not script.exists():
        raise LibraryMissing(f"{COMMAND} is not installed beside {sys.executable}: {LIBRARY.install}")
    given = ["-p", rate, "-s", sigma, "-i", count, "-d", delta]
    done = run([sys.executable, str(script), *map(str, given)], SECONDS)
    found = re.findall(
        r"(\w+) Accountant:\s+eps_lower =\s*(\S+) eps_estimate =\s*(\S+), eps_upper =\s*(\S+)", done.output
    )
    if not found:
        raise RuntimeError(f"{COMMAND} ended with status {done.status}: {done.output}{done.errors[-200:]}")
    return {name: (float(low), float(middle), float(high)) for name, low, middle, high in found}
