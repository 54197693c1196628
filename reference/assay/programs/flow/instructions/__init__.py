"""What each instruction of Python's virtual machine does to the stack of kinds of values, by its name."""

from . import calls, containers, names
from .rule import RULES

__all__ = ["RULES", "calls", "containers", "names"]
