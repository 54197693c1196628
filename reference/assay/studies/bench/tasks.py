"""The questions of composition that are timed, in the order of the table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log

from ...accounting import Accountant, Bracket
from ...composition import FinitePair, PrivacyLoss
from ...dp import Dist
from ...exact import ln
from .batches import batches_of_all_kinds
from .measure import Task
from .peer_words import Request
from .rounds import rounds_of_all_kinds

PEERS_UP_TO = 10_000
"""Randomised response of more rounds takes the peers minutes."""
MIXED = ("gaussian sigma=20 k=200", "laplace scale=30 k=100", "discrete-laplace scale=20 k=100")


def tasks() -> list[Task]:
    """All of them."""
    found = [
        response(1000, ">= 1000x dp-accounting, exact"),
        response(10_000, "< 0.1 s, exact"),
        response(100_000, "< 1 s to 30 digits; exact"),
        two_responses(60),
    ]
    for count, goal in ((1000, ">= 100x dp-accounting, exact"), (10_000, ">= 50x dp-accounting, exact")):
        found += [clamped(high, count, goal) for high in (10, 20)]
    for delta, width in (("1e-6", "1e-3"), ("1e-6", "1e-8"), ("1e-30", "1e-3"), ("1e-100", "1e-3")):
        goal = "not slower than dp-accounting" if width == "1e-3" and delta == "1e-6" else ""
        found += [
            certified("gaussian", ["gaussian sigma=1"], 1000, delta, width, goal),
            certified("laplace", ["laplace scale=1"], 1000, delta, width, goal),
            certified("sampled", ["gaussian sigma=1 q=0.01"], 10_000, delta, width, goal),
            certified(
                "sampled", ["gaussian sigma=1 q=0.01"], 30, delta, width if delta != "1e-6" else "1e-3"
            ),
            certified("mixed", MIXED, 1, delta, width),
        ]
    return list(
        {task.name: task for task in (*found, *rounds_of_all_kinds(), *batches_of_all_kinds())}.values()
    )


def response(count: int, goal: str = "") -> Task:
    """delta of randomised response with e^epsilon = 3, above the mean loss."""
    steps = count * 13 // 25

    def answer() -> Bracket:
        pair = PrivacyLoss.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), count)
        return Bracket.exactly(pair.delta(ln(3) * steps).as_fraction())

    def request() -> Request:
        return Request("response", count, epsilon=log(3) * steps)

    name = f"randomised response e^eps = 3, k = {count}, delta"
    return Task(name, answer, request if count <= PEERS_UP_TO else None, goal)


def two_responses(count: int) -> Task:
    """Randomised response with e^epsilon = 3 and with e^epsilon = 2, whose losses have no common step."""
    steps = count // 2

    def answer() -> Bracket:
        strong = FinitePair.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"))
        weak = FinitePair.of(Dist.bernoulli("2/3"), Dist.bernoulli("1/3"))
        pair = PrivacyLoss([(strong, count), (weak, count)])
        return Bracket.exactly(pair.delta((ln(3) + ln(2)) * steps).as_fraction())

    def request() -> Request:
        return Request("two responses", count, epsilon=(log(3) + log(2)) * steps)

    return Task(f"randomised response e^eps = 3 and e^eps = 2, {count} each, delta", answer, request, "exact")


def clamped(high: int, count: int, goal: str = "") -> Task:
    """Neighbours 1 and 0 with e^(1/scale) = 21/20, at three deviations above the mean loss."""
    steps = round(count / 40 + 3 * count**0.5)

    def answer() -> Bracket:
        pair = PrivacyLoss.of(Dist(clamped_distribution(high, 1)), Dist(clamped_distribution(high, 0)), count)
        return Bracket.exactly(pair.delta(ln("21/20") * steps).as_fraction())

    def request() -> Request:
        distributions = clamped_distribution(high, 1), clamped_distribution(high, 0)
        return Request("table", count, epsilon=log(21 / 20) * steps, table=distributions)

    return Task(f"discrete Laplace clamped to [0, {high}], k = {count}, delta", answer, request, goal)


def clamped_distribution(high: int, centre: int) -> dict[int, Fraction]:
    """clamp(centre + Z, 0, high) with P(Z = z) proportional to a^|z|, a = 20/21."""
    a = Fraction(20, 21)
    scale = (1 - a) / (1 + a)
    distribution = {z: scale * a ** abs(z - centre) for z in range(1, high)}
    return {0: a**centre / (1 + a), **distribution, high: a ** (high - centre) / (1 + a)}


def certified(
    kind: str, mechanisms: Sequence[str], count: int, delta: str, width: str, goal: str = ""
) -> Task:
    """epsilon at a delta, by the accountant."""

    def answer() -> Bracket:
        accountant = Accountant(width=width)
        for mechanism in mechanisms:
            accountant.compose(mechanism, count)
        return accountant.epsilon(delta)

    def request() -> Request:
        return Request(kind, count, delta=float(delta))

    what = " + ".join(mechanisms) + (f", k = {count}" if count > 1 else "")
    return Task(f"{what}, epsilon at delta = {delta} to width {width}", answer, request, goal)
