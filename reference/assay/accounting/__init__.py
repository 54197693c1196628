"""The certified accountant: delta and epsilon of compositions, as brackets that contain the truth."""

from __future__ import annotations

from .accountant import Accountant
from .bracket import Bracket
from .certified import CertifiedComposition
from .densities import ReplacedGaussian, Tails, spot_check
from .discrete import DiscreteGaussian, approximate, discrete_laplace, pure
from .engines import ENGINES, Answer
from .mechanism_text import read_step
from .mixtures import MixtureOfGaussians
from .pairs import NOTHING, Finite, Gaussian, Laplace, LossPair
from .sampling import Reversed, Subsampled
from .statements import bracket_guarantee, event_guarantee
from .step import Step, step
from .subsets import Revealed, SubsetSampled, with_replacement
from .truncation import truncated_gaussian

__all__ = [
    "ENGINES",
    "NOTHING",
    "Accountant",
    "Answer",
    "Bracket",
    "CertifiedComposition",
    "DiscreteGaussian",
    "Finite",
    "Gaussian",
    "Laplace",
    "LossPair",
    "MixtureOfGaussians",
    "ReplacedGaussian",
    "Revealed",
    "Reversed",
    "Step",
    "Subsampled",
    "SubsetSampled",
    "Tails",
    "approximate",
    "bracket_guarantee",
    "discrete_laplace",
    "event_guarantee",
    "pure",
    "read_step",
    "spot_check",
    "step",
    "truncated_gaussian",
    "with_replacement",
]
