"""How a run may end: in a returned value, in an exception that was declared an output, or not at all.

Any other exception is an error of the program, and says nothing about its privacy: a sampler with a typo
raises the same error on every input.
"""

from __future__ import annotations

import builtins
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from importlib import import_module
from types import GetSetDescriptorType, MemberDescriptorType
from typing import TypeAlias

from ..errors import AssayError, InvalidType, InvalidValue
from ..outputs.alphabet import listed
from ..outputs.identity import key
from ..outputs.text import SpelledFields, with_type

Declared: TypeAlias = tuple[type[Exception], ...]
"""The exceptions that are outputs."""


class ExitRefused(AssayError):
    """A program ended the interpreter, or a generator, in the place of returning."""


@dataclass(frozen=True, repr=False)
class Raised(SpelledFields):
    """The output of a run that ended in a declared exception: its type, its message, what else it holds."""

    kind: str
    message: str
    held: Hashable = ()

    @classmethod
    def of(cls, error: Exception) -> Raised:
        """The output for an exception.  Raises InvalidType where it holds what cannot be compared."""
        attributes = {**vars(error), **fields(error)}
        message, args = _message(error), tuple(error.args)
        if not attributes and args == ((message,) if message else ()):
            return cls(_name(type(error)), message)
        held = (args, tuple(sorted(attributes.items())))
        key(held, f"the declared exception {type(error).__name__} holds")
        return cls(_name(type(error)), message, listed(held))

    def __repr__(self) -> str:
        return f"Raised({self.kind}: {self.message})" if self.message else f"Raised({self.kind})"


def _message(error: Exception) -> str:
    text = str(error)
    return text if type(text) is str else str.__str__(text)


def _name(kind: type) -> str:
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def declared(raises: object) -> Declared:
    """The exceptions of `raises=`: one class, or several.

    Raises InvalidType for what is not a subclass of Exception, and InvalidValue for Exception itself, which
    would take every mistake of the program for an output.
    """
    given = (raises,) if isinstance(raises, type) else raises
    if not isinstance(given, Iterable) or isinstance(given, (str, bytes)):
        raise InvalidType(f"raises = {with_type(raises)}; give an exception class, or a tuple of them")
    kinds = tuple(given)
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, Exception)):
            raise InvalidType(f"raises holds {with_type(kind)}; give exception classes, such as ValueError")
        if kind is Exception or issubclass(kind, AssayError):
            raise InvalidValue(f"raises holds {kind.__name__}; name the exceptions that the program means")
    return kinds


def is_output(error: Exception, raises: Declared) -> bool:
    """Whether an exception is a declared output; Assay's own errors never are."""
    return isinstance(error, raises) and not isinstance(error, AssayError)


def declared_by_name(names: Iterable[str], option: str = "--raises") -> Declared:
    """The exception classes with these names: of a built-in exception, or `module.Name`."""
    return declared(tuple(_by_name(name, option) for name in names))


def _by_name(name: str, option: str) -> object:
    module, _, last = name.rpartition(".")
    try:
        return getattr(import_module(module) if module else builtins, last)
    except (ImportError, AttributeError, ValueError):
        raise InvalidValue(
            f"{option} {name!r} names no exception; write ValueError, or module.Name for one of a module"
        ) from None


def failure(error: BaseException, where: str) -> BaseException:
    """What to raise for an exception that ended a run and is no output; `where` says in which run.

    An Exception is raised as it is, with a note. What is none (SystemExit, GeneratorExit, and their like)
    becomes an ExitRefused, so that it ends the program alone.
    """
    if isinstance(error, Exception):
        error.add_note(f"raised by {where}")
        return error
    refused = ExitRefused(f"{where} raised {type(error).__name__}, which is no output; return a value")
    refused.__cause__ = error
    return refused


def field_names(kind: type[BaseException]) -> tuple[str, ...]:
    """The fields that exceptions of a class have beside arguments and dictionary: in slots, and where
    built-in classes keep them, such as the name of a NameError and the value of a StopIteration.
    """
    fields = (MemberDescriptorType, GetSetDescriptorType)
    named = {name for base in kind.__mro__ for name, value in vars(base).items() if isinstance(value, fields)}
    return tuple(sorted(name for name in named if name != "args" and not name.startswith("__")))


def fields(error: BaseException) -> dict[str, object]:
    """The fields that are set, with what they hold."""
    held = {name: getattr(error, name, None) for name in field_names(type(error))}
    return {name: value for name, value in held.items() if value is not None}
