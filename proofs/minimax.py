"""Lower bounds on the risk of private histograms: Le Cam, Assouad, and a bound at every input."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

from assay.dp import Dist, Mechanism, adjacency, hockey_stick, total_variation
from assay.exact import Log, Number, exp, ln, number
from assay.prove import Theorem, infer, prove
from assay.prove.generate import dist, fraction, kernel, level
from assay.prove.lemma import Lemma, proved, require
from assay.prove.tactics.algebra import exponential_tangent
from assay.theorems import group_privacy, total_variation_from_dp, witnesses

Counts = tuple[int, ...]


def distance(law: Dist[Fraction], true: Fraction) -> Number:
    """The mean distance of an estimate from the true value."""
    return sum((w * abs(t - true) for t, w in law.items()), number(0))


def le_cam_case(rng: random.Random) -> None:
    """Two generated laws of an estimate."""
    grid = [Fraction(j, 4) for j in range(5)]
    p, q, a, b = dist(rng, grid), dist(rng, grid), fraction(rng), fraction(rng)
    worst = max(distance(p, a), distance(q, b))
    require(worst >= abs(a - b) * (1 - total_variation(p, q)) / 2, f"two points {a} and {b}")


def randomised_response(ratio: int) -> tuple[Dist[Fraction], Dist[Fraction]]:
    """The bit itself with probability ratio/(ratio + 1)."""
    return tuple(witnesses.canonical_law(b, ln(ratio)).map(lambda o: Fraction(int(o))) for b in (False, True))  # type: ignore[return-value]


def le_cam_tight() -> bool:
    """Randomised response with eps = ln 3 as an estimate of its input: 1/4."""
    low, high = randomised_response(3)
    found = [distance(low, Fraction(0)), distance(high, Fraction(1))]
    return found == [(1 - total_variation_from_dp(ln(3))) / 2] * 2


def more_individuals() -> bool:
    """Two individuals differ, and the bound for one is used: randomised response with e^(2 eps) = 9."""
    low, high = randomised_response(9)
    worst = max(distance(low, Fraction(0)), distance(high, Fraction(1)))
    return worst < (1 - total_variation_from_dp(ln(3))) / 2


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
    dropped={"k counts the individuals that differ": more_individuals},
)


def histograms(n: int, k: int) -> list[Counts]:
    """The counts of n rows in k cells."""
    return [c for c in product(range(n + 1), repeat=k) if sum(c) == n]


def moved(domain: list[Counts]) -> adjacency.Adjacency:
    """One row is in another cell."""
    near = [(x, y) for x in domain for y in domain if sum(abs(a - b) for a, b in zip(x, y, strict=True)) == 2]
    return adjacency.explicit(near)


def private_histogram(rng: random.Random, n: int, k: int) -> Mechanism[Counts, Counts]:
    """A generated mechanism from histograms to histograms, every answer possible."""
    domain = histograms(n, k)
    rows = {}
    for x in domain:
        weights = [rng.randint(1, 4) for _ in domain]
        rows[x] = Dist({o: Fraction(w, sum(weights)) for o, w in zip(domain, weights, strict=True)})
    return Mechanism(rows, domain, moved(domain))


def risk(m: Mechanism[Counts, Any], x: Counts, cells: int) -> Number:
    """The mean distance of the first cells of the answer from those of x, in parts of n."""
    n = sum(x)
    return sum(
        (w * Fraction(sum(abs(a - b) for a, b in zip(o[:cells], x[:cells], strict=True)), n))
        for o, w in m.distribution(x).items()
    )  # type: ignore[return-value]


def cube_bound(alpha: Log, n: int, k: int, tau: int) -> Number:
    """(k - 1) tau/n times half of 1 - TV for tau individuals."""
    return (1 - total_variation_from_dp(tau * alpha)) / 2 * Fraction((k - 1) * tau, n)


def cube_case(rng: random.Random) -> None:
    """The largest risk of a generated mechanism against the bound for every side of the cube."""
    k = rng.randint(2, 3)
    n = rng.randint(k - 1, 3 if k == 2 else 2)
    m = private_histogram(rng, n, k)
    worst, alpha = max(risk(m, x, k - 1) for x in m.domain), m.epsilon()
    for tau in range(1, n // (k - 1) + 1):
        require(worst >= cube_bound(alpha, n, k, tau), f"n = {n}, k = {k}, tau = {tau}")


def bit(ratio: int) -> Mechanism[Counts, Counts]:
    """Randomised response as a histogram of one row in two cells."""
    domain = histograms(1, 2)
    keep = Fraction(ratio, ratio + 1)
    rows = {x: Dist({x: keep, y: 1 - keep}) for x, y in (tuple(domain), tuple(reversed(domain)))}
    return Mechanism(rows, domain, adjacency.all_pairs())


def cube_tight() -> bool:
    """One row, two cells: randomised response."""
    m = bit(3)
    return max(risk(m, x, 1) for x in m.domain) == cube_bound(ln(3), 1, 2, 1) == Fraction(1, 4)


def cube_too_large() -> bool:
    """tau = 2 with one row: the corner (2, -1) is no histogram."""
    m = bit(2)
    return max(risk(m, x, 1) for x in m.domain) < cube_bound(ln(2), 1, 2, 2)


def side_not_whole() -> bool:
    """tau = 1/3 with e^alpha = 27, as tau = t/alpha may ask for: 1/3/(3 + 1) is above the risk 1/28."""
    m = bit(27)
    return max(risk(m, x, 1) for x in m.domain) < Fraction(1, 3) / 4


def not_private() -> bool:
    """The histogram itself: no error at all."""
    domain = histograms(1, 2)
    m = Mechanism({x: Dist.point(x) for x in domain}, domain, adjacency.all_pairs())
    return max(risk(m, x, 1) for x in m.domain) < cube_bound(ln(3), 1, 2, 1)


CUBE = Lemma(
    title="minimax risk of private histograms",
    statement="an alpha-DP mechanism for histograms of n rows in k cells has L1 risk at least (k-1) tau/(n "
    "(e^(alpha tau) + 1)) for every whole tau >= 1 with (k-1) tau <= n; for alpha <= 1 and n >= "
    "(k-1)/alpha, at least (k-1)/(2 (e+1) alpha n)",
    reduction="Consider the histograms with s_j tau rows in cell j < k, each s_j 0 or 1, and the other "
    "rows in the last cell. For each j pair those that differ in s_j: tau rows differ, and cell j by "
    "tau/n, so by Le Cam's bound the mean of the two errors in cell j is at least tau/n/(e^(alpha tau) + "
    "1). Average over the cube, and add over j. With tau = floor(1/alpha), x = alpha tau lies in [1/2, 1].",
    inequalities=(
        "for x in [1/2, 1]: x/(exp(x) + 1) >= 1/(2*(e + 1))",
        "for a in (0, 1], t >= 1 where a*(t + 1) >= 1: 2*a*t >= 1",
        "for y in [0, 1]: 2/(exp(2*y^2) + 1) >= 1 - y",
    ),
    case=cube_case,
    tightness="randomised response with e^alpha = 3: one row, two cells, tau = 1",
    tight=cube_tight,
    dropped={
        "(k-1) tau is at most n": cube_too_large,
        "tau is a whole number": side_not_whole,
        "the mechanism is private": not_private,
    },
)


def everywhere_case(rng: random.Random) -> None:
    """The risk at every input of a generated mechanism, pure or not, against the largest risk."""
    n = rng.randint(1, 3)
    domain = histograms(n, 2)
    m = private_histogram(rng, n, 2)
    alpha, eta = m.epsilon(), number(0)
    if rng.randrange(2):
        m = Mechanism(kernel(rng, domain, domain), domain, moved(domain))
        alpha = level(rng)
        eta = m.delta(alpha)
    worst = max(risk(m, x, 2) for x in domain)
    for rows in range(1, (n + 1) // 2 + 1):
        known = group_privacy(alpha, eta, rows)
        close = (1 - worst * n / rows - known.delta) * exp(-known.epsilon) * Fraction(rows, n)
        require(all(risk(m, x, 2) >= close for x in domain), f"n = {n}, {rows} rows away")


def best_radius() -> bool:
    """At c = c0 + 1 the bound is e^(-1 - c0); 99/100 of that is exceeded somewhere."""
    return prove("for y >= 0: y*exp(-y) <= 99/100*exp(-1)").exit_status == 1


def risky_elsewhere() -> bool:
    """The answer "one half" to everything is 0-DP, has no risk at one half, and too much elsewhere."""
    domain = histograms(4, 2)
    m = Mechanism({x: Dist.point((2, 2)) for x in domain}, domain, moved(domain))
    alpha, c0, rows = Fraction(1), Fraction(1, 2), 2
    bound = (1 - c0 / (alpha * rows)) * exp(-alpha * rows) * Fraction(rows, 4)
    return risk(m, (2, 2), 2) < bound and max(risk(m, x, 2) for x in domain) > c0 / (alpha * 4)


def exact_release() -> bool:
    """The histogram itself has no risk anywhere."""
    domain = histograms(4, 2)
    m = Mechanism({x: Dist.point(x) for x in domain}, domain, moved(domain))
    return all(risk(m, x, 2) == 0 for x in domain) and m.epsilon().is_infinite


def negligible_eta() -> bool:
    """eta is compared with alpha, not with 1: a chain loses eta/(e^alpha - 1) in the limit, more than eta."""
    chain = witnesses.group_chain("1/10", "1/1000", 10)
    far = hockey_stick(chain.distribution(10), chain.distribution(0), 1)
    return far * exp(-1) > Fraction(1, 1000)


def best_constant() -> Theorem:
    """y e^(-(c0 + y)) <= e^(-1 - c0), by the tangent e^(y - 1) >= y."""
    where = "for c0 >= 0, y >= 0"
    line = infer(
        "instantiate", f"{where}: exp(y - 1) >= y", {"terms": {"x": "y - 1"}}, [exponential_tangent()]
    )
    return infer(
        "combine",
        f"{where}: y*exp(-(c0 + y)) <= exp(-1 - c0)",
        {"terms": [{"weight": "1", "factors": ["exp(-(c0 + y))", "exp(y - 1) - y"]}]},
        [line],
    )


EVERYWHERE = Lemma(
    title="risk of private histograms at every input",
    statement="k = 2: an alpha-DP mechanism with L1 risk at most c0/(alpha n) everywhere has risk at least "
    "(c - c0) e^(-c)/(alpha n) at every input, for every c = alpha m > c0 with m a whole number of rows, m "
    "<= ceil(n/2); with an additive eta at least ((c - c0) e^(-c) - c eta/alpha)/(alpha n)",
    reduction="Whatever the input, some other one is m rows away, at L1 distance 2m/n; such an m needs n "
    ">= 2m - 1. By Markov its answers are closer than m/n to itself with probability at least 1 - "
    "c0/(alpha m), and so, by group privacy, with probability at least e^(-alpha m) times that (less "
    "e^(-alpha m) eta_m <= eta/alpha) from the first input, from which they are at least m/n away. The "
    "best c is c0 + 1.",
    inequalities=(
        best_constant,
        "for a > 0, m >= 0: (1 - exp(-a*m))/(exp(a) - 1) <= 1/a",
        "for n >= 1, m >= 1, a >= 0 where 2*m <= n + 1 and a + 1 <= m: a + m <= n",
    ),
    case=everywhere_case,
    tightness="not attained; the constant e^(-1-c0) is the best that this argument gives",
    tight=best_radius,
    dropped={
        "the risk is at most c0/(alpha n) everywhere": risky_elsewhere,
        "the mechanism is private": exact_release,
        "eta is small against alpha, not against 1": negligible_eta,
    },
)
