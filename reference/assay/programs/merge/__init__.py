"""A second evaluator of programs, which merges equal states instead of following every path.

It reads the program's own text and moves a distribution over states, the values of the variables still
needed, forward through it; cost follows the number of different states.  It understands a subset of Python in
which nothing is hidden: see `text` for the statements and expressions, `values` for the values.  Anything
else raises `OutsideSubset` with the reason, and the program is then enumerated path by path as ever.
"""

from __future__ import annotations

from .evaluator import merged
from .outside import OutsideSubset

__all__ = ["OutsideSubset", "merged"]
