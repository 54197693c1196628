"""Pairs (P, Q) of one round whose privacy loss is known through its tails, as rigorous enclosures.

With L = ln(dP/dQ), a pair gives, for every l,

    P_c(L > l)  and  Q_c(L > l)     for the part of the law without atoms,
    its atoms                        (loss, P-mass, Q-mass),
    P(L = infinity).

All functions are evaluated in ball arithmetic at the precision in force, so that what is computed from them
contains the truth, rounding included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ..arguments import nonnegative_rational
from ..composition import LossAtom, Round
from ..errors import AssayError, InvalidType, InvalidValue
from ..exact import INFINITY, ExactLike, Log, Number, log_value, number
from ..exact._flint import arb, fmpq, rational
from ..exact.order import ball_sign
from ..exact.real import brief
from .arguments import check_count, freeze


class Tail(NamedTuple):
    """(P_c(L > l), Q_c(L > l))."""

    p: arb
    q: arb


class BallAtom(NamedTuple):
    """A loss that has positive probability, with its masses under P and Q."""

    loss: arb
    p: arb
    q: arb


class LossPair:
    """A dominating pair of one round; see the module."""

    @property
    def name(self) -> str:
        """How the pair is shown."""
        return type(self).__name__

    def tail(self, loss: arb) -> Tail:
        """The tails of the part without atoms."""
        raise TypeError(f"{type(self).__name__} has no tail")

    def head(self, loss: arb) -> Tail:
        """(P_c(L <= l), Q_c(L <= l)), with a small *relative* error where it is small."""
        raise TypeError(f"{type(self).__name__} has no head")

    def total(self) -> Tail:
        """The whole mass of the part without atoms under P and under Q."""
        raise TypeError(f"{type(self).__name__} has no total")

    def atoms(self) -> Sequence[BallAtom]:
        """The finite losses of positive probability."""
        return ()

    def infinite(self) -> arb:
        """P(L = infinity)."""
        return arb(0)

    def infinite_reversed(self) -> arb:
        """Q(L = -infinity)."""
        return arb(0)

    def extremes(self) -> tuple[Log, Log] | None:
        """The least and the largest finite loss (perhaps only approached); None where they are not known."""
        return None

    @property
    def is_symmetric(self) -> bool:
        """Whether (Q, P) is known to have the losses of (P, Q); False where nothing is known."""
        return False


def check_pair(value: object, name: str) -> None:
    """Refuse what is not a loss pair."""
    if not isinstance(value, LossPair):
        raise InvalidType(
            f"{name} = {brief(repr(value))} is a {type(value).__name__}; give a LossPair such as "
            "Gaussian.of(1)"
        )


FAR_BELOW = 2**30
"""So many deviations below 0 the inequality for the tail is as good as erfc."""


def phi(x: arb) -> arb:
    """The standard normal distribution function.

    Far below 0 it is between y/(1 + y^2) and 1/y times the density at y = -x (Gordon, 1941), where erfc gives
    no more than [0, tiny].
    """
    if ball_sign(x + FAR_BELOW) != -1:
        return (-x / arb(2).sqrt()).erfc() / 2
    density = (-x * x / 2).exp() / (2 * arb.pi()).sqrt()
    return density * (-x / (1 + x * x)).union(-1 / x)


def positive(value: ExactLike, name: str) -> Number:
    """Read a positive rational parameter."""
    x = number(value, name)
    if not x.is_rational or x <= 0:
        raise InvalidValue(f"{name} = {x} is not a positive rational; give one, such as '1/2'")
    return x


@dataclass(frozen=True)
class Gaussian(LossPair):
    """N(mu, 1) against N(0, 1), with mu = sensitivity / sigma:  L ~ N(mu^2/2, mu^2) under P."""

    mu_squared: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue for a negative one."""
        freeze(self, "mu_squared", nonnegative_rational(self.mu_squared, "mu_squared"))

    @staticmethod
    def of(sigma: ExactLike, sensitivity: ExactLike = 1) -> Gaussian:
        """The Gaussian mechanism with standard deviation sigma and the stated l2-sensitivity."""
        ratio = positive(sensitivity, "sensitivity") / positive(sigma, "sigma")
        return Gaussian(ratio.as_fraction() ** 2)

    @property
    def name(self) -> str:
        """mu^2 determines the pair."""
        return f"Gaussian(mu^2 = {self.mu_squared})"

    def times(self, count: int) -> Gaussian:
        """The composition of `count` rounds, which is Gaussian again: the mu^2 add up."""
        check_count(count, self.name)
        return Gaussian(self.mu_squared * count)

    def tail(self, loss: arb) -> Tail:
        """Phi((+-mu^2/2 - l)/mu)."""
        half = arb(rational(self.mu_squared / 2))
        mu = arb(rational(self.mu_squared)).sqrt()
        return Tail(phi((half - loss) / mu), phi((-half - loss) / mu))

    def head(self, loss: arb) -> Tail:
        """Phi((l -+ mu^2/2)/mu)."""
        half = arb(rational(self.mu_squared / 2))
        mu = arb(rational(self.mu_squared)).sqrt()
        return Tail(phi((loss - half) / mu), phi((loss + half) / mu))

    def total(self) -> Tail:
        """The whole law has a density."""
        return Tail(arb(1), arb(1))

    def extremes(self) -> tuple[Log, Log]:
        """The loss is unbounded on both sides."""
        return -INFINITY, INFINITY

    @property
    def is_symmetric(self) -> bool:
        """Reflection exchanges P and Q."""
        return True


@dataclass(frozen=True)
class Laplace(LossPair):
    """Laplace noise of scale sensitivity/epsilon: atoms at +-epsilon, a density between."""

    epsilon: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue for a negative one."""
        freeze(self, "epsilon", nonnegative_rational(self.epsilon, "epsilon"))

    @staticmethod
    def of(scale: ExactLike, sensitivity: ExactLike = 1) -> Laplace:
        """The Laplace mechanism with density e^(-|z|/scale)/(2 scale) and the stated sensitivity."""
        return Laplace((positive(sensitivity, "sensitivity") / positive(scale, "scale")).as_fraction())

    @property
    def name(self) -> str:
        """epsilon determines the pair."""
        return f"Laplace(epsilon = {self.epsilon})"

    def tail(self, loss: arb) -> Tail:
        """(1 - e^((l-eps)/2))/2 under P and (e^((-l-eps)/2) - e^(-eps))/2 under Q, for -eps <= l <= eps."""
        e = arb(rational(self.epsilon))
        inside = loss.min(e).max(-e)
        return Tail((1 - ((inside - e) / 2).exp()) / 2, (((-inside - e) / 2).exp() - (-e).exp()) / 2)

    def head(self, loss: arb) -> Tail:
        """(e^((l-eps)/2) - e^(-eps))/2 under P, (1 - e^((-l-eps)/2))/2 under Q: the tail of -l, swapped."""
        swapped = self.tail(-loss)
        return Tail(swapped.q, swapped.p)

    def total(self) -> Tail:
        """The tail from -epsilon."""
        return self.tail(-arb(rational(self.epsilon)))

    def atoms(self) -> Sequence[BallAtom]:
        """1/2 and e^-epsilon/2, in both orders."""
        e = arb(rational(self.epsilon))
        small = (-e).exp() / 2
        return (BallAtom(e, arb(fmpq(1, 2)), small), BallAtom(-e, small, arb(fmpq(1, 2))))

    def extremes(self) -> tuple[Log, Log]:
        """+-epsilon."""
        return log_value(-self.epsilon), log_value(self.epsilon)

    @property
    def is_symmetric(self) -> bool:
        """Reflection exchanges P and Q."""
        return True


@dataclass(frozen=True)
class Finite(LossPair):
    """A finite pair: exact atoms, whatever their losses."""

    round: Round

    def __post_init__(self) -> None:
        """Raises InvalidType for what is not a round."""
        if not isinstance(self.round, Round):
            raise InvalidType(
                f"round = {brief(repr(self.round))} is a {type(self.round).__name__}; give a Round, as "
                "Round.of(p, q) makes it"
            )

    def tail(self, loss: arb) -> Tail:
        """There is no part without atoms."""
        return Tail(arb(0), arb(0))

    def head(self, loss: arb) -> Tail:
        """There is no part without atoms."""
        return Tail(arb(0), arb(0))

    def total(self) -> Tail:
        """There is no part without atoms."""
        return Tail(arb(0), arb(0))

    def atoms(self) -> Sequence[BallAtom]:
        """Enclosures of the exact atoms."""
        bits = working_precision()
        return tuple(
            BallAtom(a.loss.enclosure(bits), a.p.enclosure(bits), a.q.enclosure(bits))
            for a in self.round.atoms
        )

    def infinite(self) -> arb:
        """P({Q = 0})."""
        return self.round.infinite.enclosure(working_precision())

    def infinite_reversed(self) -> arb:
        """Q({P = 0}): what the atoms leave of Q."""
        missing = 1 - sum((a.q for a in self.round.atoms), number(0))
        return missing.enclosure(working_precision())

    def extremes(self) -> tuple[Log, Log] | None:
        """The ends of the finite support; None where there is none, or no common order."""
        losses = [a.loss for a in self.round.atoms]
        try:
            return (min(losses), max(losses)) if losses else None
        except AssayError:
            return None

    @property
    def is_symmetric(self) -> bool:
        """Whether the reversed round has the same atoms."""
        other = self.round.reversed()
        return set(self.round.atoms) == set(other.atoms) and self.round.infinite == other.infinite


NOTHING = Finite(Round((LossAtom(log_value(0), number(1), number(1)),), number(0)))
"""The pair of equal distributions, which reveals nothing."""


def working_precision() -> int:
    """The precision in force, in bits."""
    from flint import ctx

    return int(ctx.prec)
