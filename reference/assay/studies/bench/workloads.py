"""What the optimised engine is timed on, and the reference beside it at the sizes that it reaches.

for workload in WORKLOADS:
    for name, question in workload.questions:
        fast = spent(workload.make(workload.size), question)
        slow = reference(workload, name)
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from ... import mechanisms
from ...adjacency import all_pairs
from ...arguments import positive_integer
from ...dp import Dist, Mechanism
from ...exact import ln

Question: TypeAlias = "Callable[[Mechanism[Any, Any]], object]"


@dataclass(frozen=True)
class Workload:
    """A mechanism for every size, the size that is asked for, and sizes at which the reference ends soon.

    Without such sizes the reference is not run.
    """

    name: str
    make: Callable[[int], Mechanism[Any, Any]]
    size: int
    smaller: tuple[int, ...]
    questions: Mapping[str, Question]


@dataclass(frozen=True)
class Extrapolated:
    """Nanoseconds of the reference: measured at the smaller sizes, and what they say about the whole."""

    measured: Mapping[int, int]
    size: int

    @property
    def factor(self) -> Fraction:
        """How much longer one size more takes, by the two largest of those that were measured."""
        (_, before), (_, last) = sorted(self.measured.items())[-2:]
        return Fraction(last, before)

    @property
    def nanoseconds(self) -> Fraction:
        """The last measurement times that factor for each size that is missing."""
        at, last = max(self.measured.items())
        return last * self.factor ** (self.size - at)


def spent(mechanism: Mechanism[Any, Any], question: Question) -> tuple[int, object]:
    """Processor time of one answer in nanoseconds, rows included, and the answer."""
    start = time.process_time_ns()
    answer = question(mechanism)
    return time.process_time_ns() - start, answer


def reference(workload: Workload, question: str) -> Extrapolated | None:
    """The reference at the smaller sizes; its answers have to be those of the default engine.

    Raises ArithmeticError where they differ.
    """
    if not workload.smaller:
        return None
    measured: dict[int, int] = {}
    for size in workload.smaller:
        made = workload.make(size)
        measured[size], expected = spent(made.with_engine("reference"), workload.questions[question])
        answer = workload.questions[question](made)
        if answer != expected:
            raise ArithmeticError(f"{workload.name}, size {size}, {question}: {answer} and {expected}")
    return Extrapolated(measured, workload.size)


def noisy_bits(n: int) -> Mechanism[Any, Any]:
    """n bits, each kept with probability 3/4, all pairs of 2^n inputs."""
    return mechanisms.randomised_response_bits(n, ln(3), adjacency=all_pairs())


def sparse_vector(n: int) -> Mechanism[Any, Any]:
    """The sparse vector technique for n queries, with noise of seven values, on all 3^n answers."""
    return mechanisms.svt_lyu_su_li(ln(3), n=n, support=mechanisms.clamped(-3, 3))


def two_valued(n: int) -> Mechanism[Any, Any]:
    """One bit about a database of n bits, of a probability that no other database has, all pairs."""
    positive_integer(n, "n")

    def distribution(x: tuple[int, ...]) -> Dist[bool]:
        p = Fraction(1, 4) + Fraction(int("".join(map(str, x)), 2), 2 ** (n + 1))
        return Dist({True: p, False: 1 - p})

    return Mechanism(distribution, product((0, 1), repeat=n), all_pairs(), name="two values")


def _epsilon(mechanism: Mechanism[Any, Any]) -> object:
    found = mechanism.worst_case.epsilon()
    return found.value, found.pair


def _delta(mechanism: Mechanism[Any, Any]) -> object:
    found = mechanism.worst_case.delta(ln(2))
    return found.value, found.pair


def _profile(mechanism: Mechanism[Any, Any]) -> object:
    return mechanism.profile()


WORKLOADS = (
    Workload(
        "10 noisy bits, all 1,047,552 pairs",
        noisy_bits,
        10,
        (4, 5, 6),
        {"epsilon": _epsilon, "profile": _profile},
    ),
    Workload(
        "sparse vector, 8 queries, all neighbours",
        sparse_vector,
        8,
        (3, 4, 5),
        {"epsilon": _epsilon, "delta at ln 2": _delta, "profile": _profile},
    ),
    Workload(
        "two values on 12 bits, all 16,773,120 pairs",
        two_valued,
        12,
        (5, 6, 7),
        {"epsilon": _epsilon, "delta at ln 2": _delta},
    ),
)
"""The rows of the table of speed that the exact kernels answer for."""
