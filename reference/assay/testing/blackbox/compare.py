"""Is a black box a sampler of this exact distribution?  Samples may contradict that, never prove it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from ...budgets.progress import checkpoint
from ...dp import Dist, Mechanism, budget
from ...engines.partial import Partial
from ...errors import BudgetExceeded, InvalidValue
from ...exact import ExactLike, number
from ...outputs.alphabet import refuse_lookalike
from ...outputs.text import SpelledFields
from .bets import Bets
from .level import alarm_rate, sample_count
from .null import UNLISTED, Null, null_of
from .sources import Sampler, SourceEnded, SourceFailed, check_sampler, draw


@dataclass(frozen=True, repr=False)
class DistributionFinding(SpelledFields):
    """What `samples` outputs say about the claim that each of them has the exact distribution.

    contradicted: the claim is rejected. `certain`: by an output of probability 0, `impossible`; else by an
    e-value of at least 1/false_alarm, which a sampler of the distribution ever reaches with a probability of
    at most false_alarm. Where it is not contradicted, nothing is established.
    """

    contradicted: bool
    certain: bool
    samples: int
    false_alarm: Fraction
    e_value: Fraction
    stopped: str
    seed: int | None
    impossible: Hashable = None
    counts: dict[Hashable, int] = field(default_factory=dict)
    telling: tuple[Hashable, Fraction] | None = None

    @property
    def exit_status(self) -> int:
        """1 where the claim is contradicted, 3 where the samples leave it open."""
        return 1 if self.contradicted else 3

    def __str__(self) -> str:
        seed = "" if self.seed is None else f", seed {self.seed}"
        if self.certain:
            return (
                f"CONTRADICTED, certainly: output {self.samples} is {self.impossible!r}, "
                f"which has probability 0{seed}"
            )
        evidence = f"e-value at least {number(self.e_value).lower(4)} after {self.samples} samples{seed}"
        if not self.contradicted:
            return f"not contradicted ({self.stopped}): {evidence}"
        telling = ""
        if self.telling is not None:
            outcome, p = self.telling
            share = Fraction(self.counts.get(outcome, 0), self.samples)
            telling = (
                f"; {outcome!r} came {self.counts.get(outcome, 0)} times "
                f"({number(share).decimal(6)} of them) and has probability {number(p).decimal(6)}"
            )
        rate = number(self.false_alarm)
        return f"CONTRADICTED: {evidence} (false alarms at most {rate.upper(4)}){telling}"

    def to_json(self) -> dict[str, object]:
        """The finding as JSON values, exact numbers as strings."""
        return {
            "verdict": "contradicted" if self.contradicted else "not contradicted",
            "certain": self.certain,
            "samples": self.samples,
            "false_alarm": str(self.false_alarm),
            "e_value_at_least": str(number(self.e_value).lower(15)),
            "stopped": self.stopped,
            "seed": self.seed,
            "counts": {repr(outcome): count for outcome, count in self.counts.items()},
        }


def compare(
    sampler: Sampler,
    exact: Dist[Hashable] | Partial[Hashable],
    *,
    false_alarm: ExactLike | float = "1e-9",
    samples: int = 100_000,
    seconds: int | Fraction | None = None,
) -> DistributionFinding:
    """Draw up to `samples` outputs and stop at the first contradiction of "each output has this
    distribution".

    The claim is that P(next output = o | the outputs before) = exact[o]; for a `Partial`, that it lies within
    its bounds. Whatever the number of samples, a sampler of the distribution is contradicted with a
    probability of at most `false_alarm`, see `bets`; and never by an output of probability 0, which is a
    certain finding. A surrounding `assay.dp.budget` is told the progress, and ends the test where it is
    spent.

    Raises InvalidValue for a rate outside (0, 1), InvalidType for an output that cannot be listed,
    SourceFailed where a child process ends before its first output.
    """
    check_sampler(sampler)
    null, rate, most = null_of(exact), alarm_rate(false_alarm), sample_count(samples)
    test = _Test(sampler, null, rate)
    try:
        if seconds is None:
            return test.run(most)
        with budget(seconds=seconds):
            return test.run(most)
    except BudgetExceeded:
        return test.finding("the time is up")
    except SourceEnded as end:
        if not test.drawn:
            raise SourceFailed(f"nothing was tested: {end}") from None
        return test.finding(str(end))


class _Test:
    """A test on its way."""

    def __init__(self, sampler: Sampler, null: Null, rate: Fraction) -> None:
        self.sampler, self.null, self.rate = sampler, null, rate
        self.bets = Bets(null, rate)
        self.counts: Counter[Hashable] = Counter()
        self._seen: dict[Hashable, Hashable] = {}
        self.drawn = 0

    def run(self, most: int) -> DistributionFinding:
        """Draw until something is found, or enough was drawn."""
        while self.drawn < most:
            checkpoint("samples", self.drawn, most)
            outcome = draw(self.sampler)
            self.drawn += 1
            refuse_lookalike(outcome, self._seen.setdefault(outcome, outcome), "output")
            self.counts[outcome] += 1
            cell = self.null.cell(outcome)
            if cell == UNLISTED and UNLISTED not in self.null.upper:
                return self.finding("an output of probability 0", True, True, outcome)
            if self.bets.observe(cell):
                return self.finding("the bound is reached", True)
        checkpoint("samples", self.drawn, most)
        return self.finding("all samples drawn")

    def finding(
        self, stopped: str, contradicted: bool = False, certain: bool = False, impossible: Hashable = None
    ) -> DistributionFinding:
        """What is known now."""
        self.bets.e_value()
        return DistributionFinding(
            contradicted=contradicted,
            certain=certain,
            samples=self.drawn,
            false_alarm=self.rate,
            e_value=self.bets.largest,
            stopped=stopped,
            seed=getattr(self.sampler, "seed", None),
            impossible=impossible,
            counts=dict(self.counts),
            telling=self._telling(),
        )

    def _telling(self) -> tuple[Hashable, Fraction] | None:
        """The outcome that is furthest from its probability, in units of its standard deviation."""
        if not self.drawn:
            return None
        expected = {
            o: self.drawn * self.null.upper[i] for o, i in self.null.cells.items() if self.null.upper[i]
        }
        best = max(expected, key=lambda o: (self.counts[o] - expected[o]) ** 2 / expected[o])
        return best, self.null.upper[self.null.cells[best]]


X = TypeVar("X")


def compare_inputs(
    sampler: Callable[[X], Any],
    promised: Mechanism[X, Any],
    inputs: Iterable[X] | None = None,
    *,
    false_alarm: ExactLike | float = "1e-9",
    samples: int = 100_000,
) -> Iterator[tuple[X, DistributionFinding]]:
    """(x, finding) for each input: is `sampler(x)` a draw from `promised.distribution(x)`?

    Each of n inputs is given false_alarm/n, so that a sampler of the distributions is contradicted anywhere
    with a probability of at most false_alarm. Inputs are those of the mechanism's domain unless given.
    Raises InvalidValue where there are none, and as `compare`.
    """
    listed = list(promised.domain if inputs is None else inputs)
    if not listed:
        raise InvalidValue("inputs is empty; give at least one input")
    share = alarm_rate(false_alarm) / len(listed)
    for x in listed:
        distribution = promised.distribution(x)
        yield x, compare(partial(sampler, x), distribution, false_alarm=share, samples=samples)
