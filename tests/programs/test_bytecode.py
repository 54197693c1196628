"""Instructions are the same on every Python, and each of this Python's is known."""

import dis

import pytest

from assay import Mechanism, adjacency, flip, program
from assay.errors import NondeterministicProgram
from assay.programs.bytecode import PARTS, instructions
from assay.programs.flow import machine
from assay.programs.flow.instructions import RULES


def pairs(a, b):
    c, d = a, b
    return c + d, [-e for e in (a, b)]


def test_two_in_one_are_taken_apart():
    found = [i for i in instructions(pairs.__code__) if i.opname.startswith(("LOAD_FAST", "STORE_FAST"))]
    assert not {i.opname for i in found} & set(PARTS)
    assert all(isinstance(i.argval, str) and i.argval == i.argrepr for i in found)
    assert [i.argval for i in found][:6] == ["a", "b", "d", "c", "c", "d"]
    assert [i.argval for i in found if i.opname.startswith("STORE_FAST")][:2] == ["d", "c"]


def test_offsets_are_those_of_python():
    code = pairs.__code__
    assert [i.offset for i in instructions(code)] == sorted(i.offset for i in instructions(code))
    assert {i.offset for i in instructions(code)} == {i.offset for i in dis.get_instructions(code)}


def never_compiled():
    """Instructions that only the compiler sees, or the interpreter puts in where it runs."""
    inside = {"RESERVED", "ENTER_EXECUTOR", "EXIT_INIT_CHECK", "POP_BLOCK", "LOAD_SUPER_METHOD"}
    inside |= {"LOAD_ZERO_SUPER_ATTR", "LOAD_ZERO_SUPER_METHOD"}
    return inside | {name for name in dis.opmap if name.startswith(("INSTRUMENTED_", "SETUP_"))}


def test_every_instruction_of_this_python_is_followed():
    jumps = {dis.opname[code] for code in (*dis.hasjrel, *dis.hasjabs)}
    known = {*RULES, *PARTS, *jumps, *machine.FOLLOWED_OTHERWISE}
    assert set(dis.opmap) - known - never_compiled() == set()


def test_an_instruction_that_is_not_known_is_refused(monkeypatch):
    monkeypatch.delitem(RULES, "BUILD_TUPLE")
    with pytest.raises(NondeterministicProgram, match="cannot be followed"):
        Mechanism(program(another), [0, 1], adjacency.all_pairs()).epsilon()


def another(x):
    return ("b", x, flip("1/2"))
