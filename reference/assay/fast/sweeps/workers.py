"""Where cells are computed: processes on this machine, or the workers of a Dask cluster.

A worker that dies takes nothing with it: its cells are given to another one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from multiprocessing import get_context
from typing import Any, cast

from ...errors import BudgetExceeded, InvalidValue
from .grid import Cell
from .task import compute

MAX_DEATHS = 5
"""A sweep whose workers keep dying is given up after so many deaths without a finished cell between."""


def here(task: str, cells: Sequence[Cell]) -> Iterator[tuple[Cell, str]]:
    """One after the other, in this process."""
    for cell in cells:
        yield cell, compute(task, dict(cell.parameters))


def local(task: str, cells: Sequence[Cell], workers: int | None = None) -> Iterator[tuple[Cell, str]]:
    """In processes of this machine, one a core unless `workers` is given, as they are finished."""
    left, deaths = dict.fromkeys(cells), 0
    while left:
        with ProcessPoolExecutor(workers or os.cpu_count(), get_context("spawn")) as pool:
            futures = {pool.submit(compute, task, dict(cell.parameters)): cell for cell in left}
            try:
                for future in as_completed(futures):
                    cell, result = futures[future], future.result()
                    del left[cell]
                    deaths = 0
                    yield cell, result
            except BrokenProcessPool:
                deaths += 1
                if deaths == MAX_DEATHS:
                    raise _given_up(len(left)) from None
            finally:
                pool.shutdown(cancel_futures=True)


def cluster(task: str, cells: Sequence[Cell], address: str) -> Iterator[tuple[Cell, str]]:
    """On the Dask cluster whose scheduler listens at the address, as they are finished.

    Raises InvalidValue where Dask is missing or nothing answers there.
    """
    try:
        distributed = cast(Any, import_module("distributed"))
    except ImportError:
        raise InvalidValue(
            f"scheduler {address!r} needs Dask, which is not installed; pip install 'assay[cluster]'"
        ) from None
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidValue(f"no Dask scheduler answers at {address!r} ({type(error).__name__})") from None
    with client:
        yield from _on_cluster(distributed, client, task, cells)


def _on_cluster(
    distributed: Any, client: Any, task: str, cells: Sequence[Cell]
) -> Iterator[tuple[Cell, str]]:
    """Submit all; the scheduler itself gives the cells of a dead worker to another."""
    left, deaths = list(cells), 0
    while left:
        futures: Mapping[Any, Cell] = {
            client.submit(compute, task, dict(cell.parameters), pure=False): cell for cell in left
        }
        failed = []
        for future in distributed.as_completed(futures, loop=client.loop):
            cell = futures[future]
            try:
                result = str(future.result())
            except distributed.scheduler.KilledWorker:
                failed.append(cell)
                continue
            yield cell, result
        deaths = deaths + 1 if len(failed) == len(left) else 0
        if deaths == MAX_DEATHS:
            raise _given_up(len(failed))
        left = failed


def _given_up(left: int) -> BudgetExceeded:
    return BudgetExceeded(
        f"workers died {MAX_DEATHS} times in a row, with {left} cells left (is memory short?); finished "
        "cells are kept: run the sweep again, with fewer workers",
        {"cells left": left},
    )
