"""Private selection: the best of a random number of runs of one mechanism costs three times its epsilon."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, epsilon
from assay.exact import Number, ln
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require
from assay.testing.generated_mechanisms import dp_pair, inner_fraction, level
from assay.theorems import witnesses


def best(law: Dist[int], stop: Fraction) -> Dist[int]:
    """The largest output of runs that end with this probability after each: the sum over their number."""
    outputs = sorted(law.support)
    below = {y: sum((law.probability(x) for x in outputs if x < y), law.probability(y) * 0) for y in outputs}

    def largest_at_most(chance: Number) -> Number:
        return stop * chance / (1 - (1 - stop) * chance)

    return Dist(
        {y: largest_at_most(below[y] + law.probability(y)) - largest_at_most(below[y]) for y in outputs}
    )


def runs(law: Dist[int], stop: Fraction, most: int) -> Dist[int]:
    """The same, run by run, with at most `most` runs: after the last the largest so far is returned."""
    found = law
    for _ in range(most - 1):
        again = Dist.product(law, found).map(max)
        found = Dist(
            {y: stop * law.probability(y) + (1 - stop) * again.probability(y) for y in again.support}
        )
    return found


def case(rng: random.Random) -> None:
    """A generated pure pair: the exact epsilon of the best run, and the formula against run after run."""
    e, stop = level(rng), inner_fraction(rng)
    p, q = dp_pair(rng, e)
    chosen = [best(law, stop) for law in (p, q)]
    require(max(epsilon(*chosen), epsilon(*reversed(chosen))) <= 3 * e, f"best run of {p}, {q} at {stop}")
    few = runs(p, stop, 5)
    for y in chosen[0].support:
        gap = chosen[0].probability(y) - few.probability(y)
        require(abs(gap) <= (1 - stop) ** 5, f"{y} within five runs of {p} at {stop}")


def three_is_approached() -> bool:
    """With eps = ln 2 and a rare stop the exact epsilon is above 299/100 ln 2: three outputs."""
    rare, good, stop = Fraction(1, 10**6), Fraction(1, 10**3), Fraction(1, 10**9)
    p = Dist({0: 1 - 2 * rare - good, 1: 2 * rare, 2: good})
    q = Dist({0: 1 - rare - 2 * good, 1: rare, 2: 2 * good})
    exact = epsilon(best(p, stop), best(q, stop))
    is_pure = max(epsilon(p, q), epsilon(q, p)) == ln(2)
    return is_pure and 3 * ln(2) >= exact > Fraction(299, 100) * ln(2)


def not_private() -> bool:
    """The presence of a good output that a neighbour never gives."""
    p, q = Dist({0: "1/2", 1: "1/2"}), Dist({0: 1})
    return epsilon(best(p, Fraction(1, 2)), best(q, Fraction(1, 2))) > 3 * ln(3)


def stops_by_the_data() -> bool:
    """A fair coin, which is 0-DP, in one run or in about two."""
    coin = Dist({0: "1/2", 1: "1/2"})
    return epsilon(best(coin, Fraction(1, 2)), best(coin, Fraction(1))) > 3 * ln(1)


def shared_randomness() -> bool:
    """Two runs masked with one coin: each is 0-DP, the larger is 1 for sure only where the bit is set."""
    equal, opposite = Dist.uniform([(0, 0), (1, 1)]), Dist.uniform([(0, 1), (1, 0)])
    return epsilon(opposite.map(max), equal.map(max)) > 3 * ln(1)


def all_outputs_shown() -> bool:
    """Randomised response with eps = ln 3, four runs, of which all outputs are shown."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    return epsilon(Dist.product(*[p] * 4), Dist.product(*[q] * 4)) > 3 * ln(3)


def ratio() -> Theorem:
    """Three factors, each within A, multiply to A^3."""
    where = "for g in (0, 1], A >= 1, p >= 0, P >= 0, x >= 0, y >= 0, X >= 0, Y >= 0 where "
    given = "p <= A*P and x <= A*X and y <= A*Y"
    return infer(
        "combine",
        f"{where}{given}: g*p*x*y <= A^3*(g*P*X*Y)",
        {
            "terms": [
                {"weight": "1", "factors": ["g", "A*P - p", "x", "y"]},
                {"weight": "1", "factors": ["g", "A", "P", "A*X - x", "y"]},
                {"weight": "1", "factors": ["g", "A", "A", "P", "X", "A*Y - y"]},
            ]
        },
    )


def series() -> Theorem:
    """The best of at most k + 1 runs is at most an output of chance F: a geometric sum."""
    return proved(
        "for integer k >= 0, g in (0, 1], F >= 0, r in [0, 1) where r = (1 - g)*F: "
        "sum(i, 0, k, g*F*r^i) = g*F*(1 - r^(k + 1))/(1 - r)"
    )


LEMMA = Lemma(
    title="private selection",
    statement="the best output, and no other, of runs of an eps-DP mechanism, with fresh randomness, after "
    "each of which one stops with one probability g, is 3 eps-DP",
    reduction="With F the probability of an output that is not better than y, the best of the runs is not "
    "better than y with probability sum over k of g (1 - g)^k F^(k+1) = g F/(1 - (1 - g) F). So y is the "
    "best with probability g p(y)/((g + (1-g) T)(g + (1-g) S)), where T is the probability of a better "
    "output and S = T + p(y). Each of p, T and S moves by a factor of at most e^eps.",
    inequalities=(
        series,
        "for g in (0, 1], F in [0, 1], G in [0, 1]: "
        "g*F/(1 - (1 - g)*F) - g*G/(1 - (1 - g)*G) = g*(F - G)/((1 - (1 - g)*F)*(1 - (1 - g)*G))",
        "for g in (0, 1], F in [0, 1]: 1 - (1 - g)*F = g + (1 - g)*(1 - F)",
        "for g in (0, 1], A >= 1, t >= 0, T >= 0 where T <= A*t: 1/(g + (1 - g)*t) <= A/(g + (1 - g)*T)",
        ratio,
        "for eps >= 0: exp(eps)^3 = exp(3*eps)",
    ),
    case=case,
    tightness="approached as g -> 0: above (299/100) ln 2 for eps = ln 2 and three outputs",
    tight=three_is_approached,
    dropped={
        "and no other": all_outputs_shown,
        "an eps-DP mechanism": not_private,
        "fresh randomness": shared_randomness,
        "one probability g": stops_by_the_data,
    },
)
