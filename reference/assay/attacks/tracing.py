"""The tracing attack as a game: who was in the data, told from noisy one-way marginals. Simulated.

    D      a database of the fingerprinting code: each column has a bias uniform on [-1, 1]
    a      the column means plus noise, clipped to [-1, 1]
    hit    Trace(a) is not empty                          (completeness, if a is accurate)
    miss   user 0 is accused by an answer on D with its row replaced by ones     (soundness)

Every number here comes from a pseudo-random simulation in floats: it is labelled with its seed and comes with
exact binomial confidence bounds. For small sizes see `fingerprinting_exact`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ..arguments import integer, positive_integer
from ..errors import InvalidType
from ..exact import ExactLike, Number, number
from ..exact.real import brief
from ..outputs.text import with_type
from .fingerprinting import ROBUSTNESS, FingerprintingCode
from .tracing_confidence import EpsilonBound, Interval, clopper_pearson, epsilon_from_counts, joint
from .tracing_noise import Noise, sample

Matrix = list[list[int]]


@dataclass(frozen=True)
class SimulatedTracing:
    """What a simulation of the game counted, with bounds of one joint confidence; it proves nothing.

    accurate: how often the average error was within 1/8. traced: how often someone was accused. accused: how
    often user 0 was, whose row is in the data. falsely: how often user 0 was accused although its row was
    left out. error: the mean over the trials of the average error |a - Dbar|_1/d.
    """

    users: int
    length: int
    noise: Noise | None
    seed: int
    confidence: str
    accurate: Interval
    traced: Interval
    accused: Interval
    falsely: Interval
    error: float

    def epsilon(self, delta: ExactLike = 0) -> EpsilonBound:
        """What the counts of user 0 show about epsilon, see `epsilon_from_counts`.

        The intervals of `accused` and `falsely` are of the joint confidence, so that this holds with them.
        """
        inside, outside = self.accused, self.falsely
        known = (inside.hits, inside.trials, outside.hits, outside.trials)
        found = epsilon_from_counts({"user 0 is accused": known}, delta, _half(self.confidence))
        return replace(found, confidence=number(self.confidence))

    def __str__(self) -> str:
        what = (
            "exact answers"
            if self.noise is None
            else f"{self.noise.kind}, scale {float(self.noise.scale):.4g}"
        )
        return "\n".join(
            [
                f"simulation, seed {self.seed}, {self.traced.trials} trials, "
                f"joint confidence {self.confidence}",
                f"n = {brief(self.users)}, d = {brief(self.length)}, noise: {what}, average error "
                f"{self.error:.4f}",
                f"  accurate within 1/8   {self.accurate}",
                f"  someone accused       {self.traced}",
                f"  user 0 accused, in    {self.accused}",
                f"  user 0 accused, out   {self.falsely}",
            ]
        )


def _half(confidence: str) -> Number:
    """The level at which two intervals are each of the level that four of this joint confidence have."""
    return 1 - (1 - number(confidence)) / 2


def simulate_tracing(
    code: FingerprintingCode,
    noise: Noise | None,
    *,
    trials: int = 100,
    seed: int = 1,
    confidence: ExactLike = "99/100",
) -> SimulatedTracing:
    """Play the game so many times; the same seed gives the same counts.

    noise = None answers with the exact means. The four intervals hold together at the stated confidence
    (union bound): each of them at 1 - (1 - confidence)/4. Raises InvalidValue for trials < 1, InvalidType
    for a code, a noise or a seed of another type.
    """
    joint(confidence, 4)  # refused before anything is played
    played = list(islice(rounds_of_tracing(code, noise, seed=seed), positive_integer(trials, "trials")))
    return counted(code, noise, played, seed=seed, confidence=confidence)


@dataclass(frozen=True)
class Round:
    """A round of the game: what happened, and the average error of the answer."""

    accurate: bool
    traced: bool
    accused: bool
    falsely: bool
    error: float


def rounds_of_tracing(code: FingerprintingCode, noise: Noise | None, *, seed: int = 1) -> Iterator[Round]:
    """The rounds of the game, one after the other, without an end.

    Raises InvalidType for a code, a noise or a seed of another type.
    """
    if not isinstance(code, FingerprintingCode):
        raise InvalidType(f"code is {with_type(code)}; give FingerprintingCode(users, length)")
    if noise is not None and not isinstance(noise, Noise):
        raise InvalidType(f"noise is {with_type(noise)}; give Noise(kind, scale), noise_for(...) or None")
    return _rounds(code, noise, random.Random(integer(seed, "seed")))


def _rounds(code: FingerprintingCode, noise: Noise | None, generator: random.Random) -> Iterator[Round]:
    while True:
        rows = draw_database(code, generator)
        answer, error = noisy_means(rows, noise, generator)
        accused = accused_users(code, rows, answer)
        others = [[1] * code.length, *rows[1:]]
        blind, _ = noisy_means(others, noise, generator)
        falsely = 0 in accused_users(code, rows, blind)
        yield Round(error <= ROBUSTNESS, bool(accused), 0 in accused, falsely, error)


def counted(
    code: FingerprintingCode,
    noise: Noise | None,
    played: Sequence[Round],
    *,
    seed: int,
    confidence: ExactLike = "99/100",
) -> SimulatedTracing:
    """What happened in these rounds, with bounds, see `simulate_tracing`.  Raises InvalidValue for none."""
    rounds, each = positive_integer(len(played), "rounds"), joint(confidence, 4)

    def interval(name: str) -> Interval:
        return clopper_pearson(sum(getattr(one, name) for one in played), rounds, each)

    return SimulatedTracing(
        code.users,
        code.length,
        noise,
        seed,
        str(confidence),
        interval("accurate"),
        interval("traced"),
        interval("accused"),
        interval("falsely"),
        sum(one.error for one in played) / rounds,
    )


def draw_database(code: FingerprintingCode, generator: random.Random) -> Matrix:
    """A database of the code: a column has k entries +1 with k uniform on 0..n, in random places."""
    rows = [[-1] * code.length for _ in range(code.users)]
    users = range(code.users)
    for j in range(code.length):
        for i in generator.sample(users, generator.randint(0, code.users)):
            rows[i][j] = 1
    return rows


def noisy_means(
    rows: Sequence[Sequence[int]], noise: Noise | None, generator: random.Random
) -> tuple[list[float], float]:
    """The clipped noisy column means, and their average error."""
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    if noise is None:
        return means, 0.0
    noisy = [m + z for m, z in zip(means, sample(noise, len(means), generator), strict=True)]
    answer = [min(1.0, max(-1.0, a)) for a in noisy]
    return answer, sum(abs(a - m) for a, m in zip(answer, means, strict=True)) / len(means)


def accused_users(
    code: FingerprintingCode, rows: Sequence[Sequence[int]], answer: Sequence[float]
) -> set[int]:
    """The users whose score is above the threshold, in floats; see `FingerprintingCode.scores`."""
    shrink, threshold = 1.0 / (code.users + 1), float(code.threshold)
    pull = sum(a * sum(column) for a, column in zip(answer, zip(*rows, strict=True), strict=True)) * shrink
    own = [sum(a * bit for a, bit in zip(answer, row, strict=True)) for row in rows]
    return {i for i, s in enumerate(own) if s * (1 + shrink) - pull > threshold}
