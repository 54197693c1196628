"""Skellam noise: the difference of two Poisson variables of mean variance/2.

    P(Z = z) = e^(-variance) I_|z|(variance),  I the modified Bessel function.

Source: Agarwal, Kairouz and Liu, "The Skellam mechanism for differentially private federated learning",
NeurIPS 2021.
"""

from __future__ import annotations

from ..arguments import positive_rational
from ..budgets.sizes import check_size
from ..exact import ExactLike
from ..exact._flint import arb
from ..exact._flint import rational as flint_rational
from ..exact.real import brief
from .line import NoiseOnLine


class Skellam(NoiseOnLine):
    """x + Z, Z the difference of two Poisson variables of mean variance/2: e^(-variance) I_|z|(variance)."""

    constructor = "skellam"

    def _weights(self, bits: int) -> tuple[list[arb], arb]:
        """I_(z + 1)(v) < v/(2 (z + 1)) I_z(v), as I_z = I_(z + 2) + 2 (z + 1)/v I_(z + 1)."""
        reach, gained = int(self.variance) + 2, 0
        while gained < bits:
            reach += 1
            gained += int(2 * (reach + 1) / self.variance).bit_length() - 1
        check_size(reach, "outputs", f"variance = {brief(self.variance)}", "use a smaller one", 1 << 15)
        mean = arb(flint_rational(self.variance))
        found = [(-mean).exp() * mean.bessel_i(arb(z)) for z in (reach + 1, reach)]
        for z in range(reach, 0, -1):
            found.append(found[-2] + 2 * z / mean * found[-1])
        ratio = mean / (2 * (reach + 1))
        return found[:0:-1], found[1] * ratio / (1 - ratio)


def skellam(variance: ExactLike, *, sensitivity: int = 1) -> Skellam:
    """x + Z with P(Z = z) = e^(-variance) I_|z|(variance), a difference of Poisson variables.

    The exact epsilon is infinite.  Raises InvalidType, InvalidValue unless variance > 0 is rational.
    Source: Agarwal, Kairouz and Liu, "The Skellam mechanism for differentially private federated learning",
    NeurIPS 2021.
    """
    return Skellam(positive_rational(variance, "variance"), sensitivity)
