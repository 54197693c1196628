"""Gaussian and Laplace noise on the reals, and Gaussian differential privacy."""

from __future__ import annotations

from fractions import Fraction

from ....errors import InvalidValue
from ....exact import Certified, Log, Number, certified, ln
from ....exact._flint import arb
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..closed_forms import as_real, closed_form
from ..family import Function
from ..roots import meeting


def normal(x: arb) -> arb:
    """Phi(x), the distribution function of the standard normal distribution."""
    return (-x / arb(2).sqrt()).erfc() / 2


def gaussian_delta(mu: Certified, epsilon: Certified) -> Certified:
    """Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu)."""

    def ball(bits: int) -> arb:
        m, e = mu.enclosure(bits), epsilon.enclosure(bits)
        return normal(m / 2 - e / m) - e.exp() * normal(-m / 2 - e / m)

    return Certified(ball, f"delta of Gaussian noise, mu = {mu}, at epsilon = {epsilon}")


def _delta(given: Arguments) -> Json:
    mu = given.positive("sensitivity") / given.positive("sigma")
    return real(gaussian_delta(certified(Number(mu)), certified(given.finite())))


def smallest_epsilon(mu: Fraction, delta: Number) -> Json:
    """The smallest epsilon >= 0 at which the delta of mu is at most this."""
    size = certified(Number(mu))

    def exceeds(epsilon: Fraction) -> bool:
        return gaussian_delta(size, certified(Number(epsilon))) > delta

    return real(meeting(exceeds, f"epsilon of mu = {mu} at delta = {delta}")) if exceeds(Fraction(0)) else "0"


def _epsilon(given: Arguments) -> Json:
    mu = given.positive("sensitivity") / given.positive("sigma")
    return smallest_epsilon(mu, given.open_delta())


def _sigma(given: Arguments) -> Json:
    epsilon, delta, size = certified(given.finite()), given.open_delta(), given.positive("sensitivity")

    def exceeds(sigma: Fraction) -> bool:
        return sigma == 0 or gaussian_delta(certified(Number(size / sigma)), epsilon) > delta

    return real(meeting(exceeds, f"sigma for epsilon = {epsilon}, delta = {delta}"))


def _gdp_beta(given: Arguments) -> Json:
    mu, alpha = given.positive("mu"), given.open_delta("alpha")

    def tail(x: Certified) -> Certified:
        return Certified(lambda bits: normal(x.enclosure(bits)), f"Phi({x})")

    # Phi^-1(1 - alpha) = t - shift, from a shift that makes it positive
    shift = Fraction(64)
    quantile = meeting(lambda t: tail(certified(Number(t - shift))) < 1 - alpha, "a quantile", shift)
    return real(tail(quantile - Number(shift + mu)))


def _laplace_delta(given: Arguments) -> Json:
    loss = given.positive("sensitivity") / given.positive("scale")
    epsilon = given.epsilon()
    if epsilon.is_infinite or epsilon >= Log(loss):
        return "0"
    text = f"1 - exp(({given.spelled('epsilon')} - {loss})/2)"
    return closed_form(certified(1) - ((certified(epsilon) - Number(loss)) / 2).exp(), text)


def _laplace_epsilon(given: Arguments) -> Json:
    loss = given.positive("sensitivity") / given.positive("scale")
    delta = given.number("delta")
    if not 0 <= delta <= 1:
        raise InvalidValue(f"delta = {delta} is no probability")
    if delta == 1:
        return "0"
    epsilon = Log(loss) + 2 * ln(1 - delta)
    return real(epsilon) if epsilon > 0 else "0"


def _laplace_scale(given: Arguments) -> Json:
    size, epsilon, delta = given.positive("sensitivity"), given.finite(), given.number("delta")
    if not 0 <= delta < 1 or (epsilon == 0 and delta == 0):
        raise InvalidValue("no scale is enough, or every one")
    text = f"{size}/({given.spelled('epsilon')} - 2*ln(1 - {given.spelled('delta')}))"
    return closed_form(certified(Number(size)) / certified(epsilon - 2 * ln(1 - delta)), text)


def _laplace_renyi(given: Arguments) -> Json:
    loss = given.positive("sensitivity") / given.positive("scale")
    text = laplace_renyi_text(given.rational("order", above=1), loss)
    return closed_form(certified(as_real(text)), text)


def laplace_renyi_text(order: Fraction, loss: Fraction) -> str:
    """D_order of Laplace noise, where loss = sensitivity/scale."""
    o, t = f"({order})", f"({loss})"
    likely, other = f"{o}/(2*{o} - 1)*exp(({o} - 1)*{t})", f"({o} - 1)/(2*{o} - 1)*exp(-{o}*{t})"
    return f"ln({likely} + {other})/({o} - 1)"


def _gaussian_renyi(given: Arguments) -> Json:
    mu, a = given.positive("sensitivity") / given.positive("sigma"), given.number("order")
    if not a > 1:
        raise InvalidValue(f"order = {a} is not above 1")
    return real(a * Number(mu * mu / 2))


_SIZE = "sensitivity > 0 is rational: by so much the value moves."
_PHI = "Phi is the distribution function of the standard normal distribution."

FUNCTIONS = {
    "gaussian_delta": Function(
        "delta(epsilon) = Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m), m = sensitivity/sigma, of "
        f"a real value with Gaussian noise of standard deviation sigma. {_PHI} sigma > 0 is rational; "
        f"{_SIZE} 0 <= epsilon < inf.",
        "delta",
        _delta,
    ),
    "gaussian_epsilon": Function(
        "The smallest epsilon >= 0 with Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m) <= delta, m = "
        f"sensitivity/sigma. {_PHI} sigma > 0 is rational; {_SIZE} 0 < delta < 1.",
        "epsilon",
        _epsilon,
    ),
    "gaussian_sigma": Function(
        "The smallest sigma > 0 with Phi(m/2 - epsilon/m) - e^epsilon Phi(-m/2 - epsilon/m) <= delta, m = "
        f"sensitivity/sigma: the analytic Gaussian mechanism. {_PHI} {_SIZE} 0 <= epsilon < inf, 0 < delta "
        "< 1.",
        "smallest",
        _sigma,
    ),
    "gaussian_renyi": Function(
        "D_a = a sensitivity^2/(2 sigma^2), a = `order`, of a real value with Gaussian noise of standard "
        f"deviation sigma. sigma > 0 is rational; {_SIZE} 1 < a < inf.",
        "divergence",
        _gaussian_renyi,
    ),
    "laplace_delta": Function(
        "delta(epsilon) = max(1 - e^((epsilon - sensitivity/scale)/2), 0) of a real value with Laplace "
        f"noise, density e^(-|z|/scale)/(2 scale). scale > 0 is rational; {_SIZE} 0 <= epsilon <= inf.",
        "delta",
        _laplace_delta,
    ),
    "laplace_epsilon": Function(
        "The smallest epsilon >= 0 with max(1 - e^((epsilon - sensitivity/scale)/2), 0) <= delta, which is "
        f"max(sensitivity/scale + 2 ln(1 - delta), 0), and 0 at delta = 1. scale > 0 is rational; {_SIZE} 0 "
        "<= delta <= 1.",
        "epsilon",
        _laplace_epsilon,
    ),
    "laplace_scale": Function(
        "The smallest scale > 0 with max(1 - e^((epsilon - sensitivity/scale)/2), 0) <= delta, which is "
        f"sensitivity/(epsilon - 2 ln(1 - delta)). {_SIZE} 0 <= epsilon < inf, 0 <= delta < 1, and not "
        "both are 0.",
        "smallest",
        _laplace_scale,
    ),
    "laplace_renyi": Function(
        "D_a = ln(a/(2a - 1) e^((a - 1) t) + (a - 1)/(2a - 1) e^(-a t))/(a - 1), t = sensitivity/scale, a = "
        "`order`, of a real value with Laplace noise, density e^(-|z|/scale)/(2 scale). scale > 0 is "
        f"rational; {_SIZE} 1 < a < inf.",
        "divergence",
        _laplace_renyi,
    ),
    "gdp_delta": Function(
        "delta(epsilon) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu): what mu-Gaussian "
        f"differential privacy promises. {_PHI} mu > 0 is rational, 0 <= epsilon < inf.",
        "delta",
        lambda given: real(
            gaussian_delta(certified(Number(given.positive("mu"))), certified(given.finite()))
        ),
    ),
    "gdp_epsilon": Function(
        "The smallest epsilon >= 0 with Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu) <= delta. "
        f"{_PHI} mu > 0 is rational, 0 < delta < 1.",
        "epsilon",
        lambda given: smallest_epsilon(given.positive("mu"), given.open_delta()),
    ),
    "gdp_type_two_error": Function(
        "Phi(Phi^(-1)(1 - alpha) - mu): the least type II error at type I error alpha under mu-Gaussian "
        f"differential privacy. {_PHI} mu > 0 is rational, 1e-300 <= alpha < 1.",
        "type-two-error",
        _gdp_beta,
    ),
}
