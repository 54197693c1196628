"""What each instruction of Python's virtual machine does to the stack of kinds of values, by its name."""

from __future__ import annotations

from . import calls, containers, names, operators, parts, stack
from .rule import Rule

RULES: dict[str, Rule] = {}
for _module in (names, parts, containers, operators, calls, stack):
    RULES.update(_module.RULES)
