"""The reduction from (epsilon, delta) and n rows to (1, delta/epsilon) and order alpha epsilon n rows."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from fractions import Fraction
from itertools import product

from assay import adjacency
from assay.attacks.reduction import copies_for_unit_epsilon, reduce_to_unit_epsilon
from assay.dp import Dist, Mechanism, hockey_stick
from assay.exact import Number, eps, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require
from assay.testing.generated_mechanisms import kernel, level
from assay.theorems import copied_rows, group_factor, group_privacy, post_process, total_variation_from_dp

Data = tuple[Hashable, ...]
REPLACE = adjacency.replace_one("sequence")


def tables(n: int) -> list[Data]:
    """The data sets of n rows, each -1 or 1."""
    return list(product((-1, 1), repeat=n))


def mean(x: Iterable[Hashable]) -> Fraction:
    """The mean of the rows."""
    rows = [r for r in x if isinstance(r, int)]
    return Fraction(sum(rows), len(rows))


def error(mechanism: Mechanism[Data, Fraction]) -> Number:
    """The largest mean distance of the answer from the mean of the rows."""
    gaps = []
    for x in mechanism.domain:
        true = mean(x)
        law = mechanism.distribution(x)
        gaps.append(sum((w * abs(a - true) for a, w in law.items()), number(0)))
    return max(gaps)


def reduced(m: Mechanism[Data, Fraction], k: int, rows: int, fill: Data) -> Mechanism[Data, Fraction]:
    """M on k copies of the rows and the fixed rows `fill`; the answer is corrected, in [-1, 1]."""
    n, known = k * rows + len(fill), mean(fill) * len(fill) if fill else Fraction(0)

    def corrected(answer: Fraction) -> Fraction:
        return max(min((n * answer - known) / (k * rows), Fraction(1)), Fraction(-1))

    return post_process(copied_rows(m, tables(rows), REPLACE, k, fill=fill), corrected)


def case(rng: random.Random) -> None:
    """A generated mechanism for means: the guarantee and the error of the reduced one."""
    k, rows, spare = rng.randint(1, 2), rng.randint(1, 2), rng.randint(0, 1)
    n, epsilon = k * rows + spare, level(rng)
    answers = [Fraction(j, 2) for j in range(-2, 3)]
    m = Mechanism(kernel(rng, tables(n), answers), tables(n), REPLACE)
    small = reduced(m, k, rows, tuple(rng.choice((-1, 1)) for _ in range(spare)))
    bound = group_privacy(epsilon, m.delta(epsilon), k)
    require(small.delta(bound.epsilon) <= bound.delta, f"{k} copies at {epsilon}: {bound}")
    require(error(small) <= error(m) * n / (k * rows), f"the error with {k} copies of {rows} of {n} rows")
    step, alpha = Fraction(1, rng.randint(10, 60)), Fraction(1, rng.randint(20, 40))
    found = reduce_to_unit_epsilon(step, Fraction(1, 10**6), alpha, 200)
    require(found.guarantee.epsilon <= eps(1), f"epsilon of {found}")
    require(found.guarantee.delta <= Fraction(1, 10**6) / step, f"delta of {found}")
    require(found.copies == copies_for_unit_epsilon(step), f"copies of {found}")
    require(found.error == alpha * 200 / (found.copies * found.rows), f"error of {found}")
    require(found.error <= Fraction(1, 10), f"error of {found}")
    size = alpha * step * 200
    require(Fraction(139, 10) * size <= found.rows <= Fraction(169, 10) * size + 1, f"rows of {found}")


def chain(epsilon: Fraction, delta: Fraction, k: int) -> tuple[Dist[bool], Dist[bool]]:
    """The ends of a chain that starts at probability 0: P[True | i+1] = e^eps P[True | i] + delta."""
    chances = [delta * group_factor(epsilon, i) if i else number(0) for i in range(k + 1)]
    rows = {i: Dist.bernoulli(p) for i, p in enumerate(chances)}
    steps = Mechanism(rows, range(k + 1), adjacency.explicit([(i, i + 1) for i in range(k)]))
    if steps.delta(epsilon) > delta:
        raise ArithmeticError(f"the chain is not ({epsilon}, {delta})-DP")
    return rows[k], rows[0]


def tight() -> bool:
    """epsilon = 1/10: 7 copies are within delta/epsilon at epsilon' = 1, 8 copies are not."""
    epsilon, delta = Fraction(1, 10), Fraction(1, 10**4)
    seven, eight = (hockey_stick(*chain(epsilon, delta, k), 1) for k in (7, 8))
    return (
        copies_for_unit_epsilon(epsilon) == 7
        and seven == group_privacy(epsilon, delta, 7).delta <= delta / epsilon < eight
    )


def one_over_epsilon() -> bool:
    """floor(1/epsilon) copies: (1, 16.3 delta) at epsilon = 1/10, not (1, 10 delta)."""
    epsilon, delta = Fraction(1, 10), Fraction(1, 10**4)
    return hockey_stick(*chain(epsilon, delta, 10), 1) > delta / epsilon


def fewer_rows() -> bool:
    """An answer that is always 1/20 too large, n = 20, k = 2: five rows do, four do not."""
    errors = []
    for rows in (5, 4):
        fill = (1, -1) * (10 - rows)
        domain = [x * 2 + fill for x in tables(rows)]
        m = Mechanism(lambda x: Dist.point(mean(x) + Fraction(1, 20)), domain, adjacency.all_pairs())
        errors.append(error(reduced(m, 2, rows, fill)))
    return errors[0] <= Fraction(1, 10) < errors[1]


def not_private() -> bool:
    """The mean itself, called (1/10, 1/10^4)-DP: on seven copies of a row it shows the row."""
    m = Mechanism(lambda x: Dist.point(mean(x)), tables(7), REPLACE)
    return reduced(m, 7, 1, ()).delta(1) > Fraction(1, 1000)


def not_accurate() -> bool:
    """0 for an answer, called accurate to 1/40: the error stays 1."""
    n, k, rows = 4, 1, 4
    m = Mechanism(lambda x: Dist.point(Fraction(0)), tables(n), REPLACE)
    return rows * k >= 10 * Fraction(1, 40) * n and error(reduced(m, k, rows, ())) > Fraction(1, 10)


def more_copies_than_rows() -> bool:
    """n = 1, alpha = 1, eps = 1/10: 0 is accurate to 1, but on n' = 2 rows no 1-DP mechanism is to 1/10."""
    k = copies_for_unit_epsilon(Fraction(1, 10))
    rows, two_points = -(-10 // k), 1 - total_variation_from_dp(2, symmetric=True)
    return k * rows > 1 and rows == 2 and two_points > Fraction(1, 10)


def large_epsilon() -> bool:
    """epsilon = 1/2, alpha = 1/25, 100 rows: k = 1 and n' = 40 rows, above 16.9 alpha eps n + 1."""
    found = reduce_to_unit_epsilon(Fraction(1, 2), Fraction(1, 10**6), Fraction(1, 25), 100)
    return found.rows > Fraction(169, 10) * Fraction(1, 25) * Fraction(1, 2) * 100 + 1


def growth() -> Theorem:
    """(x - 1)/(e^eps - 1) <= 1/eps as long as x <= 2, where x = e^(k eps)."""
    tangent = proved("for eps > 0: exp(eps) - 1 >= eps")
    return infer(
        "combine",
        "for eps > 0, x in [1, 2]: (x - 1)/(exp(eps) - 1) <= 1/eps",
        {
            "multiplier": "eps*(exp(eps) - 1)",
            "terms": [
                {"weight": "1", "factors": ["exp(eps) - 1 - eps"]},
                {"weight": "1", "factors": ["eps", "2 - x"]},
            ],
        },
        [tangent, proved("for eps > 0: exp(eps) - 1 > 0")],
    )


LEMMA = Lemma(
    title="reduction to epsilon = 1",
    statement="an (eps, delta)-DP mechanism for means of n rows with error alpha gives a (1, delta/eps)-DP "
    "one for n' = ceil(10 alpha n/k) rows, k n' <= n, with error 1/10, where k = floor(ln(2)/eps) or more, "
    "up to ln(1 + (e^eps - 1)/eps)/eps; for eps <= 1/10, 13.9 alpha eps n <= n' <= 16.9 alpha eps n + 1 "
    "with the largest k",
    reduction="Run M on k copies of each of the n' rows and on n - k n' fixed rows, and undo the fixed "
    "rows and the scale: distances grow by n/(k n'), so the error is at most 1/10 if k n' >= 10 alpha n. "
    "One row is k rows of M: by group privacy the result is (k eps, delta (e^(k eps) - 1)/(e^eps - 1))-DP. "
    "The factor is at most 1/eps where e^(k eps) <= 2, and in general up to e^(k eps) = 1 + (e^eps - "
    "1)/eps; then k eps <= 1 too.",
    inequalities=(
        growth,
        "for a >= 0, n >= 0, k > 0, N > 0 where k*N >= 10*a*n: a*n <= k*N/10",
        "for eps in (0, 1/10]: log(2)/eps - 1 >= 593/1000/eps",
        "for eps in (0, 1/10]: exp(eps) - 1 <= eps*(exp(719/1000) - 1)",
        "for eps in (0, 1]: exp(eps) - 1 <= eps*(e - 1)",
        "for eps in (0, 1/10]: (exp(1 - eps) - 1)/(exp(eps) - 1) > 1/eps",
    ),
    case=case,
    tightness="a chain that starts at probability 0, eps = 1/10: 7 copies do, and 8 do not",
    tight=tight,
    dropped={
        "an (eps, delta)-DP mechanism": not_private,
        "with error alpha": not_accurate,
        "n' = ceil(10 alpha n/k)": fewer_rows,
        "k = floor(ln(2)/eps) or more": one_over_epsilon,
        "k n' <= n": more_copies_than_rows,
        "eps <= 1/10": large_epsilon,
    },
)
