"""Worlds: one way that a program may have gone, with everything that it can still reach.

A world has the variables of the running function (`scope`), what is being computed (`stack`, which also holds
the scopes of the callers), its probability, and the most draws on a way to it.  No two worlds share an object
that can be changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ...exact import Number, number
from .outside import OutsideSubset

if TYPE_CHECKING:
    from ..liveness import Live
    from .codes import Code

ONE = number(1)


@dataclass(slots=True, eq=False, repr=False)
class Scope:
    """The variables of one activation of a function; nested functions refer to it."""

    code: Code
    names: dict[str, Any]
    parent: Scope | None = None

    def owner(self, name: str) -> Scope | None:
        """The scope that a name belongs to; None for a name from outside the program's functions."""
        scope: Scope | None = self
        while scope is not None and name not in scope.code.bound:
            scope = scope.parent
        return scope

    def value(self, name: str) -> Any:
        """The value of a variable of this scope or of one around it; OutsideSubset while it has none."""
        scope = self.owner(name)
        if scope is None or name not in scope.names:
            raise OutsideSubset(f"the variable {name} may be read before it is set")
        return scope.names[name]


class Flat(Scope):
    """Variables by themselves, of whichever scopes they were."""

    __slots__ = ()

    def owner(self, name: str) -> Scope | None:
        """This scope, for all that it has."""
        return self if name in self.names else None


@dataclass(slots=True, eq=False, repr=False)
class World:
    """One way to here."""

    scope: Scope
    stack: list[Any]
    mass: Number
    draws: int


@dataclass(slots=True, eq=False, repr=False)
class Function:
    """A function or lambda that the program itself defines, with the scope in which it does."""

    code: Code
    scope: Scope
    defaults: tuple[Any, ...]
    kwdefaults: tuple[Any, ...]

    def __call__(self, *_: Any, **__: Any) -> Any:
        """Python itself cannot run it."""
        raise OutsideSubset("Python calls a function of the program by itself")

    def __hash__(self) -> int:
        raise OutsideSubset("it looks a function up by its hash")


@dataclass(slots=True, eq=False, repr=False)
class Bound:
    """A method of an object of the program's own: the function, and the object that is its first argument."""

    function: Any
    owner: Any

    def __call__(self, *_: Any, **__: Any) -> Any:
        """Python itself cannot run it."""
        raise OutsideSubset("Python calls a method of the program by itself")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bound) and self.function is other.function and self.owner is other.owner

    def __hash__(self) -> int:
        raise OutsideSubset("it looks a method up by its hash")


class Partial(Bound):
    """What `partial` binds to one argument; two of them are two objects."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise OutsideSubset("it compares what partial binds")

    def __hash__(self) -> int:
        raise OutsideSubset("it looks what partial binds up by its hash")


Function.__name__, Bound.__name__ = "function", "method"  # as Python's own messages call them


@dataclass(slots=True, eq=False, repr=False)
class Flow:
    """Where the worlds of a function go that do not reach the end of a statement.

    `during` are the variables that the running statement and all after it may read; None stands for all.
    """

    code: Code
    during: Live | None = None
    returned: list[World] = field(default_factory=list)
    broken: list[World] = field(default_factory=list)
    continued: list[World] = field(default_factory=list)
    raised: list[World] = field(default_factory=list)
    lost: list[tuple[Number, str]] = field(default_factory=list)

    def loop(self) -> Flow:
        """The same, with its own worlds that break and continue."""
        return replace(self, broken=[], continued=[])

    def guarded(self) -> Flow:
        """The same, with its own worlds that raise."""
        return replace(self, raised=[])

    def apart(self) -> Flow:
        """All on its own, apart from the mass that is lost."""
        return Flow(self.code, self.during, lost=self.lost)

    def add(self, other: Flow, mass: Number, draws: int) -> None:
        """Take over what another flow has gathered, scaled."""
        for mine, its in (
            (self.returned, other.returned),
            (self.broken, other.broken),
            (self.continued, other.continued),
            (self.raised, other.raised),
        ):
            mine += scaled(its, mass, draws)
        self.lost += [(mass * m, reason) for m, reason in other.lost]


def scaled(worlds: list[World], mass: Number, draws: int) -> list[World]:
    """The worlds with their masses multiplied, and so many more draws, in place; none where that is 0."""
    if not mass:
        return []
    for w in worlds:
        w.mass = mass * w.mass
        w.draws += draws
    return worlds
