"""The random tape: the exact output distribution of an unmodified Python sampler."""

from __future__ import annotations

from .enumerate import Sampled, distribution, mechanism, sampled
from .outcomes import Raised

__all__ = ["Raised", "Sampled", "distribution", "mechanism", "sampled"]
