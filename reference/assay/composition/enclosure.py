"""delta(epsilon) of a large composition as a certified number: the product of the rounds, rounded downwards.

    delta = P(L = inf) + sum over l > epsilon of P(L = l) (1 - e^(epsilon - l)),

since Q(L = l) = e^(-l) P(L = l).  Which losses exceed epsilon is decided exactly.  The product is one of
polynomials with whole coefficients floor(c 2^bits), of which the zeros at both ends are dropped, with a bound
of all rounding errors; the precision is raised until the sum is as accurate as was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from flint import arb_poly

from ..errors import BudgetExceeded, InvalidValue
from ..exact import Certified, Log, eps
from ..exact._flint import arb, fmpz, fmpz_poly, precision
from .threshold import first_true

if TYPE_CHECKING:
    from .finite_pair import FinitePair
    from .lattice import Grid
    from .total_loss import Power

MOST_BITS = 1 << 20
"""The working precision at which refining is given up."""


def enclosed_delta(
    rounds: Sequence[tuple[FinitePair, int]], power: Power, grid: Grid, epsilon: Log, most_bytes: int
) -> Certified:
    """The certified delta(epsilon) of losses on one lattice step.

    Raises InvalidValue for losses that need several steps, and BudgetExceeded before anything is allocated.
    """
    if grid.dimensions > 1:
        raise InvalidValue(
            f"the losses have no common step (they span {grid.dimensions} logarithms); ask for delta"
        )
    places = power.places()
    # the first place whose loss exceeds epsilon
    first = (
        places if epsilon.is_infinite else first_true(lambda i: grid.loss(i) > epsilon, places, places // 2)
    )

    @lru_cache(maxsize=8)
    def formula(bits: int) -> arb:
        working = bits + 64
        while True:
            _check(power, working, most_bytes)
            with precision(working):
                value = _infinite(rounds, working)
                if first < places:
                    value += _finite(power, grid, epsilon, first, working)
            missing = bits - value.rel_accuracy_bits()
            if value.is_zero() or missing <= 0:
                return value
            working += min(missing + 16, working)

    return Certified(formula, f"delta({epsilon}) of {sum(k for _, k in rounds)} rounds")


def _infinite(rounds: Sequence[tuple[FinitePair, int]], bits: int) -> arb:
    """P(L = inf) = 1 - prod (1 - P_i(inf))^(k_i)."""
    if not any(r.infinite for r, _ in rounds):
        return arb(0)
    finite = arb(1)
    for r, k in rounds:
        finite *= (1 - r.infinite).enclosure(bits) ** k
    return arb(1) - finite


def _finite(power: Power, grid: Grid, epsilon: Log, first: int, bits: int) -> arb:
    """The sum over the places from the first on."""
    product = Rounded(fmpz_poly([fmpz(1) << bits]), 0, 1, 0, bits)
    for positions, masses, k in zip(power.positions(1), power.masses, power.counts, strict=True):
        if not positions:
            return arb(0)
        row = [fmpz(0)] * (1 + max(positions))
        for place, mass in zip(positions, masses, strict=True):
            row[place] += (mass * (1 << bits)).__floor__()
        product = product * trimmed(row, 0, len(row), 1, bits) ** k
    # the places below the window, and those beyond it, have a coefficient below the error
    tail = arb_poly(product.lower.coeffs()[max(first - product.start, 0) :])
    start = max(first, product.start)
    step = grid.step(0) if grid.dimensions else eps(0)
    nearest = (grid.loss(start) - epsilon).enclosure(bits)
    value = tail(arb(1)) - (-nearest).exp() * tail((-step.enclosure(bits)).exp())
    missing = arb(0).union(arb((power.places() - first) * product.error))
    return (value + missing) * arb(2) ** (-bits)


@dataclass(frozen=True, slots=True)
class Rounded:
    """A polynomial with `length` coefficients c_i >= 0 of sum at most 1, and a lower bound of each.

    lower_(i - start) <= c_i 2^bits <= lower_(i - start) + error, where lower is 0 outside its window.
    """

    lower: fmpz_poly
    start: int
    length: int
    error: int
    bits: int

    def __mul__(self, other: Rounded) -> Rounded:
        """The product, rounded down.

        (A + a)(B + b) - A B <= a sum B + b sum A + n a b, where the sums are at most 2^bits; rounding adds 1.
        """
        lower = self.lower * other.lower // (1 << self.bits)
        crossed = min(self.length, other.length) * self.error * other.error >> self.bits
        return trimmed(
            lower.coeffs(),
            self.start + other.start,
            self.length + other.length - 1,
            self.error + other.error + crossed + 2,
            self.bits,
        )

    def __pow__(self, exponent: int) -> Rounded:
        """By repeated squaring."""
        result, square = Rounded(fmpz_poly([fmpz(1) << self.bits]), 0, 1, 0, self.bits), self
        while exponent:
            if exponent & 1:
                result = result * square
            exponent >>= 1
            square = square * square if exponent else square
        return result


def trimmed(lower: list[fmpz], start: int, length: int, error: int, bits: int) -> Rounded:
    """The window of the coefficients without the zeros at its beginning."""
    zeros = next((i for i, c in enumerate(lower) if c != 0), len(lower))
    return Rounded(fmpz_poly(lower[zeros:]), start + zeros, length, error, bits)


def _check(power: Power, bits: int, most_bytes: int) -> None:
    """Refuse before allocating."""
    estimate = 4 * power.places() * (bits // 8 + 48)
    if estimate > most_bytes or bits > MOST_BITS:
        raise BudgetExceeded(
            f"this enclosure needs about {estimate} bytes ({power.places()} balls of {bits} bits), more than "
            f"max_bytes = {most_bytes} or the {MOST_BITS} bits that are tried; ask for fewer rounds or "
            "digits, or allow a larger max_bytes"
        )
