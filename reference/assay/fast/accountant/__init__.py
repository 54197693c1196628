"""The certified accountant: delta and epsilon of compositions, as brackets that contain the truth."""

from __future__ import annotations

from .bracket import Bracket
from .certified import CertifiedComposition
from .pairs import Finite, Gaussian, Laplace, LossPair, Reversed, Subsampled

__all__ = [
    "Bracket",
    "CertifiedComposition",
    "Finite",
    "Gaussian",
    "Laplace",
    "LossPair",
    "Reversed",
    "Subsampled",
]
