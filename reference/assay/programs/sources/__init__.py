"""The random tape: the exact output distribution of an unmodified Python sampler."""

from ..ends import Raised
from .oracle import Sampled
from .sampler import distribution, mechanism, sampled

__all__ = ["Raised", "Sampled", "distribution", "mechanism", "sampled"]
