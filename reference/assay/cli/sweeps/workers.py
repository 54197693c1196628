"""What is computed at a cell, and where: in processes on this machine, or by the workers of a Dask cluster.

A task is a function, by its address, from parameters to a text, always the same.  A worker that dies takes
nothing with it: its cells are given to another one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias, cast

from ...errors import BudgetExceeded, InvalidType, InvalidValue
from ...processes.workers import cores, work
from .grid import Cell

MAX_DEATHS = 5
"""A sweep whose workers keep dying is given up after so many deaths without a finished cell between."""


Task: TypeAlias = Callable[[Mapping[str, str]], str]
"""It must be deterministic: results are kept, and never computed again."""


def load_task(address: str) -> Task:
    """The function at "package.module:name".

    Raises InvalidType for what is no text, InvalidValue where there is no such function.
    """
    given: object = address
    if not isinstance(given, str):
        raise InvalidType(
            f"task = {given!r} is a {type(given).__name__}; write the address of a function, "
            "package.module:name"
        )
    module, colon, name = address.partition(":")
    try:
        found: object = getattr(import_module(module), name) if colon and name else None
    except (ImportError, AttributeError, ValueError):
        found = None
    if not callable(found):
        raise InvalidValue(f"task {address!r} is not the address of a function; write package.module:name")
    task: Task = found
    return task


def compute(address: str, parameters: Mapping[str, str]) -> str:
    """The result at one cell; runs in a worker.  Raises InvalidValue for a result that is no text."""
    result: object = load_task(address)(parameters)
    if not isinstance(result, str):
        raise InvalidValue(
            f"task {address} returned {result!r}, a {type(result).__name__}; it has to return text"
        )
    return result


def here(task: str, cells: Sequence[Cell]) -> Iterator[tuple[Cell, str]]:
    """One after the other, in this process."""
    for cell in cells:
        yield cell, _computed(task, cell)


def local(task: str, cells: Sequence[Cell], workers: int | None = None) -> Iterator[tuple[Cell, str]]:
    """In processes of this machine, one a core unless `workers` is given, as they are finished.

    An error of a task is raised when no other cell is at work.
    """
    jobs, waiting = workers or cores(), deque(cells)
    failure: BaseException | None = None
    deaths, left = 0, len(cells)
    for done in work(partial(_computed, task), waiting, jobs):
        if done.status == "result":
            deaths, left = 0, left - 1
            yield done.item, done.result()
        elif done.status == "died":
            deaths += 1
            if deaths == MAX_DEATHS * jobs:
                raise _given_up(left)
            waiting.append(done.item)
        elif failure is None:
            failure = done.value
        if failure is not None:
            waiting.clear()
    if failure is not None:
        raise failure


def _computed(task: str, cell: Cell) -> str:
    return compute(task, dict(cell.parameters))


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
    _check_address(address)
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as error:
        raise InvalidValue(
            f"no Dask scheduler answers at {address!r} ({type(error).__name__}); start one with "
            "`dask scheduler`, and workers with `dask worker`, and give the address that it prints"
        ) from None
    with client:
        yield from _on_cluster(distributed, client, task, cells)


def _check_address(address: str) -> None:
    """Refuse what is no address; Dask itself takes its time, and leaves a traceback."""
    scheme, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if scheme not in ("", "tcp", "tls", "ucx", "ws", "wss") or not host or not port.isdecimal():
        raise InvalidValue(
            f"scheduler {address!r} is not the address of a Dask scheduler; write tcp://HOST:PORT, such as "
            "tcp://10.0.0.1:8786"
        )


def _on_cluster(
    distributed: Any, client: Any, task: str, cells: Sequence[Cell]
) -> Iterator[tuple[Cell, str]]:
    """Submit all; the scheduler itself gives the cells of a dead worker to another."""
    left, deaths = list(cells), 0
    while left:
        futures: Mapping[Any, Cell] = {
            client.submit(compute, task, dict(cell.parameters), pure=False): cell for cell in left
        }
        failed: list[Cell] = []
        failure: Exception | None = None
        for future in distributed.as_completed(futures, loop=client.loop):
            try:
                yield futures[future], str(future.result())
            except distributed.scheduler.KilledWorker:
                failed.append(futures[future])
            except CancelledError:
                if failure is None:
                    raise _lost(client) from None
            except Exception as error:
                if failure is None:
                    failure = error
                    client.cancel([f for f in futures if f.status == "pending"])
        if failure is not None:
            raise failure
        deaths = deaths + 1 if len(failed) == len(left) else 0
        if deaths == MAX_DEATHS:
            raise _given_up(len(failed))
        left = failed


def _lost(client: Any) -> BudgetExceeded:
    return BudgetExceeded(
        f"the Dask scheduler at {client.scheduler.address!r} was lost; finished cells are kept: run the "
        "sweep again, with a scheduler or without one"
    )


def _given_up(left: int) -> BudgetExceeded:
    return BudgetExceeded(
        f"workers died {MAX_DEATHS} times in a row, with {left} cells left (is memory short?); finished "
        "cells are kept: run the sweep again, with fewer workers",
        {"cells left": left},
    )
