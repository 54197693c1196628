"""The tightest conversion of zero-concentrated privacy; Poisson-sampled Gaussian noise, at whole orders."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from ....errors import InvalidValue
from ....exact import Certified, Log, Number, certified, ln
from ....exact._flint import arb, rational
from ....exact.certified import minimum
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..family import Case, Family, Function, case, edge_if
from ..roots import meeting

MOST_ORDERS = 64


def _tight_zcdp(given: Arguments) -> Json:
    """The smallest value of rho a + ln(1 - 1/a) - ln(delta a)/(a - 1), where rho (a - 1)^2 = -ln(delta a)."""
    rho, delta = given.positive("rho"), given.open_delta()

    def falls(t: Fraction) -> bool:  # at a = 1 + t
        return ln(delta * Number(1 + t)) < Log(-rho * t * t)

    t = meeting(falls, f"the best order for rho = {rho}, delta = {delta}")
    a = t + 1
    found = a * Number(rho) + (t / a).log() - (a * delta).log() / t
    return real(found) if found > 0 else "0"


def sampled_gaussian(order: int, rate: Fraction, sigma: Fraction) -> Certified:
    """ln(sum over k of C(a, k) (1 - q)^(a - k) q^k e^((k^2 - k)/(2 sigma^2)))/(a - 1)."""
    if rate in (0, 1):
        return certified(Number(rate * order / (2 * sigma**2)))
    weights = [
        (comb(order, k) * (1 - rate) ** (order - k) * rate**k, Fraction(k * k - k) / (2 * sigma**2))
        for k in range(order + 1)
    ]

    def ball(bits: int) -> arb:
        terms = (arb(rational(w)) * arb(rational(x)).exp() for w, x in weights if w)
        return sum(terms, arb(0)).log() / (order - 1)

    return Certified(ball, f"D_{order} of Gaussian noise {sigma} on a sample of rate {rate}")


def _parameters(given: Arguments) -> tuple[Fraction, Fraction]:
    rate = given.number("rate")
    if not 0 <= rate <= 1:
        raise InvalidValue(f"rate = {given.text('rate')} is no probability")
    return rate.as_fraction(), given.positive("sigma")


def _sampled_renyi(given: Arguments) -> Json:
    rate, sigma = _parameters(given)
    order = given.integer("order", 2, MOST_ORDERS)
    if rate in (0, 1):
        return real(Number(rate * order / (2 * sigma**2)))
    return real(sampled_gaussian(order, rate, sigma))


def _sampled_epsilon(given: Arguments) -> Json:
    rounds, delta, (rate, sigma) = given.integer("rounds", 1), given.open_delta(), _parameters(given)
    found = minimum(
        rounds * sampled_gaussian(a, rate, sigma) + certified(ln(1 - Number(1) / a) - ln(delta * a) / (a - 1))
        for a in range(2, given.integer("largest", 2, MOST_ORDERS) + 1)
    )
    return real(found) if found > 0 else "0"


_SUM = "sum over k = 0..a of C(a, k) (1 - q)^(a - k) q^k e^((k^2 - k)/(2 sigma^2))"

FUNCTIONS = {
    "zcdp_to_dp_tight": Function(
        "The infimum over all real a > 1 of rho a + ln(1 - 1/a) - ln(delta a)/(a - 1), and 0 where it is "
        "negative: the best epsilon at delta that the conversion of Renyi divergences gives for rho-zCDP. "
        "rho > 0 is rational, 0 < delta < 1.",
        "epsilon",
        _tight_zcdp,
    ),
    "sampled_gaussian_renyi": Function(
        f"ln(S)/(a - 1), where S is the {_SUM}, a = `order`, q = `rate`: D_a of the mixture (1 - q) N(0, "
        "sigma^2) + q N(1, sigma^2) from N(0, sigma^2), Gaussian noise on a Poisson sample. 2 <= a <= 64 is "
        "whole, 0 <= q <= 1, sigma > 0 is rational.",
        "divergence",
        _sampled_renyi,
    ),
    "sampled_gaussian_epsilon": Function(
        "The smallest of rounds ln(S_a)/(a - 1) + ln(1 - 1/a) - ln(delta a)/(a - 1) over the whole orders a "
        f"= 2..largest, and 0 where it is negative; S_a is the {_SUM}, q = `rate`. 2 <= largest <= 64 and "
        "rounds >= 1 are whole, 0 <= q <= 1, sigma > 0 is rational, 0 < delta < 1.",
        "epsilon",
        _sampled_epsilon,
    ),
}


def cases() -> Iterator[Case]:
    """Conversions, divergences of one round, and the epsilon of many rounds."""
    for rho in ("1/1000000", "1/8", "1/2", "1", "50", "10000"):
        for delta in ("1/2", "1/1000", "1/1000000", "1e-20", "1e-300"):
            yield case("zcdp_to_dp_tight", rho=rho, delta=delta)
    yield case("zcdp_to_dp_tight", "invalid", rho="0", delta="1/10")
    yield case("zcdp_to_dp_tight", "invalid", rho="1", delta="0")
    yield case("zcdp_to_dp_tight", "invalid", rho="1", delta="1")
    for rate in ("0", "1/100", "1/1000000", "1/2", "1"):
        for sigma in ("1", "4", "1/2"):
            for order in ("2", "3", "8", "64"):
                result = edge_if(rate in ("0", "1"))
                yield case("sampled_gaussian_renyi", result, rate=rate, sigma=sigma, order=order)
    for rate, sigma, rounds in (("1/100", "1", "1000"), ("1/100", "4", "10000"), ("1/2", "10", "50")):
        for delta in ("1/1000", "1/1000000"):
            for largest in ("2", "16", "64"):
                yield case(
                    "sampled_gaussian_epsilon",
                    rate=rate,
                    sigma=sigma,
                    rounds=rounds,
                    delta=delta,
                    largest=largest,
                )
    bad = {"rate": "1/2", "sigma": "1", "order": "2"}
    for key, value in (("rate", "2"), ("sigma", "0"), ("order", "1"), ("order", "5/2"), ("order", "65")):
        yield case("sampled_gaussian_renyi", "invalid", **{**bad, key: value})
    good = {"rate": "1/2", "sigma": "1", "rounds": "5", "delta": "1/10", "largest": "4"}
    for key, value in (("rounds", "0"), ("delta", "0"), ("largest", "1"), ("rate", "-1")):
        yield case("sampled_gaussian_epsilon", "invalid", **{**good, key: value})


FAMILIES = (
    Family(
        "concentrated",
        "The tightest conversion of zero-concentrated privacy, and Poisson-sampled Gaussian noise",
        (
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
            "Mironov, Talwar and Zhang, Renyi Differential Privacy of the Sampled Gaussian Mechanism, 2019",
        ),
        cases,
    ),
)
