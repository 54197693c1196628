"""The certified accountant: delta and epsilon of compositions, as brackets that contain the truth."""

from __future__ import annotations

from .bracket import Bracket
from .certified import CertifiedComposition
from .densities import ReplacedGaussian, Tails, spot_check
from .discrete import DiscreteGaussian, approximate, discrete_laplace, pure
from .engines import ENGINES, Answer
from .pairs import NOTHING, Finite, Gaussian, Laplace, LossPair, Reversed, Subsampled

__all__ = [
    "ENGINES",
    "NOTHING",
    "Answer",
    "Bracket",
    "CertifiedComposition",
    "DiscreteGaussian",
    "Finite",
    "Gaussian",
    "Laplace",
    "LossPair",
    "ReplacedGaussian",
    "Reversed",
    "Subsampled",
    "Tails",
    "approximate",
    "discrete_laplace",
    "pure",
    "spot_check",
]
