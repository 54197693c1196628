"""The numbers of a claim over common denominators, and the factors that show what a program does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import zip_longest
from typing import Generic, TypeAlias, TypeVar

from assay.exact import Number
from assay.exact._flint import fmpz_poly
from assay.exact.fields import Quotient
from assay.prove.coq.audits.claim import ProgramTree, Return

Polynomial: TypeAlias = tuple[int, ...]
"""Whole coefficients, the constant one first."""

ONE: Polynomial = (1,)

Positive: TypeAlias = Callable[[fmpz_poly], fmpz_poly]
"""p or -p, whichever is positive where the polynomials are evaluated."""

P = TypeVar("P")
Q = TypeVar("Q")


@dataclass(frozen=True)
class Drawn(Generic[P]):
    """A draw: weights over a denominator. `scale` is the denominator of its distribution.

    For each way c denominator d = scale, with c its factor and d the scale of the node that it leads to.
    """

    denominator: P
    weights: tuple[P, ...]
    scale: P
    factors: tuple[P, ...]


@dataclass(frozen=True)
class Numbers(Generic[P]):
    """The table, delta = dn/dd, and e^epsilon = en/ed where that is known.

    Each row has a denominator. Of a program the draws, with None for a node that returns.
    """

    denominators: tuple[P, ...]
    table: tuple[tuple[P, ...], ...]
    dn: P
    dd: P
    factor: tuple[P, P] | None
    draws: tuple[Drawn[P] | None, ...] = ()

    def all(self) -> Iterator[P]:
        """Every polynomial."""
        yield from (*self.denominators, self.dn, self.dd, *(self.factor or ()))
        yield from (p for row in self.table for p in row)
        for draw in self.draws:
            if draw is not None:
                yield from (draw.denominator, *draw.weights, draw.scale, *draw.factors)

    def map(self, change: Callable[[P], Q]) -> Numbers[Q]:
        """The same with every polynomial changed."""

        def several(polys: Sequence[P]) -> tuple[Q, ...]:
            return tuple(map(change, polys))

        return Numbers(
            several(self.denominators),
            tuple(map(several, self.table)),
            change(self.dn),
            change(self.dd),
            None if self.factor is None else (change(self.factor[0]), change(self.factor[1])),
            tuple(
                None
                if d is None
                else Drawn(change(d.denominator), several(d.weights), change(d.scale), several(d.factors))
                for d in self.draws
            ),
        )


Written: TypeAlias = Numbers[fmpz_poly]
Polynomials: TypeAlias = Numbers[Polynomial]


def over_denominators(
    table: Sequence[Sequence[Quotient]],
    delta: Quotient,
    factor: Quotient | None,
    positive: Positive,
    program: ProgramTree | None = None,
    quotient: Callable[[Number], Quotient] | None = None,
) -> Written:
    """The rows over their denominators, the draws, delta and e^epsilon."""
    rows = [_row(row, positive) for row in table]
    bound, below = delta
    if positive(below) != below:
        bound, below = -bound, -below
    return Numbers(
        tuple(d for _, d in rows),
        tuple(row for row, _ in rows),
        bound,
        below,
        factor,
        () if program is None or quotient is None else _draws(program, quotient, positive),
    )


def _row(row: Sequence[Quotient], positive: Positive) -> tuple[tuple[fmpz_poly, ...], fmpz_poly]:
    """Numerators over the least common denominator, which is positive."""
    below = positive(reduce(_lcm, (den for _, den in row), fmpz_poly([1])))
    return tuple(num * (below // den) for num, den in row), below


def _draws(
    program: ProgramTree, quotient: Callable[[Number], Quotient], positive: Positive
) -> tuple[Drawn[fmpz_poly] | None, ...]:
    """The draws of a program, with the denominators of the distributions of its nodes."""
    found: list[Drawn[fmpz_poly] | None] = []
    scales: list[fmpz_poly] = []
    for node in program.nodes:
        if isinstance(node, Return):
            found.append(None)
            scales.append(fmpz_poly([1]))
            continue
        weights, below = _row([quotient(p) for p in node.probabilities], positive)
        shared = positive(reduce(_lcm, (scales[n] for n in node.nodes), fmpz_poly([1])))
        drawn = Drawn(below, weights, below * shared, tuple(shared // scales[n] for n in node.nodes))
        found.append(drawn)
        scales.append(drawn.scale)
    return tuple(found)


def _lcm(a: fmpz_poly, b: fmpz_poly) -> fmpz_poly:
    """The least common multiple of two polynomials, up to its sign."""
    return a if a == b else a * (b // a.gcd(b))


def plus(p: Polynomial, q: Polynomial) -> Polynomial:
    """p + q."""
    return tuple(a + b for a, b in zip_longest(p, q, fillvalue=0))


def minus(p: Polynomial, q: Polynomial) -> Polynomial:
    """p - q."""
    return tuple(a - b for a, b in zip_longest(p, q, fillvalue=0))


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    """p q."""
    found = [0] * (len(p) + len(q) - 1) if p and q else []
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            found[i + j] += a * b
    return tuple(found)


def total(polys: Iterable[Polynomial]) -> Polynomial:
    """The sum of some polynomials."""
    found: Polynomial = ()
    for p in polys:
        found = plus(found, p)
    return found


def shifted(p: Polynomial) -> Polynomial:
    """p(1 + u), as a polynomial in u."""
    found: Polynomial = ()
    for c in reversed(p):
        found = plus((c,), plus(found, (0, *found)))
    return found
