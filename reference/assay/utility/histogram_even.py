"""The expected L1 loss of a projected noisy histogram with the rule "even" for ties, as a certified bracket.

`mechanisms.projection.project` adds to all cells the largest s with T(s) = sum_j max(z_j + s, 0) <= n, and
gives the r = n - T(s) units that are left to the first cells with z_j + s >= 0, of which there are more than
r.  So the loss is a sum over s, and for one s a pass over the cells with the state (units left, units still
to be given away), all r at once:

    cell below 0:      keeps nothing                  (R, rho) -> (R, rho)
    cell at v >= 0:    keeps v + 1 while rho > 0      (R, rho) -> (R - v, rho - 1)
                       keeps v after that             (R, 0), (R, -1) -> (R - v, -1)

from (n - r, r) to (0, -1), the last one because one more cell has to be able to take a unit.

The pass is in floating point, on numbers >= 0 that are added and multiplied only, so that every sum has a
relative error of at most (operations on a path) 2^-53, a and (1 - a)/(1 + a)
being rounded correctly; what the s that were tried leave of the total mass 1
loses at most 2.  Both are in the bracket.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from ..arguments import positive_rational
from ..budgets.progress import checkpoint
from ..budgets.sizes import check_size
from ..errors import BudgetExceeded, UndecidedError
from ..exact import EpsilonLike, ExactLike, exp
from ..exact.bracket import Bracket
from ..linear.proposals import require_solver
from ..queries.sparse_histogram import noise_level
from .histogram_risk import histogram_counts

MOST_STATES = 1 << 22
"""More pairs (R, rho) are not begun."""

MOST_ROWS = 2500
"""A table of the moves between so many numbers of rows still fits into memory."""

WAITING = (32, 128, 1 << 20)
"""How many units still to be given away are followed, until the mass that is missing is small."""

UNIT = Fraction(1, 2**53)
UNDERFLOW = Fraction(1, 10**290)


def evenly_projected_loss(
    counts: Sequence[int], alpha: EpsilonLike, *, sparse: bool, width: ExactLike = Fraction(1, 10**6)
) -> Bracket:
    """E |delta(z) - theta|_1 with ties = "even", noise on every cell, or (sparse) on the occupied cells only.

    Raises SolverMissing without scipy; InvalidType, InvalidValue as `projected_loss` and for a
    width <= 0; BudgetExceeded for large histograms, UndecidedError for a width below what floats allow.
    """
    cells, level, goal = histogram_counts(counts), noise_level(alpha), positive_rational(width, "width")
    require_solver("the expected loss with ties = 'even'")
    n, k = sum(cells), len(cells)
    a = exp(-level / 2)
    check_size(n, "rows", f"n = {n}", "use fewer rows, or the rule 'order'", MOST_ROWS)
    decay, peak = float(a.decimal(25)), float(((1 - a) / (1 + a)).decimal(25))
    for waiting in dict.fromkeys(min(size, k, n + 1) for size in WAITING):
        check_size((n + 1) * (waiting + 2), "states", f"n = {n} rows", "use fewer rows", MOST_STATES)
        found = _bracket(_Passes(cells, decay, peak, sparse, waiting), goal)
        if found is not None:
            return found
    raise UndecidedError(f"the expected loss is not known within width = {goal}; give a larger width")


def _bracket(passes: _Passes, goal: Fraction) -> Bracket | None:
    """Shifts from the likeliest outwards, until what is left fits into the goal; None where it never does."""
    mass = loss = Fraction(0)
    idle = 0
    for done, shift in enumerate(passes.shifts()):
        checkpoint("shifts", done)
        gained, lost = passes.of(shift)
        mass, loss, idle = mass + gained, loss + lost, 0 if gained > goal / 1000 else idle + 1
        error = passes.relative_error(shift)
        missing = max(1 - mass * (1 - error), Fraction(0))
        low, high = loss * (1 - error) - UNDERFLOW, loss * (1 + error) + 2 * missing + UNDERFLOW
        if high - low <= goal:
            return Bracket(max(low, Fraction(0)), high)
        if idle > 8:
            return None
    return None


@dataclass
class _Passes:
    """Passes over the cells, one for each shift."""

    cells: tuple[int, ...]
    decay: float
    peak: float
    sparse: bool
    waiting: int

    @property
    def n(self) -> int:
        """The number of rows."""
        return sum(self.cells)

    def relative_error(self, shift: int) -> Fraction:
        """Twice (operations on a path) 2^-53: in each cell a sum of n + 1 terms, of powers of the decay."""
        each = 4 * (self.n + abs(shift) + max(self.cells) + 16)
        return 2 * (each * len(self.cells) + self.n) * UNIT

    def shifts(self) -> Iterator[int]:
        """All shifts, from where the expected sum is closest to n."""
        at = min(range(-max(self.cells) - 200, self.n + 1), key=lambda s: abs(self._expected(s) - self.n))
        yield at
        for step in count(1):
            if step > 4 * self.n + 400:
                raise BudgetExceeded("too many shifts have to be tried; use fewer rows or a larger alpha")
            yield from (at + step, at - step)

    def _expected(self, s: int) -> float:
        """E T(s), roughly."""
        a = self.decay
        tail = a / (1 - a * a)
        total = 0.0
        for c in set(self.cells):
            at = c + s
            noisy = c or not self.sparse
            spread = tail * a ** abs(at) if noisy else 0.0
            total += self.cells.count(c) * (max(at, 0) + spread)
        return total

    def of(self, s: int) -> tuple[Fraction, Fraction]:
        """P(the shift is s), and E of the loss there."""
        import numpy as np

        n, width = self.n, self.waiting + 2
        mass, loss = np.zeros((width, n + 1)), np.zeros((width, n + 1))
        for r in range(min(self.waiting, n + 1)):
            mass[r + 1, n - r] = 1.0
        kernels: dict[int, _Kernel] = {}
        for c in self.cells:
            if c not in kernels:
                kernels[c] = _Kernel(n, c, s, (self.decay, self.peak), noisy=bool(c) or not self.sparse)
            mass, loss = kernels[c].step(mass, loss)
        return Fraction(float(mass[0, 0])), Fraction(float(loss[0, 0])) / n


class _Kernel:
    """One cell with the count c at the shift s: P(v) for v = z + s >= 0, and P(z + s < 0)."""

    def __init__(self, n: int, c: int, s: int, noise: tuple[float, float], *, noisy: bool) -> None:
        self._c, self._s, self._noisy, self._at = c, s, noisy, c + s
        a, self._peak = noise
        self._a = a
        if not noisy:
            self._below = 1.0 if s < 0 else 0.0
        elif self._at >= 0:
            self._below = a ** (self._at + 1) / (1 + a)
        else:
            self._below = 1 - a**-self._at / (1 + a)
        self._matrices = None if not noisy or (c == 0 and self._at <= 0) else self._tables(n)

    def _tables(self, n: int) -> list[Any]:
        """P(v), P(v) |v - c| and P(v) |v + 1 - c| as matrices from R to R - v, for rows of states."""
        import numpy as np

        v = np.arange(n + 1)
        weight = self._peak * self._a ** np.abs(v - self._at).astype(float)
        gap = v[:, None] - v[None, :]
        rows = (weight, weight * np.abs(v - self._c), weight * np.abs(v + 1 - self._c))
        return [np.where(gap >= 0, row[np.abs(gap)], 0.0) for row in rows]

    def step(self, mass: Any, loss: Any) -> tuple[Any, Any]:
        """The states after this cell."""
        kept, lost, bumped, carried = self._moved(mass, loss)
        new, cost = self._below * mass, self._below * (loss + self._c * mass)
        new[1:-1] += kept[2:]
        cost[1:-1] += carried[2:] + bumped[2:]
        new[0] += kept[0] + kept[1]
        cost[0] += carried[0] + carried[1] + lost[0] + lost[1]
        return new, cost

    def _moved(self, mass: Any, loss: Any) -> tuple[Any, Any, Any, Any]:
        """The mass moved by v, with |v - c| and with |v + 1 - c|, and the loss moved by v."""
        import numpy as np

        if self._matrices is not None:
            plain, off, bumped = self._matrices
            return mass @ plain, mass @ off, mass @ bumped, loss @ plain
        if not self._noisy:
            if self._s < 0 or self._s >= mass.shape[1]:
                zero = np.zeros_like(mass)
                return zero, zero, zero, zero
            down = [np.zeros_like(mass), np.zeros_like(mass)]
            for moved, given in zip(down, (mass, loss), strict=True):
                moved[:, : mass.shape[1] - self._s] = given[:, self._s :]
            return down[0], self._s * down[0], (self._s + 1) * down[0], down[1]
        return self._geometric(mass, loss)

    def _geometric(self, mass: Any, loss: Any) -> tuple[Any, Any, Any, Any]:
        """An empty cell below 0: P(v) = peak a^(v + |at|), by doubling in place of a matrix."""
        scale = self._peak * self._a**-self._at
        kept, weighted = _geometric_sums(mass, self._a)
        return (
            scale * kept,
            scale * weighted,
            scale * (weighted + kept),
            scale * _geometric_sums(loss, self._a)[0],
        )


def _geometric_sums(x: Any, a: float) -> tuple[Any, Any]:
    """sum over v >= 0 of a^v x[R + v], and of v a^v x[R + v], with 2, 4, 8, ... terms."""
    import numpy as np

    plain, weighted, step = x, np.zeros_like(x), 1
    while step < x.shape[1]:
        weight = a**step
        longer, heavier = plain.copy(), weighted.copy()
        longer[:, :-step] += weight * plain[:, step:]
        heavier[:, :-step] += weight * (weighted[:, step:] + step * plain[:, step:])
        plain, weighted, step = longer, heavier, 2 * step
    return plain, weighted
