"""Sources whose outputs are tuples of independent parts: M(x) = F_1(x) * ... * F_n(x)."""

from __future__ import annotations

from typing import Protocol, TypeVar, runtime_checkable

from .dist import Dist

X_contra = TypeVar("X_contra", contravariant=True)


@runtime_checkable
class HasFactors(Protocol[X_contra]):
    """A source that knows its factors: the output on x is a tuple of independent draws, one from each.

    Its `distribution(x)` has to be `Dist.product(*factors(x))`; an engine may use the factors instead.
    """

    def factors(self, x: X_contra, /) -> tuple[Dist[object], ...]:
        """The law of each part of the output on x."""
