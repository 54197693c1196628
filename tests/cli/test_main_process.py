"""`assay` as a process: what a terminal, a pipe and an interrupt make of it."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time

import pytest

import assay
from tests.cli.command_line import ALMOST_RANDOM, assay_process, running, write
from tests.cli.command_line import assay as command_here

SLOW = """
@program
def slow(x):
    return sum(flip("1/2") << i for i in range(30)) + x

m = Mechanism(slow, [0, 1], adjacency.all_pairs())
"""


def start(*arguments, **options):
    return running(sys.executable, "-m", "assay", *map(str, arguments), **options)


@pytest.mark.slow
def test_the_module_and_the_command_are_the_same(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM)
    command = os.path.join(os.path.dirname(sys.executable), "assay")
    installed = subprocess.run([command, "audit", path], capture_output=True, text=True, check=True)
    assert installed.stdout == assay_process("audit", path).out


def test_version_and_help():
    assert assay_process("--version").out == f"assay {assay.__version__}\n"
    for arguments in (["--help"], ["audit", "--help"]):
        answer = assay_process(*arguments)
        assert (answer.status, answer.err) == (0, "")
        assert "audit" in answer.out
        assert "3  undecided" in answer.out


@pytest.mark.parametrize(
    ("options", "status"),
    [([], 0), (["--epsilon", "1"], 1), (["--epsilon", "nan"], 2), (["--max-states", "1"], 3)],
)
def test_the_exit_status_reaches_the_shell(tmp_path, options, status):
    text = ALMOST_RANDOM.replace("    if flip", "    sum(flip('1/2') for _ in range(9))\n    if flip", 1)
    assert assay_process("audit", write(tmp_path, text), *options).status == status


def test_an_interrupt_leaves_one_line(tmp_path):
    path = write(tmp_path, SLOW + "print('ready')\n")
    with start("audit", path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "assay: interrupted; nothing was decided\n")


@pytest.mark.slow
def test_a_pipe_gets_no_progress(tmp_path):
    answer = assay_process("audit", write(tmp_path, SLOW), "--timeout", "2.5")
    assert (answer.status, answer.err) == (3, "")


@pytest.mark.slow
def test_a_terminal_gets_progress_and_is_left_clean(tmp_path):
    ours, theirs = pty.openpty()
    command = ("audit", write(tmp_path, SLOW), "--timeout", "2.5")
    with start(*command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        shown = read_all(ours)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 3
    assert out.startswith("UNDECIDED")
    first, *frames = shown.split("\r\x1b[2K")
    assert len(frames) > 3
    assert first.startswith("\x1b[?25l")
    assert all(" states " in frame for frame in frames)
    assert shown.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")


def read_all(terminal):
    """Everything a terminal is sent until its other side is closed."""
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 1024)
        except OSError:  # how Linux reports the end
            break
        if not piece:
            break
        shown += piece
    os.close(terminal)
    return shown.decode()


def test_a_reader_that_leaves_early_does_not_change_the_verdict(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM)
    with start("audit", path, "--epsilon", "1", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        process.stdout = None
        err = process.stderr.read()
        assert (process.wait(timeout=60), err) == (1, "")


def test_a_full_disk_is_not_a_verdict(tmp_path):
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "assay", "audit", write(tmp_path, ALMOST_RANDOM)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("assay: error: ")


def test_a_verdict_is_printed_before_the_plot_is_tried(tmp_path, monkeypatch):
    from matplotlib.figure import Figure

    def fails(*arguments, **options):
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(Figure, "savefig", fails)
    path = write(tmp_path, ALMOST_RANDOM)
    answer = command_here("audit", path, "--epsilon", "1", "--plot", tmp_path / "a.png")
    assert answer.status == 1
    assert answer.out.startswith("REFUTED")
    assert answer.err == "assay: warning: no plot: planted\n"


def test_a_terminal_that_is_not_utf_8_shows_every_verdict(tmp_path):
    text = ALMOST_RANDOM.replace("def almost_random", "def beinahe_zufällig")
    path = write(tmp_path, text.replace("almost_random", "beinahe_zufällig"))
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "assay", "audit", path, "--epsilon", "1"]
    done = subprocess.run(command, capture_output=True, text=True, env=ascii_only, check=False)
    assert done.returncode == 1
    assert "REFUTED: beinahe_zuf\\xe4llig" in done.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_leaves_the_verdict_on_standard_error(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM)
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "assay", "audit", path, "--epsilon", "1"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert process.returncode == 2
    assert process.stderr.startswith("REFUTED")
    assert process.stderr.endswith("could not be written to standard output: No space left on device\n")
