"""The plot of `assay account`: delta over epsilon and the trade-off function, both ends of every value."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ...errors import BudgetExceeded
from ...exact.bracket import Bracket
from ...plots.colours import CLAIM, FILL, GUIDE
from ...plots.files import figure_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ...accounting import Accountant

LINE = "#1f4e79"
DELTAS = ("1e-6", "1e-10", "0.1", "1e-3", "1e-8", "0.01", "1e-4", "1e-5", "1e-7", "1e-9")
RATES = ("0", "1", "0.1", "0.5", "0.01", "0.8", "0.2", "0.35", "0.65", "0.03", "0.9", "0.001")
"""In the order in which they are asked for, so that the first ones show most of a curve."""
WIDTH = Fraction(1, 100)
"""The relative width of what is drawn."""

Point: TypeAlias = "tuple[str, Bracket]"
"""A delta or a false-positive rate, and what follows."""


@dataclass
class Curves:
    """The points of both curves that are known, by growing delta and growing rate."""

    epsilons: list[Point] = field(default_factory=list)
    errors: list[Point] = field(default_factory=list)

    def compute(self, accountant: Accountant) -> None:
        """Ask for both curves, point by point: the first may take half of the time that is left.

        A point that is undecided has the ends that are known, where both are.  Raises BudgetExceeded where
        the time runs out; the points so far are kept.
        """
        from ...accounting.curves import least_of_all, sides_of
        from ...accounting.question import in_time
        from ...budgets.progress import budget, seconds_left

        rounds, left = accountant.rounds, seconds_left()
        sides = sides_of(rounds)

        def epsilon(delta: str) -> Bracket:
            return rounds.epsilon(delta, WIDTH)

        def error(rate: str) -> Bracket:
            with in_time():
                return least_of_all(sides, Fraction(rate), WIDTH)

        with suppress(BudgetExceeded), budget(seconds=None if left is None else left / 2):
            self._each(DELTAS, self.epsilons, epsilon)
        self._each(RATES, self.errors, error)
        known = {delta for delta, _ in self.epsilons}
        self._each([delta for delta in DELTAS if delta not in known], self.epsilons, epsilon)

    @staticmethod
    def _each(asked: Sequence[str], found: list[Point], ask: Callable[[str], Bracket]) -> None:
        """A point for everything that is asked, until the time runs out."""
        from ...budgets.progress import is_spent

        for text in asked:
            try:
                bracket = ask(text)
            except BudgetExceeded as stopped:
                known = stopped.known.get("bracket")
                if isinstance(known, Bracket) and known.lower and known.upper is not None:
                    Curves._keep(found, text, known)
                if is_spent():
                    raise
            else:
                Curves._keep(found, text, bracket)

    @staticmethod
    def _keep(found: list[Point], text: str, bracket: Bracket) -> None:
        """A point at its place."""
        insort(found, (text, bracket), key=lambda point: Fraction(point[0]))

    @property
    def missing(self) -> str:
        """How many points of each curve are known, in words; nothing where all are."""
        if len(self.epsilons) == len(DELTAS) and len(self.errors) == len(RATES):
            return ""
        return (
            f"{len(self.epsilons)} of {len(DELTAS)} points of the profile, "
            f"{len(self.errors)} of {len(RATES)} of the trade-off function"
        )

    def save(self, title: str, path: Path) -> None:
        """Draw both curves into a file, complete or not there at all."""
        with figure_in(path, (9, 4)) as figure:
            left, right = figure.subplots(1, 2)
            draw_epsilons(left, self.epsilons)
            draw_errors(right, self.errors)
            figure.suptitle(title if len(title) <= 100 else title[:97] + "...")
            if self.missing:
                figure.supxlabel(f"{self.missing}; the others are undecided", fontsize=8)


def draw_epsilons(axes: Axes, found: Sequence[Point]) -> None:
    """delta over epsilon, where epsilon is finite; points apart from each other where some are missing."""
    points = [(*each.floats(), float(delta)) for delta, each in found]
    finite = [point for point in points if point[1] != float("inf")]
    lows, highs, y = ([point[i] for point in finite] for i in range(3))
    if len(found) == len(DELTAS):
        axes.fill_betweenx(y, lows, highs, color=FILL)
        axes.plot(highs, y, color=LINE, linewidth=2, label="at most")
        axes.plot(lows, y, color=CLAIM, linewidth=1, linestyle="--", label="at least")
    else:
        axes.hlines(y, lows, highs, color=FILL, linewidth=4)
        axes.plot(highs, y, color=LINE, linestyle="", marker="|", label="at most")
        axes.plot(lows, y, color=CLAIM, linestyle="", marker="|", label="at least")
        axes.set(xlim=(0, max([*highs, 1e-9]) * 1.1), ylim=(1e-11, 1))
    axes.set(xlabel="epsilon", ylabel="delta", title="privacy profile", yscale="log")
    axes.legend(frameon=False)


def draw_errors(axes: Axes, found: Sequence[Point]) -> None:
    """The false-negative rate over the false-positive rate, below the diagonal of perfect privacy."""
    x, ends = [float(rate) for rate, _ in found], [each.floats() for _, each in found]
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    axes.plot([0, 1], [1, 0], color=GUIDE, linestyle=":", linewidth=1, label="perfect privacy")
    if len(found) == len(RATES):
        axes.fill_between(x, lows, highs, color=FILL)
        axes.plot(x, lows, color=LINE, linewidth=2, label="at least")
        axes.plot(x, highs, color=CLAIM, linewidth=1, linestyle="--", label="at most")
    else:
        axes.vlines(x, lows, highs, color=FILL, linewidth=4)
        axes.plot(x, lows, color=LINE, linestyle="", marker="_", label="at least")
        axes.plot(x, highs, color=CLAIM, linestyle="", marker="_", label="at most")
    axes.set(xlabel="false-positive rate", ylabel="false-negative rate", title="trade-off function")
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.legend(frameon=False)
