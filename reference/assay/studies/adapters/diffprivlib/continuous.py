"""Samplers of diffprivlib with answers on a continuum: binned samples against certified distributions of the
bins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .... import adjacency
from ....engines.partial import Partial
from ....exact import certified, eps, number
from ...survey.case import Case
from . import promised_distributions as distributions
from .calls import binned_text, path, repeated, sampled_case
from .scales import bounded_scale
from .vectors import bingham, vectors

CUTS = [Fraction(k, 2) for k in (-6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8)]
INSIDE = [Fraction(k, 8) for k in (1, 2, 3, 4, 6, 8, 10, 12, 14, 15)]
SAMPLES = 20_000

Given = Mapping[str, Any]


def cases() -> Iterator[Case]:
    """Laplace noise and what is made of it, normal noise, snapping, vectors and directions."""
    yield from _laplace()
    yield from _normal()
    yield _snapping()
    yield from vectors()
    yield bingham()


def _case(
    mechanism: str,
    parameters: Given,
    domain: Sequence[Any],
    below: Callable[[Fraction], distributions.Below],
    cuts: Sequence[Fraction] = CUTS,
    *,
    promise: str,
) -> Case:
    """A distribution P(answer <= t) given the input, and the claimed privacy at sensitivity 1."""
    return sampled_case(
        path(mechanism),
        repeated(mechanism, distributions.bin_of(cuts), **parameters),
        domain,
        binned_text(mechanism, parameters, cuts),
        parameters=parameters,
        adjacency=adjacency.explicit([(domain[0], domain[1])]),
        distribution=lambda x: distributions.binned(below(Fraction(x)), cuts),
        samples=SAMPLES,
        seconds=120,
        epsilon=parameters.get("epsilon", 0.0),
        delta=parameters.get("delta", 0),
        promise=promise,
    )


def _laplace() -> Iterator[Case]:
    promise = "Laplace noise of scale sensitivity/(epsilon - ln(1 - delta))"
    for epsilon, delta in ((1.0, 0.0), (4.0, 0.0), (0.5, 0.125)):
        rate = certified(eps(Fraction(epsilon)).rational) - certified(1 - Fraction(delta)).log()
        given = {"epsilon": epsilon, "delta": delta, "sensitivity": 1.0}
        yield _case("Laplace", given, (0.0, 1.0), _around(1 / rate), promise=promise)
        ends = {**given, "lower": 0.0, "upper": 2.0}
        yield _case(
            "LaplaceTruncated",
            ends,
            (0.0, 1.0),
            _around(1 / rate),
            INSIDE,
            promise=f"{promise}, values outside mapped to the closest point of the domain",
        )
        yield _case(
            "LaplaceFolded",
            ends,
            (0.0, 1.0),
            _mirrored(1 / rate),
            INSIDE,
            promise=f"{promise}, values outside folded around the domain until they fall within",
        )
    for epsilon, delta in ((1.0, 0.0), (2.0, 0.125)):
        given = {"epsilon": epsilon, "delta": delta, "sensitivity": 1.0, "lower": 0.0, "upper": 2.0}
        scale = bounded_scale(Fraction(epsilon), Fraction(delta), Fraction(1), Fraction(2))
        yield _case(
            "LaplaceBoundedDomain",
            given,
            (0.0, 1.0),
            _conditioned(scale),
            INSIDE,
            promise="Laplace noise given that the answer is in the domain, with the scale of its paper",
        )
    for epsilon, delta in ((1.0, 0.125), (0.5, 0.03125)):
        given = {"epsilon": epsilon, "delta": delta, "sensitivity": 1.0}
        yield _case(
            "LaplaceBoundedNoise",
            given,
            (0.0, 1.0),
            _bounded_noise(Fraction(epsilon), Fraction(delta)),
            [c for c in CUTS if -1 <= c <= 2],
            promise="Laplace noise of scale sensitivity/epsilon given that it is below its paper's bound",
        )


At = Callable[[Fraction], distributions.Below]
"""The distribution of the answer, given the input."""


def _around(scale: Any) -> At:
    return lambda x: distributions.laplace_below(x, scale)


def _mirrored(scale: Any) -> At:
    return lambda x: distributions.mirrored(distributions.laplace_below(x, scale), Fraction(0), Fraction(2))


def _conditioned(scale: Any) -> At:
    return lambda x: distributions.conditioned(
        distributions.laplace_below(x, scale), Fraction(0), Fraction(2)
    )


def _normal_around(sigma: Any) -> At:
    return lambda x: distributions.normal_below(x, sigma)


def _bounded_noise(epsilon: Fraction, delta: Fraction) -> At:
    """Truncated at A = s/e ln(1 + (e^e - 1)/(2 d)): (F(t) - F(x - A))/(F(x + A) - F(x - A))."""
    growth = certified(eps(epsilon).exp())
    tail = 1 / (1 + (growth - 1) / (2 * delta)) / 2

    def distribution(x: Fraction) -> distributions.Below:
        below = distributions.laplace_below(x, 1 / epsilon)
        return lambda t: (below(t) - tail) / (1 - 2 * tail)

    return distribution


def _normal() -> Iterator[Case]:
    for epsilon, delta in ((1.0, 0.125), (0.5, 0.01)):
        sigma = distributions.gaussian_scale(Fraction(epsilon), Fraction(delta), Fraction(1))
        given = {"epsilon": epsilon, "delta": delta, "sensitivity": 1.0}
        yield _case(
            "Gaussian",
            given,
            (0.0, 1.0),
            _normal_around(sigma),
            [2 * c for c in CUTS],
            promise="normal noise of standard deviation sqrt(2 ln(1.25/delta)) sensitivity/epsilon",
        )


def _snapping() -> Case:
    """Laplace noise of scale 1/e', on a grid of the power of 2 that is not below it, clamped to the range.

    e' = (epsilon - 2 eta)/(1 + 12 B eta) with eta = 2^-53 is just below epsilon = 1: the grid is 2 wide. The
    distance from 1 moves no probability here by more than 2^-45; the distribution at 1 is listed, less that.
    """
    cuts = [Fraction(1), Fraction(3)]

    def distribution(x: Any) -> Any:
        exact = distributions.binned(distributions.laplace_below(Fraction(x), Fraction(1)), cuts)
        slack = Fraction(1, 2**45)
        table = {o: p - slack for o, p in exact.lower.items()}
        return Partial(table, 1 - sum(table.values(), number(0)), len(table))

    given = {"epsilon": 1.0, "sensitivity": 1.0, "lower": 0.0, "upper": 4.0}
    return sampled_case(
        path("Snapping"),
        repeated("Snapping", distributions.bin_of(cuts), **given),
        (1.0, 2.0),
        binned_text("Snapping", given, cuts),
        parameters=given,
        distribution=distribution,
        samples=SAMPLES,
        epsilon=1.0,
        promise="the snapping mechanism of Mironov (2012), epsilon-DP at sensitivity 1, outputs binned",
    )
