"""Deciding SVT1 for all epsilon, and how the cost grows: run `python -m tests.benchmarks.decide_svt1`.

Time and memory should grow with the number of distinct ratios, not with that of the adjacent pairs.
"""

from __future__ import annotations

import resource
import sys
import time

from assay.decide.decision import decide, ratios
from assay.studies.literature.programs.sparse_vector import svt1
from assay.studies.literature.row import TWO_SIDED, Row

SIZES = {"discrete": (1, 2, 3, 4, 5, 6), "continuous": (1, 2, 3, 4, 5)}
PUBLISHED = {1: 17, 2: 116, 3: 703, 4: 4648}
"""Seconds of DiPC (LICS 2020), on its authors' machine."""


def measure(n: int, kind: str) -> str:
    """One size: processor seconds for exploring, collecting the ratios, and deciding."""
    start = time.process_time()
    mechanism = Row("SVT1", n, svt1, TWO_SIDED).mechanism(kind)
    explored = time.process_time()
    found = ratios(mechanism)
    collected = time.process_time()
    verdict = decide(mechanism)
    decided = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    steps = (explored - start, collected - explored, decided - collected)
    seconds = "explore {:7.2f}  ratios {:7.2f}  decide {:7.2f}".format(*steps)
    sizes = f"{found.pairs:7} pairs  {len(found.found):6} ratios  {memory:4} MB"
    return f"{n:2} {kind:10} {verdict.word:8} {seconds}  {sizes}  published {PUBLISHED.get(n, '-')}"


def main() -> None:
    """Print one line a size."""
    for kind, sizes in SIZES.items():
        for n in sizes:
            sys.stdout.write(measure(n, kind) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
