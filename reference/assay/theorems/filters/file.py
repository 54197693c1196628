"""Budgets in a file: rounds are written before they run, and are read again after anything that may happen.

A table of SQLite has one line for each round, with its key, its cost rounded up, the sums after it, and a
digest over all of this and the line before.  A round is looked at and written in one exclusive transaction,
so that threads and processes that share the file spend no more together than there is; what is committed is
on the disk, and what is not was never spent.  Spend before you run: after a crash between the two the round
is paid for and may be run, under the same key, without being paid again.  No clock is read.

A line that was changed, left out or put in by hand is noticed by its digest when the file is opened, and the
last one at every round.  Lines cut off at the end, a copy that is put back and a file that is removed are
not: whoever may do that keeps the file from those who spend.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ...dp import Dist, Mechanism
from ...dp.outputs import shown
from ...errors import AssayError, InvalidType, InvalidValue
from ...exact import Certified
from .budget import Budget
from .costs import Round
from .tally import DIGITS, PLACES, Price, rounded_up

WAIT = 60
"""Seconds to wait for another process that is spending."""

LONGEST_SUM = 4096
"""Bits of the denominator from which on a sum is rounded up to a multiple of 2^-PLACES."""

TABLES = (
    "CREATE TABLE IF NOT EXISTS budget (one INTEGER PRIMARY KEY CHECK (one = 1), terms TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS rounds (n INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, "
    "about TEXT NOT NULL, cost TEXT NOT NULL, sums TEXT NOT NULL, digest TEXT NOT NULL)",
)

COLUMNS = "n, key, about, cost, sums, digest"

B = TypeVar("B", bound=Budget)


class Line(NamedTuple):
    """One round in the file."""

    n: int
    key: str
    about: str
    cost: str
    sums: str
    digest: str

    def signed(self, before: str) -> str:
        """The digest that it has to have, after the line with the digest `before`."""
        said = [before, *map(str, self[:-1])]
        return sha256("".join(f"{len(part)}:{part}" for part in said).encode()).hexdigest()


class Saved(Generic[B]):
    """A budget whose spending is kept in a file.

    budget: with its adjacency said and nothing spent; it is what the file was made for, and a file that was
    made for another one is refused.  Costs are rounded up to 40 digits, so that never more is admitted, and
    never less told, than by the budget itself.
    Raises InvalidValue for a budget that does not say its adjacency or has spent something, another file, or
    one that was changed by hand.
    """

    def __init__(self, path: str | Path, budget: B) -> None:
        if budget.scope is None:
            raise InvalidValue(
                f"{budget} does not say its adjacency, which another process could not know; give "
                "adjacency=..., such as adjacency.replace_one()"
            )
        if budget.rounds:
            raise InvalidValue(f"{budget} has {budget.rounds} rounds already; give one that is new")
        if (outer := vars(budget).get("_outer")) is not None:
            raise InvalidValue(f"{budget} is inside {outer}; give one of its own to a file")
        self.path, self.budget = Path(path).resolve(), budget.look_ahead()
        self.terms = f"{budget!s} {sorted(_terms(budget).items())} under {budget.scope!r}"
        with self._open() as file:
            self._set_up(file)
        budget._hand_over(f"the file {self.path}")

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
            sums = None if sums is None else sums_after(sums, _read(line.cost))
            if line.sums != written(sums):
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
            return int(file.execute("SELECT count(*) FROM rounds").fetchone()[0])

    def _sums(self, file: sqlite3.Connection) -> list[Fraction] | None:
        """What was spent of every part, rounded up; None for an infinite cost.  Checks the last line."""
        lines = [Line(*x) for x in file.execute(f"SELECT {COLUMNS} FROM rounds ORDER BY n DESC LIMIT 2")]
        before, sums = self._first()
        if not lines:
            return sums
        last = lines[0]
        if last.digest != last.signed(lines[1].digest if len(lines) == 2 else before):
            raise self._changed(last.n)
        return _read(last.sums)

    def _spend(self, mechanism: Round, key: str) -> bool:
        """Take the cost of the round that is called `key`, once; whether it was taken now."""
        name: object = key
        if not isinstance(name, str) or not name:
            raise InvalidType(f"key is {shown(key)}; give a text that names this round, such as 'query 17'")
        if not key.isprintable():
            raise InvalidValue(f"key = {key!r} has characters that are not printed; give a plain text")
        cost, about = self._cost(mechanism), self._about(mechanism)
        with self._open() as file:
            found = file.execute(f"SELECT {COLUMNS} FROM rounds WHERE key = ?", (key,)).fetchone()
            sums = self._sums(file)
            if found is not None:
                known = Line(*found)
                if (known.about, known.cost) != (about, written(cost)):
                    raise InvalidValue(
                        f"key = {key!r} is that of a round of cost {known.cost}, {known.about}, and this one "
                        f"is of cost {written(cost)}, {about}; give each round a key of its own"
                    )
                return False
            after = self._looked_at(sums, cost, key)
            self._write(file, key, about, cost, after)
        return True

    def _write(
        self,
        file: sqlite3.Connection,
        key: str,
        about: str,
        cost: list[Fraction] | None,
        sums: list[Fraction] | None,
    ) -> None:
        last = file.execute("SELECT n, digest FROM rounds ORDER BY n DESC LIMIT 1").fetchone()
        n, before = last or (0, self._first()[0])
        line = Line(n + 1, key, about, written(cost), written(sums), "")
        file.execute(
            "INSERT INTO rounds VALUES (?, ?, ?, ?, ?, ?)", line._replace(digest=line.signed(before))
        )

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

    def _about(self, mechanism: Round) -> str:
        """The round in words: of a mechanism a digest of its laws."""
        if not isinstance(mechanism, Mechanism):
            return str(mechanism)
        laws = [(repr(x), sorted((repr(o), str(p)) for o, p in law.items())) for x, law in _laws(mechanism)]
        return f"{mechanism!r} with laws {sha256(repr(laws).encode()).hexdigest()} {self.budget.scope}"

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


def sums_after(sums: list[Fraction], cost: list[Fraction] | None) -> list[Fraction] | None:
    """The sums with one more cost; None where that is infinite."""
    return None if cost is None else [_short(a + b) for a, b in zip(sums, cost, strict=True)]


def _short(x: Fraction) -> Fraction:
    """The number, or a multiple of 2^-PLACES above it where its denominator is long."""
    if x.denominator.bit_length() <= LONGEST_SUM:
        return x
    return Fraction(-((-x.numerator << PLACES) // x.denominator), 1 << PLACES)


def written(values: list[Fraction] | None) -> str:
    """A cost or a sum as it stands in the file."""
    return "infinite" if values is None else " ".join(map(str, values))


def _read(values: str) -> list[Fraction] | None:
    """A cost or a sum from the file; InvalidValue for what was never written there."""
    try:
        return None if values == "infinite" else [Fraction(x) for x in values.split(" ")]
    except (ValueError, ZeroDivisionError, TypeError, AttributeError):
        raise InvalidValue(f"{shown(values)} is no cost: the file was changed by hand") from None


def _laws(mechanism: Mechanism[Any, Any]) -> Iterator[tuple[Any, Dist[Any]]]:
    return ((x, mechanism.distribution(x)) for x in mechanism.domain)


def _terms(budget: Budget) -> dict[str, str]:
    """What the budget was made with, as text."""
    found = {name: value for name, value in vars(budget).items() if not name.startswith("_")}
    return {
        name: f"{value} <= {value.upper(DIGITS)}" if isinstance(value, Certified) else str(value)
        for name, value in found.items()
    }
