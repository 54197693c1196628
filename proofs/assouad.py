"""Lower bounds from distributions that are hard to tell apart: Le Cam's two points, Assouad's cube."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

from assay.dp import Dist, total_variation
from assay.exact import Number, ln, number
from assay.prove import Theorem
from assay.prove.lemma import Lemma, proved, require
from assay.testing.generated_mechanisms import dist, fraction
from assay.theorems import total_variation_from_dp, witnesses

Corner = tuple[int, ...]
Estimate = tuple[Fraction, ...]


def distance(law: Dist[Fraction], true: Fraction) -> Number:
    """The mean distance of an estimate from the true value."""
    return sum((w * abs(t - true) for t, w in law.items()), number(0))


def le_cam_case(rng: random.Random) -> None:
    """Two generated distributions of an estimate."""
    grid = [Fraction(j, 4) for j in range(5)]
    p, q, a, b = dist(rng, grid), dist(rng, grid), fraction(rng), fraction(rng)
    worst = max(distance(p, a), distance(q, b))
    require(worst >= abs(a - b) * (1 - total_variation(p, q)) / 2, f"two points {a} and {b}")


def randomised_response(ratio: int) -> tuple[Dist[Fraction], Dist[Fraction]]:
    """The bit itself with probability ratio/(ratio + 1)."""
    low, high = (
        witnesses.canonical_distribution(b, ln(ratio)).map(lambda o: Fraction(int(o))) for b in (False, True)
    )
    return low, high


def le_cam_tight() -> bool:
    """Randomised response with eps = ln 3 as an estimate of its input: 1/4."""
    low, high = randomised_response(3)
    found = [distance(low, Fraction(0)), distance(high, Fraction(1))]
    return found == [(1 - total_variation_from_dp(ln(3), symmetric=True)) / 2] * 2


def more_individuals() -> bool:
    """Two individuals differ, and the bound for one is used: randomised response with e^(2 eps) = 9."""
    low, high = randomised_response(9)
    worst = max(distance(low, Fraction(0)), distance(high, Fraction(1)))
    return worst < (1 - total_variation_from_dp(ln(3), symmetric=True)) / 2


def the_value_itself() -> bool:
    """The value as it is: no error, and no privacy."""
    worst = max(distance(Dist.point(Fraction(v)), Fraction(v)) for v in (0, 1))
    return worst < (1 - total_variation_from_dp(ln(3), symmetric=True)) / 2


def order_of_two() -> Theorem:
    """p u + q v >= p w where u + v >= w and p <= q; the other order is the same with names exchanged."""
    return proved("for p >= 0, q >= 0, u >= 0, v >= 0, w >= 0 where u + v >= w and p <= q: p*u + q*v >= p*w")


LE_CAM = Lemma(
    title="Le Cam's two-point bound",
    statement="an estimate of a value that is a or b has, at one of the two, mean error at least |a - b| "
    "(1 - TV(P, Q))/2; under eps-DP at least |a - b|/(e^(k eps) + 1) where k individuals differ",
    reduction="Outcome by outcome p |t - a| + q |t - b| >= min(p, q) |a - b|, and min(p, q) sums to 1 - "
    "TV; the larger of two errors is at least half their sum. For k individuals TV <= (e^(k eps) - "
    "1)/(e^(k eps) + 1). Pinsker's inequality with KL <= k eps, which is in use, gives the smaller 1 - "
    "sqrt(k eps/2) for 1 - TV.",
    inequalities=(
        "for real t, real a, real b: abs(t - a) + abs(t - b) >= abs(a - b)",
        order_of_two,
        "for eps >= 0: 1 - (exp(eps) - 1)/(exp(eps) + 1) = 2/(exp(eps) + 1)",
        "for y in [0, 1]: 2/(exp(2*y^2) + 1) >= 1 - y",
    ),
    case=le_cam_case,
    tightness="randomised response with eps = ln 3, as an estimate of its input",
    tight=le_cam_tight,
    dropped={"eps-DP": the_value_itself, "k individuals differ": more_individuals},
)


def total_error(law: Dist[Estimate], corner: Corner, step: Fraction) -> Number:
    """The mean of sum_j |t_j - s_j step| for the corner s."""
    return law.expectation(lambda t: sum(abs(x - s * step) for x, s in zip(t, corner, strict=True)))


def apart(laws: dict[Corner, Dist[Estimate]]) -> Number:
    """The largest total variation between two corners that differ in one value."""
    near = [(x, y) for x in laws for y in laws if sum(a != b for a, b in zip(x, y, strict=True)) == 1]
    return max((total_variation(laws[x], laws[y]) for x, y in near), default=number(0))


def assouad_bound(laws: dict[Corner, Dist[Estimate]], d: int, step: Fraction) -> Number:
    """d t (1 - V)/2."""
    return d * step * (1 - apart(laws)) / 2


def assouad_case(rng: random.Random) -> None:
    """Generated distributions of estimates at all corners of a cube."""
    d, step = rng.randint(1, 3), fraction(rng)
    answers = [tuple(step * Fraction(rng.randint(0, 4), 4) for _ in range(d)) for _ in range(4)]
    answers = list(dict.fromkeys(answers))
    base = dist(rng, answers)
    laws = {
        s: Dist.mixture([(Fraction(1, 2), base), (Fraction(1, 2), dist(rng, answers))])
        for s in product((0, 1), repeat=d)
    }
    worst = max(total_error(law, s, step) for s, law in laws.items())
    require(worst >= assouad_bound(laws, d, step), f"d = {d}, t = {step}, answers {answers}")


def responses(d: int) -> dict[Corner, Dist[Estimate]]:
    """Randomised response with eps = ln 3 for each of d bits."""
    bits = randomised_response(3)
    return {s: Dist.product(*(bits[b] for b in s)) for s in product((0, 1), repeat=d)}


def assouad_tight() -> bool:
    """Randomised response with eps = ln 3 for each of three bits: 3/4 at every corner."""
    laws = responses(3)
    errors = {total_error(law, s, Fraction(1)) for s, law in laws.items()}
    return errors == {assouad_bound(laws, 3, Fraction(1))} == {Fraction(3) / (ln(3).exp() + 1)}


def two_corners() -> bool:
    """Only 00 and 11, which differ in two values: both are told as they are, and V bounds nothing."""
    corners: list[Corner] = [(0, 0), (1, 1)]
    laws = {s: Dist.point(tuple(map(Fraction, s))) for s in corners}
    worst = max(total_error(law, s, Fraction(1)) for s, law in laws.items())
    return worst == 0 < assouad_bound(laws, 2, Fraction(1))


def not_within() -> bool:
    """The corner as it is, and the bound for the distributions of randomised response."""
    laws = {s: Dist.point(tuple(map(Fraction, s))) for s in product((0, 1), repeat=2)}
    worst = max(total_error(law, s, Fraction(1)) for s, law in laws.items())
    return worst < assouad_bound(responses(2), 2, Fraction(1))


def more_for_each_value() -> bool:
    """Two individuals for each value, and the bound for one: randomised response with e^(2 eps) = 9."""
    bits = randomised_response(9)
    laws = {s: Dist.product(*(bits[b] for b in s)) for s in product((0, 1), repeat=2)}
    worst = max(total_error(law, s, Fraction(1)) for s, law in laws.items())
    return worst < Fraction(2) / (ln(3).exp() + 1)


def largest_error() -> bool:
    """The largest of the errors in place of their sum: it is at most 1, and the bound for d = 8 is 2."""
    bits = randomised_response(3)
    alone = max(distance(bits[b], Fraction(b)) for b in (0, 1))
    return 8 * alone > 1


ASSOUAD = Lemma(
    title="Assouad's bound",
    statement="an estimate of d values, each a_j or a_j + t, has for some choice of all of them a total "
    "mean error of at least d t (1 - V)/2 where every one of the 2^d choices is possible and two that "
    "differ in one value have distributions within total variation V; under eps-DP at least d t/(e^(k eps) "
    "+ 1) where k individuals differ for each value",
    reduction="For each value pair the 2^(d-1) choices of the others. By Le Cam's argument the two errors "
    "in this value add up to at least t (1 - V). So the errors of all choices and values add up to at "
    "least d 2^(d-1) t (1 - V), and the largest of the 2^d totals is at least the mean. Under eps-DP 1 - V "
    ">= 2/(e^(k eps) + 1).",
    inequalities=(
        "for real x, real a, t >= 0: abs(x - a) + abs(x - (a + t)) >= t",
        order_of_two,
        "for integer k >= 0, real s, real x, real m where s <= k*m and x <= m: s + x <= (k + 1)*m",
        "for integer d >= 1, t >= 0, V in [0, 1]: d*2^(d - 1)*(t*(1 - V))/2^d = d*t*(1 - V)/2",
        "for eps >= 0: 1 - (exp(eps) - 1)/(exp(eps) + 1) = 2/(exp(eps) + 1)",
    ),
    case=assouad_case,
    tightness="randomised response with eps = ln 3 for each of three bits: 3/4 at every corner",
    tight=assouad_tight,
    dropped={
        "every one of the 2^d choices is possible": two_corners,
        "within total variation V": not_within,
        "under eps-DP": not_within,
        "k individuals differ for each value": more_for_each_value,
        "the largest error in place of the total": largest_error,
    },
)
