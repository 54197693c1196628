"""Trapezoidal sums with a proved error: the transform of what a cut keeps, and how far it has faded.

The integral of a function that is analytic for |Im x| <= b and decays there differs from h times its sum
over the multiples of h by at most (I+ + I-)/(e^(2 pi b/h) - 1), I+- the integrals of its modulus at +-b.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt

from ...exact._flint import acb, acb_mat, arb, precision, rational
from ..inversion.transform import powers
from .cuts import Cut, Sampled, Share
from .line_integrals import Way, along, on_line, tails

BOUND_BITS = 64
"""The least precision of bounds."""


@dataclass(frozen=True)
class Quadrature:
    """Nodes j step for -left <= j <= right; the strip |Im x| <= strip; cells of lines up to `far`."""

    strip: Fraction
    step: Fraction
    left: int
    right: int
    cell: Fraction
    far: Fraction

    def cells(self) -> tuple[int, int]:
        """The first and the last edge of the cells of a line."""
        return -ceil(self.left * self.step / self.cell), ceil(
            max(self.far, self.right * self.step) / self.cell
        )

    @property
    def nodes(self) -> int:
        """How many terms a sum has."""
        return self.left + self.right + 1


def _strip_error(distribution: Sampled, way: Way, share: Share, grid: Quadrature) -> arb:
    """What the step, and the two cut ends on the real axis, can amount to."""
    a, h = arb(rational(grid.strip)), arb(rational(grid.step))
    line = on_line(distribution, way, share, *grid.cells(), grid.cell) * (a * a / 2).exp()
    return 2 * line / ((2 * arb.pi() * a / h).exp() - 1)


def _ends(grid: Quadrature) -> tuple[arb, arb]:
    return arb(rational(grid.left * grid.step)), arb(rational(grid.right * grid.step))


def error(distribution: Sampled, t: Fraction, width: Fraction, cut: Cut | None, grid: Quadrature) -> arb:
    """An upper bound of the error of the sums for S r^(t + iw) phi, |w| <= width; for lower cuts, too."""
    share, axis = Share(cut), Way(t, (Fraction(0), Fraction(0)), Fraction(0), arb(1))
    way = Way(t, (grid.strip, grid.strip), width, share.cosine(grid.strip))
    with precision(BOUND_BITS + abs(t.numerator // t.denominator).bit_length()):
        total = _strip_error(distribution, way, share, grid) + tails(distribution, axis, share, *_ends(grid))
    return arb(total.upper())


def transforms(
    distribution: Sampled,
    c: Fraction,
    step: Fraction,
    count: int,
    cuts: Sequence[Cut | None],
    grid: Quadrature,
) -> list[list[acb]]:
    """M(c + i n step) for 0 <= n < count, of what each of these cuts keeps; the first keeps most."""
    t = distribution.power(c)
    weights, losses = _nodes(distribution, t, cuts, grid)
    found = _moments(weights, losses, step, count)
    wrong = error(distribution, t, step * (count - 1), cuts[0], grid)
    off = acb(arb(0, wrong), arb(0, wrong)) if count > 1 else acb(arb(0, wrong))
    if distribution.added:
        return [[value.conjugate() + off for value in values] for values in found]
    return [[value + off for value in values] for values in found]


def moment(distribution: Sampled, c: Fraction, cut: Cut | None, grid: Quadrature) -> arb:
    """M(c) of what the cut keeps."""
    weights, _ = _nodes(distribution, distribution.power(c), [cut], grid)
    return sum(weights[0], arb(0)) + arb(
        0, error(distribution, distribution.power(c), Fraction(0), cut, grid)
    )


def _nodes(
    distribution: Sampled, t: Fraction, cuts: Sequence[Cut | None], grid: Quadrature
) -> tuple[list[list[arb]], list[arb]]:
    """The weights h phi(x) r(x)^t S(x) for each cut, and the values ln r(x)."""
    h, rest, mu, half = (
        rational(grid.step),
        distribution.rest,
        distribution.mu,
        rational(distribution.mu_squared / 2),
    )
    scale, power, rate = arb(h) / (2 * arb.pi()).sqrt(), rational(t), rational(distribution.rate)
    weights: list[list[arb]] = [[] for _ in cuts]
    losses = []
    for j in range(-grid.left, grid.right + 1):
        x = arb(h * j)
        loss = (rest + rate * (mu * x - half).exp()).log()
        exponent = power * loss - x * x / 2
        losses.append(loss)
        for found, cut in zip(weights, cuts, strict=True):
            found.append(scale * (exponent if cut is None else exponent - cut.exponent(x)).exp())
    return weights, losses


def _moments(weights: list[list[arb]], losses: list[arb], step: Fraction, count: int) -> list[list[acb]]:
    """sum_j w_j e^(i n step l_j) for n < count and all weights, by products of matrices: n = a + b block."""
    block = max(1, isqrt(count * len(weights)))
    rows = acb_mat(powers(losses, step, block))
    blocks = -(-count // block)
    leaps = powers(losses, step * block, blocks)
    found = []
    for each in weights:
        columns = acb_mat([[w * z for w, z in zip(each, row, strict=True)] for row in leaps])
        products = rows * columns.transpose()
        found.append([products[n % block, n // block] for n in range(count)])
    return found


def faded(
    distribution: Sampled, t: Fraction, omega: Fraction, share: Share, height: Fraction, grid: Quadrature
) -> arb:
    """An upper bound of |integral of share r^(t + iw) phi| for all |w| >= omega, along Im x = height.

    It is the integral of the modulus, e^(height^2/2) |share| |r|^t e^(-w arg r) phi, which falls with w, by
    its own trapezoidal sum.
    """
    with precision(BOUND_BITS + abs(t.numerator // t.denominator).bit_length()):
        cosine = share.cosine(height)
        middle = Way(t, (height, height), -omega, cosine)
        h, total = rational(grid.step), arb(0)
        exponent = along(distribution, middle)
        for j in range(-grid.left, grid.right + 1):
            x = arb(h * j)
            total += (exponent(x) - x * x / 2).exp() * share.at(x, cosine)
        total *= h / (2 * arb.pi()).sqrt()
        around = (height + grid.strip, height - grid.strip)
        strip = Way(t, around, Fraction(0), cosine * share.cosine(grid.strip))
        total += _strip_error(distribution, strip, share, grid) + tails(
            distribution, middle, share, *_ends(grid)
        )
        return arb((total * arb(rational(height * height / 2)).exp()).upper())
