"""A second evaluator of programs, which merges equal states instead of following every path.

It reads the program's own text and moves a distribution over states (the values of the variables still
needed, and all that they hold) forward through it; cost follows the number of different states, and a loop
that comes back to a state is solved as the Markov chain that it is.  It follows what can be followed without
guessing: see `statements` and `expressions` for the language, `heap` for the values.  Anything else raises
`OutsideSubset` with the reason, and the program is then enumerated path by path as ever.
"""

from .merged import merged, merged_bounds
from .outside import OutsideSubset

__all__ = ["OutsideSubset", "merged", "merged_bounds"]
