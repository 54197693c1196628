"""Which attributes code reads and sets, of whatever object."""

from __future__ import annotations

from types import CodeType, FunctionType

from ..uses import Uses

SETTING = frozenset(
    {"setattr", "delattr", "__setattr__", "__delattr__", "__set__", "__delete__", "wraps", "update_wrapper"}
    | {"__dict__", "register"}
)
"""Names by which attributes are set without a statement that sets them."""


class AttributeNames:
    """The names of attributes that code within reach reads, each with where, and sets.

    unnamed: what reads attributes without naming them, such as "vars(...)"; "" if nothing does.
    sets_unnamed: whether a function is within reach that sets attributes, under whatever name.
    of_classes: the attributes that classes within reach define.
    """

    unnamed: str

    def __init__(self) -> None:
        self.read: dict[str, str] = {}
        self.unnamed = ""
        self.sets_unnamed = False
        self.of_classes: set[str] = set()
        self._set_in_init: set[str] = set()
        self._set_elsewhere: set[str] = set()
        self._variables_set: set[str] = set()

    def is_read(self, name: str, where: str) -> None:
        """An attribute of this name is read."""
        self.read.setdefault(name, where)

    def are_read_unnamed(self, by: str) -> None:
        """Attributes are read by what does not name them."""
        self.unnamed = self.unnamed or by

    def are_set(self, uses: Uses, function: FunctionType) -> None:
        """What the code of a function sets: attributes, global variables and those that it closes over."""
        in_init = function.__name__ == "__init__"
        (self._set_in_init if in_init else self._set_elsewhere).update(uses.set_attributes)
        self._variables_set |= uses.set_globals | (uses.set_cells & _free(function.__code__))

    def of_nobodys(self, names: set[str]) -> set[str]:
        """Those of the names that nothing of the user's sets or defines."""
        return names - self._set_elsewhere - self._set_in_init - self.of_classes

    def may_be_set(self, variables: set[str]) -> frozenset[str] | None:
        """The variables and attributes that the program may set; None if they may be any.  variables: the
        global variables that it names.
        """
        if self.sets_unnamed or self.unnamed or (self.read.keys() | variables) & SETTING:
            return None
        again = self._set_in_init if "__init__" in self.read else set()
        return frozenset(self._set_elsewhere | self._variables_set | again)


def _free(code: CodeType) -> set[str]:
    return set(code.co_freevars)
