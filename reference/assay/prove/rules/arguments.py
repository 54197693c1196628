"""Reading the arguments of a rule, and drawing its conclusion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from assay.prove.expr import Expr
from assay.prove.facts import Facts, Rejected
from assay.prove.statement import Relation, Statement
from assay.prove.syntax import parse

Arguments = Mapping[str, object]


def text(arguments: Arguments, name: str, default: str | None = None, among: Sequence[str] = ()) -> str:
    """An argument that is text, perhaps one of a few words."""
    found = arguments.get(name, default)
    if not isinstance(found, str) or (among and found not in among):
        raise Rejected(f"argument {name!r} is {found!r}; it must be {' or '.join(among) or 'text'}")
    return found


def expression(arguments: Arguments, name: str, default: str | None = None) -> Expr:
    """An argument that is an expression."""
    return parse(text(arguments, name, default))


def sum_argument(arguments: Arguments) -> Expr:
    """The argument `sum`."""
    e = expression(arguments, "sum")
    if e.op != "sum":
        raise Rejected(f"{e} is not a sum")
    return e


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


def mapping(value: object, *names: str) -> Arguments:
    """A value that is a map, with no other names than these."""
    if not isinstance(value, Mapping) or not set(value) <= set(names):
        raise Rejected(f"argument {value!r} must be a map of {', '.join(names) or 'nothing'}")
    return value


def conclude(claim: Statement, facts: Facts, *derived: Relation) -> None:
    """The claim follows from relations that have just been derived in its context."""
    facts.require_defined(*(side for r in (claim.conclusion, *derived) for side in (r.left, r.right)))
    found = tuple(Statement(claim.context, r) for r in derived)
    what = f"what follows is {' and '.join(map(str, derived))}"
    Facts(claim.context, (*facts.premises, *found)).require(claim.conclusion, what)
