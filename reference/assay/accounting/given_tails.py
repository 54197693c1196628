"""Any pair whose losses have computable tails; what is given is believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..budgets.progress import uninterruptible
from ..composition.pair import BallAtom, DominatingPair, Tail, check_pair
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, number
from ..exact._flint import arb, rational
from ..exact.order import ball_sign


@dataclass(frozen=True)
class Tails(DominatingPair):
    """Any pair whose losses have computable tails.

    What the giver owes; nothing checks it but `spot_check`:

    * `upper(l)` returns balls that contain (P_c(L > l), Q_c(L > l)) for the part without atoms, for every
      ball l, at the precision in force (`assay.exact.precision`);
    * `lower(l)` returns balls that contain (P_c(L <= l), Q_c(L <= l)), narrow *relative* to small values;
    * L is the logarithm of dP/dQ, so that e^-L dP = dQ: masses of a cell (a, b] satisfy
      e^-b P <= Q <= e^-a P;
    * `points` lists all atoms (loss, P-mass, Q-mass) as balls; `lost` contains P(L = infinity);
    * Q is a probability: what tails and atoms leave of it is Q(L = -infinity);
    * the pair dominates the mechanism: when a record is removed, no pair of inputs has a larger delta at any
      real epsilon, negative ones included (at those >= 0 alone it would not compose).
    """

    label: str
    upper: Callable[[arb], tuple[arb, arb]]
    lower: Callable[[arb], tuple[arb, arb]]
    points: Callable[[], Sequence[tuple[arb, arb, arb]]] | None = None
    lost: Callable[[], arb] | None = None

    def __post_init__(self) -> None:
        """Raises InvalidType for what is not a function."""
        given: dict[str, object] = {
            "upper": self.upper,
            "lower": self.lower,
            "points": self.points,
            "lost": self.lost,
        }
        for name, function in given.items():
            if not callable(function) and (function is not None or name in ("upper", "lower")):
                raise InvalidType(
                    f"{name} = {function!r} is a {type(function).__name__}; give a function, as described in "
                    "assay.accounting.Tails"
                )

    @property
    def name(self) -> str:
        """As given."""
        return self.label

    def tail(self, loss: arb) -> Tail:
        """What `upper` says."""
        with uninterruptible():
            return Tail(*_balls(self.upper(loss), "upper"))

    def head(self, loss: arb) -> Tail:
        """What `lower` says."""
        with uninterruptible():
            return Tail(*_balls(self.lower(loss), "lower"))

    def total(self) -> Tail:
        """Tail and head at 0, together."""
        above, below = self.tail(arb(0)), self.head(arb(0))
        return Tail(above.p + below.p, above.q + below.q)

    def point_masses(self) -> Sequence[BallAtom]:
        """What `points` says."""
        with uninterruptible():
            return () if self.points is None else tuple(BallAtom(*point) for point in self.points())

    def mass_at_infinity(self) -> arb:
        """What `lost` says."""
        with uninterruptible():
            return arb(0) if self.lost is None else self.lost()

    def mass_at_minus_infinity(self) -> arb:
        """What is left of Q."""
        return 1 - self.total().q - sum((point.q for point in self.point_masses()), arb(0))


def spot_check(pair: DominatingPair, losses: Sequence[ExactLike]) -> None:
    """Look for a violated obligation of `Tails` on the cells between the given losses.

    Raises InvalidValue with the cell where tails grow, or where Q leaves [e^-b P, e^-a P].  Silence is no
    proof.
    """
    check_pair(pair, "pair")
    _check_list(losses, "losses")
    marks = sorted({number(x, "loss").as_fraction() for x in losses})
    for a, b in pairwise(marks):
        left, right = arb(rational(a)), arb(rational(b))
        first, last = pair.tail(left), pair.tail(right)
        p, q = first.p - last.p, first.q - last.q
        wrong = [p, q, q - (-right).exp() * p, (-left).exp() * p - q]
        if any(ball_sign(value) == -1 for value in wrong):
            raise InvalidValue(
                f"the tails of {pair.name} break their obligations between the losses {a} and {b}: "
                f"P has {p.str(10)}, Q has {q.str(10)} there; see assay.accounting.Tails"
            )


def _check_list(values: object, name: str) -> None:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidType(f"{name} = {values!r} is a {type(values).__name__}; give a list of exact numbers")


def _balls(found: object, name: str) -> tuple[arb, arb]:
    if isinstance(found, tuple) and len(found) == 2:
        p, q = found
        if isinstance(p, arb) and isinstance(q, arb):
            return p, q
    raise InvalidType(
        f"{name} returned {found!r}, a {type(found).__name__}; it has to be a tuple of two arbs"
    )
