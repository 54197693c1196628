"""The closed forms of the truths as text, from which a separate script computes them anew."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any, TypeAlias

from ..survey.case import Definition
from ..survey.definitions import formula

Define: TypeAlias = Callable[..., Definition]


def by_order(general: str, first: str, most: str, half: str = "") -> Define:
    """The formula of a Renyi divergence: in general, and at orders 1, infinity, perhaps 1/2."""

    def definition(alpha: Any, **point: Any) -> Definition:
        if getattr(alpha, "is_infinite", False):
            return formula(most)(**point)
        if half and 2 * alpha == 1:
            return formula(half)(**point)
        return formula(first if alpha == 1 else general)(alpha=alpha, **point)

    return definition


LAPLACE = by_order(
    "log(alpha/(2*alpha-1)*exp((alpha-1)/b) + (alpha-1)/(2*alpha-1)*exp(-alpha/b))/(alpha-1)",
    "1/b + exp(-1/b) - 1",
    "1/b",
    "1/b - 2*log(1 + 1/(2*b))",
)
PURE = by_order(
    "log((exp(alpha*eps) + exp((1-alpha)*eps))/(1+exp(eps)))/(alpha-1)",
    "eps*(exp(eps)-1)/(exp(eps)+1)",
    "eps",
)
RESPONSE = by_order(
    "log(p**alpha*(1-p)**(1-alpha) + (1-p)**alpha*p**(1-alpha))/(alpha-1)",
    "(2*p-1)*log(p/(1-p))",
    "max(log(p/(1-p)), log((1-p)/p))",
)
SCREEN = by_order(
    "log(exp(alpha*logp+(1-alpha)*logq) + (1-exp(logp))**alpha*(1-exp(logq))**(1-alpha))/(alpha-1)",
    "exp(logp)*(logp-logq) + (1-exp(logp))*log((1-exp(logp))/(1-exp(logq)))",
    "max(logp-logq, log((1-exp(logp))/(1-exp(logq))))",
)
MIXED = "(alpha*second + (1-alpha)*first)"
DIAGONAL = formula(
    f"alpha*shift**2/(2*{MIXED}) - (log({MIXED}) - alpha*log(second) - (1-alpha)*log(first))/(2*(alpha-1))"
)
TRADEOFF = formula("max(0, max(1-delta-exp(eps)*fpr, exp(-eps)*(1-delta-fpr)))")
PURE_TRADEOFF = formula("max(0, max(1-exp(eps)*fpr, exp(-eps)*(1-fpr)))")
LOG_DELTA = formula(
    "log(erfc((eps*sigma-1/(2*sigma))/sqrt(2))/2 - exp(eps)*erfc((eps*sigma+1/(2*sigma))/sqrt(2))/2)"
)


def moment(rate: Fraction, sigma: Fraction, order: int) -> str:
    """The sum whose logarithm is (order - 1) times the divergence of sampled Gaussian noise."""
    q, s = f"({Fraction(rate)})", f"({Fraction(sigma)})"
    terms = (
        f"{comb(order, i)}*(1-{q})**{order - i}*{q}**{i}*exp({i * i - i}/(2*{s}**2))"
        for i in range(order + 1)
    )
    return f"log({' + '.join(terms)})"


def sampled(rate: Fraction, sigma: Fraction, alpha: Fraction) -> Definition:
    """The divergence of sampled Gaussian noise of a whole order."""
    return formula(f"{moment(rate, sigma, int(alpha))}/{int(alpha) - 1}")()


def gaussian_tradeoff(quantile: Fraction) -> Define:
    """Phi(z - 1/sigma) for a z >= Phi^-1(1 - fpr); the formula checks that z is, and is large if not."""
    z = f"({quantile})"
    return formula(f"erfc((1/sigma-{z})/sqrt(2))/2 + 1000000000*max(0, 1-fpr-erfc(-{z}/sqrt(2))/2)")
