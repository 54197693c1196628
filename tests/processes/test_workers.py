"""Worker processes: every item comes to an end of its own, whatever the function does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path

import pytest

from assay.errors import AssayError, BudgetExceeded
from assay.processes.workers import work
from tests.processes.functions import noted, square, unsendable

ROOT = Path(__file__).parents[2]


def ends(items, jobs=1, seconds=60):
    return {done.item: done for done in work(square, deque(items), jobs, seconds)}


def test_every_item_has_its_end():
    found = ends([2, -1, -2, 3, -4, 4], jobs=2)
    assert {n: done.status for n, done in found.items()} == {
        2: "result",
        3: "result",
        4: "result",
        -1: "raised",
        -2: "died",
        -4: "raised",
    }
    assert [found[n].result() for n in (2, 3, 4)] == [4, 9, 16]
    assert found[-2].value == 7
    with pytest.raises(ArithmeticError, match="minus one"):
        found[-1].result()
    with pytest.raises(BudgetExceeded, match="ended with 7"):
        found[-2].result()
    with pytest.raises(AssayError, match="Fussy: fussy!"):
        found[-4].result()


@pytest.mark.slow
def test_one_that_is_late_is_ended_and_the_rest_goes_on():
    found = ends([-3, 5], seconds=1)
    assert (found[-3].status, found[5].value) == ("late", 25)
    with pytest.raises(BudgetExceeded, match="time is spent"):
        found[-3].result()


def test_a_result_that_cannot_be_sent_is_an_error():
    (done,) = work(unsendable, deque([1]), 1)
    with pytest.raises(Exception, match=r"pickle|local object"):
        done.result()


def test_what_is_put_back_is_done_again_and_what_is_cleared_is_not_begun():
    waiting, seen = deque([-2, 1, 2, 3]), []
    for done in work(square, waiting, 1):
        seen.append(done.item)
        if seen.count(-2) == 1 and done.item == -2:
            waiting.append(-2)
        elif done.item == 3:
            waiting.clear()
    assert seen == [-2, 1, 2, 3]


def test_nothing_to_do():
    assert list(work(square, deque(), 3)) == []


def test_from_a_thread():
    found = []
    thread = threading.Thread(target=lambda: found.append(ends([6])[6].value))
    thread.start()
    thread.join()
    assert found == [36]


def test_a_process_that_cannot_begin_is_told(tmp_path, capfd):
    script = tmp_path / "no_guard.py"
    script.write_text(
        "from collections import deque\nfrom assay.processes.workers import work\n"
        "from tests.processes.functions import square\nprint(list(work(square, deque([1]), 1)))\n"
    )
    path = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "reference"), str(ROOT)])}
    done = subprocess.run([sys.executable, script], env=path, capture_output=True, text=True, check=False)
    assert "before it could begin; its traceback is above" in done.stderr


def is_alive(pid: str) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are looked up in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_its_parent(tmp_path, how):
    script = tmp_path / "parent.py"
    script.write_text(
        "from collections import deque\nfrom assay.processes.workers import work\n"
        "from tests.processes.functions import noted\n"
        "if __name__ == '__main__':\n"
        # a shell that runs tests in the background lets them begin deaf to interrupts
        "    import signal\n    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"    list(work(noted, deque([{str(tmp_path / 'pids')!r}]), 1))\n"
    )
    (tmp_path / "pids").mkdir()
    path = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "reference"), str(ROOT)])}
    parent = subprocess.Popen([sys.executable, script], env=path, stderr=subprocess.DEVNULL)
    while not (noted_pids := list((tmp_path / "pids").iterdir())):
        assert parent.poll() is None
        time.sleep(0.05)
    parent.send_signal(how)
    parent.wait(60)
    for _ in range(200):
        if not is_alive(noted_pids[0].name):
            return
        time.sleep(0.1)
    raise AssertionError("the worker still runs")


@pytest.mark.slow
def test_a_reader_that_stops_ends_the_workers(tmp_path):
    (tmp_path / "pids").mkdir()
    ending = work(noted, deque([str(tmp_path / "pids")]), 1, 1)
    assert next(ending).status == "late"
    ending.close()
    (pid,) = (tmp_path / "pids").iterdir()
    assert not is_alive(pid.name)
