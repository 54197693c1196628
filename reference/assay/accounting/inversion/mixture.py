"""The transform of the Poisson-subsampled Gaussian mechanism, by a quadrature with a proved error.

    A(tau) = E r(X)^tau,   r(x) = 1 - q + q e^(y),   y = mu x - mu^2/2,   X ~ N(0, 1),

and M(s) = A(1 + s), because L = ln r(X) and P has the density r with respect to Q = N(0, 1).

The trapezoidal rule of step h converges exponentially: for a strip |Im x| <= a with mu a <= pi/2, in which r
has no zero, its error is at most 2 B/(e^(2 pi a/h) - 1) with B >= the integral of the modulus along
Im x = +-a (Trefethen and Weideman, SIAM Review 2014, theorem 5.1).  There

    |e^(-(x + ia)^2/2)| = e^(a^2/2) e^(-x^2/2),   0 <= arg r <= mu a,   r(x)/sqrt(2) <= |r(x + ia)| <= r(x).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, expm1, log, log1p, pi, sqrt

from ...composition.pair import working_precision
from ...composition.transformed_pairs import Subsampled
from ...errors import BudgetExceeded
from ...exact._flint import acb, arb, precision, rational
from ...exact.order import ball_sign
from ..densities import Gaussian, phi
from .mixture_fading import Fading, cells, cells_of_bulk, upper_end, variation
from .mixture_lines import lines_above
from .transform import Transform, moments

MAX_NODES = 400_000
SECONDS_A_PRODUCT = 6e-7
"""What a node of the quadrature takes for each value, in a product of matrices."""
SHORT, GOOD = 2000, 20
"""A quadrature of so many nodes is as quick as lines, and serves if it is known to so many bits."""
LARGEST_MOMENT = 256
"""Up to this order a moment of r is a binomial sum; beyond, lines above its logarithm serve."""


@dataclass(frozen=True)
class MixtureTransform(Transform):
    """A(1 + s) for the pair ((1-q) Q + q P, Q) of Gaussians at distance mu."""

    pair: Subsampled
    is_quadrature = True
    """A quadrature over the outcomes."""

    is_bounded = True
    """By lines."""

    @property
    def mu(self) -> arb:
        """The distance of the means in deviations."""
        base = self.pair.base
        if not isinstance(base, Gaussian):
            raise TypeError(f"the base is {base.name}, not a Gaussian")
        return arb(rational(base.mu_squared)).sqrt()

    @property
    def rate(self) -> arb:
        """q."""
        return arb(rational(self.pair.rate))

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """The quadrature sums and their error balls."""
        grid = self._quadrature(1 + c, step * (count - 1))
        weights, losses = self._nodes(1 + c, grid)
        sums = moments(weights, losses, step, count)
        error = self._error(1 + c, step * (count - 1), grid)
        return [value + acb(error, error) for value in sums]

    def at(self, c: Fraction) -> arb:
        """M(c): the sum of the weights."""
        grid = self._quadrature(1 + c, Fraction(0))
        return sum(self._nodes(1 + c, grid)[0], arb(0)) + self._error(1 + c, Fraction(0), grid)

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """By integration by parts far out, and by cancelling pairs of cells nearer to the axis."""
        return arb(rational(_fading(self, c).beyond(omega)))

    def above(self, c: Fraction) -> arb:
        """The quadrature where it is short, else lines above the logarithm of r^(1 + c)."""
        try:
            grid = self._quadrature(1 + c, Fraction(0))
        except (BudgetExceeded, OverflowError):
            return lines_above(self.mu, self.rate, 1 + c)
        found = self.at(c) if grid.left + grid.right <= SHORT else arb(0, 1)
        return found if found.rel_accuracy_bits() > GOOD else lines_above(self.mu, self.rate, 1 + c)

    def cost(self, c: Fraction, width: Fraction) -> float:
        """By the nodes of the quadrature."""
        try:
            grid = self._quadrature(1 + c, width)
        except (BudgetExceeded, OverflowError):
            return SECONDS_A_PRODUCT * MAX_NODES
        return SECONDS_A_PRODUCT * (grid.left + grid.right)

    def _quadrature(self, t: Fraction, width: Fraction) -> Quadrature:
        """A strip, a step and a range for which the error is negligible at the precision in force."""
        mu, bits = float(self.mu.mid()), working_precision() + 4
        # all that is chosen here in floats affects the error that is then computed, not its correctness
        need = bits * log(2) + 2 + max(0.0, -float(t)) / 2
        slack = float(width) * mu
        root = sqrt(2 * need)
        a = min(root, pi / (2 * mu))
        per_step = slack + root if a == root else slack + a / 2 + need / a
        right = max(0.0, float(t)) * mu + sqrt(2 * (need + self._excess(float(t)))) + 1
        left = sqrt(2 * (need + max(0.0, -float(t)) * -log(1 - float(self.pair.rate)))) + 1
        if t < 0:
            right = left
        step = Fraction(int(2 * pi / per_step * 2**20) or 1, 2**20)
        nodes = ceil(left / float(step)), ceil(right / float(step))
        if sum(nodes) > MAX_NODES:
            raise BudgetExceeded(f"the quadrature needs {sum(nodes)} nodes, more than {MAX_NODES}")
        return Quadrature(Fraction(int(a * 0.999 * 2**20), 2**20), step, *nodes)

    def _excess(self, t: float) -> float:
        """ln of the bound of the right tail, where it begins at t mu, over A(t), for t > 1."""
        if t <= 1:
            return 0.0
        mu, q = float(self.mu.mid()), float(self.pair.rate)
        y = t * mu * mu - mu * mu / 2
        log_r = log(q) + y if y > 700 else log1p(q * expm1(y))
        least = max(0.0, t * log(q) + (t * t - t) * mu * mu / 2)
        return max(0.0, t * log_r - t * t * mu * mu / 2 - least)

    def _nodes(self, t: Fraction, grid: Quadrature) -> tuple[list[arb], list[arb]]:
        """The weights h phi(x) r(x)^t and the losses ln r(x) at the nodes."""
        mu, q, h = self.mu, self.rate, arb(rational(grid.step))
        scale, exponent, half = h / (2 * arb.pi()).sqrt(), arb(rational(t)), mu * mu / 2
        weights, losses = [], []
        for j in range(-grid.left, grid.right + 1):
            x = h * j
            loss = (1 - q + q * (mu * x - half).exp()).log()
            losses.append(loss)
            weights.append(scale * (exponent * loss - x * x / 2).exp())
        return weights, losses

    def _error(self, t: Fraction, width: Fraction, grid: Quadrature) -> arb:
        """A ball around 0: what the strip and the two cut tails can amount to."""
        a, h, mu = arb(rational(grid.strip)), arb(rational(grid.step)), self.mu
        right = arb(rational(grid.right * grid.step))
        if ball_sign(arb.pi() / 2 - mu * a) != 1 or ball_sign(right - mu * arb(rational(t))) != 1:
            return arb(0, arb.pos_inf())  # no bound: too wide a strip, or a cut before the peak
        modulus = (a * a / 2 + rational(width) * mu * a).exp() * self.moment_bound(t)
        if t < 0:
            modulus *= arb(2) ** (arb(rational(-t)) / 2)
        total = 2 * modulus / ((2 * arb.pi() * a / h).exp() - 1) + self._cut(t, grid)
        return arb(0, total.upper())

    def _cut(self, t: Fraction, grid: Quadrature) -> arb:
        """The sums beyond both ends: for t >= 0, ln r is below the line of slope mu on the right, and below 0
        on the left of mu/2; for t < 0, r^t <= (1 - q)^t.
        """
        left, right = arb(rational(grid.left * grid.step)), arb(rational(grid.right * grid.step))
        power, mu = arb(rational(t)), self.mu
        if t < 0:
            return (1 - self.rate) ** power * (phi(-left) + phi(-right))
        log_r = (self.rate * (mu * right - mu * mu / 2).expm1()).log1p()
        tilt = power * mu
        return phi(-left) + (power * log_r - tilt * right + tilt * tilt / 2).exp() * phi(tilt - right)

    def moment_bound(self, t: Fraction) -> arb:
        """An upper bound of A(t): Lyapunov's inequality, Jensen's, r >= e^(q y), lines."""
        q, mu2 = self.rate, self.mu**2
        if t < 0:
            power = arb(rational(t))
            linear = (power * power * q * q - power * q) * mu2 / 2
            return ((1 - q) ** power).min(linear.exp())
        order = ceil(t)
        if order <= 1:
            return arb(1)
        if order > LARGEST_MOMENT:
            return lines_above(self.mu, q, t)
        return self._integer_moment(order)

    def _integer_moment(self, order: int) -> arb:
        """E r^n = sum over j of C(n, j) (1-q)^(n-j) q^j e^((j^2-j) mu^2/2)."""
        q, mu2 = self.rate, self.mu**2
        term, total = (1 - q) ** order, arb(0)
        for j in range(order + 1):
            total += term * (arb(j * j - j) * mu2 / 2).exp()
            term = term * (order - j) / (j + 1) * q / (1 - q)
        return total


@dataclass(frozen=True)
class Quadrature:
    """Nodes x = j step for -left <= j <= right; the half-width of the strip."""

    strip: Fraction
    step: Fraction
    left: int
    right: int


@lru_cache(maxsize=256)
def _fading(transform: MixtureTransform, c: Fraction) -> Fading:
    """The bounds at one abscissa, which remember the octaves that were asked for."""
    with precision(64):
        most = upper_end(variation(transform.mu, transform.rate, 1 + c))
        whole = upper_end(transform.at(c))
        bulk = cells_of_bulk(transform.mu, transform.rate, 1 + c)
    return Fading(lambda length: cells(transform.mu, transform.rate, 1 + c, length), whole, most, bulk)
