"""Lower bounds on the risk of private histograms: Assouad's cube, and a bound at every input."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

from assay import adjacency
from assay.dp import Dist, Mechanism, hockey_stick
from assay.exact import Log, Number, eps, exp, ln, number
from assay.prove import Theorem, infer, prove
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import exponential_tangent
from assay.testing.generated_mechanisms import kernel, level
from assay.theorems import group_privacy, total_variation_from_dp, witnesses

Counts = tuple[int, ...]


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
    distances = (
        w * Fraction(sum(abs(a - b) for a, b in zip(o[:cells], x[:cells], strict=True)), n)
        for o, w in m.distribution(x).items()
    )
    return sum(distances, number(0))


def cube_bound(alpha: Log, n: int, k: int, tau: int) -> Number:
    """(k - 1) tau/n times half of 1 - TV for tau individuals."""
    return (1 - total_variation_from_dp(tau * alpha, symmetric=True)) / 2 * Fraction((k - 1) * tau, n)


def cube_case(rng: random.Random) -> None:
    """The largest risk of a generated mechanism against the bound for every side of the cube."""
    k = rng.randint(2, 3)
    n = rng.randint(k - 1, 3 if k == 2 else 2)
    m = private_histogram(rng, n, k)
    worst, alpha = max(risk(m, x, k - 1) for x in m.domain), m.epsilon()
    for tau in range(1, n // (k - 1) + 1):
        require(worst >= cube_bound(alpha, n, k, tau), f"n = {n}, k = {k}, tau = {tau}")


def bit(ratio: int | Fraction) -> Mechanism[Counts, Counts]:
    """Randomised response as a histogram of one row in two cells."""
    domain = histograms(1, 2)
    keep = Fraction(ratio) / (ratio + 1)
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


def large_alpha() -> bool:
    """alpha = ln 99, one row in two cells: 1/100 lies below 1/(2 (e+1) alpha)."""
    m, alpha = bit(99), ln(99)
    return eps(1) < alpha < eps(5) and max(risk(m, x, 1) for x in m.domain) < 1 / (2 * (exp(1) + 1) * 5)


def few_rows() -> bool:
    """One row, alpha = 1/100: no risk is above 1, and the bound is 100/(2 (e+1)) > 13."""
    one = Mechanism(lambda x: Dist.uniform([(0, 1), (1, 0)]), histograms(1, 2), adjacency.all_pairs())
    return max(risk(one, x, 1) for x in one.domain) <= 1 < 100 / (2 * (exp(1) + 1))


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
        "an alpha-DP mechanism": not_private,
        "whole tau >= 1": side_not_whole,
        "(k-1) tau <= n": cube_too_large,
        "alpha <= 1": large_alpha,
        "n >= (k-1)/alpha": few_rows,
    },
)


def everywhere_case(rng: random.Random) -> None:
    """The risk at every input of a generated mechanism, pure or not, against the largest risk."""
    k = rng.choice((2, 2, 3))
    n = rng.randint(1, 3 if k == 2 else 2)
    domain = histograms(n, k)
    m = private_histogram(rng, n, k)
    alpha, eta, kind = m.epsilon(), number(0), rng.randrange(4)
    if kind == 0:
        n, k, domain, m, alpha = 1, 2, histograms(1, 2), bit(81), ln(81)
    elif kind < 3:
        m = Mechanism(kernel(rng, domain, domain), domain, moved(domain))
        alpha = level(rng)
        eta = m.delta(alpha)
    worst = max(risk(m, x, k) for x in domain)
    for rows in range(1, (n + 1) // 2 + 1):
        known = group_privacy(alpha, eta, rows)
        close = (1 - worst * n / rows - known.delta) * exp(-known.epsilon) * Fraction(rows, n)
        require(all(risk(m, x, k) >= close for x in domain), f"n = {n}, k = {k}, {rows} rows away")


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


def one_cell() -> bool:
    """One histogram only, told as it is: no neighbours, no risk, and a bound for c = 1, c0 = 0 above 0."""
    (only,) = histograms(2, 1)
    risk_of_the_only = Dist.point(only).expectation(lambda o: abs(o[0] - only[0]))
    return risk_of_the_only == 0 < exp(-1) / 2


def half_a_row() -> bool:
    """m = 1/2 and e^alpha = 81, one row: (1/2 - 2/82)/9 is above the risk 2/82."""
    m = bit(81)
    worst = max(risk(m, x, 2) for x in m.domain)
    return worst == Fraction(2, 82) < (Fraction(1, 2) - Fraction(2, 82)) / 9


def many_rows_away() -> bool:
    """m = 10 and e^alpha = 11/10, one row: the bound is above 3, no risk above 2."""
    m = bit(Fraction(11, 10))
    worst = max(risk(m, x, 2) for x in m.domain)
    return m.epsilon() == ln("11/10") and worst < (10 - worst) * Fraction(10, 11) ** 10


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
    statement="for two or more cells: an alpha-DP mechanism with L1 risk at most c0/(alpha n) everywhere "
    "has risk at least (c - c0) e^(-c)/(alpha n) at every input, for every c = alpha m with m a whole "
    "number of rows, m <= ceil(n/2); with an additive eta at least ((c - c0) e^(-c) - c eta/alpha)/(alpha "
    "n)",
    reduction="Whatever the input, some other one is m rows away, at L1 distance 2m/n; such an m needs n "
    ">= 2m - 1: if some cell holds m rows move them away from it, else fill one of the cells from the "
    "others. By Markov its answers are closer than m/n to itself with probability at least 1 - c0/(alpha "
    "m), and so, by group privacy, with probability at least e^(-alpha m) times that (less e^(-alpha m) "
    "eta_m <= eta/alpha) from the first input, from which they are at least m/n away. The best c is c0 + 1.",
    inequalities=(
        best_constant,
        "for a > 0, m >= 0: (1 - exp(-a*m))/(exp(a) - 1) <= 1/a",
        "for n >= 1, m >= 1, a >= 0 where 2*m <= n + 1 and a + 1 <= m: a + m <= n",
    ),
    case=everywhere_case,
    tightness="not attained; the constant e^(-1-c0) is the best that this argument gives",
    tight=best_radius,
    dropped={
        "two or more cells": one_cell,
        "an alpha-DP mechanism": exact_release,
        "L1 risk at most c0/(alpha n) everywhere": risky_elsewhere,
        "m a whole number of rows": half_a_row,
        "m <= ceil(n/2)": many_rows_away,
        "eta in place of eta/alpha": negligible_eta,
    },
)
