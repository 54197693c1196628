"""A budget in a file: shared by processes, reopened, killed at any point; nothing is spent twice or lost."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction

import pytest

from assay.adjacency import all_pairs, replace_one
from assay.composition.filters import (
    AdvancedFilter,
    BasicFilter,
    ConcentratedFilter,
    RenyiFilter,
    SavedFilter,
)
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import ln
from assay.notions import ConcentratedGuarantee
from assay.theorems import Guarantee
from assay.theorems.witnesses import canonical_mechanism

ABOUT = {"adjacency": replace_one()}
WORKER = """
import sys
from assay.adjacency import replace_one
from assay.errors import BudgetExceeded
from assay.composition.filters import BasicFilter, SavedFilter
from assay.theorems import Guarantee
path, name, log = sys.argv[1:]
book = SavedFilter(path, BasicFilter("1/2", adjacency=replace_one()))
cost = Guarantee("1/100", adjacency=replace_one())
with open(log, "a", buffering=1) as out:
    for i in range(60):
        try:
            taken = book.spend(cost, f"{name} {i}")
        except BudgetExceeded:
            break
        out.write(f"{name} {i} {taken}\\n")
"""


def start(path, name, log):
    return subprocess.Popen([sys.executable, "-c", WORKER, str(path), name, str(log)], env=os.environ)


def test_a_budget_is_reopened_where_it_was(tmp_path):
    path = tmp_path / "budget.db"
    first = SavedFilter(path, BasicFilter(1, "1/10", **ABOUT))
    assert first.spend(Guarantee("1/2", "1/20", **ABOUT), "one")
    again = SavedFilter(path, BasicFilter(1, "1/10", **ABOUT))
    assert (again.rounds, again.spent) == (1, (Fraction(1, 2), Fraction(1, 20)))
    assert not again.spend(Guarantee("1/2", "1/20", **ABOUT), "one")
    assert again.rounds == 1
    with pytest.raises(InvalidValue, match="is that of a round of cost"):
        again.spend(Guarantee("1/3", **ABOUT), "one")
    with pytest.raises(BudgetExceeded, match="round 'two' of cost"):
        again.spend(Guarantee("2/3", **ABOUT), "two")
    assert again.admits(Guarantee("1/2", "1/20", **ABOUT))
    assert not again.admits(Guarantee("1/2", "1/19", **ABOUT))
    assert again.spend(Guarantee("1/2", "1/20", **ABOUT), "two")
    assert (first.rounds, first.spent) == (2, (1, Fraction(1, 10)))


@pytest.mark.parametrize(
    "other",
    [
        BasicFilter(2, "1/10", **ABOUT),
        BasicFilter(1, "1/5", **ABOUT),
        BasicFilter(1, "1/10", adjacency=all_pairs()),
        BasicFilter(1, "1/10", adjacency=replace_one(), unit="user"),
        RenyiFilter(2, 1, **ABOUT),
        AdvancedFilter(1, "1/10", **ABOUT),
    ],
)
def test_a_file_is_for_one_budget(tmp_path, other):
    path = tmp_path / "budget.db"
    SavedFilter(path, BasicFilter(1, "1/10", **ABOUT))
    with pytest.raises(InvalidValue, match="holds the budget"):
        SavedFilter(path, other)


def test_the_form_of_a_filter_belongs_to_its_terms(tmp_path):
    path = tmp_path / "budget.db"
    SavedFilter(path, AdvancedFilter(1, "1/10", **ABOUT))
    with pytest.raises(InvalidValue, match="holds the budget"):
        SavedFilter(path, AdvancedFilter(1, "1/10", form="quadratic", **ABOUT))


def test_rounds_are_checked_as_without_a_file(tmp_path):
    book = SavedFilter(tmp_path / "budget.db", BasicFilter(1, **ABOUT))
    with pytest.raises(InvalidValue, match="one adjacency for all"):
        book.spend(canonical_mechanism(ln(2)), "one")
    with pytest.raises(InvalidValue, match="does not say its adjacency"):
        book.spend(Guarantee(0), "one")
    for key in ("", None, 3):
        with pytest.raises(InvalidType, match="key is"):
            book.spend(Guarantee(0, **ABOUT), key)
    with pytest.raises(BudgetExceeded, match="cost infinite"):
        book.spend(ConcentratedGuarantee(1, **ABOUT), "one")
    assert book.rounds == 0
    spent = BasicFilter(1, **ABOUT)
    spent.spend(Guarantee(1, **ABOUT))
    for budget, message in ((BasicFilter(1), "does not say its adjacency"), (spent, "1 rounds already")):
        with pytest.raises(InvalidValue, match=message):
            SavedFilter(tmp_path / "other.db", budget)
    with pytest.raises(InvalidType, match="budget is 3"):
        SavedFilter(tmp_path / "other.db", 3)


def test_two_domains_do_not_come_together_in_a_file(tmp_path):
    """A budget that says no domain would not know the first one when it is reopened."""
    bit, path = canonical_mechanism(ln(2)), tmp_path / "budget.db"
    with pytest.raises(InvalidValue, match="which says no domain"):
        SavedFilter(path, BasicFilter(2, adjacency=all_pairs())).spend(bit, "one")
    book = SavedFilter(tmp_path / "other.db", BasicFilter(2, adjacency=all_pairs(), domain=[False, True]))
    assert book.spend(bit, "one")
    assert book.spend(Guarantee.of(bit), "two")
    assert book.spend(Guarantee("1/10", adjacency=all_pairs()), "three")


def test_costs_are_rounded_up_and_never_down(tmp_path):
    book = SavedFilter(tmp_path / "budget.db", BasicFilter(ln(2), **ABOUT))
    exact, part = BasicFilter(ln(2), **ABOUT), Guarantee(ln(2) / 7, **ABOUT)
    for i in range(7):
        assert exact.admits(part)
        exact.spend(part)
        if i < 6:
            book.spend(part, str(i))
    assert not book.admits(part)  # 7 parts rounded up are more than ln 2
    assert book.spend(Guarantee(ln(2) / 7 - Fraction(1, 10**30), **ABOUT), "the rest")


def test_notions_are_kept_too(tmp_path):
    gaussian = ConcentratedGuarantee("1/8", **ABOUT)
    book = SavedFilter(tmp_path / "budget.db", ConcentratedFilter("1/2", **ABOUT))
    assert [book.spend(gaussian, str(i)) for i in range(4)] == [True] * 4
    with pytest.raises(BudgetExceeded):
        book.spend(gaussian, "4")


def test_processes_spend_no_more_than_there_is(tmp_path):
    path, logs = tmp_path / "budget.db", [tmp_path / f"log {i}" for i in range(3)]
    running = [start(path, f"p{i}", log) for i, log in enumerate(logs)]
    assert [p.wait(timeout=100) for p in running] == [0, 0, 0]
    taken = [line for log in logs for line in log.read_text().splitlines()]
    assert len(taken) == len(set(taken)) == 50
    assert SavedFilter(path, BasicFilter("1/2", **ABOUT)).spent[0] == Fraction(1, 2)


def test_nothing_is_spent_beside_the_file(tmp_path):
    budget = BasicFilter(1, **ABOUT)
    book = SavedFilter(tmp_path / "budget.db", budget)
    for each in (budget, book.budget):
        with pytest.raises(InvalidValue, match="was handed to the file"):
            each.spend(Guarantee("1/2", **ABOUT))
    assert book.spend(Guarantee("1/2", **ABOUT), "one")
    assert book.budget.guarantee() == Guarantee(1, **ABOUT)


# An older copy of the file


def put_back(path, copy):
    path.write_bytes(copy)


def test_an_older_copy_is_noticed_by_whoever_looked_before(tmp_path):
    path = tmp_path / "budget.db"
    book = SavedFilter(path, BasicFilter(1, **ABOUT))
    older = path.read_bytes()
    book.spend(Guarantee("1/2", **ABOUT), "one")
    put_back(path, older)
    for action in (
        lambda: book.spend(Guarantee("1/2", **ABOUT), "one"),
        lambda: book.spend(Guarantee("1/2", **ABOUT), "two"),
        lambda: book.admits(Guarantee("1/2", **ABOUT)),
        lambda: book.spent,
        lambda: book.rounds,
        book.witness,
    ):
        with pytest.raises(InvalidValue, match="an older copy was put back"):
            action()


def test_an_older_copy_is_refused_by_a_witness(tmp_path):
    path, budget = tmp_path / "budget.db", lambda: BasicFilter(1, **ABOUT)
    book = SavedFilter(path, budget())
    copies, kept = [path.read_bytes()], [book.witness()]
    for i in range(3):
        book.spend(Guarantee("1/10", **ABOUT), str(i))
        copies.append(path.read_bytes())
        kept.append(book.witness())
    for i, copy in enumerate(copies):
        for j, witness in enumerate(kept):
            put_back(path, copy)
            if i >= j:
                assert SavedFilter(path, budget(), witness=witness).rounds == i
            else:
                with pytest.raises(InvalidValue, match="an older copy was put back"):
                    SavedFilter(path, budget(), witness=witness)
    path.unlink()
    with pytest.raises(InvalidValue, match="an older copy was put back"):
        SavedFilter(path, budget(), witness=kept[1])


def test_other_rounds_after_an_older_copy_are_no_way_out(tmp_path):
    path = tmp_path / "budget.db"
    book = SavedFilter(path, BasicFilter(1, **ABOUT))
    older = path.read_bytes()
    book.spend(Guarantee("1/2", **ABOUT), "one")
    witness = book.witness()
    put_back(path, older)
    SavedFilter(path, BasicFilter(1, **ABOUT)).spend(Guarantee("1/20", **ABOUT), "another")
    with pytest.raises(InvalidValue, match="an older copy was put back"):
        SavedFilter(path, BasicFilter(1, **ABOUT), witness=witness)


@pytest.mark.parametrize("witness", ["", "1", ":", "x:y", "-1:a", "1" * 30 + ":a", "\u0663:a", 3, b"1:a"])
def test_what_is_no_witness(tmp_path, witness):
    with pytest.raises((InvalidType, InvalidValue), match="witness"):
        SavedFilter(tmp_path / "budget.db", BasicFilter(1, **ABOUT), witness=witness)
