"""tmlt.core: the privacy functions of its noise, of its conversions, and its discrete samplers."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib import import_module

from ...exact import number
from ...testing.claims import grid
from ..survey.case import Case
from ..survey.definitions import composed, formula
from ..survey.library import Library
from ..survey.noise import Noise
from ._border import Border

LIBRARY = Library(
    name="tmlt.core",
    module="tmlt.core",
    tested="0.20.0",
    install="assay survey --library tmlt-core --install",
)
NOISE, CONVERTERS = "tmlt.core.measurements.noise_mechanisms", "tmlt.core.measurements.converters"
BORDER = Border(
    LIBRARY,
    "import numpy as np\n"
    "from tmlt.core.domains.numpy_domains import NumpyFloatDomain\n"
    "from tmlt.core.measurements import converters, noise_mechanisms as nm\n"
    "from tmlt.core.utils.exact_number import ExactNumber\n",
)
LEFT_OUT = {
    f"{NOISE}.AddGaussianNoise": "continuous noise whose privacy function is that of the discrete one",
    f"{CONVERTERS}.PureDPToApproxDP": "the same epsilon with delta = 0",
}


def public_names() -> Iterable[str]:
    """The classes of two modules; the rest is queries over Spark, which call them."""
    for module in (NOISE, CONVERTERS):
        for name, value in vars(import_module(module)).items():
            if inspect.isclass(value) and value.__module__ == module:
                yield f"{module}.{name}"


def _float(text: str) -> str:
    """An exact number as the float above it, which is what an upper bound is rounded to."""
    return f"{text}.to_float(round_up=True)"


def cases() -> Iterator[Case]:
    """Privacy functions, conversions, samplers."""
    distances = [1, 3, 2**53 + 1, 2**63]
    for name, made, truth, text in (
        (
            "AddLaplaceNoise",
            "nm.AddLaplaceNoise(NumpyFloatDomain(), ExactNumber.from_float({scale!r}, True))",
            lambda scale, d: number(d / scale),
            "d/scale",
        ),
        (
            "AddGeometricNoise",
            "nm.AddGeometricNoise(ExactNumber.from_float({scale!r}, True))",
            lambda scale, d: number(d / scale),
            "d/scale",
        ),
        (
            "AddDiscreteGaussianNoise",
            "nm.AddDiscreteGaussianNoise(ExactNumber.from_float({scale!r}, True))",
            lambda scale, d: number(Fraction(d) ** 2 / (2 * scale)),
            "d**2/(2*scale)",
        ),
    ):
        yield BORDER.claims(
            f"{NOISE}.{name}",
            _float(f"{made}.privacy_function({{d!r}})"),
            {"truth": truth, "definition": formula(text)},
            grid(scale=[0.125, 0.1, 3.0, 2.0**40], d=distances),
            f"an upper bound of the privacy loss at distance d: {text}",
        )
    yield from _converted()
    yield from _samples()


def _converted() -> Iterator[Case]:
    """Yes or no: whether (epsilon, delta) follows; the least epsilon that is accepted is a claim."""
    made = "converters.PureDPToRhoZCDP(nm.AddGeometricNoise(ExactNumber.from_float({scale!r}, True)))"
    yield BORDER.claims(
        f"{CONVERTERS}.PureDPToRhoZCDP",
        _float(f"{made}.privacy_function(1)"),
        {"truth": lambda scale: number(1 / (2 * scale**2)), "definition": formula("1/(2*scale**2)")},
        grid(scale=[0.125, 3.0, 1024.0]),
        "an upper bound of rho, at least epsilon^2/2 of what is known of it",
    )
    relation = (
        "converters.RhoZCDPToApproxDP("
        "nm.AddDiscreteGaussianNoise(ExactNumber.from_float({variance!r}, True)))"
        ".privacy_relation(1, (ExactNumber.from_float(e, True), ExactNumber.from_float({delta!r}, False)))"
    )
    yield BORDER.claims(
        f"{CONVERTERS}.RhoZCDPToApproxDP",
        f"next(e for e in [i / 2 for i in range(200)] if {relation})",
        composed("epsilon", lambda variance: [Noise("discrete-gaussian", {"sigma": _root(variance)})]),
        grid(variance=[1.0, 16.0], delta=[1e-14, 1e-5, 0.125]),
        "an epsilon at delta that is accepted, of a discrete Gaussian: at least its own",
        at_least=True,
    )


def _root(variance: Fraction) -> Fraction:
    """The root of a square."""
    return Fraction(int(variance.numerator**0.5), int(variance.denominator**0.5))


def _samples() -> Iterator[Case]:
    for name, text, epsilon, rho in (
        ("AddGeometricNoise", "int(nm.AddGeometricNoise(1)(np.int64(x)))", 1.0, None),
        (
            "AddDiscreteGaussianNoise",
            "int(nm.AddDiscreteGaussianNoise(1)(np.int64(x)))",
            None,
            Fraction(1, 2),
        ),
    ):
        for start in (0, 2**53, 2**62):
            yield _sampled(name, text, start, epsilon, rho)


def _sampled(name: str, text: str, start: int, epsilon: float | None, rho: Fraction | None) -> Case:
    return BORDER.samples(
        f"{NOISE}.{name}",
        text,
        (start, start + 1, start + 2),
        f"noise on the integers from {start} on, at sensitivity 1",
        epsilon=epsilon,
        rho=rho,
        samples=2000,
        seconds=100,
    )
