"""Odometers in a file, files that were changed by hand, forks, threads, and a kill at any moment."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from fractions import Fraction
from threading import Thread

import pytest

from assay.adjacency import add_remove_one, all_pairs, replace_one
from assay.composition.filters import (
    BasicFilter,
    ConcentratedOdometer,
    ExactFilter,
    IndividualFilter,
    PureOdometer,
    RenyiOdometer,
    SavedFilter,
    SavedOdometer,
)
from assay.dp import Dist, Mechanism
from assay.errors import AssayError, BudgetExceeded, InvalidType, InvalidValue
from assay.exact import INFINITY, certified, ln
from assay.notions import ConcentratedGuarantee
from assay.theorems import Guarantee

ABOUT = {"adjacency": replace_one()}
SMALL = Guarantee("1/100", **ABOUT)
ODOMETERS = [
    lambda: PureOdometer(**ABOUT),
    lambda: RenyiOdometer(3, **ABOUT),
    lambda: ConcentratedOdometer("1/8", **ABOUT),
]


@pytest.mark.parametrize("make", ODOMETERS, ids=["pure", "renyi", "concentrated"])
def test_an_odometer_is_reopened_where_it_was(tmp_path, make):
    path, alone = tmp_path / "odometer.db", make()
    book = SavedOdometer(path, make())
    assert book.spent("1/10") == alone.spent("1/10")
    for i, cost in enumerate(["1/3", ln("5/4"), ln(3) / 7]):
        assert book.spend(Guarantee(cost, **ABOUT), str(i))
        assert not SavedOdometer(path, make()).spend(Guarantee(cost, **ABOUT), str(i))
        alone.spend(Guarantee(cost, **ABOUT))
    again, exact = SavedOdometer(path, make()).spent("1/10"), certified(alone.spent("1/10"))
    tiny = Fraction(1, 10**30)
    assert certified(again) + tiny > exact > certified(again) - tiny
    assert book.rounds == alone.rounds == 3
    book.spend(Guarantee(0, "1/10", **ABOUT), "leak")
    assert SavedOdometer(path, make()).spent("1/10") == INFINITY
    book.spend(Guarantee(0, **ABOUT), "after")
    assert book.spent("1/10") == INFINITY


def test_what_is_no_odometer(tmp_path):
    with pytest.raises(InvalidType, match="budget is"):
        SavedOdometer(tmp_path / "x.db", BasicFilter(1, **ABOUT))
    with pytest.raises(InvalidType, match="budget is"):
        SavedFilter(tmp_path / "x.db", PureOdometer(**ABOUT))
    with pytest.raises(InvalidValue, match="does not say its adjacency"):
        SavedOdometer(tmp_path / "x.db", PureOdometer())
    SavedOdometer(tmp_path / "x.db", PureOdometer(**ABOUT))
    with pytest.raises(InvalidValue, match="holds the budget"):
        SavedOdometer(tmp_path / "x.db", RenyiOdometer(2, **ABOUT))


# One key, one round


def bit(p):
    return Mechanism({0: Dist.bernoulli(p), 1: Dist.bernoulli(1 - Fraction(p))}, [0, 1], all_pairs())


def test_another_mechanism_of_the_same_cost_is_not_paid_for(tmp_path):
    book = SavedFilter(tmp_path / "b.db", BasicFilter(1, adjacency=all_pairs(), domain=[0, 1]))
    one = Mechanism(bit("1/3").distribution, [0, 1], all_pairs())
    other = Mechanism({0: Dist.bernoulli("2/3"), 1: Dist.bernoulli("1/3")}, [0, 1], all_pairs())
    assert one.epsilon() == other.epsilon()
    assert book.spend(one, "q")
    assert not book.spend(Mechanism(bit("1/3").distribution, [0, 1], all_pairs()), "q")
    with pytest.raises(InvalidValue, match="give each round a key of its own"):
        book.spend(other, "q")
    assert book.rounds == 1


# By hand


CHANGES = {
    "a smaller sum": "UPDATE rounds SET sums = '1/100 0' WHERE n = 3",
    "a smaller cost": "UPDATE rounds SET cost = '0 0', sums = '1/50 0' WHERE n = 3",
    "a line less": "DELETE FROM rounds WHERE n = 2",
    "a line more": "INSERT INTO rounds VALUES (4, 'x', '', '-1 0', '-97/100 0', '')",
    "no number": "UPDATE rounds SET cost = 'free 0' WHERE n = 3",
    "bytes": "UPDATE rounds SET sums = x'00' WHERE n = 3",
    "a zero below": "UPDATE rounds SET cost = '1/0 0' WHERE n = 3",
    "one number less": "UPDATE rounds SET cost = '1/100' WHERE n = 3",
    "another key": "UPDATE rounds SET key = 'other' WHERE n = 3",
    "an older line": "UPDATE rounds SET cost = '0 0' WHERE n = 1",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_file_that_was_changed_is_refused(tmp_path, change):
    path = tmp_path / "b.db"
    book = SavedFilter(path, BasicFilter(1, **ABOUT))
    for i in range(3):
        book.spend(SMALL, str(i))
    file = sqlite3.connect(path)
    file.execute(change)
    file.commit()
    file.close()
    with pytest.raises(InvalidValue, match="was changed by hand"):
        SavedFilter(path, BasicFilter(1, **ABOUT))
    if "n = 1" not in change:
        with pytest.raises(InvalidValue, match="was changed by hand"):
            book.spend(SMALL, "more")


def test_other_terms_put_into_the_file_are_noticed(tmp_path):
    path = tmp_path / "b.db"
    SavedFilter(path, BasicFilter(1, **ABOUT)).spend(SMALL, "one")
    file = sqlite3.connect(path)
    terms = SavedFilter(tmp_path / "other.db", BasicFilter(100, **ABOUT)).terms
    file.execute("UPDATE budget SET terms = ?", (terms,))
    file.commit()
    file.close()
    with pytest.raises(InvalidValue, match="was changed by hand"):
        SavedFilter(path, BasicFilter(100, **ABOUT))


def test_what_is_no_file_of_ours(tmp_path):
    (tmp_path / "text").write_text("not a database, and long enough to be seen as none" * 10)
    with pytest.raises(AssayError, match="nothing was spent"):
        SavedFilter(tmp_path / "text", BasicFilter(1, **ABOUT))
    with pytest.raises(AssayError, match="nothing was spent"):
        SavedFilter(tmp_path / "none" / "b.db", BasicFilter(1, **ABOUT))


def test_a_link_is_the_same_file(tmp_path):
    SavedFilter(tmp_path / "b.db", BasicFilter("1/100", **ABOUT)).spend(SMALL, "one")
    (tmp_path / "link.db").symlink_to(tmp_path / "b.db")
    with pytest.raises(BudgetExceeded):
        SavedFilter(tmp_path / "link.db", BasicFilter("1/100", **ABOUT)).spend(SMALL, "two")


# Processes and threads


def in_a_fork(action):
    """The name of the error that an action ends with in a child process, or nothing."""
    out, into = os.pipe()
    child = os.fork()
    if not child:
        try:
            action()
            found = b"nothing"
        except BaseException as error:
            found = type(error).__name__.encode()
        os.write(into, found)
        os._exit(0)
    os.close(into)
    os.waitpid(child, 0)
    with os.fdopen(out, "rb") as read:
        return read.read().decode()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_has_no_budget_of_its_own(tmp_path):
    people = IndividualFilter(BasicFilter(1, adjacency=add_remove_one()))
    exact = ExactFilter([0, 1], all_pairs(), 1)
    basic, odometer = BasicFilter(1, **ABOUT), PureOdometer(**ABOUT)
    for action in (
        lambda: basic.spend(SMALL),
        lambda: odometer.spend(SMALL),
        lambda: people.spend({"a": Guarantee(0, adjacency=people.scope.adjacency)}),
        lambda: exact.spend(bit("1/2")),
        lambda: basic.look_ahead().spend(SMALL),
    ):
        assert in_a_fork(action) == "InvalidValue"
    book = SavedFilter(tmp_path / "b.db", BasicFilter("1/100", **ABOUT))
    assert in_a_fork(lambda: book.spend(SMALL, "child")) == "nothing"
    with pytest.raises(BudgetExceeded):
        book.spend(SMALL, "parent")


def test_threads_share_one_file(tmp_path):
    book, taken = SavedFilter(tmp_path / "b.db", BasicFilter("1/10", **ABOUT)), []

    def run(name):
        for i in range(5):
            try:
                taken.append(book.spend(SMALL, f"{name} {i}"))
            except BudgetExceeded:
                return

    threads = [Thread(target=run, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert taken == [True] * 10


WORKER = """
import sys, time
from assay.adjacency import replace_one
from assay.errors import BudgetExceeded
from assay.composition.filters import BasicFilter, SavedFilter
from assay.theorems import Guarantee
path, log = sys.argv[1:]
about = {"adjacency": replace_one()}
with open(log, "a", buffering=1) as out:
    out.write("begin\\n")
    book = SavedFilter(path, BasicFilter("1/4", **about))
    for i in range(60):
        try:
            taken = book.spend(Guarantee("1/100", **about), str(i))
        except BudgetExceeded:
            break
        out.write(f"ran {i} {taken}\\n")
"""


@pytest.mark.slow
def test_a_kill_at_any_moment(tmp_path):
    """From the making of the file to the last round: whatever ran was paid for, and paid for once."""
    source = random.Random(5)
    for attempt in range(2):
        path, log = tmp_path / f"{attempt}.db", tmp_path / f"{attempt}.log"
        log.touch()
        for _ in range(6):
            process = subprocess.Popen([sys.executable, "-c", WORKER, str(path), str(log)], env=os.environ)
            seen = log.read_text().count("begin")
            while log.read_text().count("begin") == seen and process.poll() is None:
                time.sleep(0.002)
            time.sleep(source.random() * 0.1)
            process.send_signal(signal.SIGKILL)
            process.wait()
        ran = [line.split() for line in log.read_text().splitlines() if line.startswith("ran")]
        book = SavedFilter(path, BasicFilter("1/4", **ABOUT))
        file = sqlite3.connect(path)
        keys = {key for (key,) in file.execute("SELECT key FROM rounds")}
        file.close()
        assert {key for _, key, *_ in ran} <= keys
        assert len(keys) == book.rounds <= 25
        assert book.spent[0] == Fraction(len(keys), 100)
        paid = [key for _, key, *rest in ran if rest == ["True"]]
        assert len(paid) == len(set(paid)) <= len(keys)


def test_a_full_disk_or_a_closed_file_spends_nothing(tmp_path):
    path = tmp_path / "b.db"
    book = SavedFilter(path, BasicFilter(1, **ABOUT))
    book.spend(SMALL, "one")
    shutil.copy(path, tmp_path / "kept.db")
    path.unlink()
    path.mkdir()
    with pytest.raises(AssayError, match="nothing was spent"):
        book.spend(SMALL, "two")
    path.rmdir()
    shutil.copy(tmp_path / "kept.db", path)
    assert book.spend(SMALL, "two")


def test_a_certified_round_is_saved_too(tmp_path):
    book = SavedOdometer(tmp_path / "o.db", ConcentratedOdometer("1/8", **ABOUT))
    book.spend(ConcentratedGuarantee(certified(ln(2)) * ln(3), **ABOUT), "gaussian")
    assert book.spent("1/100") > 0
