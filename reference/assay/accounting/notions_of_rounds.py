"""The smallest rho (zero-concentrated) and the smallest mu (Gaussian differential privacy) of rounds, as
brackets.

Both add up over rounds: rho = sum of rho_i, mu^2 = sum of mu_i^2 at most.  From below, a product of Gaussian
noise of distance m, each round sampled at q_i > 0, has P >= prod q_i times the product without sampling, so
that far out sampling does not help: rho >= m^2/2 and mu >= m.  Besides, rho >= the sum of the KL(P_i ||
Q_i), which is the limit of D_a for a -> 1, and mu >= 2 Phi^-1((1 + delta(0))/2).  The proofs are in section
12 of spec/accounting.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from ..composition.finite_pair import NOTHING, FinitePair
from ..composition.pair import DominatingPair
from ..composition.transformed_pairs import Reversed, Subsampled
from ..dp.concentrated import zcdp
from ..dp.renyi import kullback_leibler
from ..errors import BudgetExceeded
from ..exact import INFINITY, Log, eps
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import Bracket
from .batches.allocation import Allocated
from .batches.enclosed import Ends
from .densities import BoundedRange, Gaussian, Laplace, ReplacedGaussian
from .discrete import DiscreteGaussian
from .mixtures import MixtureOfGaussians
from .one_direction import OneDirection
from .question import in_time
from .revealed import Revealed
from .rounds import Rounds
from .subsets import SubsetSampled

BITS = 128
ROUGH = Fraction(1, 1000)


@dataclass(frozen=True)
class Known:
    """Of a pair: mu^2 far out, rho from above, KL from below, mu^2 from above; None for nothing."""

    far: Fraction
    rho: arb | None
    least: arb
    mu_squared: arb | None


def zero_concentrated(rounds: Rounds) -> Bracket:
    """The smallest rho with D_a <= rho a for all a > 1 in every direction; up to infinity if unknown."""
    return _largest(rounds, _concentrated)


def gaussian_privacy(rounds: Rounds) -> Bracket:
    """The smallest mu for which all rounds together are mu-GDP in every direction; as `zero_concentrated`.

    Source: Dong, Roth and Su 2022, corollary 3.3 (composition).
    """
    return _largest(rounds, _gaussian)


def _largest(rounds: Rounds, of: Callable[[OneDirection], Bracket]) -> Bracket:
    with in_time():
        found = [of(side) for side in dict.fromkeys(rounds.by_direction.values())]
    uppers = [each.upper for each in found]
    upper = None if None in uppers else max(u for u in uppers if u is not None)
    return Bracket(max(each.lower for each in found), upper, any(each.is_infinite for each in found))


def _with_moments(side: OneDirection, of: Callable[[OneDirection], Bracket]) -> Bracket:
    """From below what members of a class attain; nothing from above."""
    found = [of(each) for each in side.bounded.members]
    return Bracket(max(each.lower for each in found), None, any(each.is_infinite for each in found))


def _concentrated(side: OneDirection) -> Bracket:
    if side.infinite.lower > 0:
        return Bracket.infinity()
    if side.moments is not None:
        below, rho = _with_moments(side, _concentrated), side.moments.rho
        others = _concentrated(side.with_pairs([])).upper
        return Bracket(below.lower, None if rho is None or others is None else rho + others)
    with precision(BITS):
        known = [(_known(pair), count) for pair, count in side.rounds]
        far = sum((each.far * count for each, count in known), Fraction(0)) / 2
        least = sum((each.least * count for each, count in known), arb(0))
        above = [each.rho * count for each, count in known if each.rho is not None]
        upper = sum(above, arb(0)) if len(above) == len(known) else None
        lower = max(far, _low(least))
        if len(known) == 1 and upper is not None and isinstance(side.rounds[0][0], FinitePair):
            lower = max(lower, _low(upper))
        return _ordered(lower, upper)


def _gaussian(side: OneDirection) -> Bracket:
    if side.infinite.lower > 0:
        return Bracket.infinity()
    if side.moments is not None:
        return _with_moments(side, _gaussian)
    with precision(BITS):
        known = [(_known(pair), count) for pair, count in side.rounds]
        far = sum((each.far * count for each, count in known), Fraction(0))
        lower = _low(arb(rational(far)).sqrt())
        above = [each.mu_squared * count for each, count in known if each.mu_squared is not None]
        upper = sum(above, arb(0)).sqrt() if len(above) == len(known) else None
        if any(
            each.mu_squared is None or not (each.mu_squared - rational(each.far)).is_zero()
            for each, _ in known
        ):
            lower = max(lower, _from_advantage(side))
        return _ordered(lower, upper)


def _from_advantage(side: OneDirection) -> Fraction:
    """mu-GDP has the advantage 2 Phi(mu/2) - 1 = erf(mu/(2 sqrt 2)) at most."""
    try:
        advantage = side.delta(eps(0), ROUGH).lower
    except BudgetExceeded:
        return Fraction(0)
    return _low(arb(8).sqrt() * arb(rational(advantage)).erfinv()) if advantage < 1 else Fraction(0)


def _ordered(lower: Fraction, upper: arb | None) -> Bracket:
    """From certified ends: the lower one is that of a ball, and the upper ball may contain it."""
    ends = None if upper is None else bounds(upper)
    return Bracket(lower, None if ends is None else max(ends[1], lower))


def _low(ball: arb) -> Fraction:
    ends = bounds(ball)
    return Fraction(0) if ends is None else max(Fraction(0), ends[0])


def _known(pair: DominatingPair) -> Known:
    """What is known of one pair; (Q, P) of sampled noise is a post-processing of the noise reversed."""
    if isinstance(pair, Gaussian):
        return _like_gaussian(pair.mu_squared, pair.mu_squared, is_sampled=False)
    if isinstance(pair, Subsampled):
        base = _known(pair.base)
        return Known(base.far, base.rho, arb(0), base.mu_squared)
    if isinstance(pair, Reversed):
        inner = pair.base.base.reversed() if isinstance(pair.base, Subsampled) else None
        given = _known(inner) if inner is not None else _known_both_ways(pair.base)
        return Known(Fraction(0), given.rho, arb(0), given.mu_squared)
    if isinstance(pair, FinitePair):
        return _finite(pair)
    if isinstance(pair, Laplace):
        e = arb(rational(pair.epsilon))
        kl = e + (-e).exp() - 1
        return Known(Fraction(0), kl, kl, _pure(e))
    return _known_both_ways(pair)


def _known_both_ways(pair: DominatingPair) -> Known:
    """What holds of the pair and of (Q, P) alike, except `far` and `least`."""
    if isinstance(pair, MixtureOfGaussians):
        most = max(mu for mu, _ in pair.shifts) ** 2
        return _like_gaussian(most, most, is_sampled=True)
    if isinstance(pair, ReplacedGaussian):
        return _like_gaussian(pair.mu_squared, 4 * pair.mu_squared, is_sampled=True)
    if isinstance(pair, Allocated):
        # in the other order a large loss takes little noise in every step
        far = Fraction(0) if pair.is_reversed else pair.base.mu_squared
        return _like_gaussian(far, pair.base.mu_squared, is_sampled=True)
    if isinstance(pair, Ends):
        above, times = _known(pair.above), pair.times[0]
        rho, mu_squared = (None if each is None else each * times for each in (above.rho, above.mu_squared))
        return Known(Fraction(0), rho, arb(0), mu_squared)
    if isinstance(pair, DiscreteGaussian):
        rho = arb(rational(Fraction(pair.sensitivity**2) / (2 * pair.sigma_squared)))
        return Known(Fraction(0), rho, rho, None)
    if isinstance(pair, BoundedRange):
        return _bounded_range(arb(rational(pair.eta)))
    if isinstance(pair, SubsetSampled):
        base = _known(pair.base)
        return Known(Fraction(0), base.rho, arb(0), base.mu_squared)
    if isinstance(pair, Revealed):
        return _revealed(pair)
    ends = pair.extremes()
    if ends is None or any(end.is_infinite for end in ends) or not _is_finite(pair):
        return Known(Fraction(0), None, arb(0), None)
    largest = max(-ends[0], ends[1]).enclosure(BITS)
    return Known(Fraction(0), largest * largest / 2, arb(0), _pure(largest))


def _revealed(pair: Revealed) -> Known:
    """With an event that is told, e^((a - 1) D_a) and the trade-off function are means over its outcomes."""
    parts = [_known(each) for _, part in pair.parts for each in (part, part.reversed())]
    rho = [part.rho for part in parts if part.rho is not None]
    mu_squared = [part.mu_squared for part in parts if part.mu_squared is not None]
    return Known(
        Fraction(0),
        reduce(arb.max, rho) if len(rho) == len(parts) else None,
        arb(0),
        reduce(arb.max, mu_squared) if len(mu_squared) == len(parts) else None,
    )


def _is_finite(pair: DominatingPair) -> bool:
    """Whether no loss is infinite in either order."""
    return pair.mass_at_infinity().is_zero() and pair.mass_at_minus_infinity().is_zero()


def _bounded_range(eta: arb) -> Known:
    """Of everything whose losses lie in an interval of length eta.

    K(s) = ln E e^(s L) has K'' <= eta^2/4, and vanishes at -1 and 0, so that D_a <= a eta^2/8.  Randomised
    response with the losses t and t - eta has the probability (e^eta - e^t)/(e^eta - 1) of t.
    """
    t = arb((eta / (1 - (-eta).exp())).log().mid())  # the t with the largest KL; any serves
    likely = (eta.exp() - t.exp()) / (eta.exp() - 1)
    return Known(Fraction(0), eta * eta / 8, (t - eta * (1 - likely)).max(arb(0)), _pure(eta))


def _like_gaussian(far: Fraction, most: Fraction, is_sampled: bool) -> Known:
    """Between the Gaussian pairs of mu^2 = far (far out) and of mu^2 = most."""
    rho = arb(rational(most)) / 2
    return Known(far, rho, arb(0) if is_sampled else rho, arb(rational(most)))


def _finite(pair: FinitePair) -> Known:
    """From the exact distributions; the largest loss in size gives a pure guarantee, and that a mu."""
    if pair == NOTHING:
        return Known(Fraction(0), arb(0), arb(0), arb(0))
    p, q = pair.distributions()
    rho = zcdp(p, q)
    is_pure = not pair.infinite and not pair.only_q
    losses = [abs(atom.loss) for atom in pair.atoms]
    mu = _pure(max(losses).enclosure(BITS)) if is_pure and losses else None
    if isinstance(rho, Log) and rho == INFINITY:
        return Known(Fraction(0), None, arb(0), mu)
    return Known(Fraction(0), rho.enclosure(BITS), kullback_leibler(p, q).enclosure(BITS), mu)


def _pure(epsilon: arb) -> arb:
    """mu^2 for mu = 2 Phi^-1(e^eps/(1 + e^eps)): 2 Phi(mu/2) - 1 = tanh(eps/2).

    The chords of G_mu through (0, 1) and its fixed point are the trade-off function of randomised response.
    """
    return 8 * (epsilon / 2).tanh().erfinv() ** 2
