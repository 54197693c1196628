"""The transform of sampled Gaussian noise where a record is replaced, by a quadrature with a proved error.

    M(s) = integral of phi(x) N(x)^(1+s) N(-x)^(-s) dx,   N(x) = 1 - q + q e^(mu x - mu^2/2).

The pair is symmetric, so that M(-1 - s) = M(s): c >= -1/2 is enough.  In the strip |Im x| <= a, mu a <= pi/2,
|N(x + ia)| is between N(x)/sqrt(2) and N(x), and both arguments are at most mu a, so that on its edges

    |integrand| <= e^(a^2/2 + 2 |w| mu a) 2^(c_+/2) phi(x) N(x)^(1+c) N(-x)^(-c),   c_+ = max(c, 0).

What the integral of the right-hand side is, at most: (1-q)^(-c) A(1+c) for c >= 0, A as in `mixture`; 1 for
-1 <= c <= 0, by Hoelder's inequality.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, log, pi, sqrt

from ...composition.pair import working_precision
from ...composition.transformed_pairs import Subsampled
from ...errors import BudgetExceeded
from ...exact._flint import acb, arb, precision, rational
from ...exact.order import ball_sign
from ..densities import Gaussian, ReplacedGaussian, phi
from .mixture import MAX_NODES, SECONDS_A_PRODUCT, MixtureTransform, Quadrature
from .mixture_fading import upper_end
from .transform import Transform, moments

HALF = Fraction(-1, 2)


@dataclass(frozen=True)
class ReplacedTransform(Transform):
    """M(s) of a `ReplacedGaussian`."""

    pair: ReplacedGaussian
    is_quadrature = True
    """A quadrature over the outcomes."""
    fades = False
    """No bound is known."""

    @property
    def mixture(self) -> MixtureTransform:
        """A(1 + s), the transform where a record is removed."""
        return MixtureTransform(Subsampled(Gaussian(self.pair.mu_squared), self.pair.rate))

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """The quadrature sums and their error balls."""
        if c < HALF:
            return [value.conjugate() for value in self.values(-1 - c, step, count)]
        width = step * (count - 1)
        grid = self._quadrature(c, width)
        weights, losses = self._nodes(c, grid)
        error = self._error(c, width, grid)
        off = acb(error, error) if count > 1 else acb(error)
        return [value + off for value in moments(weights, losses, step, count)]

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """M(c): noise makes it fade."""
        return arb(rational(_largest(self, c)))

    def cost(self, c: Fraction, width: Fraction) -> float:
        """By the nodes of the quadrature."""
        try:
            grid = self._quadrature(max(c, -1 - c), width)
        except (BudgetExceeded, OverflowError):
            return SECONDS_A_PRODUCT * MAX_NODES
        return SECONDS_A_PRODUCT * (grid.left + grid.right)

    def _quadrature(self, c: Fraction, width: Fraction) -> Quadrature:
        """A strip, a step and a range for which the error is negligible at the precision in force."""
        mu, q, up = sqrt(self.pair.mu_squared), float(self.pair.rate), max(0.0, float(c))
        need = (working_precision() + 4) * log(2) + 2 + up * (0.35 - log(1 - q))
        root = sqrt(2 * need)
        a = min(root, pi / (2 * mu))
        per_step = 2 * float(width) * mu + (root if a == root else a / 2 + need / a)
        step = Fraction(int(2 * pi / per_step * 2**20) or 1, 2**20)
        right = float(1 + c) * mu + sqrt(2 * (need + _excess(self.pair, 1 + c))) + 1
        left = sqrt(2 * need) + 1 + mu
        nodes = ceil(left / float(step)), ceil(right / float(step))
        if sum(nodes) > MAX_NODES:
            raise BudgetExceeded(f"the quadrature needs {sum(nodes)} nodes, more than {MAX_NODES}")
        return Quadrature(Fraction(int(a * 0.999 * 2**20), 2**20), step, *nodes)

    def _nodes(self, c: Fraction, grid: Quadrature) -> tuple[list[arb], list[arb]]:
        """The weights h phi(x) N(x)^(1+c) N(-x)^(-c) and the losses ln N(x) - ln N(-x) at the nodes."""
        q, mu2, h = rational(self.pair.rate), rational(self.pair.mu_squared), rational(grid.step)
        mu, rest, power = arb(mu2).sqrt(), arb(1 - q), arb(rational(c))
        scale = arb(h) / (2 * arb.pi()).sqrt()
        weights, losses = [], []
        for j in range(-grid.left, grid.right + 1):
            x = arb(h * j)
            above = (rest + q * (mu * x - mu2 / 2).exp()).log()
            below = (rest + q * (-mu * x - mu2 / 2).exp()).log()
            losses.append(above - below)
            weights.append(scale * (above + power * (above - below) - x * x / 2).exp())
        return weights, losses

    def _error(self, c: Fraction, width: Fraction, grid: Quadrature) -> arb:
        """A ball around 0: what the strip and the two cut tails can amount to."""
        a, h = arb(rational(grid.strip)), arb(rational(grid.step))
        mu = arb(rational(self.pair.mu_squared)).sqrt()
        left, right = arb(rational(grid.left * grid.step)), arb(rational(grid.right * grid.step))
        power = arb(rational(1 + c))
        is_cut_after_peaks = ball_sign(right - mu * power) == 1 and ball_sign(left - mu) == 1
        if ball_sign(arb.pi() / 2 - mu * a) != 1 or not is_cut_after_peaks:
            return arb(0, arb.pos_inf())
        modulus = (a * a / 2 + 2 * rational(width) * mu * a).exp() * self._moment_bound(c)
        if c > 0:
            modulus *= arb(2) ** (arb(rational(c)) / 2)
        total = 2 * modulus / ((2 * arb.pi() * a / h).exp() - 1) + self._cut(c, mu, left, right)
        return arb(0, total.upper())

    def _moment_bound(self, c: Fraction) -> arb:
        """An upper bound of M(c) for c >= -1/2."""
        if c <= 0:
            return arb(1)
        return self._rest(c) * self.mixture.moment_bound(1 + c)

    def _rest(self, c: Fraction) -> arb:
        """(1-q)^(-c), at least N(-x)^(-c) for c >= 0."""
        return arb(rational(1 - self.pair.rate)) ** -arb(rational(c))

    def _cut(self, c: Fraction, mu: arb, left: arb, right: arb) -> arb:
        """The sums beyond both ends, where N(x)^t <= 1 + e^(ty) and the other factor is at most 1 or
        (1-q)^(-c): normal tails, and shifted ones.
        """

        def shifted(power: arb, end: arb) -> arb:
            return phi(-end) + ((power * power - power) * mu * mu / 2).exp() * phi(power * mu - end)

        if c >= 0:
            return self._rest(c) * (shifted(arb(rational(1 + c)), right) + phi(-left))
        return shifted(arb(rational(1 + c)), right) + shifted(arb(rational(-c)), left)


def _excess(pair: ReplacedGaussian, t: Fraction) -> float:
    """ln of the crude bound of the right tail over A(t), for t > 1."""
    if t <= 1:
        return 0.0
    most = float((t * t - t) * pair.mu_squared) / 2
    return max(0.0, most - max(0.0, float(t) * log(pair.rate) + most))


@lru_cache(maxsize=256)
def _largest(transform: ReplacedTransform, c: Fraction) -> Fraction:
    """An upper bound of M(c)."""
    with precision(64):
        return upper_end(transform.at(c))
