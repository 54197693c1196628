"""The vocabulary of differential privacy: distributions, adjacency, mechanisms, measures and verdicts.

Read it like a chapter: `dist`, `program`, `adjacency`, `privacy_loss`, `hockey_stick`, `neyman_pearson`,
`profile`, `tradeoff`, then `mechanism`, `worst_case`, `audit`.  Every function of two distributions takes P
first and Q second.
"""

from . import adjacency
from .adjacency import Adjacency
from .audit import audit
from .dist import Dist
from .hockey_stick import hockey_stick, hockey_stick_event, total_variation
from .mechanism import Mechanism
from .partial import Partial
from .privacy_loss import max_loss, privacy_loss
from .profile import Profile, epsilon, profile
from .program import Program, draw, flip, program, uniform
from .progress import budget
from .tradeoff import TradeOff, tradeoff
from .verdict import Proved, Refuted, Undecided, Verdict, Verified
from .witness import Witness
from .worst_case import Attained

__all__ = [
    "Adjacency",
    "Attained",
    "Dist",
    "Mechanism",
    "Partial",
    "Profile",
    "Program",
    "Proved",
    "Refuted",
    "TradeOff",
    "Undecided",
    "Verdict",
    "Verified",
    "Witness",
    "adjacency",
    "audit",
    "budget",
    "draw",
    "epsilon",
    "flip",
    "hockey_stick",
    "hockey_stick_event",
    "max_loss",
    "privacy_loss",
    "profile",
    "program",
    "total_variation",
    "tradeoff",
    "uniform",
]
