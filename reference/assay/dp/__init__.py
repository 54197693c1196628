"""The vocabulary of differential privacy: distributions, adjacency, mechanisms, measures and verdicts.

Read it like a chapter: `dist`, then `assay.adjacency`, `privacy_loss`, `hockey_stick`, `neyman_pearson`,
`curves`, `profile`, `tradeoff`, `measure`, then `mechanism`, `worst_case`, `audit`.  Every function of two
distributions takes P first and Q second.
"""

from ..adjacency import Adjacency
from ..budgets.progress import budget
from ..verdict import Proved, Undecided
from .attained import Attained
from .audit import audit
from .bounded_range import bounded_range
from .concentrated import zcdp
from .curves import Profile, TradeOff
from .dist import Dist
from .exchangeable import CountsOf
from .hockey_stick import hockey_stick, hockey_stick_event, total_variation
from .mechanism import Mechanism
from .membership import membership_advantage
from .odds import PosteriorOdds, posterior_odds
from .privacy_loss import max_loss, privacy_loss
from .probabilistic import loss_quantile, probabilistic_delta
from .profile import epsilon, profile
from .renyi import kullback_leibler, renyi
from .tradeoff import tradeoff
from .verdict import Refuted, Verdict, Verified
from .witness import Witness

__all__ = [
    "Adjacency",
    "Attained",
    "CountsOf",
    "Dist",
    "Mechanism",
    "PosteriorOdds",
    "Profile",
    "Proved",
    "Refuted",
    "TradeOff",
    "Undecided",
    "Verdict",
    "Verified",
    "Witness",
    "audit",
    "bounded_range",
    "budget",
    "epsilon",
    "hockey_stick",
    "hockey_stick_event",
    "kullback_leibler",
    "loss_quantile",
    "max_loss",
    "membership_advantage",
    "posterior_odds",
    "privacy_loss",
    "probabilistic_delta",
    "profile",
    "renyi",
    "total_variation",
    "tradeoff",
    "zcdp",
]
