"""How a run of a program may end: in a value, or in an exception that was declared to be an output."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from ..dp.outputs import brief, shown
from ..errors import InvalidType, ProgramError


class Raised:
    """The output of a run that ended in a declared exception: the class of the exception, and its message."""

    __slots__ = ("kind", "message")

    def __init__(self, kind: type[BaseException], message: str) -> None:
        self.kind = kind
        self.message = message

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Raised):
            return NotImplemented
        return self.kind is other.kind and self.message == other.message

    def __hash__(self) -> int:
        return hash((self.kind, self.message))

    def __repr__(self) -> str:
        return f"Raised({self.kind.__qualname__}: {self.message})"

    def __assay_output__(self) -> Hashable:
        """All that can be seen of it."""
        return self.kind, self.message


def raised(error: BaseException) -> Raised:
    """The output that stands for an exception."""
    return Raised(type(error), str(error))


def check_raises(raises: object) -> tuple[type[Exception], ...]:
    """The exceptions that are declared to be outputs; subclasses are declared with them.

    Raises InvalidType for what is not a tuple, list or set of subclasses of Exception.
    """
    if not isinstance(raises, tuple | list | set | frozenset):
        raise InvalidType(f"raises = {shown(raises)}; give a tuple of exceptions, such as (ValueError,)")
    kinds: Iterable[Any] = raises
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            raise InvalidType(
                f"raises = {brief(raises)} holds {shown(kind)}, which is not a subclass of Exception; "
                "an output can be declared by a class such as ValueError"
            )
    return tuple(kinds)


def is_end(error: BaseException, declared: tuple[type[Exception], ...]) -> bool:
    """Whether an exception is an output, because it was declared."""
    return isinstance(error, declared)


def failure(error: BaseException, where: str) -> BaseException:
    """What to raise for an exception that ended a run and is no output.

    An Exception is raised as it is, with a note that says where. What ends an interpreter or a generator
    (SystemExit, GeneratorExit, and other exceptions that are no Exception) becomes a ProgramError, so that it
    ends nothing but the program. KeyboardInterrupt stops Assay.
    """
    if isinstance(error, Exception):
        error.add_note(f"raised by {where}; an exception is an error unless it was declared to be an output")
        return error
    if isinstance(error, KeyboardInterrupt):
        return error
    text = f"{type(error).__qualname__}({', '.join(map(brief, error.args))})"
    found = ProgramError(f"{where} raised {text}, which is not an output; return a value instead")
    found.__cause__ = error
    return found
