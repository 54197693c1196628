"""A filter by Renyi divergences of several orders at once: it is enough that one of them still fits."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Unpack

from ...arguments import listed, open_probability
from ...errors import BudgetExceeded, InvalidValue, MixedFields, UndecidedError
from ...exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, exp, ln, number
from ...exact._flint import bounds, precision
from ...exact.order import ball_sign
from ...notions.translations import is_pure, pure_renyi
from ...theorems._check import as_integer, finite_epsilon, order
from ...theorems._real import RealValue, total
from ...theorems.guarantee import Guarantee
from ...theorems.statement import AboutScope
from .budget import at_most
from .costs import Cost, Round, renyi_cost, scope_of
from .filter import Filter
from .tally import PLACES, Bounds, Price, places

BITS = PLACES + 64
"""Precision at which a sum is looked at first."""


class RenyiCurveFilter(Filter):
    """Renyi divergences of several orders, fixed beforehand with weights: (epsilon, delta)-DP.

        sum over alpha of w_alpha/d_alpha >= 1/delta,
        d_alpha = e^((alpha - 1)(sum of D_alpha - epsilon)) (1 - 1/alpha)^alpha/(alpha - 1),

    where d_alpha is the delta that order alpha alone gives, so that their weighted harmonic mean has to be
    at most delta.  It is, as soon as one order fits with its share of delta, d_alpha <= w_alpha delta; which
    one that is may depend on what was seen.  For one order it is `RenyiFilter` with `rdp_to_dp`.
    Weights are positive rationals of sum 1, equal by default.  Without them (d_alpha <= delta for some alpha)
    the promise is broken: spec/composition.md has an adversary.
    Hypotheses: fresh randomness; orders and weights do not depend on the outputs.  Adjacency: any, one for
    all rounds; a pure guarantee costs what it allows under its own, all of epsilon in one direction.
    Raises InvalidValue for no order, one given twice, or weights that are no such weights.
    Source: Feldman and Zrnic 2021 and Lecuyer 2021, for one order; the mixture of their supermartingales is
    proved in spec/composition.md.
    """

    concurrent = False
    translates = True

    def __init__(
        self,
        epsilon: EpsilonLike,
        delta: ExactLike,
        orders: Iterable[ExactLike],
        weights: Iterable[ExactLike] | None = None,
        **about: Unpack[AboutScope],
    ) -> None:
        self.epsilon: Log = finite_epsilon(epsilon)
        self.delta: Number = open_probability(delta, "delta")
        self.orders: tuple[Number, ...] = _orders(orders)
        self.weights: tuple[Number, ...] = _weights(weights, len(self.orders))
        super().__init__(len(self.orders), **about)

    def cost(self, mechanism: Round) -> Cost:
        """D_alpha of the mechanism at every order, or what a pure guarantee allows."""
        return tuple(renyi_cost(mechanism, alpha) for alpha in self.orders)

    def price(self, mechanism: Round) -> Price:
        """The cost; of a pure guarantee bounds alone, until the sum has to be known exactly."""
        if not is_pure(mechanism) or not scope_of(mechanism).symmetric:
            return super().price(mechanism)
        level = mechanism.epsilon
        bounds = tuple(_bounds(level, alpha) for alpha in self.orders)
        return Price(level, bounds, lambda: tuple(pure_renyi(level, alpha, True) for alpha in self.orders))

    def holds(self, spent: Cost) -> bool:
        """Whether the weighted harmonic mean of the deltas is at most delta; by numbers where it is near."""
        near = self._sign(spent)
        if near is not None:
            return near >= 0
        try:
            return self._holds(spent, exactly=False)
        except UndecidedError:
            return self._holds(spent, exactly=True)

    def guarantee(self) -> Guarantee:
        """What holds whatever was chosen."""
        return self.promised(Guarantee(self.epsilon, self.delta))

    def promise(self) -> Guarantee:
        """`guarantee`."""
        return self.guarantee()

    def _sign(self, spent: Cost) -> int | None:
        """The sign of (weighted sum of 1/d_alpha) - 1/delta, or None where one enclosure does not tell it."""
        with precision(BITS):
            balance = -1 / self.delta.enclosure(BITS)
            for alpha, weight, r in zip(self.orders, self.weights, spent, strict=True):
                a, gap = alpha.enclosure(BITS), self.epsilon.enclosure(BITS) - r.enclosure(BITS)
                exponent = (a - 1) * gap - a * (1 - 1 / a).log()
                balance += weight.enclosure(BITS) * (a - 1) * exponent.exp()
            return ball_sign(balance)

    def _holds(self, spent: Cost, *, exactly: bool) -> bool:
        """The same, with numbers or with enclosures."""
        inverse = _inverse_exactly if exactly else _inverse
        terms = zip(self.orders, self.weights, spent, strict=True)
        return at_most(1 / self.delta, total(w * inverse(a, total([self.epsilon, -r])) for a, w, r in terms))

    def __str__(self) -> str:
        return f"RenyiCurveFilter({self.epsilon}, {self.delta}, orders {', '.join(map(str, self.orders))})"


def _bounds(level: Log, alpha: Number) -> Bounds:
    """Bounds of ln((x^alpha + x^(1 - alpha))/(1 + x))/(alpha - 1) at x = e^level."""
    with precision(BITS):
        e, a = level.enclosure(BITS), alpha.enclosure(BITS)
        moment = ((e * a).exp() + (e * (1 - a)).exp()) / (1 + e.exp())
        found = bounds(moment.log() / (a - 1))
    if found is None:
        raise UndecidedError(f"D_{alpha} of epsilon = {level} has no finite enclosure")
    return places(*found)


def _inverse(alpha: Number, gap: RealValue) -> Certified:
    """1/d_alpha = e^((alpha - 1) gap) (alpha - 1) (1 - 1/alpha)^(-alpha), gap = epsilon - sum of D_alpha."""
    exponent = certified(gap) * (alpha - 1) - certified(ln(1 - 1 / alpha) * alpha)
    return exponent.exp() * (alpha - 1)


def _inverse_exactly(alpha: Number, gap: RealValue) -> Number:
    """The same as a number; UndecidedError where it is none."""
    whole = as_integer(alpha)
    if whole is None or not isinstance(gap, Log):
        raise UndecidedError(f"whether order {alpha} fits is too close to be told by enclosures")
    try:
        return exp(gap * (alpha - 1)) * (alpha - 1) / (1 - 1 / alpha) ** whole
    except (MixedFields, BudgetExceeded) as error:
        raise UndecidedError(f"e^({alpha - 1} ({gap})) is no number that can be written down") from error


def _orders(given: Iterable[ExactLike]) -> tuple[Number, ...]:
    """Different orders above 1."""
    found = tuple(order(alpha) for alpha in listed(given, "orders", "[2, 4, 8]"))
    if not found:
        raise InvalidValue("no order was given; give at least one, such as orders=[2, 4, 8]")
    for i, alpha in enumerate(found):
        if alpha in found[:i]:
            raise InvalidValue(
                f"orders holds {alpha} twice; give each order once, with the sum of its weights"
            )
    return found


def _weights(given: Iterable[ExactLike] | None, count: int) -> tuple[Number, ...]:
    """One positive weight for each order, of sum 1."""
    if given is None:
        return (number(Fraction(1, count)),) * count
    found = tuple(number(w, "a weight") for w in listed(given, "weights", "['1/2', '1/2']"))
    if len(found) != count:
        raise InvalidValue(f"weights are {len(found)} for {count} orders; give one for each order")
    for w in found:
        if not w.is_rational:
            raise InvalidValue(f"a weight is {w}, an irrational number; give rational weights such as '1/3'")
        if w <= 0:
            raise InvalidValue(f"a weight is {w}; give weights > 0, and leave out an order without one")
    if sum(found, number(0)) != 1:
        shown = ", ".join(map(str, found))
        raise InvalidValue(f"weights {shown} sum to {sum(found, number(0))}; divide them by it, to sum to 1")
    return found
