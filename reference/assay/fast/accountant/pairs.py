"""Pairs (P, Q) of one round whose privacy loss is known through its tails, as rigorous enclosures.

With L = ln(dP/dQ), a pair gives, for every l,

    P_c(L > l)  and  Q_c(L > l)     for the part of the law without atoms,
    its atoms                        (loss, P-mass, Q-mass),
    P(L = infinity).

All functions are evaluated in ball arithmetic at the precision in force, so that what is computed from them
contains the truth, rounding included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ...errors import AssayError, InvalidType, InvalidValue
from ...exact import INFINITY, ExactLike, Log, Number, ln, log_value, number
from ...exact._flint import arb, fmpq, rational
from ...exact.order import ball_sign
from ..composition import LossAtom, Round


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


def phi(x: arb) -> arb:
    """The standard normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


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


@dataclass(frozen=True)
class Laplace(LossPair):
    """Laplace noise of scale sensitivity/epsilon: atoms at +-epsilon, a density between."""

    epsilon: Fraction

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


@dataclass(frozen=True)
class Finite(LossPair):
    """A finite pair: exact atoms, whatever their losses."""

    round: Round

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


@dataclass(frozen=True)
class Subsampled(LossPair):
    """Poisson subsampling at rate q, removal:  ((1-q) Q + q P)  against  Q.

    L' = ln(1 - q + q e^L) grows with L, so that {L' > l'} = {L > l} with q e^l = e^l' - 1 + q.
    Source: Zhu, Dong and Wang, "Optimal Accounting via Characteristic Function", 2022, theorem 11.
    """

    base: LossPair
    rate: Fraction

    @staticmethod
    def of(base: LossPair, rate: ExactLike) -> LossPair:
        """The subsampled pair: the base itself at rate 1, the pair without loss at rate 0.

        Raises InvalidValue unless 0 <= rate <= 1.
        """
        if not isinstance(base, LossPair):
            raise InvalidType(f"base = {base!r} is a {type(base).__name__}; give a LossPair")
        q = number(rate, "rate")
        if not q.is_rational or q < 0 or q > 1:
            raise InvalidValue(f"rate = {q} is not a rational in [0, 1]; give one, such as '1/100'")
        if q == 0:
            return NOTHING
        return base if q == 1 else Subsampled(base, q.as_fraction())

    @property
    def name(self) -> str:
        """The base and the rate."""
        return f"Poisson({self.rate}) of {self.base.name}"

    def _rate(self) -> arb:
        return arb(rational(self.rate))

    def tail(self, loss: arb) -> Tail:
        """The tails of the base at the preimage of the loss; everything below ln(1-q)."""
        return self._mixed(self._at_preimage(loss, self.base.tail, self.base.total()))

    def head(self, loss: arb) -> Tail:
        """The heads of the base at the preimage of the loss; nothing below ln(1-q)."""
        return self._mixed(self._at_preimage(loss, self.base.head, Tail(arb(0), arb(0))))

    def _mixed(self, base: Tail) -> Tail:
        q = self._rate()
        return Tail((1 - q) * base.q + q * base.p, base.q)

    def _at_preimage(self, loss: arb, part: Callable[[arb], Tail], below: Tail) -> Tail:
        """The part of the base at l with q e^l = e^l' - 1 + q; `below` where there is no such l."""
        q = self._rate()
        inner = (loss.exp() - 1 + q) / q
        sign = ball_sign(inner)
        if sign == 1:
            return part(inner.log())
        if sign is not None:
            return below
        # the enclosure of the preimage touches 0, so that the answer lies anywhere between 0 and the whole
        whole = self.base.total()
        return Tail(arb(0).union(whole.p), arb(0).union(whole.q))

    def total(self) -> Tail:
        """The whole of the part without atoms."""
        base, q = self.base.total(), self._rate()
        return Tail((1 - q) * base.q + q * base.p, base.q)

    def atoms(self) -> Sequence[BallAtom]:
        """The images of the atoms, and ln(1-q) for what only Q can produce."""
        q = self._rate()
        images = [
            BallAtom((1 - q + q * a.loss.exp()).log(), (1 - q) * a.q + q * a.p, a.q)
            for a in self.base.atoms()
        ]
        only_q = self.base.infinite_reversed()
        if not only_q.is_zero():
            images.append(BallAtom((1 - q).log(), (1 - q) * only_q, only_q))
        return tuple(images)

    def infinite(self) -> arb:
        """q P(L = infinity)."""
        return self._rate() * self.base.infinite()

    def extremes(self) -> tuple[Log, Log] | None:
        """ln(1 - q + q e^l) at both ends; None where that is no exact logarithm."""
        base = self.base.extremes()
        if base is None:
            return None
        try:
            least, largest = (self._image(end) for end in base)
        except AssayError:
            return None
        only_q = number(1) - self.rate
        return (ln(only_q) if not self.base.infinite_reversed().is_zero() else least), largest

    def _image(self, loss: Log) -> Log:
        if loss == INFINITY:
            return INFINITY
        missing = number(1) - self.rate
        return ln(missing) if loss == -INFINITY else ln(missing + self.rate * loss.exp())


@dataclass(frozen=True)
class Reversed(LossPair):
    """(Q, P) instead of (P, Q): the loss changes its sign."""

    base: LossPair

    @property
    def name(self) -> str:
        """The base, marked."""
        return f"reversed {self.base.name}"

    def tail(self, loss: arb) -> Tail:
        """(Q_c(L < -l), P_c(L < -l))."""
        base = self.base.head(-loss)
        return Tail(base.q, base.p)

    def head(self, loss: arb) -> Tail:
        """(Q_c(L >= -l), P_c(L >= -l))."""
        base = self.base.tail(-loss)
        return Tail(base.q, base.p)

    def total(self) -> Tail:
        """The masses change places."""
        whole = self.base.total()
        return Tail(whole.q, whole.p)

    def atoms(self) -> Sequence[BallAtom]:
        """Signs and masses change places."""
        return tuple(BallAtom(-a.loss, a.q, a.p) for a in self.base.atoms())

    def infinite(self) -> arb:
        """Q(L = -infinity)."""
        return self.base.infinite_reversed()

    def infinite_reversed(self) -> arb:
        """P(L = infinity)."""
        return self.base.infinite()

    def extremes(self) -> tuple[Log, Log] | None:
        """The ends change signs and places."""
        base = self.base.extremes()
        return None if base is None else (-base[1], -base[0])


NOTHING = Finite(Round((LossAtom(log_value(0), number(1), number(1)),), number(0)))
"""The pair of equal distributions, which reveals nothing."""


def working_precision() -> int:
    """The precision in force, in bits."""
    from flint import ctx

    return int(ctx.prec)
