"""The staircase mechanism on the integers: noise that falls in steps, optimal for a query of large
sensitivity.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..adjacency import Adjacency, l1
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidValue
from ..exact import EpsilonLike, Number, integer_text, number
from ._arguments import decay, integer_range

MOST_MASSES = 1 << 12
"""A stair of more masses is refused."""


def staircase_mass(b: Number, sensitivity: int, width: int, z: int) -> Number:
    """P(Z = z) = c b^(k + [j >= width]) where |z| = k D + j, 0 <= j < D, for 0 <= b < 1.

    D = sensitivity, 1 <= width <= D, and c = (1 - b) / (2 width + 2 b (D - width) - (1 - b)).
    """
    k, j = divmod(abs(z), sensitivity)
    total = 2 * width + 2 * b * (sensitivity - width) - (1 - b)
    return (1 - b) / total * b ** (k + (j >= width))


def staircase_tail(b: Number, sensitivity: int, width: int, k: int) -> Number:
    """P(Z >= k): for k > 0 the masses k, ..., k + D - 1, divided by 1 - b; 1 - P(Z >= 1 - k) otherwise."""
    if k <= 0:
        return 1 - staircase_tail(b, sensitivity, width, 1 - k)
    period = (staircase_mass(b, sensitivity, width, z) for z in range(k, k + sensitivity))
    return sum(period, number(0)) / (1 - b)


def staircase_clamped(
    n: int,
    epsilon: EpsilonLike,
    *,
    sensitivity: int = 2,
    width: int = 1,
    low: int = 0,
    high: int | None = None,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """clamp(x + Z, low, high) with P(Z = z) as in `staircase_mass` and b = e^(-epsilon), for x in 0..n.

    high is n if not given. Neighbours differ by at most the sensitivity D. The exact epsilon is epsilon where
    n >= D and the range contains 0..n. width = D = 1 is two-sided geometric noise; other widths of the first
    stair trade one error for another.
    Raises InvalidValue unless 1 <= width <= sensitivity, and at epsilon = 0.
    Source: Geng and Viswanath, "The optimal noise-adding mechanism in differential privacy", IEEE
    Transactions on Information Theory 2016, the discrete setting.
    """
    top, step = integer(n, "n", 1), integer(sensitivity, "sensitivity", 1)
    first, b = integer(width, "width", 1, step), decay(epsilon)
    if b == 1:
        raise InvalidValue(
            "epsilon = 0 (Log): no staircase on all integers has probability 1; give epsilon > 0"
        )
    because = f"sensitivity = {integer_text(step)} (int)"
    check_size(step, "masses of a stair", because, "use a smaller one", MOST_MASSES)
    outputs = integer_range(low, top if high is None else high)

    def distribution(x: int) -> Dist[int]:
        centre = integer(x, "input")
        masses = {y: staircase_mass(b, step, first, y - centre) for y in outputs}
        masses[outputs[0]] = 1 - staircase_tail(b, step, first, outputs[0] + 1 - centre)
        masses[outputs[-1]] = staircase_tail(b, step, first, outputs[-1] - centre)
        return Dist(masses) if len(outputs) > 1 else Dist.point(outputs[0])

    return Mechanism(
        distribution,
        range(top + 1) if domain is None else domain,
        l1(step) if adjacency is None else adjacency,
        name="staircase_clamped",
    )
