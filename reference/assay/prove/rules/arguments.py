"""Reading the arguments of a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.prove.expr import Expr
from assay.prove.facts import Rejected
from assay.prove.statement import Statement
from assay.prove.syntax import parse

Arguments = Mapping[str, object]


def only(arguments: Arguments, *names: str) -> None:
    """Refuse arguments that the rule does not know."""
    if unknown := sorted(set(arguments) - set(names)):
        raise Rejected(f"unknown argument {unknown[0]!r}; the rule takes {', '.join(names) or 'none'}")


def text(arguments: Arguments, name: str, default: str | None = None) -> str:
    """An argument that is text."""
    found = arguments.get(name, default)
    if not isinstance(found, str):
        raise Rejected(f"argument {name!r} is {found!r}; it must be text")
    return found


def expression(arguments: Arguments, name: str, default: str | None = None) -> Expr:
    """An argument that is an expression."""
    return parse(text(arguments, name, default))


def count(arguments: Arguments, name: str, least: int, most: int) -> int:
    """An argument that is a whole number in a range."""
    found = text(arguments, name)
    if not (found.isascii() and found.isdigit() and len(found) < 10 and least <= int(found) <= most):
        raise Rejected(f"argument {name!r} is {found!r}; a whole number from {least} to {most} is needed")
    return int(found)


def items(arguments: Arguments, name: str) -> Sequence[object]:
    """An argument that is a list; empty if it is not given."""
    found = arguments.get(name, [])
    if not isinstance(found, list):
        raise Rejected(f"argument {name!r} is {found!r}; it must be a list")
    return found


def mapping(value: object, what: str) -> Arguments:
    """A value that is a map."""
    if not isinstance(value, Mapping):
        raise Rejected(f"{what} is {value!r}; it must be a map")
    return value


def first(premises: Sequence[Statement], count: int = 1) -> None:
    """Refuse too few premises."""
    if len(premises) < count:
        raise Rejected(f"the rule needs {count} premises; {len(premises)} given")
