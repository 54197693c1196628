"""delta(epsilon) of compositions by other routes than the accountant: closed forms and finite sums of balls.

Nothing here imports the package.  Every function takes exact parameters and an epsilon, and returns a ball at
the precision in force; mu and sigma are in units of the sensitivity.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb, factorial

from flint import acb, arb, arb_poly, fmpq

Exact = int | Fraction


def ball(x: Exact) -> arb:
    return arb(fmpq(Fraction(x).numerator, Fraction(x).denominator))


def ends(x: arb) -> tuple[Fraction, Fraction]:
    """The exact ends of a ball."""
    middle, radius = (
        Fraction(int(part.man_exp()[0])) * Fraction(2) ** int(part.man_exp()[1])
        for part in (x.mid(), x.rad())
    )
    return middle - radius, middle + radius


def normal(x: arb) -> arb:
    """The standard normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2


def gaussian(mu: arb, epsilon: arb) -> arb:
    """N(mu, 1) against N(0, 1), at any real epsilon."""
    return normal(mu / 2 - epsilon / mu) - epsilon.exp() * normal(-mu / 2 - epsilon / mu)


def expectation(law: Iterable[tuple[arb, arb]], epsilon: arb) -> arb:
    """E (1 - e^(epsilon - L))_+ over (loss, mass)."""
    return sum((p * (1 - (epsilon - x).exp()).max(arb(0)) for x, p in law), arb(0))


def binomial(up: arb, down: arb, p: arb, count: int, epsilon: arb) -> arb:
    """Two losses, the upper one with probability p, `count` times."""
    total, term, ratio = arb(0), p**count, (1 - p) / p
    for j in range(count + 1):
        loss = (count - j) * up + j * down
        if loss < epsilon:
            break
        total += term * (1 - (epsilon - loss).exp()).max(arb(0))
        term = term * ratio * (count - j) / (j + 1)
    return total


def response(e: arb, count: int, epsilon: arb, lost: Exact = 0) -> arb:
    """Randomised response, everything revealed with probability `lost` each time."""
    kept = (1 - ball(lost)) ** count
    return 1 - kept + kept * binomial(e, -e, 1 / (1 + (-e).exp()), count, epsilon)


def sampled_response(e: arb, q: arb, count: int, epsilon: arb, adding: bool) -> arb:
    """The same without losses, Poisson-sampled; under Q the outcome of the lower loss has mass p."""
    p = 1 / (1 + (-e).exp())
    up, down = (1 - q + q * e.exp()).log(), (1 - q + q * (-e).exp()).log()
    if adding:
        return binomial(-down, -up, p, count, epsilon)
    return binomial(up, down, (1 - q) * (1 - p) + q * p, count, epsilon)


def discrete_laplace(scale: Exact, distance: int, count: int, epsilon: arb) -> arb:
    """Two-sided geometric noise: the losses are a lattice, the distribution of the sum a power of a
    polynomial.
    """
    r = (-1 / ball(scale)).exp()
    inner = (1 - r) / (1 + r)
    masses = [r**distance / (1 + r), *(inner * r ** (distance - j) for j in range(1, distance)), 1 / (1 + r)]
    law = arb_poly(masses) ** count
    top = count * distance
    return expectation((((2 * i - top) / ball(scale), law[i]) for i in range(top + 1)), epsilon)


def discrete_gaussian(sigma: Exact, distance: int, count: int, epsilon: arb, radius: int) -> arb:
    """Outcomes farther than `radius` from the centre of P, in any round, may have any loss."""
    s = ball(Fraction(sigma) ** 2)
    weights = [(-arb(z * z) / (2 * s)).exp() for z in range(radius + 1)]
    rest = 2 * (-arb(radius * radius) / (2 * s)).exp() * (1 + s / radius)
    norm = weights[0] + 2 * sum(weights[1:], arb(0)) + arb(0).union(rest)
    law = arb_poly([weights[abs(z)] / norm for z in range(-radius, radius + 1)]) ** count
    places = (
        distance * (2 * (t - count * radius) + count * distance) / (2 * s)
        for t in range(2 * count * radius + 1)
    )
    inside = expectation(((loss, law[t]) for t, loss in enumerate(places)), epsilon)
    return inside + arb(0).union(count * rest / norm)


def laplace(scale: Exact, count: int, epsilon: arb) -> arb:
    """With e = 1/scale the loss is e (mass 1/2), -e (mass e^-e/2), or e - x, density e^(-x/2)/4 on (0, 2e).

    The sum of j uniform x has a piecewise polynomial density (Irwin and Hall), integrated by 1F1.
    """
    e, total = 1 / ball(scale), arb(0)
    for lowest in range(count + 1):
        for j in range(count + 1 - lowest):
            room = (count - 2 * lowest) * e - epsilon
            if not room > 0:
                continue
            ways = factorial(count) // (factorial(count - lowest - j) * factorial(lowest) * factorial(j))
            weight = ball(Fraction(ways, 2 ** (count - lowest - j) * 4**j)) * ((-e).exp() / 2) ** lowest
            total += weight * _missing(j, 2 * e, room)
    return total


def _missing(j: int, width: arb, room: arb) -> arb:
    """The integral of e^(-x/2) (1 - e^(x - room)) over (0, room), by the volume of j numbers of sum x."""
    if j == 0:
        return 1 - (-room).exp()
    total = arb(0)
    for i in range(j + 1):
        start = width * i
        left = room - start
        if not left > 0:
            break
        falling = (-start / 2).exp() * (-left / 2).hypgeom_1f1(arb(j), arb(j + 1))
        growing = (start / 2 - room).exp() * (left / 2).hypgeom_1f1(arb(j), arb(j + 1))
        total += (-1) ** i * comb(j, i) * left**j / factorial(j) * (falling - growing)
    return total


def sampled_gaussian(mu: arb, q: arb, epsilon: arb, adding: bool) -> arb:
    """One round of Poisson-sampled Gaussian noise, at any real epsilon: the best events are half-lines."""
    z = ((-epsilon if adding else epsilon).exp() - 1 + q) / q
    if not z > 0:
        return arb(0) if adding else 1 - epsilon.exp()
    x = z.log() / mu + mu / 2
    if adding:
        return normal(x) - epsilon.exp() * ((1 - q) * normal(x) + q * normal(x - mu))
    return (1 - q) * normal(-x) + q * normal(mu - x) - epsilon.exp() * normal(-x)


def replaced_gaussian(mu: arb, q: arb, epsilon: arb) -> arb:
    """One round with a record replaced, shifts mu and -mu; z = e^(mu x) solves a quadratic equation."""
    a, growth = q * (-mu * mu / 2).exp(), epsilon.exp()
    linear = (1 - q) * (growth - 1)
    x = ((linear + (linear * linear + 4 * a * a * growth).sqrt()) / (2 * a)).log() / mu
    middle = (1 - q) * normal(-x)
    return middle + q * normal(mu - x) - growth * (middle + q * normal(-mu - x))


def sampled_and_gaussian(mu: arb, q: arb, other: arb, epsilon: arb, adding: bool) -> arb:
    """One sampled and one Gaussian round: an integral over the outcome of the first."""

    def integrand(x: acb, analytic: bool) -> acb:
        density = (-x * x / 2).exp() / (2 * acb.pi()).sqrt()
        ratio = 1 - q + q * (mu * x - mu * mu / 2).exp()
        loss = ratio.log(analytic=analytic)
        left = acb(epsilon) + (loss if adding else -loss)
        above = (left / other - other / 2) / acb(2).sqrt()
        below = (left / other + other / 2) / acb(2).sqrt()
        gain = (above.erfc() - left.exp() * below.erfc()) / 2
        return density * gain * (1 if adding else ratio)

    reach = 40 + int(float(mu.mid()))
    inside = acb.integral(integrand, -reach, reach, rel_tol=arb(2) ** -100).real
    # the gain is at most 1, and both distributions have less than this beyond the reach
    return inside + arb(0).union(2 * normal(arb(-40)))
