"""A lower bound of epsilon from samples on two inputs, valid whenever the sampling stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from ...arguments import probability
from ...budgets.progress import checkpoint
from ...errors import BudgetExceeded, InvalidValue
from ...exact import EpsilonLike, ExactLike, Log, eps, ln, number
from ...outputs.text import SpelledFields
from .proportion import alarm_rate, lower_bound, sample_count, upper_bound
from .sources import Sampler, SourceEnded, SourceFailed, check_sampler, draw

X = TypeVar("X")

MOST_EVENTS = 64
"""Events among which one is chosen."""

FIRST_LOOK = 32
"""Outputs after which bounds are first taken; the next times grow by a quarter each."""


@dataclass(frozen=True, repr=False)
class EpsilonFinding(SpelledFields):
    """epsilon >= `bound`, wrong with a probability of at most `false_alarm`.

    `event` was chosen on the first part of the samples; of the second part, `hits` of `samples` outputs on
    each input lie in it. P(event) >= p and Q(event) <= q, and bound = ln((p - delta)/q), or 0.
    """

    bound: Log
    delta: Fraction
    event: tuple[Hashable, ...]
    hits: tuple[int, int]
    samples: int
    p: Fraction
    q: Fraction
    false_alarm: Fraction
    claimed: Log | None
    stopped: str
    seeds: tuple[int | None, int | None]
    inputs: tuple[Hashable, Hashable] | None = None

    @property
    def contradicted(self) -> bool:
        """Whether the claimed epsilon is too small."""
        return self.claimed is not None and self.bound > self.claimed

    @property
    def exit_status(self) -> int:
        """1 where the claim is contradicted, 3 where the samples leave it open."""
        return 1 if self.contradicted else 3

    def __str__(self) -> str:
        where = "" if self.inputs is None else f" for {self.inputs[0]!r} against {self.inputs[1]!r}"
        head = "" if self.claimed is None else f"claimed {self.claimed}, "
        word = "CONTRADICTED" if self.contradicted else "a bound"
        event = ", ".join(map(repr, self.event))
        seeds = "" if self.seeds == (None, None) else f", seeds {self.seeds[0]} and {self.seeds[1]}"
        return (
            f"{word}{where}: {head}epsilon >= {self.bound.lower(6)} at delta = {self.delta} "
            f"(false alarms at most {number(self.false_alarm).upper(4)}): "
            f"{{{event}}} has {self.hits[0]} and {self.hits[1]} of {self.samples} outputs, so that "
            f"P >= {number(self.p).lower(6)} and Q <= {number(self.q).upper(6)}{seeds}"
        )

    def to_json(self) -> dict[str, object]:
        """The finding as JSON values, exact numbers as strings."""
        return {
            **({} if self.inputs is None else {"inputs": [repr(x) for x in self.inputs]}),
            "verdict": "contradicted" if self.contradicted else "not contradicted",
            "epsilon_at_least": {"exact": str(self.bound), "decimal": str(self.bound.lower(15))},
            "delta": str(self.delta),
            "event": [repr(outcome) for outcome in self.event],
            "hits": list(self.hits),
            "samples": self.samples,
            "p_at_least": str(self.p),
            "q_at_most": str(self.q),
            "false_alarm": str(self.false_alarm),
            "claimed": None if self.claimed is None else str(self.claimed),
            "stopped": self.stopped,
            "seeds": list(self.seeds),
        }


def epsilon_bound(
    first: Sampler,
    second: Sampler,
    *,
    delta: ExactLike = 0,
    claimed: EpsilonLike | None = None,
    false_alarm: ExactLike | float = "1e-9",
    samples: int = 100_000,
    first_part: int | None = None,
) -> EpsilonFinding:
    """A lower bound of the epsilon of P (the outputs of `first`) against Q (`second`) at this delta.

    `first_part` outputs of each (a fifth of `samples` if not given) choose an event S; the others are fresh.
    With confidence sequences P(S) >= p and Q(S) <= q, each wrong at any time with probability
    false_alarm/2, see `proportion`, (epsilon, delta)-privacy needs p <= e^epsilon q + delta. Outputs of each
    input are taken to be independent and of one distribution. Ends early where the bound is above `claimed`.

    Raises FloatRefused, InvalidValue or InvalidType for arguments and outputs that are no such thing,
    SourceFailed where a child process ends before any output is counted.
    """
    check_sampler(first, "first")
    check_sampler(second, "second")
    most, rate = sample_count(samples), alarm_rate(false_alarm)
    pilot = max(1, most // 5) if first_part is None else sample_count(first_part, "first_part")
    if pilot >= most:
        raise InvalidValue(f"first_part = {pilot} leaves none of samples = {most}; make it smaller")
    allowed = probability(delta, "delta").as_fraction()
    search = _Search(first, second, allowed, None if claimed is None else eps(claimed, "claimed"), rate)
    try:
        search.choose(pilot, most)
        return search.run(most - pilot)
    except BudgetExceeded:
        return search.finding("the time is up")
    except SourceEnded as end:
        if not search.drawn:
            raise SourceFailed(f"nothing was tested: {end}") from None
        return search.finding(str(end))


def epsilon_bounds(
    sampler: Callable[[X], Any],
    pairs: Iterable[tuple[X, X]],
    *,
    false_alarm: ExactLike | float = "1e-9",
    **options: Any,
) -> Iterator[EpsilonFinding]:
    """One bound for each ordered pair (x, x'); all of them hold but with probability `false_alarm`.

    Each pair is given an equal share of it. The options are those of `epsilon_bound`.
    """
    listed_pairs = list(pairs)
    if not listed_pairs:
        raise InvalidValue("pairs is empty; give at least one pair of inputs")
    share = alarm_rate(false_alarm) / len(listed_pairs)
    for x, y in listed_pairs:
        found = epsilon_bound(partial(sampler, x), partial(sampler, y), false_alarm=share, **options)
        yield EpsilonFinding(**{**vars(found), "inputs": (x, y)})


class _Search:
    """A search for a large ratio on its way."""

    def __init__(
        self, first: Sampler, second: Sampler, delta: Fraction, claimed: Log | None, rate: Fraction
    ) -> None:
        self.samplers = (first, second)
        self.delta, self.claimed, self.rate = delta, claimed, rate
        self.event: tuple[Hashable, ...] = ()
        self.hits, self.drawn = [0, 0], 0
        self.p, self.q = Fraction(0), Fraction(1)

    def choose(self, pilot: int, most: int) -> None:
        """The event that promises the largest bound, on outputs that are not used again.

        Equal outputs that can be told apart (1 and True) count as one, which only lowers the bound.
        """
        counts: list[Counter[Hashable]] = [Counter(), Counter()]
        for done in range(pilot):
            checkpoint("samples", done, most)
            for count, sampler in zip(counts, self.samplers, strict=True):
                count[draw(sampler)] += 1
        self.event = chosen_event(*counts, scale=Fraction(most, pilot), delta=self.delta, rate=self.rate)

    def run(self, trials: int) -> EpsilonFinding:
        """Count outputs in the event; bounds are taken at growing times, and the best of them are kept."""
        event, look = frozenset(self.event), FIRST_LOOK
        while self.drawn < trials:
            checkpoint("samples", self.drawn, trials)
            for side, sampler in enumerate(self.samplers):
                self.hits[side] += draw(sampler) in event
            self.drawn += 1
            if self.drawn in (look, trials):
                look += look // 4
                self.p = max(self.p, lower_bound(self.hits[0], self.drawn, self.rate / 2))
                self.q = min(self.q, upper_bound(self.hits[1], self.drawn, self.rate / 2))
                if self.claimed is not None and self.bound > self.claimed:
                    return self.finding("the claim is contradicted")
        return self.finding("all samples drawn")

    @property
    def bound(self) -> Log:
        """ln((p - delta)/q), or 0."""
        return ln(max(Fraction(1), (self.p - self.delta) / self.q))

    def finding(self, stopped: str) -> EpsilonFinding:
        """What is known now."""
        seeds = [getattr(sampler, "seed", None) for sampler in self.samplers]
        return EpsilonFinding(
            bound=self.bound,
            delta=self.delta,
            event=self.event,
            hits=(self.hits[0], self.hits[1]),
            samples=self.drawn,
            p=self.p,
            q=self.q,
            false_alarm=self.rate,
            claimed=self.claimed,
            stopped=stopped,
            seeds=(seeds[0], seeds[1]),
        )


def chosen_event(
    p: Counter[Hashable], q: Counter[Hashable], *, scale: Fraction, delta: Fraction, rate: Fraction
) -> tuple[Hashable, ...]:
    """Of the events {o : count ratio >= r}, the one whose bound is largest if the counts grew by `scale`."""
    ordered = sorted({**p, **q}, key=lambda o: Fraction(p[o] + 1, q[o] + 1), reverse=True)
    step = -(-len(ordered) // MOST_EVENTS)
    total = int(sum(p.values()) * scale)

    def promise(size: int) -> Fraction:
        hits, others = (int(sum(count[o] for o in ordered[:size]) * scale) for count in (p, q))
        low, high = lower_bound(hits, total, rate / 2), upper_bound(others, total, rate / 2)
        return (low - delta) / high

    best = max(range(1, len(ordered) + 1, step), key=promise)
    return tuple(ordered[:best])
