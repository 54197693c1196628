"""Everything that reads a Python program, over one contract: `spec/programs.md`.

A program is a function that asks for randomness and is answered. `program` has the words it asks with,
`search` follows every path, `merge` makes equal states one, `noise` answers with symbolic values, `sources`
stands in for the random sources of unmodified code.
"""

from ..engines.partial import Partial
from . import symbol as symbol
from .asks import draw, flip, output, uniform
from .program import Program, program

__all__ = ["Partial", "Program", "draw", "flip", "output", "program", "uniform"]
