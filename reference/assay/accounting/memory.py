"""What a computation on a grid will need, before anything is allocated."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import BudgetExceeded
from ..exact._flint import precision
from .bracket import Bracket
from .pairs import LossPair
from .planning.resolution import Resolution, make_grid

BALL_BYTES = 450
"""A point of the law of one round holds a few balls while it is built."""
COPIES = 6
"""So many arrays of the length of the total are alive at once."""


def estimate(rounds: Sequence[tuple[LossPair, int]], resolution: Resolution, floats: bool) -> int:
    """Bytes for the laws of all rounds and for their product, roughly."""
    with precision(resolution.working_bits):
        grids = [make_grid(pair, resolution) for pair, _ in rounds]
    lengths = [grid.last - grid.first + 1 for grid in grids]
    reach = sum(length * count for length, (_, count) in zip(lengths, rounds, strict=True))
    points = max([min(resolution.length(floats), reach), *lengths])
    return sum(lengths) * (BALL_BYTES + resolution.bits // 2) + points * COPIES * (16 + resolution.bits // 8)


def most_points(resolution: Resolution, max_bytes: int) -> int:
    """The points of a total that fit into the memory."""
    return max_bytes // (COPIES * (16 + resolution.bits // 8))


def check(
    rounds: Sequence[tuple[LossPair, int]],
    resolution: Resolution,
    floats: bool,
    max_bytes: int,
    known: Bracket,
) -> None:
    """Raises BudgetExceeded, with the estimate and the best bracket, where more bytes are needed."""
    needed = estimate(rounds, resolution, floats)
    if needed > max_bytes:
        raise BudgetExceeded(
            f"the next grid (step {float(resolution.step):.3g}) needs about {needed:,} bytes, more than "
            f"max_bytes = {max_bytes:,}; the best bracket so far is {known}; ask for a larger width or fewer "
            "rounds, or raise max_bytes",
            {"bracket": known, "bytes": needed},
        )
