"""Text of statements: ranges, side conditions and comparisons, in the one form that certificates have.

    statement := ["for" range ("," range)*] ["where" relation ("and" relation)*] ":" relation
    range     := ["integer"] name "in" ("[" | "(") end "," end ("]" | ")")
    relation  := expression ("<" | "<=" | ">" | ">=" | "=" | "!=") expression

A statement without ranges and side conditions has no colon. An end is a rational number, -inf or inf.
"""

from __future__ import annotations

from fractions import Fraction

from assay.errors import InvalidValue
from assay.prove.expr import constant
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.syntax import Reader

MAX_PARTS = 100


def read(text: str) -> Statement:
    """Read a statement as it is printed: ranges are `x in [0, 1]` or `integer n in (-inf, 3]`.

    Raises:
        InvalidType, InvalidValue: the text is not a statement, a range is empty, a variable is not declared.
    """
    reader, ranges, conditions = Reader(text), [], []
    more = headed = reader.take("for")
    while more:
        ranges.append(read_range(reader))
        more = reader.take(",")
    more = reader.take("where")
    headed += more
    while more:
        conditions.append(read_relation(reader))
        more = reader.take("and")
    if max(len(ranges), len(conditions)) > MAX_PARTS:
        raise InvalidValue(f"statement: more than {MAX_PARTS} variables or side conditions")
    if headed:
        reader.need(":")
    conclusion = read_relation(reader)
    reader.end()
    return Statement(Context(tuple(ranges), tuple(conditions)), conclusion)


def relation(text: str) -> Relation:
    """Read one comparison.

    Raises:
        InvalidType, InvalidValue: the text is not a comparison.
    """
    reader = Reader(text)
    result = read_relation(reader)
    reader.end()
    return result


def read_relation(reader: Reader) -> Relation:
    """Read a comparison at the cursor."""
    left = reader.expression()
    op = reader.need("<", "<=", ">", ">=", "=", "!=")
    return Relation(left, op, reader.expression())


def read_range(reader: Reader) -> Range:
    """Read a range at the cursor."""
    integer, name = bool(reader.take("integer")), reader.name()
    reader.need("in")
    low_open = reader.need("(", "[") == "("
    if reader.take("-inf"):
        low, low_open = None, True
    else:
        low = read_bound(reader)
    reader.need(",")
    high = None if reader.take("inf") else read_bound(reader)
    high_open = reader.need(")", "]") == ")" or high is None
    return Range(name, low, high, low_open, high_open, integer)


def read_bound(reader: Reader) -> Fraction:
    """Read a rational end at the cursor."""
    e = reader.expression()
    value = constant(e)
    if value is None:
        raise InvalidValue(f"range: the end {e} is not a rational number; put it in a 'where' condition")
    return value
