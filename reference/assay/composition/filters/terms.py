"""What a budget and a round are about, in a text that says all of it, the same in every process."""

from __future__ import annotations

from dataclasses import fields
from hashlib import sha256
from typing import Any

from ...adjacency.relation import Adjacency
from ...dp import Mechanism
from ...exact import Certified
from ...outputs.identity import key
from ...outputs.text import spelled
from ...theorems.scope import Scope
from .budget import Budget
from .costs import Round
from .tally import DIGITS


def terms_of(budget: Budget) -> str:
    """What the budget was made with, and a digest of what it is about."""
    found = {name: value for name, value in vars(budget).items() if not name.startswith("_")}
    said = {
        name: f"{value} <= {value.upper(DIGITS)}" if isinstance(value, Certified) else str(value)
        for name, value in found.items()
    }
    return f"{budget!s} {sorted(said.items())} under {budget.scope!s}, digest {digest(in_full(budget.scope))}"


def words_of(given: Round, scope: Scope | None) -> str:
    """The round in words: of a mechanism a digest of its distributions."""
    if not isinstance(given, Mechanism):
        return str(given)
    distributions = [(in_full(x), _distribution(given, x)) for x in given.domain]
    return f"{given!r} with distributions {digest(repr(distributions))} {scope}"


def _distribution(mechanism: Mechanism[Any, Any], x: Any) -> list[tuple[str, str]]:
    return sorted((in_full(o), str(p)) for o, p in mechanism.distribution(x).items())


def in_full(value: object) -> str:
    """A value with its types, all the way down; a set in the order of the texts of its elements.

    Raises InvalidType for an object that may hold more than its text says.
    """
    kind = type(value)
    if isinstance(value, Adjacency | Scope):
        parts = ", ".join(f"{f.name}={in_full(getattr(value, f.name))}" for f in fields(value))
        return f"{kind.__module__}.{kind.__qualname__}({parts})"
    if isinstance(value, tuple) and kind is tuple:
        return f"({', '.join(map(in_full, value))})"
    if isinstance(value, frozenset) and kind is frozenset:
        return f"{{{', '.join(sorted(map(in_full, value)))}}}"
    return spelled(key(value, "input"))


def digest(text: str) -> str:
    """SHA-256 of a text."""
    return sha256(text.encode()).hexdigest()
