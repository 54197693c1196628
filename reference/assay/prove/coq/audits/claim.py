"""What is exported: a table or a program, neighbours, a claim, and the event that refutes a false one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from assay.exact import Log, Number


@dataclass(frozen=True)
class Violation:
    """Neighbours x and y, and the numbers of the outputs of an event that shows that the claim is false."""

    x: int
    y: int
    event: tuple[int, ...]


@dataclass(frozen=True)
class Return:
    """A node of a program: it ends with the output of this number."""

    output: int


@dataclass(frozen=True)
class Draw:
    """A node of a program: with each probability it goes on at the node of that number, before it."""

    probabilities: tuple[Number, ...]
    nodes: tuple[int, ...]


Node: TypeAlias = Return | Draw


@dataclass(frozen=True)
class ProgramTree:
    """The decision tree of a program, in which equal branches stand once; input x starts at starts[x]."""

    nodes: tuple[Node, ...]
    starts: tuple[int, ...]


@dataclass(frozen=True)
class AuditClaim:
    """The claim that a mechanism is (epsilon, delta)-differentially private, true or with a violation.

    `table` has a row for each input and a column for each output; `pairs` are the ordered adjacent pairs, by
    the numbers of the inputs. Of a `program` the table has its distributions; of a program that is no tree,
    `computed` says why the table stands in the file as it was computed.
    """

    name: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    table: Sequence[Sequence[Number]]
    pairs: Sequence[tuple[int, int]]
    epsilon: Log
    delta: Number
    violation: Violation | None = None
    program: ProgramTree | None = None
    computed: str = ""


Quotient: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Numerator and denominator as polynomials, the constant coefficient first."""


@dataclass(frozen=True)
class SymbolicClaim:
    """The claim for every eps > 0, of probabilities in x = e^(eps/k); or that it is false.

    `factor` is e^epsilon and `delta` a quotient as well. With a violation the claim is false at eps = `at`,
    or for every eps > 0 where that is None.
    """

    name: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    table: Sequence[Sequence[Quotient]]
    pairs: Sequence[tuple[int, int]]
    k: int
    factor: Quotient
    delta: Quotient
    text: str
    violation: Violation | None = None
    at: Fraction | None = None
