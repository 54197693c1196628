"""What a program can reach: the functions that its code names, and all state that they can read or change.

`walk` follows names: global variables of the module of every function that it meets, attributes of modules,
closures, defaults, attributes of functions, classes with their bases and metaclasses, instances, containers,
what `partial` binds and `lru_cache` wraps.  What an object or a class, the code of a function or a module
that is handed around adds to the walk stands in `objects`, `code` and `handed`.  On the way it keeps

- `met`: the objects of every kind, and in `variables` and `attributes` the names that code reads and sets;
- `refusals`: names of what differs from run to run, each with the line that names it (`programs.names` has
  the list), and in `pairs` what is refused only where something else is met, too;
- `changing`: everything that can change, each with a way to read what it holds now (`programs.state`
  compares them).

`check` puts together what may not be: names, what the flow sees, what loading the modules read, fixed seeds.
"""

from .check import Reach
from .met import Place
from .refusals import Refusal

__all__ = ["Place", "Reach", "Refusal"]
