"""Privacy notions: what they have in common, as one protocol; `catalogue` has the notions of this package.

A notion has parameters, for each parameter a set of mechanisms that satisfy it, and laws:

- monotone: a mechanism that satisfies a parameter satisfies every weaker one;
- constant: a mechanism that ignores its input satisfies the parameter `perfect`;
- composition: if M satisfies a and N satisfies b, releasing the outputs of both satisfies compose(a, b);
  if the notion is `adaptive`, also where N is chosen by the output of M;
- post-processing: if the notion is `closed`, every function of M's output satisfies what M satisfies.

The list of laws follows SampCert (de Medeiros et al., "Verified Foundations for Differential Privacy", PLDI
2025). Not every notion has all of them: probabilistic differential privacy is not closed under
post-processing, and random differential privacy does not compose adaptively.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from ..dp.mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")
A = TypeVar("A")


class PrivacyNotion(Protocol[A]):
    """A notion of privacy with parameters of type A."""

    name: str
    closed: bool
    adaptive: bool

    def parameter(self, mechanism: Mechanism[X, T]) -> A:
        """A parameter that the mechanism satisfies: the smallest, or rounded up where that is certified."""

    def satisfies(self, mechanism: Mechanism[X, T], parameter: A) -> bool:
        """Whether the mechanism satisfies the parameter."""

    def implies(self, strong: A, weak: A) -> bool:
        """Whether every mechanism that satisfies `strong` satisfies `weak`."""

    def compose(self, first: A, second: A) -> A:
        """The parameter of releasing the outputs of two mechanisms."""

    @property
    def perfect(self) -> A:
        """The parameter that a constant mechanism satisfies."""
