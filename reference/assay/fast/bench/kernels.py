"""The exact kernels beside the reference, which is run at smaller sizes and extrapolated."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter_ns

from ..workloads import WORKLOADS, reference, spent


@dataclass(frozen=True)
class KernelRow:
    """Seconds of the engine; those of the reference, measured or extrapolated, and what they rest on."""

    task: str
    seconds: float
    processor: float
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
    for workload in WORKLOADS:
        for question, ask in workload.questions.items():
            name = f"{workload.name}: {question}"
            if only not in name:
                continue
            start = perf_counter_ns()
            processor, _ = spent(workload.make(workload.size), ask)
            wall = perf_counter_ns() - start
            slow = reference(workload, question)
            basis = "" if slow is None else _basis(slow.measured, workload.size)
            yield KernelRow(
                name,
                wall / 1e9,
                processor / 1e9,
                None if slow is None else float(slow.nanoseconds) / 1e9,
                basis,
                next((goal for word, goal in GOALS.items() if word in workload.name), ""),
            )


def kernel_names() -> list[str]:
    """What there is."""
    return [f"{workload.name}: {question}" for workload in WORKLOADS for question in workload.questions]


def megabytes() -> int:
    """The largest memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _basis(measured: object, size: int) -> str:
    sizes = sorted(measured) if isinstance(measured, dict) else []
    if size in sizes:
        return "measured"
    return f"extrapolated from size {' and '.join(map(str, sizes[-2:]))} to {size}"
