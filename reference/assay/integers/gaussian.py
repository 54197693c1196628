"""Discrete Gaussian noise on the integers, and on vectors of them.

    P(Z = z) = e^(-z^2/(2 variance))/theta,  theta = sum over all integers z of e^(-z^2/(2 variance)).

The loss of vectors at a distance v depends on s = v . z alone: (|v|^2 - 2 s)/(2 variance).
Source: Canonne, Kamath and Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import isqrt
from typing import ClassVar

from ..arguments import integer, positive_integer, positive_rational
from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import ExactLike, Number, integer_text, number, sqrt
from ..exact._flint import arb
from ..exact._flint import rational as flint_rational
from ..exact.real import brief
from .certified import Atom, CertifiedNoise, Shift, upto
from .exact import MOST_SHIFTS
from .line import NoiseOnLine


class DiscreteGaussian(NoiseOnLine):
    """x + Z with P(Z = z) proportional to e^(-z^2/(2 variance)) on the integers."""

    constructor = "discrete_gaussian"

    def zcdp(self) -> Number:
        """sensitivity^2/(2 variance), exactly: the Renyi divergence of order 2 attains it."""
        return number(self.sensitivity**2 / (2 * self.variance))

    def _weights(self, bits: int) -> tuple[list[arb], arb]:
        return gaussian_weights(self.variance, bits)


@dataclass(frozen=True, repr=False)
class DiscreteGaussianVectors(CertifiedNoise):
    """x + Z in d dimensions, neighbours at most D apart in the Euclidean norm, |x - x'|^2 <= `square`."""

    d: int
    variance: Fraction
    square: int = 1

    constructor: ClassVar[str] = "discrete_gaussian_vectors"

    def __post_init__(self) -> None:
        object.__setattr__(self, "d", positive_integer(self.d, "d"))
        check_size(self.d, "coordinates", f"d = {integer_text(self.d)}", "use fewer", MOST_SHIFTS)
        object.__setattr__(self, "variance", positive_rational(self.variance, "variance"))
        object.__setattr__(self, "square", integer(self.square, "sensitivity^2", 1))
        check_size(isqrt(self.square), "distances", "sensitivity", "give a smaller one", MOST_SHIFTS)
        check_size(len(self.shifts()), "distances", "sensitivity", "give a smaller one", MOST_SHIFTS)

    def arguments(self) -> Mapping[str, object]:
        """What the constructor was given."""
        return {"d": self.d, "variance": self.variance, "sensitivity": sqrt(self.square)}

    def shifts(self) -> Sequence[Shift]:
        """v_1 >= v_2 >= ... > 0, at most d of them, with the sum of squares at most D^2."""
        found = []
        for shift in _falling(self.d, self.square, isqrt(self.square)):
            found.append(shift)
            if len(found) > MOST_SHIFTS:
                break
        return found

    def _inputs(self, shift: Shift) -> tuple[Hashable, Hashable]:
        return (0,) * self.d, shift + (0,) * (self.d - len(shift))

    def zcdp(self) -> Number:
        """max |v|^2/(2 variance), exactly, as coordinates are independent."""
        return number(max(_norm(v) for v in self.shifts()) / (2 * self.variance))

    def _weights(self, bits: int) -> tuple[list[arb], arb]:
        return gaussian_weights(self.variance, bits)

    def _atoms(self, shift: Shift, bits: int) -> tuple[list[Atom], arb]:
        """By s = v . z for z within -K..K in each coordinate."""
        found, tail = self._weights(bits)
        last, because = len(found) - 1, f"distance {shift}"
        check_size(2 * last * sum(shift) + 1, "outputs", because, "use a smaller variance", 1 << 15)
        even = found[:0:-1] + found
        sums = reduce(_convolved, (_spread(even, step) for step in shift))
        width, twice = arb(flint_rational(self.variance)), _norm(shift)
        top = (len(sums) - 1) // 2
        where = f"|y_i| <= {last} for i <= {len(shift)}"
        atoms = [
            Atom(f"{self._inputs(shift)[1]}.y = {s}, {where}", p, p * ((2 * s - twice) / (2 * width)).exp())
            for s, p in zip(range(-top, top + 1), sums, strict=True)
        ]
        return atoms, 2 * len(shift) * tail


def _norm(shift: Shift) -> int:
    return sum(step * step for step in shift)


def _falling(parts: int, square: int, most: int) -> Iterator[Shift]:
    """Falling tuples of 1 to `parts` integers in 1..most, of which the squares sum to at most `square`."""
    for first in range(1, min(most, isqrt(square)) + 1):
        yield (first,)
        if parts > 1:
            for rest in _falling(parts - 1, square - first * first, first):
                yield (first, *rest)


def _spread(masses: list[arb], step: int) -> list[arb]:
    """The masses of step times the variable."""
    found = [arb(0)] * ((len(masses) - 1) * step + 1)
    found[::step] = masses
    return found


def _convolved(left: list[arb], right: list[arb]) -> list[arb]:
    """The masses of the sum of two independent variables."""
    from flint import arb_poly

    both = arb_poly(left) * arb_poly(right)
    return [both[i] for i in range(len(left) + len(right) - 1)]


def gaussian_weights(variance: Fraction, bits: int) -> tuple[list[arb], arb]:
    """exp(-z^2/(2 v))/theta for z <= K; beyond, a geometric series of the ratio e^(-(K + 1)/v)."""
    reach = 3 + isqrt(int(2 * variance * bits))
    check_size(reach, "outputs", f"variance = {brief(variance)}", "use a smaller one")
    half = 1 / arb(flint_rational(2 * variance))
    found = [(-(z * z) * half).exp() for z in range(reach + 2)]
    last = found.pop()
    tail = last / (1 - (-2 * (reach + 1) * half).exp())
    mass = found[0] + 2 * sum(found[1:], arb(0)) + 2 * upto(tail)
    return [w / mass for w in found], tail / mass


def discrete_gaussian(variance: ExactLike, *, sensitivity: int = 1) -> DiscreteGaussian:
    """x + Z with P(Z = z) = e^(-z^2/(2 variance))/theta on all integers: D^2/(2 variance)-zCDP.

    The exact epsilon is infinite.  Raises InvalidType, InvalidValue unless variance > 0 is rational.
    Source: Canonne, Kamath and Steinke, "The discrete Gaussian for differential privacy", NeurIPS 2020.
    """
    return DiscreteGaussian(positive_rational(variance, "variance"), sensitivity)


def discrete_gaussian_vectors(
    d: int, variance: ExactLike, *, sensitivity: ExactLike = 1
) -> DiscreteGaussianVectors:
    """x + Z with P(Z = z) = prod_i e^(-z_i^2/(2 variance))/theta on Z^d; sensitivity in the Euclidean norm.

    sensitivity: any exact number, such as sqrt(2).  The exact epsilon is infinite.
    Raises InvalidType, InvalidValue unless d >= 1, variance > 0 is rational and sensitivity >= 1,
    BudgetExceeded where there are more than 256 distances up to symmetry.
    Source: Canonne, Kamath and Steinke 2020, section 2.2.
    """
    norm = number(sensitivity, "sensitivity")
    if norm < 1:
        raise InvalidValue(
            f"sensitivity = {norm} is below 1, the least distance of integers; give at least 1"
        )
    return DiscreteGaussianVectors(d, positive_rational(variance, "variance"), int((norm * norm).__floor__()))
