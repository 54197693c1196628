"""The notions of privacy of this package, each with its parameter and how it composes.

A notion has parameters, for each parameter a set of mechanisms that satisfy it, and laws:

- monotone: a mechanism that satisfies a parameter satisfies every one that it implies;
- constant: a mechanism that ignores its input satisfies the parameter `perfect`;
- composition: if M satisfies a and N satisfies b, releasing the outputs of both satisfies compose(a, b);
  if the notion is `adaptive`, also where N is chosen by the output of M;
- post-processing: if the notion is `closed`, every function of M's output satisfies what M satisfies.

`parameter` is the smallest one that a mechanism satisfies, or is rounded up where that is certified.

The list of laws follows SampCert (de Medeiros et al., "Verified Foundations for Differential Privacy", PLDI
2025). Not every notion has all of them: probabilistic differential privacy is not closed under
post-processing, and random differential privacy does not compose adaptively.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ..dp.curves import TradeOff
from ..dp.dist import Dist
from ..dp.mechanism import Mechanism
from ..dp.tradeoff import tradeoff
from ..dp.weights import ONE, ZERO
from ..enclosures.enclosed import Divergence
from ..exact import Certified, Log, Number, certified, eps

X = TypeVar("X")
T = TypeVar("T")
R = TypeVar("R")

DIGITS = 30
"""A certified parameter is rounded up to so many digits."""


class _Divergence:
    """What the notions share whose parameter is a divergence: smaller is stronger, and composition adds."""

    closed = True
    adaptive = True

    @property
    def perfect(self) -> Log:
        """0."""
        return eps(0)

    def implies(self, strong: Log, weak: Log) -> bool:
        """A larger divergence is weaker."""
        return strong <= weak

    def compose(self, first: Log, second: Log) -> Log:
        """The sum."""
        return first + second


class _Bounds:
    """What the notions share whose parameter is a pair (epsilon, delta): both add under composition."""

    @property
    def perfect(self) -> tuple[Log, Number]:
        """(0, 0)."""
        return eps(0), ZERO

    def implies(self, strong: tuple[Log, Number], weak: tuple[Log, Number]) -> bool:
        """Larger parameters are weaker."""
        return strong[0] <= weak[0] and strong[1] <= weak[1]

    def compose(self, first: tuple[Log, Number], second: tuple[Log, Number]) -> tuple[Log, Number]:
        """(epsilon + epsilon', delta + delta'), where a probability is at most 1."""
        return first[0] + second[0], min(first[1] + second[1], ONE)


@dataclass(frozen=True)
class Pure(_Divergence):
    """epsilon-differential privacy.  Composition: Dwork and Roth 2014, theorem 3.14."""

    name = "pure"

    def parameter(self, mechanism: Mechanism[X, T]) -> Log:
        """epsilon, the largest loss."""
        return mechanism.epsilon()

    def satisfies(self, mechanism: Mechanism[X, T], parameter: Log) -> bool:
        """P(S) <= e^epsilon Q(S) for all pairs and events."""
        return mechanism.epsilon() <= parameter


@dataclass(frozen=True)
class Renyi(_Divergence):
    """Renyi differential privacy of one order.  Composition: Mironov 2017, proposition 1."""

    order: Number
    name = "Renyi"

    def parameter(self, mechanism: Mechanism[X, T]) -> Log:
        """max D_order(P || Q), rounded up where it is certified."""
        return rounded_up(mechanism.renyi(self.order))

    def satisfies(self, mechanism: Mechanism[X, T], parameter: Log) -> bool:
        """D_order(P || Q) <= parameter for all pairs."""
        return at_most(mechanism.renyi(self.order), parameter)


@dataclass(frozen=True)
class ZeroConcentrated(_Divergence):
    """rho-zero-concentrated differential privacy.  Composition: Bun and Steinke 2016, lemma 1.7."""

    name = "zero-concentrated"

    def parameter(self, mechanism: Mechanism[X, T]) -> Log:
        """rho, rounded up where it is certified."""
        return rounded_up(mechanism.zcdp())

    def satisfies(self, mechanism: Mechanism[X, T], parameter: Log) -> bool:
        """D_a(P || Q) <= rho a for all a > 1 and all pairs."""
        return at_most(mechanism.zcdp(), parameter)


@dataclass(frozen=True)
class Approximate(_Bounds):
    """(epsilon, delta)-differential privacy.  Composition: Dwork and Roth 2014, theorem 3.16."""

    at: Log
    name = "approximate"
    closed = True
    adaptive = True

    def parameter(self, mechanism: Mechanism[X, T]) -> tuple[Log, Number | Certified]:
        """(at, delta(at)); with at = 0, total variation."""
        return self.at, mechanism.delta(self.at)

    def satisfies(self, mechanism: Mechanism[X, T], parameter: tuple[Log, Number | Certified]) -> bool:
        """delta(epsilon) <= delta."""
        return mechanism.delta(parameter[0]) <= parameter[1]


@dataclass(frozen=True)
class Probabilistic(_Bounds):
    """Probabilistic (epsilon, delta): a loss above epsilon has probability at most delta."""

    at: Log
    name = "probabilistic"
    closed = False
    adaptive = True

    def parameter(self, mechanism: Mechanism[X, T]) -> tuple[Log, Number]:
        """(at, P(L > at))."""
        return self.at, mechanism.probabilistic_delta(self.at)

    def satisfies(self, mechanism: Mechanism[X, T], parameter: tuple[Log, Number]) -> bool:
        """P(L > epsilon) <= delta."""
        return mechanism.probabilistic_delta(parameter[0]) <= parameter[1]


@dataclass(frozen=True)
class Random(_Bounds, Generic[R]):
    """(alpha, gamma)-random differential privacy, definition 1, for rows drawn independently from `rows`.

    Composition: Hall, Rinaldo and Wasserman 2012, proposition 4.2.
    """

    at: Log
    rows: Dist[R]
    name = "random"
    closed = True
    adaptive = False

    def parameter(self, mechanism: Mechanism[X, T]) -> tuple[Log, Number]:
        """(at, gamma)."""
        return self.at, mechanism.random_dp(self.at, self.rows)

    def satisfies(self, mechanism: Mechanism[X, T], parameter: tuple[Log, Number]) -> bool:
        """The data sets that fail at alpha have probability at most gamma."""
        return mechanism.random_dp(parameter[0], self.rows) <= parameter[1]


@dataclass(frozen=True)
class TotalVariation:
    """The largest total variation distance between adjacent inputs."""

    name = "total variation"
    closed = True
    adaptive = True

    @property
    def perfect(self) -> Number:
        """0."""
        return ZERO

    def parameter(self, mechanism: Mechanism[X, T]) -> Number:
        """max TV(P, Q)."""
        return mechanism.total_variation()

    def satisfies(self, mechanism: Mechanism[X, T], parameter: Number) -> bool:
        """TV(P, Q) <= parameter for all pairs."""
        return mechanism.total_variation() <= parameter

    def implies(self, strong: Number, weak: Number) -> bool:
        """A larger distance is weaker."""
        return strong <= weak

    def compose(self, first: Number, second: Number) -> Number:
        """The sum, where a probability is at most 1."""
        return min(first + second, ONE)


@dataclass(frozen=True)
class HypothesisTesting:
    """f-differential privacy: f <= T(M(x), M(x')) for all pairs.

    Composition: Dong, Roth and Su 2022, section 3.
    """

    name = "f"
    closed = True
    adaptive = True

    @property
    def perfect(self) -> TradeOff:
        """f(alpha) = 1 - alpha."""
        return TradeOff(())

    def parameter(self, mechanism: Mechanism[X, T]) -> TradeOff:
        """The largest trade-off function below those of all pairs."""
        return mechanism.tradeoff()

    def satisfies(self, mechanism: Mechanism[X, T], parameter: TradeOff) -> bool:
        """f <= T(M(x), M(x')) for all pairs."""
        return parameter <= mechanism.tradeoff()

    def implies(self, strong: TradeOff, weak: TradeOff) -> bool:
        """A smaller function is weaker."""
        return weak <= strong

    def compose(self, first: TradeOff, second: TradeOff) -> TradeOff:
        """The tensor product: T(P x P', Q x Q') where first = T(P, Q) and second = T(P', Q')."""
        (p, q), (p2, q2) = first.pair(), second.pair()
        return tradeoff(Dist.product(p, p2), Dist.product(q, q2))


def rounded_up(value: Divergence) -> Log:
    """A Log that is at least the value, and is the value itself where that is a Log."""
    return value if isinstance(value, Log) else eps(Fraction(value.upper(DIGITS)))


def at_most(value: Divergence, bound: Log) -> bool:
    """Whether value <= bound, decided by enclosures where the value is no Log."""
    if bound.is_infinite:
        return True
    return value <= bound if isinstance(value, Log) else certified(value) <= bound
