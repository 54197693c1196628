"""diffprivlib's tools on small data: counts and quantiles on the tape, means and variances as black boxes.

The documentation does not say which data sets are neighbours. The sensitivities that the code takes are those
of replacing a record, and those of adding or removing one for histograms; each is judged by its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from .... import adjacency
from ...survey.case import Case, Samples
from . import promised_distributions as distributions
from .calls import ENDLESS, SECONDS, STATE, sample_snippet, sampled_case, sampler, tool

ACCOUNTANT = "accountant=accountant.BudgetAccountant()"
REPLACED = "neighbours differ in one record's value"
CUTS = [Fraction(k, 16) for k in range(1, 16)]
QUANTILES = dict.fromkeys(("quantile", "percentile", "median"), "quantiles")
NAN = None  # as an input; numpy reads it as NaN


def cases() -> Iterator[Case]:
    """Integers, histograms, quantiles; means, variances and deviations, with and without NaN."""
    yield from _integers()
    yield from _histograms()
    yield from _quantiles()
    yield from _averages()


def _tape(name: str, text: str, domain: Sequence[Any], near: Any, promise: str, epsilon: float = 1.0) -> Case:
    where = "histograms" if name.startswith("histogram") else QUANTILES.get(name, "utils")
    return Samples(
        function=f"diffprivlib.tools.{where}.{name}",
        sampler=sampler(text),
        parameters={"epsilon": epsilon},
        domain=domain,
        adjacency=near,
        epsilon=epsilon,
        route="tape",
        tape=ENDLESS,
        seconds=SECONDS,
        snippet=sample_snippet(text),
        promise=promise,
    )


def _integers() -> Iterator[Case]:
    data = ((0, 1, 1), (1, 1, 1), (0, 0, 1))
    near = adjacency.explicit([(data[0], data[1]), (data[0], data[2])])
    text = f"tools.count_nonzero(list(x), epsilon=1.0, {ACCOUNTANT})"
    yield _tape("count_nonzero", text, data, near, f"epsilon-DP, {REPLACED}")
    data = ((0, 1, 2), (2, 1, 2), (0, 1, 0))
    near = adjacency.explicit([(data[0], data[1]), (data[0], data[2])])
    for name in ("sum", "nansum"):
        text = f"tools.{name}(list(x), epsilon=1.0, bounds=(0, 2), dtype=int, {ACCOUNTANT})"
        yield _tape(name, text, data, near, f"epsilon-DP, {REPLACED}, whole numbers in 0..2")


def _histograms() -> Iterator[Case]:
    data = ((0,), (0, 1), (1,))
    near = adjacency.explicit([(data[0], data[1]), (data[2], data[1])])
    promise = "epsilon-DP, neighbours differ by one record more; counts above 2 shown as 2"
    short = "tuple(min(int(count), 2) for count in {}[0].ravel())"
    call = f"tools.histogram(np.array(x, float), epsilon=4.0, bins=2, range=(-0.5, 1.5), {ACCOUNTANT})"
    yield _tape("histogram", short.format(call), data, near, promise, 4.0)
    call = (
        f"tools.histogramdd(np.array([x], float).T, epsilon=4.0, bins=[2], range=[(-0.5, 1.5)], {ACCOUNTANT})"
    )
    yield _tape("histogramdd", short.format(call), data, near, promise, 4.0)
    call = (
        "tools.histogram2d(np.array(x, float), np.zeros(len(x)), epsilon=4.0, bins=[2, 1],"
        f" range=[(-0.5, 1.5), (-0.5, 0.5)], {ACCOUNTANT})"
    )
    yield _tape("histogram2d", short.format(call), data, near, promise, 4.0)


def _quantiles() -> Iterator[Case]:
    data = ((0.25, 0.5, 0.75), (1.0, 0.5, 0.75), (0.0, 0.5, 0.75))
    near = adjacency.explicit([(data[0], data[1]), (data[0], data[2])])
    for name, asked in (("median", ""), ("quantile", "0.25, "), ("percentile", "75.0, ")):
        call = f"tools.{name}(list(x), {asked}epsilon=2.0, bounds=(0, 1), {ACCOUNTANT})"
        text = f"math.floor(8 * {call})"
        yield _tape(name, text, data, near, f"epsilon-DP, {REPLACED}; answers binned to 1/8", 2.0)


def _box(
    name: str, domain: Sequence[Any], bounds: tuple[float, float], promise: str, distribution: Any = None
) -> Case:
    """Samples of one of the tools of averages, in bins of 1/16 of its range."""
    low, high = bounds
    read = distributions.bin_of([Fraction(low) + c * Fraction(high - low) for c in CUTS])

    def batch(x: Any, count: int) -> list[int]:
        import numpy as np

        return [
            read(
                float(tool(name, np.array(x, float), epsilon=1.0, bounds=bounds, random_state=STATE.current))
            )
            for _ in range(count)
        ]

    return sampled_case(
        f"diffprivlib.tools.utils.{name}",
        batch,
        domain,
        f"[int(sum(y >= c for c in {[low + float(c) * (high - low) for c in CUTS]}))"
        f" for y in [tools.{name}(np.array(x, float), epsilon=1.0, bounds={bounds!r})]][0]",
        parameters={"epsilon": 1.0, "bounds": bounds},
        adjacency=adjacency.explicit([(domain[0], domain[1])]),
        epsilon=1.0,
        samples=3_000,
        seconds=SECONDS,
        promise=promise,
        distribution=distribution,
    )


def _averages() -> Iterator[Case]:
    plain = ((0.0, 0.0, 1.0, 1.0), (1.0, 0.0, 1.0, 1.0))
    unit = (0.0, 1.0)
    for name in ("mean", "nanmean", "sum", "nansum", "var", "nanvar", "std", "nanstd"):
        distribution: Callable[[Any], Any] | None = (
            _mean_distribution if name in ("mean", "nanmean") else None
        )
        yield _box(name, plain, unit, f"epsilon-DP, {REPLACED}", distribution=distribution)
    gaps = ((NAN,) * 9 + (0.0,), (NAN,) * 9 + (1.0,))
    for name in ("nanmean", "nansum"):
        yield _box(name, gaps, unit, f"epsilon-DP, {REPLACED}; nine of ten values are NaN, to be ignored")
    pairs = ((NAN,) * 38 + (0.0, 0.0), (NAN,) * 38 + (0.0, 1.0))
    for name in ("nanvar", "nanstd"):
        yield _box(name, pairs, unit, f"epsilon-DP, {REPLACED}; 38 of 40 values are NaN, to be ignored")


def _mean_distribution(x: Sequence[float]) -> Any:
    """Laplace noise of scale 1/(n epsilon) around the mean, brought into [0, 1], which moves no cut."""
    mean = sum(map(Fraction, x), Fraction(0)) / len(x)
    return distributions.binned(distributions.laplace_below(mean, Fraction(1, len(x))), CUTS)
