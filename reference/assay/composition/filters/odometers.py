"""Odometers: a running bound on the privacy loss that holds at all times at once.

    P[ at some time n the loss ln(P(o_1...o_n)/Q(o_1...o_n)) exceeds spent(delta) after n rounds ] <= delta

for every adversary, who chooses the mechanism of each round, the adjacent pair and when to stop by the
outputs so far.  It follows that stopping where spent(delta) <= epsilon is (epsilon, delta)-DP.  The delta is
one number that is fixed beforehand; the times at which the bound is asked for may be chosen by what was seen.
Source: Rogers, Roth, Ullman and Vadhan, "Privacy Odometers and Filters", NeurIPS 2016, definition 3.1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Unpack

from ...arguments import open_probability, probability
from ...errors import InvalidValue
from ...exact import INFINITY, ExactLike, Log, Number, ln
from ...notions.translations import is_infinite
from ...theorems._check import order
from ...theorems._real import RealValue, non_negative, total
from ...theorems.statement import AboutScope
from .additive import concentrated_epsilon
from .budget import Budget, at_most
from .costs import Round, basic_cost, concentrated_cost, renyi_cost
from .tally import Price


class Odometer(Budget, ABC):
    """A running sum of costs, and the bound on the loss that it gives; no cost is ever refused.

    A round about another relation, domain or unit than the ones before it is: their losses are those of other
    pairs, and no bound on a sum of them says anything.
    """

    def __init__(self, **about: Unpack[AboutScope]) -> None:
        super().__init__(1, **about)

    @property
    def sum(self) -> RealValue:
        """The sum of the costs, exact where one type and one field hold it."""
        with self._alone():
            return self.tally.exact()[0]

    @abstractmethod
    def cost(self, mechanism: Round) -> RealValue:
        """What a round adds."""

    @abstractmethod
    def bound(self, sum: RealValue, rounds: int, delta: ExactLike) -> RealValue:
        """The bound on the loss after so many rounds with this sum of costs, INFINITY for none."""

    def spent(self, delta: ExactLike) -> RealValue:
        """The bound on the loss so far, at all times at once up to probability delta; INFINITY for none.

        Raises InvalidValue unless 0 < delta < 1.
        """
        with self._alone():
            return self.bound(self.tally.exact()[0], self.rounds, delta)

    def spend(self, mechanism: Round) -> None:
        """Add a round.  Raises InvalidValue, and changes nothing, where it does not belong to the others."""
        self.scope_after(mechanism)
        price = Price.of((self.cost(mechanism),))
        with self._alone():
            self._take(self.scope_after(mechanism), price)

    @property
    def is_infinite(self) -> bool:
        """Whether some round had an infinite cost."""
        return self.tally.is_infinite


class PureOdometer(Odometer):
    """spent(delta) = sum of epsilon_i, for every delta >= 0: the loss never exceeds it.

    Rounds are mechanisms, or guarantees with delta = 0.  A round that is not purely private costs INFINITY.
    Tight: randomised response.  Source: Rogers, Roth, Ullman and Vadhan 2016.
    """

    def cost(self, mechanism: Round) -> RealValue:
        """epsilon_i."""
        epsilon, delta = basic_cost(mechanism)
        return INFINITY if delta else epsilon

    def bound(self, sum: RealValue, rounds: int, delta: ExactLike) -> RealValue:
        """The sum of the epsilons."""
        probability(delta, "delta")
        return sum

    def spent(self, delta: ExactLike = 0) -> RealValue:
        """The sum of the epsilons, for every delta in [0, 1]."""
        return super().spent(delta)

    def __str__(self) -> str:
        return "PureOdometer()"


class RenyiOdometer(Odometer):
    """spent(delta) = sum of D_alpha + ln(1/delta)/(alpha - 1), for one order alpha > 1 fixed beforehand.

    e^((alpha - 1)(loss - sum of D_alpha)) is a supermartingale under P, so that by Ville's inequality it
    reaches 1/delta at any time with probability at most delta: no union over times is paid.
    Adjacency: any, one for all rounds; a pure guarantee costs what it allows under its own.
    Source: Ville 1939; Whitehouse, Ramdas, Rogers and Wu 2023, on odometers; Lecuyer 2021.
    """

    def __init__(self, alpha: ExactLike, **about: Unpack[AboutScope]) -> None:
        super().__init__(**about)
        self.alpha: Number = order(alpha)

    def cost(self, mechanism: Round) -> RealValue:
        """D_alpha of the mechanism."""
        return renyi_cost(mechanism, self.alpha)

    def bound(self, sum: RealValue, rounds: int, delta: ExactLike) -> RealValue:
        """The bound, for 0 < delta < 1; 0 before the first round."""
        allowed = open_probability(delta, "delta")
        if is_infinite(sum) or not rounds:
            return sum
        return total([sum, ln(1 / allowed) / (self.alpha - 1)])

    def __str__(self) -> str:
        return f"RenyiOdometer({self.alpha})"


class ConcentratedOdometer(Odometer):
    """Budgets start, 2 start, 4 start, ... of concentrated privacy, each a filter with its share of delta.

        spent(delta) = rho_j + 2 sqrt(rho_j ln(1/delta_j)),
        rho_j = 2^j start,    delta_j = delta/((j + 1) (j + 2)),

    for the least j with sum of rho_i <= rho_j.  The shares sum to delta.  It loses a constant factor against
    the sum itself, whatever the number of rounds; choose `start` of the size of one round.
    Adjacency: any, one for all rounds; a pure guarantee costs what it allows under its own.
    Source: Rogers, Roth, Ullman and Vadhan 2016 (an odometer from filters); Lecuyer 2021 (doubling);
    Bun and Steinke 2016 for the tail of the loss.
    """

    def __init__(self, start: RealValue | ExactLike, **about: Unpack[AboutScope]) -> None:
        super().__init__(**about)
        self.start: RealValue = non_negative(start, "start")
        if isinstance(self.start, Number | Log) and not self.start:
            raise InvalidValue("start = 0 cannot be doubled; give the rho of about one round")

    def cost(self, mechanism: Round) -> RealValue:
        """The rho of the mechanism."""
        return concentrated_cost(mechanism)

    def bound(self, sum: RealValue, rounds: int, delta: ExactLike) -> RealValue:
        """The bound, for 0 < delta < 1; 0 before the first round that costs anything.

        Raises UndecidedError where enclosures do not tell the sum from a budget.
        """
        allowed = open_probability(delta, "delta")
        if is_infinite(sum) or (isinstance(sum, Number | Log) and not sum):
            return sum
        j, budget = 0, self.start
        while not at_most(sum, budget):
            j, budget = j + 1, total([budget, budget])
        return concentrated_epsilon(budget, allowed / ((j + 1) * (j + 2)))

    def __str__(self) -> str:
        return f"ConcentratedOdometer({self.start})"
