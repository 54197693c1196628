"""The optimised engine: what it answers of a mechanism, and where it declines."""

from __future__ import annotations

from typing import TypeVar

from ..dp import Mechanism
from ..dp.engines import Answers, Declined

X = TypeVar("X")
T = TypeVar("T")


def engine(mechanism: Mechanism[X, T]) -> Answers[X, T] | Declined:
    """The optimised answers for a mechanism."""
    return Declined("no optimised kernel applies")
