"""Judging other people's implementations: what their code really does, against what it claims.

Its parts are loaded when they are first used, so that the pytest plugin costs a test run next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..programs import sources as tape
    from . import blackbox, claims, vectors

__all__ = ["blackbox", "claims", "tape", "vectors"]

if not TYPE_CHECKING:  # a type checker would take it for a promise of every name

    def __getattr__(name: str) -> object:
        """Load a part on first use (PEP 562)."""
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
