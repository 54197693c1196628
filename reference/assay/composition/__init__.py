"""Composition of many mechanisms, exactly: from the privacy loss of one round to that of k rounds.

`Composition`: k rounds of known pairs.  `Composed`: mechanisms, adaptively, each direction for itself, with
the dominating pairs named; its rounds are mechanisms, or the uses `poisson`, `without_replacement`, `grouped`
and `of_pair`.  `Composed.free`: the same where the direction may change from round to round.  `game_delta`:
the exact value for an adversary who chooses the data of every round.  `fixed_delta`: the same data in all
rounds.  Budgets chosen on the way: the filters and odometers of `composition.filters`.
"""

from __future__ import annotations

from .adaptive import Composed, Worst
from .adaptive_adversary import Fixed, fixed_delta, game_delta, game_profile
from .composed import Composition
from .dominating import DominatingPair, Piece, dominating
from .groups import grouped
from .rounds import LossAtom, Round
from .sampled import poisson, without_replacement
from .use_of_mechanism import Use, of_pair, plain

__all__ = [
    "Composed",
    "Composition",
    "DominatingPair",
    "Fixed",
    "LossAtom",
    "Piece",
    "Round",
    "Use",
    "Worst",
    "dominating",
    "fixed_delta",
    "game_delta",
    "game_profile",
    "grouped",
    "of_pair",
    "plain",
    "poisson",
    "without_replacement",
]
