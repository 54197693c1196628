"""Two more pairs: subsampled Gaussian noise when a record is replaced, and any law given by its tails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..arguments import positive_rational
from ..errors import InvalidType, InvalidValue
from ..exact import INFINITY, ExactLike, Log, number
from ..exact._flint import arb, rational
from ..exact.order import ball_sign
from .arguments import freeze, proper_rate
from .pairs import BallAtom, Gaussian, LossPair, Tail, check_pair, phi


@dataclass(frozen=True)
class ReplacedGaussian(LossPair):
    """Poisson-subsampled Gaussian noise, one record replaced by another.

        (1-q) N(0, 1) + q N(mu, 1)   against   (1-q) N(0, 1) + q N(-mu, 1),   mu = sensitivity / sigma.

    `sensitivity` bounds the norm of *one* contribution; opposite ones are the worst case.
    Source: Lebeda, Regehr, Kamath and Steinke, "Avoiding Pitfalls for Privacy Accounting of Subsampled
    Mechanisms under Composition", 2024.
    """

    mu_squared: Fraction
    rate: Fraction

    def __post_init__(self) -> None:
        """Read the arguments.  Raises InvalidValue unless mu_squared > 0 and 0 < rate < 1."""
        freeze(self, "mu_squared", positive_rational(self.mu_squared, "mu_squared"))
        freeze(self, "rate", proper_rate(self.rate, "rate", "ReplacedGaussian"))

    @staticmethod
    def of(sigma: ExactLike, rate: ExactLike, sensitivity: ExactLike = 1) -> LossPair:
        """The pair; at rate 1 the Gaussian pair at distance 2 mu.

        Raises InvalidValue for a rate outside (0, 1].
        """
        q = number(rate, "rate")
        if not q.is_rational or q <= 0 or q > 1:
            raise InvalidValue(f"rate = {q} is not a rational in (0, 1]; give one, such as '1/100'")
        base = Gaussian.of(sigma, sensitivity).mu_squared
        return Gaussian(4 * base) if q == 1 else ReplacedGaussian(base, q.as_fraction())

    @property
    def name(self) -> str:
        """The parameters."""
        return f"Poisson({self.rate}) of Gaussian(mu^2 = {self.mu_squared}), a record replaced"

    def _outcome(self, loss: arb) -> tuple[arb, arb]:
        """(mu, x) where x is the outcome with that loss; the loss grows with x.

        With z = e^(mu x) and a = e^(-mu^2/2):  q a z^2 + (1-q)(1 - e^l) z - q a e^l = 0.
        """
        q, mu2 = arb(rational(self.rate)), arb(rational(self.mu_squared))
        a, mu = q * (-mu2 / 2).exp(), mu2.sqrt()
        if ball_sign(loss) == 1:
            # divided by e^l, which may be out of range; both roots are the positive one, without cancellation
            fading = (-loss).exp()
            linear = (1 - q) * (fading - 1)
            root = (linear * linear + 4 * a * a * fading).sqrt()
            return mu, (loss + ((root - linear) / (2 * a)).log()) / mu
        growth = loss.exp()
        linear = (1 - q) * (1 - growth)
        root = (linear * linear + 4 * a * a * growth).sqrt()
        return mu, (loss + (2 * a / (root + linear)).log()) / mu

    def tail(self, loss: arb) -> Tail:
        """Mixtures of normal tails at the outcome with that loss."""
        q = arb(rational(self.rate))
        mu, x = self._outcome(loss)
        middle = (1 - q) * phi(-x)
        return Tail(middle + q * phi(mu - x), middle + q * phi(-mu - x))

    def head(self, loss: arb) -> Tail:
        """The tail of -l, with P and Q exchanged: the pair is symmetric."""
        swapped = self.tail(-loss)
        return Tail(swapped.q, swapped.p)

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
class Tails(LossPair):
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
        return Tail(*_balls(self.upper(loss), "upper"))

    def head(self, loss: arb) -> Tail:
        """What `lower` says."""
        return Tail(*_balls(self.lower(loss), "lower"))

    def total(self) -> Tail:
        """Tail and head at 0, together."""
        above, below = self.tail(arb(0)), self.head(arb(0))
        return Tail(above.p + below.p, above.q + below.q)

    def atoms(self) -> Sequence[BallAtom]:
        """What `points` says."""
        return () if self.points is None else tuple(BallAtom(*point) for point in self.points())

    def infinite(self) -> arb:
        """What `lost` says."""
        return arb(0) if self.lost is None else self.lost()

    def infinite_reversed(self) -> arb:
        """What is left of Q."""
        return 1 - self.total().q - sum((point.q for point in self.atoms()), arb(0))


def spot_check(pair: LossPair, losses: Sequence[ExactLike]) -> None:
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
