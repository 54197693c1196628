"""What autodp's functions are about, exactly: divergences, epsilons and error rates of the named mechanisms.

Of a conversion the truth is that of one mechanism with the given guarantee. A conversion that promises for
all of them must not be below it, and is loose by some amount where that mechanism is not the worst.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Any, TypeAlias

from ....errors import InvalidValue, UndecidedError
from ....exact import INFINITY, Certified, certified, ln, number
from ....exact import eps as exact_epsilon
from ....exact._flint import arb, rational
from ....exact.certified import maximum
from ....mechanisms import randomised_response
from ....testing.claims.values import Real
from ...survey.definitions import composed, finite, formula
from ...survey.noise import Noise, gaussians
from .. import _formulas as formulas
from .._renyi import gaussian_renyi, laplace_renyi, response_renyi, sampled_gaussian_renyi
from .._truths import ball, rough_epsilon

Truthful: TypeAlias = Mapping[str, Any]
"""The keys `truth` and, where a script can compute the truth anew, `definition`."""


def sampled(sigma: Fraction, prob: Fraction, count: int = 1) -> list[Noise]:
    """`count` Gaussian rounds on Poisson samples."""
    return gaussians(sigma, prob, count)


def _laplace(b: Fraction) -> list[Noise]:
    return [Noise("laplace", {"scale": b})]


def _pure(eps: Fraction) -> list[Noise]:
    return [Noise("approximate", {"epsilon": eps, "delta": 0})]


GAUSSIAN_EPSILON = composed("epsilon", gaussians)
GAUSSIAN_DELTA = composed("delta", gaussians)
LAPLACE_EPSILON = composed("epsilon", _laplace)
LAPLACE_DELTA = composed("delta", _laplace)
RESPONSE_EPSILON = finite("epsilon", lambda p: randomised_response(bias=p))
RESPONSE_DELTA = finite("delta", lambda p: randomised_response(bias=p))

GAUSSIAN_RENYI: Truthful = {"truth": gaussian_renyi, "definition": formula("alpha/(2*sigma**2)")}
LAPLACE_RENYI: Truthful = {"truth": lambda b, alpha: laplace_renyi(b, alpha), "definition": formulas.LAPLACE}
PURE_RENYI: Truthful = {"truth": lambda eps, alpha: response_renyi(eps, alpha), "definition": formulas.PURE}
SAMPLED_RENYI: Truthful = {
    "truth": lambda sigma, prob, alpha: sampled_gaussian_renyi(prob, sigma, alpha),
    "definition": lambda sigma, prob, alpha: formulas.sampled(prob, sigma, alpha),
}


def response_divergence(p: Fraction, alpha: Any) -> Real:
    """Of the coin p from the coin 1 - p: randomised response with e^epsilon = p/(1-p)."""
    if not 0 <= p <= 1:
        raise InvalidValue(f"p = {p} is no probability")
    if p in (0, 1):
        return INFINITY
    if p == Fraction(1, 2):
        return number(0)
    odds = max(p, 1 - p) / min(p, 1 - p)
    if getattr(alpha, "is_infinite", False):
        return ln(odds)
    if alpha == 1:
        return ball(lambda o: (o - 1) / (o + 1) * o.log(), "KL of two coins", odds)
    return ball(
        lambda o, a: (((a * o.log()).exp() + ((1 - a) * o.log()).exp()) / (1 + o)).log() / (a - 1),
        f"order {alpha} of two coins",
        odds,
        alpha,
    )


RESPONSE_RENYI: Truthful = {"truth": response_divergence, "definition": formulas.RESPONSE}


def pure_epsilon(eps: Fraction, delta: Fraction) -> Real:
    """The least real epsilon, negative ones included, at which every eps-private mechanism keeps delta.

    ln(e^eps - delta (1 + e^eps)) from randomised response, or ln(1 - delta) where that is below -eps.
    """
    if not 0 <= delta <= 1 or eps < 0:
        raise InvalidValue(f"eps = {eps}, delta = {delta} make no guarantee")
    if delta == 0:
        return number(eps)
    left = ball(lambda e, d: e.exp() - d * (1 + e.exp()), "e^eps - delta (1 + e^eps)", eps, delta)
    return left.log() if left > ball(lambda e: (-e).exp(), "e^-eps", eps) else ln(1 - delta)


PURE_EPSILON: Truthful = {
    "truth": pure_epsilon,
    "definition": formula("log(max(1 - delta, exp(eps) - delta*(1+exp(eps))))"),
}


def zcdp_epsilon(rho: Fraction, delta: Any, xi: Fraction | int = 0) -> Real:
    """That of the Gaussian mechanism with alpha/(2 sigma^2) = rho alpha, which has this guarantee."""
    return rough_epsilon(gaussians(root(1 / (2 * rho))), delta)


ZCDP_EPSILON: Truthful = {
    "truth": zcdp_epsilon,
    "definition": composed("epsilon", lambda rho: gaussians(root(1 / (2 * rho))))["definition"],
}


def root(square: Fraction) -> Fraction:
    """A rational just above the square root, so that a Gaussian with it has no larger divergence."""
    scale = 1 << 120
    return Fraction(isqrt(int(square * scale * scale)) + 1, scale)


def gaussian_tradeoff(sigma: Fraction, fpr: Fraction) -> Real:
    """f(x) = Phi(Phi^-1(1 - x) - 1/sigma), the type II error of the best test of size x."""
    if not 0 <= fpr <= 1:
        raise InvalidValue(f"fpr = {fpr} is no probability")
    if fpr in (0, 1):
        return number(1 - fpr)
    return Certified(lambda bits: _phi(quantile(1 - fpr, bits) - arb(rational(1 / sigma))), "f(fpr)", 512)


def tradeoff_definition(sigma: Fraction, fpr: Fraction) -> Any:
    """With a rational just above the quantile; at the ends 1 - fpr."""
    if fpr in (0, 1):
        return formula("1-fpr")(fpr=fpr)
    above = Certified(lambda bits: quantile(1 - fpr, bits), "Phi^-1(1 - fpr)", 512).upper(40)
    return formulas.gaussian_tradeoff(Fraction(above))(sigma=sigma, fpr=fpr)


GAUSSIAN_TRADEOFF: Truthful = {"truth": gaussian_tradeoff, "definition": tradeoff_definition}


def quantile(p: Fraction, bits: int) -> arb:
    """An enclosure of Phi^-1(p), by bisection."""
    low, high = Fraction(-40), Fraction(40)
    if not 0 < p < 1:
        raise InvalidValue(f"p = {p} has no quantile")
    for _ in range(bits):
        middle = (low + high) / 2
        try:
            sign = ball(_phi, f"Phi({middle})", middle).compare(p)
        except UndecidedError:
            break
        low, high = (middle, high) if sign < 0 else (low, middle)
    return arb(rational(low)).union(arb(rational(high)))


def _phi(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2


def approximate_tradeoff(eps: Fraction, delta: Fraction, fpr: Fraction) -> Real:
    """max(0, 1 - delta - e^eps x, e^-eps (1 - delta - x))."""
    if not 0 <= fpr <= 1 or not 0 <= delta <= 1 or eps < 0:
        raise InvalidValue(f"eps = {eps}, delta = {delta}, fpr = {fpr} are no parameters of a test")
    steep = ball(lambda e, d, x: 1 - d - e.exp() * x, "1 - delta - e^eps x", eps, delta, fpr)
    flat = ball(lambda e, d, x: (-e).exp() * (1 - d - x), "e^-eps (1 - delta - x)", eps, delta, fpr)
    return maximum([number(0), steep, flat])


TRADEOFF: Truthful = {"truth": approximate_tradeoff, "definition": formulas.TRADEOFF}
PURE_TRADEOFF: Truthful = {
    "truth": lambda eps, fpr: approximate_tradeoff(eps, Fraction(0), fpr),
    "definition": formulas.PURE_TRADEOFF,
}


def bounded_range(eps: Fraction) -> tuple[Any, Any]:
    """Two candidates with utilities (0, 0) and (0, 1) against (0, 1) and (1, 0) at the rate eps/2."""
    weight = certified(exact_epsilon(eps / 2).exp())
    return weight / (1 + weight), 1 / (1 + weight)
