"""A budget in a file: rounds are written before they run, and are read again after anything that may happen.

A table of SQLite has one line for each round, with its key and its cost rounded up.  A round is looked at and
written in one exclusive transaction, so that threads and processes that share the file spend no more together
than there is; what is committed is on the disk, and what is not was never spent.  Spend before you run: after
a crash between the two the round is paid for and may be run, under the same key, without being paid again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

from ...dp.outputs import shown
from ...errors import BudgetExceeded, InvalidType, InvalidValue
from ...exact import number
from .budget import Filter, text
from .costs import Cost, Round, check_costs, is_infinite
from .tally import rounded_up

WAIT = 60
"""Seconds to wait for another process that is spending."""

TABLES = (
    "CREATE TABLE IF NOT EXISTS budget (one INTEGER PRIMARY KEY CHECK (one = 1), terms TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS sums (part INTEGER PRIMARY KEY, high TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS rounds (n INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, "
    "about TEXT NOT NULL, cost TEXT NOT NULL)",
)


class SavedFilter:
    """A filter whose spending is kept in a file.

    budget: the filter, with its adjacency said and nothing spent; it is what the file was made for, and a
    file that was made for another one is refused.  Costs are rounded up to 40 digits, so that never more is
    admitted than by the filter itself.
    Raises InvalidValue for a filter that does not say its adjacency or has spent something, or another file.
    """

    def __init__(self, path: str | Path, budget: Filter) -> None:
        given: object = budget
        if not isinstance(given, Filter):
            raise InvalidType(f"budget is {shown(given)}; give a filter by sums, such as BasicFilter(1)")
        if budget.scope is None:
            raise InvalidValue(
                f"{budget} does not say its adjacency, which another process could not know; give "
                "adjacency=..., such as adjacency.replace_one()"
            )
        if budget.rounds:
            raise InvalidValue(f"{budget} has {budget.rounds} rounds already; give one that is new")
        self.path, self.budget = Path(path), budget
        self.terms = f"{budget!s} {sorted(_terms(budget).items())} under {budget.scope!r}"
        with self._open() as file:
            for table in TABLES:
                file.execute(table)
            known = file.execute("SELECT terms FROM budget").fetchone()
            if known is None:
                file.execute("INSERT INTO budget VALUES (1, ?)", (self.terms,))
                file.executemany(
                    "INSERT INTO sums VALUES (?, '0')", [(i,) for i in range(len(budget.tallies))]
                )
            elif known[0] != self.terms:
                raise InvalidValue(f"{self.path} holds the budget {known[0]}, and not {self.terms}")

    @property
    def rounds(self) -> int:
        """How many rounds were spent."""
        with self._open() as file:
            return int(file.execute("SELECT count(*) FROM rounds").fetchone()[0])

    @property
    def spent(self) -> Cost:
        """What was spent of every part, rounded up."""
        with self._open() as file:
            return tuple(number(high) for high in _sums(file))

    def admits(self, mechanism: Round) -> bool:
        """Whether the round is shown to fit into what is left now; another process may be quicker."""
        cost = self._cost(mechanism)
        with self._open() as file:
            return self._after(file, cost) is not None

    def spend(self, mechanism: Round, key: str) -> bool:
        """Take the cost of the round that is called `key`, once; whether it was taken now.

        False where a round of this key and cost was spent before: it may be run again, on the same data with
        the same randomness only, or for the first time where the process had ended before that.
        Raises BudgetExceeded, and changes nothing, where the round does not fit; InvalidValue where the key
        is that of a round of another cost, and as `Filter.admits`.
        """
        name: object = key
        if not isinstance(name, str) or not name:
            raise InvalidType(f"key is {shown(key)}; give a text that names this round, such as 'query 17'")
        cost = self._cost(mechanism)
        above = "infinite" if cost is None else " ".join(map(str, cost))
        with self._open() as file:
            known = file.execute("SELECT cost FROM rounds WHERE key = ?", (key,)).fetchone()
            if known is not None:
                if known[0] != above:
                    raise InvalidValue(f"key = {key!r} is that of a round of cost {known[0]}, not {above}")
                return False
            after = self._after(file, cost)
            if after is None:
                spent = tuple(number(high) for high in _sums(file))
                raise BudgetExceeded(
                    f"round {key!r} of cost {above} is not shown to fit after {text(spent)} spent of "
                    f"{self.budget}; nothing was spent: choose a round of smaller cost, or stop",
                    {"spent": spent},
                )
            about = f"{mechanism!s} {self.budget.scope_after(mechanism)}"
            file.execute("INSERT INTO rounds (key, about, cost) VALUES (?, ?, ?)", (key, about, above))
            file.executemany(
                "UPDATE sums SET high = ? WHERE part = ?", [(str(h), i) for i, h in enumerate(after)]
            )
        return True

    def _cost(self, mechanism: Round) -> tuple[Fraction, ...] | None:
        """The cost of a round that belongs to the budget, rounded up; None for an infinite one."""
        scope = self.budget.scope_after(mechanism)
        if scope != self.budget.scope:
            raise InvalidValue(
                f"this round is about {scope}, and the budget in the file about "
                f"{self.budget.scope}, which says "
                "no domain; say domain=... in both, or spend a guarantee for every input"
            )
        cost = self.budget.cost(mechanism)
        check_costs(cost)
        return None if any(map(is_infinite, cost)) else tuple(map(rounded_up, cost))

    def _after(self, file: sqlite3.Connection, cost: tuple[Fraction, ...] | None) -> list[Fraction] | None:
        """What is spent after a round, or None where that does not fit."""
        if cost is None:
            return None
        after = [a + b for a, b in zip(_sums(file), cost, strict=True)]
        return after if self.budget.is_held(tuple(map(number, after))) else None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A transaction that no other one runs beside, written to the disk or not at all."""
        file = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
        try:
            file.execute("PRAGMA synchronous = FULL")
            file.execute("BEGIN IMMEDIATE")
            try:
                yield file
            except BaseException:
                file.execute("ROLLBACK")
                raise
            file.execute("COMMIT")
        finally:
            file.close()


def _sums(file: sqlite3.Connection) -> list[Fraction]:
    return [Fraction(high) for (high,) in file.execute("SELECT high FROM sums ORDER BY part")]


def _terms(budget: Filter) -> dict[str, str]:
    """What the budget was made with, as text."""
    left_out = {"scope", "rounds", "tallies", "_lock"}
    return {name: str(value) for name, value in vars(budget).items() if name not in left_out}
