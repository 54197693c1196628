"""Searches over generated mechanisms: each has to violate a bound without its hypothesis, and not with it."""

from __future__ import annotations

from . import comparing, geometric, pairs, sampling, selecting
from .trial import Searches

SEARCHES: Searches = {
    **sampling.SEARCHES,
    **pairs.SEARCHES,
    **selecting.SEARCHES,
    **comparing.SEARCHES,
    **geometric.SEARCHES,
}
