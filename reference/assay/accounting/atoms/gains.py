"""G(x) = E (1 - e^(x - L))_+ over finite losses, in closed form, at every real x."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import TypeAlias

from ...composition.pair import BallAtom, DominatingPair
from ...exact._flint import arb, fmpz_poly, rational
from ...exact.order import ball_sign
from ..planning.loss_sketch import middle
from ..single_loss import gain
from .losses import Losses

CLOSE = 1e-9
"""Losses so near to x, in floats, are compared with it as balls."""


@dataclass(frozen=True)
class OfTails:
    """One round: P(L > x) - e^x Q(L > x), from its tails and its atoms."""

    pair: DominatingPair

    def at(self, x: arb) -> arb:
        """The closed form."""
        growth, tail = x.exp(), self.pair.tail(x)
        value = gain(tail.p, growth * tail.q)
        for atom in self._atoms:
            value += gain(atom.p, growth * atom.q)
        return value

    @cached_property
    def _atoms(self) -> Sequence[BallAtom]:
        """At the precision at which it is asked first, which is that of all values."""
        return self.pair.point_masses()


@dataclass(frozen=True)
class OfList:
    """A list of losses, by sums of what lies above x."""

    losses: Losses

    @cached_property
    def _floats(self) -> list[float]:
        return [middle(place) for place in self.losses.places]

    @cached_property
    def _widest(self) -> float:
        """The largest radius of a loss."""
        return 2 * max((float(place.rad()) for place in self.losses.places), default=0.0)

    @cached_property
    def _above(self) -> list[tuple[arb, arb]]:
        """(sum of p, sum of p e^-l) from every index on."""
        found = [(arb(0), arb(0))]
        for place, mass in zip(reversed(self.losses.places), reversed(self.losses.masses), strict=True):
            p, q = found[-1]
            found.append((p + mass, q + mass * (-place).exp()))
        return found[::-1]

    def at(self, x: arb) -> arb:
        """What is clearly above, at once; what is close to x, one by one."""
        near = middle(x)
        margin = CLOSE * (1 + abs(near)) + float(x.rad()) + self._widest
        low, high = bisect_right(self._floats, near - margin), bisect_right(self._floats, near + margin)
        p, q = self._above[high]
        value = p - x.exp() * q
        for place, mass in zip(self.losses.places[low:high], self.losses.masses[low:high], strict=True):
            value += mass * (1 - (x - place).exp()).max(arb(0))
        return value


@dataclass(frozen=True)
class OfLaplace:
    """Laplace mechanisms of parameters e_i, k_i of each, K in all.

    With u = s + 1/2 the transform of the total loss is

        product of (e^(-e_i/2)/2)^(k_i) (e^(u e_i) (1 + 1/(2u)) + e^(-u e_i) (1 - 1/(2u)))^(k_i).

    Multiplied out, it is a sum over places X = sum of e_i (k_i - 2 j_i), with b = sum of j_i; the integral of
    (2) closes around the poles where X > x, and what it leaves is a polynomial in y = X - x, but for an
    exponential where b is 0 or K.
    """

    kinds: tuple[tuple[Fraction, int], ...]

    @property
    def count(self) -> int:
        """K."""
        return sum(count for _, count in self.kinds)

    @cached_property
    def terms(self) -> tuple[tuple[Fraction, int, int], ...]:
        """(X, b, multiplicity)."""
        found: dict[tuple[Fraction, int], int] = {}
        for chosen in product(*(range(count + 1) for _, count in self.kinds)):
            place = sum((e * (k - 2 * j) for (e, k), j in zip(self.kinds, chosen, strict=True)), Fraction(0))
            key = place, sum(chosen)
            found[key] = found.get(key, 0) + prod(
                comb(k, j) for (_, k), j in zip(self.kinds, chosen, strict=True)
            )
        return tuple((place, b, ways) for (place, b), ways in found.items())

    def at(self, x: arb) -> arb:
        """The sum over the places above x."""
        top = sum((e * k for e, k in self.kinds), Fraction(0))
        if ball_sign(x + rational(top)) == -1:
            return -x.expm1()
        value = arb(0)
        for place, b, ways in self.terms:
            y = rational(place) - x
            if ball_sign(y) in (1, None):
                value += ways * self._residues(b, y.max(arb(0)) / 2)
        return value * ((x - rational(top)) / 2).exp() / arb(2) ** self.count

    def _residues(self, b: int, z: arb) -> arb:
        """The residues of e^(uy) (1 + 1/2u)^(K-b) (1 - 1/2u)^b/(u^2 - 1/4) for y = 2 z >= 0."""
        count = self.count
        value = 2 * residue_at_zero(count, b)(z) / factorial(count - 1)
        if b == 0:
            value += arb(2) ** count * z.exp()
        if b == count:
            value -= arb(2) ** count * (-z).exp()
        return value


Gain: TypeAlias = OfTails | OfList | OfLaplace
"""The rounds of a product that are not listed; `at(x)` is their G(x)."""


@lru_cache(maxsize=4096)
def residue_at_zero(count: int, b: int) -> fmpz_poly:
    """(K-1)!/2 times the residue at u = 0, a polynomial in z.

    With v = 2 u it is (K-1)! times the coefficient of v^(K-1) in e^(v z) (v+1)^(K-b-1) (v-1)^(b-1).
    """
    weights = _series(count - b - 1, 1, count)
    weights = _product(weights, _series(b - 1, -1, count), count)
    falling, coefficients = 1, [0] * count
    # z^(K-1-m)/(K-1-m)! beside v^m
    for m in range(count):
        coefficients[count - 1 - m] = weights[m] * falling
        falling *= count - 1 - m
    return fmpz_poly(coefficients)


def _series(power: int, sign: int, length: int) -> list[int]:
    """(v + sign)^power for power >= -1, as a series."""
    if power >= 0:
        return [comb(power, m) * sign ** (power - m) for m in range(min(power + 1, length))]
    # 1/(v - 1) = -(1 + v + ...), 1/(v + 1) = 1 - v + ...
    return [-1] * length if sign < 0 else [(-1) ** m for m in range(length)]


def _product(a: Sequence[int], b: Sequence[int], length: int) -> list[int]:
    found = (fmpz_poly(list(a)) * fmpz_poly(list(b))).coeffs()[:length]
    return [int(x) for x in found] + [0] * (length - len(found))
