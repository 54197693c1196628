"""Composition of many rounds: their dominating pairs, the exact distribution of the total loss, adversaries.

A round's `DominatingPair` is finite (`FinitePair`), known by its tails, or tabulated; `accounting` has the
families of noise.  A `Round` holds the pairs of a mechanism by direction, perhaps of a sampled one
(`poisson`, `without_replacement`) or for groups (`grouped`); `upper_envelope` names who attains them.
`PrivacyLoss` is the exact distribution of the total loss of finite pairs; `accounting.Rounds` is the one
door, which answers for all kinds of pairs.  `game_delta`: the exact value for an adversary who chooses the
data of every round. `fixed_delta`: the same data in all rounds.  Budgets chosen on the way:
`composition.filters`.
"""

from .adaptive_adversary import fixed_delta, game_delta, game_profile
from .answer import Answer
from .finite_pair import NOTHING, FinitePair, LossAtom
from .pair import DominatingPair
from .privacy_loss import PrivacyLoss
from .round import Round, grouped
from .sampled import poisson, without_replacement
from .transformed_pairs import Reversed, Subsampled
from .upper_envelope import Piece, UpperEnvelope, upper_envelope

__all__ = [
    "NOTHING",
    "Answer",
    "DominatingPair",
    "FinitePair",
    "LossAtom",
    "Piece",
    "PrivacyLoss",
    "Reversed",
    "Round",
    "Subsampled",
    "UpperEnvelope",
    "fixed_delta",
    "game_delta",
    "game_profile",
    "grouped",
    "poisson",
    "upper_envelope",
    "without_replacement",
]
