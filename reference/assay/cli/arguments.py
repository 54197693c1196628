"""Reading the values on the command line: whole numbers, seconds, a domain, an adjacency, a file of rows."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING

from .errors import UsageError

if TYPE_CHECKING:
    from ..adjacency import Adjacency, Kind

ADJACENCIES = (
    "all-pairs",
    "replace-one",
    "add-remove-one",
    "hamming:K",
    "l1:K",
    "linf:K",
)
KINDS: tuple[Kind, ...] = ("multiset", "set", "sequence")


def positive_int(text: str, option: str) -> int:
    """A whole number >= 1."""
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise UsageError(f"{option} {text!r} is not a whole number >= 1; write for example {option} 100000")
    return value


def whole_number(text: str, option: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"{option} {text!r} is not a whole number; write for example {option} 1") from None


def positive_seconds(text: str, option: str = "--timeout") -> Fraction:
    """A positive number of seconds, such as 30 or 0.5."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        value = Fraction(0)
    if value <= 0:
        raise UsageError(
            f"{option} {text!r} is not a positive number of seconds; write for example {option} 30"
        )
    return value


def domain(text: str) -> Sequence[Hashable]:
    """A domain written as Python literals, `False, True` or `[(0, 0), (0, 1)]`, or as `range(8)`."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        value: object = (
            range(*whole_arguments(tree)) if isinstance(tree, ast.Call) else ast.literal_eval(tree)
        )
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        value = None
    if isinstance(value, list | tuple | range):
        return value
    raise UsageError(
        f"--domain {text!r} is not a list of Python literals; write for example "
        "--domain 'False, True' or --domain 'range(8)'"
    )


def whole_arguments(call: ast.Call) -> list[int]:
    """The arguments of a call of `range`; ValueError for any other expression."""
    values = [ast.literal_eval(argument) for argument in call.args]
    is_range = isinstance(call.func, ast.Name) and call.func.id == "range" and not call.keywords
    if is_range and all(type(value) is int for value in values):
        return values
    raise ValueError("only range(...) can be called")


def adjacency(text: str) -> Adjacency:
    """An adjacency by name, with what follows the colon: `hamming:2`, `add-remove-one:set`."""
    from .. import adjacency as relations

    name, colon, detail = text.strip().lower().replace("_", "-").partition(":")
    if colon and not detail:
        raise UsageError(f"--adjacency {text!r} ends in a colon; write for example --adjacency hamming:2")
    if name == "all-pairs" and not colon:
        return relations.all_pairs()
    if name in ("replace-one", "add-remove-one"):
        constructor = relations.replace_one if name == "replace-one" else relations.add_remove_one
        return constructor(_kind(detail, text)) if colon else constructor()
    distances = {"hamming": relations.hamming, "l1": relations.l1, "linf": relations.linf}
    if name in distances:
        return distances[name](_distance(detail, text) if colon else 1)
    raise UsageError(unknown_adjacency(text, name))


def unknown_adjacency(text: str, name: str) -> str:
    """The message for a name that is no adjacency."""
    close = get_close_matches(name, [each.partition(":")[0] for each in ADJACENCIES], n=1)
    hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(ADJACENCIES)}"
    return f"--adjacency {text!r} is not known; {hint}"


def _distance(detail: str, text: str) -> int:
    """The K of hamming:K, a whole number >= 1."""
    if detail.isdecimal() and int(detail) >= 1:
        return int(detail)
    raise UsageError(
        f"--adjacency {text!r}: the distance {detail!r} is not a whole number >= 1; write hamming:2, say"
    )


def _kind(detail: str, text: str) -> Kind:
    """What a dataset is: a multiset, a set or a sequence."""
    for kind in KINDS:
        if detail == kind:
            return kind
    raise UsageError(
        f"--adjacency {text!r}: {detail!r} is not a kind of dataset; choose one of {', '.join(KINDS)}"
    )


@contextmanager
def rows_kept(path: str | None) -> Iterator[Callable[[Mapping[str, object]], None]]:
    """Writes rows into a file, a line of JSON each, at once; nowhere without a path.

    Raises UsageError where it cannot be written.
    """
    if path is None:
        yield lambda row: None
        return
    try:
        file = open(path, "w", encoding="utf-8")  # noqa: SIM115  # closed below
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    with file:

        def keep(row: Mapping[str, object]) -> None:
            file.write(json.dumps(row) + "\n")
            file.flush()

        yield keep
