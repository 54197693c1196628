"""Sources with a fixed seed among those that a program draws from: what they draw is a function of the seed,
so that the output is a function of the input, and has no noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from ..by_identity import once_for_each
from ..loading.statements import loading_all
from ..loading.syntax import changed_at, tree_of
from .generator_state import entropy_of, fixed_seed, is_shared
from .given_in_code import Read, computes_seed, integers_in, seeds_shared

ADVICE = (
    "its draws are the same in every process, and no noise; make it without a seed (random.Random(), "
    "random.SystemRandom(), numpy.random.default_rng()), or take it as an argument that rng= names"
)

Table = dict[str, Any]


def fixed_source(sources: Iterable[tuple[Any, str]], tables: Iterable[Table]) -> str | None:
    """The source that is drawn from although its seed is fixed, in words; None if there is none.

    sources: what is drawn from, with where it is kept. tables: the global variables of the user's modules.
    """
    kept = [(source, label) for source, label in sources if not is_shared(source)]
    for source, label in kept:
        seed = fixed_seed(source)
        if seed is not None:
            return _kept(source, seed, label)
    tables = list(tables)
    shared = (_seeds_shared(done.__code__, done.__globals__) for done in _loadings(tables))
    if len(kept) < len(list(sources)) and (read := _first(shared)):
        return f"from random sources that are seeded by {read.text}(...) {_where(read)}"
    for source, label in kept:
        entropy = entropy_of(source)
        if entropy is not None and any(entropy in _integers(table) for table in tables):
            return _kept(source, f"the seed {entropy}", label)
        if entropy is not None and (read := _first(map(computes_seed, _loadings(tables)))):
            return _kept(source, f"a seed that {read.text}(...) computes {_where(read)}", label)
    return None


def _kept(source: Any, seed: str, label: str) -> str:
    """A source that is kept somewhere."""
    return f"from a {type(source).__name__} with {seed}, which is kept in {label}"


def _where(read: Read) -> str:
    """Where a seed is given."""
    return f"in {Path(read.file).name}, line {read.line}"


@once_for_each
def _seeds_shared(code: CodeType, table: Table) -> Read | None:
    """Where loading a module, what its code does to its variables, seeds the sources that all share."""
    return seeds_shared(FunctionType(code, table))


def _first(found: Iterable[Read | None]) -> Read | None:
    return next((read for read in found if read is not None), None)


def _loadings(tables: Iterable[Table]) -> Iterator[FunctionType]:
    """What loading the modules did."""
    return (done for table in tables if (done := loading_all(table)) is not None)


def _integers(table: Table) -> frozenset[int]:
    """The whole numbers in the text of a module, and in its variables."""
    path = table.get("__file__")
    written = _written(path, changed_at(path)) if isinstance(path, str) else frozenset[int]()
    return written | {value for value in table.values() if type(value) is int}


@lru_cache(maxsize=256)
def _written(path: str, changed: int | None) -> frozenset[int]:
    """The whole numbers in a file, computed from constants or written."""
    try:
        return frozenset(integers_in(compile(tree_of(path, changed), path, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        return frozenset()
