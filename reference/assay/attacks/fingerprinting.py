"""A fingerprinting code for average error, after Tardos, in which every probability is rational.

Codewords are the rows of D in {-1, +1}^(n x d). Every column has its own bias p_j, uniform on [-1, 1], and n
independent entries of mean p_j. The bias itself is not kept: given the entries of the other users, the entry
of user i has mean S/(n + 1), where S is the sum of the others (the rule of succession), and so

    score_i(a) = sum over j of a_j (D_ij - S_ij/(n + 1)),    S_ij = sum over l != i of D_lj
    Trace(a)   = {i : score_i(a) > tau}

An answer computed without user i has score_i of mean 0 given everything else, a sum of d independent terms,
each within an interval of length 2. An accurate answer gives all users together a large score, because

    sum over i of score_i(a) = 2n/(n + 1) sum over j of a_j Dbar_j,     Dbar_j = column mean.

    sound       P[i in Trace(M(D without i))] <= e^(-tau^2/(2d))
    complete    P[|M(D) - Dbar|_1 <= alpha d and Trace(M(D)) = {}] <= e^(-2 d g^2),
                g = (n + 2)/(3n) - alpha - (n + 1) tau/(2d) >= 0

By Hoeffding's inequality. At tau = d/(3(n + 1)) and alpha = 1/8 it is delta-sound and 1/100-complete for
d >= 18 (n + 1)^2 ln(1/delta) and d >= 288 ln(100).
Sources: Tardos, JACM 2008; Bun, Ullman and Vadhan, STOC 2014; Steinke and Ullman 2017, Definition 3.2 and
Theorem 3.3 (a code with d = O(n^2 log(1/delta)), without its constants).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil, factorial
from typing import TypeAlias

from ..arguments import open_probability, positive_integer, rational
from ..dp import Dist
from ..errors import InvalidValue
from ..exact import ExactLike, Number, certified, exp, ln, number
from ..exact.real import brief

Row: TypeAlias = tuple[int, ...]
Database: TypeAlias = tuple[Row, ...]

ROBUSTNESS = Fraction(1, 8)
INCOMPLETENESS = Fraction(1, 100)


@dataclass(frozen=True, init=False)
class FingerprintingCode:
    """The code for n users of length d with threshold tau >= 0, by default d/(3(n + 1)).

    Raises InvalidValue for n < 1, d < 1 or a negative threshold, FloatRefused for a float.
    """

    users: int
    length: int
    threshold: Fraction

    def __init__(self, users: int, length: int, threshold: ExactLike | None = None) -> None:
        n, d = positive_integer(users, "users"), positive_integer(length, "length")
        tau = Fraction(d, 3 * (n + 1)) if threshold is None else rational(threshold, "threshold")
        if tau < 0:
            raise InvalidValue(f"threshold = {brief(tau)} is negative; give a number >= 0")
        for name, value in (("users", n), ("length", d), ("threshold", tau)):
            object.__setattr__(self, name, value)

    def column_distribution(self) -> Dist[Row]:
        """P(column) = k! (n - k)!/(n + 1)! for a column with k entries +1."""
        n = self.users
        return Dist({c: _column_mass(n, c.count(1)) for c in product((-1, 1), repeat=n)})

    def databases(self) -> Iterator[tuple[Database, Fraction]]:
        """Every database with its probability: 2^(n d) of them."""
        n, d = self.users, self.length
        columns = [(c, _column_mass(n, c.count(1))) for c in product((-1, 1), repeat=n)]
        for chosen in product(columns, repeat=d):
            mass = Fraction(1)
            for _, p in chosen:
                mass *= p
            yield tuple(zip(*(c for c, _ in chosen), strict=True)), mass

    def scores(self, rows: Database, answer: Sequence[ExactLike]) -> tuple[Fraction, ...]:
        """score_i(answer) for every user i."""
        a = [_answer(x) for x in self._long(answer, "answer")]
        self._check(rows)
        sums = [sum(column) for column in zip(*rows, strict=True)]
        shrink = Fraction(1, self.users + 1)
        return tuple(
            sum((x * (bit - (s - bit) * shrink) for x, bit, s in zip(a, row, sums, strict=True)), Fraction(0))
            for row in rows
        )

    def trace(self, rows: Database, answer: Sequence[ExactLike]) -> frozenset[int]:
        """The users (0, ..., n - 1) whose score is above the threshold."""
        scores = self.scores(rows, answer)
        return frozenset(i for i, score in enumerate(scores) if score > self.threshold)

    def soundness_bound(self) -> Number:
        """e^(-tau^2/(2d)): the largest probability of accusing a user who was left out."""
        return exp(-(self.threshold**2) / (2 * self.length))

    def completeness_bound(self, alpha: ExactLike = ROBUSTNESS) -> Number:
        """e^(-2 d g^2), and 1 where g < 0: no accurate answer escapes with a larger probability."""
        n, d = self.users, self.length
        gap = Fraction(n + 2, 3 * n) - share(alpha, "alpha") - (n + 1) * self.threshold / (2 * d)
        return exp(-2 * d * gap**2) if gap >= 0 else number(1)

    def _long(self, values: Sequence[ExactLike], name: str) -> Sequence[ExactLike]:
        if len(values) != self.length:
            raise InvalidValue(
                f"{name} has {len(values)} entries; the code has length d = {brief(self.length)}"
            )
        return values

    def _check(self, rows: Database) -> None:
        if len(rows) != self.users:
            raise InvalidValue(f"rows has {len(rows)} rows; the code is for n = {brief(self.users)} users")
        for row in rows:
            self._long(row, "row")
            if any(type(x) is not int or x not in (-1, 1) for x in row):
                raise InvalidValue(f"row = {row!r} is not a row of -1 and 1")


def code_length(users: int, delta: ExactLike) -> int:
    """The smallest d >= max(18 (n + 1)^2 ln(1/delta), 288 ln(100)).

    From here on `FingerprintingCode(n, d)` is 1/100-complete, delta-sound and 1/8-robust.
    Raises InvalidValue unless n >= 1 and 0 < delta < 1.
    """
    n, failure = positive_integer(users, "users"), open_probability(delta, "delta")
    sound = 18 * (n + 1) ** 2 * certified(ln(1 / failure))
    return max(ceil(sound), ceil(288 * certified(ln(100))))


def average_error(rows: Database, answer: Sequence[ExactLike]) -> Fraction:
    """|answer - Dbar|_1 / d."""
    means = [Fraction(sum(column), len(column)) for column in zip(*rows, strict=True)]
    gaps = [abs(_answer(a) - m) for a, m in zip(answer, means, strict=True)]
    return sum(gaps, Fraction(0)) / len(gaps)


def _column_mass(n: int, ones: int) -> Fraction:
    """The integral over p of ((1+p)/2)^k ((1-p)/2)^(n-k) dp/2."""
    return Fraction(factorial(ones) * factorial(n - ones), factorial(n + 1))


def _answer(value: ExactLike) -> Fraction:
    x = rational(value, "answer")
    if abs(x) > 1:
        raise InvalidValue(f"answer = {brief(x)} is outside [-1, 1]; clip it first")
    return x


def share(value: ExactLike, name: str) -> Fraction:
    """A rational in (0, 1]."""
    x = rational(value, name)
    if not 0 < x <= 1:
        raise InvalidValue(f"{name} = {brief(x)} violates the condition 0 < {name} <= 1")
    return x
