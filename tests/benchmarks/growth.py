"""How cost grows with the rounds, the support and the domain: run `python -m tests.benchmarks.growth [FILE]`.

Every point is the least of three processor times on one core.  The exponent is the slope of the line through
the logarithms of the larger half of the sizes, which is drawn.  With FILE, a picture (its ending names the
format) has one panel for each thing that grows.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import exp as exp_of
from math import log
from statistics import linear_regression
from typing import NamedTuple

from assay import Dist, Mechanism, adjacency, exp, flip, ln, program
from assay.composition import PrivacyLoss
from assay.programs.merge import merged
from assay.studies.bench.kernels import noisy_bits, two_valued


class Series(NamedTuple):
    """What is measured: its name, what grows, the sizes, and the question for a size."""

    name: str
    grows: str
    sizes: tuple[int, ...]
    question: Callable[[int], object]


def rounds(k: int) -> object:
    """One exact delta of k rounds with e^epsilon = 3."""
    return PrivacyLoss.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), k).delta(4)


def exponential_rounds(k: int) -> object:
    """The same with epsilon = 1/10, in Q(e^(1/10))."""
    odds = exp("1/10")
    return PrivacyLoss.of(Dist.bernoulli(odds / (1 + odds)), Dist.bernoulli(1 / (1 + odds)), k).delta(1)


def enclosed_rounds(k: int) -> object:
    """Thirty digits of delta."""
    return (
        PrivacyLoss.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), k)
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


def bits(n: int) -> object:
    """The worst pair of n inputs, n a power of 2: bits that are each noisy, all pairs."""
    return noisy_bits(n.bit_length() - 1).epsilon()


def two_values(n: int) -> object:
    """The worst pair of n inputs, n a power of 2, and two outcomes, all pairs."""
    return two_valued(n.bit_length() - 1).epsilon()


ROUNDS, SUPPORT, DOMAIN, STEPS = "rounds k", "outcomes (support)", "inputs (domain)", "steps of a program"

SERIES = (
    Series("rational delta", ROUNDS, (1000, 2000, 4000, 8000, 16000), rounds),
    Series("delta in Q(e^(1/10))", ROUNDS, (250, 500, 1000, 2000, 4000), exponential_rounds),
    Series("thirty digits of delta", ROUNDS, (4000, 8000, 16000, 32000, 64000), enclosed_rounds),
    Series("worst delta of 24 inputs", SUPPORT, (32, 64, 128, 256, 512), outcomes),
    Series("worst delta, 6 outcomes", DOMAIN, (64, 128, 256, 512, 1024), inputs),
    Series("worst epsilon, 2 outcomes", DOMAIN, (256, 512, 1024, 2048, 4096), two_values),
    Series("worst epsilon, noisy bits", DOMAIN, (64, 128, 256, 512, 1024), bits),
    Series("law of a random walk", STEPS, (25, 50, 100, 200, 400), lambda n: merged(walk, n)),
)


def seconds(question: Callable[[int], object], size: int) -> float:
    """The least of three processor times."""
    spent = []
    for _ in range(3):
        start = time.process_time()
        question(size)
        spent.append(time.process_time() - start)
    return min(spent)


def line(sizes: tuple[int, ...], times: list[float]) -> tuple[float, float]:
    """Slope and intercept in logarithms, over the larger half."""
    half = len(sizes) // 2
    fit = linear_regression([log(s) for s in sizes[half:]], [log(t) for t in times[half:]])
    return fit.slope, fit.intercept


def draw(measured: list[tuple[Series, list[float]]], file: str) -> None:
    """A panel for each thing that grows, both axes logarithmic; the fitted lines are dashed."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(2, 2, figsize=(11, 8), layout="constrained", sharey=True)
    for axes, grows in zip(panels.flat, (ROUNDS, SUPPORT, DOMAIN, STEPS), strict=True):
        for series, times in measured:
            if series.grows != grows:
                continue
            slope, intercept = line(series.sizes, times)
            shown = axes.plot(series.sizes, times, "o", label=f"{series.name}: exponent {slope:.2f}")
            ends = (series.sizes[len(series.sizes) // 2], series.sizes[-1])
            fitted = [exp_of(intercept + slope * log(size)) for size in ends]
            axes.plot(ends, fitted, "--", color=shown[0].get_color(), linewidth=1)
        axes.set(xscale="log", yscale="log", xlabel=grows)
        sizes = sorted({size for series, _ in measured if series.grows == grows for size in series.sizes})
        shown_sizes = [size for size in sizes if size in sizes[:: 1 + len(sizes) // 7]]
        axes.set_xticks(shown_sizes, [f"{size:,}" for size in shown_sizes])
        axes.tick_params(axis="x", which="minor", bottom=False, labelbottom=False)
        axes.grid(True, which="major", alpha=0.3)
        axes.legend(fontsize=9, loc="upper left")
    for axes in panels[:, 0]:
        axes.set_ylabel("processor seconds")
    low, high = panels[0, 0].get_ylim()
    panels[0, 0].set_ylim(low, 30 * high)  # room for the legends
    figure.savefig(file, dpi=120)


def main(file: str | None = None) -> None:
    """Print one line a series, and draw."""
    measured = []
    for series in SERIES:
        times = [seconds(series.question, size) for size in series.sizes]
        measured.append((series, times))
        found = "  ".join(f"{s}: {t:.3f}" for s, t in zip(series.sizes, times, strict=True))
        sys.stdout.write(
            f"{series.grows:20} {series.name:26} ^{line(series.sizes, times)[0]:.2f}   {found}\n"
        )
        sys.stdout.flush()
    if file is not None:
        draw(measured, file)


if __name__ == "__main__":
    main(*sys.argv[1:2])
