"""The law of a total loss: the product of all rounds, each to its count, dense or sparse.

Dense: the rounds packed into one variable (`packing`), raised by FLINT's dense powers.  Its size is the box
that holds the total losses, times the length of a polynomial in theta.  Sparse: terms z^v theta^d as they
are, of which there are at most as many as multisets of k atoms.  Whichever is smaller is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import comb, prod
from typing import TypeAlias

from ...exact import Number
from ...exact._flint import Ordering, fmpz, fmpz_mpoly_ctx, fmpz_poly
from ...exact.fields import Field
from .lattice import Vector
from .packing import over_common_denominator, pack, shared_field, to_number

Slot: TypeAlias = "fmpz | fmpz_poly | Mapping[int, fmpz]"
"""The unnormalised probability of one total loss: an integer, or a polynomial in theta, dense or by
degree.
"""

Corners: TypeAlias = tuple[Vector, Vector]
"""The lowest and the highest corner of a box of integer vectors."""

SPARSE_COST = 8
"""A sparse term takes about as much as so many dense ones."""


@dataclass(frozen=True, slots=True)
class Law:
    """The unnormalised law of the total loss, by the place of the loss in its box, over one denominator."""

    slots: Mapping[int, Slot]
    denominator: fmpz_poly
    field: Field

    def probability(self, places: Iterable[int]) -> Number:
        """The probability of a set of places."""
        total, by_degree = fmpz_poly([0]), dict[int, fmpz]()
        constant = fmpz(0)
        for place in places:
            slot = self.slots.get(place, fmpz(0))
            if isinstance(slot, fmpz):
                constant += slot
            elif isinstance(slot, fmpz_poly):
                total += slot
            else:
                for degree, c in slot.items():
                    by_degree[degree] = by_degree.get(degree, fmpz(0)) + c
        return to_number(total + constant + from_degrees(by_degree), self.denominator, self.field)


@dataclass(frozen=True)
class Power:
    """One side of a composition: for every round its vectors, its probabilities and its count."""

    vectors: Sequence[Sequence[Vector]]
    masses: Sequence[Sequence[Number]]
    counts: Sequence[int]
    box: Corners

    def field(self) -> Field:
        """The smallest field that holds all probabilities.  Raises MixedFields where there is none."""
        return shared_field([m for row in self.masses for m in row])

    def parts(self) -> list[tuple[list[fmpz_poly], fmpz_poly]]:
        """The numerators and the denominator of every round."""
        return [over_common_denominator(row, self.field()) for row in self.masses]

    def width(self) -> int:
        """One more than the degree in theta of a product."""
        degrees = (max((n.degree() for n in nums), default=0) for nums, _ in self.parts())
        return 1 + sum(k * max(degree, 0) for degree, k in zip(degrees, self.counts, strict=True))

    def places(self) -> int:
        """The points of the box."""
        return reduce(lambda n, ends: n * (ends[1] - ends[0] + 1), zip(*self.box, strict=True), 1)

    def terms(self) -> int:
        """At most so many terms of a sparse product: the multisets of the monomials of each round."""
        monomials = [sum(1 for n in nums for c in n.coeffs() if c != 0) for nums, _ in self.parts()]
        return prod(comb(k + max(a, 1) - 1, k) for a, k in zip(monomials, self.counts, strict=True))

    def is_sparse(self) -> bool:
        """Whether the sparse product is the smaller one."""
        return SPARSE_COST * self.terms() < self.places() * self.width()

    def bits(self) -> int:
        """The largest coefficients have at most so many bits."""
        return sum(
            k * int(sum(abs(c) for n in nums for c in n.coeffs())).bit_length()
            for (nums, _), k in zip(self.parts(), self.counts, strict=True)
        )

    def strides(self, width: int) -> list[int]:
        """How far apart neighbouring points of the box lie, per dimension, if each takes `width` places."""
        strides = []
        for low, high in zip(*self.box, strict=True):
            strides.append(width)
            width *= high - low + 1
        return strides

    def denominator(self) -> fmpz_poly:
        """The product of all denominators."""
        product = fmpz_poly([1])
        for (_, den), k in zip(self.parts(), self.counts, strict=True):
            product = product * den**k
        return product

    def law(self) -> Law:
        """The law of the total loss."""
        slots = self._sparse() if self.is_sparse() else self._dense()
        return Law(slots, self.denominator(), self.field())

    def positions(self, width: int) -> list[list[int]]:
        """The place of every atom, counted from the lowest corner that its round can take."""
        strides = self.strides(width)
        found = []
        for vectors in self.vectors:
            low = [min(v[d] for v in vectors) for d in range(len(strides))] if vectors else []
            found.append([sum(s * (x - m) for s, x, m in zip(strides, v, low, strict=True)) for v in vectors])
        return found

    def factors(self) -> list[fmpz_poly]:
        """Every round packed into one variable."""
        rounds = zip(self.positions(self.width()), self.parts(), strict=True)
        return [pack(list(zip(places, nums, strict=True))) for places, (nums, _) in rounds]

    def _dense(self) -> dict[int, Slot]:
        """The packed product, slot by slot."""
        product, width = fmpz_poly([1]), self.width()
        for factor, k in zip(self.factors(), self.counts, strict=True):
            product = product * factor**k
        return cut(product.coeffs(), width)

    def _sparse(self) -> dict[int, Slot]:
        """The product of sparse polynomials in z and theta, gathered by the power of z."""
        context = fmpz_mpoly_ctx.get(("z", "t"), Ordering.lex)
        product = context.constant(1)
        for places, (nums, _), k in zip(self.positions(1), self.parts(), self.counts, strict=True):
            terms: dict[tuple[int, ...], int | fmpz] = {}
            for place, num in zip(places, nums, strict=True):
                for degree, c in enumerate(num.coeffs()):
                    if c != 0:
                        terms[place, degree] = terms.get((place, degree), fmpz(0)) + c
            product = product * context.from_dict(terms) ** k
        return _gathered(product.to_dict(), self.width())


def cut(coefficients: Sequence[fmpz], width: int) -> dict[int, Slot]:
    """The packed coefficients, slot by slot."""
    if width == 1:
        return dict(enumerate(coefficients))
    return {
        i // width: fmpz_poly(list(coefficients[i : i + width])) for i in range(0, len(coefficients), width)
    }


def _gathered(terms: Mapping[tuple[int, ...], fmpz], width: int) -> dict[int, Slot]:
    """The terms of each place as an integer, or as a polynomial in theta."""
    if width == 1:
        return {place: c for (place, _), c in terms.items()}
    gathered: dict[int, dict[int, fmpz]] = {}
    for (place, degree), c in terms.items():
        gathered.setdefault(place, {})[degree] = c
    return dict(gathered)


def from_degrees(terms: Mapping[int, fmpz]) -> fmpz_poly:
    """The polynomial with these coefficients."""
    return fmpz_poly([terms.get(degree, fmpz(0)) for degree in range(1 + max(terms, default=-1))])
