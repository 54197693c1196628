"""Zero-concentrated differential privacy: from pure DP, composed, and back to (epsilon, delta).

M is rho-zCDP if D_alpha(M(x) || M(x')) <= rho alpha for every order alpha > 1 and every adjacent pair.
Source: Bun and Steinke, "Concentrated Differential Privacy", TCC 2016.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from ..arguments import listed, open_probability
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, ln
from ._check import finite_epsilon, order
from ._real import RealValue, non_negative, product, total
from .conversions import kl_from_pure
from .guarantee import CertifiedGuarantee, Guarantee
from .renyi import rdp_to_dp
from .scope import check_symmetric

ZcdpForm: TypeAlias = Literal["tight", "quadratic"]


def zcdp_from_pure(
    epsilon: EpsilonLike, *, symmetric: bool | None = None, form: ZcdpForm = "tight"
) -> RealValue:
    """The rho for which every epsilon-DP mechanism is rho-zCDP.

        rho = epsilon tanh(epsilon/2) = epsilon (e^epsilon - 1)/(e^epsilon + 1)      form="tight"
        rho = epsilon^2 / 2                                                          form="quadratic"
        rho = epsilon                                                                symmetric=False, any form

    Hypotheses: pure DP (delta = 0), epsilon finite; a symmetric adjacency for the first two lines.
    Tight form: attained by randomised response, in the limit alpha -> 1; a point mass P at an outcome with
    Q = e^(-epsilon) attains epsilon in one direction.
    Raises InvalidValue where `symmetric` is not given or the form is unknown.
    The result is a Number or a Log where one holds it, certified otherwise.
    Source: Bun and Steinke 2016, Proposition 3.3 (quadratic); Harrison and Manurangsi, "Exact zCDP
    Characterizations for Fundamental Differentially Private Mechanisms", 2025 (tight).
    """
    both, step = check_symmetric(symmetric, "zcdp_from_pure"), finite_epsilon(epsilon)
    if form == "quadratic" and both:
        return _half_square(step)
    if form in ("tight", "quadratic"):
        return kl_from_pure(step, symmetric=both)
    raise InvalidValue(f"form = {form!r} is unknown; give 'tight' or 'quadratic'")


def _half_square(x: Log) -> RealValue:
    value = x.rational_value()
    if value is not None:
        return product(x, Number(value / 2))
    return certified(certified(x) * certified(x) / 2, f"({x})^2/2")


def zcdp_composition(rhos: Iterable[RealValue | ExactLike]) -> RealValue:
    """Adaptive composition of rho_i-zCDP mechanisms is (sum of rho_i)-zCDP.

    Hypotheses: fresh randomness in each round.  Adjacency: any, the same for all.
    Source: Bun and Steinke 2016, section 2.
    """
    return total(non_negative(rho, "rho") for rho in listed(rhos, "rhos", "['1/8', ln(2)]"))


def zcdp_to_rdp(rho: RealValue | ExactLike, alpha: ExactLike) -> RealValue:
    """rho-zCDP is (alpha, rho alpha)-RDP for every alpha > 1.  Source: the definition."""
    return _scaled(non_negative(rho, "rho"), order(alpha))


def _scaled(x: RealValue, factor: Number) -> RealValue:
    return certified(x) * certified(factor) if isinstance(x, Certified) else x * factor


def zcdp_to_dp(
    rho: RealValue | ExactLike, delta: ExactLike, *, alpha: ExactLike | None = None
) -> CertifiedGuarantee | Guarantee:
    """The epsilon at delta that rho-zCDP gives, for 0 < delta < 1.

        epsilon = rho + 2 sqrt(rho ln(1/delta))                                                  (certified)

    or, with an order alpha > 1 of your choice, what the Renyi conversion `rdp_to_dp` gives at that order,

        epsilon = rho alpha + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1),

    which is better near the best alpha = 1 + sqrt(ln(1/delta)/rho), and exact where rho is.

    Hypotheses: rho finite, 0 < delta < 1.  Adjacency: any.  Not tight.
    Source: Bun and Steinke 2016, Proposition 1.3; Canonne, Kamath and Steinke 2020, Proposition 12.
    """
    budget, allowed = non_negative(rho, "rho"), open_probability(delta, "delta")
    if alpha is not None:
        return rdp_to_dp(alpha, zcdp_to_rdp(budget, alpha), allowed)
    known = certified(budget)
    epsilon = known + 2 * (known * certified(ln(1 / allowed))).sqrt()
    return CertifiedGuarantee(
        certified(epsilon, f"zCDP conversion of rho = {budget} at delta {allowed}"), allowed
    )
