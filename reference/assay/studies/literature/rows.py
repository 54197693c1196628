"""All rows of the table."""

from __future__ import annotations

from . import bits, maxima_and_sums, sparse_vector, with_delta
from .row import AnyRow


def rows() -> list[AnyRow]:
    """All rows, in the order of the table."""
    return [*sparse_vector.rows(), *maxima_and_sums.rows(), *bits.rows(), *with_delta.rows()]
