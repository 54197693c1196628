"""The minimax risk R* of a histogram under differential privacy.

    R*(n, k, alpha) = min over alpha-DP mechanisms Q of max over theta of E |theta' - theta|_1

with theta' drawn from Q(.|theta), where theta runs through Theta, the histograms (c_1, ..., c_k)/n of n rows
in k cells, Q releases a member of Theta, and two histograms are adjacent if one row was moved to another
cell.
Inputs and outputs are written as counts; the loss is (sum_j |c'_j - c_j|)/n.
Source: Hall, Rinaldo and Wasserman, "Random Differential Privacy", equations (3) and (4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import floor

from ..adjacency import l1
from ..arguments import integer, positive_integer
from ..budgets.progress import track
from ..budgets.sizes import check_size
from ..errors import AssayError, BudgetExceeded, InvalidType, InvalidValue
from ..exact import Certified, EpsilonLike, Log, Number, integer_text, ln, maximum, number
from ..exact.real import brief
from ..queries.projection import Counts, histograms
from . import minimax_bounds as bounds
from .minimax_bounds import privacy_level
from .optimal_mechanism import OptimalMechanism, Symmetry, answer, optimal_mechanism
from .question import Question
from .solver import Method
from .two_cells import optimum_of_two_cells


def l1_loss(counts: Counts, released: Counts) -> Number:
    """|theta' - theta|_1 of two histograms, given as counts of the same total."""
    return number(Fraction(sum(abs(a - b) for a, b in zip(counts, released, strict=True)), sum(counts)))


@dataclass(frozen=True)
class MinimaxRisk:
    """lower.risk <= R* <= upper.risk, each with its certificate; one and the same where R* is known exactly.

    `upper.mechanism` is alpha-DP and has the risk upper.risk.
    """

    n: int
    k: int
    alpha: Log
    lower: OptimalMechanism[Counts, Counts]
    upper: OptimalMechanism[Counts, Counts]

    @property
    def is_exact(self) -> bool:
        """Whether the two bounds are the same number."""
        return self.lower.risk == self.upper.risk

    @property
    def value(self) -> Number:
        """R*, where it is known exactly; InvalidValue otherwise."""
        if not self.is_exact:
            raise InvalidValue(
                f"R* at alpha = {brief(self.alpha)} lies between {self.lower.risk.lower(12)} and "
                f"{self.upper.risk.upper(12)}, which are bounds; use .lower.risk and .upper.risk"
            )
        return self.upper.risk


MOST_IRRATIONAL = 10
"""Two cells with more rows are not solved where e^alpha is irrational: a bracket is quicker."""

LARGEST_ALPHA = 500
"""No float, which proposes the solution, holds e^alpha for an alpha that is much larger."""


def minimax_risk(
    n: int,
    k: int,
    alpha: EpsilonLike,
    *,
    method: Method = "auto",
    denominator: int = 1000,
    symmetric: bool = True,
) -> MinimaxRisk:
    """R*(n, k, alpha), exact; a certified bracket where e^alpha is irrational and the program too large.

    R* does not increase with alpha.  Where `optimal_mechanism` does not confirm a solution in the field of
    e^alpha, the bracket is R* at the two rationals next to e^alpha with the given denominator.
    symmetric=False does not use the symmetry of the cells; the answer is the same and takes longer.

    Raises InvalidType, InvalidValue unless n >= 1, k >= 2 and 0 < alpha < infinity.
    """
    rows, cells, level = integer(n, "n", 1), integer(k, "k", 2), privacy_level(alpha)
    if level > LARGEST_ALPHA:
        raise BudgetExceeded(
            f"alpha = {brief(level)} is above the supported {LARGEST_ALPHA}; give a smaller one"
        )
    factor = level.exp()

    def risk(at: Log, method: Method = method) -> OptimalMechanism[Counts, Counts]:
        found = _of_two_cells(rows, at, method) if cells == 2 and symmetric else None
        if found is not None:
            return found
        return optimal_mechanism(
            histograms(rows, cells),
            histograms(rows, cells),
            l1_loss,
            at,
            l1(2),
            symmetries=_permutations(cells) if symmetric else (),
            method=method,
        )

    if factor.is_rational:
        exact = risk(level)
        return MinimaxRisk(rows, cells, level, exact, exact)
    below = Fraction(floor(factor * positive_integer(denominator, "denominator")), denominator)
    try:
        if cells == 2 and rows > MOST_IRRATIONAL:
            raise BudgetExceeded(f"n = {integer_text(rows)} rows with an irrational e^alpha")
        exact = risk(level, "proposal" if method == "auto" else method)
        return MinimaxRisk(rows, cells, level, exact, exact)
    except (InvalidType, InvalidValue):
        raise
    except AssayError:  # beyond what is solved with irrational numbers
        pass
    if below < 1:
        raise InvalidValue(
            f"denominator = {integer_text(denominator)} is too small for alpha = {brief(level)}; "
            "give a larger one"
        )
    above = below + Fraction(1, denominator)
    return MinimaxRisk(rows, cells, level, risk(ln(above)), risk(ln(below)))


def _of_two_cells(n: int, alpha: Log, method: Method) -> OptimalMechanism[Counts, Counts] | None:
    """By way of geometric noise, certified on the whole program; None where that does not lead there."""
    if method == "simplex":
        return None
    check_size((n + 1) ** 2, "variables", f"n = {integer_text(n)} rows in 2 cells", "give fewer")
    every = histograms(n, 2)
    losses = {(x, y): l1_loss(x, y) for x in every for y in every}
    question = Question(every, every, losses, alpha, number(0), l1(2), None, None)
    try:
        optimum = optimum_of_two_cells(question, "proposal")
    except InvalidValue:
        raise
    except AssayError:  # no solver, or none of its proposals is confirmed
        return None
    return None if optimum is None else answer(question, replace(optimum, question=question.digest))


def _permutations(k: int) -> list[Symmetry[Counts, Counts]]:
    """Generators of the permutations of the cells: exchange the first two, and rotate."""

    def swap(c: Counts) -> Counts:
        return (c[1], c[0], *c[2:])

    def rotate(c: Counts) -> Counts:
        return (*c[1:], c[0])

    return [(swap, swap)] if k == 2 else [(swap, swap), (rotate, rotate)]


@dataclass(frozen=True)
class MinimaxRow:
    """One cell of the grid.

    printed: the largest (k - 1) tau/(2n) (1 - sqrt(alpha tau/2)); repaired: the largest lower bound that is
    proved; None where k - 1 > n, so that there is no tau.  upper: 4k/(n alpha).  uniform (k = 2): no
    mechanism whose worst risk is R* (or the upper end of its bracket) has a smaller risk anywhere.
    """

    n: int
    k: int
    alpha: Log
    risk: MinimaxRisk
    printed: Certified | None
    repaired: Number | None
    upper: Certified
    uniform: Number | None


def minimax_table(
    rows: Iterable[int], cells: Iterable[int], alphas: Iterable[EpsilonLike]
) -> Iterator[MinimaxRow]:
    """The rows of the grid, one by one; InvalidValue outside n >= 1, k >= 2, 0 < alpha < infinity."""
    grid = tuple(product(rows, cells, [privacy_level(a) for a in alphas]))
    for n, k, alpha in track(grid, "minimax problems"):
        risk = minimax_risk(n, k, alpha)
        yield MinimaxRow(
            n,
            k,
            alpha,
            risk,
            _printed(n, k, alpha),
            _repaired(n, k, alpha),
            bounds.laplace_upper_bound(n, k, alpha),
            _uniform(n, alpha, risk) if k == 2 else None,
        )


def _printed(n: int, k: int, alpha: Log) -> Certified | None:
    taus = range(1, n // (k - 1) + 1)
    return maximum(bounds.pinsker_bound(n, k, alpha, tau) for tau in taus) if taus else None


def _repaired(n: int, k: int, alpha: Log) -> Number | None:
    if k - 1 > n:
        return None
    found = bounds.best_affinity_bound(n, k, alpha)
    return max(found, bounds.best_two_cell_bound(n, alpha)) if k == 2 else found


def _uniform(n: int, alpha: Log, risk: MinimaxRisk) -> Number:
    """max over m of e^(-alpha m)(2m/n - R*), at least 0."""
    worst = risk.upper.risk
    every = [bounds.uniform_bound(n, alpha, m, worst) for m in range(1, (n + 1) // 2 + 1)]
    return max([number(0), *every])
