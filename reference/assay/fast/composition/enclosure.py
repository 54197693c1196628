"""delta(epsilon) of a large composition as a certified number: the product of the rounds, rounded downwards.

    delta = P(L = inf) + sum over l > epsilon of P(L = l) (1 - e^(epsilon - l)),

since Q(L = l) = e^(-l) P(L = l).  Which losses exceed epsilon is decided exactly.  The product is one of
polynomials with whole coefficients floor(c 2^bits), with a bound of all rounding errors; the precision is
raised until the sum is as accurate as was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from flint import arb_poly

from ...errors import BudgetExceeded, InvalidValue
from ...exact import Certified, Log, eps
from ...exact._flint import arb, fmpz, fmpz_poly, precision

if TYPE_CHECKING:
    from .laws import Power
    from .rounds import Round

MOST_BITS = 1 << 20
"""The working precision at which refining is given up."""


def enclosed_delta(
    rounds: Sequence[tuple[Round, int]], power: Power, basis: tuple[Log, ...], epsilon: Log, most_bytes: int
) -> Certified:
    """The certified delta(epsilon) of losses on one lattice step.

    Raises InvalidValue for losses that need several steps, and BudgetExceeded before anything is allocated.
    """
    if len(basis) > 1:
        raise InvalidValue(
            f"the losses have no common step (they span {len(basis)} logarithms); ask for the exact delta"
        )
    lowest = power.box[0][0] if basis else 0
    first = _first_above(epsilon, basis, lowest, power.places())

    @lru_cache(maxsize=8)
    def formula(bits: int) -> arb:
        working = bits + 64
        while True:
            _check(power, working, most_bytes)
            with precision(working):
                value = _infinite(rounds, working)
                if first < power.places():
                    value += _finite(power, basis, epsilon, lowest, first, working)
            missing = bits - value.rel_accuracy_bits()
            if value.is_zero() or missing <= 0:
                return value
            working += min(missing + 16, working)

    return Certified(formula, f"delta({epsilon}) of {sum(k for _, k in rounds)} rounds")


def _first_above(epsilon: Log, basis: tuple[Log, ...], lowest: int, places: int) -> int:
    """The first place whose loss exceeds epsilon."""
    if epsilon.is_infinite:
        return places
    if not basis:
        return 0 if epsilon < 0 else places
    low, high = 0, places
    while low < high:
        middle = (low + high) // 2
        if basis[0] * (lowest + middle) > epsilon:
            high = middle
        else:
            low = middle + 1
    return low


def _infinite(rounds: Sequence[tuple[Round, int]], bits: int) -> arb:
    """P(L = inf) = 1 - prod (1 - P_i(inf))^(k_i)."""
    if not any(r.infinite and k for r, k in rounds):
        return arb(0)
    finite = arb(1)
    for r, k in rounds:
        finite *= (1 - r.infinite).enclosure(bits) ** k
    return arb(1) - finite


def _finite(power: Power, basis: tuple[Log, ...], epsilon: Log, lowest: int, first: int, bits: int) -> arb:
    """The sum over the places from the first on."""
    product = Rounded(fmpz_poly([fmpz(1) << bits]), 0, bits)
    for places, masses, k in zip(power.positions(1), power.masses, power.counts, strict=True):
        if not places:
            return arb(0)
        row = [fmpz(0)] * (1 + max(places))
        for place, mass in zip(places, masses, strict=True):
            row[place] += (mass * (1 << bits)).__floor__()
        product = product * Rounded(fmpz_poly(row), 1, bits) ** k
    tail = arb_poly(product.lower.coeffs()[first:])
    step = basis[0] if basis else eps(0)
    nearest = (step * (lowest + first) - epsilon).enclosure(bits)
    value = tail(arb(1)) - (-nearest).exp() * tail((-step.enclosure(bits)).exp())
    missing = arb(0).union(arb((power.places() - first) * product.error))
    return (value + missing) * arb(2) ** (-bits)


@dataclass(frozen=True, slots=True)
class Rounded:
    """A polynomial with coefficients c_i >= 0 of sum at most 1:  lower_i <= c_i 2^bits <= lower_i + error."""

    lower: fmpz_poly
    error: int
    bits: int

    def __mul__(self, other: Rounded) -> Rounded:
        """The product, rounded down.

        (A + a)(B + b) - A B <= a sum B + b sum A + n a b, where the sums are at most 2^bits; rounding adds 1.
        """
        lower = self.lower * other.lower // (1 << self.bits)
        crossed = min(len(self.lower), len(other.lower)) * self.error * other.error >> self.bits
        return Rounded(lower, self.error + other.error + crossed + 2, self.bits)

    def __pow__(self, exponent: int) -> Rounded:
        """By repeated squaring."""
        result, square = Rounded(fmpz_poly([fmpz(1) << self.bits]), 0, self.bits), self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            square = square * square if exponent else square
        return result


def _check(power: Power, bits: int, most_bytes: int) -> None:
    """Refuse before allocating."""
    estimate = 4 * power.places() * (bits // 8 + 48)
    if estimate > most_bytes or bits > MOST_BITS:
        raise BudgetExceeded(
            f"this enclosure needs about {estimate} bytes ({power.places()} balls of {bits} bits), more than "
            f"max_bytes = {most_bytes} or the {MOST_BITS} bits that are tried; ask for fewer rounds or "
            "digits, or allow a larger max_bytes"
        )
