"""Filters by sums: of epsilons and deltas, of Renyi divergences of one order, of concentrated budgets."""

from __future__ import annotations

from ...dp import Mechanism
from ...errors import InvalidValue
from ...exact import INFINITY, Certified, EpsilonLike, ExactLike, Log, Number, certified, ln, number
from .._check import finite_epsilon, open_probability, order, probability
from .._real import RealValue, non_negative, total
from ..conversions import renyi_from_pure
from ..guarantee import CertifiedGuarantee, Guarantee
from ..renyi import rdp_to_dp
from ..zcdp import zcdp_from_pure, zcdp_to_dp
from .budget import Cost, Filter, Round, at_most, guarantee_of, mechanism_of


class BasicFilter(Filter):
    """Admits while sum of epsilon_i <= epsilon and sum of delta_i <= delta; then all is (epsilon, delta)-DP.

    A `Mechanism` is taken at delta_i = 0; for another point of its profile give
    Guarantee(mechanism.epsilon(delta_i), delta_i).
    Hypotheses: fresh randomness in every round.  Adjacency: any.  Tight: randomised response.
    Source: Rogers, Roth, Ullman and Vadhan 2016, on basic composition.
    """

    def __init__(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> None:
        super().__init__(2)
        self.epsilon, self.delta = finite_epsilon(epsilon), probability(delta, "delta")

    def cost(self, mechanism: Round) -> Cost:
        """(epsilon_i, delta_i)."""
        known = guarantee_of(mechanism)
        return known.epsilon, known.delta

    def holds(self, spent: Cost) -> bool:
        """Whether both sums are within the budget."""
        return at_most(spent[0], self.epsilon) and at_most(spent[1], self.delta)

    def guarantee(self) -> Guarantee:
        """What holds whatever was chosen."""
        return Guarantee(self.epsilon, self.delta)

    def __str__(self) -> str:
        return f"BasicFilter({self.epsilon}, {self.delta})"


class RenyiFilter(Filter):
    """Admits while the sum of D_alpha stays at most r, for one order alpha > 1 that is fixed beforehand.

    All that was admitted together is (alpha, r)-RDP: E_Q[(P/Q)^alpha] gains at most the factor e^((alpha - 1)
    r_i) in a round, whatever is chosen by the outputs before it.
    Hypotheses: fresh randomness; alpha does not depend on the outputs.  Adjacency: any.
    Tight: a round whose divergence is r.
    Source: Feldman and Zrnic, "Individual Privacy Accounting via a Renyi Filter", NeurIPS 2021; Lecuyer,
    "Practical Privacy Filters and Odometers with Renyi Differential Privacy and Applications to
    Differentially Private Deep Learning", 2021.
    """

    def __init__(self, alpha: ExactLike, r: RealValue | ExactLike) -> None:
        super().__init__(1)
        self.alpha, self.r = order(alpha), non_negative(r, "r")

    def cost(self, mechanism: Round) -> Cost:
        """D_alpha of the mechanism, or what a pure guarantee allows."""
        return (renyi_cost(mechanism, self.alpha),)

    def holds(self, spent: Cost) -> bool:
        """Whether the sum is within the budget."""
        return at_most(spent[0], self.r)

    def guarantee(self, delta: ExactLike) -> Guarantee | CertifiedGuarantee:
        """The (epsilon, delta) that holds whatever was chosen, by `rdp_to_dp`."""
        return rdp_to_dp(self.alpha, self.r, delta)

    def __str__(self) -> str:
        return f"RenyiFilter({self.alpha}, {self.r})"


class ConcentratedFilter(Filter):
    """Admits while the sum of rho_i stays at most rho; all that was admitted is rho-zCDP.

    Hypotheses: fresh randomness.  Adjacency: any.
    Source: Feldman and Zrnic 2021 (every order alone is a Renyi filter); Whitehouse, Ramdas, Rogers and Wu,
    "Fully-Adaptive Composition in Differential Privacy", ICML 2023.
    """

    def __init__(self, rho: RealValue | ExactLike) -> None:
        super().__init__(1)
        self.rho = non_negative(rho, "rho")

    def cost(self, mechanism: Round) -> Cost:
        """The rho of the mechanism, or what a pure guarantee allows."""
        return (concentrated_cost(mechanism),)

    def holds(self, spent: Cost) -> bool:
        """Whether the sum is within the budget."""
        return at_most(spent[0], self.rho)

    def guarantee(self, delta: ExactLike) -> Guarantee | CertifiedGuarantee:
        """The (epsilon, delta) that holds whatever was chosen, by `zcdp_to_dp`."""
        return zcdp_to_dp(self.rho, delta)

    def __str__(self) -> str:
        return f"ConcentratedFilter({self.rho})"


class AdvancedFilter(Filter):
    """Advanced composition for budgets chosen on the way: (epsilon, slack + delta)-DP.

        rho + 2 sqrt(rho ln(1/slack)) <= epsilon,    rho = sum of epsilon_i tanh(epsilon_i/2),
        sum of delta_i <= delta.

    With epsilon_i^2/2 in place of the tanh (form="quadratic") it is the filter of the source, sqrt(2
    ln(1/slack) sum of epsilon_i^2) + sum of epsilon_i^2/2 <= epsilon; the first is never worse.
    Hypotheses: fresh randomness; 0 < slack < 1.  Adjacency: symmetric; a mechanism with another one is
    refused with InvalidValue.
    Source: Whitehouse, Ramdas, Rogers and Wu 2023; for the tanh see `zcdp_from_pure`.
    """

    def __init__(
        self, epsilon: EpsilonLike, slack: ExactLike, delta: ExactLike = 0, *, form: str = "tight"
    ) -> None:
        super().__init__(2)
        self.epsilon = finite_epsilon(epsilon)
        self.slack, self.delta = open_probability(slack, "slack"), probability(delta, "delta")
        zcdp_from_pure(0, form=form)  # type: ignore[arg-type]  # refuses an unknown form
        self.form = form

    def cost(self, mechanism: Round) -> Cost:
        """(rho_i, delta_i)."""
        if isinstance(mechanism, Mechanism) and not mechanism.adjacency.symmetric:
            raise InvalidValue(
                f"{mechanism.name} has the one-way {mechanism.adjacency!r}, but the mean loss is bounded by "
                "both directions; use a symmetric adjacency, or BasicFilter"
            )
        known = guarantee_of(mechanism)
        if known.epsilon.is_infinite:
            return known.epsilon, known.delta
        return zcdp_from_pure(known.epsilon, form=self.form), known.delta  # type: ignore[arg-type]

    def holds(self, spent: Cost) -> bool:
        """Whether the converted sum and the deltas are within the budget."""
        return at_most(concentrated_epsilon(spent[0], self.slack), self.epsilon) and at_most(
            spent[1], self.delta
        )

    def guarantee(self) -> Guarantee:
        """What holds whatever was chosen."""
        return Guarantee(self.epsilon, min(self.slack + self.delta, number(1)))

    def __str__(self) -> str:
        return f"AdvancedFilter({self.epsilon}, {self.slack}, {self.delta})"


def renyi_cost(mechanism: Round, alpha: Number) -> RealValue:
    """D_alpha from the laws; of a guarantee (symmetric adjacency) the largest, INFINITY if delta > 0."""
    if isinstance(mechanism, Guarantee):
        return renyi_from_pure(mechanism.epsilon, alpha) if _is_pure(mechanism) else INFINITY
    return mechanism_of(mechanism).renyi(alpha)


def concentrated_cost(mechanism: Round) -> RealValue:
    """rho from the laws; of a guarantee (symmetric adjacency) the largest, INFINITY if delta > 0."""
    if isinstance(mechanism, Guarantee):
        return zcdp_from_pure(mechanism.epsilon) if _is_pure(mechanism) else INFINITY
    return mechanism_of(mechanism).zcdp()


def _is_pure(guarantee: Guarantee) -> bool:
    return not guarantee.delta and not guarantee.epsilon.is_infinite


def concentrated_epsilon(rho: RealValue, slack: Number) -> RealValue:
    """rho + 2 sqrt(rho ln(1/slack)), and exactly 0 where rho is exactly 0."""
    if isinstance(rho, Number | Log) and not rho:
        return number(0)
    known: Certified = certified(rho)
    return total([known, 2 * (known * certified(ln(1 / slack))).sqrt()])
