"""The tracing attack against a finite mechanism, exactly: every database, every output, no simulation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ..dp import Mechanism
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, exp, number
from .fingerprinting import ROBUSTNESS, Database, FingerprintingCode, average_error, share

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
