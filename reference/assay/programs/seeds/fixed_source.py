"""Sources with a fixed seed among those that a program draws from: what they draw is a function of the seed,
so that the output is a function of the input, and has no noise.

Loading a module of the user's may seed the source behind the functions of `random` or `numpy.random`, or give
a computed seed to a generator of numpy.  The state of these does not show it (`generator_state`): the first
belongs to everybody in the process, and the second may be any 128 bits.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .. import nodes
from ..by_identity import once_for_each
from ..bytecode import codes_in, instructions, line_of
from ..kinds import static_attribute
from ..loading.draws import alone, draws, run_by
from ..loading.statements import loading_all
from ..loading.syntax import changed_at, tree_of
from ..names.rules import home_of
from ..nodes import MISSING
from .generator_state import entropy_of, fixed_seed, is_shared

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


SEEDING = frozenset({"seed", "setstate", "set_state", "set_bit_generator"})
"""Functions that decide what a source will draw."""

MAKERS = frozenset(
    {"MT19937", "PCG64", "PCG64DXSM", "Philox", "RandomState", "SFC64", "SeedSequence", "default_rng"}
)
"""What numpy makes of a seed."""

_SKIPPED = frozenset({"CACHE", "PUSH_NULL", "PRECALL", "EXTENDED_ARG", "NOP", "RESUME"})
_NAMES = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_CLASSDEREF"})
_READ = frozenset({"LOAD_ATTR", "LOAD_METHOD"})


@dataclass(frozen=True)
class Read:
    """A name that code reads, with its attributes.

    value: what the name stands for, as far as that is known. seeded: whether what follows may be a seed: it
    is neither a call without arguments nor None. computed: whether it is the beginning of a computation.
    """

    name: str
    value: Any
    attributes: tuple[str, ...]
    file: str
    line: int
    seeded: bool
    computed: bool

    @property
    def text(self) -> str:
        """The name as it is written."""
        return ".".join((self.name, *self.attributes))


def seeds_shared(function: FunctionType) -> Read | None:
    """Where a call of a function may seed the sources that all share."""
    return _found(function, _seeds_what_is_shared)


def computes_seed(function: FunctionType) -> Read | None:
    """Where a call of a function gives a computed seed to what numpy makes of it."""
    return _found(function, _computes_seed)


def integers_in(code: CodeType) -> Iterator[int]:
    """The whole numbers that are constants of code, and of the code inside it."""
    for each in codes_in(code):
        yield from (constant for constant in each.co_consts if type(constant) is int)


def _found(function: FunctionType, wanted: Callable[[Read, CodeType], bool]) -> Read | None:
    """The first name that is wanted in the code that a call of a function may run."""
    for called in run_by(function):
        for code in codes_in(alone(called.__code__)):
            for read in _reads(code, called):
                if read.seeded and wanted(read, code):
                    return read
    return None


def _seeds_what_is_shared(read: Read, code: CodeType) -> bool:
    """Whether a name is a function that seeds a source which all share, or may be one."""
    if read.value is MISSING and read.name == "getattr":
        return not SEEDING.isdisjoint(c for c in code.co_consts if isinstance(c, str))
    known = _part(read.value, read.attributes)
    owner = getattr(known, "__self__", None)
    if is_shared(owner) or (owner is None and _is_of_numpy(known)):
        return getattr(known, "__name__", "") in SEEDING
    if not read.attributes or read.attributes[-1] not in SEEDING:
        return False
    imports = {name.partition(".")[0] for name in code.co_names} & {"random", "numpy"}
    is_local = read.value is MISSING and bool(imports)
    return is_local or is_shared(_part(read.value, read.attributes[:-1]))


def _computes_seed(read: Read, code: CodeType) -> bool:
    """Whether a name makes a source of numpy, of a seed that is computed where it is called."""
    return read.computed and (read.attributes or (read.name,))[-1] in MAKERS


def _reads(code: CodeType, function: FunctionType) -> Iterator[Read]:
    """The names that code reads."""
    steps = [i for i in instructions(code) if i.opname not in _SKIPPED]
    line = code.co_firstlineno
    for n, step in enumerate(steps):
        line = line_of(step, line)
        if step.opname in _NAMES or step.opname.startswith("LOAD_FAST"):
            attributes, rest = _attributes(steps[n + 1 :])
            value = _value(step, function)
            seeded, computed = _given(rest, function)
            yield Read(str(step.argval), value, attributes, code.co_filename, line, seeded, computed)


def _attributes(steps: list[dis.Instruction]) -> tuple[tuple[str, ...], list[dis.Instruction]]:
    """The attributes that the first steps read, and the steps after them."""
    count = next((n for n, step in enumerate(steps) if step.opname not in _READ), len(steps))
    return tuple([str(step.argval) for step in steps[:count]]), steps[count:]


def _given(steps: list[dis.Instruction], function: FunctionType) -> tuple[bool, bool]:
    """Whether the steps after a function may give it a seed, and whether that is computed."""
    if not steps or (steps[0].opname == "CALL" and not steps[0].arg):
        return bool(not steps), False
    first = steps[0]
    if first.opname == "LOAD_CONST":
        return first.argval is not None or _goes_on(steps[1:]), _goes_on(steps[1:])
    if first.opname not in _NAMES:
        return True, False
    attributes, rest = _attributes(steps[1:])
    value = _part(vars(builtins).get(first.argval, _value(first, function)), attributes)
    if callable(value):
        return True, not (_is_of_numpy(value) or draws(value))
    return value is not None or _goes_on(rest), _goes_on(rest)


def _goes_on(steps: list[dis.Instruction]) -> bool:
    """Whether what was read is the beginning of a computation, and not all that a call is given."""
    names = [type(step.argval) is tuple for step in steps[:1]]  # of the arguments, since Python 3.13
    return names == [False] and steps[0].opname not in ("CALL", "KW_NAMES")


def _is_of_numpy(value: Any) -> bool:
    return home_of(value).startswith("numpy.random") or type(value).__module__.startswith("numpy.random")


def _value(step: dis.Instruction, function: FunctionType) -> Any:
    """What a name stands for, as far as that is known."""
    if step.opname.startswith("LOAD_FAST"):
        return MISSING
    known = nodes.cells_by_name(function)
    return known.get(step.argval, function.__globals__.get(step.argval, MISSING))


def _part(value: Any, names: tuple[str, ...]) -> Any:
    """An attribute of modules and classes, as far as it is known without running anything."""
    for name in names:
        if isinstance(value, ModuleType):
            value = vars(value).get(name, MISSING)
        elif isinstance(value, type):
            value = static_attribute(value, name)
        else:
            return MISSING
    return value
