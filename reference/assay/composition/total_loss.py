"""The distribution of a total loss: the product of all rounds, each to its count, dense or sparse.

Dense: the rounds packed into one variable (`packing`), raised by FLINT's dense powers.  Its size is the box
that holds the total losses, times the length of a polynomial in theta.  Sparse: terms z^v theta^d as they
are, of which there are at most as many as multisets of k atoms.  Whichever is smaller is taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from math import comb, prod
from typing import TypeAlias

from ..exact import Number
from ..exact._flint import Ordering, fmpz, fmpz_mpoly_ctx, fmpz_poly
from ..exact.fields import Field
from .lattice import Vector
from .packed_polynomials import over_common_denominator, pack, shared_field, to_number

Slot: TypeAlias = "fmpz | fmpz_poly | Mapping[int, fmpz]"
"""The unnormalised probability of one total loss: an integer, or a polynomial in theta, dense or by
degree.
"""

LONG = 500
"""From so many rounds on, FLINT's power of a binomial is slower than one term after another."""

SPARSE_COST = 8
"""A sparse term takes about as much as so many dense ones."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The unnormalised distribution of the total loss, by the place of the loss in its box, over one
    denominator.
    """

    slots: Mapping[int, Slot]
    denominator: fmpz_poly
    field: Field

    def probability(self, places: Sequence[int]) -> Number:
        """The probability of a set of places."""
        slots = [self.slots[place] for place in places if place in self.slots]
        total = fmpz_poly([sum((slot for slot in slots if isinstance(slot, fmpz)), fmpz(0))])
        by_degree: dict[int, fmpz] = {}
        for slot in slots:
            if isinstance(slot, fmpz_poly):
                total += slot
            elif not isinstance(slot, fmpz):
                for degree, c in slot.items():
                    by_degree[degree] = by_degree.get(degree, fmpz(0)) + c
        return to_number(total + from_degrees(by_degree), self.denominator, self.field)


@dataclass(frozen=True)
class Power:
    """One side of a composition: for every round the digits of its losses, its probabilities and its count.

    `high` holds the largest digits of a total, `given` a field that holds all probabilities.
    """

    digits: Sequence[Sequence[Vector]]
    masses: Sequence[Sequence[Number]]
    counts: Sequence[int]
    high: Vector
    given: Field | None = None

    @cached_property
    def field(self) -> Field:
        """The given field, or the smallest that holds all probabilities; MixedFields where there is none."""
        return self.given or shared_field([m for row in self.masses for m in row])

    @cached_property
    def parts(self) -> list[tuple[list[fmpz_poly], fmpz_poly]]:
        """The numerators and the denominator of every round."""
        return [over_common_denominator(row, self.field) for row in self.masses]

    @cached_property
    def width(self) -> int:
        """One more than the degree in theta of a product."""
        degrees = (max((n.degree() for n in nums), default=0) for nums, _ in self.parts)
        return 1 + sum(k * max(degree, 0) for degree, k in zip(degrees, self.counts, strict=True))

    def places(self) -> int:
        """The points of the box."""
        return prod(digit + 1 for digit in self.high)

    def terms(self) -> int:
        """At most so many terms of a sparse product: the multisets of the monomials of each round."""
        monomials = [sum(1 for n in nums for c in n.coeffs() if c != 0) for nums, _ in self.parts]
        return prod(comb(k + max(a, 1) - 1, k) for a, k in zip(monomials, self.counts, strict=True))

    def is_sparse(self) -> bool:
        """Whether the sparse product is the smaller one."""
        return SPARSE_COST * self.terms() < self.places() * self.width

    def bits(self) -> int:
        """The largest coefficients have at most so many bits."""
        return sum(
            k * int(sum(abs(c) for n in nums for c in n.coeffs())).bit_length()
            for (nums, _), k in zip(self.parts, self.counts, strict=True)
        )

    def slots(self) -> int:
        """The integers of the product, as an estimate: a sparse term takes as much as several."""
        return SPARSE_COST * self.terms() if self.is_sparse() else self.places() * self.width

    def strides(self, width: int) -> list[int]:
        """How far apart neighbouring points of the box lie, per dimension, if each takes `width` places."""
        strides = []
        for digit in self.high:
            strides.append(width)
            width *= digit + 1
        return strides

    def denominator(self) -> fmpz_poly:
        """The product of all denominators."""
        product = fmpz_poly([1])
        for (_, den), k in zip(self.parts, self.counts, strict=True):
            product = product * den**k
        return product

    def distribution(self) -> Distribution:
        """The distribution of the total loss."""
        slots = self._sparse() if self.is_sparse() else self._dense()
        return Distribution(slots, self.denominator(), self.field)

    def positions(self, width: int) -> list[list[int]]:
        """The place of every atom."""
        strides = self.strides(width)
        return [[sum(s * x for s, x in zip(strides, v, strict=True)) for v in each] for each in self.digits]

    def factors(self) -> list[fmpz_poly]:
        """Every round packed into one variable."""
        rounds = zip(self.positions(self.width), self.parts, strict=True)
        return [pack(list(zip(places, nums, strict=True))) for places, (nums, _) in rounds]

    def _dense(self) -> dict[int, Slot]:
        """The packed product, slot by slot."""
        rows = [[fmpz(1)], *(raised(f, k) for f, k in zip(self.factors(), self.counts, strict=True))]
        return cut(reduce(_multiplied, rows), self.width)

    def _sparse(self) -> dict[int, Slot]:
        """The product of sparse polynomials in z and theta, gathered by the power of z."""
        context = fmpz_mpoly_ctx.get(("z", "t"), Ordering.lex)
        product = context.constant(1)
        for places, (nums, _), k in zip(self.positions(1), self.parts, self.counts, strict=True):
            terms: dict[tuple[int, ...], int | fmpz] = {}
            for place, num in zip(places, nums, strict=True):
                for degree, c in enumerate(num.coeffs()):
                    if c != 0:
                        terms[place, degree] = terms.get((place, degree), fmpz(0)) + c
            product = product * context.from_dict(terms) ** k
        return _gathered(product.to_dict(), self.width)


def raised(factor: fmpz_poly, count: int) -> Sequence[fmpz]:
    """The coefficients of the power, of a large one of a binomial each from the one before it."""
    if factor.length() != 2 or count < LONG or factor[0] == 0:
        return (factor**count).coeffs()
    low, high = map(int, factor.coeffs())
    row = [fmpz(low) ** count]
    # c_(i+1) = c_i (count - i) high / ((i + 1) low), which is a whole number
    for above, below in zip(range(count * high, 0, -high), range(low, (count + 1) * low, low), strict=True):
        row.append(row[-1] * above // below)
    return row


def _multiplied(a: Sequence[fmpz], b: Sequence[fmpz]) -> Sequence[fmpz]:
    """The coefficients of the product; long rows are not copied to be multiplied by 1."""
    return b if len(a) == 1 == a[0] else (fmpz_poly(list(a)) * fmpz_poly(list(b))).coeffs()


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
