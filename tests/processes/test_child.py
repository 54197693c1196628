"""Commands, asked by lines or run to their end: no failure of them stops the run, or outlives it."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.processes import child as child_module
from assay.processes.child import Child, ChildFailed, NotStarted, run
from tests.processes.test_workers import is_alive

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


@settings(max_examples=20)
@given(
    st.lists(st.text(st.characters(blacklist_characters="\r\n", codec="utf-8"), max_size=300), max_size=20)
)
def test_lines_come_back_as_they_were_sent(lines):
    with Child(python(ECHO), 60) as echo:
        assert [echo.ask(line.encode() + b"\n").decode() for line in lines] == lines


def test_all_that_is_given_and_all_that_comes():
    code = "import sys; t = sys.stdin.read(); sys.stderr.write('x' * 300_000 + t[-3:]); print(t[::-1])"
    ended = run(python(code), 60, given="ab" * 200_000 + "cde")
    assert ended.status == 0
    assert ended.output == "edc" + "ba" * 200_000 + "\n"
    assert ended.errors.endswith("xcde")
    assert len(ended.errors) == child_module.REMEMBERED


def test_the_status_the_folder_and_the_environment(tmp_path):
    code = "import os, sys; print(os.getcwd(), os.environ['WORD']); sys.exit(5)"
    ended = run(python(code), 60, folder=tmp_path, environment={**os.environ, "WORD": "here"})
    assert (ended.status, ended.output) == (5, f"{os.path.realpath(tmp_path)} here\n")


def test_one_that_does_not_read_its_input_ends_as_it_likes():
    assert run(python("print(3)"), 60, given="x" * 1_000_000).output == "3\n"


@pytest.mark.parametrize("command", [["./there-is-no-such-program"], [], ["\0"]])
def test_what_does_not_start(command):
    with pytest.raises(NotStarted, match="does not start") as caught:
        run(command, 60)
    assert caught.value.status == "crashed"


@pytest.mark.slow
def test_what_hangs_is_ended_with_what_it_wrote():
    with pytest.raises(ChildFailed, match="within 1 s") as caught:
        run(python("import time; print('begun', flush=True); time.sleep(1000)"), 1)
    assert (caught.value.status, caught.value.output) == ("hung", b"begun\n")


@pytest.mark.slow
def test_one_that_closes_its_outputs_and_stays_is_late():
    with pytest.raises(ChildFailed, match="within 1 s"):
        run(python("import os, time; os.close(1); os.close(2); time.sleep(1000)"), 1)


@pytest.mark.parametrize("descriptor", [1, 2])
def test_what_floods_is_ended(descriptor, monkeypatch):
    monkeypatch.setattr(child_module, "LONGEST_OUTPUT", 1 << 20)
    monkeypatch.setattr(child_module, "LONGEST_NOISE", 1 << 20)
    with pytest.raises(ChildFailed, match="more than 1048576 bytes") as caught:
        run(python(f"import os\nwhile True: os.write({descriptor}, b'x' * 4096)"), 60)
    assert caught.value.status == "flooded"


def test_a_line_without_an_end_is_a_flood():
    with (
        Child(python("import os\nwhile True: os.write(1, b'x' * 4096)"), 60, reads=False) as endless,
        pytest.raises(ChildFailed, match="bytes for one prompt"),
    ):
        endless.another()


def test_lines_that_nobody_asked_for_are_no_flood():
    with Child(python("while True: print('x' * 99)"), 60, reads=False) as endless:
        assert {endless.another() for _ in range(100_000)} == {b"x" * 99}


def test_a_child_without_input_cannot_be_asked():
    with Child(python(ECHO), 60, reads=False) as deaf, pytest.raises(ChildFailed, match="no input"):
        deaf.ask(b"x\n")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("more", ["print('done')", "time.sleep(1000)"])
def test_what_a_child_has_started_ends_with_it(more, tmp_path):
    code = (
        "import subprocess, sys, time\n"
        "p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'], stdout=2, stderr=2)\n"
        f"print(p.pid, flush=True)\n{more}"
    )
    with pytest.raises(ChildFailed) as caught:  # the grandchild holds the error output open
        run(python(code), 2)
    pid = caught.value.output.decode().split()[0]
    for _ in range(100):
        if not is_alive(pid):
            return
        time.sleep(0.1)
    raise AssertionError("the grandchild still runs")


def test_from_threads():
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda n=n: found.append(run(python(f"print({n})"), 60).output))
        for n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [f"{n}\n" for n in range(4)]


def test_a_child_that_failed_begins_again():
    code = (
        "import sys\nfor line in sys.stdin:\n    if 'die' in line: sys.exit(3)\n    print('ok', flush=True)"
    )
    with Child(python(code), 60) as again:
        with pytest.raises(ChildFailed, match="ended with status 3"):
            again.ask(b"die\n")
        assert again.ask(b"live\n") == b"ok"
