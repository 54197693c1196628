"""Propose-test-release: a value is released as it is where it is stable, by a noisy distance."""

from __future__ import annotations

import random
from collections.abc import Hashable

from assay import adjacency
from assay.dp import Dist, Mechanism
from assay.exact import Log, Number, exp, ln, number
from assay.mechanisms.noise import two_sided_geometric_tail
from assay.prove import Theorem
from assay.prove.lemma import Lemma, proved, require
from assay.prove.tactics.known import two_sided_density
from assay.testing.generated_mechanisms import level

Values = tuple[Hashable, ...]


def distances(values: Values) -> list[int]:
    """The number of steps along a line of inputs to one that has a neighbour with another value."""
    size = len(values)
    unstable = [
        i for i in range(size) if any(values[i] != values[j] for j in (i - 1, i + 1) if 0 <= j < size)
    ]
    return [min((abs(i - j) for j in unstable), default=size) for i in range(size)]


def release(values: Values, given: list[int], rate: Log, bar: int) -> Mechanism[int, Hashable]:
    """The value of input i if its given distance plus noise of this rate reaches the bar, else nothing."""

    def law(i: int) -> Dist[Hashable]:
        chance = two_sided_geometric_tail(exp(-rate), bar - given[i])
        return Dist({("value", values[i]): chance, "nothing": 1 - chance})

    line = adjacency.explicit([(i, i + 1) for i in range(len(values) - 1)])
    return Mechanism(law, range(len(values)), line)


def leak(rate: Log, bar: int) -> Number:
    """P[Z >= bar]."""
    return two_sided_geometric_tail(exp(-rate), bar)


def case(rng: random.Random) -> None:
    """A generated function on a line of inputs: the exact delta at the rate of the noise."""
    rate, bar = level(rng), rng.randint(1, 4)
    values = tuple(rng.choice("aab") for _ in range(rng.randint(2, 7)))
    mechanism = release(values, distances(values), rate, bar)
    require(mechanism.delta(rate) <= leak(rate, bar), f"release of {values} at {rate}, bar {bar}")


def tight() -> bool:
    """Two inputs with different values: the released value tells them apart with probability P[Z >= bar]."""
    return release(("a", "b"), [0, 0], ln(2), 3).delta(ln(2)) == leak(ln(2), 3) == number("1/12")


def distance_jumps() -> bool:
    """A distance of 0 next to one of 3, at one value."""
    return release(("a", "a"), [0, 3], ln(2), 3).delta(ln(2)) > leak(ln(2), 3)


def distance_too_large() -> bool:
    """Inputs with different values at a distance of 1 each."""
    return release(("a", "b"), [1, 1], ln(2), 3).delta(ln(2)) > leak(ln(2), 3)


def higher_rate() -> bool:
    """Noise of rate ln 4, and eps = ln 2, on three inputs of one value."""
    mechanism = release(("a", "a", "a"), [0, 1, 2], ln(4), 3)
    return mechanism.delta(ln(2)) > leak(ln(4), 3)


def finite_noise() -> bool:
    """A fair coin as noise and a bar of 1: a distance of 1 reaches it surely, one of 0 half of the time."""
    sure, half = Dist({"a": 1}), Dist({"a": "1/2", "nothing": "1/2"})
    line = adjacency.explicit([(0, 1)])
    return Mechanism({0: half, 1: sure}, (0, 1), line).epsilon() > ln(2)


def geometric_sum() -> Theorem:
    """sum_{i<=k} a^i <= 1/(1 - a)."""
    return proved(
        "for a in (0, 1), integer k >= 0: sum(i, 0, k, a^i) <= 1/(1 - a)",
        "for a in (0, 1), integer k >= 0: sum(i, 0, k, a^i) = (1 - a^(k + 1))/(1 - a)",
        "for a in (0, 1), integer k >= 0: a^(k + 1) >= 0",
    )


LEMMA = Lemma(
    title="propose-test-release",
    statement="a value is released as it is if a distance d plus two-sided noise on all integers of rate eps "
    "reaches a bar t, and nothing is released otherwise; where d is 0 at every input that has a neighbour of "
    "another value and d moves by at most 1, this is (eps, delta)-DP with delta = P[Z >= t] = a^t/(1 + a), a "
    "= e^-eps, which is at most any delta with t >= ln(1/delta)/eps",
    reduction="Neighbours with the same value: the answer is computed from the noisy distance alone, whose "
    "density moves by a factor of at most e^eps. Neighbours with different values: d = 0 at both, something "
    "is released with probability P[Z >= t] = delta, and the answer is nothing with the same probability.",
    inequalities=(
        two_sided_density,
        "for c in [0, 1], i in [0, 1], j in [0, 1], k in [0, 1], A >= 1: "
        "i*(1 - c) + j*c <= A*(i*(1 - c) + k*c) + c",
        geometric_sum,
        "for a in (0, 1), integer t >= 0, s >= 0 where s <= 1/(1 - a): (1 - a)/(1 + a)*a^t*s <= a^t/(1 + a)",
        "for eps > 0, real t, real L where eps*t >= L: exp(-eps*t) <= exp(-L)",
        "for a >= 0, x >= 0: x/(1 + a) <= x",
        "for delta in (0, 1): exp(-log(1/delta)) = delta",
    ),
    case=case,
    tightness="two inputs with different values: eps = ln 2, t = 3, delta = 1/12",
    tight=tight,
    dropped={
        "on all integers": finite_noise,
        "of rate eps": higher_rate,
        "0 at every input that has a neighbour of another value": distance_too_large,
        "moves by at most 1": distance_jumps,
    },
)
