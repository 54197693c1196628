"""The constants of the fingerprinting lower bound, and of the copies of rows that it uses."""

from __future__ import annotations

import random
from collections.abc import Hashable
from fractions import Fraction
from itertools import product

from assay import adjacency
from assay.attacks.fingerprinting_group import fill_shift
from assay.dp import Dist, Mechanism
from assay.exact import Number, eps, exp, ln, number
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, kernel, level
from assay.theorems import copied_rows, group_factor, group_privacy


def accused_case(rng: random.Random) -> None:
    """A generated chain of k steps and an event: its chance at the far end against e^(k+1) delta."""
    k = rng.randint(1, 3)
    rows = {i: dist(rng, range(3)) for i in range(k + 1)}
    chain = Mechanism(rows, range(k + 1), adjacency.explicit([(i, i + 1) for i in range(k)]))
    event = [o for o in range(3) if rng.randrange(2)]
    delta = max(chain.delta(1), rows[0].prob(event))
    far = rows[k].prob(event)
    require(far <= exp(k) * delta + group_factor(1, k) * delta, f"group privacy over {k} steps")
    require(far <= exp(k + 1) * delta, f"{k} steps from {delta}")
    if delta * group_factor(1, k) <= 1:
        require(group_privacy(1, delta, k).delta == group_factor(1, k) * delta, "the shipped factor")


def chain(delta: Fraction, k: int) -> list[Number]:
    """P_0 = delta and P_(i+1) = e P_i + delta: all that (1, delta)-DP allows."""
    chances = [number(delta)]
    for _ in range(k):
        chances.append(exp(1) * chances[-1] + delta)
    return chances


def accused_tight() -> bool:
    """The chain from P_0 = delta reaches delta (e^(k+1) - 1)/(e - 1), k = 3, and is (1, delta)-DP."""
    delta, k = Fraction(1, 1000), 3
    rows = {i: Dist.bernoulli(p) for i, p in enumerate(chain(delta, k))}
    steps = Mechanism(rows, range(k + 1), adjacency.explicit([(i, i + 1) for i in range(k)]))
    return steps.delta(1) == delta and rows[k][True] == group_factor(1, k + 1) * delta


def no_soundness() -> bool:
    """P_0 = 10 delta: beyond e^(k+1) delta after one step."""
    delta = Fraction(1, 1000)
    return exp(1) * 10 * delta + delta > exp(2) * delta


def more_steps() -> bool:
    """k + 2 steps, and the bound for k."""
    delta = Fraction(1, 1000)
    return chain(delta, 4)[4] > exp(3) * delta


def many_copies() -> bool:
    """k one above log(1/(12 n delta)) - 1: the chain does reach 1/(12 n), and there is no contradiction."""
    n, delta, k = 10, Fraction(1, 12 * 10 * 8), 2
    return exp(k + 1) > Fraction(1, 12 * n) / delta and chain(delta, k)[k] > Fraction(1, 12 * n)


def not_private() -> bool:
    """Whoever is in the data is accused, whoever is not is not."""
    m = Mechanism({i: Dist.point(i == 1) for i in (0, 1)}, (0, 1), adjacency.all_pairs())
    delta, accused = Fraction(1, 1000), [m.distribution(i)[True] for i in (0, 1)]
    return m.delta(1) == 1 and accused[0] <= delta and accused[1] > exp(2) * delta


def larger_delta() -> bool:
    """delta = 1/n, g = 1, n = 22027: log(1/delta)/2 - 5 is above 0, log(1/(12 n delta)) - 1 below."""
    return ln(22027) / 2 > eps(5) and ln(Fraction(1, 12)) < eps(0)


ACCUSED = Lemma(
    title="constants of the fingerprinting argument",
    statement="if a (1, delta)-DP mechanism accuses someone who is not in the data with probability at "
    "most delta, it accuses him with k copies of his row in it with probability below e^(k+1) delta; so "
    "1/(12 n) is out of reach for k <= log(1/(12 n delta)) - 1, and delta <= n^-(1+g) allows k >= "
    "log(1/delta)/(1 + 1/g) - 5",
    reduction="Group privacy: P_k <= e^k P_0 + delta (e^k - 1)/(e - 1), and the two terms are below "
    "e^(k+1) delta together. Mean error d/10 and 2kd/n <= d/100 for the copies leave, by Markov, "
    "probability 1 - (11/100)/(1/8) for an answer within d/8 and 1/100 less for an accusation, so someone "
    "is accused with probability at least (11/100)/n >= 1/(12 n). With L = log(1/delta) >= (1+g) log n, "
    "rounding k down costs 1 and log 12 < 3. (The mean error d/10 is lost from the source; it is the one "
    "that leaves 1/12.)",
    inequalities=(
        "for k >= 0: exp(k) + (exp(k) - 1)/(e - 1) < exp(k + 1)",
        "for integer k >= 0: sum(i, 0, k - 1, e^i) = (e^k - 1)/(e - 1)",
        "1 - (11/100)/(1/8) - 1/100 >= 1/12",
        "for n > 0, k >= 0 where k <= n/200: 1/10 + 2*k/n <= 11/100",
        "for L >= 0, g > 0, N >= 0 where (1 + g)*N <= L: L - N >= L/(1 + 1/g)",
        "log(12) + 1 + 1 <= 5",
    ),
    case=accused_case,
    tightness="the chain from P_0 = delta attains delta (e^(k+1) - 1)/(e - 1), k = 3",
    tight=accused_tight,
    dropped={
        "a (1, delta)-DP mechanism": not_private,
        "with probability at most delta": no_soundness,
        "k copies": more_steps,
        "k <= log(1/(12 n delta)) - 1": many_copies,
        "delta <= n^-(1+g)": larger_delta,
    },
)


def copies_case(rng: random.Random) -> None:
    """M_k by the shipped function, one row left: its guarantee, and how far the mean moves."""
    k = rng.randint(1, 3)
    spare = rng.randint(0, k - 1)
    n, near = k + spare, adjacency.replace_one("sequence")
    domain: list[tuple[Hashable, ...]] = list(product((-1, 1), repeat=n))
    m = Mechanism(kernel(rng, domain, range(2)), domain, near)
    copied = copied_rows(m, [(-1,), (1,)], near, k, fill=(1,) * spare)
    epsilon = level(rng)
    bound = group_privacy(epsilon, m.delta(epsilon), k)
    require(copied.delta(bound.epsilon) <= bound.delta, f"{k} copies at {epsilon}")
    moved = max(abs(Fraction(k * x + spare, n) - x) for x in (-1, 1))
    require(moved == fill_shift(n, k) <= Fraction(2 * (k - 1), n), f"n = {n}, k = {k}")


def copies_tight() -> bool:
    """A column of -1, k - 1 rows of 1 added: n = 5, k = 3 moves the mean by 4/5 = 2(k - 1)/n."""
    return abs(Fraction(-3 + 2, 5) - (-1)) == Fraction(4, 5) == fill_shift(5, 3)


def fill_of_a_whole_group() -> bool:
    """A fill of 3k rows, more than the division leaves: 2k/n is exceeded."""
    k, n = 2, 8
    return abs(Fraction(-k + 3 * k, n) - (-1)) > Fraction(2 * k, n)


def larger_entries() -> bool:
    """Entries outside [-1, 1]: a column of -5."""
    return abs(Fraction(-15 + 2, 5) - (-5)) > Fraction(2 * 3, 5)


def rows_shown() -> bool:
    """A mechanism that shows its rows shows the few."""
    domain: list[tuple[Hashable, ...]] = list(product((-1, 1), repeat=2))
    near = adjacency.replace_one("sequence")
    copied = copied_rows(Mechanism(Dist.point, domain, near), [(-1,), (1,)], near, 2)
    return copied.delta(2) > group_privacy(1, Fraction(1, 100), 2).delta


COPIES = Lemma(
    title="copies of rows",
    statement="with k copies of each of floor(n/k) rows in [-1, 1] and fixed rows to fill up n, the mean "
    "moves by at most 2 (k-1)/n in each column, and an (eps, delta)-DP mechanism on the n rows is (k eps, "
    "delta (e^(k eps) - 1)/(e^eps - 1))-DP on the few",
    reduction="The mean of n rows is (1 - f/n) times the mean of the few plus f/n times that of the f <= k "
    "- 1 fixed rows; the two are at most 2 apart. One of the few rows is k of the n: group privacy.",
    inequalities=(
        "for n > 0, f >= 0, real x, real y: ((n - f)*x + f*y)/n - x = f/n*(y - x)",
        "for n > 0, f >= 0, k >= 1, w in [0, 2] where f <= k - 1: f/n*w <= 2*(k - 1)/n",
    ),
    case=copies_case,
    tightness="a column of -1 and k - 1 rows of 1: n = 5, k = 3, the mean moves by 4/5",
    tight=copies_tight,
    dropped={
        "each of floor(n/k) rows": fill_of_a_whole_group,
        "in [-1, 1]": larger_entries,
        "an (eps, delta)-DP mechanism": rows_shown,
    },
)
