"""The vocabulary of differential privacy: distributions, adjacency, mechanisms, measures and verdicts.

Read it like a chapter: `dist`, `privacy_loss`, `hockey_stick`, `neyman_pearson`, `profile`, `tradeoff`, then
`mechanism`, `worst_case`, `audit`.  Every function of two distributions takes P first and Q second.
"""

from .audit import audit
from .dist import Dist
from .hockey_stick import hockey_stick, hockey_stick_event, total_variation
from .mechanism import Mechanism
from .privacy_loss import max_loss, privacy_loss
from .profile import Profile, epsilon, profile
from .progress import budget
from .tradeoff import TradeOff, tradeoff
from .verdict import Proved, Refuted, Undecided, Verdict, Verified
from .witness import Witness
from .worst_case import Attained

__all__ = [
    "Attained",
    "Dist",
    "Mechanism",
    "Profile",
    "Proved",
    "Refuted",
    "TradeOff",
    "Undecided",
    "Verdict",
    "Verified",
    "Witness",
    "audit",
    "budget",
    "epsilon",
    "hockey_stick",
    "hockey_stick_event",
    "max_loss",
    "privacy_loss",
    "profile",
    "total_variation",
    "tradeoff",
]
