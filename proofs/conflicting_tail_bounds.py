"""A lower bound for pure DP from two tail bounds that cannot both hold."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

from assay import adjacency
from assay.dp import Dist, Mechanism
from assay.exact import Number, exp, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.utility.tails import hoeffding_tail


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
    dropped={"an eps-DP mechanism": the_data, "mean L1 error at most 9d/10": no_answer},
)
