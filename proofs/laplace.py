"""The Laplace mechanism, on all reals and on all integers."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise

from assay.accounting import Laplace, Rounds
from assay.dp import Dist, epsilon, renyi
from assay.exact import Log, Number, eps, exp, ln, number
from assay.mechanisms.noise import two_sided_geometric_clamped
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require
from assay.testing.generated_mechanisms import level


def answer(query: tuple[int, ...], rate: Log) -> Dist[tuple[int, ...]]:
    """Noise of this rate on all integers, on each coordinate; answers are cut to a range afterwards."""
    return Dist.product(*(two_sided_geometric_clamped(rate, -4, 4, centre=q) for q in query))


def spent(q: tuple[int, ...], moved: tuple[int, ...], rate: Log) -> Log:
    """The exact epsilon between two answers."""
    p, r = answer(q, rate), answer(moved, rate)
    return max(epsilon(p, r), epsilon(r, p))


def case(rng: random.Random) -> None:
    """Whole vectors of a generated L1 distance, and the continuous density."""
    rate, size = level(rng), rng.randint(1, 2)
    q, moved = (tuple(rng.randint(-3, 3) for _ in range(size)) for _ in range(2))
    distance = sum(abs(a - b) for a, b in zip(q, moved, strict=True))
    require(spent(q, moved, rate) <= distance * rate, f"noise of rate {rate} on {q} and {moved}")
    scale, step = Fraction(rng.randint(1, 6), rng.randint(1, 3)), Fraction(rng.randint(1, 4), 2)
    at = Rounds([(Laplace.of(scale, step), 1)]).delta(eps(step / scale))
    require(at.upper == 0, f"Laplace noise of scale {scale} on a query that moves by {step}")


def tight() -> bool:
    """Noise of rate ln 3 on counts that differ by 1, and on two bits that both change at rate ln(3)/2."""
    return spent((0,), (1,), ln(3)) == ln(3) == spent((0, 0), (1, 1), ln(3) / 2)


def moves_further() -> bool:
    """A count that moves by 2, noise for 1."""
    return spent((0,), (2,), ln(3)) > ln(3)


def higher_rate() -> bool:
    """Noise of rate ln 4 where eps is ln 3."""
    return spent((0,), (1,), ln(4)) > ln(3)


def largest_coordinate() -> bool:
    """Two coordinates that move by 1 each, noise for 1: the sensitivity in the largest coordinate."""
    return spent((0, 0), (1, 1), ln(3)) > ln(3)


def finite_noise() -> bool:
    """Noise clamped to [-1, 1]: an answer of -1 to 0 is no answer to 1."""
    noise = two_sided_geometric_clamped(ln(3), -1, 1)
    return epsilon(noise, noise.map(lambda z: z + 1)).is_infinite


def one_noise_for_all() -> bool:
    """One noise for two coordinates, each at half of the rate: their difference is shown."""
    noise = two_sided_geometric_clamped(ln(3) / 2, -1, 1)
    return epsilon(noise.map(lambda z: (z, z)), noise.map(lambda z: (z + 1, z))).is_infinite


def density() -> Theorem:
    """e^(-x/b) <= e^(D/b) e^(-y/b) where y <= x + D."""
    return proved("for b > 0, D >= 0, real x, real y where y <= x + D: exp(-x/b) <= exp(D/b)*exp(-y/b)")


def coordinate() -> Theorem:
    """|z - c| <= |z| + |c|."""
    claim = "for real z, real c: max(z - c, c - z) <= max(z, -z) + max(c, -c)"
    return proved(claim)


def scaled() -> Theorem:
    """D/(D/eps) = eps."""
    return infer("direct", "for D > 0, eps > 0: D/(D/eps) = eps")


LEMMA = Lemma(
    title="Laplace mechanism",
    statement="a query of sensitivity at most D in the L1 norm, plus independent noise with a density "
    "proportional to e^(-|z|/b) of scale b = D/eps on each coordinate, on all reals, or on all integers for "
    "whole queries, is eps-DP",
    reduction="The density of an answer is proportional to e^(-s/b) with s the sum over the coordinates of "
    "|z_i - q_i|. By the triangle inequality s moves by at most the sum of the |q_i - q'_i|, which is at "
    "most D; so the density moves by a factor of at most e^(D/b) = e^eps, and so does every event. Cutting "
    "the answers to a range is post-processing.",
    inequalities=(
        coordinate,
        "for real x, real y, real u, real v, c >= 0, d >= 0, real D where "
        "x <= u + c and y <= v + d and c + d <= D: x + y <= (u + v) + D",
        density,
        scaled,
    ),
    case=case,
    tightness="noise of rate ln 3 on counts that differ by 1; two bits at rate ln(3)/2",
    tight=tight,
    dropped={
        "sensitivity at most D": moves_further,
        "in the L1 norm": largest_coordinate,
        "independent noise": one_noise_for_all,
        "scale b = D/eps": higher_rate,
        "on all reals, or on all integers": finite_noise,
    },
)


def cells(u: Fraction, n: int) -> tuple[Dist[int], Dist[int]]:
    """Noise of scale 1 moved by u, and unmoved, seen through 2 half-lines and n cells between them."""
    cuts = [u * j / n for j in range(n + 1)]
    p = {j: (exp(-(u - b)) - exp(-(u - a))) / 2 for j, (a, b) in enumerate(pairwise(cuts))}
    q = {j: (exp(-a) - exp(-b)) / 2 for j, (a, b) in enumerate(pairwise(cuts))}
    ends = exp(-u) / 2, exp(Fraction(0)) / 2
    return Dist({**p, -1: ends[0], n: ends[1]}), Dist({**q, -1: ends[1], n: ends[0]})


def moment(u: Fraction, order: int) -> Number:
    """e^((alpha-1) D_alpha) of noise of scale 1 that moves by u."""
    a = number(order)
    return a / (2 * a - 1) * exp((order - 1) * u) + (a - 1) / (2 * a - 1) * exp(-order * u)


def seen(u: Fraction, n: int, order: int) -> Number:
    """The same moment through cells, which is no larger."""
    p, q = cells(u, n)
    return sum((p.probability(o) ** order * q.probability(o) ** (1 - order) for o in p.support), number(0))


def divergence_case(rng: random.Random) -> None:
    """Generated shifts, cells and orders: the exact moment of the cells is at most the formula."""
    u, n, order = Fraction(rng.randint(1, 4), 2), rng.randint(1, 4), rng.randint(2, 4)
    require(seen(u, n, order) <= moment(u, order), f"{n} cells of a shift by {u} at order {order}")
    require(moment(u, order) <= moment(u + Fraction(1, 2), order), f"a shift by {u} at order {order}")
    require(moment(u, order) <= exp((order - 1) * u), f"D_{order} of a shift by {u} is at most {u}")


def nearly_attained() -> bool:
    """Eight cells of a shift by 1 have more than 99/100 of the moment at order 2."""
    return moment(Fraction(1), 2) * Fraction(99, 100) < seen(Fraction(1), 8, 2) <= moment(Fraction(1), 2)


def half_the_scale() -> bool:
    """Scale 1/2 and a query that moves by 1, the formula for scale 1, order 2."""
    return seen(Fraction(2), 4, 2) > moment(Fraction(1), 2)


def moves_by_three() -> bool:
    """A query that moves by 3/2, the formula for 1/2, order 3."""
    return seen(Fraction(3, 2), 4, 3) > moment(Fraction(1, 2), 3)


def cut_noise() -> bool:
    """Noise on [-1, 1] alone: an answer of -1 to 0 is no answer to 1."""
    noise = Dist.uniform([-1, 0, 1])
    return renyi(noise, noise.map(lambda z: z + 1), 2).is_infinite


DIVERGENCE = Lemma(
    title="Renyi divergence of Laplace noise",
    statement="Laplace noise of scale b on all reals, on a real query that moves by at most D, has D_alpha "
    "at most ln(alpha/(2 alpha - 1) e^((alpha-1) u) + (alpha - 1)/(2 alpha - 1) e^(-alpha u))/(alpha - 1) "
    "with u = D/b, for every alpha > 1; this is at most u, and is attained where the query moves by D",
    reduction="In units of b the exponent of P^alpha Q^(1-alpha) is z - alpha u below 0, (2 alpha - 1) z - "
    "alpha u between 0 and u and alpha u - z above u; the three integrals are e^(-alpha u)/2, (e^((alpha-1) "
    "u) - e^(-alpha u))/(2 (2 alpha - 1)) and e^((alpha-1) u)/2. Their sum grows with u.",
    inequalities=(
        "for a > 1, u >= 0, z <= 0: -a*(u - z) - (1 - a)*(0 - z) = z - a*u",
        "for a > 1, real u, real z: -a*(u - z) - (1 - a)*z = (2*a - 1)*z - a*u",
        "for a > 1, real u, real z: -a*(z - u) - (1 - a)*z = a*u - z",
        "for a > 1, u >= 0: exp((a - 1)*u)/2 + exp(-a*u)/2 + (exp((a - 1)*u) - exp(-a*u))/(2*(2*a - 1)) "
        "= a/(2*a - 1)*exp((a - 1)*u) + (a - 1)/(2*a - 1)*exp(-a*u)",
        "for a > 1, u > 0: a*(a - 1)/(2*a - 1)*(exp((a - 1)*u) - exp(-a*u)) >= 0",
        "for a > 1, u >= 0: a/(2*a - 1)*exp((a - 1)*u) + (a - 1)/(2*a - 1)*exp(-a*u) <= exp((a - 1)*u)",
    ),
    case=divergence_case,
    tightness="approached by cells: eight of them have more than 99/100 of the moment, u = 1, order 2",
    tight=nearly_attained,
    dropped={
        "of scale b": half_the_scale,
        "on all reals": cut_noise,
        "moves by at most D": moves_by_three,
    },
)
