"""Pairs of samples of a fixed size, and of mixtures whose component is known.

`Revealed`: one of several pairs is chosen at random, independently of the record, and which one is public.
`SubsetSampled`: a record is replaced, and it takes part with probability q in a batch of a fixed size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ..arguments import positive_integer
from ..budgets.progress import track
from ..composition.arguments import freeze, proper_rate
from ..composition.finite_pair import NOTHING
from ..composition.pair import BallAtom, DominatingPair, Tail, check_pair, working_precision
from ..composition.transformed_pairs import Subsampled
from ..errors import AssayError, InvalidType, InvalidValue
from ..exact import ExactLike, Log, Number, number
from ..exact._flint import arb, bounds, precision
from ..exact.order import ball_sign
from ..exact.real import brief
from .binomials import Binomial
from .densities import Gaussian


@dataclass(frozen=True)
class Event:
    """That a binomial count is `low`, ..., `high`, given that it is at least `given`."""

    distribution: Binomial
    low: int
    high: int
    given: int = 0

    def ball(self) -> arb:
        """The probability, at the precision in force."""
        return self._whole() / self.distribution.at_least(self.given)

    def _whole(self) -> arb:
        if self.low == self.high:
            return self.distribution.exactly(self.low)
        if self.high >= self.distribution.trials:
            return self.distribution.at_least(self.low)
        if self.low <= 0:
            return self.distribution.below(self.high + 1)
        return (self.distribution.at_least(self.low) - self.distribution.at_least(self.high + 1)).max(arb(0))


def _is_part(part: object) -> bool:
    return isinstance(part, tuple) and len(part) == 2 and isinstance(part[0], Event)


@dataclass(frozen=True)
class Revealed(DominatingPair):
    """With the probability of each event its pair; which event it is, is public.

    parts: disjoint events of one count, with the pair of each; together they are certain.
    """

    parts: tuple[tuple[Event, DominatingPair], ...]

    def __post_init__(self) -> None:
        """Raises InvalidType for what is not a tuple of events with their pairs."""
        parts: object = self.parts
        if not isinstance(parts, tuple) or not all(_is_part(part) for part in parts):
            raise InvalidType(
                f"parts = {brief(repr(parts))} is a {type(parts).__name__}; give a tuple of (Event, "
                f"DominatingPair)"
            )
        for _, pair in self.parts:
            check_pair(pair, "pair")

    @property
    def name(self) -> str:
        """The pairs."""
        return "one of " + ", ".join(pair.name for _, pair in self.parts) + ", at random and known"

    @cached_property
    def _by_precision(self) -> dict[int, list[tuple[arb, DominatingPair]]]:
        return {}

    def _weighted(self) -> list[tuple[arb, DominatingPair]]:
        """The pairs with their probabilities, at the precision in force."""
        bits = working_precision()
        if bits not in self._by_precision:
            self._by_precision[bits] = [(event.ball(), pair) for event, pair in self.parts]
        return self._by_precision[bits]

    def _mean(self, of: Callable[[DominatingPair], Tail]) -> Tail:
        p, q = arb(0), arb(0)
        for weight, pair in self._weighted():
            found = of(pair)
            p, q = p + weight * found.p, q + weight * found.q
        return Tail(p, q)

    def tail(self, loss: arb) -> Tail:
        """The mean of the tails."""
        return self._mean(lambda pair: pair.tail(loss))

    def head(self, loss: arb) -> Tail:
        """The mean of the heads."""
        return self._mean(lambda pair: pair.head(loss))

    def total(self) -> Tail:
        """The mean of the totals."""
        return self._mean(lambda pair: pair.total())

    def point_masses(self) -> Sequence[BallAtom]:
        """Those of all pairs."""
        return tuple(
            BallAtom(a.loss, weight * a.p, weight * a.q)
            for weight, pair in self._weighted()
            for a in track(pair.point_masses(), "atoms")
        )

    def mass_at_infinity(self) -> arb:
        """The mean."""
        return sum((weight * pair.mass_at_infinity() for weight, pair in self._weighted()), arb(0))

    def exact_mass_at_infinity(self) -> Number | None:
        """0 where it is for all pairs; the weights of the others are balls."""
        return _no_mass(pair.exact_mass_at_infinity() for _, pair in self.parts)

    def exact_mass_at_minus_infinity(self) -> Number | None:
        """The same in the other direction."""
        return _no_mass(pair.exact_mass_at_minus_infinity() for _, pair in self.parts)

    def mass_at_minus_infinity(self) -> arb:
        """The mean."""
        return sum((weight * pair.mass_at_minus_infinity() for weight, pair in self._weighted()), arb(0))

    def extremes(self) -> tuple[Log, Log] | None:
        """The least and the largest of all; None where one of them is not known."""
        ends = [pair.extremes() for _, pair in self.parts]
        known = [end for end in ends if end is not None]
        if len(known) < len(ends):
            return None
        try:
            return min(low for low, _ in known), max(high for _, high in known)
        except AssayError:
            return None

    @property
    def is_symmetric(self) -> bool:
        """Whether all pairs are."""
        return all(pair.is_symmetric for _, pair in self.parts)

    @property
    def is_bound(self) -> bool:
        """No data sets are known that attain it."""
        return True


def _no_mass(masses: Iterable[Number | None]) -> Number | None:
    """0 where all are, else None."""
    return number(0) if all(mass is not None and not mass for mass in masses) else None


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

    @property
    def is_symmetric(self) -> bool:
        """By construction."""
        return True

    @property
    def is_bound(self) -> bool:
        """No data sets are known that attain it."""
        return True


def _is_positive(loss: arb) -> bool:
    sign = ball_sign(loss)
    if sign is None:
        raise ArithmeticError(f"the sign of the loss {loss.str(10)} is not decided at this precision")
    return sign == 1


MANY_BITS = 192
"""Multiplicities that are together less likely than 2^-MANY_BITS count as the largest one."""
RATE_BITS = 256


def with_replacement(base: Gaussian, draws: int, source: int) -> DominatingPair:
    """A record replaced, where `draws` records are drawn with replacement from `source`, and Gaussian noise.

    base: the pair where one drawn record is replaced by another.  A record drawn j times moves the sum j
    times as far; with eta = 1 - (1 - 1/source)^draws the delta of one release is at most

        sum over j >= 1 of w_j delta_j(epsilon)   at   e^epsilon' = 1 + eta (e^epsilon - 1),

    that is `SubsetSampled` at eta of `Revealed` given j >= 1.  Upper bounds, far below any delta in use: eta
    is rounded up to 256 bits, and the largest multiplicities count as `draws`.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 10.
    """
    if not isinstance(base, Gaussian):
        raise InvalidType(
            f"base = {base!r} is a {type(base).__name__}; give a Gaussian such as Gaussian.of(1)"
        )
    if positive_integer(draws, "draws") and positive_integer(source, "source") == 1:
        return Gaussian(base.mu_squared * draws**2)
    distribution = Binomial(draws, Fraction(1, source))
    most = _most(distribution)
    parts: list[tuple[Event, DominatingPair]] = [
        (Event(distribution, j, j, 1), Gaussian(base.mu_squared * j**2)) for j in range(1, most + 1)
    ]
    if most < draws:
        parts.append((Event(distribution, most + 1, draws, 1), Gaussian(base.mu_squared * draws**2)))
    return SubsetSampled.of(Revealed(tuple(parts)), rounded_up(lambda: distribution.at_least(1)))


def _most(distribution: Binomial) -> int:
    """The multiplicity beyond which all others are together less likely than 2^-MANY_BITS."""
    with precision(64):
        few = 2.0**-MANY_BITS * float(distribution.at_least(1).mid())
        return next(
            (j for j in range(1, distribution.trials) if float(distribution.at_least(j + 1).mid()) < few),
            distribution.trials,
        )


def rounded_up(probability: Callable[[], arb]) -> Fraction:
    """A rational that is not below the probability, and not above 1; equal to it to RATE_BITS bits."""
    with precision(RATE_BITS):
        ends = bounds(probability())
    if ends is None:
        raise ArithmeticError("a probability has no finite enclosure")
    return min(Fraction(1), ends[1])
