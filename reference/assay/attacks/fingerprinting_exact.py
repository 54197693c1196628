"""What a fingerprinting code really does on small sizes, exactly: its worst answer, a mechanism traced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, factorial, lcm, prod
from typing import TypeVar

from ..arguments import listed, rational
from ..dp import Mechanism
from ..errors import BudgetExceeded, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, exp, number
from ..exact.real import brief
from .fingerprinting import ROBUSTNESS, Database, FingerprintingCode, Row, average_error, share

LEVELS: tuple[ExactLike, ...] = (-1, "-1/2", 0, "1/2", 1)
LARGEST = 20_000_000
"""Cases beyond which an enumeration is refused."""


def worst_false_accusation(code: FingerprintingCode, levels: Sequence[ExactLike] = LEVELS) -> Fraction:
    """max over M of P[i in Trace(M(D without i))], the answers of M on the grid of the levels.

    Given the other users only the sums S_j matter, each uniform on -(n - 1), ..., n - 1 in steps of 2; for
    each of them M plays the answer that user i is most likely to be accused for.
    """
    n, d, grid = code.users, code.length, _grid(levels)
    _budget(n**d * len(grid) ** d * 2**d)
    total = Fraction(0)
    for ones in combinations_with_replacement(range(n), d):
        ways = factorial(d) // prod(map(factorial, Counter(ones).values()))
        best = max(_accused(code, ones, answer) for answer in product(grid, repeat=d))
        total += ways * best
    return total / Fraction(n**d)


def _grid(levels: Sequence[ExactLike]) -> list[Fraction]:
    """The levels of an answer: different rationals in [-1, 1], at least one."""
    grid = [rational(x, f"levels[{i}]") for i, x in enumerate(listed(levels, "levels", "(-1, 0, 1)"))]
    if not grid:
        raise InvalidValue(
            "levels is empty, so that there is no answer; give at least one, such as (-1, 0, 1)"
        )
    for i, x in enumerate(grid):
        if abs(x) > 1:
            raise InvalidValue(
                f"levels[{i}] = {brief(x)} is outside [-1, 1]; an answer of the code is inside"
            )
    return list(dict.fromkeys(grid))


def _accused(code: FingerprintingCode, ones: Sequence[int], answer: Sequence[Fraction]) -> Fraction:
    """P[score > tau] where the others have so many +1 in each column.

    In integers: scores as multiples of 1/((n + 1) D), with D a denominator of all answers, and probabilities
    as multiples of 1/(n + 1)^d.
    """
    n, scale, distribution = code.users, lcm(*(a.denominator for a in answer)), {0: 1}
    for k, a in zip(ones, answer, strict=True):
        step, after = int(a * scale), dict[int, int]()
        for score, weight in distribution.items():
            for bit, ways in ((1, k + 1), (-1, n - k)):
                reached = score + step * (bit * (n + 1) - (2 * k - n + 1))
                after[reached] = after.get(reached, 0) + weight * ways
        distribution = after
    least = code.threshold * (n + 1) * scale
    return Fraction(
        sum(weight for score, weight in distribution.items() if score > least), (n + 1) ** len(ones)
    )


def worst_escape(
    code: FingerprintingCode, alpha: ExactLike = ROBUSTNESS, levels: Sequence[ExactLike] = LEVELS
) -> Fraction:
    """max over M of P[|M(D) - Dbar|_1 <= alpha d and Trace(M(D)) = {}], the answers of M on the grid.

    The probability of the databases for which some accurate answer on the grid accuses nobody. Databases that
    differ in the order of their columns are counted once.
    """
    n, d, grid = code.users, code.length, _grid(levels)
    allowed = share(alpha, "alpha") * d
    _budget(comb(2**n + d - 1, d) * len(grid) ** d)
    columns = list(product((-1, 1), repeat=n))
    total = Fraction(0)
    for chosen in combinations_with_replacement(columns, d):
        if _escapes(code, chosen, grid, allowed):
            ways = factorial(d) // prod(map(factorial, Counter(chosen).values()))
            total += ways * prod((_mass(c) for c in chosen), start=Fraction(1))
    return total


def _escapes(
    code: FingerprintingCode, columns: Sequence[Row], grid: Sequence[Fraction], allowed: Fraction
) -> bool:
    """Whether some answer within the allowed total error leaves every score at or below the threshold."""
    n = code.users
    rows = tuple(zip(*columns, strict=True))
    means = [Fraction(sum(c), n) for c in columns]
    close = [[a for a in grid if abs(a - m) <= allowed] for m in means]
    return any(
        sum((abs(a - m) for a, m in zip(answer, means, strict=True)), Fraction(0)) <= allowed
        and not code.trace(rows, answer)
        for answer in product(*close)
    )


def _mass(column: Row) -> Fraction:
    ones = column.count(1)
    return Fraction(factorial(ones) * factorial(len(column) - ones), factorial(len(column) + 1))


def _budget(cases: int) -> None:
    if cases > LARGEST:
        raise BudgetExceeded(
            f"{cases} cases are more than {LARGEST}; take fewer users, a shorter code or fewer levels, "
            "or simulate (tracing)"
        )


Y = TypeVar("Y")


@dataclass(frozen=True)
class Traced:
    """Exact probabilities over the database of the code and the coins of the mechanism.

    accurate: average error within alpha. escaped: accurate and nobody accused. inside[i]: user i is accused.
    outside[i]: user i is accused by the answer on the database with row i replaced by ones.
    """

    accurate: Number
    escaped: Number
    inside: tuple[Number, ...]
    outside: tuple[Number, ...]

    def delta(self, epsilon: EpsilonLike) -> Number:
        """max over i of P[accused inside] - e^epsilon P[accused outside]: the mechanism has no smaller delta.

        At epsilon = infinity it is the largest P[accused inside] of a user who is never accused outside.
        """
        level = eps(epsilon)
        return max(self._gap(level, p, q) for p, q in zip(self.inside, self.outside, strict=True))

    @staticmethod
    def _gap(level: Log, p: Number, q: Number) -> Number:
        if level.is_infinite:
            return number(0) if q else p
        return p - exp(level) * q


def trace_exactly(
    code: FingerprintingCode,
    mechanism: Mechanism[Database, Y],
    answer: Callable[[Y], tuple[ExactLike, ...]],
    *,
    alpha: ExactLike = ROBUSTNESS,
) -> Traced:
    """The tracing attack on a mechanism whose inputs are all databases in {-1, +1}^(n x d).

    `answer` maps an output to d exact numbers in [-1, 1].
    Raises InvalidValue where a database is not in the domain, or an answer is not of that kind.
    """
    n, allowed = code.users, share(alpha, "alpha")
    accurate = escaped = number(0)
    inside, outside = [number(0)] * n, [number(0)] * n
    for rows, mass in code.databases():
        for output, p in mechanism.distribution(rows).items():
            reply, weight = answer(output), p * mass
            accused, close = code.trace(rows, reply), average_error(rows, reply) <= allowed
            accurate += weight * int(close)
            escaped += weight * int(close and not accused)
            for i in accused:
                inside[i] += weight
        for i in range(n):
            without = (*rows[:i], (1,) * code.length, *rows[i + 1 :])
            hit = [
                p
                for output, p in mechanism.distribution(without).items()
                if i in code.trace(rows, answer(output))
            ]
            outside[i] += sum(hit, number(0)) * mass
    return Traced(accurate, escaped, tuple(inside), tuple(outside))
