"""Which code may swallow the end of the machine."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import random
import reprlib

import pytest

from assay.programs.limits_met import SWALLOWS_NO_LIMIT, handles, limit_met
from assay.programs.reach import Reach


def shown(x):
    return reprlib.repr(x)


def drawn():
    return random.randrange(2)


def guarded(x):
    try:
        return x()
    except Exception:
        return None


def test_handlers_of_the_standard_library_count():
    assert [handles(Reach(f)) for f in (shown, drawn, guarded)] == [True, False, True]


@pytest.mark.parametrize("name", sorted(SWALLOWS_NO_LIMIT))
def test_what_is_left_out_handles_no_end_of_the_machine(name):
    tree = ast.parse(inspect.getsource(importlib.import_module(name)))
    handled = [node.type for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    kinds = {getattr(builtins, ast.unparse(kind)) for kind in handled}
    assert not any(issubclass(end, tuple(kinds)) for end in (RecursionError, MemoryError))
    assert limit_met(RecursionError)
