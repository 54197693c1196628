"""`OutputDistribution`: the probability of an outcome, as a number or as a function of its noisy values."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...errors import InvalidType, InvalidValue
from ...programs.noise.orders import Order
from ...programs.noise.places import Coordinate
from .coordinate_distributions import Marginal, is_trivial, marginal
from .piecewise import Piecewise
from .systems import Component, components, probability
from .values import ONE, ZERO, Value


@dataclass(frozen=True)
class Product:
    """One path: a weight times the distributions of its noisy values, which are independent."""

    weight: Value
    marginals: tuple[Marginal, ...]

    def at(self, values: tuple[int, ...]) -> Value:
        """The probability at the given noisy values."""
        total = self.weight
        for each, v in zip(self.marginals, values, strict=True):
            total = total * each.at(v)
        return total


@dataclass(frozen=True)
class OutputDistribution:
    """The sum of the products of all paths with this outcome."""

    products: tuple[Product, ...]

    @classmethod
    def number(cls, value: Value) -> OutputDistribution:
        """The distribution of an outcome without noisy values."""
        return cls((Product(value, ()),))

    @property
    def is_number(self) -> bool:
        """Whether the outcome holds no noisy value."""
        return not self.products or not self.products[0].marginals

    def value(self) -> Value:
        """The probability of an outcome without noisy values; InvalidValue for any other."""
        if not self.is_number:
            raise InvalidValue(
                "the outcome holds noisy values, so that its probability depends on them; use .at(values)"
            )
        if len(self.products) == 1:
            return self.products[0].weight
        return sum((p.weight for p in self.products), ZERO)

    def at(self, values: tuple[int, ...]) -> Value:
        """The probability at the given noisy values."""
        return sum((p.at(values) for p in self.products), ZERO)

    def __add__(self, other: OutputDistribution) -> OutputDistribution:
        return OutputDistribution(self.products + other.products)


NOTHING = OutputDistribution(())
"""The distribution of an outcome that does not occur."""


def distribution_of_path(
    order: Order, weight: Value, coordinates: tuple[Coordinate, ...], k: int, unit: int = 1
) -> OutputDistribution:
    """The distribution of what one path returns; continuous values in units of 1/unit.

    Raises InvalidType where two noisy values of the outcome depend on each other.
    """
    indices = [i for c in coordinates for i, _ in c.terms]
    if len(set(indices)) < len(indices):
        raise InvalidType(
            "an outcome holds the same draw twice; return it once, the rest is a function of it"
        )
    try:
        parts = components(
            order.distributions, order.constraints, indices, k, unit, _differences(coordinates)
        )
    except ValueError:
        raise InvalidType(
            "two noisy values of one outcome are compared with each other or with a third; the class has "
            "outcomes whose noisy values are independent of each other; return which one is larger (an "
            "index, or the order of the indices) and at most one of the values, or bin all but one by "
            "comparisons with numbers"
        ) from None
    total, holders = weight, dict[int, Component]()
    for part, draws in parts:
        if part.difference is not None:
            holders |= dict.fromkeys((draws[i] for i in part.difference), part)
        elif part.kept is None:
            total = total * (ONE if is_trivial(part) else probability(part))
        else:
            holders[draws[part.kept]] = part
    return OutputDistribution((Product(total, tuple(marginal(c, holders, unit) for c in coordinates)),))


def _differences(coordinates: tuple[Coordinate, ...]) -> list[tuple[int, int]]:
    """The two draws of every value that is the difference of two: the one with the sign +, the one with -."""
    found = []
    for c in coordinates:
        up = [i for i, sign in c.terms if sign > 0]
        down = [i for i, sign in c.terms if sign < 0]
        if len(up) == len(down) == 1 and not c.floored:
            found.append((up[0], down[0]))
    return found


def refined_distribution(distribution: OutputDistribution, m: int) -> OutputDistribution:
    """The same distribution with continuous values in units of 1/m: z -> m z and t -> t/m leave u = t z
    alone.
    """
    return OutputDistribution(
        tuple(
            Product(each.weight.inflate(m), tuple(_refined_marginal(part, m) for part in each.marginals))
            for each in distribution.products
        )
    )


def _refined_marginal(marginal: Marginal, m: int) -> Marginal:
    f = marginal.function
    if f.family.discrete:  # its values stay integers, so that its rates are multiplied
        slower = tuple({(a * m, i): c.inflate(m) for (a, i), c in piece.items()} for piece in f.pieces)
        return replace(marginal, function=Piecewise(f.family, f.breaks, slower))
    pieces = tuple({exponent: c.inflate(m) for exponent, c in piece.items()} for piece in f.pieces)
    moved = Piecewise(f.family, tuple(b * m for b in f.breaks), pieces)
    return Marginal(moved, marginal.offset * m, marginal.free)


__all__ = [
    "NOTHING",
    "Marginal",
    "OutputDistribution",
    "Product",
    "distribution_of_path",
    "refined_distribution",
]
