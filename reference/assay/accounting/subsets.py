"""A record that is replaced, and takes part with probability q in a batch of a fixed size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..composition.arguments import freeze, proper_rate
from ..composition.finite_pair import NOTHING
from ..composition.pair import BallAtom, DominatingPair, Tail, check_pair
from ..composition.transformed_pairs import Subsampled
from ..errors import InvalidValue
from ..exact import ExactLike, Log, Number, number
from ..exact._flint import arb
from ..exact.order import ball_sign


@dataclass(frozen=True)
class SubsetSampled(DominatingPair):
    """A record replaced that is part of a batch with probability q: the symmetric pair with the delta below.

        delta'(epsilon') = q delta(epsilon),   e^epsilon' = 1 + q (e^epsilon - 1),   epsilon >= 0,

    for a symmetric base (P, Q), one with the same delta in both orders.  Losses above 0 are those of Poisson
    sampling, those below 0 their reverse, and what is left is an atom at 0.
    Source: Balle, Barthe and Gaboardi 2018, Theorems 9 and 10.
    """

    base: DominatingPair
    rate: Fraction
    is_symmetric = True
    """By construction."""
    is_bound = True
    """No data sets are known that attain it."""

    def __post_init__(self) -> None:
        """Read the arguments.  Raises InvalidValue unless 0 < rate < 1 and the base is symmetric."""
        check_pair(self.base, "base")
        if not self.base.is_symmetric:
            raise InvalidValue(
                f"base = {self.base.name} is not known to have the same losses in both orders, as that of a "
                "record replaced; give a pair that dominates in both, such as upper_envelope(...)"
            )
        freeze(self, "rate", proper_rate(self.rate, "rate", "SubsetSampled"))

    @staticmethod
    def of(base: DominatingPair, rate: ExactLike) -> DominatingPair:
        """The pair: the base itself at rate 1, the pair without loss at rate 0.

        Raises InvalidValue unless 0 <= rate <= 1.
        """
        found = Subsampled.of(base, rate)
        if found is base or found is NOTHING:
            return found
        return SubsetSampled(base, number(rate, "rate").as_fraction())

    @property
    def name(self) -> str:
        """The base and the rate."""
        return f"subset({float(self.rate):.12g}) of {self.base.name}"

    @property
    def _poisson(self) -> Subsampled:
        return Subsampled(self.base, self.rate)

    def _high(self, loss: arb) -> Tail:
        """(P_c(L > l), Q_c(L > l)) for l >= 0."""
        return self._poisson.tail(loss)

    def _low(self, loss: arb) -> Tail:
        """(P_c(L <= l), Q_c(L <= l)) for l <= 0."""
        mirrored = self._poisson.tail(-loss)
        return Tail(mirrored.q, mirrored.p)

    def tail(self, loss: arb) -> Tail:
        """What lies above max(l, 0), and between min(l, 0) and 0."""
        zero = arb(0)
        if ball_sign(loss) in (0, 1):
            return self._high(loss)
        above, low, least = self._high(loss.max(zero)), self._low(zero), self._low(loss.min(zero))
        return Tail(above.p + low.p - least.p, above.q + low.q - least.q)

    def head(self, loss: arb) -> Tail:
        """What lies at or below min(l, 0), and between 0 and max(l, 0)."""
        zero = arb(0)
        if ball_sign(loss) in (0, -1):
            return self._low(loss)
        below, high, rest = self._low(loss.min(zero)), self._high(zero), self._high(loss.max(zero))
        return Tail(below.p + high.p - rest.p, below.q + high.q - rest.q)

    def total(self) -> Tail:
        """Both sides of 0."""
        above = self._high(arb(0))
        return Tail(above.p + above.q, above.p + above.q)

    def point_masses(self) -> Sequence[BallAtom]:
        """Those of Poisson sampling above 0, their reverse, and one at 0 with what is left."""
        images = zip(
            self.base.point_masses(), self._poisson.point_masses(), strict=False
        )  # the last may have no preimage
        above = [image for atom, image in images if _is_positive(atom.loss)]
        rest = 1 - self.mass_at_infinity() - self.total().p - sum((a.p + a.q for a in above), arb(0))
        middle = BallAtom(arb(0), rest.max(arb(0)), rest.max(arb(0)))
        return (*above, middle, *(BallAtom(-a.loss, a.q, a.p) for a in above))

    def mass_at_infinity(self) -> arb:
        """q P(L = infinity)."""
        return self._poisson.mass_at_infinity()

    def exact_mass_at_infinity(self) -> Number | None:
        """q P(L = infinity)."""
        return self._poisson.exact_mass_at_infinity()

    def exact_mass_at_minus_infinity(self) -> Number | None:
        """The same: the pair is symmetric."""
        return self._poisson.exact_mass_at_infinity()

    def mass_at_minus_infinity(self) -> arb:
        """The same: the pair is symmetric."""
        return self._poisson.mass_at_infinity()

    def extremes(self) -> tuple[Log, Log] | None:
        """The largest loss of Poisson sampling, with both signs."""
        base = self._poisson.extremes()
        return None if base is None else (-base[1], base[1])


def _is_positive(loss: arb) -> bool:
    sign = ball_sign(loss)
    if sign is None:
        raise ArithmeticError(f"the sign of the loss {loss.str(10)} is not decided at this precision")
    return sign == 1
