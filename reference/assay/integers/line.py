"""Log-concave noise on the line: one distance matters, the largest.

P(y)/P(y - v) falls in y, so that the best event is a half-line y <= t, and P(Z <= t) - e^epsilon P(Z <= t -
v) grows with v.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import integer, positive_integer, positive_rational
from ..exact import Certified, integer_text
from ..exact._flint import arb, precision
from .certified import Atom, CertifiedNoise, Shift, upto


@dataclass(frozen=True, repr=False)
class NoiseOnLine(CertifiedNoise):
    """x + Z for integers x; `variance` as the class says, D = sensitivity."""

    variance: Fraction
    sensitivity: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "variance", positive_rational(self.variance, "variance"))
        object.__setattr__(self, "sensitivity", positive_integer(self.sensitivity, "sensitivity"))

    def arguments(self) -> Mapping[str, object]:
        """What the constructor was given."""
        return {"variance": self.variance, "sensitivity": self.sensitivity}

    def shifts(self) -> Sequence[Shift]:
        """D alone, see the module."""
        return [(self.sensitivity,)]

    def _inputs(self, shift: Shift) -> tuple[Hashable, Hashable]:
        return 0, shift[0]

    def probability(self, y: int, x: int = 0) -> Certified:
        """P(Z = y - x), certified."""
        z = abs(integer(y, "y") - integer(x, "x"))

        def ball(bits: int) -> arb:
            with precision(bits + 32):
                found, tail = self._weights(bits + 32)
                return found[z] if z < len(found) else upto(tail)

        return Certified(ball, f"P(Z = {integer_text(z)}) of {self!r}")

    def _atoms(self, shift: Shift, bits: int) -> tuple[list[Atom], arb]:
        found, tail = self._weights(bits)
        last = len(found) - 1
        inside = dict(enumerate(found))
        atoms = [
            Atom(f"y = {y}", inside[abs(y)], inside.get(abs(y - shift[0]), upto(tail)))
            for y in range(-last, last + 1)
        ]
        return atoms, 2 * tail
