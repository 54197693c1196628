"""Functions on cells, enclosed by polynomials with balls for coefficients.

On a cell with middle c and radius r a function is enclosed by  sum a_k s^k,  s = (w - c)/r in [-1, 1],  if at
every s it equals that sum for some numbers in the balls a_k, which may depend on s.  Sums and products of
enclosures enclose, and so do integrals from 0: s^k has one sign between 0 and s, so that the integral of
a_k(s) s^k lies in a_k s^(k+1)/(k+1).

**Densities.**  f(c + r s) is analytic in s.  The Taylor polynomial of degree d at 0 is off by at most M
rho^-d/(rho - 1) on [-1, 1], where M bounds |f| on the circle |s| = rho > 1 (Cauchy).  For a Gaussian
density |e^(-(u + iv)^2/(2V))| = e^((v^2 - u^2)/(2V)) with |v| <= r rho and |u| >= |c - mu| - r rho; for
e^(-lambda |w - mu|) on one side of mu, |e^(-lambda (u + iv))| = e^(-lambda u) with u >= |c - mu| - r rho. A
cell that lies far out gets one ball from 0 to the value at its nearest end, since densities fall away from
their centres.
"""

from __future__ import annotations

from fractions import Fraction
from math import log, sqrt

from ...exact._flint import arb, arb_poly, rational
from ...programs.noise.orders import Distribution
from .cells import Cell


def exactly(x: Fraction) -> arb:
    """A ball around a rational, at the precision that is set."""
    return arb(rational(x))


def density(distribution: Distribution, centre: Fraction, cell: Cell, bits: int, far: Fraction) -> arb_poly:
    """An enclosure of the density on a cell, about 2^-bits wide; one ball from the distance `far` on."""
    nearest = max(cell.low - centre, centre - cell.high, Fraction(0))
    if not distribution.two_sided and cell.high <= centre:
        return arb_poly([])
    if nearest >= far:
        return arb_poly([arb(0).union(_value(distribution, nearest))])
    degree, rho = _degree(distribution, cell, bits)
    coefficients = _taylor(distribution, centre, cell, degree)
    error = _largest(distribution, centre, cell, rho) / (exactly(rho) ** degree * exactly(rho - 1))
    coefficients[0] += (-error).union(error)
    return arb_poly(coefficients)


def _scale(distribution: Distribution) -> arb:
    """The density at its centre."""
    if distribution.variance:
        return 1 / (2 * arb.pi() * exactly(distribution.variance)).sqrt()
    return exactly(distribution.rate / 2 if distribution.two_sided else distribution.rate)


def _value(distribution: Distribution, distance: Fraction) -> arb:
    """The density at a distance from its centre."""
    if distribution.variance:
        return (exactly(-(distance**2) / (2 * distribution.variance))).exp() * _scale(distribution)
    return exactly(-distribution.rate * distance).exp() * _scale(distribution)


def _taylor(distribution: Distribution, centre: Fraction, cell: Cell, degree: int) -> list[arb]:
    """The Taylor coefficients of e^(a + b s + c s^2): n a_n = b a_(n-1) + 2 c a_(n-2)."""
    far, r = cell.middle - centre, cell.radius
    if distribution.variance:
        v = 2 * distribution.variance
        a, b, c = -(far**2) / v, -2 * far * r / v, -2 * r**2 / v
    else:
        rate = distribution.rate if far > 0 else -distribution.rate
        a, b, c = -rate * far, -rate * r, Fraction(0)
    slope, bend = exactly(b), exactly(c)
    found = [exactly(a).exp() * _scale(distribution)]
    for n in range(1, degree + 1):
        rest = bend * found[n - 2] if n > 1 else arb(0)
        found.append((slope * found[n - 1] + rest) / n)
    return found


def _degree(distribution: Distribution, cell: Cell, bits: int) -> tuple[int, Fraction]:
    """A degree and a circle for which the Taylor polynomial is off by about 2^-bits of the largest value.

    With q = r/sigma the bound is about e^((q rho)^2/2) rho^-d, least for (q rho)^2 = d; for e^(-lambda w)
    it is e^(q rho) rho^-d with q = r lambda, least for q rho = d.  The planning is in floating point; the
    bound is not.
    """
    gaussian = distribution.variance > 0
    square = cell.radius**2 / distribution.variance if gaussian else (cell.radius * distribution.rate) ** 2
    size = sqrt(square)
    degree = 4
    while True:
        rho = max(2.0, min(64.0, (sqrt(degree) if gaussian else degree) / max(size, 1e-9)))
        growth = (size * rho) ** 2 / 2 if gaussian else size * rho
        if growth - degree * log(rho) < -bits * log(2) or degree > 40 + 8 * bits:
            return degree, Fraction(round(rho * 16), 16)
        degree += 2


def _largest(distribution: Distribution, centre: Fraction, cell: Cell, rho: Fraction) -> arb:
    """M of the module."""
    around = cell.radius * rho
    near = abs(cell.middle - centre) - around
    if distribution.variance:
        squared = max(near, Fraction(0)) ** 2 - around**2
        return exactly(-squared / (2 * distribution.variance)).exp() * _scale(distribution)
    return exactly(-distribution.rate * near).exp() * _scale(distribution)


def tail(distribution: Distribution, distance: Fraction) -> arb:
    """The mass on one side of the centre from a distance on: erfc(x/sqrt(2 v))/2, e^(-rate x)/2 or e^(-rate
    x).
    """
    if distance <= 0:
        return arb(1)
    if distribution.variance:
        return (exactly(distance) / (2 * exactly(distribution.variance)).sqrt()).erfc() / 2
    half = exactly(-distribution.rate * distance).exp()
    return half / 2 if distribution.two_sided else half


def shortened(model: arb_poly, degree: int) -> arb_poly:
    """The enclosure with the terms above a degree in the constant one: |s^k| <= 1."""
    coefficients = model.coeffs()
    if len(coefficients) <= degree + 1:
        return model
    rest = sum((abs(c) for c in coefficients[degree + 1 :]), arb(0))
    kept = coefficients[: degree + 1]
    kept[0] += (-rest).union(rest)
    return arb_poly(kept)


def integral(model: arb_poly) -> arb:
    """The integral over s from -1 to 1: that from 0 to 1 and that from -1 to 0."""
    primitive = model.integral()
    return primitive(arb(1)) - primitive(arb(-1))
