"""Searches over generated mechanisms: each has to violate a bound without its hypothesis, and not with it."""

from __future__ import annotations

from . import (
    comparing,
    composing,
    definitions,
    deviating,
    divergences,
    geometric,
    noises,
    pairs,
    sampling,
    secrecy,
    selecting,
)
from .trial import Searches

SEARCHES: Searches = {
    **sampling.SEARCHES,
    **pairs.SEARCHES,
    **composing.SEARCHES,
    **deviating.SEARCHES,
    **divergences.SEARCHES,
    **selecting.SEARCHES,
    **comparing.SEARCHES,
    **geometric.SEARCHES,
    **noises.SEARCHES,
    **definitions.SEARCHES,
    **secrecy.SEARCHES,
}
