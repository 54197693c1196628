"""Noise that diffprivlib calibrates: is (epsilon, delta) kept at the scale that it finds?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from ....exact import Certified, certified
from ....exact._flint import arb, rational
from ....testing.claims.values import Real
from ...survey.case import Calibration, Case, Claims
from ...survey.definitions import formula, kept
from ...survey.noise import Noise, gaussians
from .. import _truths as truths
from .calls import mechanism_of, path, snippet

EPSILONS = (1e-3, 0.1, 1.0)
DELTAS = (1e-20, 1e-14, 1e-9, 1e-5, 0.01, 0.5)
STEPS = 128
BOUNDED = "sensitivity/scale + log((2-exp(-sensitivity/scale)-exp(-(2-sensitivity)/scale))/(1-exp(-2/scale)))"
TAIL = "(exp(epsilon)-1)/(2*(exp(bound*epsilon)-1))"


def cases() -> Iterator[Case]:
    """Normal noise, discrete normal noise, Laplace noise with a bounded domain or a bounded tail."""
    yield from _normal()
    yield _discrete()
    yield from _laplace()


def growth(b: arb, sensitivity: arb, width: arb) -> arb:
    """ln of the largest ratio of two normalising constants, at an end and within sensitivity of it."""
    near, far = (-sensitivity / b).exp(), (-(width - sensitivity) / b).exp()
    return ((2 - near - far) / (1 - (-width / b).exp())).log()


def bounded_epsilon(b: Any, sensitivity: Fraction, width: Fraction) -> Certified:
    """sensitivity/b + growth: the exact epsilon of Laplace noise given that it stays in a domain."""
    return truths.ball(
        lambda x, s, w: s / x + growth(x, s, w), "epsilon on a bounded domain", b, sensitivity, width
    )


@cache
def bounded_scale(epsilon: Fraction, delta: Fraction, sensitivity: Fraction, width: Fraction) -> Certified:
    """The scale b with sensitivity/b + growth(b) = epsilon - ln(1 - delta), by bisection to 2^-STEPS."""
    target = certified(epsilon) - certified(1 - delta).log()
    low, high = Fraction(1, 64), Fraction(64)
    for _ in range(STEPS):
        middle = (low + high) / 2
        above = bounded_epsilon(middle, sensitivity, width) > target
        low, high = (middle, high) if above else (low, middle)
    return Certified(
        lambda _: arb(rational(low)).union(arb(rational(high))), "the scale on a bounded domain", STEPS
    )


def _normal() -> Iterator[Case]:
    for mechanism, epsilons in (
        ("Gaussian", EPSILONS),
        ("GaussianAnalytic", (*EPSILONS, 8.0, 36.0, 100.0, 745.0)),
    ):

        def calibrate(epsilon: float, delta: float, name: str = mechanism) -> float:
            return float(mechanism_of(name, epsilon=epsilon, delta=delta, sensitivity=1.0)._scale)

        given = {"epsilon": 0, "delta": 0}
        yield Calibration(
            function=path(mechanism),
            calibrate=calibrate,
            **kept("delta", gaussians),
            target="delta",
            points=[{"epsilon": e, "delta": d} for e in epsilons for d in DELTAS],
            snippet=snippet(mechanism, given, "mech._scale").replace(
                "delta={delta!r}", "delta={delta!r}, sensitivity=1.0"
            ),
            promise="normal noise of the scale found keeps delta at epsilon, sensitivity 1",
        )


def _discrete() -> Case:
    def calibrate(epsilon: float, delta: float) -> float:
        return float(mechanism_of("GaussianDiscrete", epsilon=epsilon, delta=delta, sensitivity=1)._scale)

    return Calibration(
        function=path("GaussianDiscrete"),
        calibrate=calibrate,
        **kept("delta", lambda sigma: [Noise("discrete-gaussian", {"sigma": sigma})]),
        target="delta",
        points=[
            {"epsilon": e, "delta": d} for e in (0.125, 1.0, 4.0) for d in (1e-14, 1e-9, 1e-5, 0.01, 0.125)
        ],
        snippet=snippet("GaussianDiscrete", {"epsilon": 0, "delta": 0}, "mech._scale"),
        promise="discrete normal noise of the scale found keeps delta at epsilon, sensitivity 1",
    )


def _laplace() -> Iterator[Case]:
    points = [
        {"epsilon": epsilon, "sensitivity": sensitivity}
        for epsilon in (0.125, 1.0, 10.0)
        for sensitivity in (0.125, 1.0, 1.5)
    ]
    given = {"epsilon": 0, "sensitivity": 0}
    shown = snippet("LaplaceBoundedDomain", given, "mech.sensitivity / mech.effective_epsilon()").replace(
        "sensitivity={sensitivity!r}", "sensitivity={sensitivity!r}, lower=0.0, upper=2.0"
    )

    def mechanism(epsilon: float, sensitivity: float) -> Any:
        return mechanism_of(
            "LaplaceBoundedDomain", epsilon=epsilon, sensitivity=sensitivity, lower=0.0, upper=2.0
        )

    yield Calibration(
        function=path("LaplaceBoundedDomain"),
        calibrate=lambda **p: float(p["sensitivity"] / mechanism(**p).effective_epsilon()),
        attained=lambda scale, epsilon, sensitivity: bounded_epsilon(scale, sensitivity, Fraction(2)),
        target="epsilon",
        definition=lambda scale, **point: formula(BOUNDED)(scale=scale, **point),
        points=points,
        snippet=shown,
        promise="Laplace noise of the scale found, given that the answer is in [0, 2], keeps epsilon",
        also=[path("LaplaceBoundedDomain", "effective_epsilon")],
    )

    def bound(epsilon: float, delta: float) -> float:
        mech = mechanism_of("LaplaceBoundedNoise", epsilon=epsilon, delta=delta, sensitivity=1.0)
        mech.randomise(0.0)
        return float(mech._noise_bound)

    yield Calibration(
        function=path("LaplaceBoundedNoise"),
        calibrate=bound,
        attained=_tail,
        target="delta",
        definition=lambda bound, **point: formula(TAIL)(bound=bound, **point),
        points=[{"epsilon": e, "delta": d} for e in (1e-3, 1.0, 8.0) for d in (1e-12, 1e-5, 0.25)],
        snippet=snippet(
            "LaplaceBoundedNoise", {"epsilon": 0, "delta": 0}, "(mech.randomise(0.0), mech._noise_bound)[1]"
        ).replace("delta={delta!r}", "delta={delta!r}, sensitivity=1.0"),
        promise="Laplace noise of scale 1/epsilon, cut at the bound found, keeps delta, sensitivity 1",
    )
    yield _effective()


def _tail(bound: Any, epsilon: Fraction, delta: Fraction) -> Real:
    """(e^e - 1)/(2 (e^(A e) - 1)), the mass that no other input reaches."""
    return truths.ball(
        lambda a, e: e.expm1() / (2 * (a * e).expm1()), "delta of a bounded tail", bound, epsilon
    )


def _effective() -> Case:
    """(epsilon - 2 eta)/(1 + 12 B eta) with eta = 2^-53 and B = (upper - lower)/(2 sensitivity)."""
    eta = Fraction(1, 2**53)

    def truth(epsilon: Fraction, upper: Fraction) -> Real:
        return certified((epsilon - 2 * eta) / (1 + 6 * upper * eta))

    def privacy_map(epsilon: float, upper: float) -> float:
        mech = mechanism_of("Snapping", epsilon=epsilon, sensitivity=1.0, lower=0.0, upper=upper)
        return float(mech.effective_epsilon())

    return Claims(
        function=path("Snapping", "effective_epsilon"),
        privacy_map=privacy_map,
        truth=truth,
        bound="lower",
        definition=formula("(epsilon-2/9007199254740992)/(1+6*upper/9007199254740992)"),
        points=[{"epsilon": e, "upper": u} for e in (1e-6, 1.0, 20.0) for u in (1.0, 1e6)],
        snippet=snippet("Snapping", {"epsilon": 0, "upper": 0}, "mech.effective_epsilon()").replace(
            "upper={upper!r}", "sensitivity=1.0, lower=0.0, upper={upper!r}"
        ),
        promise="the epsilon of the noise, so that the rounded mechanism keeps epsilon: not above this",
        note="Mironov (2012), section 5.2, with eta = 2^-53",
    )
