"""What kinds of values flow through a program: to tell where it could see the order of a set, an address, or
the memory that was left, none of which any run in one process shows.

The code is followed once over kinds of values instead of values.  A value is what it may be itself and what
may be inside it; variables, attributes and containers hold whatever may ever be put there.  So what is found
may not happen, and what is not found does not happen, as far as `calls` knows what library functions return.
"""

from .analysis import Flow
from .findings import Finding
from .machine import Unfollowed
from .values import kinds_of

__all__ = ["Finding", "Flow", "Unfollowed", "kinds_of"]
