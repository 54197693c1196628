"""Arguments at which tests ask every measure of the table; those that are not here have none."""

from __future__ import annotations

ARGUMENTS = {
    "epsilon": ("1/8",),
    "delta": ("ln 2",),
    "renyi": (3,),
    "probabilistic_delta": ("ln 2",),
    "posterior_odds": ("1/3", "1/8"),
    "membership_advantage": ("1/3",),
}
