"""x + Z for noise Z on all the integers: what can be said of it without a table of probabilities."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from ..dp import Verdict
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number


class NoiseOnIntegers(ABC):
    """x + Z on all the integers, which no table of probabilities lists: what can be said of it."""

    constructor: ClassVar[str]
    """The function that makes it."""

    @abstractmethod
    def arguments(self) -> Mapping[str, object]:
        """What the constructor was given."""

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in self.arguments().items())
        return f"{self.constructor}({given})"

    @abstractmethod
    def epsilon(self, delta: ExactLike = 0) -> Log | Certified:
        """The smallest epsilon at delta, over all neighbours."""

    @abstractmethod
    def delta(self, epsilon: EpsilonLike) -> Number | Certified:
        """The smallest delta at epsilon, over all neighbours."""

    @abstractmethod
    def audit(self, epsilon: EpsilonLike, delta: ExactLike = 0) -> Verdict:
        """The verdict on (epsilon, delta)-differential privacy, for all neighbours and all events."""
