"""Where a mechanism's output distributions come from: a program, a function, or a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, TypeVar

from ..exact import ExactLike
from .dist import Dist

X = TypeVar("X")
T = TypeVar("T")

X_contra = TypeVar("X_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)


class HasDistribution(Protocol[X_contra, T_co]):
    """A program, or another mechanism: it knows its own output distribution."""

    def distribution(self, x: X_contra, /) -> Dist[T_co]:
        """The output distribution on input x."""


Source: TypeAlias = (
    HasDistribution[X, T] | Callable[[X], Dist[T]] | Mapping[X, Dist[T] | Mapping[T, ExactLike]]
)
