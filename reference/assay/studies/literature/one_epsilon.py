"""Section D of the literature: (1/2, 1/100) on {0, 1}^n with every pair adjacent.

Sparse vector, the largest answer and k-min-max with Gaussian noise, whose sigma is the scale that Laplace
noise has there: 2/epsilon for a threshold and for answers that are compared with each other, 4/epsilon for
answers that are compared with a threshold, 4k/epsilon for the k answers of k-min-max.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...adjacency import all_pairs
from ...decide.integration.mechanism import CertifiedMechanism
from ...dp import Verdict
from ...outputs.tables import table
from ...programs.noise.language import gaussian, laplace
from ...programs.noise.values import Noisy
from .row import Published, cube

Draw = Callable[[int], Noisy]
Answers = tuple[int, ...]


def above_threshold(noise: Draw) -> Callable[[Answers], int | None]:
    """The first answer that reaches the threshold 0."""

    def program(q: Answers) -> int | None:
        bar = noise(4)
        for i, answer in enumerate(q):
            if answer + noise(8) >= bar:
                return i
        return None

    return program


def largest(noise: Draw) -> Callable[[Answers], int]:
    """The place of the largest noisy answer."""

    def program(q: Answers) -> int:
        best, where = q[0] + noise(4), 0
        for i, answer in enumerate(q[1:], 1):
            value = answer + noise(4)
            if value > best:
                best, where = value, i
        return where

    return program


def min_max(noise: Draw, k: int = 2) -> Callable[[Answers], int | None]:
    """The first answer after k that is not between the least and the largest of these."""

    def program(q: Answers) -> int | None:
        first = [answer + noise(8 * k) for answer in q[:k]]
        low, high = min(first), max(first)
        for i, answer in enumerate(q[k:], k):
            value = answer + noise(8)
            if value < low or value > high:
                return i
        return None

    return program


def gaussian_of(sigma: int) -> Noisy:
    """Gaussian noise."""
    return gaussian(sigma)


def laplace_of(scale: int) -> Noisy:
    """Laplace noise of a scale."""
    return laplace(f"1/{scale}")


NANOSECONDS = 1_000_000_000
EPSILON, DELTA = Fraction(1, 2), Fraction(1, 100)


@dataclass(frozen=True)
class EpsilonRow:
    """A program at epsilon = 1/2, and what was published."""

    name: str
    n: int
    program: Callable[[Answers], object]
    published: Published | None
    heavy: bool = False


@dataclass(frozen=True)
class EpsilonEntry:
    """One row, judged; `delta` is an upper bound of delta(1/2) in 6 digits."""

    row: EpsilonRow
    verdict: Verdict
    delta: str
    pairs: int
    milliseconds: int

    @property
    def contradicted(self) -> bool:
        """Whether the published verdict is the opposite one."""
        known = self.row.published
        return known is not None and known.contradicted_by(self.verdict)

    def to_json(self) -> dict[str, object]:
        """The entry as JSON values."""
        return {
            "program": self.row.name,
            "n": self.row.n,
            "epsilon": str(EPSILON),
            "delta": str(DELTA),
            "delta_at_most": self.delta,
            "ordered_pairs": self.pairs,
            "milliseconds": self.milliseconds,
            "published": None if self.row.published is None else str(self.row.published),
            "contradicts_published": self.contradicted,
            **self.verdict.to_json(),
        }


def _rows() -> Iterator[EpsilonRow]:
    def holds(seconds: str) -> Published:
        return Published(True, seconds)

    late = Published(None, "600")
    svt, best, middle = (build(gaussian_of) for build in (above_threshold, largest, min_max))
    yield EpsilonRow("SVT-Gauss", 2, svt, holds("2.4"))
    yield EpsilonRow("SVT-Gauss", 5, svt, holds("76.7"))
    yield EpsilonRow("SVT-Gauss", 7, svt, None, heavy=True)
    for n, seconds in ((2, "1.3"), (3, "3.1"), (4, "303")):
        yield EpsilonRow("NoisyMax-Gauss", n, best, holds(seconds))
    yield EpsilonRow("NoisyMax-Gauss", 5, best, None, heavy=True)
    yield EpsilonRow("k-Min-Max-Gauss", 3, middle, holds("5.7"))
    yield EpsilonRow("k-Min-Max-Gauss", 4, middle, holds("335.7"))
    yield EpsilonRow("k-Min-Max-Gauss", 5, middle, None, heavy=True)
    svt, best = (build(laplace_of) for build in (above_threshold, largest))
    yield EpsilonRow("SVT-Laplace", 2, svt, holds("8.8"))
    yield EpsilonRow("SVT-Laplace", 5, svt, late)
    yield EpsilonRow("NoisyMax-Laplace", 3, best, holds("47.2"))
    yield EpsilonRow("NoisyMax-Laplace", 4, best, late)


ROWS = tuple(_rows())


def chosen_epsilon_rows(only: str | None = None, *, heavy: bool = True) -> list[EpsilonRow]:
    """The rows whose name contains `only`."""
    return [
        row for row in ROWS if (heavy or not row.heavy) and (only is None or only.lower() in row.name.lower())
    ]


def judged(row: EpsilonRow, clock: Callable[[], int] = time.process_time_ns) -> EpsilonEntry:
    """One row; the processor time is that of exploring and of the verdict."""
    start = clock()
    mechanism = CertifiedMechanism(row.program, cube(row.n, (0, 1)), all_pairs(), name=row.name)
    verdict = mechanism.audit(EPSILON, DELTA)
    milliseconds = (clock() - start) * 1000 // NANOSECONDS
    delta = str(mechanism.delta(EPSILON).upper(6))
    return EpsilonEntry(row, verdict, delta, len(mechanism.pairs), milliseconds)


def render_one_epsilon(entries: list[EpsilonEntry]) -> str:
    """The table as text; nothing for no entries."""
    if not entries:
        return ""
    rows = [
        (
            *(e.row.name, f"N = {e.row.n}", e.verdict.word, f"delta <= {e.delta}", f"{e.pairs} pairs"),
            *(f"{e.milliseconds} ms", "-" if e.row.published is None else f"[{e.row.published}]"),
            "CONTRADICTS THE PUBLISHED VERDICT" if e.contradicted else "",
        )
        for e in entries
    ]
    head = "at epsilon = 1/2, delta = 1/100, all pairs of {0, 1}^N, by certified integration:"
    return "\n".join([head, *table(rows, right={4, 5})]) + "\n"
