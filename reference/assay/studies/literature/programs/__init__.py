"""The programs of the verification literature in the symbolic language, for any family of two-sided noise."""

from . import sparse_vector, sums

__all__ = ["sparse_vector", "sums"]
