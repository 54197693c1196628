"""A lower bound of rho, of zero-concentrated differential privacy, from samples on two inputs.

rho-zCDP says D_a(P || Q) <= rho a for every order a > 1. For an event S with P(S) >= p > q >= Q(S),

    D_a(P || Q) >= ln(p^a q^(1-a) + (1-p)^a (1-q)^(1-a)) / (a - 1),

by post-processing to the indicator of S and because the right-hand side grows with p and falls with q.
Source: M. Bun and T. Steinke, "Concentrated differential privacy", TCC 2016, lemma 2.2 for post-processing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from ...budgets.progress import checkpoint
from ...errors import UndecidedError
from ...exact import Certified, ExactLike, Number, certified, number
from ...outputs.text import SpelledFields
from .epsilon import FIRST_LOOK, chosen_event
from .proportion import alarm_rate, lower_bound, sample_count, upper_bound
from .sources import Sampler, check_sampler, draw

ORDERS = tuple(Fraction(k, 8) for k in (9, 10, 12, 16, 20, 24, 32, 48, 64, 128))
"""The orders a that are tried."""


@dataclass(frozen=True, repr=False)
class ConcentratedFinding(SpelledFields):
    """rho >= `bound`, wrong with a probability of at most `false_alarm`.

    The event was chosen on other samples; `hits` of `samples` outputs on each input lie in it, so that
    P(event) >= p and Q(event) <= q, and the divergence of `order` gives the bound.
    """

    bound: Certified | Number
    claimed: Number
    order: Fraction
    event: tuple[Hashable, ...]
    hits: tuple[int, int]
    samples: int
    p: Fraction
    q: Fraction
    false_alarm: Fraction
    contradicted: bool

    def __str__(self) -> str:
        word = "CONTRADICTED" if self.contradicted else "not contradicted"
        event = ", ".join(map(repr, self.event))
        return (
            f"{word}: claimed rho = {self.claimed}, rho >= {self.bound.lower(6)} by the order {self.order}; "
            f"{{{event}}} has {self.hits[0]} and {self.hits[1]} of {self.samples} outputs, so that "
            f"P >= {number(self.p).lower(6)} and Q <= {number(self.q).upper(6)} "
            f"(false alarms at most {number(self.false_alarm).upper(4)})"
        )


def binary_divergence(p: Fraction, q: Fraction, order: Fraction) -> Certified | Number:
    """D_order of Bernoulli(p) from Bernoulli(q), for 0 < q < p < 1; 0 where p <= q.

    ln(p^a q^(1-a) + (1-p)^a (1-q)^(1-a)) / (a - 1), certified.
    """
    if not 0 < q < p < 1:
        return number(0)
    parts = (
        (certified(a).log() * order + certified(b).log() * (1 - order)).exp()
        for a, b in ((p, q), (1 - p, 1 - q))
    )
    return sum(parts, certified(0)).log() / (order - 1)


def zcdp_bound(
    first: Sampler,
    second: Sampler,
    *,
    claimed: ExactLike,
    false_alarm: ExactLike = "1e-9",
    samples: int = 100_000,
) -> ConcentratedFinding:
    """A lower bound of the rho of P (the outputs of `first`) against Q (`second`), beside a claimed rho.

    A fifth of the samples chooses an event; the others are counted at growing times, with confidence
    sequences of `false_alarm`/2 each. Ends at the first contradiction. Outputs on an input are taken to
    be independent.

    Raises FloatRefused or InvalidValue for arguments that are no such thing.
    """
    check_sampler(first, "first")
    check_sampler(second, "second")
    most, rate, rho = sample_count(samples), alarm_rate(false_alarm), number(claimed, "claimed")
    pilot = max(1, most // 5)
    seen = [Counter(draw(sampler) for _ in range(pilot)) for sampler in (first, second)]
    event = chosen_event(*seen, scale=Fraction(most - pilot, pilot), delta=Fraction(0), rate=rate)
    inside = frozenset(event)
    hits, look, p, q = [0, 0], FIRST_LOOK, Fraction(0), Fraction(1)
    found: tuple[Certified | Number, Fraction, bool] = (number(0), ORDERS[0], False)
    drawn = 0
    for drawn in range(1, most - pilot + 1):
        checkpoint("samples", drawn, most)
        for side, sampler in enumerate((first, second)):
            hits[side] += draw(sampler) in inside
        if drawn in (look, most - pilot):
            look += look // 4
            p = max(p, lower_bound(hits[0], drawn, rate / 2))
            q = min(q, upper_bound(hits[1], drawn, rate / 2))
            found = best_order(p, q, rho)
            if found[2]:
                break
    bound, order, contradicted = found
    return ConcentratedFinding(bound, rho, order, event, (hits[0], hits[1]), drawn, p, q, rate, contradicted)


def best_order(p: Fraction, q: Fraction, rho: Number) -> tuple[Certified | Number, Fraction, bool]:
    """(D_a/a, a, whether it is above rho) for the first order that is above, or the largest one."""
    best: tuple[Certified | Number, Fraction] = (number(0), ORDERS[0])
    for order in ORDERS:
        value = binary_divergence(p, q, order) / order
        if _above(value, rho):
            return value, order, True
        if _above(value, best[0]):
            best = value, order
    return *best, False


def _above(value: Certified | Number, other: Certified | Number) -> bool:
    """Whether value > other; where enclosures do not tell it counts as no, the safe side."""
    try:
        return value > other
    except UndecidedError:
        return False
