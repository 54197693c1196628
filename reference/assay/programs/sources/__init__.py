"""The random tape: the exact output distribution of an unmodified Python sampler."""

from __future__ import annotations

from ..ends import Raised
from .enumerate import distribution, mechanism, sampled
from .oracle import Sampled

__all__ = ["Raised", "Sampled", "distribution", "mechanism", "sampled"]
