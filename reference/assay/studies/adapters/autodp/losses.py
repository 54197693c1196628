"""Characteristic functions of the privacy loss, as real and imaginary parts, and a derivative."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from ....exact import Certified
from ....exact._flint import acb, arb, rational
from ....testing.claims import grid
from ....testing.claims.values import Real
from ...survey.case import Case
from .calls import values
from .truths import quantile

QUADRATURE = "it calls scipy.integrate.quadrature, which scipy 1.14 removed"
PROMISE = "the characteristic function of the privacy loss at t"
READ = "(lambda z: {{'real': float(np.exp(z).real), 'imag': float(np.exp(z).imag)}})({})"
RANGE = 16
"""Integrals over normal densities go so many standard deviations to either side; the rest is below 2^-150."""


def cases() -> Iterator[Case]:
    """phi_bank, converter.pdf_to_phi, and the slope of the trade-off function."""
    yield from _phi_cases()
    yield from _integrals()
    yield _slope()


def _slope() -> Case:
    """f'(x) = -e^(z/sigma - 1/(2 sigma^2)), with z = Phi^-1(1 - x)."""

    def distribution(sigma: Fraction, fpr: Fraction) -> Mapping[str, Real]:
        def rule(bits: int) -> arb:
            shift = arb(rational(1 / sigma))
            return -(quantile(1 - fpr, bits) * shift - shift * shift / 2).exp()

        return {"slope": Certified(rule, "slope", 512)}

    name = "fdp_bank.fdp_grad_gaussian"
    text = f"{{'slope': float({name}({{'sigma': sigma}}, fpr))}}"
    points = grid(sigma=(1.0, 5.0), fpr=(0.125, 0.5))
    return values(
        name, text, distribution, points, "the derivative of the trade-off function of Gaussian noise"
    )


def _phi_cases() -> Iterator[Case]:
    """E e^(i t L), as real and imaginary part of the exponential of the logarithm that is returned."""
    times = (0.5, 2.0)
    for name, params, distribution, points in (
        ("phi_gaussian", "{'sigma': sigma}", _phi_gaussian, grid(sigma=(1.0, 4.0), t=times)),
        ("phi_laplace", "{'b': b}", _phi_laplace, grid(b=(0.5, 2.0), t=times)),
        ("phi_rr_p", "{'p': p, 'q': q}", _phi_coin, grid(p=(0.75,), q=(0.25, 0.5), t=times)),
        ("phi_rr_q", "{'p': p, 'q': q}", _phi_other_coin, grid(p=(0.75,), q=(0.25, 0.5), t=times)),
    ):
        yield values(
            f"phi_bank.{name}", READ.format(f"phi_bank.{name}({params}, t)"), distribution, points, PROMISE
        )


def parts(rule: Callable[..., Any], *parameters: Fraction) -> Mapping[str, Real]:
    """Real and imaginary part of a complex expression of rational parameters."""
    exact = [rational(x) for x in parameters]

    def part(name: str) -> Certified:
        return Certified(lambda _: getattr(rule(*(acb(arb(x)) for x in exact)), name), f"{name} part")

    return {"real": part("real"), "imag": part("imag")}


I = acb(0, 1)  # noqa: E741  # the field's letter


def _phi_gaussian(sigma: Fraction, t: Fraction) -> Mapping[str, Real]:
    return parts(lambda s, u: ((-u * u + I * u) / (2 * s * s)).exp(), sigma, t)


def _phi_coin(p: Fraction, q: Fraction, t: Fraction) -> Mapping[str, Real]:
    def rule(a: Any, b: Any, u: Any) -> Any:
        return a * (I * u * (a / b).log()).exp() + (1 - a) * (I * u * ((1 - a) / (1 - b)).log()).exp()

    return parts(rule, p, q, t)


def _phi_other_coin(p: Fraction, q: Fraction, t: Fraction) -> Mapping[str, Real]:
    return _phi_coin(q, p, t)


def _phi_laplace(b: Fraction, t: Fraction) -> Mapping[str, Real]:
    """Atoms 1/2 at e and e^-e/2 at -e, density e^((l - e)/2)/4 between, for e = 1/b."""

    def rule(scale: Any, u: Any) -> Any:
        e, rate = 1 / scale, acb(1) / 2 + I * u
        atoms = (I * u * e).exp() / 2 + (-e - I * u * e).exp() / 2
        return atoms + (-e / 2).exp() / 4 * ((rate * e).exp() - (-rate * e).exp()) / rate

    return parts(rule, b, t)


def _integrals() -> Iterator[Case]:
    for name, side in (("phi_subsample_gaussian_p", "p"), ("phi_subsample_gaussian_q", "q")):
        text = f"phi_bank.{name}({{'sigma': sigma, 'gamma': gamma}}, t, remove_only=True)"
        yield values(
            f"phi_bank.{name}",
            READ.format(text),
            _phi_sampled(side),
            grid(sigma=(1.0,), gamma=(0.125,), t=(0.5, 2.0)),
            f"{PROMISE}, Gaussian noise on a Poisson sample",
            note=QUADRATURE,
        )
    name = "converter.pdf_to_phi"
    density = "lambda x: np.exp(-(x - {})**2 / (2 * sigma**2)) / np.sqrt(2 * np.pi) / sigma"
    text = f"{name}({density.format(1)}, {density.format(0)}, t)"
    points = grid(sigma=(1.0,), t=(0.5, 2.0))
    yield values(name, READ.format(text), _phi_gaussian, points, PROMISE, note=QUADRATURE)


def _phi_sampled(side: str) -> Callable[..., Mapping[str, Real]]:
    """The integral of e^(i t L) under one of the distributions, L = +-ln(1 - g + g e^((2x - 1)/(2 s^2)))."""

    def distribution(sigma: Fraction, gamma: Fraction, t: Fraction) -> Mapping[str, Real]:
        def rule(s: Any, g: Any, u: Any) -> Any:
            def integrand(x: Any, analytic: bool) -> Any:
                ratio = 1 - g + g * ((2 * x - 1) / (2 * s * s)).exp()
                normal = (-x * x / (2 * s * s)).exp() / (s * (2 * acb.pi()).sqrt())
                loss = ratio.log(analytic=analytic)
                return normal * (
                    (ratio if side == "p" else 1) * (I * u * (loss if side == "p" else -loss)).exp()
                )

            ends = acb(-RANGE) * s, 1 + RANGE * s
            rest = arb(0, arb(2) ** -150)
            return acb.integral(integrand, *ends) + acb(rest, rest)

        return parts(rule, sigma, gamma, t)

    return distribution
