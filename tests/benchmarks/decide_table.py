"""The whole table of the literature: run `python -m tests.benchmarks.decide_table` (minutes).

One line a row as it is decided: processor seconds, adjacent pairs, distinct ratios, the memory so far, and
what was published.  Time and memory should grow with the ratios.
"""

from __future__ import annotations

import resource
import sys
import time

from assay.studies.literature.sampled_table import chosen_samples, measured
from assay.studies.literature.table import chosen, entry


def memory() -> int:
    """The largest memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def show(text: str) -> None:
    """One line, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    """Print one line a row, and the totals."""
    start = time.process_time()
    pairs = ratios = 0
    for row, kind in chosen():
        e = entry(row, kind)
        pairs, ratios = pairs + e.pairs, ratios + e.ratios
        published = "-" if row.published is None else str(row.published)
        sizes = f"{e.pairs:7} pairs {e.ratios:5} ratios {memory():4} MB"
        head = f"{row.name:20} {row.n:2} {kind:10} {e.verdict.word:9}"
        show(f"{head} {e.milliseconds / 1000:7.2f} s  {sizes}  published {published}")
    show(f"{time.process_time() - start:.1f} s, {pairs} pairs, {ratios} distinct ratios, {memory()} MB")
    for sample in chosen_samples():
        m = measured(sample)
        value = str(m.exact.decimal(6))
        show(f"{sample.name:28} {m.milliseconds / 1000:7.2f} s  exact {value:9} sampled {sample.sampled}")
    show(f"{time.process_time() - start:.1f} s in all, {memory()} MB")


if __name__ == "__main__":
    main()
