"""Whether a program's answer depends on its draws alone, as far as can be seen without running it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from ...errors import FixedSeed, NondeterministicProgram
from .. import kinds
from ..by_identity import once_for_each
from ..flow import Flow, Unfollowed, kinds_of
from ..loading.draws import drawn_by
from ..loading.statements import StarInBlock, debugging, imported_tables, loading
from ..names.modules import DIFFERS, SOURCES, UNREAD
from ..seeds.fixed_source import ADVICE, fixed_source
from .met import Table
from .refusals import Refusal
from .walk import Walk


class Reach(Walk):
    """What a function can reach, and whether that lets its answer depend on more than its draws."""

    def __init__(self, start: Any, held: Sequence[Any] = (), **options: Any) -> None:
        super().__init__(start, held, **options)
        self._flowed: set[Any] = set()
        self._when_loaded: list[Refusal] | None = None
        self._unseeded: set[int] = set()

    def again(self) -> Reach:
        """The same walk once more, over what is there now."""
        return Reach(
            self.starts[0], self.starts[1:], answered=self.answered, of_distribution=self.of_distribution
        )

    def check(self, subject: str, advice: str, args: Sequence[Any] = (), named: Sequence[Any] = ()) -> None:
        """Raises NondeterministicProgram for what is refused, in one message: names that are met, and
        what a call with these arguments may see (`flow`); named: arguments whose places are not known.
        Raises FixedSeed for a source, other than a named argument, that draws the same in every process.
        """
        self._check_seeds(subject, {id(value) for value in named})
        found = self.refused or self.seen_in_flow(args, named) or self.seen_when_loaded()
        if found:
            told = "; ".join(str(refusal) for refusal in found[:4])
            raise NondeterministicProgram(f"{subject} does not depend on its draws alone: {told}; {advice}")

    def _check_seeds(self, subject: str, given: set[int]) -> None:
        """Raises FixedSeed for a source that draws the same in every run; given: the identities of what the
        caller says is random. What has no seed is looked at once.
        """
        sources = [s for s in self.met.sources if id(s[0]) not in given and id(s[0]) not in self._unseeded]
        if not sources:
            return
        found = fixed_source(sources, [table for table, _ in self._named_tables()])
        if found is not None:
            raise FixedSeed(f"{subject} draws {found}; {ADVICE}")
        self._unseeded.update(id(source) for source, _ in sources)

    def seen_in_flow(self, args: Sequence[Any], named: Sequence[Any]) -> list[Refusal]:
        """What is seen of orders, addresses and memory; looked for once for arguments of the same kinds."""
        alike = tuple([kinds_of(value) for value in args]), tuple([kinds_of(value) for value in named])
        if alike in self._flowed:
            return []
        met = self.met
        try:
            findings = Flow(met.functions, met.classes, met.instances, self.starts[0], args, named).run()
        except Unfollowed as error:
            what = "which cannot be followed, to see whether it shows the order of a set"
            return [Refusal(str(error), what, "")]
        found = [Refusal(f.name, f.what, f"in {f.file}, line {f.line}") for f in findings]
        if not found:
            self._flowed.add(alike)
        return found

    def seen_when_loaded(self) -> list[Refusal]:
        """What the user's modules read when they computed the global variables of the program; looked for
        once.
        """
        if self._when_loaded is None:
            self._when_loaded = self._seen_when_loaded(set())
        return self._when_loaded

    def _seen_when_loaded(self, looked: set[CodeType]) -> list[Refusal]:
        """The same, apart from code that was looked through."""
        functions = self.met.functions
        for function in functions:
            if (line := debugging(function)) is not None:
                where = f"in {Path(function.__code__.co_filename).name}, line {line}"
                return [Refusal("__debug__", "an option of the interpreter", where)]
        for table, names in self._named_tables():
            own = [f.__qualname__.partition(".")[0] for f in functions if f.__globals__ is table]
            try:
                done = loading(table, names, own)
            except StarInBlock as error:
                where = f"in {Path(table['__file__']).name}, line {error.line}, when the module is loaded"
                return [Refusal(str(error), "which may set any name of the module", where)]
            if done is None or done.__code__ in looked:
                continue
            looked.add(done.__code__)
            inner, found = _when_loading(done.__code__, table)
            if found or (found := inner._seen_when_loaded(looked)):
                return found
        return []

    def _named_tables(self) -> Iterator[tuple[Table, set[str]]]:
        """The global variables that are read, with those under which the functions themselves are kept."""
        functions, read = self.met.functions, self.variables.read
        held = [value for value in self.starts if type(value) not in kinds.ATOMS]
        kept = {id(value) for value in (*functions, *self.met.classes, *held)}
        tables = {id(f.__globals__): f.__globals__ for f in functions}
        tables |= {key: table for key, (table, _) in read.items()}
        imported = deque(tables.values())
        while imported:
            for table in imported_tables(imported.popleft()):
                if id(table) not in tables:
                    tables[id(table)] = table
                    imported.append(table)
        own = {(id(f.__globals__), f.__qualname__) for f in functions}
        for key, table in tables.items():
            names = {name for name, v in table.items() if _bound_to(v) in kept or (key, name) in own}
            yield table, names | (read[key][1] if key in read else set())


def _bound_to(value: Any) -> int:
    """The identity of a value, or of what `partial` binds arguments of."""
    return id(value.func) if isinstance(value, kinds.PARTIAL) else id(value)


@once_for_each
def _when_loading(code: CodeType, table: Table) -> tuple[Reach, list[Refusal]]:
    """What some statements of a module reach, and what of it differs between processes."""
    done = FunctionType(code, table)
    inner = Reach(done, answered=SOURCES, loads=True)
    found = [r for r in inner.refused if _differs_when_loaded(r)]
    found = found or [r for r in inner.seen_in_flow((), ()) if r.where]
    if not found and (drawn := drawn_by(done)):
        found = [Refusal(drawn, "randomness that is no part of a run", f"in {Path(code.co_filename).name}")]
    return inner, [replace(r, where=f"{r.where}, when the module is loaded") for r in found]


def _differs_when_loaded(refusal: Refusal) -> bool:
    """Whether what is refused in a run is refused when a module is loaded: what differs between processes,
    and not what cannot be seen, or a file.
    """
    return refusal.what in DIFFERS or refusal.name in UNREAD or refusal.name == "__name__"
