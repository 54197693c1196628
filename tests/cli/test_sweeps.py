"""Sweeps: nothing lost, nothing computed twice, the same bits whatever computes them."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.cli.sweeps import Cell, Store, grid, run
from assay.cli.sweeps import store as store_module
from assay.errors import BudgetExceeded, InvalidType, InvalidValue

TASK = "tests.cli.sweeps_task:square"
ROOT = Path(__file__).parents[2]


def numbers(count: int, **more: str) -> list[Cell]:
    return grid({**{name: [value] for name, value in more.items()}, "n": [str(n) for n in range(count)]})


def answers(sweep):
    return [(dict(cell.parameters)["n"], result) for cell, result in sweep.results]


EXPECTED = [(str(n), str(n * n)) for n in range(12)]


def calls(log: Path) -> list[str]:
    return sorted(path.name.partition("-")[0] for path in log.iterdir() if path.name != "died")


@pytest.fixture
def log(tmp_path):
    folder = tmp_path / "log"
    folder.mkdir()
    return folder


@pytest.fixture
def importable(monkeypatch):
    """Workers find the tests as the main process does."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@settings(max_examples=4, deadline=None)
@given(order=st.permutations(range(12)))
def test_any_order_gives_the_same_results(order, tmp_path_factory):
    cells = numbers(12)
    shuffled = run(TASK, [cells[i] for i in order], tmp_path_factory.mktemp("s") / "a.sqlite", workers=1)
    assert sorted(answers(shuffled), key=lambda pair: int(pair[0])) == EXPECTED


def test_any_number_of_workers_gives_the_same_results(tmp_path, importable):
    for workers in (1, 2):
        assert answers(run(TASK, numbers(12), tmp_path / f"{workers}.sqlite", workers)) == EXPECTED


def test_a_stopped_sweep_resumes_without_loss_or_recomputation(tmp_path, log):
    store, cells = tmp_path / "s.sqlite", numbers(12, log=str(log))
    with pytest.raises(KeyboardInterrupt):
        run("tests.cli.sweeps_task:fails", cells, store, workers=1)
    assert calls(log) == ["0", "1", "2", "3", "4"]
    with Store(store, "tests.cli.sweeps_task:fails") as kept:
        assert len(kept.results()) == 5
        for cell in cells[5:8]:
            kept.add(cell, "kept")
    with pytest.raises(InvalidValue, match="another file"):
        run(TASK, cells, store, workers=1)
    done = run("tests.cli.sweeps_task:fails", cells[:5] + cells[5:8], store, workers=1)
    assert (done.found, done.computed) == (8, 0)
    assert calls(log) == ["0", "1", "2", "3", "4"]


def test_a_second_run_computes_nothing(tmp_path, log):
    cells = numbers(6, log=str(log))
    first = run(TASK, cells, tmp_path / "s.sqlite", workers=1)
    second = run(TASK, cells, tmp_path / "s.sqlite", workers=1)
    assert first.results == second.results
    assert (second.found, second.computed) == (6, 0)
    assert calls(log) == [str(n) for n in range(6)]


def test_a_local_worker_that_dies_takes_nothing_with_it(tmp_path, log, importable):
    done = run("tests.cli.sweeps_task:dies_once", numbers(12, log=str(log)), tmp_path / "s.sqlite", workers=2)
    assert (log / "died").exists()
    assert answers(done) == EXPECTED


@pytest.mark.slow
def test_a_killed_sweep_keeps_what_was_finished(tmp_path, log):
    store = tmp_path / "s.sqlite"
    script = (
        "from pathlib import Path\n"
        "from assay.cli.sweeps import run\n"
        "from tests.cli.test_sweeps import numbers\n"
        f"run('tests.cli.sweeps_task:slow_square', numbers(12, log={str(log)!r}), Path({str(store)!r}), 1)"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=ROOT)
    while len(calls(log)) < 4:
        assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = len(calls(log))
    done = run("tests.cli.sweeps_task:slow_square", numbers(12, log=str(log)), store, workers=1)
    assert answers(done) == EXPECTED
    assert done.found >= 3
    assert len(calls(log)) == before + done.computed


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are looked up in /proc")
def test_the_workers_of_a_killed_sweep_end(tmp_path, log):
    script = (
        "from pathlib import Path\n"
        "from assay.cli.sweeps import run\n"
        "from tests.cli.test_sweeps import numbers\n"
        "if __name__ == '__main__':\n"
        f"    cells = numbers(200, log={str(log)!r})\n"
        f"    run('tests.cli.sweeps_task:slow_square', cells, Path({str(tmp_path / 's.sqlite')!r}), 2)\n"
    )
    (tmp_path / "sweep.py").write_text(script)
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, tmp_path / "sweep.py"], env=path)
    while len(calls(log)) < 4:
        assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    workers = {int(each.name.split("-")[1]) for each in log.iterdir()}
    assert len(workers) == 2
    for _ in range(200):
        if not any(map(is_alive, workers)):
            return
        time.sleep(0.1)
    raise AssertionError(f"{workers} still run")


@pytest.mark.slow
def test_an_error_of_one_cell_loses_no_other(tmp_path, log, importable):
    store, cells = tmp_path / "s.sqlite", numbers(6, log=str(log))
    with pytest.raises(ArithmeticError, match="cell 0"):
        run("tests.cli.sweeps_task:raises", cells, store, workers=2)
    with Store(store, "tests.cli.sweeps_task:raises") as kept:
        assert sorted(kept.results().values()) == sorted(str(int(n) ** 2) for n in calls(log))
        assert len(kept.results()) == 5


@pytest.mark.slow
@pytest.mark.peer
def test_a_scheduler_that_is_lost_is_one_line_and_loses_no_cell(tmp_path, log, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="pip install 'assay[cluster]'")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    cells, store = numbers(200, log=str(log)), tmp_path / "c.sqlite"
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:

        def stop(what: str, done: int, total: int | None) -> None:
            if done == 3:
                cluster.close()

        with pytest.raises(BudgetExceeded, match="was lost; finished cells are kept"):
            run(
                "tests.cli.sweeps_task:slow_square",
                cells,
                store,
                scheduler=cluster.scheduler_address,
                progress=stop,
            )
    with Store(store, "tests.cli.sweeps_task:slow_square") as kept:
        assert len(kept.results()) >= 3


@pytest.mark.slow
@pytest.mark.peer
def test_a_cluster_that_loses_a_worker_gives_the_complete_and_identical_result(tmp_path, log, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="pip install 'assay[cluster]'")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    task, cells = "tests.cli.sweeps_task:slow_square", numbers(24, log=str(log))
    killed = []

    def kill_one(what: str, done: int, total: int | None) -> None:
        if done == 4 and not killed:
            victim = next(iter(cluster.workers.values()))
            killed.append(victim.pid)
            os.kill(victim.pid, signal.SIGKILL)

    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        done = run(task, cells, tmp_path / "c.sqlite", scheduler=cluster.scheduler_address, progress=kill_one)
    assert killed
    assert done.computed == 24
    alone = run(TASK, cells, tmp_path / "l.sqlite", workers=1)
    assert done.results == alone.results


def test_no_dask_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InvalidValue, match=r"pip install 'assay\[cluster\]'"):
        run(TASK, numbers(2), tmp_path / "s.sqlite", scheduler="tcp://127.0.0.1:1")


@pytest.mark.slow
@pytest.mark.peer
def test_no_scheduler_is_one_line(tmp_path):
    pytest.importorskip("distributed", reason="pip install 'assay[cluster]'")
    with pytest.raises(InvalidValue, match="no Dask scheduler answers"):
        run(TASK, numbers(2), tmp_path / "s.sqlite", scheduler="tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    "address", ["", "nowhere", "http://x:80", "127.0.0.1", "tcp://host", "tcp://:1", "x:y"]
)
def test_what_is_no_address_is_told_at_once(address, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace())
    with pytest.raises(InvalidValue, match=r"write tcp://HOST:PORT") as caught:
        run(TASK, numbers(2), tmp_path / "s.sqlite", scheduler=address)
    assert repr(address) in str(caught.value)


def test_a_database_of_something_else_is_not_written_to(tmp_path):
    for table in ("bookmarks", "meta"):
        path = tmp_path / f"{table}.sqlite"
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(f"CREATE TABLE {table} (name, value)")
        before = path.read_bytes()
        with pytest.raises(InvalidValue, match="something else"):
            run(TASK, numbers(2), path, workers=1)
        assert path.read_bytes() == before


def test_a_file_that_another_process_writes_to_is_not_to_be_deleted(finished, monkeypatch):
    monkeypatch.setattr(store_module, "PATIENCE", 0)
    with closing(sqlite3.connect(finished, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InvalidValue, match="another process is writing to it: wait") as caught:
            run(TASK, numbers(2), finished, workers=1)
    assert "delete" not in str(caught.value)
    assert run(TASK, numbers(6), finished, workers=1).computed == 0


def test_a_name_that_sqlite_reads_otherwise_is_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for expected in (2, 0):
        assert run(TASK, numbers(2), Path(":memory:"), workers=1).computed == expected


def test_two_sweeps_of_one_file(tmp_path):
    """Side by side, cell by cell: the second finds what the first kept when it began."""
    store = tmp_path / "s.sqlite"
    with Store(store, TASK) as first, Store(store, TASK) as second:
        first.add(numbers(1)[0], "0")
        second.add(numbers(1)[0], "0")
        second.add(numbers(2)[1], "1")
        assert first.results() == second.results()


@pytest.fixture
def finished(tmp_path):
    run(TASK, numbers(6), tmp_path / "s.sqlite", workers=1)
    return tmp_path / "s.sqlite"


def test_a_changed_result_is_noticed(finished):
    with closing(sqlite3.connect(finished)) as connection, connection:
        connection.execute("UPDATE cells SET result = '7' WHERE result = '9'")
    with pytest.raises(InvalidValue, match="digest"):
        run(TASK, numbers(6), finished, workers=1)


@pytest.mark.parametrize("mark", [b"SQLite format", b"CREATE TABLE cells", b'{"n": "3"}'])
def test_a_damaged_file_is_noticed(finished, mark):
    data = bytearray(finished.read_bytes())
    where = data.index(mark)
    data[where : where + 60] = b"\xff" * 60
    finished.write_bytes(data)
    with pytest.raises(InvalidValue, match=r"damaged|cannot be used"):
        run(TASK, numbers(6), finished, workers=1)


def test_bad_input(tmp_path):
    store = tmp_path / "s.sqlite"
    with pytest.raises(InvalidValue, match="empty"):
        run(TASK, [], store)
    for cells in (None, 3, "ab", [1], {"n": ["1"]}):
        with pytest.raises(InvalidType, match=r"cells = .* give the list that grid"):
            run(TASK, cells, store)
    for path in (None, 3, b"s"):
        with pytest.raises(InvalidType, match="give the path of a file"):
            run(TASK, numbers(1), path)
    for task in (None, 3, len):
        with pytest.raises(InvalidType, match=r"package\.module:name"):
            run(task, numbers(1), store)
    for axes in (None, [], "abc", {1: ["1"]}):
        with pytest.raises(InvalidType, match="mapping from names"):
            grid(axes)
    with pytest.raises(InvalidValue, match="at least one"):
        grid({})
    assert not store.exists()
    assert run(TASK, numbers(1), str(tmp_path / "text.sqlite"), workers=1).computed == 1
    for workers in (0, -1, True, "2"):
        with pytest.raises((InvalidValue, InvalidType), match=r"workers = .* give an int"):
            run(TASK, numbers(2), store, workers)
    for task in ("nowhere:f", "tests.cli.sweeps_task", "tests.cli.sweeps_task:none", "", ":"):
        with pytest.raises(InvalidValue, match="task"):
            run(task, numbers(2), store)
    with pytest.raises(InvalidValue, match="text"):
        run("tests.cli.sweeps_task:no_text", numbers(1), tmp_path / "t.sqlite", workers=1)
    with pytest.raises(InvalidValue, match="no values"):
        grid({"n": []})
    with pytest.raises(InvalidValue, match="twice"):
        grid({"n": ["1", "1"]})
    with pytest.raises(InvalidType, match="list of texts"):
        grid({"n": "12"})
    with pytest.raises(InvalidType, match="int"):
        grid({"n": ["1", 2]})
    with pytest.raises(InvalidValue, match="cannot be used"):
        run(TASK, numbers(2), tmp_path / "missing" / "s.sqlite")
    (tmp_path / "text").write_text("no database, but long enough to look at\n" * 40)
    with pytest.raises(InvalidValue, match="cannot be used"):
        run(TASK, numbers(2), tmp_path / "text")
