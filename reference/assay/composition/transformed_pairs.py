"""What changes a pair into another: Poisson sampling, and exchanging its two sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import proper_rate, rational_probability
from ..budgets.progress import track
from ..errors import AssayError
from ..exact import INFINITY, ExactLike, Log, Number, ln, number
from ..exact._flint import arb, rational
from ..exact.order import ball_sign
from ..exact.real import brief
from .arguments import freeze
from .finite_pair import NOTHING
from .pair import BallAtom, DominatingPair, Tail, check_pair


@dataclass(frozen=True)
class Subsampled(DominatingPair):
    """Poisson subsampling at rate q, removal:  ((1-q) Q + q P)  against  Q.

    L' = ln(1 - q + q e^L) grows with L, so that {L' > l'} = {L > l} with q e^l = e^l' - 1 + q.
    Source: Zhu, Dong and Wang, "Optimal Accounting via Characteristic Function", 2022, theorem 11.
    """

    base: DominatingPair
    rate: Fraction

    def __post_init__(self) -> None:
        """Read the arguments.  Raises InvalidValue unless 0 < rate < 1."""
        check_pair(self.base, "base")
        freeze(self, "rate", proper_rate(self.rate, "rate", "Subsampled"))

    @staticmethod
    def of(base: DominatingPair, rate: ExactLike) -> DominatingPair:
        """The subsampled pair: the base itself at rate 1, the pair without loss at rate 0.

        Raises InvalidValue unless 0 <= rate <= 1.
        """
        check_pair(base, "base")
        q = rational_probability(rate, "rate")
        if q == 0:
            return NOTHING
        return base if q == 1 else Subsampled(base, q)

    @property
    def is_bound(self) -> bool:
        """Whether the base is."""
        return self.base.is_bound

    @property
    def name(self) -> str:
        """The base and the rate."""
        return f"Poisson({brief(self.rate)}) of {self.base.name}"

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
        over = loss - (1 - q).log()
        sign = ball_sign(over)
        if sign == 1:
            # ln((e^l' - 1 + q)/q), in range however large the loss is
            return part(loss + (-(-over).expm1()).log() - q.log())
        if sign is not None:
            return below
        # the enclosure of the preimage touches 0, so that the answer lies anywhere between 0 and the whole
        whole = self.base.total()
        return Tail(arb(0).union(whole.p), arb(0).union(whole.q))

    def total(self) -> Tail:
        """The whole of the part without atoms."""
        base, q = self.base.total(), self._rate()
        return Tail((1 - q) * base.q + q * base.p, base.q)

    def point_masses(self) -> Sequence[BallAtom]:
        """The images of the atoms, and ln(1-q) for what only Q can produce."""
        q = self._rate()
        images = [
            BallAtom((1 - q + q * a.loss.exp()).log(), (1 - q) * a.q + q * a.p, a.q)
            for a in track(self.base.point_masses(), "atoms")
        ]
        only_q = self.base.mass_at_minus_infinity()
        if not only_q.is_zero():
            images.append(BallAtom((1 - q).log(), (1 - q) * only_q, only_q))
        return tuple(images)

    def mass_at_infinity(self) -> arb:
        """q P(L = infinity)."""
        return self._rate() * self.base.mass_at_infinity()

    def exact_mass_at_infinity(self) -> Number | None:
        """q P(L = infinity)."""
        base = self.base.exact_mass_at_infinity()
        return None if base is None else base * self.rate

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
        return (ln(only_q) if not self.base.mass_at_minus_infinity().is_zero() else least), largest

    def _image(self, loss: Log) -> Log:
        if loss == INFINITY:
            return INFINITY
        missing = number(1) - self.rate
        return ln(missing) if loss == -INFINITY else ln(missing + self.rate * loss.exp())


@dataclass(frozen=True)
class Reversed(DominatingPair):
    """(Q, P) instead of (P, Q): the loss changes its sign."""

    base: DominatingPair

    def __post_init__(self) -> None:
        """Raises InvalidType for what is not a loss pair."""
        check_pair(self.base, "base")

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

    def point_masses(self) -> Sequence[BallAtom]:
        """Signs and masses change places."""
        return tuple(BallAtom(-a.loss, a.q, a.p) for a in self.base.point_masses())

    def mass_at_infinity(self) -> arb:
        """Q(L = -infinity)."""
        return self.base.mass_at_minus_infinity()

    def mass_at_minus_infinity(self) -> arb:
        """P(L = infinity)."""
        return self.base.mass_at_infinity()

    def exact_mass_at_infinity(self) -> Number | None:
        """Q(L = -infinity)."""
        return self.base.exact_mass_at_minus_infinity()

    def exact_mass_at_minus_infinity(self) -> Number | None:
        """P(L = infinity)."""
        return self.base.exact_mass_at_infinity()

    def extremes(self) -> tuple[Log, Log] | None:
        """The ends change signs and places."""
        base = self.base.extremes()
        return None if base is None else (-base[1], -base[0])

    @property
    def is_symmetric(self) -> bool:
        """Whether the base is."""
        return self.base.is_symmetric

    @property
    def is_bound(self) -> bool:
        """Whether the base is."""
        return self.base.is_bound

    def reversed(self) -> DominatingPair:
        """The base."""
        return self.base
