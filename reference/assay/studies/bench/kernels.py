"""The exact kernels beside the reference, which is run at smaller sizes and extrapolated."""

from __future__ import annotations

import re
import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from time import perf_counter_ns
from typing import Any, TypeAlias

from ... import mechanisms
from ...adjacency import all_pairs
from ...arguments import positive_integer
from ...dp import Dist, Mechanism
from ...exact import ln
from ...processes.workers import work

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


@dataclass(frozen=True)
class KernelRow:
    """Seconds and megabytes of the engine; seconds of the reference, and what they rest on."""

    task: str
    seconds: float
    processor: float
    megabytes: int
    reference: float | None
    basis: str
    goal: str

    @property
    def ratio(self) -> float | None:
        """How many times faster the engine is, by processor time."""
        return None if self.reference is None else self.reference / self.processor


GOALS = {
    "noisy bits": ">= 100x the reference, < 2 s",
    "sparse vector": ">= 100x the reference",
    "two": "< 10 s, < 2 GB",
}


def kernel_rows(only: str) -> Iterator[KernelRow]:
    """One row a workload and question whose name contains the text; answers of both engines are compared."""
    for number, workload in enumerate(WORKLOADS):
        for question in workload.questions:
            name = _name(workload, question)
            if only not in name:
                continue
            wall, processor, megabytes = _alone(number, question)
            slow = reference(workload, question)
            basis = "" if slow is None else _basis(slow.measured, workload.size)
            yield KernelRow(
                name,
                wall / 1e9,
                processor / 1e9,
                megabytes,
                None if slow is None else float(slow.nanoseconds) / 1e9,
                basis,
                next((goal for word, goal in GOALS.items() if word in workload.name), ""),
            )


def kernel_names() -> list[str]:
    """What there is."""
    return [_name(workload, question) for workload in WORKLOADS for question in workload.questions]


def _name(workload: Workload, question: str) -> str:
    return f"{workload.name}: {question}"


def _alone(number: int, question: str) -> tuple[int, int, int]:
    """The engine in a process of its own, so that its peak of memory is its own."""
    (done,) = work(_measured, deque([(number, question)]), 1)
    return done.result()


def _measured(asked: tuple[int, str]) -> tuple[int, int, int]:
    """Wall and processor nanoseconds, and the largest memory of this process in megabytes."""
    number, question = asked
    workload = WORKLOADS[number]
    start = perf_counter_ns()
    processor, _ = spent(workload.make(workload.size), workload.questions[question])
    wall = perf_counter_ns() - start
    return wall, processor, peak_megabytes()


def peak_megabytes() -> int:
    """The largest memory that this process has had.

    Linux keeps in `ru_maxrss` what the process was that started this one; its own peak is VmHWM.
    """
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"^VmHWM:\s*(\d+) kB", status.read_text(encoding="ascii", errors="replace"), re.M)
        if found is not None:
            return int(found[1]) // 1024
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10  # bytes there, kilobytes elsewhere
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def _basis(measured: object, size: int) -> str:
    sizes = sorted(measured) if isinstance(measured, dict) else []
    if size in sizes:
        return "measured"
    return f"extrapolated from size {' and '.join(map(str, sizes[-2:]))} to {size}"
