"""What the rules of instructions have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from ..values import NUMBER, PLAIN, Value

if TYPE_CHECKING:
    from ..machine import Machine

Rule: TypeAlias = "Callable[[Machine, Any, int, list[Value]], None]"
"""What an instruction with this argument does to the stack."""

RULES: dict[str, Rule] = {}
"""The rules by the names of the instructions."""

ANYTHING = Value(PLAIN, PLAIN)
A_NUMBER = Value(NUMBER)


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Makes a function the rule of the instructions of these names."""

    def enter(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(names, function))
        return function

    return enter


def popped(stack: list[Value], count: int) -> list[Value]:
    """The last values of the stack, which are taken off it."""
    if not count:
        return []
    taken = stack[-count:]
    del stack[-count:]
    return taken
