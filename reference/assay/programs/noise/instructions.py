"""What single instructions of a program may do: read an attribute, compare by `is`, define a method."""

from __future__ import annotations

import enum
import types
from typing import Any, NamedTuple

from .allowed import BUILTINS, DUNDERS, HIDDEN_METHODS, INTERNALS
from .outside import OutsideClass
from .steps import GLOBAL, READ, Step


class Place(NamedTuple):
    """Under which name something was met, and where."""

    name: str
    file: str = ""
    line: int | None = None

    def refuse(self, what: str) -> OutsideClass:
        """The error."""
        where = f"{self.file}, line {self.line}" if self.file else ""
        return OutsideClass(f"{self.name} {what}", where, self.line)


def check_attribute(name: str, place: Place) -> None:
    """Refuse attributes that lead behind an object."""
    if (name.startswith("__") and name.endswith("__") and name not in DUNDERS) or name in INTERNALS:
        raise place.refuse(
            "is an attribute that may tell a noisy value from a number; compare the value instead"
        )


def check_getattr(after: tuple[Step, ...], place: Place) -> None:
    """getattr(NAME.path, "name", ...), with a name that is written out, is the attribute itself."""
    pushed: list[Step] = []
    for step in after:
        if step.name in READ and pushed:
            if len(pushed) > 1:
                break
        elif step.name.startswith("LOAD_"):
            pushed.append(step)
        elif step.name != "PRECALL":
            if step.name == "CALL" and step.argument == len(pushed) > 1 and pushed[0].name != "LOAD_CONST":
                name = pushed[1]
                if name.name == "LOAD_CONST" and type(name.argument) is str:
                    check_attribute(name.argument, place)
                    return
            break
    raise place.refuse(
        "is followed only where the object is a variable and the name is written out, as in "
        'getattr(config, "scale", 1); write the attribute, or a dictionary'
    )


def check_method(name: str, place: Place) -> None:
    """Refuse methods that Python calls where no code asks for it."""
    if name in HIDDEN_METHODS:
        raise place.refuse("is a method that Python calls where no code asks for it; leave it out")


def check_identity(steps: tuple[Step, ...], n: int, table: dict[str, Any], place: Place) -> None:
    """`is` is allowed beside None, True, False, ..., classes and members of enumerations: no numbers."""
    before = steps[n - 1]
    if before.name in GLOBAL and isinstance(table.get(before.argument, BUILTINS.get(before.argument)), type):
        return
    if before.name == "LOAD_CONST" and type(before.argument) in (types.NoneType, bool, types.EllipsisType):
        return
    if before.name == "LOAD_ATTR" and n > 1 and steps[n - 2].name == "LOAD_GLOBAL":
        owner = table.get(steps[n - 2].argument)
        if isinstance(owner, enum.EnumMeta) and isinstance(getattr(owner, before.argument, None), enum.Enum):
            return
    raise place._replace(name="is").refuse(
        "compares two objects by their identity, which a number does not have; write =="
    )
