"""Composition of many mechanisms, exactly: from the privacy loss of one round to that of k rounds."""

from __future__ import annotations

from .composed import Composition
from .rounds import LossAtom, Round

__all__ = ["Composition", "LossAtom", "Round"]
