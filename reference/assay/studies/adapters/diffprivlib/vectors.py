"""Samplers of diffprivlib that answer with a vector: norm or angle against a certified distribution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from ....exact import Certified, certified
from ....exact._flint import acb, arb, rational
from ...survey.case import Case
from . import promised_distributions as distributions
from .calls import binned_text, path, repeated, sampled_case

ANGLE = "[math.atan2(abs(u[1]), abs(u[0])) for u in [{0}]][0]"

Given = Mapping[str, Any]


def vectors() -> Iterator[Case]:
    """The norm of the noise: Gamma(dimension, 2 data_sensitivity/epsilon'), its direction uniform."""
    for dimension in (1, 2):
        given = {"epsilon": 2.0, "function_sensitivity": 0.0, "data_sensitivity": 1.0, "dimension": dimension}
        cuts = [Fraction(k, 4) for k in (1, 2, 3, 4, 6, 8, 12, 16)]
        yield sampled_case(
            path("Vector"),
            _norms(given, cuts),
            (0,),
            binned_text("Vector", given, cuts, _norm_text(dimension)).replace("(x)", "(lambda _: 0.0)"),
            parameters=given,
            distribution=_norm_distribution(dimension, cuts),
            samples=8_000,
            promise="the norm of the noise vector is Gamma(dimension, 2 data_sensitivity/epsilon)",
            note="Chaudhuri, Monteleoni and Sarwate (2011), which its documentation names",
        )


def _norms(given: Given, cuts: Sequence[Fraction]) -> Callable[[Any, int], list[int]]:
    read = distributions.bin_of(cuts)

    def batch(_: Any, count: int) -> list[int]:
        import numpy as np

        axes = np.eye(given["dimension"])

        def norm(noisy: Callable[..., float]) -> int:
            return read(float(reduce(np.hypot, [noisy(axis) for axis in axes], 0.0)))

        mech_outputs = repeated("Vector", norm, **given)
        return mech_outputs(lambda _: 0.0, count)

    return batch


def _norm_text(dimension: int) -> str:
    """The norm of what a perturbed zero function is on the axes."""
    return f"[np.linalg.norm([f(e) for e in np.eye({dimension})]) for f in [{{0}}]][0]"


def _norm_distribution(dimension: int, cuts: Sequence[Fraction]) -> Callable[[Any], Any]:
    return lambda _: distributions.binned(_gamma_below(dimension), cuts)


def _gamma_below(dimension: int) -> distributions.Below:
    """1 - e^-t for one dimension, 1 - (1 + t) e^-t for two, at scale 1."""

    def below(t: Fraction) -> Certified:
        gone = (certified(-t)).exp()
        return 1 - gone * (1 if dimension == 1 else 1 + t)

    return below


def bingham() -> Case:
    """The angle of the first eigenvector of A = diag(1, 0): density proportional to e^(rate cos 2a).

    u^T A u = (1 + cos 2a)/2, so that e^(epsilon u^T A u/(4 s)) gives rate = epsilon/(8 s).
    """
    epsilon = 16.0
    cuts = [Fraction(k, 8) for k in (1, 2, 3, 4, 6, 8, 10)]

    def below(_: Any) -> distributions.Below:
        def part(end: arb) -> arb:
            rate = acb(rational(Fraction(epsilon) / 8).p) / rational(Fraction(epsilon) / 8).q
            return acb.integral(lambda a, _: (rate * (2 * a).cos()).exp(), 0, acb(end)).real

        def at(t: Fraction) -> Certified:
            return Certified(lambda _: part(arb(rational(t))) / part(arb.pi() / 2), f"P(angle <= {t})")

        return at

    given = {"epsilon": epsilon, "sensitivity": 1.0}
    read = distributions.bin_of(cuts)

    def batch(x: Any, count: int) -> list[int]:
        import numpy as np

        def angle(u: Any) -> int:
            return read(float(np.arctan2(abs(u[1]), abs(u[0]))))

        return repeated("Bingham", angle, **given)(np.diag(x), count)

    return sampled_case(
        path("Bingham"),
        batch,
        ((1.0, 0.0),),
        binned_text("Bingham", given, cuts, ANGLE).replace("(x)", "(np.diag(x))"),
        parameters=given,
        distribution=lambda x: distributions.binned(below(x), cuts),
        samples=4_000,
        promise="a direction u with a density proportional to e^(epsilon u^T A u/(4 sensitivity))",
        note="the constant is read from the code; the documentation names the Bingham distribution only",
    )
