"""The composition of many rounds: the law of its privacy loss, delta at an epsilon, epsilon at a delta."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from typing import TypeAlias, TypeVar

from ...dp import Dist
from ...errors import BudgetExceeded, InvalidType, InvalidValue
from ...exact import INFINITY, EpsilonLike, ExactLike, Log, Number, eps, ln, number
from ...exact._flint import fmpz, fmpz_poly
from ...exact.fields import Field
from .lattice import Lattice, Vector, lattice_of
from .packing import over_common_denominator, pack, shared_field, to_number
from .rounds import ONE, Round

T = TypeVar("T", bound=Hashable)

DEFAULT_BYTES = 4 * 10**9


Slot: TypeAlias = "fmpz | fmpz_poly"
"""The unnormalised probability of one total loss: an integer, or an integer polynomial in theta."""


@dataclass(frozen=True, slots=True)
class _Law:
    """The unnormalised law of the total loss under P or Q, over one denominator."""

    slots: list[Slot]
    denominator: fmpz_poly
    field: Field

    def tails(self, kept: Sequence[int]) -> list[Slot]:
        """tails[i] = the sum of the kept slots from the i-th on; one more, 0, at the end."""
        return list(accumulate((self.slots[s] for s in reversed(kept)), initial=fmpz(0)))[::-1]

    def number(self, numerator: Slot) -> Number:
        """numerator/denominator as a Number."""
        above = fmpz_poly([numerator]) if isinstance(numerator, fmpz) else numerator
        return to_number(above, self.denominator, self.field)


class Composition:
    """The dominating pair of a sequence of rounds, each repeated a number of times.

        L = L_1 + ... + L_k  with independent losses,
        delta(epsilon) = P(L = inf) + sum over l > epsilon of P(L = l) - e^epsilon Q(L = l).

    For adaptively chosen mechanisms this is the worst case whenever every round is dominated by its pair
    (P, Q) (Dong, Roth and Su 2022, theorem 3.2; Zhu, Dong and Wang 2022, theorem 10).

    rounds: (round, count) with count >= 0.  max_bytes: an estimate beyond it raises BudgetExceeded before
    anything is allocated.
    """

    def __init__(self, rounds: Iterable[tuple[Round, int]], max_bytes: int = DEFAULT_BYTES) -> None:
        self.rounds = tuple((r, _count(k)) for r, k in rounds)
        if not self.rounds:
            raise InvalidValue("rounds is empty (a sequence of length 0); give at least one (round, count)")
        self.max_bytes = max_bytes

    @staticmethod
    def of(p: Dist[T], q: Dist[T], count: int) -> Composition:
        """`count` rounds of the ordered pair (P, Q)."""
        return Composition([(Round.of(p, q), count)])

    @cached_property
    def infinite(self) -> Number:
        """P(L = infinity) = 1 - prod (1 - P_i({Q_i = 0}))^(k_i)."""
        finite = ONE
        for r, k in self.rounds:
            finite = finite * (ONE - r.infinite) ** k
        return ONE - finite

    @cached_property
    def _lattice(self) -> Lattice:
        return lattice_of([atom.loss for r, _ in self.rounds for atom in r.atoms])

    @cached_property
    def _vectors(self) -> list[list[Vector]]:
        """The vectors of the atoms, round by round."""
        rest = iter(self._lattice.vectors)
        return [[next(rest) for _ in r.atoms] for r, _ in self.rounds]

    @cached_property
    def _box(self) -> tuple[Vector, Vector]:
        """The corners of a box that holds the vectors of all total losses."""
        dimensions = range(len(self._lattice.basis))
        bounds = [
            [
                sum(
                    k * end((v[d] for v in vs), default=0)
                    for vs, (_, k) in zip(self._vectors, self.rounds, strict=True)
                )
                for d in dimensions
            ]
            for end in (min, max)
        ]
        return tuple(bounds[0]), tuple(bounds[1])

    def _factors(self, side: str) -> tuple[list[fmpz_poly], int, fmpz_poly, Field]:
        """Every round packed, the width of a slot, the common denominator, the field."""
        masses = [[getattr(atom, side) for atom in r.atoms] for r, _ in self.rounds]
        field = shared_field([m for row in masses for m in row])
        parts = [over_common_denominator(row, field) for row in masses]
        width = 1 + sum(
            k * max((n.degree() for n in nums), default=0)
            for (nums, _), (_, k) in zip(parts, self.rounds, strict=True)
        )
        strides = self._strides(width)
        self._check_budget(width, parts)
        factors, denominator = [], fmpz_poly([1])
        for (nums, den), vectors, (_, k) in zip(parts, self._vectors, self.rounds, strict=True):
            low = [min(v[d] for v in vectors) for d in range(len(strides))] if vectors else []
            places = [sum(s * (x - m) for s, x, m in zip(strides, v, low, strict=True)) for v in vectors]
            factors.append(pack(list(zip(places, nums, strict=True))))
            denominator = denominator * den**k
        return factors, width, denominator, field

    def _power(self, factors: Sequence[fmpz_poly]) -> list[fmpz]:
        """The coefficients of the product of all rounds, each to its count."""
        product = fmpz_poly([1])
        for factor, (_, k) in zip(factors, self.rounds, strict=True):
            product = product * factor**k
        return product.coeffs()

    def _strides(self, width: int) -> list[int]:
        """How far apart neighbouring points of the box lie in the packed polynomial, per dimension."""
        low, high = self._box
        strides = []
        for a, b in zip(low, high, strict=True):
            strides.append(width)
            width *= b - a + 1
        return strides

    def _check_budget(self, width: int, parts: Sequence[tuple[list[fmpz_poly], fmpz_poly]]) -> None:
        """Refuse before allocating: slots times the size of the largest coefficients."""
        low, high = self._box
        slots = reduce(lambda n, ends: n * (ends[1] - ends[0] + 1), zip(low, high, strict=True), width)
        bits = sum(
            k * int(sum(abs(c) for n in nums for c in n.coeffs())).bit_length()
            for (nums, _), (_, k) in zip(parts, self.rounds, strict=True)
        )
        estimate = slots * (bits // 8 + 16)
        if estimate > self.max_bytes:
            raise BudgetExceeded(
                f"this composition needs about {estimate} bytes ({slots} integers of up to {bits} bits), "
                f"more than max_bytes = {self.max_bytes}; use fewer rounds or a larger max_bytes"
            )

    @cached_property
    def _laws(self) -> tuple[_Law, _Law]:
        """The laws of the finite total loss under P and under Q, slot by slot of the box."""
        (p, width, p_den, field), (q, q_width, q_den, q_field) = self._factors("p"), self._factors("q")
        above = self._power(p)
        # for a symmetric pair the law under Q is that under P read backwards: one power serves both
        mirrored = width == q_width == 1 and all(
            b.coeffs() == a.coeffs()[::-1] for a, b in zip(p, q, strict=True)
        )
        below = above[::-1] if mirrored else self._power(q)
        return _Law(_cut(above, width), p_den, field), _Law(_cut(below, q_width), q_den, q_field)

    @cached_property
    def _kept(self) -> list[int]:
        """The slots that carry mass, by increasing total loss."""
        slots = [i for i, slot in enumerate(self._laws[0].slots) if slot != 0]
        return slots if len(self._lattice.basis) < 2 else sorted(slots, key=self._loss)

    def _loss(self, slot: int) -> Log:
        """The total loss of a slot."""
        return self._lattice.loss(_unpack(slot, *self._box))

    @property
    def losses(self) -> tuple[Log, ...]:
        """The finite total losses, in increasing order."""
        return tuple(map(self._loss, self._kept))

    @cached_property
    def _tails(self) -> tuple[list[Slot], list[Slot]]:
        """The tail sums of both laws."""
        p, q = self._laws
        return p.tails(self._kept), q.tails(self._kept)

    def _tail(self, index: int) -> tuple[Number, Number]:
        """(P, Q) of the event that the total loss is finite and at least losses[index]."""
        p, q = self._laws
        return p.number(self._tails[0][index]), q.number(self._tails[1][index])

    def delta(self, epsilon: EpsilonLike) -> Number:
        """The exact delta(epsilon) of the composition, for 0 <= epsilon <= infinity."""
        bound = eps(epsilon)
        if bound.is_infinite:
            return self.infinite
        above, below = self._tail(bisect_right(self._kept, bound, key=self._loss))
        return self.infinite + above - bound.exp() * below if below else self.infinite

    def epsilon(self, delta: ExactLike) -> Log:
        """The smallest epsilon >= 0 with delta(epsilon) <= delta, exactly; INFINITY if there is none.

        Raises InvalidValue unless 0 <= delta <= 1.
        """
        allowed = number(delta, "delta")
        if allowed < 0 or allowed > 1:
            raise InvalidValue(f"delta = {allowed} is not a probability; give an exact number from 0 to 1")
        if self.infinite > allowed:
            return INFINITY
        first = self._first_allowed(allowed)
        above, below = self._tail(first)
        candidate = (
            ln((above + self.infinite - allowed) / below)
            if below and above + self.infinite > allowed
            else eps(0)
        )
        return max(candidate, eps(0))

    def _first_allowed(self, allowed: Number) -> int:
        """The least i with delta(losses[i]) <= allowed; there delta comes from the losses above losses[i]."""
        low, high = 0, len(self._kept) - 1
        while low < high:
            middle = (low + high) // 2
            above, below = self._tail(middle + 1)
            if self.infinite + above - self._loss(self._kept[middle]).exp() * below <= allowed:
                high = middle
            else:
                low = middle + 1
        return low


def _cut(coefficients: list[fmpz], width: int) -> list[Slot]:
    """The packed coefficients, slot by slot."""
    if width == 1:
        return list(coefficients)
    return [fmpz_poly(coefficients[i : i + width]) for i in range(0, len(coefficients), width)]


def _unpack(slot: int, low: Vector, high: Vector) -> Vector:
    """The vector of a slot."""
    vector = []
    for a, b in zip(low, high, strict=True):
        slot, digit = divmod(slot, b - a + 1)
        vector.append(a + digit)
    return tuple(vector)


def _count(count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int):
        raise InvalidType(
            f"count = {count!r} is a {type(count).__name__}; give the number of repetitions, an int >= 0"
        )
    if count < 0:
        raise InvalidValue(f"count = {count} is negative; give how often the round is repeated, an int >= 0")
    return count
