"""The exact kernels beside the reference, which is run at smaller sizes and extrapolated."""

from __future__ import annotations

import re
import resource
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter_ns

from ...processes.workers import work
from .workloads import WORKLOADS, Workload, reference, spent


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
