"""Judging other people's implementations: exact output distributions of samplers that no one here wrote."""

from __future__ import annotations

from . import blackbox, tape

__all__ = ["blackbox", "tape"]
