"""The accountant: delta and epsilon of composed rounds, exactly or as brackets that contain the truth.

`Rounds` is the one door: pairs, mechanisms and rounds with counts.  `Accountant` has the verbs of the common
accountants, and reads mechanisms as text.  The pairs of noise are here; what is made of pairs is in
`composition`.
"""

from ..composition import (
    NOTHING,
    Answer,
    DominatingPair,
    FinitePair,
    PrivacyLoss,
    Reversed,
    Round,
    Subsampled,
)
from ..exact.bracket import Bracket
from .accountant import Accountant
from .calibrate import calibrate
from .calibration import Calibration
from .densities import BoundedRange, Gaussian, Laplace, ReplacedGaussian
from .discrete import DiscreteGaussian, approximate, discrete_laplace, pure
from .given_tails import Tails, spot_check
from .mechanism_text import read_round
from .mixtures import MixtureOfGaussians
from .moment_bounds import MomentBound
from .revealed import Revealed
from .rounds import Rounds
from .statements import bracket_guarantee, event_guarantee
from .stored_pld import StoredLoss
from .subsets import SubsetSampled
from .truncation import truncated_gaussian
from .with_replacement import with_replacement

__all__ = [
    "NOTHING",
    "Accountant",
    "Answer",
    "BoundedRange",
    "Bracket",
    "Calibration",
    "DiscreteGaussian",
    "DominatingPair",
    "FinitePair",
    "Gaussian",
    "Laplace",
    "MixtureOfGaussians",
    "MomentBound",
    "PrivacyLoss",
    "ReplacedGaussian",
    "Revealed",
    "Reversed",
    "Round",
    "Rounds",
    "StoredLoss",
    "Subsampled",
    "SubsetSampled",
    "Tails",
    "approximate",
    "bracket_guarantee",
    "calibrate",
    "discrete_laplace",
    "event_guarantee",
    "pure",
    "read_round",
    "spot_check",
    "truncated_gaussian",
    "with_replacement",
]
