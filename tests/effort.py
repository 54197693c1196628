"""How many examples a costly property gets: a fixed share of what the profile asks for."""

from __future__ import annotations

from hypothesis import settings


def fewer(divisor: int) -> settings:
    """The profile's number of examples divided by `divisor`, but at least five."""
    return settings(max_examples=max(5, settings().max_examples // divisor))


__all__ = ["fewer"]
