"""What a code object names: global variables, closed-over variables and imports, with the attributes read of
them.

`time.time()` is the name `time` with the attribute `time`; `map(time.time, xs)` names the same. A name whose
attributes are read later, by another way than directly, *escapes*: what is read of it is among `attributes`,
which lists them all.
"""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from types import CodeType

from .bytecode import instructions, line_of

_READ = frozenset({"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR"})
GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
_CELL = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
_SET_ATTRIBUTE = frozenset({"STORE_ATTR", "DELETE_ATTR"})
_SET_GLOBAL = frozenset({"STORE_GLOBAL", "DELETE_GLOBAL"})
_FORMAT = frozenset({"FORMAT_VALUE", "FORMAT_SIMPLE", "FORMAT_WITH_SPEC"})
_TEXTS = frozenset({"repr", "str", "format", "ascii", "__repr__", "__str__", "__format__"})
SKIPPED = frozenset({"CACHE", "EXTENDED_ARG", "NOP", "RESUME"})
_CALL = "PRECALL" if "PRECALL" in dis.opmap else "CALL"


@dataclass(frozen=True)
class Use:
    """A name that code looks up, the attributes that are read of it directly, and the line.

    kind: "global", "cell" or "import". stored: the attribute that is set on it, or None. called: whether it
    stands where a call is made of it.
    """

    kind: str
    name: str
    attributes: tuple[str, ...]
    line: int
    stored: str | None = None
    called: bool = False


@dataclass
class Uses:
    """All that a code object and the code inside it name, and what they set.

    attributes: every attribute read, with its line. set_attributes, set_globals, set_cells: the names that
    are set or deleted. strings: its constants that are strings. computed: the line of a `getattr` or
    `setattr` whose name is computed. formats: whether it makes texts of values. catches: whether it has
    handlers for classes of exceptions; catches_all: one for all of them.
    logger: whether the name of the module is given to `getLogger`.
    """

    names: list[Use] = field(default_factory=list)
    attributes: dict[str, int] = field(default_factory=dict)
    set_attributes: set[str] = field(default_factory=set)
    set_globals: set[str] = field(default_factory=set)
    set_cells: set[str] = field(default_factory=set)
    strings: set[str] = field(default_factory=set)
    computed: int | None = None
    formats: bool = False
    catches: bool = False
    catches_all: bool = False
    logger: bool = False

    def read(self, code: CodeType) -> None:
        """Read one code object, and those that it makes."""
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.read(constant)
            else:
                self.strings.update(_texts_of(constant))
        found = [i for i in instructions(code) if i.opname not in SKIPPED]
        line = code.co_firstlineno
        for n, instruction in enumerate(found):
            line = line_of(instruction, line)
            self._one(found, n, line)

    def _one(self, found: list[dis.Instruction], n: int, line: int) -> None:
        """One instruction."""
        op, name = found[n].opname, found[n].argval
        if name == "__name__" and (_names_a_class(found, n) or _names_a_logger(found, n)):
            self.logger = self.logger or _names_a_logger(found, n)
            return
        if op in GLOBAL or op in _CELL:
            self._named("global" if op in GLOBAL else "cell", name, found, n, line)
            self.formats |= name in _TEXTS
            if name in ("getattr", "setattr", "delattr") and _is_computed(found, n):
                self.computed = line
        elif op == "IMPORT_NAME":
            self._imported(found, n, line)
        elif op in _READ:
            self.attributes.setdefault(name, line)
            self.formats |= name in _TEXTS
        elif op in _FORMAT:
            self.formats = True
        elif op == "CHECK_EXC_MATCH":
            self.catches = True
        elif op == "PUSH_EXC_INFO":
            self.catches_all |= n + 1 < len(found) and found[n + 1].opname == "POP_TOP"
        elif op in _SET_ATTRIBUTE:
            self.set_attributes.add(name)
        elif op in _SET_GLOBAL:
            self.set_globals.add(name)
        elif op in ("STORE_DEREF", "DELETE_DEREF"):
            self.set_cells.add(name)

    def _named(self, kind: str, name: str, found: list[dis.Instruction], n: int, line: int) -> None:
        """A name, and the attributes that follow it."""
        read = []
        for after in found[n + 1 :]:
            if after.opname not in _READ:
                stored = after.argval if after.opname in _SET_ATTRIBUTE else None
                break
            read.append(after.argval)
        else:
            stored = None
        last = n + len(read)
        self.names.append(Use(kind, name, tuple(read), line, stored, _is_called(found, n, last)))

    def _imported(self, found: list[dis.Instruction], n: int, line: int) -> None:
        """An import: the module, or what is imported from it."""
        level = found[n - 2].argval if n >= 2 else 0
        name = "." * level + found[n].argval if isinstance(level, int) else found[n].argval
        listed = [i.argval for i in found[n + 1 :] if i.opname == "IMPORT_FROM"]
        wanted = found[n - 1].argval
        if isinstance(wanted, tuple) and listed:
            self.names += [Use("import", name, (part,), line) for part in wanted]
        else:
            self.names.append(Use("import", name, (), line))


@lru_cache(maxsize=4096)
def uses_of(code: CodeType) -> Uses:
    """What the code names, the code inside it included; each name once."""
    found = Uses()
    found.read(code)
    found.names = list(dict.fromkeys(found.names))
    return found


def _is_called(found: list[dis.Instruction], first: int, last: int) -> bool:
    """Whether what the instructions from first to last read stands where a call is made of it."""
    before = found[first - 1 : first] if sys.version_info < (3, 13) else []
    around = before + found[last + 1 : last + 2]
    if found[last].opname == "LOAD_METHOD" or any(i.opname == "PUSH_NULL" for i in around):
        return True
    marked = ("LOAD_GLOBAL", "LOAD_ATTR") if sys.version_info >= (3, 12) else ("LOAD_GLOBAL",)
    return any((i.arg or 0) & 1 for i in (found[first], found[last]) if i.opname in marked)


def _names_a_class(found: list[dis.Instruction], n: int) -> bool:
    """Whether the name of the module is what a class statement keeps of it."""
    return [(i.opname, i.argval) for i in found[n + 1 : n + 2]] == [("STORE_NAME", "__module__")]


def _names_a_logger(found: list[dis.Instruction], n: int) -> bool:
    """Whether the name of the module is given to the global `getLogger`, or to `logging.getLogger`."""
    before = [i for i in found[max(0, n - 4) : n] if i.opname != "PUSH_NULL"]
    read = [i.argval for i in before if i.opname in GLOBAL or i.opname in _READ]
    by_name = before[-1:] and before[-1].opname in GLOBAL and read[-1:] == ["getLogger"]
    by_module = len(before) > 1 and before[-2].opname in GLOBAL and read[-2:] == ["logging", "getLogger"]
    return bool(by_name or by_module)


def _texts_of(constant: object) -> Iterator[str]:
    """The strings of a constant, also in a tuple or a frozenset; of a dotted one its parts, too."""
    if isinstance(constant, str):
        yield constant
        if all(map(str.isidentifier, parts := constant.split("."))):
            yield from parts
    elif isinstance(constant, tuple | frozenset):
        for element in constant:
            yield from _texts_of(element)


def _is_computed(found: list[dis.Instruction], n: int) -> bool:
    """Whether a call of `getattr`, `setattr` or `delattr` computes the name of the attribute, or is not made
    here.

    It follows the depth of the stack: the second argument is plain if a constant put it there.
    """
    depth = 0
    put: dict[int, dis.Instruction] = {}
    for instruction in found[n + 1 :]:
        op, argument = instruction.opname, instruction.arg
        if op == "PUSH_NULL" and not depth:
            continue
        if op == _CALL and argument == depth and depth >= 2:
            return put[2].opname != "LOAD_CONST"
        if instruction.opcode in dis.hasjrel or instruction.opcode in dis.hasjabs:
            return True
        depth += dis.stack_effect(instruction.opcode, argument)
        put[depth] = instruction
        if depth < 0:
            return True
    return True
