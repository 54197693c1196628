"""Reconstruction of a database of bits: all subsets in 4E, n queries in 16 E^2, and the error of a sample."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.attacks.reconstruction import count_ones, distance, true_answers
from assay.attacks.reconstruction_exhaustive import (
    exponential_adversary,
    largest_distance,
    subset_queries,
)
from assay.attacks.reconstruction_hadamard import (
    hadamard_adversary,
    hadamard_answers,
    wrong_rows_bound,
)
from assay.dp import Dist
from assay.exact import Number, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import inner_fraction


def noise(rng: random.Random, most: Fraction) -> Fraction:
    """A rational in [-most, most]."""
    return most * Fraction(rng.randint(-4, 4), 4)


def exponential_case(rng: random.Random) -> None:
    """Answers within E of a generated database, on all subsets: what the shipped adversary finds."""
    n, error = rng.randint(1, 5), Fraction(rng.randint(0, 5), 4)
    x = [rng.randint(0, 1) for _ in range(n)]
    answers = [a + noise(rng, error) for a in true_answers(x, subset_queries(n))]
    found = exponential_adversary(answers, n, error)
    wrong = distance(found.rows, x)
    require(wrong <= 4 * error, f"{wrong} wrong rows of {n} with E = {error}")
    require(wrong <= largest_distance(n, error), f"the shipped bound, n = {n}, E = {error}")


def exponential_tight() -> bool:
    """E = 1/2: the two databases 01 and 10 are 4E = 2 apart, and halfway answers are within E of both."""
    x, y = (0, 1), (1, 0)
    halfway = [Fraction(count_ones(x, s) + count_ones(y, s), 2) for s in subset_queries(2)]
    far = distance(x, exponential_adversary(halfway, 2, "1/2").rows)
    other = distance(y, exponential_adversary(halfway, 2, "1/2").rows)
    return max(far, other) == 2 == 4 * Fraction(1, 2) == largest_distance(2, "1/2")


def subsets_missing() -> bool:
    """Only the set of all four rows is asked: without any noise two databases stay 4 apart."""
    asked = [s for s in subset_queries(4) if s.bit_count() == 4]
    x, y = (0, 0, 1, 1), (1, 1, 0, 0)
    return all(count_ones(x, s) == count_ones(y, s) for s in asked) and distance(x, y) > 0


def one_answer_off() -> bool:
    """E = 0, and the answers are those of another database."""
    x, y, error = (0, 1), (1, 0), Fraction(0)
    answers = [Fraction(0), Fraction(1), Fraction(0), Fraction(1)]
    off = [abs(a - count_ones(x, s)) > error for s, a in enumerate(answers)]
    return any(off) and distance(exponential_adversary(answers, 2, error).rows, x) > 4 * error and y != x


def inconsistent_candidate() -> bool:
    """E = 0, and the candidate 111 where the true database is 000."""
    x, candidate = (0, 0, 0), (1, 1, 1)
    consistent = all(count_ones(x, s) == count_ones(candidate, s) for s in subset_queries(3))
    return not consistent and distance(x, candidate) > 0


EXPONENTIAL = Lemma(
    title="reconstruction from all subsets",
    statement="from answers within E on the sizes of all subsets of n bits, every database that is "
    "consistent with them differs from the true one in at most 4E bits",
    reduction="Ask for the rows that are 1 in the true database and 0 in the candidate: the two counts "
    "differ by the number of these rows, and both are within E of the answer. So they are at most 2E; and "
    "as many the other way round. The numbers are whole, so 2 floor(2E) is the exact bound.",
    inequalities=(
        "for real a, real b, real c, E >= 0 where c - a <= E and a - c <= E and c - b <= E and b - c <= E: "
        "a - b <= 2*E",
        "for a >= 0, b >= 0, E >= 0 where a <= 2*E and b <= 2*E: a + b <= 4*E",
    ),
    case=exponential_case,
    tightness="E = 1/2, n = 2: the databases 01 and 10, and answers halfway between them",
    tight=exponential_tight,
    dropped={
        "within E": one_answer_off,
        "all subsets": subsets_missing,
        "that is consistent with them": inconsistent_candidate,
    },
)


def polynomial_case(rng: random.Random) -> None:
    """n = 2, 4 or 8 queries about a generated database, with noise within E, to the shipped adversary."""
    n, error = 2 ** rng.randint(1, 3), Fraction(rng.randint(0, 6), 4)
    x = [rng.randint(0, 1) for _ in range(n)]
    answers = [a + noise(rng, error) for a in hadamard_answers(x)]
    wrong = sum(a != b for a, b in zip(hadamard_adversary(answers, n)[1:], x[1:], strict=True))
    require(wrong <= 16 * error * error, f"{wrong} wrong rows of {n} with E = {error}")
    require(wrong <= wrong_rows_bound(n, error), f"the shipped bound, n = {n}, E = {error}")


def quarter() -> bool:
    """E = 1/4 may cost a row beside the first, as 16 E^2 = 1 says: n = 4."""
    x = (0, 0, 1, 0)
    true, other = hadamard_answers(x), hadamard_answers((0, 1, 1, 0))
    toward = [a + Fraction(1 if b > a else -1 if b < a else 0, 4) for a, b in zip(true, other, strict=True)]
    wrong = [
        sum(a != b for a, b in zip(hadamard_adversary(answers, 4)[1:], x[1:], strict=True))
        for answers in (toward, _worst(x))
    ]
    return max(wrong) == 1


def _worst(x: tuple[int, ...]) -> list[Fraction]:
    """Answers off by 1/4 in the direction that raises the estimate of row 1 by 1/2."""
    return [a + Fraction(-1 if (r & 1).bit_count() & 1 else 1, 4) for r, a in enumerate(hadamard_answers(x))]


def larger_noise() -> bool:
    """Noise 1 with the bound for E = 1/8: three rows are lost."""
    x = (0, 1, 1, 1)
    answers = [Fraction(0)] * 4
    off = max(abs(a - b) for a, b in zip(answers, hadamard_answers(x), strict=True))
    wrong = sum(a != b for a, b in zip(hadamard_adversary(answers, 4)[1:], x[1:], strict=True))
    return off > Fraction(1, 8) and wrong > 16 * Fraction(1, 64)


def half_of_the_counts() -> bool:
    """n = 4, the first two counts only: 0100 and 0001 agree on them, without any noise."""
    x, y = (0, 1, 0, 0), (0, 0, 0, 1)
    return hadamard_answers(x)[:2] == hadamard_answers(y)[:2] and x[1:] != y[1:]


def first_row() -> bool:
    """n = 8, E = 1/5: 16 E^2 < 1, and the first row is wrong."""
    answers = [Fraction(-1 if r == 0 else 1, 5) + a for r, a in enumerate(hadamard_answers([0] * 8))]
    found = hadamard_adversary(answers, 8)
    return found[0] == 1 and not any(found[1:]) and Fraction(16, 25) < 1


POLYNOMIAL = Lemma(
    title="reconstruction from n queries",
    statement="from n = 2^m subset counts within E a Walsh-Hadamard transform and rounding recover all but "
    "16 E^2 of the rows other than the first; so E = o(sqrt n) leaves o(n) errors",
    reduction="The rows of the estimate are off by d = (2/n) H e with H the Hadamard matrix, so the sum of "
    "d_i^2 is (4/n) times the sum of e_r^2, at most 4 E^2, by Parseval. A row that is rounded to the wrong "
    "bit has |d_i| >= 1/2, so it takes 1/4 of that.",
    inequalities=(
        "for x in [0, 1], y >= 1/2 where x = 0: (y - x)^2 >= 1/4",
        "for integer n >= 1, s >= 0, E >= 0 where s <= n*E^2: 4/n*s <= 4*E^2",
        "for w >= 0, E >= 0 where w/4 <= 4*E^2: w <= 16*E^2",
        "for real a, real b: (a + b)^2 + (a - b)^2 = 2*(a^2 + b^2)",
    ),
    case=polynomial_case,
    tightness="E = 1/4, n = 4: one row is lost, as 16 E^2 = 1 allows",
    tight=quarter,
    dropped={
        "n = 2^m subset counts": half_of_the_counts,
        "within E": larger_noise,
        "other than the first": first_row,
    },
)


def deviations(n: int, p: Fraction) -> list[Number]:
    """E|X - np|, E(X - np)^2 and E(X - np)^4 of a binomial X, from its distribution."""
    law = Dist.point(0)
    for _ in range(n):
        law = Dist.product(law, Dist.bernoulli(p).map(int)).map(sum)
    return [sum((w * abs(x - n * p) ** k for x, w in law.items()), number(0)) for k in (1, 2, 4)]


def sample_case(rng: random.Random) -> None:
    """The exact mean deviation of a binomial between its two bounds, and the formulas for the moments."""
    n, p = rng.randint(1, 14), inner_fraction(rng)
    first, second, fourth = deviations(n, p)
    v = n * p * (1 - p)
    require(second == v and fourth == 3 * v**2 + v * (1 - 6 * p * (1 - p)), f"moments, n = {n}, p = {p}")
    require(first**2 <= v, f"upper bound, n = {n}, p = {p}")
    require(first**2 * (3 * v**2 + v) >= v**3, f"lower bound, n = {n}, p = {p}")


def one_trial() -> bool:
    """One fair coin: the mean deviation is sqrt(v) = 1/2."""
    first, second, _ = deviations(1, Fraction(1, 2))
    return first**2 == second == Fraction(1, 4)


def rare_event() -> bool:
    """np(1-p) = 1/10 only: the mean deviation is below half of sqrt(np(1-p))... of order np, not sqrt(np)."""
    first, second, _ = deviations(10, Fraction(1, 1000))
    return 4 * first**2 < second


def copies() -> bool:
    """Ten copies of one coin: the deviation is of order n."""
    spread = Dist.bernoulli("1/2").map(lambda hit: 10 * int(hit) - 5)
    first: Number = sum((w * abs(d) for d, w in spread.items()), number(0))
    return first**2 > Fraction(10, 4)


def different_chances() -> bool:
    """Ten individuals with the condition for certain, ten without: p = 1/2, and X is always 10."""
    law = Dist.product(*[Dist.point(int(i < 10)) for i in range(20)]).map(sum)
    return law == Dist.point(10)


def below_the_modulus() -> Theorem:
    """u >= 3 u^2/2 - u^4/2 for u >= 0, scaled: |y| with u = |y|/c."""
    where = "for u >= 0, c > 0"
    return infer(
        "combine",
        f"{where}: c*u >= 3*(c*u)^2/(2*c) - (c*u)^4/(2*c^3)",
        {"terms": [{"weight": "1/2", "factors": ["c", "u", "u + 2"], "square": "u - 1"}]},
    )


SAMPLE = Lemma(
    title="sampling error",
    statement="the number X of n independent individuals with a condition that each has with probability p "
    "has E|X - np| <= sqrt(v), v = np(1-p), and >= v/sqrt(3v + 1), which is at least sqrt(v)/2 for v >= 1: "
    "of order sqrt(n)",
    reduction="E|Y| <= sqrt(E Y^2) = sqrt(v) for Y = X - np, by 2|y| c <= y^2 + c^2 at c = sqrt(v). Below, "
    "|y| >= 3 y^2/(2c) - y^4/(2c^3) at c^2 = E Y^4/E Y^2 gives E|Y| >= v/c; and E Y^4 = 3 v^2 + v(1 - "
    "6p(1-p)), by induction over n, so c^2 <= 3v + 1.",
    inequalities=(
        "for y >= 0, c >= 0: 2*y*c <= y^2 + c^2",
        below_the_modulus,
        "for real v, real b: (3*v^2 + v*(1 - 6*b)) + 6*v*b + b*(1 - 3*b) = 3*(v + b)^2 + (v + b)*(1 - 6*b)",
        "for p in [0, 1]: p*(1 - p)^4 + (1 - p)*p^4 = p*(1 - p)*(1 - 3*(p*(1 - p)))",
        "for v >= 1: v^2/(3*v + 1) >= v/4",
    ),
    case=sample_case,
    tightness="one fair coin: the mean deviation is sqrt(v) = 1/2",
    tight=one_trial,
    dropped={
        "n independent individuals": copies,
        "each has with probability p": different_chances,
        "v >= 1": rare_event,
    },
)
