"""What is derivable from the geometric mechanism: three consecutive entries of each column decide."""

from __future__ import annotations

import random
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism
from assay.exact import Log, Number, exp, ln
from assay.mechanisms import geometric_clamped, geometric_truncated
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import inner_fraction, kernel, level
from assay.theorems import post_process_randomised

Count = Mechanism[int, int]
Entries = dict[int, dict[int, Number]]


def on_count(rows: dict[int, Dist[int]]) -> Count:
    """The mechanism with these distributions on the counts 0, ..., n."""
    return Mechanism(rows, range(len(rows)), adjacency.l1(1))


def answers(m: Count) -> list[int]:
    """Every answer that the mechanism can give."""
    return sorted({r for i in m.domain for r in m.distribution(i).support})


def bends(m: Count, epsilon: Log) -> Entries:
    """(1 + a^2) q_i - a (q_(i-1) + q_(i+1)) by count i and answer, with q_(-1) = a q_0, q_(n+1) = a q_n."""
    a, last = 1 / exp(epsilon), len(m.domain) - 1
    entries: Entries = {i: {} for i in m.domain}
    for r in answers(m):
        q = [m.distribution(i)[r] for i in m.domain]
        padded = [a * q[0], *q, a * q[last]]
        for i in m.domain:
            entries[i][r] = (1 + a * a) * padded[i + 1] - a * (padded[i] + padded[i + 2])
    return entries


def derivable(m: Count, epsilon: Log) -> bool:
    """The condition of the lemma."""
    return all(bend >= 0 for row in bends(m, epsilon).values() for bend in row.values())


def remap(m: Count, epsilon: Log) -> dict[int, Dist[int]]:
    """The post-processing T that the bends give: T(r | j) = bend/((1 - a^2) g_j)."""
    a, n = 1 / exp(epsilon), len(m.domain) - 1
    masses = [1 / (1 + a) if j in (0, n) else (1 - a) / (1 + a) for j in range(n + 1)]
    rows = bends(m, epsilon)
    return {j: Dist({r: b / ((1 - a * a) * masses[j]) for r, b in rows[j].items()}) for j in rows}


def case(rng: random.Random) -> None:
    """Post-processed geometric mechanisms satisfy the condition; what satisfies it is one of them."""
    n, epsilon = rng.randint(1, 3), level(rng)
    geometric = geometric_clamped(n, epsilon)
    derived = post_process_randomised(geometric, kernel(rng, range(n + 1), range(2)))
    require(derivable(derived, epsilon), f"a post-processing, n = {n}, {epsilon}")
    other, w = kernel(rng, range(n + 1), range(2)), inner_fraction(rng) / 4
    rows = {i: Dist.mixture([(1 - w, derived.distribution(i)), (w, other[i])]) for i in range(n + 1)}
    mixed = on_count(rows)
    if derivable(mixed, epsilon):
        back = post_process_randomised(geometric, remap(mixed, epsilon))
        require(all(back.distribution(i) == rows[i] for i in rows), f"the remap, n = {n}, {epsilon}")
        require(mixed.epsilon() <= epsilon, f"the privacy of {rows}")


def tight() -> bool:
    """The geometric mechanism itself: equality at every count but the answer's own."""
    rows = bends(geometric_clamped(4, ln(2)), ln(2))
    return all((bend == 0) == (i != r) for i, row in rows.items() for r, bend in row.items())


def valley() -> bool:
    """A column 2/3, 1/3, 2/3: ln 2-DP, and the only candidate for the remap has a negative entry."""
    m = on_count({i: Dist.bernoulli(Fraction(2 if i % 2 else 1, 3)).map(int) for i in range(3)})
    return m.epsilon() == ln(2) and bends(m, ln(2))[1][0] < 0


def ends_left_out() -> bool:
    """Two counts, released as they are: no three consecutive entries, and no privacy."""
    m = on_count({0: Dist.point(0), 1: Dist.point(1)})
    return len(m.domain) < 3 and m.epsilon() > ln(2) == geometric_clamped(1, ln(2)).epsilon()


def truncated_noise() -> bool:
    """The truncated geometric mechanism with ln 2 on 0, 1, 2, a post-processing of itself."""
    m = geometric_truncated(2, ln(2))
    return not derivable(m, ln(2)) and m.epsilon() > ln(2)


def other_rate() -> bool:
    """The geometric mechanism with ln 3 satisfies it at ln 3, not at ln 2: it is no remap of that of ln 2."""
    m = geometric_clamped(2, ln(3))
    return derivable(m, ln(3)) and not derivable(m, ln(2)) and m.epsilon() > ln(2)


LEMMA = Lemma(
    title="derivable from the geometric mechanism",
    statement="a mechanism on the counts 0, ..., n is a post-processing of the clamped geometric mechanism "
    "with a = e^-eps if and only if in each column (1 + a^2) q_i >= a (q_(i-1) + q_(i+1)) for 0 < i < n, "
    "q_0 >= a q_1 and q_n >= a q_(n-1)",
    reduction="The geometric mechanism is G = K diag(g), K_ij = a^|i-j|, g_j = (1-a)/(1+a), and 1/(1+a) at "
    "the ends. (1 - a^2) K^-1 takes q to (1 + a^2) q_i - a (q_(i-1) + q_(i+1)) with q_(-1) = a q_0 and "
    "q_(n+1) = a q_n: on a column of K this is 0 off the diagonal and 1 - a^2 on it. So Q = G T has the "
    "one solution T = diag(1/g) K^-1 Q. Its rows add up to 1, as K^-1 1 = g; it is a post-processing iff "
    "no entry is negative.",
    inequalities=(
        "for integer d >= 1, a in (0, 1): (1 + a^2)*a^d - a*(a^(d - 1) + a^(d + 1)) = 0",
        "for a in (0, 1): (1 + a^2) - a*(a + a) = 1 - a^2",
        "for real q, real p, real a: (1 + a^2)*q - a*(a*q + p) = q - a*p",
        "for a in (0, 1): (1 + a^2 - 2*a)/(1 - a^2) = (1 - a)/(1 + a)",
        "for a in (0, 1): (1 - a)/(1 - a^2) = 1/(1 + a)",
    ),
    case=case,
    tightness="the geometric mechanism itself: equality at every count but the answer's own",
    tight=tight,
    dropped={
        "(1 + a^2) q_i >= a (q_(i-1) + q_(i+1))": valley,
        "q_0 >= a q_1 and q_n >= a q_(n-1)": ends_left_out,
        "the clamped geometric mechanism": truncated_noise,
        "a = e^-eps": other_rate,
    },
)
