"""Notions of privacy: what they have in common, and what a statement in one says in another.

`catalogue`: the notions and what holds of each.  `divergences`, `curves`: guarantees by Renyi
divergences, concentrated, by points of a profile, trade-off functions and dominating pairs, beside the
`Guarantee` of `assay.theorems`.  `translations`: from any of them to another, where a theorem leads there.
"""

from .curves import PldGuarantee, ProfileGuarantee, TradeoffGuarantee, profile_of
from .divergences import ConcentratedGuarantee, RenyiGuarantee
from .translations import to_approximate, to_concentrated, to_profile, to_renyi

__all__ = [
    "ConcentratedGuarantee",
    "PldGuarantee",
    "ProfileGuarantee",
    "RenyiGuarantee",
    "TradeoffGuarantee",
    "profile_of",
    "to_approximate",
    "to_concentrated",
    "to_profile",
    "to_renyi",
]
