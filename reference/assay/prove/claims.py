"""Claims as a person writes them, with ranges such as `eps > 0`, `0 <= q <= 1`, `integer k >= 1`.

They become statements in the one form that certificates have, such as `eps in (0, inf)`. Nothing here is
trusted: what a theorem says is what it prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from assay.errors import InvalidType, InvalidValue
from assay.prove import theorem
from assay.prove.reading import read, read_bound, read_range
from assay.prove.statement import FLIP, Context, Range, Statement
from assay.prove.syntax import Reader
from assay.prove.theorem import Theorem
from assay.symbolic.detect import is_sympy

if TYPE_CHECKING:
    from assay.symbolic.door import Sym


def infer(
    rule: str,
    claim: str | Statement,
    arguments: Mapping[str, object] | None = None,
    premises: Sequence[Theorem] = (),
) -> Theorem:
    """Apply one rule of the kernel; the claim may use the short forms.

    Raises:
        Rejected: the claim does not follow by this rule from these premises.
        InvalidType, InvalidValue: the claim is not a statement.
    """
    return theorem.infer(rule, str(statement(claim)), arguments or {}, premises)


def statement(claim: str | Statement | Sym) -> Statement:
    """Read a statement; also a sympy comparison with what is assumed of its symbols, see `sympy_claims`.

    Raises:
        InvalidType, InvalidValue: the text is not a statement, a range is empty, a variable is not declared.
    """
    if isinstance(claim, Statement):
        return claim
    if is_sympy(claim):
        from assay.prove.sympy_claims import of_sympy

        return of_sympy(cast("Sym", claim))
    if not isinstance(claim, str):
        raise InvalidType(
            f"claim: {claim!r} is a {type(claim).__name__}; give text, a Statement or a sympy formula"
        )
    return read(claim, _range)


def context(text: str) -> Context:
    """Read the part of a statement before the colon.

    Raises:
        InvalidType, InvalidValue: the text is not a context.
    """
    return statement(f"{text}: 0 = 0").context if text else Context()


def _range(reader: Reader) -> Range:
    """A range in the long form or a short one."""
    start = reader.at
    integer = bool(reader.take("integer"))
    real = not integer and bool(reader.take("real"))
    if reader.peek()[:1].isdigit() or reader.peek() in ("-", "("):
        return _chain(reader, integer)
    name = reader.name()
    if reader.peek() == "in":
        reader.at = start + real
        return read_range(reader)
    found = Range(name, integer=integer)
    op = reader.take("<", "<=", ">", ">=")
    return _cut(found, op, _bound(reader)) if op else found


def _chain(reader: Reader, integer: bool) -> Range:
    """`0 <= q < 1`."""
    low = _bound(reader)
    op = reader.need("<", "<=")
    found = _cut(Range(reader.name(), integer=integer), FLIP[op], low)
    if op := reader.take("<", "<="):
        found = _cut(found, op, _bound(reader))
    return found


def _bound(reader: Reader) -> Fraction | None:
    """A rational end, or infinity."""
    return None if reader.take("inf") else read_bound(reader)


def _cut(r: Range, op: str, end: Fraction | None) -> Range:
    if end is None and op in (">", ">="):
        raise InvalidValue(f"range of {r.name}: no number is above inf")
    if op in ("<", "<="):
        return Range(r.name, r.low, end, r.low_open, op == "<" or end is None, r.integer)
    return Range(r.name, end, r.high, op == ">" or end is None, r.high_open, r.integer)
