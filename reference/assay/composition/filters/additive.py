"""Filters by sums: of epsilons and deltas, of Renyi divergences of one order, of concentrated budgets."""

from __future__ import annotations

from typing import Unpack

from ...arguments import open_probability, probability
from ...errors import InvalidValue
from ...exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, ln, number
from ...notions.divergences import ConcentratedGuarantee, RenyiGuarantee
from ...notions.translations import is_infinite, pure_zcdp
from ...theorems._check import finite_epsilon, order
from ...theorems._real import RealValue, non_negative, total
from ...theorems.guarantee import CertifiedGuarantee, Guarantee
from ...theorems.renyi import rdp_to_dp
from ...theorems.scope import SYMMETRIC, Scope
from ...theorems.statement import AboutScope, Statement
from ...theorems.zcdp import ZcdpForm, zcdp_from_pure, zcdp_to_dp
from .budget import at_most
from .costs import Cost, Round, basic_cost, concentrated_cost, renyi_cost
from .filter import ExactCost, Filter


class BasicFilter(Filter):
    """Admits while sum of epsilon_i <= epsilon and sum of delta_i <= delta; then all is (epsilon, delta)-DP.

    A `Mechanism` is taken at delta_i = 0; for another point of its profile give
    Guarantee(mechanism.epsilon(delta_i), delta_i).
    Hypotheses: fresh randomness in every round.  Adjacency: any, one for all rounds.  Tight: randomised
    response.
    Source: Rogers, Roth, Ullman and Vadhan 2016, on basic composition.
    """

    def __init__(
        self,
        epsilon: EpsilonLike,
        delta: ExactLike = 0,
        **about: Unpack[AboutScope],
    ) -> None:
        super().__init__(2, **about)
        self.epsilon: Log = finite_epsilon(epsilon)
        self.delta: Number = probability(delta, "delta")

    def cost(self, mechanism: Round) -> Cost:
        """(epsilon_i, delta_i)."""
        return basic_cost(mechanism)

    def holds(self, spent: Cost) -> bool:
        """Whether both sums are within the budget."""
        return at_most(spent[0], self.epsilon) and at_most(spent[1], self.delta)

    def guarantee(self) -> Guarantee:
        """What holds whatever was chosen."""
        return self.promised(Guarantee(self.epsilon, self.delta))

    def promise(self) -> Guarantee:
        """`guarantee`."""
        return self.guarantee()

    def of_spent(self, spent: ExactCost) -> Guarantee:
        """What holds of rounds of this cost in all."""
        return self.promised(Guarantee(spent[0], spent[1]))

    def __str__(self) -> str:
        return f"BasicFilter({self.epsilon}, {self.delta})"


class RenyiFilter(Filter):
    """Admits while the sum of D_alpha stays at most r, for one order alpha > 1 that is fixed beforehand.

    All that was admitted together is (alpha, r)-RDP: E_Q[(P/Q)^alpha] gains at most the factor e^((alpha - 1)
    r_i) in a round, whatever is chosen by the outputs before it.
    Hypotheses: fresh randomness; alpha does not depend on the outputs.  Adjacency: any, one for all rounds;
    a pure guarantee costs what it allows under its own, all of epsilon in one direction.
    Tight: a round whose divergence is r.
    Source: Feldman and Zrnic, "Individual Privacy Accounting via a Renyi Filter", NeurIPS 2021; Lecuyer,
    "Practical Privacy Filters and Odometers with Renyi Differential Privacy and Applications to
    Differentially Private Deep Learning", 2021.
    """

    def __init__(
        self,
        alpha: ExactLike,
        r: RealValue | ExactLike,
        **about: Unpack[AboutScope],
    ) -> None:
        super().__init__(1, **about)
        self.alpha: Number = order(alpha)
        self.r: RealValue = non_negative(r, "r")

    def cost(self, mechanism: Round) -> Cost:
        """D_alpha of the mechanism, or what a pure guarantee allows."""
        return (renyi_cost(mechanism, self.alpha),)

    def holds(self, spent: Cost) -> bool:
        """Whether the sum is within the budget."""
        return at_most(spent[0], self.r)

    def guarantee(self, delta: ExactLike) -> Guarantee | CertifiedGuarantee:
        """The (epsilon, delta) that holds whatever was chosen, by `rdp_to_dp`."""
        return self.promised(rdp_to_dp(self.alpha, self.r, delta))

    def divergence(self) -> RenyiGuarantee:
        """The (alpha, r)-RDP that holds whatever was chosen."""
        return self.promised(RenyiGuarantee({self.alpha: self.r}))

    def promise(self) -> RenyiGuarantee:
        """`divergence`."""
        return self.divergence()

    def of_spent(self, spent: ExactCost) -> RenyiGuarantee:
        """What holds of rounds of this cost in all."""
        return self.promised(RenyiGuarantee({self.alpha: spent[0]}))

    def __str__(self) -> str:
        return f"RenyiFilter({self.alpha}, {self.r})"


class ConcentratedFilter(Filter):
    """Admits while the sum of rho_i stays at most rho; all that was admitted is rho-zCDP.

    Hypotheses: fresh randomness.  Adjacency: any, one for all rounds, as for `RenyiFilter`.
    Source: Feldman and Zrnic 2021 (every order alone is a Renyi filter); Whitehouse, Ramdas, Rogers and Wu,
    "Fully-Adaptive Composition in Differential Privacy", ICML 2023.
    """

    def __init__(
        self,
        rho: RealValue | ExactLike,
        **about: Unpack[AboutScope],
    ) -> None:
        super().__init__(1, **about)
        self.rho: RealValue = non_negative(rho, "rho")

    def cost(self, mechanism: Round) -> Cost:
        """The rho of the mechanism, or what a pure guarantee allows."""
        return (concentrated_cost(mechanism),)

    def holds(self, spent: Cost) -> bool:
        """Whether the sum is within the budget."""
        return at_most(spent[0], self.rho)

    def guarantee(self, delta: ExactLike) -> Guarantee | CertifiedGuarantee:
        """The (epsilon, delta) that holds whatever was chosen, by `zcdp_to_dp`."""
        return self.promised(zcdp_to_dp(self.rho, delta))

    def concentrated(self) -> ConcentratedGuarantee:
        """The rho-zCDP that holds whatever was chosen."""
        return self.promised(ConcentratedGuarantee(self.rho))

    def promise(self) -> ConcentratedGuarantee:
        """`concentrated`."""
        return self.concentrated()

    def of_spent(self, spent: ExactCost) -> ConcentratedGuarantee:
        """What holds of rounds of this cost in all."""
        return self.promised(ConcentratedGuarantee(spent[0]))

    def __str__(self) -> str:
        return f"ConcentratedFilter({self.rho})"


class AdvancedFilter(Filter):
    """Advanced composition for budgets chosen on the way: (epsilon, slack + delta)-DP.

        rho + 2 sqrt(rho ln(1/slack)) <= epsilon,    rho = sum of epsilon_i tanh(epsilon_i/2),
        sum of delta_i <= delta.

    With epsilon_i^2/2 in place of the tanh (form="quadratic") it is the filter of the source, sqrt(2
    ln(1/slack) sum of epsilon_i^2) + sum of epsilon_i^2/2 <= epsilon; the first is never worse.
    Hypotheses: fresh randomness; 0 < slack < 1.  Adjacency: symmetric; a round with a one-way one is
    refused with InvalidValue, mechanism or guarantee.
    Source: Whitehouse, Ramdas, Rogers and Wu 2023; for the tanh see `zcdp_from_pure`.
    """

    translates = True

    def __init__(
        self,
        epsilon: EpsilonLike,
        slack: ExactLike,
        delta: ExactLike = 0,
        *,
        form: ZcdpForm = "tight",
        **about: Unpack[AboutScope],
    ) -> None:
        super().__init__(2, **about)
        self.epsilon: Log = finite_epsilon(epsilon)
        self.slack: Number = open_probability(slack, "slack")
        self.delta: Number = probability(delta, "delta")
        zcdp_from_pure(0, symmetric=True, form=form)  # refuses an unknown form
        self.form = form

    def cost(self, mechanism: Round) -> Cost:
        """(rho_i, delta_i)."""
        if isinstance(mechanism, ConcentratedGuarantee):
            return mechanism.rho, number(0)
        epsilon, delta = basic_cost(mechanism)
        if not isinstance(epsilon, Log) or is_infinite(epsilon):
            return epsilon, delta  # certified: epsilon-DP is epsilon-zCDP in any direction
        return pure_zcdp(epsilon, self.form, True), delta

    def check_interactive(self, given: Statement) -> None:
        """zCDP of an interactive mechanism is refused: no theorem mixes it in."""
        super().check_interactive(given)
        if isinstance(given, ConcentratedGuarantee):
            raise InvalidValue(
                f"the hypothesis '(eps, delta)-DP' fails: {given} is interactive, and concurrent "
                "composition is known here for (epsilon, delta)-DP; spend it from a ConcentratedFilter"
            )

    def check_scope(self, scope: Scope) -> None:
        """A one-way relation is refused."""
        if not scope.symmetric:
            raise InvalidValue(
                f"the hypothesis {SYMMETRIC!r} fails for the one-way {scope}: the mean loss of a round is "
                "bounded by both directions; use a symmetric adjacency, or BasicFilter"
            )

    def holds(self, spent: Cost) -> bool:
        """Whether the converted sum and the deltas are within the budget."""
        return at_most(concentrated_epsilon(spent[0], self.slack), self.epsilon) and at_most(
            spent[1], self.delta
        )

    def guarantee(self) -> Guarantee:
        """What holds whatever was chosen."""
        return self.promised(Guarantee(self.epsilon, min(self.slack + self.delta, number(1))))

    def promise(self) -> Guarantee:
        """`guarantee`."""
        return self.guarantee()

    def __str__(self) -> str:
        return f"AdvancedFilter({self.epsilon}, {self.slack}, {self.delta})"


def concentrated_epsilon(rho: RealValue, slack: Number) -> RealValue:
    """rho + 2 sqrt(rho ln(1/slack)), and exactly 0 where rho is exactly 0."""
    if isinstance(rho, Number | Log) and not rho:
        return number(0)
    known: Certified = certified(rho)
    return total([known, 2 * (known * certified(ln(1 / slack))).sqrt()])
