"""The classes of privacy losses: delta at an epsilon, in one direction, and what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ....exact import certified, ln, number
from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import composed, formula
from . import mechanisms as m
from .mechanisms import Noise
from .names import PLM, claims

KINDS: tuple[tuple[str, str, Callable[..., Noise], float], ...] = (
    ("Laplace", "plm.LaplacePrivacyLoss({x!r}", lambda x, q: m.laplace(x, q), 1.0),
    ("Gaussian", "plm.GaussianPrivacyLoss({x!r}", lambda x, q: m.gaussian(x, q), 1.0),
    ("DiscreteLaplace", "plm.DiscreteLaplacePrivacyLoss({x!r}", lambda x, q: m.discrete_laplace(x, q), 0.5),
    (
        "DiscreteGaussian",
        "plm.DiscreteGaussianPrivacyLoss({x!r}",
        lambda x, q: m.discrete_gaussian(x, q),
        1.0,
    ),
)
EPSILONS = (0.0, 0.125, 0.75, 2.0)


def cases() -> Iterator[Case]:
    """delta, then the functions that it is made of."""
    for name, text, noise, value in KINDS:
        for direction in ("REMOVE", "ADD"):
            yield _delta(name, text, noise, value, direction)
    for call in ("{epsilon!r})", "[{epsilon!r}])[0]"):
        yield _mixture("REMOVE", call)
        yield _mixture("ADD", call)
    yield from _functions()


def _delta(name: str, text: str, noise: Callable[..., Noise], value: float, direction: str) -> Case:
    options = f", sampling_prob={{q!r}}, adjacency_type=plm.AdjacencyType.{direction})"
    base = f"{PLM}.AdditiveNoisePrivacyLoss"
    return claims(
        f"{PLM}.{name}PrivacyLoss",
        f"{text}{options}.get_delta_for_epsilon({{epsilon!r}})",
        composed("delta", lambda x, q: [_directed(noise(x, q), direction)]),
        grid(x=[value], q=[1.0, 0.125], epsilon=EPSILONS),
        f"delta at an epsilon, {direction}",
        also=(f"{base}.get_delta_for_epsilon", base, f"{PLM}.AdjacencyType"),
    )


def _directed(noise: Noise, direction: str) -> Noise:
    return replace(noise, direction=direction.lower())


def _mixture(direction: str, call: str) -> Case:
    return claims(
        f"{PLM}.MixtureGaussianPrivacyLoss.get_delta_for_epsilon",
        "plm.MixtureGaussianPrivacyLoss({sigma!r}, [0.0, 1.0], [1 - {q!r}, {q!r}], "
        f"adjacency_type=plm.AdjacencyType.{direction}).get_delta_for_epsilon({call}",
        composed("delta", lambda sigma, q: [_directed(m.gaussian(sigma, q), direction)]),
        grid(sigma=[1.0], q=[0.125], epsilon=EPSILONS),
        f"delta at {'an epsilon' if '[' not in call else 'a list of one epsilon'}, {direction}",
        also=(f"{PLM}.MixtureGaussianPrivacyLoss",),
    )


def _value(
    function: str, text: str, truth: Any, expression: str, points: Sequence[Any], what: str, **more: Any
) -> Case:
    return claims(
        function,
        text,
        {"truth": truth, "definition": formula(expression)},
        points,
        what,
        bound="value",
        **more,
    )


def _functions() -> Iterator[Case]:
    """Losses at a point and their inverse, distribution functions: numbers that promise to be the truth."""
    base = f"{PLM}.AdditiveNoisePrivacyLoss"
    yield _value(
        f"{base}.privacy_loss",
        "plm.GaussianPrivacyLoss({sigma!r}).privacy_loss({x!r})",
        lambda sigma, x: number((-1 - 2 * x) / (2 * sigma**2)),
        "(-1 - 2*x)/(2*sigma**2)",
        grid(sigma=[1.0, 0.5], x=[-3.0, -0.5, 0.0, 2.0]),
        "the privacy loss at an outcome, removal",
    )
    yield _value(
        f"{base}.privacy_loss",
        "plm.LaplacePrivacyLoss({b!r}, sampling_prob={q!r}).privacy_loss({x!r})",
        _sampled_laplace_loss,
        "log(q*exp((max(x, -x) - max(x + 1, -x - 1))/b) + 1 - q)",
        grid(b=[1.0, 0.25], q=[0.125, 1.0], x=[-3.0, -0.25, 2.0]),
        "the privacy loss at an outcome, removal",
    )
    yield _value(
        f"{base}.inverse_privacy_loss",
        "plm.GaussianPrivacyLoss({sigma!r}).inverse_privacy_loss({loss!r})",
        lambda sigma, loss: number(-loss * sigma**2 - Fraction(1, 2)),
        "-loss*sigma**2 - 1/2",
        grid(sigma=[1.0, 0.5], loss=[-3.0, 0.0, 2.0, 50.0]),
        "the outcome with this privacy loss, removal",
    )
    for name, text, truth, expression in _cdfs():
        yield _value(
            f"{PLM}.{name}.noise_cdf",
            f"float({text}.noise_cdf({{x!r}}))",
            truth,
            expression,
            grid(x=[-30.0, -1.0, 0.0, 2.0]),
            "the distribution function of the noise",
        )
        yield _value(
            f"{PLM}.{name}.noise_log_cdf",
            f"float({text}.noise_log_cdf({{x!r}}))",
            lambda x, truth=truth: ln_of(truth(x)),
            f"log({expression})",
            grid(x=[-30.0, -1.0, 0.0, 2.0]),
            "the logarithm of the distribution function of the noise",
        )
    yield _value(
        f"{base}.mu_upper_cdf",
        "float(plm.LaplacePrivacyLoss(1.0, sampling_prob={q!r}).mu_upper_cdf({x!r}))",
        lambda q, x: _laplace_cdf(x) * (1 - q) + _laplace_cdf(x + 1) * q,
        "(1 - q)*exp(x)/2 + q*exp(x + 1)/2",
        grid(q=[0.125, 1.0], x=[-30.0, -1.5]),
        "the distribution function of the outcome with the record",
    )
    yield _value(
        f"{base}.mu_lower_log_cdf",
        "float(plm.LaplacePrivacyLoss(1.0, sampling_prob={q!r}).mu_lower_log_cdf({x!r}))",
        lambda q, x: ln_of(_laplace_cdf(x)),
        "log(exp(x)/2)",
        grid(q=[0.125], x=[-30.0, -1.5]),
        "the logarithm of the distribution function of the outcome without the record",
    )


def _sampled_laplace_loss(b: Fraction, q: Fraction, x: Fraction) -> Any:
    """ln(1 - q + q e^l) with l = (|x| - |x + 1|)/b."""
    loss = (abs(x) - abs(x + 1)) / b
    return number(loss) if q == 1 else (certified(loss).exp() * q + (1 - q)).log()


def ln_of(value: Any) -> Any:
    """ln, exact where it is."""
    return ln(value) if not hasattr(value, "log") else value.log()


def _laplace_cdf(x: Fraction) -> Any:
    tail = certified(-abs(x)).exp() / 2
    return 1 - tail if x > 0 else tail


def _normal_cdf(x: Fraction) -> Any:
    from ....exact import Certified
    from ....exact._flint import arb, rational

    return Certified(lambda _: (arb(rational(-x)) / arb(2).sqrt()).erfc() / 2, f"Phi({x})")


def _discrete_laplace_cdf(x: Fraction) -> Any:
    """For a = 1/2: e^(x/2)/(1 + e^-1/2) for x < 0, and 1 - e^(-(x+1)/2)/(1 + e^-1/2) from 0 on."""
    below = certified(Fraction(x, 2) if x < 0 else -Fraction(x + 1, 2)).exp() / (
        1 + certified(Fraction(-1, 2)).exp()
    )
    return below if x < 0 else 1 - below


def _cdfs() -> tuple[tuple[str, str, Callable[[Fraction], Any], str], ...]:
    return (
        (
            "LaplacePrivacyLoss",
            "plm.LaplacePrivacyLoss(1.0)",
            _laplace_cdf,
            "min(1, exp(x)/2 + max(0, x)*2**99) - max(0, min(1, x*2**99))*exp(-x)/2",
        ),
        ("GaussianPrivacyLoss", "plm.GaussianPrivacyLoss(1.0)", _normal_cdf, "erfc(-x/sqrt(2))/2"),
        (
            "DiscreteLaplacePrivacyLoss",
            "plm.DiscreteLaplacePrivacyLoss(0.5)",
            _discrete_laplace_cdf,
            "exp(x/2)/(1 + exp(-1/2))",
        ),
        (
            "MixtureGaussianPrivacyLoss",
            "plm.MixtureGaussianPrivacyLoss(1.0, [0.0, 1.0], [0.5, 0.5])",
            _normal_cdf,
            "erfc(-x/sqrt(2))/2",
        ),
    )
