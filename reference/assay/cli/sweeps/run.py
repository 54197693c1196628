"""A sweep: what is not in the store yet is computed, kept as it comes, and all is returned in grid order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...arguments import positive_integer
from ...errors import InvalidType, InvalidValue
from .grid import Cell
from .store import Store
from .workers import cluster, here, load_task, local


@dataclass(frozen=True)
class Sweep:
    """The results in the order of the cells; how many were found in the store, how many computed."""

    results: tuple[tuple[Cell, str], ...]
    found: int
    computed: int


def run(
    task: str,
    cells: Sequence[Cell],
    store: Path | str,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: Callable[[str, int, int | None], None] = lambda what, done, total: None,
    stands: Callable[[str], bool] = lambda result: True,
) -> Sweep:
    """Run the task (an address, see `load_task`) over the cells.

    workers: processes on this machine, as many as cores unless given; 1 computes in this process.
    scheduler: the address of a Dask scheduler instead.  Interrupted, it resumes from the store.
    stands: whether a result in the store is still one; others are computed again.
    Raises InvalidType for cells that are none, InvalidValue for no cells or a bad number of workers, and what
    `Store` and `load_task` raise.
    """
    _check_cells(cells)
    if workers is not None:
        positive_integer(workers, "workers")
    load_task(task)
    with Store(store, task) as kept:
        known = {key: result for key, result in kept.results().items() if stands(result)}
        missing = [cell for cell in cells if cell.key(task) not in known]
        if scheduler is not None and missing:
            arriving = cluster(task, missing, scheduler)
        else:
            arriving = here(task, missing) if workers == 1 else local(task, missing, workers)
        for done, (cell, result) in enumerate(arriving, 1):
            kept.add(cell, result)
            known[cell.key(task)] = result
            progress("cells", len(cells) - len(missing) + done, len(cells))
    results = tuple((cell, known[cell.key(task)]) for cell in cells)
    return Sweep(results, len(cells) - len(missing), len(missing))


def _check_cells(cells: object) -> None:
    if not isinstance(cells, list | tuple) or not all(isinstance(cell, Cell) for cell in cells):
        raise InvalidType(
            f"cells = {cells!r} is a {type(cells).__name__}; give the list that grid(...) makes"
        )
    if not cells:
        raise InvalidValue(f"cells = {cells!r} is empty; give at least one cell")
