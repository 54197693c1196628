"""Drop-ins for prv-accountant: the same classes, with certified ends instead of an error that is assumed.

    from assay.accounting.for_prv_accountant import PoissonSubsampledGaussianMechanism, PRVAccountant

    prv = PoissonSubsampledGaussianMechanism(sampling_probability=0.01, noise_multiplier=1.0)
    accountant = PRVAccountant(prvs=[prv], max_self_compositions=[1000], eps_error=0.1)
    low, estimate, high = accountant.compute_epsilon(delta=1e-6, num_self_compositions=[1000])

The ends contain the truth for a record that is added or removed, floats at their exact binary values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..composition.pair import DominatingPair
from ..errors import InvalidType, InvalidValue
from ..exact.bracket import Bracket
from .accountant import Accountant
from .densities import Gaussian, Laplace
from .discrete import approximate
from .dp_values import exact, listed, natural, probability
from .for_opacus import get_noise_multiplier, pair_of

WIDTH = Fraction(1, 1000)
LEAST_WIDTH = Fraction(1, 10**9)

Ends = tuple[float, float, float]
"""Below, between, above."""


class Mechanism:
    """What is composed, by its parameters."""

    def pair(self) -> DominatingPair:
        """The pair of a record that is removed."""
        raise InvalidType(f"{type(self).__name__} is no mechanism; give one of this module")


@dataclass(frozen=True)
class GaussianMechanism(Mechanism):
    """Gaussian noise of that deviation on a sum of that sensitivity."""

    noise_multiplier: float
    l2_sensitivity: float = 1.0

    def pair(self) -> DominatingPair:
        """N(sensitivity, sigma^2) against N(0, sigma^2).  Raises InvalidValue unless both are positive."""
        noise = exact(self.noise_multiplier, "noise_multiplier")
        moved = exact(self.l2_sensitivity, "l2_sensitivity")
        if noise <= 0 or moved <= 0:
            raise InvalidValue(
                f"noise_multiplier = {self.noise_multiplier}, l2_sensitivity = {self.l2_sensitivity}: "
                "give positive floats"
            )
        return Gaussian.of(noise, moved)


@dataclass(frozen=True)
class PoissonSubsampledGaussianMechanism(Mechanism):
    """The same on a Poisson sample."""

    sampling_probability: float
    noise_multiplier: float

    def pair(self) -> DominatingPair:
        """The mixture against N(0, sigma^2)."""
        return pair_of(self.noise_multiplier, self.sampling_probability)


@dataclass(frozen=True)
class LaplaceMechanism(Mechanism):
    """Laplace noise of scale 1 on a sum of sensitivity mu."""

    mu: float

    def pair(self) -> DominatingPair:
        """The shift by mu."""
        return Laplace(exact(self.mu, "mu"))


@dataclass(frozen=True)
class PureDPMechanism(Mechanism):
    """Any eps-private mechanism."""

    eps: float

    def pair(self) -> DominatingPair:
        """Randomised response."""
        return approximate(exact(self.eps, "eps"), 0)


@dataclass(frozen=True)
class ApproximateDPMechanism(Mechanism):
    """Any (epsilon, delta)-private mechanism."""

    epsilon: float
    delta: float

    def pair(self) -> DominatingPair:
        """Randomised response that reveals all with probability delta."""
        return approximate(exact(self.epsilon, "epsilon"), probability(self.delta, "delta"))


class PRVAccountant:
    """Bounds of epsilon and delta for mechanisms with counts.

    prvs: one mechanism or several; max_self_compositions: the largest counts that are asked for, as far as
    given. eps_error: how far the ends of epsilon are from each other at most; 1/1000 of it where that is
    less. delta_error, eps_max: read for the sake of calls that name them, positive; the ends contain the
    truth without.
    """

    def __init__(
        self,
        prvs: Mechanism | Sequence[Mechanism],
        eps_error: float | None = None,
        delta_error: float | None = None,
        max_self_compositions: int | Sequence[int] | None = None,
        eps_max: float | None = None,
    ) -> None:
        """Raises InvalidType or InvalidValue for what is no mechanism, and for counts of another number."""
        given: list[object] = [prvs] if isinstance(prvs, Mechanism) else listed(prvs, "prvs")
        mechanisms = [each for each in given if isinstance(each, Mechanism)]
        if len(mechanisms) < len(given) or not given:
            raise InvalidType(f"prvs = {prvs!r}: give one mechanism of this module, or a list of them")
        self.pairs: list[DominatingPair] = [each.pair() for each in mechanisms]
        self.most: list[int] | None = (
            None
            if max_self_compositions is None
            else self._counts(max_self_compositions, "max_self_compositions")
        )
        self.error = positive(eps_error, "eps_error")
        positive(delta_error, "delta_error")
        positive(eps_max, "eps_max")

    def compute_epsilon(self, delta: float, num_self_compositions: int | Sequence[int]) -> Ends:
        """(lower, estimate, upper) of epsilon at delta; infinity where there is none."""
        allowed, accountant = probability(delta, "delta"), self._composed(num_self_compositions)
        found: Bracket = accountant.epsilon(allowed, WIDTH)
        if self.error is not None and found.width and found.width > self.error:
            found = accountant.epsilon(allowed, max(LEAST_WIDTH, self.error / (2 * found.lower + 1)))
        return ends_of(found)

    def compute_delta(self, epsilon: float, num_self_compositions: int | Sequence[int]) -> Ends:
        """(lower, estimate, upper) of delta at epsilon."""
        level = exact(epsilon, "epsilon")
        if level < 0:
            raise InvalidValue(f"epsilon = {epsilon} is negative; give a float >= 0")
        return ends_of(self._composed(num_self_compositions).delta(level, WIDTH))

    def _composed(self, num_self_compositions: int | Sequence[int]) -> Accountant:
        counts = self._counts(num_self_compositions, "num_self_compositions")
        if self.most is not None and any(n > most for n, most in zip(counts, self.most, strict=True)):
            raise InvalidValue(
                f"num_self_compositions = {counts} exceeds max_self_compositions = {self.most}; "
                "give larger ones there"
            )
        accountant = Accountant()
        for pair, count in zip(self.pairs, counts, strict=True):
            accountant.compose(pair, count)
        return accountant

    def _counts(self, given: int | Sequence[int], name: str) -> list[int]:
        several = isinstance(given, Sequence) and not isinstance(given, (str, bytes, bytearray))
        counts = [natural(each, name) for each in (listed(given, name) if several else [given])]
        if len(counts) != len(self.pairs):
            raise InvalidValue(
                f"{name} has {len(counts)} counts for {len(self.pairs)} mechanisms; give one for each"
            )
        return counts


class DPSGDAccountant(PRVAccountant):
    """Private gradient descent: Gaussian noise on Poisson samples."""

    def __init__(
        self,
        noise_multiplier: float,
        sampling_probability: float,
        max_steps: int,
        eps_error: float = 0.1,
        delta_error: float = 1e-9,
    ) -> None:
        """As `PRVAccountant` for the one mechanism."""
        prv = PoissonSubsampledGaussianMechanism(sampling_probability, noise_multiplier)
        super().__init__([prv], eps_error, delta_error, [max_steps])

    def compute_epsilon(self, delta: float, num_steps: int | Sequence[int]) -> Ends:
        """(lower, estimate, upper) of epsilon after so many steps."""
        return super().compute_epsilon(delta, num_steps)


def find_noise_multiplier(
    sampling_probability: float,
    num_steps: int,
    target_epsilon: float,
    target_delta: float,
    eps_error: float | None = None,
    mu_max: float | None = None,
) -> float:
    """The smallest noise, to a thousandth and rounded up.

    eps_error, mu_max: read for the sake of calls that name them, positive.  Raises as that of `for_opacus`.
    """
    positive(eps_error, "eps_error")
    positive(mu_max, "mu_max")
    return get_noise_multiplier(
        target_epsilon=target_epsilon,
        target_delta=target_delta,
        sample_rate=sampling_probability,
        steps=num_steps,
    )


def positive(value: float | None, name: str) -> Fraction | None:
    """A positive float, where one is given.  Raises InvalidType or InvalidValue for any other value."""
    read = None if value is None else exact(value, name)
    if read is not None and read <= 0:
        raise InvalidValue(f"{name} = {value} is not positive; give one such as 0.1, or leave it out")
    return read


def ends_of(bracket: Bracket) -> Ends:
    """The ends rounded outwards, and a float between them."""
    low, high = bracket.floats()
    return low, high if low == high or high == float("inf") else min(high, max(low, (low + high) / 2)), high
