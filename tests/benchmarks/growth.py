"""How cost grows with the rounds, the outcomes and the inputs: run `python -m tests.benchmarks.growth
[FILE]`.

Every row is the least of three processor times on one core.  The exponent is the slope of a line through the
logarithms of the larger half of the sizes.  With FILE, a picture (its ending names the format) is drawn.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import log
from statistics import linear_regression
from typing import NamedTuple

from assay import Dist, Mechanism, adjacency, exp, flip, ln, program
from assay.fast.composition import Composition
from assay.fast.programs import merged


class Series(NamedTuple):
    """What is measured: its name, what grows, the sizes, and the question for a size."""

    name: str
    grows: str
    sizes: tuple[int, ...]
    question: Callable[[int], object]


def rounds(k: int) -> object:
    """One exact delta of k rounds with e^epsilon = 3."""
    return Composition.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), k).delta(4)


def exponential_rounds(k: int) -> object:
    """The same with epsilon = 1/10, in Q(e^(1/10))."""
    odds = exp("1/10")
    return Composition.of(Dist.bernoulli(odds / (1 + odds)), Dist.bernoulli(1 / (1 + odds)), k).delta(1)


def enclosed_rounds(k: int) -> object:
    """Thirty digits of delta."""
    return (
        Composition.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), k)
        .delta_enclosed(ln(3) * (k // 2))
        .decimal(30)
    )


def rows(inputs: int, outcomes: int) -> Mechanism[int, int]:
    """A mechanism all of whose probabilities differ."""
    table = {
        x: Dist.from_weights(
            {o: 1 + Fraction((x * outcomes + o) ** 2 % 10007, 10007) for o in range(outcomes)}
        )
        for x in range(inputs)
    }
    return Mechanism(table, range(inputs), adjacency.all_pairs())


def outcomes(m: int) -> object:
    """The worst delta of 24 inputs with m outcomes."""
    return rows(24, m).delta(ln("11/10"))


def inputs(n: int) -> object:
    """The worst delta of n inputs with 6 outcomes."""
    return rows(n, 6).delta(ln("11/10"))


@program
def walk(n: int) -> int:
    """A random walk."""
    x = 0
    for _ in range(n):
        x += 1 if flip("1/3") else -1
    return x


SERIES = (
    Series("composition, rational", "rounds", (1000, 2000, 4000, 8000, 16000), rounds),
    Series("composition, exponential", "rounds", (250, 500, 1000, 2000, 4000), exponential_rounds),
    Series("composition, 30 digits", "rounds", (4000, 8000, 16000, 32000, 64000), enclosed_rounds),
    Series("worst pair", "outcomes", (32, 64, 128, 256, 512), outcomes),
    Series("worst pair", "inputs", (64, 128, 256, 512, 1024), inputs),
    Series("program, merged", "steps", (25, 50, 100, 200, 400), lambda n: merged(walk, n)),
)


def seconds(question: Callable[[int], object], size: int) -> float:
    """The least of three processor times."""
    spent = []
    for _ in range(3):
        start = time.process_time()
        question(size)
        spent.append(time.process_time() - start)
    return min(spent)


def exponent(sizes: tuple[int, ...], times: list[float]) -> float:
    """The slope over the larger half."""
    half = len(sizes) // 2
    return linear_regression([log(s) for s in sizes[half:]], [log(t) for t in times[half:]]).slope


def draw(measured: list[tuple[Series, list[float]]], file: str) -> None:
    """A picture with both axes logarithmic."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(10, 5), layout="constrained")
    for series, times in measured:
        slope = exponent(series.sizes, times)
        label = f"{series.name}: {series.grows}^{slope:.1f}"
        axes.plot(series.sizes, times, marker="o", markersize=4, label=label)
    axes.set(
        xscale="log", yscale="log", xlabel="rounds, outcomes, inputs or steps", ylabel="processor seconds"
    )
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(fontsize=9, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0)
    figure.savefig(file, dpi=120)


def main(file: str | None = None) -> None:
    """Print one line a series, and draw."""
    measured = []
    for series in SERIES:
        times = [seconds(series.question, size) for size in series.sizes]
        measured.append((series, times))
        found = "  ".join(f"{s}: {t:.3f}" for s, t in zip(series.sizes, times, strict=True))
        sys.stdout.write(
            f"{series.name:26} {series.grows:9} ^{exponent(series.sizes, times):.2f}   {found}\n"
        )
        sys.stdout.flush()
    if file is not None:
        draw(measured, file)


if __name__ == "__main__":
    main(*sys.argv[1:2])
