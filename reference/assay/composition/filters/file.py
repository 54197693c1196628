"""Budgets in a file: rounds are written before they run, and are read again after anything that may happen.

A table of SQLite has one line for each round, with its key, its cost rounded up, the sums after it, and a
digest over all of this and the line before.  A round is looked at and written in one exclusive transaction,
so that threads and processes that share the file spend no more together than there is; what is committed is
on the disk, and what is not was never spent.  Spend before you run: after a crash between the two the round
is paid for and may be run, under the same key, without being paid again.  No clock is read.

A line that was changed, left out or put in by hand is noticed by its digest when the file is opened, and the
last one at every round.  Lines cut off at the end, an older copy that is put back and a file that is removed
leave no trace in the file itself.  An object remembers how far the file had come when it last looked, and
refuses one that has not come as far; for the next process `witness()` is that in a text, to be kept in
another place and given back as `witness=`.  Without it whoever may do such things has to be kept from those
who spend.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Generic, TypeVar

from ...errors import AssayError, InvalidType, InvalidValue
from ...outputs.text import with_type
from .budget import Budget
from .costs import Round
from .lines import Line, Reached, cost_text, read_sums, sums_after, terms_of, words_of
from .tally import Price, rounded_up

WAIT = 60
"""Seconds to wait for another process that is spending."""

TABLES = (
    "CREATE TABLE IF NOT EXISTS budget (one INTEGER PRIMARY KEY CHECK (one = 1), terms TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS rounds (n INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, "
    "about TEXT NOT NULL, cost TEXT NOT NULL, sums TEXT NOT NULL, digest TEXT NOT NULL)",
)

COLUMNS = "n, key, about, cost, sums, digest"

B = TypeVar("B", bound=Budget)


class Saved(Generic[B]):
    """A budget whose spending is kept in a file.

    budget: with its adjacency said and nothing spent; it is what the file was made for, and a file that was
    made for another one is refused.  Costs are rounded up to 40 digits, so that never more is admitted, and
    never less told, than by the budget itself.
    witness: what `witness()` said before; a file that has not come as far is refused, such as an older copy
    of it, or a new one.
    Raises InvalidValue for a budget that does not say its adjacency or has spent something, another file, or
    one that was changed by hand.
    """

    def __init__(self, path: str | Path, budget: B, *, witness: str | None = None) -> None:
        if budget.scope is None:
            raise InvalidValue(
                f"{budget} does not say its adjacency, which another process could not know; give "
                "adjacency=..., such as adjacency.replace_one()"
            )
        if budget.rounds:
            raise InvalidValue(f"{budget} has {budget.rounds} rounds already; give one that is new")
        if (outer := vars(budget).get("_outer")) is not None:
            raise InvalidValue(f"{budget} is inside {outer}; give one of its own to a file")
        self.path: Path = Path(path).resolve()
        self.budget = budget.look_ahead()
        self.terms: str = terms_of(budget)
        self._reached = Reached(0, self._first()[0]) if witness is None else Reached.read(witness)
        with self._open() as file:
            self._set_up(file)
            self._look(file)
        for each in (budget, self.budget):  # the one here says the terms and prices rounds
            each._hand_over(f"the file {self.path}")

    def _set_up(self, file: sqlite3.Connection) -> None:
        """Make the tables of a new file; look through those of another one."""
        for table in TABLES:
            file.execute(table)
        known = file.execute("SELECT terms FROM budget").fetchone()
        if known is None and not file.execute("SELECT count(*) FROM rounds").fetchone()[0]:
            file.execute("INSERT INTO budget VALUES (1, ?)", (self.terms,))
        elif known is None or known[0] != self.terms:
            raise InvalidValue(f"{self.path} holds the budget {known and known[0]}, and not {self.terms}")
        self._check_lines(file)

    def _check_lines(self, file: sqlite3.Connection) -> None:
        """Refuse a file whose lines do not follow from one another."""
        before, sums = self._first()
        for i, found in enumerate(file.execute(f"SELECT {COLUMNS} FROM rounds ORDER BY n"), 1):
            line = Line(*found)
            if line.n != i or line.digest != line.signed(before):
                raise self._changed(line.n)
            sums = None if sums is None else sums_after(sums, read_sums(line.cost))
            if line.sums != cost_text(sums):
                raise self._changed(line.n)
            before = line.digest

    def _first(self) -> tuple[str, list[Fraction] | None]:
        """The digest before the first line, and the sums."""
        return sha256(self.terms.encode()).hexdigest(), [Fraction(0)] * len(self.budget.tally.bounds)

    def _changed(self, n: object) -> InvalidValue:
        return InvalidValue(
            f"line {n} of {self.path} was not written by this package: the file was changed by hand; what "
            "was spent is not known, so begin a new one with what is certainly left"
        )

    @property
    def rounds(self) -> int:
        """How many rounds were spent."""
        with self._open() as file:
            return self._place(self._look(file)).n

    def witness(self) -> str:
        """How far the file has come, in a text: `witness=` refuses one that has not come as far.

        Keep it where those who can put back an older copy of the file cannot write.
        """
        with self._open() as file:
            return str(self._place(self._look(file)))

    def _place(self, last: Line | None) -> Reached:
        """Where the file is, with this last line."""
        return Reached(0, self._first()[0]) if last is None else Reached(last.n, last.digest)

    def _look(self, file: sqlite3.Connection) -> Line | None:
        """The last line, whose digest is right, in a file that has come as far as it was seen to come."""
        lines = [Line(*x) for x in file.execute(f"SELECT {COLUMNS} FROM rounds ORDER BY n DESC LIMIT 2")]
        first, reached = self._first()[0], self._reached
        if lines and lines[0].digest != lines[0].signed(lines[1].digest if len(lines) == 2 else first):
            raise self._changed(lines[0].n)
        there = file.execute("SELECT digest FROM rounds WHERE n = ?", (reached.n,)).fetchone()
        if (there[0] if there else first if not reached.n else None) != reached.digest:
            raise InvalidValue(
                f"{self.path} has not come as far as it had before, to line {reached.n} with the digest "
                f"{reached.digest[:12]}...: an older copy was put back, or lines were cut off; what was "
                "spent is not known, so begin a new one with what is certainly left"
            )
        last = lines[0] if lines else None
        self._reached = max(self._reached, self._place(last))
        return last

    def _sums(self, file: sqlite3.Connection) -> list[Fraction] | None:
        """What was spent of every part, rounded up; None for an infinite cost."""
        return self._sums_of(self._look(file))

    def _sums_of(self, last: Line | None) -> list[Fraction] | None:
        return self._first()[1] if last is None else read_sums(last.sums)

    def _spend(self, mechanism: Round, key: str) -> bool:
        """Take the cost of the round that is called `key`, once; whether it was taken now."""
        name: object = key
        if not isinstance(name, str) or not name:
            raise InvalidType(
                f"key is {with_type(key)}; give a text that names this round, such as 'query 17'"
            )
        if not key.isprintable():
            raise InvalidValue(f"key = {key!r} has characters that are not printed; give a plain text")
        cost, about = self._cost(mechanism), words_of(mechanism, self.budget.scope)
        with self._open() as file:
            found = file.execute(f"SELECT {COLUMNS} FROM rounds WHERE key = ?", (key,)).fetchone()
            last = self._look(file)
            if found is not None:
                known = Line(*found)
                if (known.about, known.cost) != (about, cost_text(cost)):
                    raise InvalidValue(
                        f"key = {key!r} is that of a round of cost {known.cost}, {known.about}, and this one "
                        f"is of cost {cost_text(cost)}, {about}; give each round a key of its own"
                    )
                return False
            after = self._looked_at(self._sums_of(last), cost, key)
            written_now = self._write(file, self._place(last), key, about, cost, after)
        self._reached = max(self._reached, written_now)
        return True

    @staticmethod
    def _write(
        file: sqlite3.Connection,
        at: Reached,
        key: str,
        about: str,
        cost: list[Fraction] | None,
        sums: list[Fraction] | None,
    ) -> Reached:
        line = Line(at.n + 1, key, about, cost_text(cost), cost_text(sums), "")
        line = line._replace(digest=line.signed(at.digest))
        file.execute("INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?)", line)
        return Reached(line.n, line.digest)

    def _looked_at(
        self, sums: list[Fraction] | None, cost: list[Fraction] | None, key: str
    ) -> list[Fraction] | None:
        """The sums after the round, where the budget takes it."""
        raise NotImplementedError

    def _price(self, mechanism: Round) -> Price:
        """The price of a round that belongs to the budget."""
        raise NotImplementedError

    def _cost(self, mechanism: Round) -> list[Fraction] | None:
        """The cost of a round that belongs to the budget, rounded up; None for an infinite one."""
        scope = self.budget.scope_after(mechanism)
        if scope != self.budget.scope:
            raise InvalidValue(
                f"this round is about {scope}, and the budget in the file about "
                f"{self.budget.scope}, which says "
                "no domain; say domain=... in both, or spend a guarantee for every input"
            )
        price = self._price(mechanism)
        return None if price.is_infinite else list(map(rounded_up, price.exact()))

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """A transaction that no other one runs beside, written to the disk or not at all."""
        try:
            file = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
            try:
                file.execute("PRAGMA synchronous = EXTRA")
                file.execute("BEGIN IMMEDIATE")
                try:
                    yield file
                except BaseException:
                    file.execute("ROLLBACK")
                    raise
                file.execute("COMMIT")
            finally:
                file.close()
        except sqlite3.Error as error:
            raise AssayError(f"{self.path}: {error}; nothing was spent by this call") from error
