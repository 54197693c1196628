"""Accuracies and calibrations: a tolerance or a privacy target for a scale, and the other way round.

accuracy a at level alpha means P(|Z| >= a) <= alpha for the noise Z of this scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from ....exact import Certified, Number, number
from ....exact._flint import arb, rational
from ....testing.claims.values import Real
from ...survey.case import Case, Definition, Point
from ...survey.definitions import formula
from .._truths import ball
from .border import INT_SPACE
from .case_makers import calibration, require

ALPHAS = (1e-300, 1e-17, 1e-14, 1e-9, 0.01, 0.05, 0.5, 1.0, 0.0, 2.0)
SCALES = (0.125, 1.0, 10.0)
TOLERANCES = (0.5, 1.0, 3.0, 25.0)
NOTE = "no privacy is claimed; the documentation speaks of an accuracy estimate at a significance level"


def accuracy_cases() -> Iterator[Case]:
    """The eight conversions, and the searches."""
    for noise, tail, text in (
        ("laplacian", laplace_tail, lambda a, s: "exp(-a/s)"),
        ("gaussian", normal_tail, lambda a, s: "erfc(a/(s*sqrt(2)))"),
        ("discrete_laplacian", discrete_laplace_tail, lambda a, s: f"2*exp(-{ceil(a)}/s)/(1+exp(-1/s))"),
        ("discrete_gaussian", discrete_gaussian_tail, gaussian_sums),
    ):
        yield from calibration(
            f"accuracy.{noise}_scale_to_accuracy",
            f"dp.{noise}_scale_to_accuracy({{scale!r}}, {{alpha!r}})",
            lambda found, scale, alpha, tail=tail: tail(found, scale),
            "alpha",
            [{"scale": s, "alpha": a} for s in SCALES for a in ALPHAS],
            promise="P(|Z| >= accuracy) <= alpha",
            note=NOTE,
            feasible=lambda scale, alpha: 0 < alpha <= 1,
            definition=lambda found, scale, alpha, text=text: defined(text, found, scale),
        )
        yield from calibration(
            f"accuracy.accuracy_to_{noise}_scale",
            f"dp.accuracy_to_{noise}_scale({{accuracy!r}}, {{alpha!r}})",
            lambda found, accuracy, alpha, tail=tail: tail(accuracy, found),
            "alpha",
            [{"accuracy": t, "alpha": a} for t in TOLERANCES for a in ALPHAS],
            promise="P(|Z| >= accuracy) <= alpha",
            note=NOTE,
            feasible=lambda accuracy, alpha: 0 < alpha <= 1,
            definition=lambda found, accuracy, alpha, text=text: defined(text, accuracy, found),
        )
    yield from search_cases()


def defined(text: Callable[[Fraction, Fraction], str], accuracy: Any, scale: Any) -> Definition:
    """The mass as an expression in a and s."""
    simple = limiting_mass(accuracy, scale)
    if simple is not None:
        return formula(f"({simple})")()
    a, s = Fraction(accuracy), Fraction(scale)
    return formula(text(a, s))(a=a, s=s)


def gaussian_sums(accuracy: Fraction, sigma: Fraction) -> str:
    """A lower bound: a finite part of the tail, over a finite sum and more than what it leaves out."""
    reach = ceil(10 * sigma) + 1
    least = max(1, ceil(accuracy))
    tail = "+".join(f"exp(-{z * z}/(2*s*s))" for z in range(least, least + reach))
    body = "+".join(f"exp(-{z * z}/(2*s*s))" for z in range(1, reach))
    rest = f"exp(-{reach * reach}/(2*s*s))/(1-exp(-{reach}/(s*s)))"
    return f"2*({tail})/(1+2*({body}+{rest}))"


def quoted(found: Any) -> str:
    """A number in a formula."""
    return f"({found})"


def limiting_mass(accuracy: Any, scale: Any) -> Number | None:
    """The mass beyond 0, beyond infinity, and without noise."""
    if getattr(accuracy, "is_infinite", False):
        return number(0)
    if accuracy <= 0:
        return number(1)
    if getattr(scale, "is_infinite", False):
        return number(1)
    require(scale >= 0, "the scale is negative")
    return number(0) if scale == 0 else None


def laplace_tail(accuracy: Any, scale: Any) -> Real:
    """e^(-a/scale)."""
    simple = limiting_mass(accuracy, scale)
    if simple is not None:
        return simple
    return ball(lambda a, s: (-a / s).exp(), "e^(-a/s)", accuracy, scale)


def normal_tail(accuracy: Any, scale: Any) -> Real:
    """erfc(a / (scale sqrt 2))."""
    simple = limiting_mass(accuracy, scale)
    if simple is not None:
        return simple
    return ball(lambda a, s: (a / (s * arb(2).sqrt())).erfc(), "erfc(a/(s sqrt 2))", accuracy, scale)


def discrete_laplace_tail(accuracy: Any, scale: Any) -> Real:
    """2 q^m / (1 + q) for the least whole m >= a, with q = e^(-1/scale)."""
    simple = limiting_mass(accuracy, scale)
    if simple is not None:
        return simple
    least = ceil(Fraction(accuracy))
    return ball(lambda s: 2 * (-least / s).exp() / (1 + (-1 / s).exp()), "2 q^m/(1 + q)", scale)


def discrete_gaussian_tail(accuracy: Any, scale: Any) -> Number | Certified:
    """sum over |z| >= a of e^(-z^2/(2 sigma^2)), over the sum of all terms."""
    simple = limiting_mass(accuracy, scale)
    if simple is not None:
        return simple
    least, sigma = ceil(Fraction(accuracy)), Fraction(scale)
    return Certified(lambda bits: weight(least, sigma, bits) / (weight(1, sigma, bits) + 1), "a tail")


def weight(least: int, sigma: Fraction, bits: int) -> arb:
    """2 * sum over z >= least of e^(-z^2/(2 sigma^2)), with the rest of the series as part of the enclosure.

    From the place n on, every term is at most e^(-n/sigma^2) times the one before it, so that the rest is
    at most the term at n over 1 - e^(-n/sigma^2).
    """
    end = max(least, ceil(sigma * (bits + 64))) + 1
    terms = [(-arb(rational(z * z / (2 * sigma**2)))).exp() for z in range(least, end + 1)]
    rest = terms[-1] / (1 - (-arb(rational(end / sigma**2))).exp())
    return 2 * (sum(terms[:-1], arb(0)) + arb(0).union(rest))


def search_cases() -> Iterator[Case]:
    """binary_search, and what searches with it for a scale."""
    points: list[Point] = [{"d_in": d, "target": t} for d in (1, 7) for t in (1e-3, 0.1, 1.0, 3.0, 50.0)]
    for name, truth, text in (
        ("laplace", lambda d, s: number(d / s), "d_in/{}"),
        ("gaussian", lambda d, s: number(d**2 / (2 * s**2)), "d_in**2/(2*{}**2)"),
    ):
        make = f"lambda scale: dp.m.make_{name}({INT_SPACE}, scale)"
        yield from calibration(
            "mod.binary_search_param",
            f"dp.binary_search_param({make}, d_in={{d_in!r}}, d_out={{target!r}})",
            lambda found, d_in, target, truth=truth: truth(Fraction(d_in), found),
            "target",
            points,
            promise=f"the scale of {name} noise on an integer for this privacy",
            definition=lambda found, text=text, **point: formula(text.format(quoted(found)))(**point),
        )
        yield from calibration(
            "mod.binary_search_chain",
            f"dp.binary_search_chain({make}, d_in={{d_in!r}}, d_out={{target!r}}).map({{d_in!r}})",
            lambda found, d_in, target: number(found),
            "target",
            points,
            promise=f"{name} noise on an integer whose map keeps this privacy",
        )
    yield from calibration(
        "mod.binary_search",
        "dp.binary_search(lambda x: x <= {target!r}, bounds=(0.0, 100.0))",
        lambda found, target: number(found),
        "target",
        [{"target": t} for t in (1e-3, 1 / 3, 1.0, 99.0)],
        promise="the largest float for which the predicate holds",
    )


UNIT = "dp.unit_of(contributions={contributions!r})"
QUERY = "context.query().clamp((0, 2)).sum()"
SENSITIVITY = 2
"""Of a sum of records in 0..2, for one record."""
SHARES = [
    {"contributions": c, "queries": k, "target": t}
    for c in (1, 3)
    for k in (1, 3, 10)
    for t in (0.1, 1.0, 3.0)
]


def context_cases() -> Iterator[Case]:
    """The noise that a context finds for each query."""
    for loss, noise, attained, text in (
        ("epsilon", "laplace", all_laplace, "queries*2*contributions/found"),
        ("rho", "gaussian", all_gaussian, "queries*(2*contributions)**2/(2*found**2)"),
    ):
        opened = (
            f"context = dp.Context.compositor(data=[1, 2, 3], privacy_unit={UNIT}, "
            f"privacy_loss=dp.loss_of({loss}={{target!r}}), split_evenly_over={{queries!r}})\n"
        )
        yield from calibration(
            "context.Context.compositor",
            f"{opened}{QUERY}.{noise}().param()",
            attained,
            "target",
            SHARES,
            promise=f"{loss} of all queries: sums of records in 0..2 with {noise} noise of the scale found",
            definition=lambda found, text=text, **point: formula(text)(found=found, **point),
            also=["context.Context.query", "context.Query.param", "context.loss_of", "context.unit_of"],
        )


def all_laplace(found: Any, contributions: int, queries: int, target: Any) -> Real:
    """queries * sensitivity / scale."""
    return number(queries * SENSITIVITY * contributions / Fraction(found))


def all_gaussian(found: Any, contributions: int, queries: int, target: Any) -> Real:
    """queries * sensitivity^2 / (2 scale^2)."""
    return number(queries * (SENSITIVITY * contributions) ** 2 / (2 * Fraction(found) ** 2))
