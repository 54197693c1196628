"""Pictures of privacy profiles and trade-off functions, drawn by matplotlib."""

from .curves import plot

__all__ = ["plot"]
