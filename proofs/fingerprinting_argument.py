"""The constants of the fingerprinting lower bound, and of the simpler one for pure DP."""

from __future__ import annotations

import random
from collections.abc import Hashable
from fractions import Fraction
from itertools import product
from typing import Any

from assay.attacks.fingerprinting_group import fill_shift
from assay.dp import Dist, Mechanism, adjacency
from assay.exact import Number, exp, number
from assay.prove import Theorem, infer
from assay.prove.generate import dist, kernel, level
from assay.prove.lemma import Lemma, require
from assay.theorems import copied_rows, group_factor, group_privacy
from assay.theorems.tails import hoeffding_tail


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


ACCUSED = Lemma(
    title="constants of the fingerprinting argument",
    statement="if an (1, delta)-DP mechanism accuses someone who is not in the data with probability at "
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
        "P_0 is at most delta": no_soundness,
        "k is the number of copies": more_steps,
        "k <= log(1/(12 n delta)) - 1": many_copies,
    },
)


def vectors(d: int) -> list[tuple[int, ...]]:
    """The sign vectors of length d."""
    return list(product((-1, 1), repeat=d))


def agreement(law: Dist[Any], x: tuple[int, ...], least: Fraction) -> Number:
    """P[<M, x> >= least]."""
    return law.prob(lambda m: sum(a * b for a, b in zip(m, x, strict=True)) >= least)


def marginals(rng: random.Random, d: int) -> Mechanism[tuple[int, ...], tuple[Fraction, ...]]:
    """A generated mechanism from sign vectors to answers in [-1, 1]^d, all of them possible."""
    answers = [tuple(Fraction(rng.randint(-2, 2), 2) for _ in range(d)) for _ in range(3)]
    answers = list(dict.fromkeys([*answers, *(tuple(map(Fraction, x)) for x in vectors(d))]))
    rows = {}
    for x in vectors(d):
        weights = [1 + 40 * (a == x) + rng.randint(0, 2) for a in answers]
        rows[x] = Dist({a: Fraction(w, sum(weights)) for a, w in zip(answers, weights, strict=True)})
    return Mechanism(rows, vectors(d), adjacency.all_pairs())


def conflict_case(rng: random.Random) -> None:
    """Each step of the argument, for a generated mechanism and x, x' uniform and independent."""
    d = rng.randint(1, 3)
    m, least = marginals(rng, d), Fraction(d, 20)
    laws = [(x, m.distribution(x)) for x in vectors(d)]
    size = Fraction(1, len(laws))
    error = sum(
        (
            size * w * sum(abs(a - b) for a, b in zip(o, x, strict=True))
            for x, law in laws
            for o, w in law.items()
        ),
        number(0),
    )
    same = sum((size * agreement(law, x, least) for x, law in laws), number(0))
    other = sum((size**2 * agreement(law, x, least) for x, _ in laws for _, law in laws), number(0))
    require(same >= 1 - error / Fraction(19 * d, 20), f"Markov, d = {d}")
    require(other <= hoeffding_tail(d, "1/40") == exp(Fraction(-d, 800)), f"Hoeffding, d = {d}")
    require(same <= m.epsilon().exp() * other, f"privacy, d = {d}")


def conflict(n: int, epsilon: Fraction, d: int) -> bool:
    """Whether n < (d/800 - ln 20)/epsilon, so that no such mechanism exists."""
    return 20 * exp(n * epsilon) < exp(Fraction(d, 800))


def markov_exact() -> bool:
    """Hoeffding is not attained; Markov is: error 19d/20 with probability 18/19, else 0, has mean 9d/10."""
    far, mean = Fraction(19, 20), Fraction(18, 19) * Fraction(19, 20)
    return mean == Fraction(9, 10) and 1 - mean / far == Fraction(1, 19)


def no_answer() -> bool:
    """The answer 0 to everything is 0-DP and has error d: d = 3000, n = 1, epsilon = 1/2."""
    zero = Mechanism({x: Dist.point((0, 0)) for x in vectors(2)}, vectors(2), adjacency.all_pairs())
    return zero.epsilon().exp() == 1 and conflict(1, Fraction(1, 2), 3000)


def the_data() -> bool:
    """The data itself has no error; it is not private."""
    m = Mechanism({x: Dist.point(x) for x in vectors(2)}, vectors(2), adjacency.all_pairs())
    return m.epsilon().is_infinite and conflict(1, Fraction(1, 2), 3000)


def error_of_a_coordinate() -> Theorem:
    """|m - 1| = 1 - m for m in [-1, 1]."""
    claim = "for m in [-1, 1]: max(1 - m, m - 1) = 1 - m"
    return infer("extreme", claim, {"of": "max(1 - m, m - 1)"})


def logarithms() -> Theorem:
    """n eps >= d/800 - ln 20 from e^(n eps) e^(-d/800) >= 1/20."""
    where = "for n >= 0, eps >= 0, d >= 0 where exp(n*eps - d/800) >= 1/20"
    given = infer("direct", f"{where}: exp(n*eps - d/800) >= 1/20")
    logs = infer("apply", f"{where}: n*eps - d/800 >= log(1/20)", {"function": "log"}, [given])
    claim = f"{where}: n*eps >= d/800 - log(20)"
    return infer(
        "combine", claim, {"terms": [{"weight": "1", "factors": ["n*eps - d/800 - log(1/20)"]}]}, [logs]
    )


CONFLICT = Lemma(
    title="conflicting tail bounds for pure DP",
    statement="an eps-DP mechanism that answers d one-way marginals of n rows with mean L1 error at most "
    "9d/10 needs n >= (d/800 - ln 20)/eps",
    reduction="Let all n rows be x, or all be x', independent and uniform. Z = <M(D), x> is d minus the "
    "error, so by Markov Z >= d/20 with probability at least 1 - (9/10)/(19/20) > 1/20. M(D') does not "
    "depend on x, and by Hoeffding Z' >= d/20 with probability at most e^(-2 (d/20)^2/(4d)). The n rows "
    "differ: 1/20 < e^(n eps) e^(-d/800). (The hypothesis is lost from the source; 9d/10 is what its 1/20 "
    "and 1/800 ask for.)",
    inequalities=(
        "1 - (9/10)/(19/20) > 1/20",
        error_of_a_coordinate,
        "for d > 0: 2*(d/20)^2/(4*d) = d/800",
        logarithms,
    ),
    case=conflict_case,
    tightness="Hoeffding's inequality is not attained; Markov's is, at error 19d/20 with probability 18/19",
    tight=markov_exact,
    dropped={"the error is at most 9d/10": no_answer, "the mechanism is private": the_data},
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
    dropped={"fewer than k rows are filled in": fill_of_a_whole_group, "entries in [-1, 1]": larger_entries},
)
